"""Worlds a seat may be in: where the cards it does not see can lie, each way equally likely.

A world respects what the view shows for certain: own cards, cards played, an open hand, how many cards each hand has,
and what a seat is known to lack because it did not follow.  What bids, contract and plays suggest besides is weighed in
`skatsim.bots.inference`.

Four places: the hands by seat (those that are left to play), and AWAY, the two cards that nobody will play: the
declarer's discard or the skat that was not picked up.  The draw is exact and takes no second try: unseen cards fall
into four kinds by who may hold them; how many of each kind lie away is drawn by the number of ways, then the cards.
"""

from math import comb
from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.kernel import below, kernel, nth_set_bit, popcount, random_word
from skatsim.kernel.types import Ints
from skatsim.rules.cards import ALL

AWAY: Final = 3
PLACES: Final = 4
WORDS: Final = 32
"""Random words set aside for one world."""
_MOST: Final = 22
_WAYS: Final = np.array([[comb(n, k) for k in range(_MOST + 1)] for n in range(_MOST + 1)], dtype=np.int64)


@kernel
def hidden(view: Ints) -> int:
    """The cards the seat that is asked does not see."""
    return int(ALL & ~(view[abi.HAND] | view[abi.PLAYED] | view[abi.DISCARD] | view[abi.OPEN_HAND]))


@kernel
def hand_size(view: Ints, seat: int) -> int:
    """Cards another seat has left to play."""
    return 10 - popcount(view[abi.PLAYED_BY + seat])


@kernel
def draw_world(view: Ints, places: Ints, key: int, at: int) -> None:
    """Fill `places` (int64[PLACES]) with a world of the view, from the random words at `at` ... `at` + WORDS - 1."""
    me = view[abi.SEAT]
    left, right = (me + 1) % 3, (me + 2) % 3
    cards = hidden(view)
    lacks_left, lacks_right = view[abi.LACKS + left], view[abi.LACKS + right]
    size_left, size_right = hand_size(view, left), hand_size(view, right)
    places[me] = view[abi.HAND]
    places[left] = places[right] = 0
    if view[abi.OPEN_HAND] and view[abi.DECLARER] == left:
        places[left], size_left, lacks_left = view[abi.OPEN_HAND], 0, ALL
    elif view[abi.OPEN_HAND] and view[abi.DECLARER] == right:
        places[right], size_right, lacks_right = view[abi.OPEN_HAND], 0, ALL
    nobody = cards & lacks_left & lacks_right
    only_left = cards & ~lacks_left & lacks_right
    only_right = cards & lacks_left & ~lacks_right
    either = cards & ~(lacks_left | lacks_right)
    spare = popcount(cards) - size_left - size_right - popcount(nobody)
    away_left, away_right = _share(only_left, only_right, either, size_left, spare, random_word(key, at))
    gone_left = draw_cards(only_left, away_left, key, at + 1)
    gone_right = draw_cards(only_right, away_right, key, at + 3)
    gone = draw_cards(either, spare - away_left - away_right, key, at + 5)
    either &= ~gone
    from_either = size_left - (popcount(only_left) - away_left)
    lefts = draw_cards(either, from_either, key, at + 7)
    places[left] |= (only_left & ~gone_left) | lefts
    places[right] |= (only_right & ~gone_right) | (either & ~lefts)
    places[AWAY] = nobody | gone_left | gone_right | gone | view[abi.DISCARD]


@kernel
def _share(only_left: int, only_right: int, either: int, size_left: int, spare: int, word: int) -> tuple[int, int]:
    """How many cards of `only_left` and of `only_right` lie away when `spare` cards do, by the number of ways."""
    if spare == 0:
        return 0, 0
    if only_left == 0 and only_right == 0:
        return 0, 0
    total = 0
    for left in range(spare + 1):
        for right in range(spare + 1 - left):
            total += _ways(only_left, only_right, either, size_left, left, right, spare - left - right)
    pick = ((word >> 1) & ((1 << 62) - 1)) % max(total, 1)
    for left in range(spare + 1):
        for right in range(spare + 1 - left):
            pick -= _ways(only_left, only_right, either, size_left, left, right, spare - left - right)
            if pick < 0:
                return left, right
    return 0, 0


@kernel
def _ways(only_left: int, only_right: int, either: int, size_left: int, left: int, right: int, both: int) -> int:
    """Worlds in which so many cards of each kind lie away."""
    lefts, rights, eithers = popcount(only_left), popcount(only_right), popcount(either)
    from_either = size_left - lefts + left
    if left > lefts or right > rights or both > eithers or not 0 <= from_either <= eithers - both:
        return 0
    return _WAYS[lefts, left] * _WAYS[rights, right] * _WAYS[eithers, both] * _WAYS[eithers - both, from_either]


@kernel
def draw_cards(cards: int, count: int, key: int, at: int) -> int:
    """`count` of `cards`, each choice equally likely, from as many random words."""
    size = popcount(cards)
    wanted = min(count, size - count)  # the smaller part is drawn, the other is the rest
    drawn = 0
    for i in range(wanted):
        drawn |= nth_set_bit(cards & ~drawn, below(random_word(key, at + i), size - i))
    return drawn if wanted == count else cards & ~drawn
