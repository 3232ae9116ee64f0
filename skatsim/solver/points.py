"""Trump games: how many card points does the declarer still take?  A null-window search over whole tricks.

`search` answers "at least `need` of the `rest` card points in play?" and returns a bound of the true value (fail-soft):
a result >= `need` is a lower bound, a smaller one an upper bound.  One call is one trick: three nested loops; the last
two tricks are played out without the table (`last_two`).

**What pays.**  Each idea was taken out of the finished solver: nodes and (CPU time) rise by these factors, for suit
games and grand that a bot bid (plausible hands), 300 deals for "61?" and 40 for the exact value, table cold.

| idea | suit 61? | suit exact | grand 61? | grand exact |
|---|---|---|---|---|
| 1 the key (`layout`), bounds for other ranks (`transpositions`) | 4.0 (3.3) | 5.3 (4.3) | 2.9 (2.1) | 2.6 (2.7) |
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
(6 to 9 times the nodes).

A node costs 65 ns, and what it spends is branches that no processor can foresee; measured later, each as the share of
the time that it saves in the four columns:

| idea | suit 61? | suit exact | grand 61? | grand exact |
|---|---|---|---|---|
| 8 keys compared and slacks summed without a branch (`transpositions`) | 7 % | 12 % | 9 % | 12 % |
| 9 one body of machine code in place of eight calls (`inline`) | 9 % | 6 % | 9 % | 8 % |
| 10 the last two tricks without the table (`last_two`) | 3 % | 5 % | 4 % | 5 % |
| 11 exact: windows a step beyond the last bound (`play.answer`) | | 10 % | | 2 % |
| 12 exact: 2**16 records in place of 2**15 | | 5 % | | 6 % |

**What did not pay**: killer cards (1.2 times the nodes), a bound for the defenders in points, tables beyond 2**16
records, replacing the record of fewer cards first (1 % of the nodes), the classes of a card choice side by side in one
word (3 % slower), one sign a seat in place of the three pairs of branches at the end of `search` (5 % slower).
"""

from typing import Final

from skatsim.kernel import highest_index, kernel, popcount
from skatsim.kernel.memory import load, store
from skatsim.kernel.types import Address
from skatsim.rules.cards import card_points
from skatsim.solver import layout
from skatsim.solver.bounds import off_lead, on_lead
from skatsim.solver.layout import NO_CARD, beaten_by, bucket_of, led_by, trump_key
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
from skatsim.solver.transpositions import recall, remember

_WORST: Final = 999


@kernel
def last_trick(ws: Address, cards: int, leader: int) -> int:
    """The declarer's points when each seat has one card."""
    trumps = load(ws, layout.TRUMPS)
    best = cards & trumps
    if best == 0:
        best = cards & led_by(ws, cards & load(ws, layout.HANDS + leader))
    return card_points(cards) if 1 << highest_index(best) & load(ws, layout.HANDS) else 0


@kernel
def last_two(ws: Address, cards: int, leader: int, first: int, second_card: int, need: int) -> int:
    """`search` for two cards a seat: at most eight ways to play, quicker than looking them up."""
    trumps, declarer = load(ws, layout.TRUMPS), load(ws, layout.HANDS)
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    leads = first if first else cards & load(ws, layout.HANDS + leader)
    second_hand, third_hand = cards & load(ws, layout.HANDS + second), cards & load(ws, layout.HANDS + third)
    value = -1 if leader == 0 else _WORST
    while leads:
        lead = 1 << highest_index(leads)
        leads ^= lead
        led = led_by(ws, lead)
        beats = beaten_by(lead, led, trumps)
        seconds = second_card
        if second_card == 0:
            seconds = second_hand & led if second_hand & led else second_hand
        third_legal = third_hand & led if third_hand & led else third_hand
        lead_value = -1 if second == 0 else _WORST
        while seconds:
            follow = seconds & beats if seconds & beats else seconds
            follow &= -follow
            seconds ^= follow
            thirds = third_legal
            follow_value = -1 if third == 0 else _WORST
            while thirds:
                last = thirds & -thirds
                thirds ^= last
                trick = lead | follow | last
                best = trick & trumps if trick & trumps else trick & led
                best = 1 << highest_index(best)
                winner = leader if best == lead else second if best == follow else third
                outcome = last_trick(ws, cards ^ trick, winner)
                if best & declarer:
                    outcome += card_points(trick)
                follow_value = max(follow_value, outcome) if third == 0 else min(follow_value, outcome)
                if (follow_value >= need) == (third == 0):
                    break
            lead_value = max(lead_value, follow_value) if second == 0 else min(lead_value, follow_value)
            if (lead_value >= need) == (second == 0):
                break
        value = max(value, lead_value) if leader == 0 else min(value, lead_value)
        if (value >= need) == (leader == 0):
            break
    return value


@kernel(inline=True)
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


@kernel(inline=True)
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
def search(ws: Address, cards: int, leader: int, first: int, second_card: int, need: int, rest: int) -> int:
    """A bound of the points the declarer takes from `cards` against `need` (1 to `rest`).

    Long because it is hot: the three loops of a trick share some twenty scalars, and no call may pass arrays.

    `first` and `second_card` are 0, or cards that lie on the table already; `cards` counts them.
    """
    store(ws, layout.NODES, load(ws, layout.NODES) + 1)
    key = trump_key(ws, cards, leader)
    bucket = bucket_of(ws, key)
    low, high = 0, rest
    if first == 0:
        low, high = recall(ws, bucket, key, cards, rest)
        if low >= need:
            return low
        if high < need:
            return high
    trumps = load(ws, layout.TRUMPS)
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    lead_hand, second_hand, third_hand = (
        cards & load(ws, layout.HANDS + leader),
        cards & load(ws, layout.HANDS + second),
        cards & load(ws, layout.HANDS + third),
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
    three_left = popcount(cards) <= 9
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
        led = led_by(ws, lead)
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
                elif three_left:
                    outcome = won + last_two(ws, cards ^ trick, winner, NO_CARD, NO_CARD, need - won)
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
