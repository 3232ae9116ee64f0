"""Which card a defender leads: the one with the highest worth in a table fitted to games.

The fit (analysis/heuristic_leads.py) lets one lead of a game be another card than the bot's and asks what that changed:
a regression of the change on what the two cards are.  A card's worth, in tournament points between the declarer and
the others, is a sum of four: its rank, by where ace and ten of its suit are; whether declarer or partner is void in it,
by the time of the game; how long the suit is; for a trump its kind, by the time.  Each is known by suit game or grand
and by whether the declarer plays next or last.
"""

from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.heuristic.lead_weights import LENGTHS, RANKS, TRUMPS, VOIDS
from skatsim.bots.heuristic.masks import ACES, FAT, KINGS, LOW, QUEENS, TENS, lowest, partner, plain, top, unseen
from skatsim.kernel import kernel, popcount
from skatsim.kernel.types import Ints
from skatsim.rules.cards import JACKS

_OF_RANK: Final = np.array([LOW, QUEENS, KINGS, TENS, ACES], dtype=np.int64)
_RANKS: Final = np.array(RANKS)
"""By setting, place of the ace times three plus place of the ten, and rank."""
_VOIDS: Final = np.array(VOIDS)
"""By setting times three plus time, void (declarer 2, partner 1), and whether the card is fat."""
_LENGTHS: Final = np.array(LENGTHS)
"""By setting and number of cards held, one to five or more."""
_TRUMPS: Final = np.array(TRUMPS)
"""By setting times three plus time, and kind: small, fat, jack."""
_TENS_FROM: Final = 3
_WORTHLESS: Final = -1000.0


@kernel
def fitted_lead(view: Ints) -> int:
    """The card to lead."""
    trumps = view[abi.TRUMPS]
    setting = (0 if view[abi.DECLARER] == (view[abi.SEAT] + 1) % 3 else 2) + (1 if trumps == JACKS else 0)
    time = 3 * setting + min(view[abi.TRICK] // 3, 2)
    best, best_worth = trump_lead(view[abi.HAND] & trumps, time)
    sides = view[abi.HAND] & ~trumps
    for suit in range(4):
        held = sides & plain(suit)
        if held:
            card, worth = side_lead(view, held, plain(suit), setting, time)
            if worth > best_worth:
                best_worth = worth
                best = card
    return best


@kernel
def trump_lead(mine: int, time: int) -> tuple[int, float]:
    """The best trump and its worth."""
    best = 0
    best_worth = _WORTHLESS
    if mine & JACKS:
        best, best_worth = top(mine), _TRUMPS[time, 2]
    small = mine & ~(JACKS | FAT)
    if small and _TRUMPS[time, 0] > best_worth:
        best, best_worth = lowest(small), _TRUMPS[time, 0]
    fat = mine & FAT
    if fat and _TRUMPS[time, 1] > best_worth:
        best, best_worth = lowest(fat), _TRUMPS[time, 1]
    return best, best_worth


@kernel
def side_lead(view: Ints, held: int, cards: int, setting: int, time: int) -> tuple[int, float]:
    """The best card of one side suit and its worth."""
    out = unseen(view) & cards
    void = 0 if out & ~view[abi.LACKS + view[abi.DECLARER]] else 2
    void += 0 if out & ~view[abi.LACKS + partner(view)] else 1
    places = 3 * place(ACES, held, out) + place(TENS, held, out)
    best = 0
    best_worth = _WORTHLESS
    for rank in range(5):
        those = held & _OF_RANK[rank]
        worth = _RANKS[setting, places, rank] + _VOIDS[time, void, 1 if rank >= _TENS_FROM else 0]
        if those and worth > best_worth:
            best_worth = worth
            best = lowest(those)
    return best, best_worth + _LENGTHS[setting, min(popcount(held), 5) - 1]


@kernel
def place(rank: int, held: int, out: int) -> int:
    """Where a suit's ace or ten is: 2 held, 1 out, 0 gone."""
    return 2 if held & rank else (1 if out & rank else 0)
