"""What a run is: a frozen description that fixes every byte the run writes, and answers for its kind.

Every kind of run is a struct of the tagged union `Config`.  What differs from kind to kind, all others ask of it: see
`Kind` for the questions, `skatsim.runs` for how a kind is added.  Threads and chunk sizes are arguments of `simulate`
and stand in no configuration, because they change no byte.  The canonical JSON form names a run (`Kind.digest`).

A simulation is read from TOML.  All keys have a default:

    games = 1_000_000
    seed = 1
    lineup = ["heuristic", "random", { bot = "heuristic", params = { boldness = 20 } }]
    rules = "isko"                       # or a table: { preset = "isko", lost_hand = "single" }
    store = ["deals", "plays"]           # beside the outcomes; both can be recomputed from (seed, game)
    shard_games = 1_000_000              # games in one Parquet part: what a killed run loses at most

Player p of the line-up sits at seat s of game g where (g + s) % 3 == p.  Without `shard_games` a part is what one core
plays in some 20 seconds, at most a million games.  Every error is one line that starts with the key at fault, after the
file's name where it came from a file.

A bot of your own is ``"mybot.py:BOT"``: a path as seen from the run file, or from the current folder where a command or
a call says it.  It is kept as seen from the current folder, so that a run has the same bytes on any machine: resume it
where it was begun.
"""

import shlex
from collections.abc import Callable, Mapping
from itertools import combinations
from os import PathLike
from string import ascii_uppercase
from typing import Any, ClassVar, Final, Literal, cast

import msgspec
import pyarrow as pa

from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError
from skatsim.rules.deals import check_game_name
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.runs import again, keys
from skatsim.runs.duplicate_kind import SEATINGS, DuplicateKind
from skatsim.runs.keys import (
    BotSpec,
    ConfigError,
    Kept,
    Players,
    Sequential,
    SourceFile,
    at_key,
    unknown,
    whole_number,
)
from skatsim.runs.kind import ASSUMED_PACE, Kind
from skatsim.runs.shards import Shards, least_shard, shard_size
from skatsim.runs.xskat import XskatConfig
from skatsim.table.schema import arrow_schema, open_schema

__all__ = [
    "BoardsConfig",
    "BotSpec",
    "Config",
    "ConfigError",
    "Kept",
    "Kind",
    "OpenTableConfig",
    "RecordsConfig",
    "RunConfig",
    "Sequential",
    "SourceFile",
    "XskatConfig",
]

MAX_SHARD_GAMES: Final = 4_000_000
"""A part is encoded in memory: up to 50 bytes a game with deals and plays."""
DEFAULT_SHARD_GAMES: Final = 1_000_000
MAX_LOOK_BOARDS: Final = 1_000
"""A sequential test looks after each part: at most so many boards."""
HEURISTIC: Final = BotSpec("heuristic")


class RunConfig(Kind, frozen=True, forbid_unknown_fields=True, tag="simulation"):
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
    skatsim.runs.keys.ConfigError: games: 0 is too few; take at least 1
    >>> RunConfig(lineup="random,random,random").lineup[2]
    BotSpec(bot='random', params={})
    """

    title: ClassVar[str] = "a simulation"
    bots_key: ClassVar[str] = "lineup"

    games: int = 1_000_000
    seed: int = 1
    lineup: Players = (HEURISTIC, HEURISTIC, HEURISTIC)
    rules: RuleSet = ISKO
    store: tuple[Kept, ...] = ()
    shard_games: int = cast(int, None)  # the bots' pace decides

    def __post_init__(self) -> None:
        put = msgspec.structs.force_setattr
        _check_range(self)
        put(self, "lineup", keys.lineup(self.lineup))
        put(self, "rules", keys.rules(self.rules))
        put(self, "store", keys.store(self.store))
        if self.shard_games is None:
            put(self, "shard_games", shard_size(self.pace, DEFAULT_SHARD_GAMES, self.games))
        put(self, "shard_games", keys.in_part("shard_games", self.shard_games, self.games, MAX_SHARD_GAMES))

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return Shards(self.games, self.shard_games)

    @property
    def pace(self) -> float:
        """Games that one core plays in a second, roughly: each bot plays a third of the decisions."""
        return _joint_pace(self)

    @property
    def simulation(self) -> "RunConfig":
        """Itself."""
        return self

    def making(self) -> dict[str, str]:
        """A run file and the command that reads it."""
        return again.simulation(self)

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The three bots of the line-up."""
        return self.lineup

    def schema(self, metadata: dict[str, str]) -> pa.Schema:
        """One row a game."""
        return arrow_schema(deals="deals" in self.store, plays="plays" in self.store, metadata=metadata)


