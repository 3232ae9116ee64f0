"""The rows of a comparison counted board by board, in one pass and flat memory.

A board is one deal in all seatings; its games have the same cards and are no independent results, so every figure is
taken by whole boards: a pair's difference on a board is A's mean result at a seat less B's, over the six seatings.
Differences are in tournament points (Seeger-Fabian, table of three) and list points a deal and seat.  They are summed
as whole numbers of `PARTS`, so a bot against itself is exactly 0 and no cut of the rows changes a figure.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from skatsim.kernel.types import Floats, Ints
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.duplicate import PARTS, Seats, seat_points
from skatsim.runs.duplicate_kind import SEATINGS, DuplicateKind
from skatsim.stats.intervals import ClusterSums

ROLES: Final = ("declaring", "defending", "passed in")
MEASURES: Final = ("seeger_fabian", "score", *ROLES, *GAME_LETTERS)
"""What is summed of a pair's board: its differences, then tournament points by role and by game."""
RATIOS: Final = ("declared", "won", "overbid", "value", "points", "defence")
"""Of a bot, per board: games declared of its seats; won and overbid, list and tournament points of those declared;
tournament points where it defends."""
SHARES: Final = RATIOS[:3]
"""Those that count something, 0 to 1."""
SWINGS: Final = 10
"""Boards kept for each pair: the largest differences."""
SWING_WIDTH: Final = 10
"""Tournament points in a bin of `Counts.spread`."""
SWING_BINS: Final = 61

COLUMNS: Final = (
    "board", "declarer", "game_type", "hand", "card_points", "won", "overbid", "score",
    *(f"seeger_fabian_{seat}" for seat in SEAT_NAMES),
)  # fmt: skip


class Swing(NamedTuple):
    """A board and by how many tournament points a deal A did better on it."""

    board: int
    difference: float


