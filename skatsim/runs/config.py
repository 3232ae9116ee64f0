"""What a run is: a frozen description, read from TOML, that fixes every byte the run writes.

A `RunConfig` holds nothing else: threads and chunk sizes are arguments of `simulate`, because they change no byte.  Its
canonical JSON form names it (`RunConfig.digest`).  All keys have a default:

    games = 1_000_000
    seed = 1
    lineup = ["heuristic", "random", { bot = "heuristic", params = { boldness = 20 } }]
    rules = "isko"                       # or a table: { preset = "isko", lost_hand = "single" }
    store = ["deals", "plays"]           # beside the outcomes; both can be recomputed from (seed, game)
    shard_games = 1_000_000              # games in one Parquet part: what a killed run loses at most

Player p of the line-up sits at seat s of game g where (g + s) % 3 == p.  Every error is one line that starts with the
key at fault, after the file's name where it came from a file.
"""

import hashlib
import math
import re
import tomllib
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from os import PathLike
from typing import Any, Final, Literal

import msgspec

from skatsim.bots import registry
from skatsim.bots.abi import Bot
from skatsim.errors import SkatsimError
from skatsim.rules.contracts import check_bid
from skatsim.rules.deals import check_game_name
from skatsim.rules.ruleset import ISKO, SWITCHES, RuleSet, preset

Kept = Literal["deals", "plays"]

MAX_SHARD_GAMES: Final = 4_000_000
"""A part is encoded in memory: up to 50 bytes a game with deals and plays."""


class BotSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot by name, or ``name@version``, and the parameters that differ from its defaults."""

    bot: str
    params: dict[str, float] = {}


Players = tuple[BotSpec, BotSpec, BotSpec]
HEURISTIC: Final = BotSpec("heuristic")


class RunConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="simulation"):
    """A simulated run; see the module for the keys, which may be written as in a run file.

    Whether the bots are installed is not asked here, so that old runs can be read: `players` asks.

    Raises
    ------
    SkatsimError
        Naming the key whose value is of the wrong type or out of range.

    Examples
    --------
    >>> RunConfig(games=500).rules.lost_hand
    'double'
    >>> RunConfig(games=0)
    Traceback (most recent call last):
    skatsim.runs.config.ConfigError: games: 0 is too few; take at least 1
    >>> RunConfig(lineup="random,random,random").lineup[2]
    BotSpec(bot='random', params={})
    """

    games: int = 1_000_000
    seed: int = 1
    lineup: Players = (HEURISTIC, HEURISTIC, HEURISTIC)
    rules: RuleSet = ISKO
    store: tuple[Kept, ...] = ()
    shard_games: int = 1_000_000

    def __post_init__(self) -> None:
        _check_range(self)
        put = msgspec.structs.force_setattr
        put(self, "lineup", _lineup(self.lineup))
        put(self, "rules", _rules(self.rules))
        put(self, "store", _store(self.store))

    @property
    def canonical(self) -> bytes:
        """The same JSON bytes for the same run, keys sorted."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical form, hexadecimal."""
        return hashlib.sha256(self.canonical).hexdigest()


class OpenTableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open_table"):
    """Deals solved with open cards: which contracts each seat makes, as hand games or after the best discard.

    The deal of game g is that of a simulated run with the same seed.  `shard_games` is what a killed run loses at most.

    Raises
    ------
    SkatsimError
        Naming the key whose value is of the wrong type or out of range.

    Examples
    --------
    >>> OpenTableConfig(games=0)
    Traceback (most recent call last):
    skatsim.runs.config.ConfigError: games: 0 is too few; take at least 1
    """

    games: int = 100_000
    seed: int = 1
    after_pick_up: bool = False
    shard_games: int = 2_000

    def __post_init__(self) -> None:
        _check_range(self)
        if not isinstance(self.after_pick_up, bool):
            raise ConfigError("after_pick_up", f"expected bool, got {type(self.after_pick_up).__name__}")

    @property
    def rules(self) -> RuleSet:
        """No switch matters to who makes 61 card points or no trick."""
        return ISKO


Computed = RunConfig | OpenTableConfig
"""Runs that are computed from a seed, in shards."""


def _check_range(config: Computed) -> None:
    """Which games the run computes, and in which parts."""
    put = msgspec.structs.force_setattr
    put(config, "games", whole_number("games", config.games, 1))
    put(config, "seed", whole_number("seed", config.seed))
    put(config, "shard_games", whole_number("shard_games", config.shard_games, 1, MAX_SHARD_GAMES))
    _at("seed", check_game_name, config.seed, 0)
    _at("games", check_game_name, config.seed, config.games - 1)


