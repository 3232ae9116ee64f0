"""What a run is: a frozen description, read from TOML, that fixes every byte the run writes.

A `RunConfig` holds nothing else: threads and chunk sizes are arguments of `simulate`, because they change no byte.  Its
canonical JSON form names it (`RunConfig.digest`).  All keys have a default:

    games = 1_000_000
    seed = 1
    lineup = ["heuristic", "random", { bot = "heuristic", params = { boldness = 0.2 } }]
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
    """A simulated run; see the module for the keys.

    Raises
    ------
    SkatsimError
        Naming the number that is out of range.

    Examples
    --------
    >>> RunConfig(games=500).rules.lost_hand
    'double'
    >>> RunConfig(games=0)
    Traceback (most recent call last):
    skatsim.runs.config.ConfigError: games: 0 is too few; take at least 1
    """

    games: int = 1_000_000
    seed: int = 1
    lineup: Players = (HEURISTIC, HEURISTIC, HEURISTIC)
    rules: RuleSet = ISKO
    store: tuple[Kept, ...] = ()
    shard_games: int = 1_000_000

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ConfigError("games", f"{self.games} is too few; take at least 1")
        _at("seed", check_game_name, self.seed, 0)
        _at("games", check_game_name, self.seed, self.games - 1)
        if not 1 <= self.shard_games <= MAX_SHARD_GAMES:
            raise ConfigError("shard_games", f"{self.shard_games} is out of range; take 1 to {MAX_SHARD_GAMES}")

    @property
    def canonical(self) -> bytes:
        """The same JSON bytes for the same run, keys sorted."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical form, hexadecimal."""
        return hashlib.sha256(self.canonical).hexdigest()


class ConfigError(SkatsimError):
    """A value a run cannot have; `path` is its key, such as ``lineup[1].params.boldness``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.key = re.split(r"[.\[]", path)[0]


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    """A run file as users write it."""

    games: int = 1_000_000
    seed: int = 1
    lineup: str | list[str | dict[str, Any]] = "heuristic,heuristic,heuristic"
    rules: str | dict[str, str | int] = "isko"
    store: str | list[str] = ""
    shard_games: int = 1_000_000
    kind: Literal["simulation"] = "simulation"


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
    try:
        table = msgspec.convert(keys, _Table)
    except msgspec.ValidationError as error:
        raise _translate(str(error)) from None
    return RunConfig(
        games=table.games,
        seed=table.seed,
        lineup=_lineup(table.lineup),
        rules=_rules(table.rules),
        store=_store(table.store),
        shard_games=table.shard_games,
    )


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
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise SkatsimError(f"{path}: {error.strerror}; name a run file in TOML") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SkatsimError(f"{path}: not valid TOML: {error}") from None


def players(config: RunConfig) -> list[tuple[Bot, dict[str, float]]]:
    """The three bots of a run with their chosen parameters.

    Raises
    ------
    SkatsimError
        For a bot that is not installed or a parameter it does not have.
    """
    return [(_at(f"lineup[{p}]", registry.get, spec.bot), spec.params) for p, spec in enumerate(config.lineup)]


def player_label(bot: Bot, params: Mapping[str, float]) -> str:
    """How a player is called in the rows: ``bot@version`` and the parameters that differ from the defaults.

    >>> player_label(registry.get("random"), {})
    'random@1'
    """
    changed = [f"{key}={value:g}" for key, value in sorted(params.items()) if value != bot.params[key]]
    return f"{bot.label}({','.join(changed)})" if changed else bot.label


def _lineup(written: str | list[str | dict[str, Any]]) -> Players:
    entries = _split(written) if isinstance(written, str) else written
    if len(entries) != 3:
        raise ConfigError("lineup", f"needs three bots, not {len(entries)}; such as random,heuristic,heuristic")
    first, second, third = (_bot_spec(entry, f"lineup[{p}]") for p, entry in enumerate(entries))
    return first, second, third


def _bot_spec(entry: str | dict[str, Any], path: str) -> BotSpec:
    table = {"bot": entry} if isinstance(entry, str) else entry
    for key in table:
        if key not in BotSpec.__struct_fields__:
            raise _unknown(f"{path}.{key}", "key", BotSpec.__struct_fields__)
    name, params = table.get("bot"), table.get("params", dict[str, Any]())
    if not isinstance(name, str):
        raise ConfigError(f"{path}.bot", "a bot's name is needed; choose one of " + ", ".join(registry.NAMES))
    if not isinstance(params, dict):
        raise ConfigError(f"{path}.params", "a table is needed, such as { boldness = 0.2 }")
    bot = _at(path, registry.get, name)
    return BotSpec(name, _params(bot, params, f"{path}.params"))


def _params(bot: Bot, chosen: dict[str, Any], path: str) -> dict[str, float]:
    for key, value in chosen.items():
        if key not in bot.params:
            raise _unknown(f"{path}.{key}", "parameter", bot.params)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ConfigError(f"{path}.{key}", f"{value!r} is not a number")
    numbers = {key: float(value) for key, value in chosen.items()}
    _at(path, bot.param_values, numbers)
    return numbers


def _rules(written: str | dict[str, str | int]) -> RuleSet:
    if isinstance(written, str):
        return _at("rules", preset, written)
    switches = dict(written)
    start = _at("rules.preset", preset, str(switches.pop("preset", "isko")))
    for key, value in switches.items():
        _check_switch(key, value)
    return msgspec.structs.replace(start, **switches)


def _check_switch(key: str, value: str | int) -> None:
    path = f"rules.{key}"
    if key not in RuleSet.__struct_fields__:
        raise _unknown(path, "rule", ("preset", *RuleSet.__struct_fields__))
    if key == "ladder_top":
        if not isinstance(value, int):
            raise ConfigError(path, f"{value!r} is not a bid; write a number such as 99")
        _at(path, check_bid, value)
    elif value not in SWITCHES[key]:
        raise ConfigError(path, f"{value!r} is not known; choose one of {', '.join(SWITCHES[key])}")


def _store(written: str | list[str]) -> tuple[Kept, ...]:
    entries = _split(written) if isinstance(written, str) else written
    for i, entry in enumerate(entries):
        if entry not in ("deals", "plays"):
            raise ConfigError(f"store[{i}]", f"{entry!r} is not known; choose deals or plays")
    kept: tuple[Kept, ...] = ("deals", "plays")
    return tuple(name for name in kept if name in entries)


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


def _translate(message: str) -> ConfigError:
    """Turn msgspec's ``Expected `int`, got `str` - at `$.games` `` round: the key first."""
    problem, _, place = message.partition(" - at `$")
    path = place.strip("`").lstrip(".")
    field = re.fullmatch(r"Object contains unknown field `(.*)`", problem)
    if field:
        return _unknown(f"{path}.{field[1]}".lstrip("."), "key", RunConfig.__struct_fields__)
    return ConfigError(path, problem.replace("`", "").lower().replace("object", "table").replace("array", "list"))
