"""Trump games: how many card points does the declarer still take?  A null-window search over whole tricks.

`search` answers "at least `need` of the `rest` card points in play?" and returns a bound of the true value (fail-soft):
a result >= `need` is a lower bound, a smaller one an upper bound.
"""

from typing import Any, Final

import numpy as np

from skatsim.kernel import kernel, popcount
from skatsim.kernel.memory import load, store
from skatsim.rules.cards import SUIT_BITS, card_points
from skatsim.solver.bounds import off_lead, on_lead
from skatsim.solver.layout import (
    GENERATION_SHIFT,
    HANDS,
    NO_CARD,
    NODES,
    TRUMPS,
    beaten_by,
    bucket_of,
    led_by,
    trump_key,
)
from skatsim.solver.ordering import declarer_leads, defender_leads, distinct, holds, poor_first, rich_first

_CARDS: Final = 0xFFFFFFFF
_LOW_SHIFT: Final = 32
_HIGH_SHIFT: Final = 40
_BOUND: Final = 255
_WORST: Final = 999
_WAYS: Final = 4


def _point_losses() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """For two subsets a, b of a suit, at [a << 7 | b]: the points by which a's cards, matched by rank, exceed b's."""
    points = np.array([0, 0, 0, 3, 4, 10, 11])
    ranks = np.zeros((128, 7), dtype=np.int64)
    for subset in range(128):
        held = [p for bit, p in enumerate(points) if subset >> bit & 1]
        ranks[subset, : len(held)] = held
    return np.maximum(0, ranks[:, None] - ranks[None]).sum(axis=2).astype(np.uint8).ravel()


_POINT_LOSS: Final = _point_losses()


@kernel
def point_loss(stored: int, present: int) -> int:
    """How many points fewer the declarer may make with the `present` cards than with the `stored` of the same key."""
    differ = stored ^ present
    loss = 0
    for suit in range(4):
        shift = 7 * suit
        if differ >> shift & SUIT_BITS:
            loss += int(_POINT_LOSS[(stored >> shift & SUIT_BITS) << 7 | present >> shift & SUIT_BITS])
    return loss


@kernel
def recall(ws: Any, bucket: int, key: int, cards: int, rest: int) -> tuple[int, int]:
    """What the table knows of a position: lower and upper bound."""
    low, high = 0, rest
    for way in range(bucket, bucket + 2 * _WAYS, 2):
        if load(ws, way) == key:
            record = load(ws, way + 1)
            stored = record & _CARDS
            stored_low, stored_high = record >> _LOW_SHIFT & _BOUND, record >> _HIGH_SHIFT
            if stored != cards:
                stored_low -= point_loss(stored, cards)
                stored_high += point_loss(cards, stored)
            low = max(low, stored_low)
            high = min(high, stored_high)
    return low, high


@kernel
def remember(ws: Any, bucket: int, key: int, cards: int, low: int, high: int) -> None:
    """Keep bounds in place of this position's, else of an older deal's, else of any record of the bucket."""
    chosen = bucket + 2 * (load(ws, NODES) & (_WAYS - 1))
    for way in range(bucket, bucket + 2 * _WAYS, 2):
        if load(ws, way) >> GENERATION_SHIFT != key >> GENERATION_SHIFT:
            chosen = way
    for way in range(bucket, bucket + 2 * _WAYS, 2):
        if load(ws, way) == key and load(ws, way + 1) & _CARDS == cards:
            chosen = way
    store(ws, chosen, key)
    store(ws, chosen + 1, cards | low << _LOW_SHIFT | high << _HIGH_SHIFT)


@kernel
def last_trick(ws: Any, cards: int, leader: int) -> int:
    """The declarer's points when each seat has one card."""
    trumps = load(ws, TRUMPS)
    second = leader + 1 if leader < 2 else 0
    lead = cards & load(ws, HANDS + leader)
    follow = cards & load(ws, HANDS + second)
    led = led_by(lead, trumps)
    taker, best = leader, lead
    if follow & beaten_by(lead, led, trumps):
        taker, best = second, follow
    if (cards ^ lead ^ follow) & beaten_by(best, led, trumps):
        taker = 3 - leader - second
    return card_points(cards) if taker == 0 else 0


