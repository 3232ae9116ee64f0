"""Bots in plain Python: functions that take a `View` and answer in words; any library may think for them.

    from skatsim.bots.plain import plain_bot

    def play(view):
        return max(view.legal, key=lambda card: CardSet(card).card_points)

    BOT = plain_bot("greedy", play=play)

Functions that are not given are those of another bot (`base`), compiled as they are.  A game takes some 45 questions of
which each costs about 20 microseconds and the time of the function itself: a thousand games a second, where compiled
bots play hundreds of thousands.  Functions keep nothing from one question to the next, since threads ask in any order:
what is random comes from `view.random`.  An exception ends the run with one line that names the file and the line.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from numbers import Integral
from typing import Any, Final

from skatsim.bots import abi
from skatsim.bots.abi import address_of_python, call_python
from skatsim.bots.bot import Bot
from skatsim.bots.failures import Failure, is_kept, keep
from skatsim.bots.files import located, said
from skatsim.bots.view import View
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import CardSet
from skatsim.rules.contracts import HAND_BIT, Contract
from skatsim.rules.seats import SEAT_NAMES

PLAIN_PACE: Final = 1_000
Function = Callable[[View], Any]


def plain_bot(
    name: str,
    *,
    version: int = 1,
    reserve: Function | None = None,
    declare: Function | None = None,
    discard: Function | None = None,
    play: Function | None = None,
    base: str = "heuristic",
    params: Mapping[str, float] | None = None,
    meanings: Mapping[str, str] | None = None,
    about: str = "a bot in plain Python",
    pace: float = PLAIN_PACE,
) -> Bot:
    """A bot of plain functions, each of one argument, the `View`.

    Parameters
    ----------
    name, version, about, meanings, pace
        As for `skatsim.bots.bot.Bot`.
    reserve
        The highest bid the seat would go to, a number; below 18, or None, it passes.
    declare
        Asked with ten cards (`view.skat` is empty): a hand contract such as ``"GH"``, or None to pick up the skat; then
        with twelve: the contract, such as ``"G"``, ``"Herz"`` or a `Contract`.
    discard
        Two of the twelve cards: ``"C7 D8"``, a `CardSet`, a list of names or a mask.
    play
        One card of `view.legal`.
    base
        The bot that answers what is not given, by its name, with its parameters.
    params
        Parameters of its own, with defaults.

    Raises
    ------
    SkatsimError
        For what can be no bot.

    Examples
    --------
    >>> from skatsim.bots.bot import make_lineup
    >>> from skatsim.table.engine import simulate_games
    >>> brave = plain_bot("brave", reserve=lambda view: 24 if "CJ" in view.hand else None, base="random")
    >>> bids = simulate_games(1, 0, 50, make_lineup([(brave, {})] * 3)).outcomes.bid
    >>> sorted(set(bids.tolist()))
    [0, 18]
    """
    from skatsim.bots import registry

    given = dict(zip(abi.QUESTIONS, (reserve, declare, discard, play), strict=True))
    for question, function in given.items():
        _check_function(name, question, function)
    below = registry.get(base) if None in given.values() else None
    fixed = dict(below.fixed) if below else {}  # kernels find them right behind the parameters
    lower = {**below.params, **fixed} if below else {}
    own = dict(params or {})
    taken = sorted(set(own) & set(lower))
    if taken:
        raise SkatsimError(f"bot {name}: parameter {taken[0]!r} is one of {base} below it; give it another name")
    every = {**lower, **own}
    address = address_of_python(_answerer(name, tuple(given.values()), tuple(every)))

    def prepare(workspace: Ints) -> None:
        if below:
            below.prepare(workspace[: below.workspace_size])
        workspace[-1] = address

    def check(chosen: Mapping[str, float]) -> None:
        if below:
            below.check({key: chosen[key] for key in below.params})
        for key, value in fixed.items():
            if chosen[key] != value:
                raise SkatsimError(f"{name}.{key} = {chosen[key]:g}: {base} has {value:g} and no choice")

    def kernel_for(question: str) -> abi.Decision:
        return getattr(below, question) if given[question] is None else _TRAMPOLINES[question]

    return Bot(
        name=name,
        version=version,
        reserve=kernel_for("reserve"),
        declare=kernel_for("declare"),
        discard=kernel_for("discard"),
        play=kernel_for("play"),
        params=every,
        about=about,
        meanings={**(below.meanings if below else {}), **dict.fromkeys(fixed, f"as {base} has it"), **(meanings or {})},
        workspace_size=(below.workspace_size if below else 0) + 1,
        prepare=prepare,
        check=check,
        pace=min(pace, below.pace) if below else pace,
        slowdown=lambda chosen: below.slowdown({key: chosen[key] for key in below.params}) if below else 1.0,
    )


def _check_function(name: str, question: str, function: Any) -> None:
    if function is None:
        return
    if not callable(function):
        raise SkatsimError(f"bot {name}: {question} is of type {type(function).__name__}; give a function of the view")
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        raise SkatsimError(
            f"bot {name}: {question}{inspect.signature(function)} must take one argument, the view"
        ) from None


@kernel
def _reserve(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    return call_python(workspace[len(workspace) - 1], abi.RESERVE, view, params, word)


@kernel
def _declare(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    return call_python(workspace[len(workspace) - 1], abi.DECLARE, view, params, word)


@kernel
def _discard(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    return call_python(workspace[len(workspace) - 1], abi.DISCARD_TWO, view, params, word)


@kernel
def _play(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    return call_python(workspace[len(workspace) - 1], abi.PLAY, view, params, word)


_TRAMPOLINES: Final = dict(zip(abi.QUESTIONS, (_reserve, _declare, _discard, _play), strict=True))


def _answerer(name: str, functions: tuple[Function | None, ...], keys: tuple[str, ...]) -> abi.Answerer:
    """What machine code calls: it puts the question, reads the answer, and keeps what is raised."""

    def answer(question: int, slots: tuple[int, ...], params: tuple[float, ...], word: int) -> int:
        if is_kept():
            return abi.FAILED
        function = functions[question]
        assert function is not None
        try:
            view = View(slots, dict(zip(keys, params, strict=False)), word)  # `moved` adds two of its own
            return _READERS[question](function(view), view)
        except BaseException as error:
            keep(Failure(error, partial(_told, name, slots[abi.SEAT], question, function, error)))
            return abi.FAILED

    return answer


def _told(name: str, seat: int, question: int, function: Function, error: BaseException, where: str) -> str:
    """One line: who was asked what and where, and the line of the function's file."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    file = code.co_filename if code else "?"
    shown = os.path.relpath(file) if os.path.isabs(file) else file
    place = located(error, os.path.dirname(file), shown)
    if place == shown and code:
        place = f"{shown}, line {code.co_firstlineno}"
    return f"bot {name}, at {SEAT_NAMES[seat]}{where}, asked for {abi.QUESTIONS[question]}: {place}: {said(error)}"


