"""The games of a run counted by what the declarer held and bid, in one pass; memory grows with the cells alone.

A cell is one combination of keys with the games that fall into it: how many, how many won and overbid, and the sums
behind the means and their intervals.  All sums are whole numbers, so batches of any size add up to the same.  Cells of
any crossing are sums of these (`rates`).  Points are those of the declarer: `score` list points, `lost` the list points
of games that were lost (above 0), `tournament` his tournament points (Seeger-Fabian, table of three).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from skatsim.kernel.types import Ints
from skatsim.rules.contracts import BIDS, GAME_LETTERS, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import trump_mask
from skatsim.stats.intervals import mean_interval, two_kinds_mean, wilson

WON_OR_LOST: Final = 50
"""Tournament points of the declarer beside his list points: for a win, and less for a loss."""
FIGURES: Final = (
    *("games", "won", "overbid", "score", "score_squares"),
    *("lost", "lost_squares", "tournament"),
)
"""What is summed in each cell."""
LADDER: Final = (0, *BIDS)
"""Bids by step; 0 for a record that tells none, and for passing."""
MOST_MATADORS: Final = 11
DISTANCES: Final = len(LADDER)
"""Reserve less bid lies between -63 and 63 steps."""
KEYS: Final[Mapping[str, tuple[Any, ...]]] = {
    "bid": LADDER,
    "game_type": tuple(GAME_LETTERS),
    "seat": SEAT_NAMES,
    "matadors": tuple(range(-MOST_MATADORS, MOST_MATADORS + 1)),
    "jacks": tuple(range(5)),
    "trumps": tuple(range(11)),
}
"""What the declared games are counted by, and what each key can be: the bid at which he plays, the game, his seat, the
matadors of his twelve cards (0 in null), and the jacks and trumps among the ten he was dealt (no trumps in null)."""
RESERVE_KEYS: Final = ("bot", "reserve", "distance")
COLUMNS: Final = (
    *("game", "declarer", "game_type", "bid", "matadors", "won", "overbid", "score"),
    *(f"seeger_fabian_{seat}" for seat in SEAT_NAMES),
)
_TRUMPS: Final = np.array([trump_mask(game_type) if game_type != GameType.NULL else 0 for game_type in GameType])
_JACKS: Final = int(trump_mask(GameType.GRAND))


class Cells:
    """Sums by key, kept only for the combinations that occurred.

    Parameters
    ----------
    keys
        By name, what a key can be; rows name a value by its place in it.
    """

    def __init__(self, keys: Mapping[str, Sequence[Any]]) -> None:
        self.keys = keys
        self._shape = tuple(len(values) for values in keys.values())
        self._cells: Ints = np.zeros(0, dtype=np.int64)
        self._sums: Ints = np.zeros((len(FIGURES), 0), dtype=np.int64)

    def add(self, places: Sequence[Ints], figures: Sequence[Ints]) -> None:
        """Count rows: by key the place of its value, and by figure what the row adds."""
        cells, inverse = np.unique(np.ravel_multi_index(tuple(places), self._shape), return_inverse=True)
        # floats hold these whole numbers exactly
        more = np.array([np.bincount(inverse, figure, minlength=len(cells)) for figure in figures]).astype(np.int64)
        known = np.union1d(self._cells, cells)
        sums = np.zeros((len(FIGURES), len(known)), dtype=np.int64)
        sums[:, np.searchsorted(known, self._cells)] = self._sums
        sums[:, np.searchsorted(known, cells)] += more.reshape(len(FIGURES), -1)
        self._cells, self._sums = known, sums

    def frame(self) -> pd.DataFrame:
        """One row a combination: the keys, then `FIGURES`."""
        places = np.unravel_index(self._cells, self._shape)
        named = zip(self.keys.items(), places, strict=True)
        columns = {name: [values[place] for place in at] for (name, values), at in named}
        return pd.DataFrame(columns | dict(zip(FIGURES, self._sums, strict=True)))


def rates(cells: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Cells summed up by some of their keys, with rates and means.

    One row a combination: the keys, games, and with the ends of their 95 % intervals (`_low`, `_high`): won and overbid
    (shares, Wilson's), score (mean list points), loss (mean list points lost in a lost game, Student's) and tournament
    (the declarer's tournament points a game); score and tournament as means over games lost and won.
    """
    sums = cells.groupby(list(by))[list(FIGURES)].sum().reset_index() if by else cells[list(FIGURES)].sum().to_frame().T
    games = sums["games"]
    frame = sums[[*by, "games"]].copy()
    estimates = {
        "won": wilson(sums["won"], games),
        "overbid": wilson(sums["overbid"], games),
        "score": two_kinds_mean(*points_by_result(sums, 0), other=(-2.0, 0.0)),
        "loss": mean_interval(games - sums["won"], sums["lost"], sums["lost_squares"]),
        "tournament": two_kinds_mean(*points_by_result(sums, WON_OR_LOST), other=(-2.0, WON_OR_LOST)),
    }
    for name, estimate in estimates.items():
        for end, values in zip(("", "_low", "_high"), estimate, strict=True):
            frame[name + end] = np.asarray(values)
    return frame


