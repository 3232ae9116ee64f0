"""What each card is worth in the skat: the same number of deals for each of the 231 skats, always picked up.

Deals are those in which the player declares when he holds up to the limit in question; then he picks up and the bot
declares and puts away.  A card's worth is the win rate with it in the skat less that without, over all skats; a skat
*pays* if playing brings more tournament points than passing at once would have, in the mean over its deals.
"""

from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from skatsim.kernel.types import Floats, Ints
from skatsim.reports.safety.curve import with_ends
from skatsim.rules.cards import ALL, CARD_NAMES, format_cards
from skatsim.stats.intervals import Estimate, mean_interval, wilson
from skatsim.table import choices as at

DEALS: Final = 200
"""Deals for each skat."""
CHOICE: Final = ((at.AFTER_PICK_UP, at.BOTS_DISCARD),)


class SkatSums(NamedTuple):
    """Of one skat: deals looked at and declared, games won, sum and squares of what playing brings over passing."""

    deals: int
    declared: int
    won: int
    gain: int
    gain_squared: int


def skat_sums(rows: at.Choices) -> SkatSums:
    """The sums of the deals of one skat."""
    result = rows.results[:, 0]
    gain = result[:, at.TOURNAMENT] - rows.passing
    worlds = int(rows.counts[1])
    return SkatSums(worlds, len(result), int((result[:, at.WON] == 1).sum()), int(gain.sum()), int((gain * gain).sum()))


def pair_frame(skats: Ints, sums: list[SkatSums]) -> pd.DataFrame:
    """One row a skat, the best first: `skat`, `deals`, `declared`, `won`, `gain` in tournament points."""
    deals, declared, won, gain, squares = (np.array(column) for column in zip(*sums, strict=True))
    frame = pd.DataFrame(
        {
            "skat": [format_cards(int(skat)) for skat in skats],
            "deals": deals,
            "declared": declared,
            **with_ends("won", wilson(won, declared)),
            **with_ends("gain", mean_interval(declared, gain, squares)),
        }
    )
    return frame.sort_values("gain", ascending=False, ignore_index=True, na_position="last")


def card_frame(hand: int, skats: Ints, sums: list[SkatSums]) -> pd.DataFrame:
    """One row an unseen card, the best first: win rates with it in the skat and without, and their difference."""
    _, declared, won, gain, _ = (np.array(column, dtype=np.float64) for column in zip(*sums, strict=True))
    rows = []
    for index in range(len(CARD_NAMES)):
        if not (ALL & ~hand) >> index & 1:
            continue
        with_it = (skats >> index & 1).astype(bool)
        rates = [wilson(won[here].sum(), declared[here].sum()) for here in (with_it, ~with_it)]
        gains = [_pooled(declared[here], gain[here]) for here in (with_it, ~with_it)]
        rows.append(
            {
                "card": format_cards(1 << index),
                "declared": int(declared[with_it].sum()),
                **with_ends("won_with", rates[0]),
                **with_ends("won_without", rates[1]),
                **with_ends("worth", _difference(rates)),
                "gain_with": gains[0],
                "gain_without": gains[1],
            }
        )
    return pd.DataFrame(rows).sort_values("worth", ascending=False, ignore_index=True)


def _pooled(declared: Floats, gain: Floats) -> float:
    return float(gain.sum() / declared.sum()) if declared.sum() else float("nan")


def _difference(rates: list[Estimate]) -> Estimate:
    """The difference of two shares of different deals with Newcombe's interval, from Wilson's of each."""
    one, other = rates
    value = one.value - other.value
    low = value - np.hypot(one.value - one.low, other.high - other.value)
    return Estimate(value, low, value + np.hypot(one.high - one.value, other.value - other.low))
