"""What it costs to bid one step further or shorter: the same deals again with one seat's limit moved.

Each deal is played as in the run, and again for each of its three seats with that seat's limit moved by one and by two
steps of the ladder, up and down, all else equal: the same cards, the same random words, the others as they are.  What
counts is how the seat's own points change: a difference of two games on the same cards.  No hand is compared with
another.  Nothing is moved at shift 0, so its difference is exactly 0.

The three seats of a deal are no independent results: intervals are over deals (ratio estimate).  Seats are told apart
by what their bot would bid up to on the cards dealt (`skatsim.table.reserves`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, Final, cast

import numpy as np
import pandas as pd

from skatsim.bots.bot import make_lineup
from skatsim.bots.moved import moved
from skatsim.kernel.types import Ints
from skatsim.reports.population.counts import LADDER
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import RunConfig
from skatsim.runs.executors import Executor, ProgressMeter
from skatsim.runs.manifest import Claim
from skatsim.runs.shards import chunk_size
from skatsim.stats.intervals import ClusterSums, cluster_mean, cluster_share
from skatsim.table.columns import OutcomeColumns
from skatsim.table.engine import simulate_games
from skatsim.table.reserves import dealt_reserves

SHIFTS: Final = (-2, -1, 0, 1, 2)
SEATINGS: Final = 1 + 3 * (len(SHIFTS) - 1)
"""Games a deal is played in: as it is, and each seat moved."""
MEASURES: Final = ("tournament", "score", "changed", "declared")
"""Differences in tournament and list points; whether the deal went otherwise; whether the seat declared."""
ALL, PASSES, BIDS_ITSELF = "all", "would pass", "would bid"
GROUPS: Final = (ALL, PASSES, BIDS_ITSELF)
"""Seats by what their bot would do."""
_OF_BOT: Final = len(GROUPS) + len(LADDER)
"""Groups of a bot: `GROUPS`, then one a step of the reserve."""
SECONDS: Final = 4
"""Work of one core that the default number of deals takes, roughly."""
MOST_DEALS: Final = 50_000
LEAST_DEALS: Final = 100
_COURSE: Final = ("declarer", "contract", "bid", "card_points", "score")


@dataclass(frozen=True)
class Moves:
    """Sums over deals.

    Attributes
    ----------
    bots
        Who sat at the table.
    deals
        Deals played again.
    sums
        int64[bots * groups, SHIFTS, MEASURES, 6]: the parts of `ClusterSums`, clusters being deals.
    """

    bots: tuple[str, ...]
    deals: int
    sums: Ints

    @property
    def frame(self) -> pd.DataFrame:
        """One row a bot, group of seats and shift: bot, seats (all, would pass, would bid), steps, deals, moved (seats
        moved); changed (share of them in which the deal went otherwise), declared (share in which the seat played),
        tournament and score (how its points change a deal, against shift 0), each with the ends of its interval.
        """
        return self._frame("seats", GROUPS, slice(0, len(GROUPS)))

    @property
    def by_reserve(self) -> pd.DataFrame:
        """The same by what the bot would bid up to: column reserve, 0 for a seat that would pass."""
        return self._frame("reserve", LADDER, slice(len(GROUPS), None))

    def _frame(self, name: str, groups: Sequence[Any], chosen: slice) -> pd.DataFrame:
        sums = self.sums.reshape(len(self.bots), _OF_BOT, *self.sums.shape[1:])[:, chosen]
        keys = list(product(self.bots, groups, SHIFTS))
        parts = sums.reshape(len(keys), len(MEASURES), -1)
        frame = pd.DataFrame(keys, columns=["bot", name, "steps"])
        frame["deals"], frame["moved"] = parts[:, 0, 0], parts[:, 0, 1]
        for number, measure in enumerate(MEASURES):
            each = ClusterSums(*parts[:, number].T)
            estimate = cluster_share(each) if measure in MEASURES[2:] else cluster_mean(each)[0]
            for end, values in zip(("", "_low", "_high"), estimate, strict=True):
                frame[measure + end] = values
        return frame[frame["deals"] > 0].reset_index(drop=True)


@dataclass(frozen=True)
class Replayed:
    """The claim of the simulation whose deals are played again, and which seat is moved (None: each)."""

    claim: Claim
    seat: int | None = None

    @property
    def config(self) -> RunConfig:
        """What was asked for."""
        return cast(RunConfig, self.claim.config)

    @property
    def labels(self) -> tuple[str, ...]:
        """Who sits there, by player."""
        return tuple(player.label for player in self.claim.players)

    @property
    def bots(self) -> tuple[str, ...]:
        """The labels that differ."""
        return tuple(dict.fromkeys(self.labels))

    @property
    def usual_deals(self) -> int:
        """Deals that take a few seconds."""
        return int(min(max(SECONDS * self.config.pace / SEATINGS, LEAST_DEALS), MOST_DEALS, self.config.games))

    def moves(self, deals: int, executor: Executor, meter: ProgressMeter) -> Moves:
        """Play games [0, deals) of the seed again."""
        size = max(chunk_size(self.config.pace) // SEATINGS, 1)
        chunks = [range(first, min(first + size, deals)) for first in range(0, deals, size)]
        sums = np.zeros((len(self.bots) * _OF_BOT, len(SHIFTS), len(MEASURES), 6), dtype=np.int64)
        for chunk, more in zip(chunks, executor.map(partial(_sums_of, self), chunks), strict=True):
            sums += more
            meter.add(len(chunk))
        return Moves(self.bots, deals, sums)


def _sums_of(replayed: Replayed, games: range) -> Ints:
    """The sums over some of the deals."""
    config, numbers = replayed.config, np.arange(games.start, games.stop)
    players, rows = replayed.claim.seated(), np.arange(len(games))
    lineup = make_lineup(players)
    before, deals, _ = simulate_games(config.seed, games.start, len(games), lineup, config.rules, deals=True)
    assert deals is not None
    hands = np.stack(deals[:3], axis=1).astype(np.int64)
    levels = _groups(replayed, numbers, dealt_reserves(config.seed, numbers, hands, lineup, config.rules))
    sums = np.zeros((len(replayed.bots) * _OF_BOT, len(SHIFTS), len(MEASURES), 6), dtype=np.int64)
    for place, steps in enumerate(SHIFTS):
        values = np.zeros((len(MEASURES), len(games), 3), dtype=np.int64)
        for player in range(3):
            seat = (player - numbers) % 3
            after = before
            if steps:
                others = [moved(each, steps) if p == player else each for p, each in enumerate(players)]
                after = simulate_games(config.seed, games.start, len(games), make_lineup(others), config.rules).outcomes
            values[:, rows, seat] = _measures(before, after, seat)
        for level in levels:
            for number in range(len(MEASURES)):
                sums[:, place, number] += cluster_sums(level, values[number], len(sums))
    return sums


def _groups(replayed: Replayed, games: Ints, reserves: Ints) -> list[Ints]:
    """By level (all seats, passing or bidding, by reserve) the group of each seat, int64[n, 3]; -1 where none."""
    number = np.array([replayed.bots.index(label) for label in replayed.labels])
    first = _OF_BOT * number[(games[:, None] + np.arange(3)) % 3]
    levels = [first + GROUPS.index(ALL), first + np.where(reserves > 0, 2, 1), first + len(GROUPS) + reserves]
    if replayed.seat is None:
        return levels
    return [np.where(np.arange(3) == replayed.seat, level, -1) for level in levels]


def _measures(before: OutcomeColumns, after: OutcomeColumns, seat: Ints) -> list[Ints]:
    """`MEASURES` of the seat in each deal."""
    points, score = (now - then for now, then in zip(_points(after, seat), _points(before, seat), strict=True))
    alike = np.logical_and.reduce([getattr(before, name) == getattr(after, name) for name in _COURSE])
    return [points, score, np.where(alike, 0, 1), np.where(after.declarer == seat, 1, 0)]


def _points(outcomes: OutcomeColumns, seat: Ints) -> tuple[Ints, Ints]:
    """Tournament and list points of the seat in each deal."""
    by_seat = [getattr(outcomes, f"seeger_fabian_{name}") for name in SEAT_NAMES]
    listed = np.where(outcomes.declarer == seat, outcomes.score, 0)
    return np.choose(seat, by_seat).astype(np.int64), listed.astype(np.int64)


def cluster_sums(groups: Ints, values: Ints, count: int) -> Ints:
    """The parts of `ClusterSums` by group: int64[count, 6].

    Parameters
    ----------
    groups
        Of each seat of each deal, int64[deals, 3]; -1: not counted.
    values
        Of the same seats.
    count
        How many groups there are.
    """
    sums = np.zeros((6, count + 1))
    for i, j in product(range(3), repeat=2):
        same = groups[:, i] == groups[:, j]
        at, mine, other = groups[same, i], values[same, i], values[same, j]
        size = len(at)
        sums[3] += np.bincount(at + 1, minlength=count + 1)
        sums[4] += np.bincount(at + 1, mine * other, minlength=count + 1)
        sums[5] += np.bincount(at + 1, mine, minlength=count + 1)
        if i == j:
            sums[1] += np.bincount(at + 1, minlength=count + 1)
            sums[2] += np.bincount(at + 1, mine, minlength=count + 1)
            first = np.ones(size, dtype=np.bool_)
            for earlier in range(i):
                first &= groups[:, earlier] != groups[:, i]
            sums[0] += np.bincount(at[first] + 1, minlength=count + 1)
    return sums[:, 1:].T.astype(np.int64)