class OpenTableConfig(Kind, frozen=True, forbid_unknown_fields=True, tag="open_table"):
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
    skatsim.runs.keys.ConfigError: games: 0 is too few; take at least 1
    """

    title: ClassVar[str] = "an open table"
    unit: ClassVar[str] = "deals"
    verb: ClassVar[str] = "solved"

    games: int = 100_000
    seed: int = 1
    after_pick_up: bool = False
    shard_games: int = cast(int, None)  # 2,000, more in a very long table

    def __post_init__(self) -> None:
        put = msgspec.structs.force_setattr
        _check_range(self)
        if self.shard_games is None:
            put(self, "shard_games", max(2_000, least_shard(self.games)))
        put(self, "shard_games", keys.in_part("shard_games", self.shard_games, self.games, MAX_SHARD_GAMES))
        if not isinstance(self.after_pick_up, bool):
            raise ConfigError("after_pick_up", f"expected bool, got {type(self.after_pick_up).__name__}")

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return Shards(self.games, self.shard_games)

    @property
    def pace(self) -> float:
        """Deals that one core solves in a second, roughly."""
        return 120 if self.after_pick_up else 1_200

    @property
    def row_bytes(self) -> float:
        """Measured."""
        return 5.4

    def schema(self, metadata: dict[str, str]) -> pa.Schema:
        """One row a deal."""
        return open_schema(metadata)


class BoardsConfig(DuplicateKind, frozen=True, forbid_unknown_fields=True, tag="boards"):
    """Bots compared in duplicate: each board is one deal, played in all six seatings of two bots at three seats.

    With more than two bots every pair plays every board (`opponents` ``all``), or each later bot only against the first
    (``first``: variants of one bot).  The deal of board b is that of game b of a simulated run with the same seed, and
    each seat has the same random words in all games of a board.  Games are counted and written board after board, pair
    after pair, seating after seating (`seatings`).  With `sequential` the run ends with the first part after which the
    test of the first pair's difference has a verdict, at `boards` boards at the latest.

    Raises
    ------
    SkatsimError
        Naming the key whose value is of the wrong type or out of range.

    Examples
    --------
    >>> config = BoardsConfig(bots="heuristic,heuristic:boldness=0", boards=1000)
    >>> config.games, config.seatings
    (6000, ('AAB', 'ABA', 'BAA', 'ABB', 'BAB', 'BBA'))
    """

    design: ClassVar[str] = (
        "Three-player duplicate: each board is one deal in all six seatings of two bots at three seats, with the same "
        "cards and random words; the interval is over boards."
    )

    bots: tuple[BotSpec, ...] = (HEURISTIC, HEURISTIC)
    boards: int = 20_000
    seed: int = 1
    rules: RuleSet = ISKO
    opponents: Literal["all", "first"] = "all"
    sequential: Sequential | None = None
    store: tuple[Kept, ...] = ()
    shard_boards: int = cast(int, None)  # the bots' pace decides; the looks of a sequential test

    def __post_init__(self) -> None:
        put = msgspec.structs.force_setattr
        put(self, "bots", keys.bots(self.bots))
        most = MAX_SHARD_GAMES // len(self.seatings)
        put(self, "boards", keys.total("boards", self.boards, 2, most))
        put(self, "seed", whole_number("seed", self.seed))
        put(self, "rules", keys.rules(self.rules))
        put(self, "store", keys.store(self.store))
        if self.opponents not in ("all", "first"):
            raise ConfigError("opponents", f"{self.opponents!r} is not known; choose all or first")
        if self.shard_boards is None:
            usual = MAX_LOOK_BOARDS if self.sequential else DEFAULT_SHARD_GAMES
            put(self, "shard_boards", shard_size(self.pace / len(self.seatings), min(usual, most), self.boards))
        put(self, "shard_boards", keys.in_part("shard_boards", self.shard_boards, self.boards, most))
        at_key("seed", check_game_name, self.seed, 0)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who plays against whom, as numbers of the bots."""
        bots = range(len(self.bots))
        return tuple(pair for pair in combinations(bots, 2) if self.opponents == "all" or pair[0] == 0)

    @property
    def seatings(self) -> tuple[str, ...]:
        """The games of a board in order: which bot is which of the line-up's three players, as letters A B C ..."""
        letters = [(ascii_uppercase[a], ascii_uppercase[b]) for a, b in self.pairs]
        return tuple(seating.translate(str.maketrans("AB", a + b)) for a, b in letters for seating in SEATINGS)

    @property
    def pace(self) -> float:
        """Games that one core plays in a second, roughly: each bot sits in as many as any other, or nearly."""
        return _joint_pace(self)

    def stopping(self) -> Callable[[pa.Table], bool] | None:
        """The sequential test, if there is one."""
        if self.sequential is None:
            return None
        from skatsim.runs.duplicate import Looks

        return Looks(self)

    def making(self) -> dict[str, str]:
        """The command that compares the bots again, or the call."""
        return again.boards(self)

    def page_made_by(self) -> str:
        """The command that writes the page again, or the call."""
        return again.boards_page(self)

    def board_shown_by(self, board: int, pair: tuple[int, int]) -> str | None:
        """The board played again, its game with the first seating shown."""
        return again.show_board(self, board, pair)

    def to_show(self, number: int) -> str:
        """A board is shown in one of its seatings."""
        line = again.show_board(self, number)
        return f"to see one: {line}" if line else "its swings stand on the page of skatsim compare"

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bots A, B, C ..."""
        return self.bots


class RecordsConfig(Kind, frozen=True, forbid_unknown_fields=True, tag="records"):
    """A run of converted real games: the files they come from and the rules they were scored by."""

    title: ClassVar[str] = "converted records"
    verb: ClassVar[str] = "converted"

    files: tuple[SourceFile, ...]
    rules: RuleSet = RuleSet()
    store: tuple[Kept, ...] = ()

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """The files."""
        return self.files

    def making(self) -> dict[str, str]:
        """The command that converts the same files."""
        return again.records(self)

    def schema(self, metadata: dict[str, str]) -> pa.Schema:
        """One row a game."""
        kept = {"deals": "deals" in self.store, "plays": "plays" in self.store}
        return arrow_schema(**kept, records=True, metadata=metadata)

    def remedy(self, folder: object) -> str:
        """Records are converted, not resumed."""
        return f"run skatsim convert again with the same files and {shlex.quote(str(folder))}"


Computed = RunConfig | OpenTableConfig | BoardsConfig | XskatConfig
"""Runs that are computed from a seed, in shards."""
Config = RunConfig | OpenTableConfig | BoardsConfig | XskatConfig | RecordsConfig
"""Every kind of run."""


def _joint_pace(config: Kind) -> float:
    """Games a second where each bot makes as many decisions as any other."""
    try:
        paces = [bot.pace_with(chosen) for bot, chosen in config.players()]
    except SkatsimError:  # bots of another version: their runs can be read
        return ASSUMED_PACE
    return len(paces) / sum(1 / pace for pace in paces)


def _check_range(config: RunConfig | OpenTableConfig) -> None:
    """Which games the run computes."""
    put = msgspec.structs.force_setattr
    put(config, "games", keys.total("games", config.games, 1, MAX_SHARD_GAMES))
    put(config, "seed", whole_number("seed", config.seed))
    at_key("seed", check_game_name, config.seed, 0)


def make_config(**given: Any) -> RunConfig:
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
    skatsim.runs.keys.ConfigError: store[0]: 'deal' is not known; choose deals or plays
    """
    for key in given:
        if key not in (*RunConfig.__struct_fields__, "kind"):
            raise unknown(key, "key", RunConfig.__struct_fields__)
    if given.pop("kind", "simulation") != "simulation":
        raise ConfigError("kind", "only a simulation can be described by a run file; leave the key out")
    config = RunConfig(**given)
    config.players()
    return config