def points_by_result(sums: pd.DataFrame, more: int) -> list[Ints]:
    """Games, points and their squares of games lost and won, int64[rows, 2]; `more` points for a win, less for a loss.

    A lost game costs twice its value and `more`, -2 v - more, where it would have brought v + more.
    """
    lost, won = sums["games"] - sums["won"], sums["won"]
    points = -sums["lost"], sums["score"] + sums["lost"]
    squares = sums["lost_squares"], sums["score_squares"] - sums["lost_squares"]
    kinds = zip((-more, more), (lost, won), points, squares, strict=True)
    rows = [(n, total + each * n, square + 2 * each * total + each**2 * n) for each, n, total, square in kinds]
    return [np.stack(column, axis=-1) for column in zip(*rows, strict=True)]


class Games:
    """The declared games of a batch of rows as arrays.

    Parameters
    ----------
    rows
        A batch with `COLUMNS`.
    hands
        Masks of the ten cards by seat, int64[rows, 3].
    seat
        Only games declared from this seat; None: all.
    """

    def __init__(self, rows: pa.RecordBatch, hands: Ints, seat: int | None = None) -> None:
        declarer = rows["declarer"].to_numpy()
        self.declared = declarer >= 0 if seat is None else declarer == seat
        at = np.flatnonzero(self.declared)
        self.seat = declarer[at].astype(np.int64)
        letters = rows["game_type"].take(pa.array(at)).cast(pa.string())
        self.kind = pc.index_in(letters, pa.array(list(GAME_LETTERS))).to_numpy(zero_copy_only=False).astype(np.int64)
        column = {name: rows[name].to_numpy(zero_copy_only=False)[at].astype(np.int64) for name in _NUMBERS}
        self.step = np.searchsorted(LADDER, column["bid"])
        self._matadors = column["matadors"]
        self._ten = hands[at, self.seat]
        points = np.stack([rows[f"seeger_fabian_{name}"].to_numpy()[at] for name in SEAT_NAMES], axis=1)
        mine = points[np.arange(len(at)), self.seat]
        score, won = column["score"], column["won"]
        lost = np.where(won == 1, 0, -score)
        ones = np.ones_like(won)
        self.figures = (ones, won, column["overbid"], score, score * score, lost, lost * lost, mine)

    @property
    def places(self) -> tuple[Ints, ...]:
        """By `KEYS`."""
        jacks = np.bitwise_count(self._ten & _JACKS).astype(np.int64)
        trumps = np.bitwise_count(self._ten & _TRUMPS[self.kind]).astype(np.int64)
        return (self.step, self.kind, self.seat, self._matadors + MOST_MATADORS, jacks, trumps)


_NUMBERS: Final = ("bid", "matadors", "won", "overbid", "score")


def reserve_keys(bots: Sequence[str]) -> Mapping[str, Sequence[Any]]:
    """The keys of the games by what the declarer's bot would have bid up to."""
    return dict(zip(RESERVE_KEYS, (bots, LADDER, range(-DISTANCES + 1, DISTANCES)), strict=True))
