"""What a bot is to Python: four kernels under a name and a version, its parameters, and three of them as a line-up."""

import inspect
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from numbers import Real
from typing import Any, Final, Self

import numpy as np

from skatsim.bots.abi import QUESTIONS, Decision, address_of
from skatsim.errors import SkatsimError
from skatsim.kernel import apart, is_kernel
from skatsim.kernel.types import Floats, Ints

DEFAULT_PACE: Final = 100_000


class ParameterTable(IntEnum):
    """The parameters of a bot, one line each: name, default and meaning; a member is its place in `params`.

    >>> class At(ParameterTable):
    ...     BOLDNESS = 9.0, "points risked"
    ...     DRAW_TRUMPS = 1.0, "leads trumps"
    >>> At.defaults(), At.DRAW_TRUMPS + 0
    ({'boldness': 9.0, 'draw_trumps': 1.0}, 1)
    """

    default: float
    about: str

    def __new__(cls, default: float, about: str) -> Self:
        """A member in the next place."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.default, member.about = default, about
        return member

    @property
    def key(self) -> str:
        """The name as run files write it."""
        return self.name.lower()

    @classmethod
    def defaults(cls) -> dict[str, float]:
        """Defaults by name, for `Bot.params`."""
        return {member.key: member.default for member in cls}

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Meanings by name, for `Bot.meanings`."""
        return {member.key: member.about for member in cls}


def _any_params(_: Mapping[str, float]) -> None:
    """Every value will do."""


def _always_as_fast(_: Mapping[str, float]) -> float:
    """Its parameters do not change its speed."""
    return 1.0


def _zeros_will_do(_: Ints) -> None:
    """A fresh workspace is ready."""


@dataclass(frozen=True)
class Bot:
    """A strategy under a name and a version that changes only when its decisions do.

    Parameters
    ----------
    name, version
        As in run files and columns: ``name@version``; letters, digits, ``_`` and ``-``.
    reserve, declare, discard, play
        The four kernels.
    params
        Defaults by name, in the order kernels read them.
    fixed
        Numbers behind them that nobody may choose: what an older version sets where its kernels know more by now.
    about
        One sentence for people.
    meanings
        What each parameter means, by name, for people; a `ParameterTable` keeps it beside the default.
    workspace_size
        int64 words of scratch memory a seat needs.
    prepare
        Called once with each fresh workspace (int64[workspace_size], zeros, aligned to 64 bytes).
    check
        Called with the parameters by name; raises SkatsimError for a value the bot cannot use.
    pace
        Roughly the games three such bots play in a CPU-second; what a run saves at a time follows it.
    slowdown
        Called with the parameters by name: how many times longer than by its `pace` the bot then takes.

    Raises
    ------
    SkatsimError
        For what can be no bot: a name with other characters, a decision that is no kernel of four arguments, a default
        that is no number.
    """

    name: str
    version: int
    reserve: Decision
    declare: Decision
    discard: Decision
    play: Decision
    params: Mapping[str, float]
    about: str
    meanings: Mapping[str, str] = field(default_factory=dict)
    workspace_size: int = 1
    prepare: Callable[[Ints], None] = _zeros_will_do
    check: Callable[[Mapping[str, float]], None] = _any_params
    pace: float = DEFAULT_PACE
    slowdown: Callable[[Mapping[str, float]], float] = _always_as_fast
    fixed: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", self.name):
            raise SkatsimError(f"bot {self.name!r}: a name is letters, digits, _ and -, such as careful_2")
        if not isinstance(self.version, int) or self.version < 1:
            raise SkatsimError(f"bot {self.name}: version {self.version!r} is no number from 1")
        for question, decision in zip(QUESTIONS, self.decisions, strict=True):
            self._check_decision(question, decision)
        for key, default in (*self.params.items(), *self.fixed.items()):
            if not isinstance(key, str) or not key.isidentifier():
                raise SkatsimError(f"bot {self.name}: {key!r} is no name for a parameter")
            finite_number(f"bot {self.name}: default of {key}", default)
        for key in self.meanings:
            if key not in self.params:
                raise SkatsimError(f"bot {self.name}: has a meaning, but no default, for parameter {key!r}")
        if not self.workspace_size >= 0:
            raise SkatsimError(f"bot {self.name}: workspace_size {self.workspace_size!r} is no number of words")
        if not finite_number(f"bot {self.name}: pace", self.pace) > 0:
            raise SkatsimError(f"bot {self.name}: pace {self.pace!r} is no number of games a second")

    def _check_decision(self, question: str, decision: Any) -> None:
        plain = getattr(decision, "py_func", decision)
        if not is_kernel(decision):
            raise SkatsimError(
                f"bot {self.name}: {question} is no kernel; write @kernel (from skatsim.kernel) above it"
            )
        arguments = list(inspect.signature(plain).parameters.values())
        if len(arguments) != 4 or any(argument.kind is not argument.POSITIONAL_OR_KEYWORD for argument in arguments):
            raise SkatsimError(
                f"bot {self.name}: {question}{inspect.signature(plain)} must take (view, params, workspace, word)"
            )

    @property
    def label(self) -> str:
        """Name and version, as columns carry it."""
        return f"{self.name}@{self.version}"

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The four kernels in the order of `QUESTIONS`."""
        return (self.reserve, self.declare, self.discard, self.play)

    def param_values(self, chosen: Mapping[str, float]) -> list[float]:
        """Parameters in kernel order, `chosen` over the defaults, then what is fixed.

        Raises
        ------
        SkatsimError
            For a key the bot does not have or a value it cannot use.
        """
        for key, value in chosen.items():
            if key not in self.params:
                known = ", ".join(self.params) or "none"
                raise SkatsimError(f"bot {self.name} has no parameter {key!r}; it has: {known}")
            finite_number(f"{self.name}.{key}", value)
        merged = {**self.params, **chosen}
        self.check(merged)
        return [float(value) for value in (*merged.values(), *self.fixed.values())]

    def pace_with(self, chosen: Mapping[str, float]) -> float:
        """Games three such bots play in a CPU-second, with `chosen` over the default parameters."""
        return self.pace / self.slowdown({**self.params, **chosen})

    def new_workspace(self) -> Ints:
        """Scratch memory for one player: int64[workspace_size], prepared."""
        workspace = apart(self.workspace_size)
        self.prepare(workspace)
        return workspace

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as a name: machine code and its addresses stay where they are."""
        from skatsim.bots.files import home_of

        module, name = _home(self)
        return _arrived, (self.label, module, name, home_of(module))