# --- answers


def _bid(answer: Any, _: View) -> int:
    if answer is None:
        return 0
    if isinstance(answer, bool) or not isinstance(answer, Integral) or abs(int(answer)) >= 1 << 31:
        raise SkatsimError(f"reserve answered {answer!r}; a bid is a number such as 24, and 0 or None passes")
    return int(answer)


def _contract(answer: Any, view: View) -> int:
    if answer is None and not view.skat:
        return 0
    if isinstance(answer, str):
        answer = Contract.parse(answer)
    if isinstance(answer, Contract):
        answer = answer.code
    if isinstance(answer, bool) or not isinstance(answer, Integral) or not 0 <= int(answer) < 128:
        raise SkatsimError(f"declare answered {answer!r}; a contract is text such as GH, and None picks up the skat")
    if view.skat and int(answer) & HAND_BIT:
        raise SkatsimError("declare answered a hand game after the skat was picked up")
    return int(answer)


def _two_cards(answer: Any, view: View) -> int:
    two = _set(answer, "discard")
    if len(two) != 2 or not two <= view.hand:
        raise SkatsimError(f"discard answered {two!s}; two of {view.hand!s} are needed")
    return two.mask


def _card(answer: Any, view: View) -> int:
    card = _set(answer, "play")
    if len(card) != 1 or not card <= view.legal:
        raise SkatsimError(f"play answered {card!s}; one of {view.legal!s} is needed")
    return card.mask


def _set(answer: Any, question: str) -> CardSet:
    if isinstance(answer, CardSet):
        return answer
    if isinstance(answer, str | Integral) and not isinstance(answer, bool):
        return CardSet(answer if isinstance(answer, str) else int(answer))
    if isinstance(answer, Iterable):
        return CardSet.of(answer)
    raise SkatsimError(f"{question} answered {answer!r}; cards are text such as CJ, or a CardSet")


_READERS: Final = (_bid, _contract, _two_cards, _card)