class ConfigError(SkatsimError):
    """A value a run cannot have; `path` is its key, such as ``lineup[1].params.boldness``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.key = re.split(r"[.\[]", path)[0]


def whole_number(key: str, value: Any, least: int | None = None, most: int | None = None) -> int:
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


def make_config(**keys: Any) -> RunConfig:
    """A run from its keys as a run file has them; line-up and store also as text with commas.

    Raises
    ------
    SkatsimError
        One line that starts with the key at fault.

    Examples
    --------
    >>> config = make_config(lineup="random,random,random", rules={"preset": "web-99", "void": "must_trump"})
    >>> config.lineup[2].bot, config.rules.ladder_top
    ('random', 99)
    >>> make_config(store=["deal"])
    Traceback (most recent call last):
    skatsim.runs.config.ConfigError: store[0]: 'deal' is not known; choose deals or plays
    """
    for key in keys:
        if key not in (*RunConfig.__struct_fields__, "kind"):
            raise _unknown(key, "key", RunConfig.__struct_fields__)
    if keys.pop("kind", "simulation") != "simulation":
        raise ConfigError("kind", "only a simulation can be described by a run file; leave the key out")
    config = RunConfig(**keys)
    players(config)
    return config


def load_config(path: str | PathLike[str] | None = None, **overrides: Any) -> RunConfig:
    """The run of a TOML file, or the default run without one; `overrides` that are not None replace its keys.

    Raises
    ------
    SkatsimError
        One line with the file's name and the key at fault.
    """
    given = {key: value for key, value in overrides.items() if value is not None}
    table = _read_toml(path) if path is not None else {}
    try:
        return make_config(**{**table, **given})
    except ConfigError as error:
        from_file = path is not None and error.key not in given
        raise SkatsimError(f"{path}: {error}" if from_file else str(error)) from None


def _read_toml(path: str | PathLike[str]) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8-sig") as file:  # editors on Windows write a byte-order mark
            return tomllib.loads(file.read())
    except OSError as error:
        raise SkatsimError(f"{path}: {error.strerror}; name a run file in TOML") from None
    except (ValueError, RecursionError) as error:
        raise SkatsimError(f"{path}: not valid TOML: {error}") from None


def players(config: RunConfig) -> list[tuple[Bot, dict[str, float]]]:
    """The three bots of a run with their chosen parameters.

    Raises
    ------
    SkatsimError
        For a bot that is not installed or a parameter it does not have.
    """
    return [_player(spec, f"lineup[{p}]") for p, spec in enumerate(config.lineup)]


def _player(spec: BotSpec, path: str) -> tuple[Bot, dict[str, float]]:
    bot: Bot = _at(path, registry.get, spec.bot)
    for key in spec.params:
        if key not in bot.params:
            raise _unknown(f"{path}.params.{key}", "parameter", bot.params)
    _at(f"{path}.params", bot.param_values, spec.params)
    return bot, spec.params


def player_label(bot: Bot, params: Mapping[str, float]) -> str:
    """How a player is called in the rows: ``bot@version`` and the parameters that differ from the defaults.

    >>> player_label(registry.get("random"), {})
    'random@1'
    """
    changed = [f"{key}={value:g}" for key, value in sorted(params.items()) if value != bot.params[key]]
    return f"{bot.label}({','.join(changed)})" if changed else bot.label


def _lineup(written: Any) -> Players:
    entries = _entries("lineup", written)
    if len(entries) != 3:
        raise ConfigError("lineup", f"needs three bots, not {len(entries)}; such as random,heuristic,heuristic")
    first, second, third = (_bot_spec(entry, f"lineup[{p}]") for p, entry in enumerate(entries))
    return first, second, third


def _bot_spec(entry: Any, path: str) -> BotSpec:
    if isinstance(entry, BotSpec):
        entry = msgspec.structs.asdict(entry)
    table = {"bot": entry} if isinstance(entry, str) else entry
    if not isinstance(table, Mapping):
        raise ConfigError(path, f"expected str | table, got {type(entry).__name__}")
    for key in table:
        if key not in BotSpec.__struct_fields__:
            raise _unknown(f"{path}.{key}", "key", BotSpec.__struct_fields__)
    name, params = table.get("bot"), table.get("params", {})
    if not isinstance(name, str):
        raise ConfigError(f"{path}.bot", "a bot's name is needed; choose one of " + ", ".join(registry.NAMES))
    if not isinstance(params, Mapping):
        raise ConfigError(f"{path}.params", "a table is needed, such as { boldness = 20 }")
    return BotSpec(name, {key: _number(value, f"{path}.params.{key}") for key, value in params.items()})


def _number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise ConfigError(path, f"{value!r} is not a number")
    return float(value)


def _rules(written: Any) -> RuleSet:
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
    start: RuleSet = _at(path, preset, str(switches.pop("preset", "isko")))
    return msgspec.structs.replace(start, **{key: _switch(key, value) for key, value in switches.items()})


def _switch(key: str, value: Any) -> Any:
    path = f"rules.{key}"
    if key not in RuleSet.__struct_fields__:
        raise _unknown(path, "rule", ("preset", *RuleSet.__struct_fields__))
    if key == "ladder_top":
        if not isinstance(value, Integral):
            raise ConfigError(path, f"{value!r} is not a bid; write a number such as 99")
        return int(_at(path, check_bid, value))
    if value not in SWITCHES[key]:
        raise ConfigError(path, f"{value!r} is not known; choose one of {', '.join(SWITCHES[key])}")
    return value


def _store(written: Any) -> tuple[Kept, ...]:
    entries = _entries("store", written)
    for i, entry in enumerate(entries):
        if entry not in ("deals", "plays"):
            raise ConfigError(f"store[{i}]", f"{entry!r} is not known; choose deals or plays")
    kept: tuple[Kept, ...] = ("deals", "plays")
    return tuple(name for name in kept if name in entries)


def _entries(key: str, written: Any) -> list[Any]:
    """A list, or text with commas, as a list."""
    if isinstance(written, str):
        return _split(written)
    if not isinstance(written, list | tuple):
        raise ConfigError(key, f"expected a list or text with commas, got {type(written).__name__}")
    return list(written)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _at(path: str, check: Callable[..., Any], *values: Any) -> Any:
    """Call `check`; its error then names the key."""
    try:
        return check(*values)
    except SkatsimError as error:
        raise ConfigError(path, str(error)) from None


def _unknown(path: str, what: str, known: Any) -> ConfigError:
    return ConfigError(path, f"unknown {what}; it has: {', '.join(known) or 'none'}")
