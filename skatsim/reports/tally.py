"""One pass over a run's rows that counts games by the keys every report needs; memory does not grow with the run.

The rows stream in as Arrow record batches in the schema of `skatsim.table.schema` and leave small arrays of counts
and sums behind; frames, text and page are computed from those alone.  Units: scores are list points, `card_points`
0-120, tournament points Seeger-Fabian at a table of three.  Left out: anything that needs the cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Bools, Ints
from skatsim.rules.contracts import BIDS, GAME_LETTERS, HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, SCHWARZ_BIT
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.rows import part_after_part
from skatsim.stats.intervals import ClusterSums
from skatsim.table.columns import ENDINGS

TYPES: Final = len(GAME_LETTERS)
SEATS: Final = len(SEAT_NAMES)
STEPS: Final = len(BIDS) + 1
"""Bids by ladder step: 0 for a record without a bid, 1 for 18, ... 63 for 264."""
MOST_MATADORS: Final = 11
GAMES_SHAPE: Final = (TYPES, SEATS, STEPS, 2 * MOST_MATADORS + 1, 2)
"""Axes of `Tally.games`: game type, declarer's seat, bid step, matadors + 11, won."""
CODES: Final = 128
CODES_SHAPE: Final = (CODES, 2, 2, 2, 2)
"""Axes of `Tally.contracts`: contract code, won, Schneider, Schwarz, overbid."""
MOST_POINTS: Final = 120
MOST_SCORE: Final = 4095
"""List scores are counted one by one from -4095 to 4095."""
BATCH_ROWS: Final = 2**17
MOST_PAIRED: Final = 3
"""Up to so many different players are compared pair by pair."""
Batch: TypeAlias = pa.RecordBatch | pa.Table


