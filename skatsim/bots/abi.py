"""What a bot is: four kernels with one signature, and the view they decide from.

    answer = kernel(view, params, workspace, word)

`view` (int64[VIEW_SIZE]) has the named slots below and holds only what the seat that is asked may know; the engine
fills it anew before every question, so a bot cannot peek: hidden cards are not there.  `params` (float64) are the bot's
parameters in the order of its `Bot.params`; `workspace` (int64) is scratch memory of its own, kept within a thread and
never an input to a decision; `word` is one random int64.  Bots only read `view` and `params`.

| question | when | answer |
|---|---|---|
| `reserve` | at each stage of the auction | the highest bid the seat would go to (below 18: pass) |
| `declare` | first with ten cards | the code of a hand contract, or any code without `HAND_BIT` to pick up the skat |
| `declare` | again with twelve cards | the code of the contract |
| `discard` | after a pick-up, contract known | the mask of two of the twelve cards |
| `play` | at each of the seat's turns | one card of `view[LEGAL]` |

Cards are masks, a single card a one-bit mask; seats are 0 forehand, 1 middlehand, 2 rearhand.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np
from numba.core import cgutils, config, types
from numba.extending import intrinsic, overload

from skatsim.errors import SkatsimError
from skatsim.kernel.lowering import BaseContext, Generator, IRBuilder, Operand, Signature, Type, TypingContext, Value
from skatsim.kernel.types import Floats, Ints

# --- always
SEAT: Final = 0
"""The seat that is asked."""
HAND: Final = 1
"""Its cards: ten, twelve between pick-up and discard, then those not yet played."""
STAGE: Final = 2
"""Auction: 0 middlehand bids to forehand, 1 rearhand bids to the survivor, 2 forehand may take 18; then 3."""
BID: Final = 3
"""The bid that stands (0: none yet); from the declaration on the bid at which the declarer plays."""
REACHED: Final = 4
"""Three slots by seat: the highest bid this seat has said or held, 0 none."""
PASSED: Final = 7
"""Three slots by seat: 1 once the seat has passed."""
NULL_BELOW_BID: Final = 10
"""Rule switch: 0 a null below the bid cannot be declared."""
LADDER_TOP: Final = 11
"""The highest bid that may be said."""

# --- from the declaration on
DECLARER: Final = 12
"""The declarer's seat; -1 during the auction."""
CONTRACT: Final = 13
"""Code of the contract (see `skatsim.rules.contracts`); during both `declare` questions 0."""
GAME_TYPE: Final = 14
"""Its game type, 0-5."""
TRUMPS: Final = 15
"""Mask of all trumps of the game."""
SKAT: Final = 16
"""To the declarer after a pick-up: the two cards he found; to all others, and in a hand game, 0."""
DISCARD: Final = 17
"""To the declarer after his discard: the two cards; to all others, and in a hand game, 0."""
OPEN_HAND: Final = 18
"""In an ouvert game: the declarer's cards not yet played; else 0."""

# --- during play
LEGAL: Final = 19
"""What the seat may play."""
TRICK: Final = 20
"""Number of this trick, 0-9."""
LEADER: Final = 21
"""The seat that led it."""
TRICK_SIZE: Final = 22
"""Cards already on the table, 0-2."""
TABLE: Final = 23
"""Two slots: those cards in the order played; 0 beyond `TRICK_SIZE`."""
LED: Final = 25
"""Every card that follows the lead; 0 for the leader."""
PLAYED: Final = 26
"""All cards played so far, this trick's too."""
PLAYED_BY: Final = 27
"""Three slots by seat: the cards this seat has played."""
LACKS: Final = 30
"""Three slots by seat: cards the seat is known not to hold, because it did not follow."""
DECLARER_POINTS: Final = 33
"""Card points in the tricks the declarer has taken (no skat)."""
DEFENDER_POINTS: Final = 34
DECLARER_TRICKS: Final = 35
DEFENDER_TRICKS: Final = 36
MUST_TRUMP: Final = 37
"""Rule switch, set from the first question on: 1 who cannot follow must trump."""
HISTORY: Final = 38
"""Thirty slots: the cards in the order played, 0 beyond."""
LEADERS: Final = 68
"""Ten slots: the seat that led each trick; -1 beyond."""
VIEW_SIZE: Final = 78

QUESTIONS: Final = ("reserve", "declare", "discard", "play")
RESERVE, DECLARE, DISCARD_TWO, PLAY = range(4)

Decision = Callable[[Ints, Floats, Ints, int], int]


def _any_params(_: Mapping[str, float]) -> None:
    """Every value will do."""


