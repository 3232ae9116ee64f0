"""Which card a defender leads in null: the one with the highest worth in tables fitted to games.

The fit is that of the other leads (analysis/heuristic_leads.py): one lead of a game is another card than the bot's, and
a regression asks what that changed.  A card's worth, in tournament points between the declarer and the others, is a sum
over five tables, the rows of which are named beside them.  With open cards the defenders see where the declarer can be
caught: his k-th lowest card of a suit is in danger when k cards of the defenders', or the skat's, are below it.
Ranks are those of null, 7 8 9 T J Q K A as 0 to 7; suits are eight bits in this order (`evaluation.null_suit`).
"""

from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.heuristic import null_weights
from skatsim.bots.heuristic.evaluation import null_suit
from skatsim.bots.heuristic.masks import partner, unseen
from skatsim.kernel import kernel, popcount
from skatsim.kernel.types import Ints

_PLAIN_BIT: Final = np.array([0, 1, 2, 5, 0, 3, 4, 6])
"""Bit of each rank but the jack within the seven cards of a suit."""
_JACK: Final = 4
_WORTHLESS: Final = -1000.0

_OPEN_CATCH: Final = np.array(null_weights.OPEN_CATCH)
"""Round of danger 0-3, declarer's cards below (0-2) and above (0-2), partner void."""
_OPEN_LENGTH: Final = np.array(null_weights.OPEN_LENGTH)
"""Cards held (1-5), the declarer's (0-3), whether he plays last."""
_OPEN_PLACE: Final = np.array(null_weights.OPEN_PLACE)
"""Place among the cards held, round of danger."""
_OPEN_PARTNER: Final = np.array(null_weights.OPEN_PARTNER)
"""Cards the partner may hold (0-3), declarer's cards below (0-2), whether he plays last."""
_OPEN_RANK: Final = np.array(null_weights.OPEN_RANK)
"""Rank, whether the declarer plays last."""

_RANK: Final = np.array(null_weights.RANK)
"""Rank, cards held (1-5), whether the declarer plays last."""
_BELOW: Final = np.array(null_weights.BELOW)
"""Cards out that are lower (0-3), time of the game, whether the declarer plays last."""
_VOID: Final = np.array(null_weights.VOID)
"""Declarer void 2, partner void 1; time of the game."""
_GONE: Final = np.array(null_weights.GONE)
"""Cards of the suit that are gone (0-4), place among the cards held."""
_OUT: Final = np.array(null_weights.OUT)
"""Cards of the suit that are out (0-4), those that are lower (0-2)."""


def danger_of(declarers: int, defenders: int) -> int:
    """The first round in which the declarer's cards of a suit can be caught, at most 3; 0 if in none.

    >>> danger_of(0b0001, 0b0110), danger_of(0b1000, 0b0110), danger_of(0b1001, 0b0110)
    (0, 1, 2)
    """
    ranks = [rank for rank in range(8) if declarers >> rank & 1]
    for number, rank in enumerate(ranks, 1):
        if (defenders & ((1 << rank) - 1)).bit_count() >= number:
            return min(number, 3)
    return 0


_DANGER: Final = np.array([[danger_of(declarers, defenders) for defenders in range(256)] for declarers in range(256)])


@kernel
def null_lead(view: Ints) -> int:
    """The card to lead, with open cards or without."""
    best = 0
    best_worth = _WORTHLESS
    for suit in range(4):
        if null_suit(view[abi.HAND], suit):
            rank, worth = open_suit(view, suit) if view[abi.OPEN_HAND] else closed_suit(view, suit)
            if worth > best_worth:
                best_worth = worth
                best = card_of(suit, rank)
    return best


@kernel
def open_suit(view: Ints, suit: int) -> tuple[int, float]:
    """The best rank of one suit and its worth, against open cards."""
    held, shown = null_suit(view[abi.HAND], suit), null_suit(view[abi.OPEN_HAND], suit)
    mates = null_suit(unseen(view) & ~view[abi.OPEN_HAND] & ~view[abi.LACKS + partner(view)], suit)
    danger = _DANGER[shown, held | mates]
    last = plays_last(view)
    best = 0
    best_worth = _WORTHLESS
    for rank in range(8):
        if held >> rank & 1:
            lower, higher = min(popcount(below(shown, rank)), 2), min(popcount(shown >> (rank + 1)), 2)
            worth = _OPEN_CATCH[danger, lower, higher, 0 if mates else 1] + _OPEN_PLACE[own_place(held, rank), danger]
            worth += _OPEN_PARTNER[min(popcount(mates), 3), lower, last] + _OPEN_RANK[rank, last]
            if worth > best_worth:
                best_worth = worth
                best = rank
    return best, best_worth + _OPEN_LENGTH[min(popcount(held), 5) - 1, min(popcount(shown), 3), last]


@kernel
def closed_suit(view: Ints, suit: int) -> tuple[int, float]:
    """The best rank of one suit and its worth, against hidden cards."""
    held, out = null_suit(view[abi.HAND], suit), null_suit(unseen(view), suit)
    void = 0 if out & ~null_suit(view[abi.LACKS + view[abi.DECLARER]], suit) else 2
    void += 0 if out & ~null_suit(view[abi.LACKS + partner(view)], suit) else 1
    length, gone = min(popcount(held), 5) - 1, min(8 - popcount(held | out), 4)
    last, time = plays_last(view), min(view[abi.TRICK] // 3, 2)
    best = 0
    best_worth = _WORTHLESS
    for rank in range(8):
        if held >> rank & 1:
            lower = popcount(below(out, rank))
            worth = _RANK[rank, length, last] + _BELOW[min(lower, 3), time, last] + _GONE[gone, own_place(held, rank)]
            worth += _OUT[min(popcount(out), 4), min(lower, 2)]
            if worth > best_worth:
                best_worth = worth
                best = rank
    return best, best_worth + _VOID[void, time]


@kernel
def plays_last(view: Ints) -> int:
    """1 if the declarer plays last to the leader's trick, 0 if next."""
    return 0 if view[abi.DECLARER] == (view[abi.SEAT] + 1) % 3 else 1


@kernel
def below(cards: int, rank: int) -> int:
    """Those of a suit's cards that rank lower."""
    return cards & ((1 << rank) - 1)


@kernel
def own_place(held: int, rank: int) -> int:
    """0 the lowest of several cards held, 1 one between, 2 the highest, 3 the only one."""
    lowest, highest = below(held, rank) == 0, held >> (rank + 1) == 0
    if lowest:
        return 3 if highest else 0
    return 2 if highest else 1


@kernel
def card_of(suit: int, rank: int) -> int:
    """The mask of one card by its rank in null."""
    return 1 << (28 + suit) if rank == _JACK else 1 << (7 * suit + _PLAIN_BIT[rank])
