"""Trump games: how many card points does the declarer still take?  A null-window search over whole tricks.

`search` answers "at least `need` of the `rest` card points in play?" and returns a bound of the true value (fail-soft):
a result >= `need` is a lower bound, a smaller one an upper bound.  One call is one trick: three nested loops, the last
trick counted directly.

**What pays.**  Each idea was taken out of the finished solver: nodes and (CPU time) rise by these factors, for suit
games and grand that a bot bid (plausible hands), 300 deals for "61?" and 40 for the exact value, table cold.

| idea | suit 61? | suit exact | grand 61? | grand exact |
|---|---|---|---|---|
| 1 the key (`layout`), bounds for other ranks with a slack (`recall`) | 4.0 (3.3) | 5.3 (4.3) | 2.9 (2.1) | 2.6 (2.7) |
| 2 leads in three classes (`ordering`) | 5.2 (6.0) | 2.8 (2.6) | 5.7 (5.3) | 3.5 (4.6) |
| 3 follows by what they do to the trick (`second_class`, `wanted`) | 10 (11) | 7.8 (7.9) | 7.9 (7.1) | 6.2 (7.9) |
| 4 the declarer's sure tricks (`bounds`) | 1.9 (1.8) | 1.7 (1.5) | 2.6 (2.3) | 2.7 (2.7) |
| -- of these with a defender on lead | 1.3 (1.2) | 1.2 (1.0) | 1.4 (1.0) | 1.3 (1.3) |
| -- of these what falls from the defenders' hands | 1.2 (1.4) | 1.1 (1.3) | 1.7 (1.7) | 1.8 (2.2) |
| 5 of neighbours only the best in a trick that is decided | 1.2 (1.2) | 1.3 (1.1) | 1.3 (1.1) | 1.4 (1.4) |
| -- and equal cards once (`distinct`) | 1.4 (1.2) | 1.4 (1.2) | 1.5 (1.1) | 1.7 (1.7) |
| 6 side winners before trumps once the defenders have none | 1.2 (1.1) | 1.2 (1.0) | 1.6 (1.4) | 1.9 (1.7) |
| 7 one address in place of an array (`kernel.memory`) | 1.0 (1.1) | 1.0 (1.1) | 1.0 (1.2) | 1.0 (1.3) |

The key alone does harm: without the slack of idea 1 the rank versions of one key crowd each other out of its bucket
(6 to 9 times the nodes).  **What did not pay**: killer cards (1.2 times the nodes), a bound for the defenders in
points, no table for the last two tricks, tables beyond 2**16 records.
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
from skatsim.solver.ordering import (
    declarer_leads,
    defender_leads,
    distinct,
    highest_of_runs,
    holds,
    lowest_of_runs,
    poor_first,
    rich_first,
)

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
def worth_trying(legal: int, beats: int, third_legal: int, preferred: int, others: int, leader: int, seat: int) -> int:
    """The second player's cards without those that cannot be better than another (see `lowest_of_runs`)."""
    won, lost = preferred, 0
    if seat == 0:
        lost = legal & ~beats
    elif leader == 0:
        won = legal & beats
        lost = 0 if third_legal & beats else legal & ~beats
    return highest_of_runs(won, others) | lowest_of_runs(lost, others) | distinct(legal & ~(won | lost), others | legal)


@kernel
def search(ws: Any, cards: int, leader: int, first: int, second_card: int, need: int, rest: int) -> int:
    """A bound of the points the declarer takes from `cards` against `need` (1 to `rest`).

    Long because it is hot: the three loops of a trick share some twenty scalars, and no call may pass arrays.

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
    leads = highest_of_runs(lead_hand & first_class, cards & ~lead_hand) | distinct(lead_hand & ~first_class, cards)
    if first:
        leads = first
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
        seconds = worth_trying(seconds, beats_lead, third_legal, preferred, cards & ~second_hand, leader, second)
        if second_card:
            seconds = second_card
        third_others = cards & ~third_hand
        lead_value = -1 if second == 0 else _WORST
        while seconds:
            follow = rich_first(seconds & preferred) if seconds & preferred else poor_first(seconds)
            seconds ^= follow
            taker, beats = leader, beats_lead
            if follow & beats_lead:
                taker, beats = second, beaten_by(follow, led, trumps)
            wanted = third_legal & beats if third == 0 or taker == 0 else third_legal
            thirds = lowest_of_runs(third_legal & ~wanted, third_others)
            wanted = highest_of_runs(wanted, third_others)
            thirds |= wanted
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