def load_config(path: str | PathLike[str] | None = None, **overrides: Any) -> RunConfig:
    """The run of a TOML file, or the default run without one; `overrides` that are not None replace its keys.

    Raises
    ------
    SkatsimError
        One line with the file's name and the key at fault.
    """
    given = {key: value for key, value in overrides.items() if value is not None}
    table = keys.read_toml(path) if path is not None else {}
    if path is not None and "lineup" in table:
        table["lineup"] = keys.from_file(table["lineup"], path)
    try:
        return make_config(**{**table, **given})
    except ConfigError as error:
        from_file = path is not None and error.key not in given
        raise SkatsimError(f"{path}: {error}" if from_file else str(error)) from None


def make_boards(bots: Any, **given: Any) -> BoardsConfig:
    """A comparison from its keys; `sequential` also as a table.

    Raises
    ------
    SkatsimError
        One line that starts with the key at fault.

    Examples
    --------
    >>> make_boards(["heuristic", "heuristic:boldness=0"], boards=50).bots[1]
    BotSpec(bot='heuristic', params={'boldness': 0.0})
    """
    for key in given:
        if key not in BoardsConfig.__struct_fields__:
            raise unknown(key, "key", BoardsConfig.__struct_fields__)
    test = given.get("sequential")
    if isinstance(test, Mapping):
        for key in test:
            if key not in Sequential.__struct_fields__:
                raise unknown(f"sequential.{key}", "key", Sequential.__struct_fields__)
        given["sequential"] = Sequential(**test)
    config = BoardsConfig(bots=bots, **given)
    config.players()
    return config


def player_label(bot: Bot, params: Mapping[str, float]) -> str:
    """How a player is called in the rows: ``bot@version`` and the parameters that differ from the defaults.

    >>> from skatsim.bots import registry
    >>> player_label(registry.get("random"), {})
    'random@1'
    """
    changed = [f"{key}={value:g}" for key, value in sorted(params.items()) if value != bot.params[key]]
    return f"{bot.label}({','.join(changed)})" if changed else bot.label