class Batched(Protocol):
    """Rows that hand themselves out, as a `Run` does."""

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The named columns, batch after batch."""
        ...


Rows: TypeAlias = Batched | ds.Dataset | Batch | Iterable[Batch]
"""What a report can be made of."""
UNKNOWN: Final = "unknown"
"""Name of a seat whose player the record does not name."""

_TOLD: Final = 20
"""Players named where one is not known."""
_FLAG_BITS: Final = {
    "hand": HAND_BIT,
    "schneider_announced": SCHNEIDER_BIT,
    "schwarz_announced": SCHWARZ_BIT,
    "ouvert": OUVERT_BIT,
}
_NUMBERS: Final = ("bid", "matadors", "card_points", "score")
_TRUTHS: Final = (*_FLAG_BITS, "won", "schneider", "schwarz", "overbid")
_POINTS: Final = tuple(f"seeger_fabian_{seat}" for seat in SEAT_NAMES)
_BOTS: Final = tuple(f"bot_{seat}" for seat in SEAT_NAMES)
COLUMNS: Final = ("declarer", "game_type", *_NUMBERS, *_TRUTHS, *_POINTS, *_BOTS, "ending")
"""The columns a report reads."""

_STEP_OF_BID: Final = np.full(BIDS[-1] + 1, -1, dtype=np.int64)
_STEP_OF_BID[[0, *BIDS]] = np.arange(STEPS)

_BOT_SUMS: Final = ("deals", "seats", "points", "seats_squared", "points_squared", "products", "declared", "won")


class Tally:
    """Counts and sums over the rows added so far.

    Parameters
    ----------
    player
        Count as games those that this player declared, by name; None: all.  Deals and players are counted all the same.
    chosen
        Whether the rows were chosen by what happened in them: then nothing is concluded from how many there are of a
        kind, nor from who did better in them.

    Attributes
    ----------
    deals, passed_in
        Number of rows, and of those without a declarer.
    games
        Declared games, int64[game type, declarer's seat, bid step, matadors + 11, won].
    score, score_squares
        Sums of the declarer's list score and of its square over the same cells, float64 (exact integers).
    contracts
        Declared games, int64[contract code, won, Schneider, Schwarz, overbid].
    contract_score, contract_score_squares
        The same sums by contract code, float64[128, won].
    card_points
        Declared games, int64[game type, declarer's card points 0-120].
    scores
        Declared games, int64[game type, list score + 4095].
    seat_points, seat_points_squares
        Sums over all deals of a seat's tournament points and of their squares, float64[3].
    endings
        Declared games by how they ended, int64, in the order of `skatsim.table.columns.ENDINGS`.
    """

    def __init__(self, player: str | None = None, *, chosen: bool = False) -> None:
        self.player, self.chosen = player, chosen
        self.deals = self.passed_in = 0
        self.games = np.zeros(GAMES_SHAPE, dtype=np.int64)
        self.score = np.zeros(GAMES_SHAPE)
        self.score_squares = np.zeros(GAMES_SHAPE)
        self.contracts = np.zeros(CODES_SHAPE, dtype=np.int64)
        self.contract_score = np.zeros((CODES, 2))
        self.contract_score_squares = np.zeros((CODES, 2))
        self.card_points = np.zeros((TYPES, MOST_POINTS + 1), dtype=np.int64)
        self.scores = np.zeros((TYPES, 2 * MOST_SCORE + 1), dtype=np.int64)
        self.seat_points = np.zeros(SEATS)
        self.seat_points_squares = np.zeros(SEATS)
        self.endings = np.zeros(len(ENDINGS), dtype=np.int64)
        self._bot_ids: dict[str, int] = {}
        self._bot_sums = {name: np.zeros(0) for name in _BOT_SUMS}
        self._pair_sums = np.zeros((MOST_PAIRED, MOST_PAIRED, 3))

    @property
    def declared(self) -> int:
        """Number of declared games."""
        return int(self.games.sum())

    @property
    def bot_names(self) -> tuple[str, ...]:
        """Everyone who sat at the table, in order of appearance."""
        return tuple(self._bot_ids)

    def bot_sums(self) -> tuple[ClusterSums, Any, Any]:
        """By name in `bot_names`: sums of tournament points by deal, games declared and games won, float64[names]."""
        sums = self._bot_sums
        return ClusterSums(*(sums[name] for name in _BOT_SUMS[:6])), sums["declared"], sums["won"]

    def paired(self, a: int, b: int) -> tuple[float, float, float]:
        """Of players a and b of `bot_names`: deals in which both sat, sum and sum of squares of a's mean tournament
        points in them less b's; zeros where there are more than `MOST_PAIRED` players.
        """
        if max(a, b) >= MOST_PAIRED:
            return 0.0, 0.0, 0.0
        deals, total, squares = self._pair_sums[min(a, b), max(a, b)].tolist()
        return deals, total if a < b else -total, squares

    def add(self, batch: Batch) -> None:
        """Count the rows of a pyarrow RecordBatch or Table.

        Raises
        ------
        SkatsimError
            Naming a column that is missing or holds a value no game can have.
        """
        missing = [name for name in COLUMNS if name not in batch.schema.names]
        if missing:
            raise SkatsimError(f"the rows have no column {missing[0]!r}; a report needs {', '.join(COLUMNS)}")
        if isinstance(batch, pa.Table):
            batch = batch.combine_chunks()
        declarer = _whole("declarer", _array(batch, "declarer"), -1, SEATS - 1)
        points = [_array(batch, name).astype(np.float64) for name in _POINTS]
        self.deals += len(declarer)
        self.seat_points += [seat.sum() for seat in points]
        self.seat_points_squares += [(seat * seat).sum() for seat in points]
        self.passed_in += int((declarer < 0).sum())
        bots = [self._bots_at(batch, name) for name in _BOTS]
        self._add_games(batch, declarer, self._counted(declarer, bots))
        self._add_bots(bots, points, declarer, _array(batch, "won"))
        self._add_pairs(bots, points)

    def _counted(self, declarer: Ints, bots: list[Ints]) -> Any:
        """Which rows are games that count: bool[rows]."""
        if self.player is None:
            return declarer >= 0
        here = self._bot_ids.get(self.player, -1)
        return np.any([(declarer == seat) & (bot == here) for seat, bot in enumerate(bots)], axis=0)

    def _add_games(self, batch: Batch, declarer: Ints, played: Bools) -> None:
        seat = declarer[played]
        kind = _whole("game_type", _codes(batch, "game_type", GAME_LETTERS)[played], 0, TYPES - 1)
        truths = {name: _array(batch, name)[played].astype(np.int64) for name in _TRUTHS}
        bid, matadors, card_points, score = (_array(batch, name)[played].astype(np.int64) for name in _NUMBERS)
        matadors = _whole("matadors", matadors, -MOST_MATADORS, MOST_MATADORS) + MOST_MATADORS
        self._add_cells((kind, seat, _steps(bid), matadors, truths["won"]), score)
        self._add_contracts(kind, truths, score)
        _count(self.card_points, (kind, _whole("card_points", card_points, 0, MOST_POINTS)))
        _count(self.scores, (kind, _whole("score", score, -MOST_SCORE, MOST_SCORE) + MOST_SCORE))
        ending = _codes(batch, "ending", ENDINGS)[played]
        _count(self.endings, (_whole("ending", ending, 0, len(ENDINGS) - 1),))

    def _add_cells(self, key: tuple[Any, ...], score: Ints) -> None:
        cells = np.ravel_multi_index(key, GAMES_SHAPE)
        self.games += _bins(cells, GAMES_SHAPE)
        self.score += _bins(cells, GAMES_SHAPE, score)
        self.score_squares += _bins(cells, GAMES_SHAPE, score * score)

    def _add_contracts(self, kind: Ints, truths: dict[str, Any], score: Ints) -> None:
        code = kind + sum(truths[name] * bit for name, bit in _FLAG_BITS.items())
        _count(self.contracts, (code, *(truths[name] for name in ("won", "schneider", "schwarz", "overbid"))))
        cells = np.ravel_multi_index((code, truths["won"]), (CODES, 2))
        self.contract_score += _bins(cells, (CODES, 2), score)
        self.contract_score_squares += _bins(cells, (CODES, 2), score * score)

    def _bots_at(self, batch: Batch, name: str) -> Any:
        """Who sat there, as numbers in order of appearance: int64[rows]."""
        column = _encoded(batch, name)
        ids = self._bot_ids
        known = [ids.setdefault(bot or UNKNOWN, len(ids)) for bot in column.dictionary.to_pylist()]
        if column.null_count:
            known.append(ids.setdefault(UNKNOWN, len(ids)))
        return np.array(known, dtype=np.int64)[_indices(column)]

    def _add_bots(self, bots: list[Ints], points: list[Ints], declarer: Ints, won: Bools) -> None:
        names = len(self._bot_ids)
        new = {name: np.pad(sums, (0, names - len(sums))) for name, sums in self._bot_sums.items()}
        for seat, bot in enumerate(bots):
            same = [other == bot for other in bots]
            first = ~np.any(same[:seat], axis=0) if seat else np.ones(len(bot), dtype=np.bool_)
            size = sum(here.astype(np.float64) for here in same)[first]
            total = sum(here * there for here, there in zip(same, points, strict=True))[first]
            weights = (np.ones_like(size), size, total, size * size, total * total, size * total)
            for name, weight in zip(_BOT_SUMS[:6], weights, strict=True):
                new[name] += np.bincount(bot[first], weight, minlength=names)
            declares = declarer == seat
            new["declared"] += np.bincount(bot[declares], minlength=names)
            new["won"] += np.bincount(bot[declares & won], minlength=names)
        self._bot_sums = new

    def _add_pairs(self, bots: list[Ints], points: list[Ints]) -> None:
        names = len(self._bot_ids)
        if names > MOST_PAIRED:  # no pairs, in whatever batches they came
            self._pair_sums[:] = 0
        if not 2 <= names <= MOST_PAIRED:
            return
        here = np.array(bots) == np.arange(names)[:, None, None]  # [name, seat, row]
        sizes = here.sum(axis=1)
        means = np.einsum("nsr,sr->nr", here, np.array(points)) / np.maximum(sizes, 1)
        for a, b in combinations(range(names), 2):
            gap = (means[a] - means[b])[(sizes[a] > 0) & (sizes[b] > 0)]
            self._pair_sums[a, b] += len(gap), gap.sum(), gap @ gap


def tally(rows: Rows, player: str | None = None, *, chosen: bool = False) -> Tally:
    """Count all rows in one pass.

    Parameters
    ----------
    rows
        A pyarrow Dataset, Table or RecordBatch, an iterable of them, or anything with `.batches(columns)`.
    player, chosen
        See `Tally`.

    Raises
    ------
    SkatsimError
        For rows a report cannot use (see `Tally.add`) or when there are none.
    """
    counts = Tally(player, chosen=chosen)
    for batch in _batches(rows):
        counts.add(batch)
    if not counts.deals:
        raise SkatsimError("there are no games to report on; simulate or convert some first, or ask for others")
    if player is not None and player not in counts.bot_names:
        known = ", ".join(sorted(counts.bot_names)[:_TOLD])
        raise SkatsimError(f"player: nobody is called {player!r}; there played: {known}")
    return counts


def _batches(rows: Rows) -> Iterator[Batch]:
    if hasattr(rows, "batches"):
        yield from rows.batches(list(COLUMNS))
    elif isinstance(rows, ds.Dataset):
        present = [name for name in COLUMNS if name in rows.schema.names]
        yield from part_after_part(rows, columns=present)
    elif isinstance(rows, pa.Table):
        yield from rows.to_batches(max_chunksize=BATCH_ROWS)
    elif isinstance(rows, pa.RecordBatch):
        yield rows
    elif isinstance(rows, Iterable):
        yield from rows
    else:
        raise SkatsimError(f"cannot read games from {type(rows).__name__}; pass a run, a dataset or record batches")


def _array(batch: Batch, name: str) -> Any:
    column = batch.column(name)
    if column.null_count:
        raise SkatsimError(f"column {name!r} has {column.null_count} nulls; only game_type, ending, bots may be null")
    return column.to_numpy() if isinstance(batch, pa.Table) else column.to_numpy(zero_copy_only=False)


def _encoded(batch: Batch, name: str) -> Any:
    """The column as one pyarrow DictionaryArray."""
    column = batch.column(name)
    if isinstance(column, pa.ChunkedArray):
        column = column.unify_dictionaries().combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0) if column.num_chunks else pa.array([], column.type)
    return column if isinstance(column, pa.DictionaryArray) else column.dictionary_encode()


def _indices(column: pa.DictionaryArray) -> Any:
    """Its indexes, int64; null as -1."""
    return column.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)


def _codes(batch: Batch, name: str, known: Sequence[str]) -> Any:
    """A dictionary column as positions in `known`: null is -1, an unknown word an error."""
    column = _encoded(batch, name)
    words = column.dictionary.to_pylist()
    strange = [word for word in words if word not in known]
    if strange:
        raise SkatsimError(f"column {name!r} holds {strange[0]!r}; known are {', '.join(known)}")
    return np.array([*(known.index(word) for word in words), -1], dtype=np.int64)[_indices(column)]


def _steps(bid: Ints) -> Ints:
    steps = _STEP_OF_BID[_whole("bid", bid, 0, BIDS[-1])]
    if steps.size and steps.min() < 0:
        raise SkatsimError(f"column 'bid' holds {bid[steps < 0][0]}, which is not on the ladder 18, 20, 22, ... 264")
    return steps


def _whole(name: str, array: Ints, low: int, high: int) -> Ints:
    """Return `array` as int64 if all of it lies in [low, high]."""
    if array.size and (array.min() < low or array.max() > high):
        strange = array[(array < low) | (array > high)][0]
        raise SkatsimError(f"column {name!r} holds {strange}; a game has {low} to {high}")
    return array.astype(np.int64)


def _bins(cells: Ints, shape: tuple[int, ...], weights: Ints | None = None) -> Ints:
    return np.bincount(cells, weights, minlength=int(np.prod(shape))).reshape(shape)


def _count(counts: Ints, key: tuple[Any, ...]) -> None:
    counts += _bins(np.ravel_multi_index(key, counts.shape), counts.shape)
