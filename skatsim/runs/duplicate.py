"""Boards of a comparison: who sits where, what a result counts, and when a sequential test has seen enough.

A board is one deal in every seating of a pair; its difference is the mean result of the first bot's seats less that of
the second's, over the six games.  Differences are kept as whole numbers of `PARTS`: a bot against itself is exactly 0.
"""

import numpy as np
import pyarrow as pa

from skatsim.kernel.types import Ints
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.duplicate_kind import SEATINGS, DuplicateKind
from skatsim.stats.sprt import SequentialTest

PARTS = 2 * len(SEATINGS)
"""A difference is counted in twelfths: the mean of one or two seats, and of six games."""


class Seats:
    """Who sits where, by board modulo 3.

    Attributes
    ----------
    bots
        int64[3, games, 3]: the bot at each seat.
    weights
        int64[3, pairs, 6, 3]: in how many `PARTS` a seat's result counts in the difference of its pair.
    """

    def __init__(self, config: DuplicateKind) -> None:
        letters = np.array([[ord(letter) - ord("A") for letter in seating] for seating in config.seatings])
        self.bots: Ints = np.stack([letters[:, (turn + np.arange(3)) % 3] for turn in range(3)])
        first = np.repeat([a for a, _ in config.pairs], len(SEATINGS)).reshape(1, -1, 1)
        of_first = self.bots == first
        number = of_first.sum(axis=-1, keepdims=True)
        weights = np.where(of_first, 2 // number, -2 // (3 - number))
        self.weights: Ints = weights.reshape(3, len(config.pairs), len(SEATINGS), 3)

    def differences(self, boards: Ints, results: Ints) -> Ints:
        """By board and pair, in `PARTS`: int64[boards, pairs] from the seats' results, int64[boards, games, 3]."""
        weights = self.weights[boards % 3]
        return np.einsum("bpgs,bpgs->bp", weights, results.reshape(weights.shape))


def seat_points(rows: pa.Table, games: int) -> Ints:
    """The tournament points of whole boards of `games` rows, int64[boards, games, 3]."""
    points = np.stack([rows[f"seeger_fabian_{seat}"].to_numpy() for seat in SEAT_NAMES], axis=-1)
    return points.reshape(-1, games, len(SEAT_NAMES))


class Looks:
    """The sequential test of a comparison's first pair: told the rows part by part, it says when there are enough."""

    def __init__(self, config: DuplicateKind) -> None:
        plan = config.sequential
        if plan is None:
            raise ValueError("the comparison is of a fixed number of boards")
        self._test = SequentialTest(plan.low, plan.high, plan.alpha, plan.beta)
        self._seats, self._games = Seats(config), len(config.seatings)
        self._boards = self._total = self._squares = 0

    def __call__(self, rows: pa.Table) -> bool:
        """Whether the test has a verdict with the whole boards `rows` added."""
        boards = rows["board"].to_numpy()[:: self._games]
        first = self._seats.differences(boards, seat_points(rows, self._games))[:, 0]
        self._boards += len(first)
        self._total += int(first.sum())
        self._squares += int((first * first).sum())
        if self._boards < 2:
            return False
        mean = self._total / self._boards
        variance = (self._squares - self._total * mean) / (self._boards - 1)
        return self._test.verdict(self._boards, mean / PARTS, variance / PARTS**2) is not None