def finite_number(what: str, value: Any) -> float:
    """`value` as a float.

    Raises
    ------
    SkatsimError
        That begins with `what`, if it is no number or infinite, or too large for a float.
    """
    try:
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        said = repr(value) if isinstance(value, float | str) else type(value).__name__
        raise SkatsimError(
            f"{what} = {said if number != math.inf else 'more than a float can hold'} is no finite number"
        )
    return number


def _home(bot: Bot) -> tuple[str, str]:
    """The module and the name in it under which another process finds the bot: of several the package's own."""
    homes = [
        (module, name)
        for module, found in list(sys.modules.items())
        if module != "__main__" or hasattr(found, "__file__")
        for name, value in list(getattr(found, "__dict__", {}).items())
        if value is bot or (name == "VERSIONS" and isinstance(value, tuple) and any(old is bot for old in value))
    ]
    if not homes:
        raise SkatsimError(
            f"bot {bot.label} cannot travel to another process: no module has it; "
            "write it into a file of its own, as a global such as BOT = Bot(...), and import it from there"
        )
    return min(homes, key=lambda home: (home[0] == "__main__", not home[0].startswith("skatsim."), home))


def _arrived(label: str, module: str, name: str, file: str) -> Bot:
    """The bot that was sent, as this process has it."""
    from skatsim.bots.files import load

    try:
        found = load(f"{file}:{name}") if file else getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise SkatsimError(f"bot {label} cannot be found in this process: {error}") from None
    bots: dict[str, Bot] = {
        getattr(bot, "label", name): bot for bot in (found if isinstance(found, tuple) else (found,))
    }
    if label not in bots:
        raise SkatsimError(f"bot {label} was sent, but {module} has {', '.join(bots)} in this process")
    return bots[label]


Player = tuple[Bot, Mapping[str, float]]
"""A bot and the parameters that differ from its defaults."""


@dataclass(frozen=True)
class Lineup:
    """Three players ready for the engine.

    `functions` has twelve kernels, player-major in the order of `QUESTIONS`, and `addresses` where `decide` finds them
    (int64[12]); `params` are three float64 arrays.  It travels to another process as `players`, names and numbers, and
    is made anew there.
    """

    players: tuple[Player, ...]
    functions: tuple[Decision, ...]
    addresses: Ints
    params: tuple[Floats, ...]

    def new_workspaces(self) -> list[Ints]:
        """Fresh scratch memory for each player."""
        return [bot.new_workspace() for bot, _ in self.players]

    def __reduce__(self) -> tuple[Any, ...]:
        return make_lineup, (self.players,)


def make_lineup(players: Sequence[Player]) -> Lineup:
    """Compile three bots' kernels and lay out their parameters.

    Raises
    ------
    SkatsimError
        If there are not three players, a parameter does not fit its bot, or a kernel does not compile.
    """
    if len(players) != 3:
        raise SkatsimError(f"a line-up has three players, not {len(players)}; name three bots, such as a,b,c")
    params = tuple(np.array(bot.param_values(chosen), dtype=np.float64) for bot, chosen in players)
    named = [(bot, question) for bot, _ in players for question in range(len(QUESTIONS))]
    addresses = np.array([_address(bot, question) for bot, question in named], dtype=np.int64)
    seated = tuple((bot, dict(chosen)) for bot, chosen in players)
    return Lineup(seated, tuple(bot.decisions[question] for bot, question in named), addresses, params)


def _address(bot: Bot, question: int) -> int:
    try:
        return address_of(bot.decisions[question])
    except SkatsimError as error:
        raise SkatsimError(f"bot {bot.name}: {QUESTIONS[question]} {error}") from error