@dataclass
class Counts:
    """Sums over boards.

    Attributes
    ----------
    boards
        Boards counted.
    sums, squares
        int64[pairs, MEASURES]: of the differences of boards, in `PARTS`.
    alike
        int64[pairs]: boards on which all games went the same way.
    fields, field_squares
        int64[bots]: of a bot's differences to all its opponents together on a board, in `PARTS`.
    ratios
        float64[6, bots, RATIOS]: the parts of `ClusterSums`, clusters being boards.
    games
        float64[6, 2, bots, games]: the parts of `ClusterSums` by game type: of all games a bot declares those of a
        type, and of these the games won.
    spread
        int64[pairs, SWING_BINS]: boards by difference, `SWING_WIDTH` points a bin, the outer ones open.
    swings
        By pair, the boards with the largest differences, largest first.
    """

    config: DuplicateKind
    boards: int = 0
    swings: list[list[Swing]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._seats = Seats(self.config)
        pairs, bots = len(self.config.pairs), self.config.sides
        self.sums: Ints = np.zeros((pairs, len(MEASURES)), dtype=np.int64)
        self.squares: Ints = np.zeros_like(self.sums)
        self.alike: Ints = np.zeros(pairs, dtype=np.int64)
        self.fields: Ints = np.zeros(bots, dtype=np.int64)
        self.field_squares: Ints = np.zeros(bots, dtype=np.int64)
        self.ratios: Floats = np.zeros((6, bots, len(RATIOS)))
        self.games: Floats = np.zeros((6, 2, bots, len(GAME_LETTERS)))
        self.spread: Ints = np.zeros((pairs, SWING_BINS), dtype=np.int64)
        self.swings = [[] for _ in range(pairs)]

    def cluster_sums(self, name: str) -> ClusterSums:
        """The sums of one of `RATIOS`, by bot."""
        return ClusterSums(*self.ratios[:, :, RATIOS.index(name)])

    def add(self, rows: pa.Table) -> None:
        """Count whole boards, in order."""
        games = _Games.of(rows, len(self.config.seatings))
        self.boards += len(games.board)
        differences = np.stack([self._seats.differences(games.board, each) for each in games.measures()], axis=-1)
        self.sums += differences.sum(axis=0)
        self.squares += (differences * differences).sum(axis=0)
        self.alike += games.alike().sum(axis=0)
        self._add_fields(differences[:, :, 0])
        self._add_bots(games)
        self._add_swings(games.board, differences[:, :, 0])

    def _add_fields(self, points: Ints) -> None:
        """Each bot's differences to its opponents, board by board."""
        total = np.zeros((len(points), self.config.sides), dtype=np.int64)
        for pair, (a, b) in enumerate(self.config.pairs):
            total[:, a] += points[:, pair]
            total[:, b] -= points[:, pair]
        self.fields += total.sum(axis=0)
        self.field_squares += (total * total).sum(axis=0)

    def _add_bots(self, games: "_Games") -> None:
        bot_at = self._seats.bots[games.board % 3]
        for bot in range(self.config.sides):
            here = bot_at == bot
            declared = here & games.declares
            values = {
                "declared": (here, declared),
                "won": (declared, declared & games.won),
                "overbid": (declared, declared & games.overbid),
                "value": (declared, np.where(declared, games.listed, 0)),
                "points": (declared, np.where(declared, games.points, 0)),
                "defence": (here & games.defends, np.where(here & games.defends, games.points, 0)),
            }
            for number, name in enumerate(RATIOS):
                size, total = (_by_board(each) for each in values[name])
                self.ratios[:, bot, number] += _sums(size, total)
            played, won = (games.by_type(each.any(axis=-1)) for each in (declared, declared & games.won))
            self.games[:, 0, bot] += _sums(np.broadcast_to(played.sum(axis=1, keepdims=True), played.shape), played)
            self.games[:, 1, bot] += _sums(played, won)

    def _add_swings(self, boards: Ints, parts: Ints) -> None:
        points = parts / PARTS
        bins = np.clip(np.rint(points / SWING_WIDTH).astype(np.int64) + SWING_BINS // 2, 0, SWING_BINS - 1)
        for pair, kept in enumerate(self.swings):
            self.spread[pair] += np.bincount(bins[:, pair], minlength=SWING_BINS)
            largest = np.argsort(-np.abs(points[:, pair]), kind="stable")[:SWINGS]
            found = [Swing(int(boards[row]), float(points[row, pair])) for row in largest if points[row, pair]]
            self.swings[pair] = sorted([*kept, *found], key=lambda swing: (-abs(swing.difference), swing.board))[
                :SWINGS
            ]


def _by_board(values: Any) -> Ints:
    return values.sum(axis=(1, 2), dtype=np.int64)


def _sums(size: Ints, total: Ints) -> Ints:
    """The parts of `ClusterSums` of boards, those without anything left out."""
    parts = (size > 0, size, total, size * size, total * total, size * total)
    return np.stack([part.sum(axis=0) for part in parts])


class _Games(NamedTuple):
    """The games of whole boards: arrays [boards, games of a board, 3 seats], one a game without the last."""

    board: Ints
    declares: Any
    defends: Any
    won: Any
    overbid: Any
    points: Ints
    listed: Ints
    game_type: Ints
    course: Ints

    @classmethod
    def of(cls, rows: pa.Table, games: int) -> "_Games":
        column = {name: rows[name].to_numpy() for name in COLUMNS if name != "game_type"}
        boards = len(rows) // games
        declarer = column["declarer"].reshape(boards, games)
        declares = declarer[:, :, None] == np.arange(3)
        score = column["score"].reshape(boards, games)
        letters = rows["game_type"].combine_chunks().cast(pa.string()).fill_null("").to_numpy(zero_copy_only=False)
        kinds = np.select([letters == letter for letter in GAME_LETTERS], range(len(GAME_LETTERS)), 0)
        kind = kinds.reshape(boards, games)
        course = [declarer, kind, *(column[name].reshape(boards, games) for name in ("hand", "card_points", "score"))]
        return cls(
            board=column["board"][::games],
            declares=declares,
            defends=(declarer >= 0)[:, :, None] & ~declares,
            won=column["won"].reshape(boards, games)[:, :, None],
            overbid=column["overbid"].reshape(boards, games)[:, :, None],
            points=seat_points(rows, games),
            listed=np.where(declares, score[:, :, None], 0),
            game_type=kind,
            course=np.stack(course, axis=-1).astype(np.int64),
        )

    def measures(self) -> Iterator[Ints]:
        """The results that make up `MEASURES`, by seat."""
        yield self.points
        yield self.listed
        roles = (self.declares, self.defends, ~(self.declares | self.defends))
        for role in roles:
            yield np.where(role, self.points, 0)
        played = ~roles[2]
        for kind in range(len(GAME_LETTERS)):
            yield np.where(played & (self.game_type == kind)[:, :, None], self.points, 0)

    def by_type(self, these: Any) -> Ints:
        """How many of these games, bool[boards, games], are of each type: int64[boards, types]."""
        kinds = len(GAME_LETTERS)
        board, _ = np.nonzero(these)
        cells = np.bincount(board * kinds + self.game_type[these], minlength=len(these) * kinds)
        return cells.reshape(-1, kinds)

    def alike(self) -> Any:
        """By board and pair: whether declarer, game, card points and score are the same in all six games."""
        pairs = self.course.reshape(len(self.board), -1, len(SEATINGS), self.course.shape[-1])
        return (pairs == pairs[:, :, :1]).all(axis=(2, 3))


def count_boards(config: DuplicateKind, batches: Iterable[pa.RecordBatch]) -> Counts:
    """Count the rows of a comparison; an incomplete board at the end of an interrupted run is left out."""
    counts = Counts(config)
    for rows in _whole_boards(batches, len(config.seatings)):
        counts.add(rows)
    return counts


def _whole_boards(batches: Iterable[pa.RecordBatch], games: int) -> Iterator[pa.Table]:
    rest: Sequence[pa.Table] = ()
    for batch in batches:
        table = pa.concat_tables(chain(rest, [pa.Table.from_batches([batch])]), promote_options="default")
        whole = len(table) // games * games
        if whole:
            yield table.slice(0, whole)
        rest = [table.slice(whole)]