@dataclass(frozen=True)
class Bot:
    """A strategy under a name and a version that changes only when its decisions do.

    Parameters
    ----------
    name, version
        As in run files and columns: ``name@version``.
    reserve, declare, discard, play
        The four kernels.
    params
        Defaults by name, in the order kernels read them.
    about
        One sentence for people.
    workspace_size
        int64 words of scratch memory a seat needs.
    check
        Called with the parameters by name; raises SkatsimError for a value the bot cannot use.
    """

    name: str
    version: int
    reserve: Decision
    declare: Decision
    discard: Decision
    play: Decision
    params: Mapping[str, float]
    about: str
    workspace_size: int = 1
    check: Callable[[Mapping[str, float]], None] = _any_params

    @property
    def label(self) -> str:
        """Name and version, as columns carry it."""
        return f"{self.name}@{self.version}"

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The four kernels in the order of `QUESTIONS`."""
        return (self.reserve, self.declare, self.discard, self.play)

    def param_values(self, chosen: Mapping[str, float]) -> list[float]:
        """Parameters in kernel order, `chosen` over the defaults.

        Raises
        ------
        SkatsimError
            For a key the bot does not have or a value it cannot use.
        """
        for key in chosen:
            if key not in self.params:
                known = ", ".join(self.params) or "none"
                raise SkatsimError(f"bot {self.name} has no parameter {key!r}; it has: {known}")
        merged = {**self.params, **chosen}
        self.check(merged)
        return [float(value) for value in merged.values()]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as a name: machine code and its addresses stay where they are."""
        return _arrived, (self.label, *_home(self))


def _home(bot: Bot) -> tuple[str, str]:
    """The module and the name in it under which another process finds the bot."""
    homes = [
        (module, name)
        for module, found in list(sys.modules.items())
        if module != "__main__" or hasattr(found, "__file__")
        for name, value in list(getattr(found, "__dict__", {}).items())
        if value is bot
    ]
    if not homes:
        raise SkatsimError(
            f"bot {bot.label} cannot travel to another process: no module has it; "
            "write it into a file of its own, as a global such as BOT = Bot(...), and import it from there"
        )
    return min(homes, key=lambda home: (home[0] == "__main__", home))


def _arrived(label: str, module: str, name: str) -> Bot:
    """The bot that was sent, as this process has it."""
    try:
        bot = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise SkatsimError(f"bot {label} cannot be found in this process: {error}") from None
    if getattr(bot, "label", None) != label:
        raise SkatsimError(f"bot {label} was sent, but {module} has {getattr(bot, 'label', name)} in this process")
    return bot


Player = tuple[Bot, Mapping[str, float]]
"""A bot and the parameters that differ from its defaults."""


@dataclass(frozen=True)
class Lineup:
    """Three players ready for the engine.

    `functions` has twelve kernels, player-major in the order of `QUESTIONS`, and `addresses` where `decide` finds them
    (int64[12]); `params` is float64[3, P]; each player needs `workspace_size` words of scratch memory.  It travels to
    another process as `players`, names and numbers, and is made anew there.
    """

    players: tuple[Player, ...]

    functions: tuple[Decision, ...]
    addresses: Ints
    params: Floats
    workspace_size: int

    def __reduce__(self) -> tuple[Any, ...]:
        return make_lineup, (self.players,)


def make_lineup(players: Sequence[Player]) -> Lineup:
    """Compile three bots' kernels and lay out their parameters.

    Raises
    ------
    SkatsimError
        If there are not three players, or a parameter does not fit its bot.
    """
    if len(players) != 3:
        raise SkatsimError(f"a line-up has three players, not {len(players)}; name three bots, such as a,b,c")
    values = [bot.param_values(chosen) for bot, chosen in players]
    params = np.zeros((3, max(1, *(len(row) for row in values))), dtype=np.float64)
    for row, numbers in zip(params, values, strict=True):
        row[: len(numbers)] = numbers
    functions = tuple(function for bot, _ in players for function in bot.decisions)
    addresses = np.array([_address(function) for function in functions], dtype=np.int64)
    seated = tuple((bot, dict(chosen)) for bot, chosen in players)
    return Lineup(seated, functions, addresses, params, max(bot.workspace_size for bot, _ in players))


# --- calling a bot by address: a new line-up costs no compile and the engine stays cached

_SIGNATURE: Final = types.int64(types.int64[::1], types.float64[::1], types.int64[::1], types.int64)
_uncompiled: Final[list[Decision]] = []


def _address(function: Decision) -> int:
    """Where `decide` finds a kernel: its machine code, or uncompiled its place in a list."""
    if config.DISABLE_JIT:
        if function not in _uncompiled:
            _uncompiled.append(function)
        return _uncompiled.index(function)
    dispatcher: Any = function
    dispatcher.compile(_SIGNATURE)
    result = dispatcher.get_compile_result(_SIGNATURE)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def decide(address: int, view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Ask the kernel at `address`: 2 ns above a call that is hard-wired."""
    return _uncompiled[address](view, params, workspace, word)


@intrinsic
def _call(
    typing_context: TypingContext, address: Type, view: Type, params: Type, workspace: Type, word: Type
) -> tuple[Signature, Generator]:
    def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
        convention = context.call_conv
        function_type = convention.get_function_type(_SIGNATURE.return_type, _SIGNATURE.args)
        pointer = builder.inttoptr(arguments[0], function_type.as_pointer())
        status, answer = convention.call_function(
            builder, pointer, _SIGNATURE.return_type, _SIGNATURE.args, arguments[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):  # only under NUMBA_BOUNDSCHECK
            convention.return_status_propagate(builder, status)
        return answer

    return types.int64(types.int64, *_SIGNATURE.args), generate


@overload(decide)
def _decide(address: Operand, view: Operand, params: Operand, workspace: Operand, word: Operand) -> Callable[..., int]:
    def compiled(address: Operand, view: Operand, params: Operand, workspace: Operand, word: Operand) -> int:
        return _call(address, view, params, workspace, word)

    return compiled