@kernel
def second_class(legal: int, beats: int, third_legal: int, led: int, trumps: int, leader: int, seat: int) -> int:
    """The second player's first choice, richest first: what holds the trick, all if the partner does."""
    better = legal & beats
    if seat != 0 and leader == 0:
        if better == 0 and third_legal & beats:
            return legal
        return better
    if seat != 0 and third_legal & beats == 0:
        return legal
    return holds(better, third_legal, led, trumps)


@kernel
def search(ws: Any, cards: int, leader: int, first: int, second_card: int, need: int, rest: int) -> int:
    """A bound of the points the declarer takes from `cards` against `need` (1 to `rest`).

    `first` and `second_card` are 0, or cards that lie on the table already; `cards` counts them.
    """
    store(ws, NODES, load(ws, NODES) + 1)
    key = trump_key(ws, cards, leader)
    bucket = bucket_of(ws, key)
    low, high = 0, rest
    if first == 0:
        low, high = recall(ws, bucket, key, cards, rest)
        if low >= need:
            return low
        if high < need:
            return high
    trumps = load(ws, TRUMPS)
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    lead_hand, second_hand, third_hand = (
        cards & load(ws, HANDS + leader),
        cards & load(ws, HANDS + second),
        cards & load(ws, HANDS + third),
    )
    if leader == 0:
        certain = on_lead(lead_hand, second_hand, third_hand, trumps, rest)
        if first == 0 and certain >= need:
            return certain
        first_class, next_class, last_class = declarer_leads(lead_hand, second_hand, third_hand, trumps)
    else:
        mine, partner = (second_hand, third_hand) if second == 0 else (third_hand, second_hand)
        certain = off_lead(mine, lead_hand, partner, trumps, rest)
        if first == 0 and certain >= need:
            return certain
        first_class, next_class, last_class = defender_leads(lead_hand, mine, partner, trumps)
    is_last_but_one = popcount(cards) <= 6
    value = -1 if leader == 0 else _WORST
    leads = first if first else distinct(lead_hand, cards)
    while leads:
        if leads & first_class:
            lead = rich_first(leads & first_class)
        elif leads & next_class:
            lead = poor_first(leads & next_class) if leader == 0 else rich_first(leads & next_class)
        else:
            lead = poor_first(leads & last_class if leads & last_class else leads)
        leads ^= lead
        led = led_by(lead, trumps)
        beats_lead = beaten_by(lead, led, trumps)
        third_legal = third_hand & led if third_hand & led else third_hand
        seconds = second_hand & led if second_hand & led else second_hand
        preferred = second_class(seconds, beats_lead, third_legal, led, trumps, leader, second)
        seconds = second_card if second_card else distinct(seconds, cards)
        third_distinct = distinct(third_legal, cards)
        lead_value = -1 if second == 0 else _WORST
        while seconds:
            follow = rich_first(seconds & preferred) if seconds & preferred else poor_first(seconds)
            seconds ^= follow
            taker, beats = leader, beats_lead
            if follow & beats_lead:
                taker, beats = second, beaten_by(follow, led, trumps)
            thirds = third_distinct
            wanted = thirds & beats if third == 0 or taker == 0 else thirds
            follow_value = -1 if third == 0 else _WORST
            while thirds:
                last = rich_first(thirds & wanted) if thirds & wanted else poor_first(thirds)
                thirds ^= last
                winner = third if last & beats else taker
                trick = lead | follow | last
                points = card_points(trick)
                won = points if winner == 0 else 0
                if won >= need:
                    outcome = won
                elif won + rest - points < need:
                    outcome = won + rest - points
                elif is_last_but_one:
                    outcome = won + last_trick(ws, cards ^ trick, winner)
                else:
                    outcome = won + search(ws, cards ^ trick, winner, NO_CARD, NO_CARD, need - won, rest - points)
                if third == 0:
                    follow_value = max(follow_value, outcome)
                    if follow_value >= need:
                        break
                else:
                    follow_value = min(follow_value, outcome)
                    if follow_value < need:
                        break
            if second == 0:
                lead_value = max(lead_value, follow_value)
                if lead_value >= need:
                    break
            else:
                lead_value = min(lead_value, follow_value)
                if lead_value < need:
                    break
        if leader == 0:
            value = max(value, lead_value)
            if value >= need:
                break
        else:
            value = min(value, lead_value)
            if value < need:
                break
    if first:
        return value
    if value >= need:
        low = max(low, value)
    else:
        high = min(high, value)
    remember(ws, bucket, key, cards, low, high)
    return value
