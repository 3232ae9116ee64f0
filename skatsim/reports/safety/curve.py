"""What holding up to each bid brings, against passing at once and against giving up one bid earlier.

The unit is a deal that fits what was heard; all limits are played on the same deals.  Shares have Wilson's interval,
means Student's; differences are paired, deal by deal.  Points are the asking player's own: tournament points
(Seeger-Fabian, table of three: also the 40 for a game that others lose) and list points (of games he declares).

The *best limit* is the one with the highest mean; bids that come up in fewer than `RARE` of the deals are not told
apart.  At every bid up to it, going on is better than giving up there, for the mean of holding up to the best limit
differs from that of any lower one only in deals where that bid comes up.  A bid is *sure* if this difference is above 0
with the confidence asked for (one-sided), at that bid and at all lower ones.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Floats, Ints
from skatsim.rules.contracts import BIDS
from skatsim.stats.intervals import CONFIDENCE, Estimate, mean_interval, spread, student_quantile, wilson
from skatsim.table import limits as at
from skatsim.table.limits import LimitSums

RARE: Final = 0.005
"""Bids that come up in a smaller share of the deals are not told apart."""
PLAYS: Final = 0.01
"""A limit that gets the game in a smaller share of the deals tells nothing about playing."""
BID_OF_STEP: Final = (0, *BIDS)
KINDS: Final = ("list", "tournament")
"""The points, in the order of the moments."""
_ROWS: Final = {"list": at.LIST, "tournament": at.TOURNAMENT}


@dataclass(frozen=True)
class Curve:
    """The sums of all limits, read as figures.

    Parameters
    ----------
    sums
        From `skatsim.table.limits`.
    first
        The lowest limit that is left (a step): giving up at once.
    confidence
        With which a sure bid is sure, one-sided.
    """

    sums: LimitSums
    first: int
    confidence: float

    @property
    def steps(self) -> list[int]:
        """Giving up at once, then each limit at which the auction goes on differently in some deal."""
        begins = self.sums.sums[at.BEGINS]
        return [self.first, *(step for step in range(self.first + 1, at.LIMITS) if begins[step])]

    @property
    def told(self) -> list[int]:
        """The same without rare bids."""
        begins = self.sums.sums[at.BEGINS]
        return [step for step in self.steps if step == self.first or begins[step] >= RARE * self.sums.worlds]

    def best(self, kind: str = "tournament") -> int:
        """The limit (a step) with the highest mean, the lowest of equals."""
        means = self.sums.totals[_ROWS[kind]]
        return max(self.told, key=lambda step: (means[step], -step))

    def sure(self, kind: str = "tournament") -> int:
        """The highest sure bid, a step; the lowest limit if there is none."""
        best, last = self.best(kind), self.first
        for step in self.told[1:]:
            if step > best or not self._is_above(kind, best, step - 1):
                break
            last = step
        return last

    def turns(self, kind: str = "tournament") -> int:
        """The first bid, a step, above the best limit that loses beyond doubt where it comes up; 0 if none does."""
        return next((step for step in self.beyond(kind) if self._of_bid(kind, step).high < 0), 0)

    def beyond(self, kind: str = "tournament") -> list[int]:
        """The bids, as steps, above the best limit."""
        return [step for step in self.told if step > self.best(kind)]

    def difference(self, kind: str, limit: int, other: int, confidence: float = CONFIDENCE) -> Estimate:
        """Points a deal by which one limit brings more than another, paired."""
        return mean_interval(self.sums.worlds, *self._paired(kind, limit, other), confidence)

    def _of_bid(self, kind: str, step: int) -> Estimate:
        """Points by which a bid is better than giving up one step earlier, in the deals where it comes up."""
        return mean_interval(self.sums.sums[at.BEGINS, step], *self._paired(kind, step, step - 1))

    def _paired(self, kind: str, limit: int, other: int) -> tuple[int, int]:
        """Sum and sum of squares of the differences."""
        totals, moments = self.sums.totals[_ROWS[kind]], self.sums.moments[KINDS.index(kind)]
        squares = moments[limit, limit] - 2 * moments[limit, other] + moments[other, other]
        return int(totals[limit] - totals[other]), int(squares)

    def _is_above(self, kind: str, limit: int, other: int) -> bool:
        mean, _, error = spread(self.sums.worlds, *self._paired(kind, limit, other))
        quantile = student_quantile(self.confidence, max(self.sums.worlds - 1, 1))
        return bool(mean > 0 and mean > quantile * error)

    def half_width(self) -> float:
        """Half the interval of the win rate at the best limit (the first bid, where passing is best)."""
        step = self.played_limit()
        totals = self.sums.totals
        return float(wilson(totals[at.WON, step], totals[at.DECLARED, step]).half) if totals[at.DECLARED, step] else 1.0

    def played_limit(self) -> int:
        """The limit at which everything else is looked at: the best, or where passing is best the first that plays."""
        best = self.best()
        if best > self.first or len(self.steps) == 1:
            return best
        declared = self.sums.totals[at.DECLARED]
        playing = (step for step in self.steps[1:] if declared[step] >= PLAYS * self.sums.worlds)
        return next(playing, self.steps[-1])

    def frame(self) -> pd.DataFrame:
        """One row a limit, see `skatsim.reports.safety.answer.Safety.limits`."""
        steps = np.array(self.steps)
        worlds, totals = self.sums.worlds, self.sums.totals[:, steps]
        declared = totals[at.DECLARED]
        columns: dict[str, Any] = {
            "limit": [BID_OF_STEP[step] for step in steps],
            "deals": worlds,
            "asked": self.sums.sums[at.BEGINS, steps],
            "declared": declared,
            **with_ends("declares", wilson(declared, worlds)),
            **with_ends("won", wilson(totals[at.WON], declared)),
            **with_ends("overbid", wilson(totals[at.OVERBID], declared)),
            **with_ends("hand", wilson(totals[at.HAND_GAMES], declared)),
            **with_ends("others_lose", wilson(totals[at.OTHERS_LOST], totals[at.OTHERS_DECLARED])),
        }
        for kind in reversed(KINDS):
            columns |= self._points(kind, steps)
        frame = pd.DataFrame(columns)
        frame.loc[0, "asked"] = worlds
        return frame

    def _points(self, kind: str, steps: Ints) -> dict[str, Floats]:
        """Means, gains over giving up at once, and what the bid itself brings where it comes up."""
        worlds = self.sums.worlds
        total, moments = self.sums.totals[_ROWS[kind]], self.sums.moments[KINDS.index(kind)]
        gains = [self.difference(kind, step, self.first) for step in steps]
        bids = [self._of_bid(kind, step) if step > self.first else _NOTHING for step in steps]
        return {
            **with_ends(kind, mean_interval(worlds, total[steps], moments[steps, steps])),
            **with_ends(f"{kind}_gain", _stacked(gains)),
            **with_ends(f"{kind}_of_bid", _stacked(bids)),
        }

    def bids(self) -> pd.DataFrame:
        """One row a bid at which the game is played by a player who never passes."""
        rows = self.sums.at_bid
        steps = np.flatnonzero(rows[at.AT_DECLARED])
        n = rows[at.AT_DECLARED, steps]
        points = {"tournament": (at.AT_TOURNAMENT, at.AT_TOURNAMENT_SQUARED), "list": (at.AT_LIST, at.AT_LIST_SQUARED)}
        return pd.DataFrame(
            {
                "bid": [BID_OF_STEP[step] for step in steps],
                "declared": n,
                "share": n / max(self.sums.worlds, 1),
                **with_ends("won", wilson(rows[at.AT_WON, steps], n)),
                **with_ends("overbid", wilson(rows[at.AT_OVERBID, steps], n)),
                **{
                    name: values
                    for kind, (total, squares) in points.items()
                    for name, values in with_ends(
                        kind, mean_interval(n, rows[total, steps], rows[squares, steps])
                    ).items()
                },
            }
        )


_NOTHING: Final = Estimate(np.nan, np.nan, np.nan)


def with_ends(name: str, estimate: Estimate) -> dict[str, Any]:
    """A figure and the ends of its interval as columns."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _stacked(estimates: list[Estimate]) -> Estimate:
    return Estimate(*(np.array([float(e[part]) for e in estimates]) for part in range(3)))
