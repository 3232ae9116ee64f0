"""The auction (Reizen, ISkO 3.3) between reserves: how far each seat goes decides who plays and at which bid.

Middlehand bids to forehand, rearhand to the survivor; if nobody has bid, forehand may still take 18.  Bids here are
*steps*: the number of ladder values up to and including a bid (0 no bid, 1 = 18, ... 63 = 264).  Each bidder goes up
by single steps; jumps are legal at the table (the referee accepts them) and change only the last bid.
"""

from typing import Final

import numpy as np

from skatsim.kernel import kernel
from skatsim.rules.contracts import BIDS

BID_OF_STEP: Final = np.array((0, *BIDS), dtype=np.int64)
"""Bid value by step."""
STEP_OF_BID: Final = np.array([sum(b <= value for b in BIDS) for value in range(BIDS[-1] + 1)], dtype=np.int64)
"""Number of ladder values <= a value 0 ... 264: the highest step a reserve of that value reaches."""


@kernel
def step_of_reserve(reserve: int, ladder_steps: int) -> int:
    """The highest step within `reserve` (any int) on a ladder of `ladder_steps` values."""
    if reserve < BIDS[0]:
        return 0
    return min(STEP_OF_BID[min(reserve, BIDS[-1])], ladder_steps)


@kernel
def contest(bidder: int, holder: int, current: int) -> tuple[int, int, int]:
    """One stage of the auction: the bidder bids to the holder, up from step `current`.

    `bidder` and `holder` are the highest steps each would reach.  Returns (1 if the bidder survives else 0, the last
    step the bidder said, the last step the holder held), the latter two 0 where he said nothing in this stage.
    The bid then stands at the larger of `current` and the two.
    """
    if bidder <= current:
        return 0, 0, 0
    if holder >= bidder:
        return 0, bidder, bidder
    if holder > current:
        return 1, holder + 1, holder
    return 1, current + 1, 0
