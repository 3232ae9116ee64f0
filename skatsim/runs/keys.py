"""How the keys of a run may be written, and what is refused: one line that starts with the key at fault.

A function a key: it takes what a run file or a Python caller wrote and hands back the value a run holds.
"""

import math
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from os import PathLike
from string import ascii_uppercase
from typing import Any, Literal, get_args

import msgspec

from skatsim.bots import files, registry
from skatsim.errors import SkatsimError
from skatsim.rules.contracts import check_bid
from skatsim.rules.ruleset import SWITCHES, RuleSet, preset
from skatsim.runs.shards import MAX_PARTS, least_shard

Kept = Literal["deals", "plays"]


class BotSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot by name, or ``name@version``, and the parameters that differ from its defaults."""

    bot: str
    params: dict[str, float] = {}


Players = tuple[BotSpec, BotSpec, BotSpec]


class SourceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of game records: its name, length in bytes and SHA-256."""

    name: str
    bytes: int
    sha256: str


class Sequential(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sequential test of A's difference to B in tournament points a deal: H0 `low` against H1 `high`."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for key in self.__struct_fields__:
            msgspec.structs.force_setattr(self, key, number(getattr(self, key), f"sequential.{key}"))
        if not self.low < self.high:
            raise ConfigError("sequential.high", f"{self.high:g} is not above low, {self.low:g}")
        for key, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise ConfigError(f"sequential.{key}", f"{error:g} is no error rate; take one between 0 and 0.5")


class ConfigError(SkatsimError):
    """A value a run cannot have; `path` is its key, such as ``lineup[1].params.boldness``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.key = re.split(r"[.\[]", path)[0]


def whole_number(key: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """`value` as an int, numpy's integers too, but no bool and no text.

    Raises
    ------
    SkatsimError
        Naming the key and the range.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ConfigError(key, f"expected int, got {type(value).__name__}")
    number = int(value)
    if most is not None and not (least or 0) <= number <= most:
        raise ConfigError(key, f"{number} is out of range; take {least or 0} to {most}")
    if least is not None and number < least:
        raise ConfigError(key, f"{number} is too few; take at least {least}")
    return number


def total(key: str, value: object, least: int, most_in_part: int) -> int:
    """How many games, deals or boards a run has: as many as its parts can hold at most."""
    number, most = whole_number(key, value, least), MAX_PARTS * most_in_part
    if number > most:
        raise ConfigError(key, f"{number} is out of range; take at most {most:,}")
    return number


def in_part(key: str, value: object, games: int, most: int) -> int:
    """How many of a run's `games` lie in a part: at most `most`, and enough to make no more than `MAX_PARTS` parts."""
    number, least = whole_number(key, value, 1, most), least_shard(games)
    if number < least:
        raise ConfigError(key, f"{number} makes more than {MAX_PARTS:,} parts; take at least {least}")
    return number


def lineup(written: object, key: str = "lineup") -> Players:
    """Three bots, from text with commas or from a list of names and tables."""
    entries = _entries(key, written)
    if len(entries) != 3:
        raise ConfigError(key, f"needs three bots, not {len(entries)}; such as random,heuristic,heuristic")
    first, second, third = (_bot_spec(entry, f"{key}[{p}]") for p, entry in enumerate(entries))
    return first, second, third


def by_seat(written: object, key: str = "bots") -> Players:
    """One bot for all seats, or three for forehand, middlehand and rearhand."""
    entries = _entries(key, written if isinstance(written, str | list | tuple) else [written])
    if len(entries) not in (1, 3):
        raise ConfigError(key, f"needs one bot for all, or forehand's, middlehand's and rearhand's, not {len(entries)}")
    return lineup(entries * (3 // len(entries)), key)


def bots(written: object, key: str = "bots") -> tuple[BotSpec, ...]:
    """Two bots or more, from text with commas or from a list of names and tables."""
    entries = _entries(key, written)
    if not 2 <= len(entries) <= len(ascii_uppercase):
        raise ConfigError(key, f"needs 2 to {len(ascii_uppercase)} bots, not {len(entries)}; such as random,heuristic")
    return tuple(_bot_spec(entry, f"{key}[{p}]") for p, entry in enumerate(entries))


def from_file(written: object, file: str | PathLike[str]) -> object:
    """A line-up as a run file has it, the files of bots in it as seen from here: a file names them as it sees them."""
    entries = _entries("lineup", written) if isinstance(written, str | list | tuple) else written
    return [_beside(entry, file) for entry in entries] if isinstance(entries, list) else entries


def _beside(entry: Any, file: str | PathLike[str]) -> Any:
    """A bot as `file` names it, in text or as a table; what is neither comes back as it is."""
    if isinstance(entry, Mapping) and isinstance(entry.get("bot"), str):
        return {**entry, "bot": _beside(entry["bot"], file)}
    if not isinstance(entry, str) or "#" in entry:
        return entry
    name, rest = files.split_settings(entry)
    return files.canonical(name, os.path.dirname(os.fspath(file))) + rest if files.is_file(name) else entry


def bot(written: object, key: str = "bot") -> BotSpec:
    """One bot, from its name with parameters or from a table."""
    entries = _entries(key, written if isinstance(written, str | list | tuple) else [written])
    if len(entries) != 1:
        raise ConfigError(key, f"needs one bot, not {len(entries)}; such as heuristic:boldness=5")
    return _bot_spec(entries[0], key)


def read_toml(path: str | PathLike[str]) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises
    ------
    SkatsimError
        Naming the file and what is wrong with it.
    """
    try:
        with open(path, encoding="utf-8-sig") as file:  # editors on Windows write a byte-order mark
            return tomllib.loads(file.read())
    except OSError as error:
        raise SkatsimError(f"{path}: {error.strerror}; name a file in TOML") from None
    except (ValueError, RecursionError) as error:
        raise SkatsimError(f"{path}: not valid TOML: {error}") from None


def _named(text: str, path: str) -> Mapping[str, Any]:
    """A bot as text: ``heuristic@1``, ``heuristic:boldness=5,null=0``, ``mybot.py:BOT`` or ``players.toml#bold``."""
    file, hash_sign, player = text.rpartition("#")
    if hash_sign:
        tables = read_toml(file)
        table = tables.get(player)
        if not isinstance(table, Mapping):
            raise ConfigError(path, f"{file} has no player {player!r}; it has: {', '.join(tables) or 'none'}")
        return _beside(table, file)
    name, rest = files.split_settings(text)
    colon, settings = rest[:1], rest[1:]
    params: dict[str, float] = {}
    for setting in _split(settings):
        key, _, value = (part.strip() for part in setting.partition("="))
        if not key or key in params:
            raise ConfigError(path, f"{setting!r} is no parameter set once; write heuristic:boldness=5,null=0")
        try:
            params[key] = float(value)
        except ValueError:
            raise ConfigError(f"{path}.params.{key}", f"{value!r} is not a number") from None
    if colon and not params:
        raise ConfigError(path, f"{text!r} names no parameter after the colon; write heuristic:boldness=5")
    return {"bot": name, "params": params}


def spec_text(spec: BotSpec) -> str:
    """A bot as `lineup` and `bots` read it.

    >>> spec_text(BotSpec("heuristic", {"boldness": 5.0, "null": 0.0}))
    'heuristic:boldness=5,null=0'
    """
    settings = ",".join(f"{key}={value!r}".removesuffix(".0") for key, value in spec.params.items())
    return f"{spec.bot}:{settings}" if settings else spec.bot


def _bot_spec(entry: object, path: str) -> BotSpec:
    if isinstance(entry, BotSpec):
        entry = msgspec.structs.asdict(entry)
    table = _named(entry, path) if isinstance(entry, str) else entry
    if not isinstance(table, Mapping):
        raise ConfigError(path, f"expected str | table, got {type(entry).__name__}")
    for key in table:
        if key not in BotSpec.__struct_fields__:
            raise unknown(f"{path}.{key}", "key", BotSpec.__struct_fields__)
    name, params = table.get("bot"), table.get("params", {})
    if not isinstance(name, str):
        raise ConfigError(f"{path}.bot", "a bot's name is needed; choose one of " + ", ".join(registry.NAMES))
    if not isinstance(params, Mapping):
        raise ConfigError(f"{path}.params", "a table is needed, such as { boldness = 20 }")
    if files.is_file(name):
        if set(name) & set(",#"):
            raise ConfigError(path, f"{name!r} cannot be told from a list or a player; rename what holds a , or #")
        name = files.canonical(name)
    return BotSpec(name, {key: number(value, f"{path}.params.{key}") for key, value in params.items()})


def number(value: object, path: str) -> float:
    """`value` as a finite float; no bool, no text."""
    try:
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        raise ConfigError(path, "has too many digits; take a number that fits the parameter") from None
    if not math.isfinite(number):
        raise ConfigError(path, f"{value!r} is not a number")
    return number


def rules(written: object) -> RuleSet:
    """A rule set, from a preset's name or a table of a preset and single switches."""
    if isinstance(written, RuleSet):
        return written
    if isinstance(written, str):
        written = {"preset": written}
        path = "rules"
    elif isinstance(written, Mapping):
        path = "rules.preset"
    else:
        raise ConfigError("rules", f"expected str | table, got {type(written).__name__}")
    switches = dict(written)
    start: RuleSet = at_key(path, preset, str(switches.pop("preset", "isko")))
    return msgspec.structs.replace(start, **{key: _switch(key, value) for key, value in switches.items()})


def _switch(key: str, value: object) -> Any:
    path = f"rules.{key}"
    if key not in RuleSet.__struct_fields__:
        raise unknown(path, "rule", ("preset", *RuleSet.__struct_fields__))
    if key == "ladder_top":
        if not isinstance(value, Integral):
            raise ConfigError(path, f"{value!r} is not a bid; write a number such as 99")
        return int(at_key(path, check_bid, value))
    if not isinstance(value, str) or value not in SWITCHES[key]:
        raise ConfigError(path, f"{value!r} is not known; choose one of {', '.join(SWITCHES[key])}")
    return value


def store(written: object) -> tuple[Kept, ...]:
    """What is kept beside the outcomes, in one order however it is written."""
    entries = _entries("store", written)
    for i, entry in enumerate(entries):
        if not isinstance(entry, str) or entry not in get_args(Kept):
            raise ConfigError(f"store[{i}]", f"{entry!r} is not known; choose deals or plays")
    return tuple(name for name in get_args(Kept) if name in entries)


def _entries(key: str, written: object) -> list[Any]:
    """A list, or text with commas, as a list; a bot's parameters stay with it: ``heuristic:boldness=5,null=0``."""
    if isinstance(written, str):
        entries: list[str] = []
        for piece in _split(written):
            if "=" in piece and ":" not in piece and entries:
                entries[-1] += f",{piece}"
            else:
                entries.append(piece)
        return entries
    if not isinstance(written, list | tuple):
        raise ConfigError(key, f"expected a list or text with commas, got {type(written).__name__}")
    return list(written)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def at_key(path: str, check: Callable[..., Any], *values: object) -> Any:
    """Call `check`; its error then names the key."""
    try:
        return check(*values)
    except SkatsimError as error:
        raise ConfigError(path, str(error)) from None


def unknown(path: str, what: str, known: Iterable[str]) -> ConfigError:
    """The error for a key that is not known, with those that are."""
    return ConfigError(path, f"unknown {what}; it has: {', '.join(known) or 'none'}")
