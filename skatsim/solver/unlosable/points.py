"""Trump games: the card points the declarer can guarantee.  A null-window search over what everybody sees.

`search` answers "at least `need` of the `rest` card points against every distribution of the unseen cards and every
defence?" and returns a bound of the true value (fail-soft).  `rest` counts the unseen skat, which is the declarer's in
the end.  A plan knows only what the declarer has seen; against it a defender may play whatever he may hold
(`knowledge`), as if he chose the distribution while he plays.  So the question is a game of two players who both see
everything there is to see, and one call is one trick, as in `skatsim.solver.points`.

**Which cards need not be tried.**  Two positions with the same owners in every suit play alike, and if one card of one
suit is richer the values differ by no more than the difference.  So where it is settled which side takes a trick, and
who of the defenders leads next, one card of each run of neighbours is enough: the richest for who takes it, else the
poorest.  Unseen neighbours are *not* the same card where the partner may hold the other and overtake with it, because
that decides who leads next: above the declarer's lead both the highest and the next of a run are tried, and of a
defender's leads both ends of a run of equal points.

**What pays.**  Each idea was taken out: nodes and (CPU time) rise by these factors over 500 games that a bot declared,
"61?" or no trick, table cold.

| idea | all | of these games proved unlosable |
|---|---|---|
| bounds for other ranks of one key, with a slack (`transpositions`) | 15 (16), more cut off at the limit | 9 |
| the declarer's sure tricks (`bounds`) | 4.1 (4.5) | 4.9 |
| -- of these with a defender on lead | 1.5 (1.6) | 1.6 |
| leads in three classes (`ordering`) | 2.3 (2.5) | 2.5 |
| one card of a run where the trick is settled | 1.6 (1.3) | 1.5 |

Tried without gain: a lower bound looked up as if no void were known (2 % of the nodes), 2**18 records in place of 2**16
(fewer nodes, as much time).
"""

from typing import Any, Final

from skatsim.kernel import kernel, popcount
from skatsim.kernel.memory import load, store
from skatsim.rules.cards import JACKS, card_points
from skatsim.solver.bounds import above
from skatsim.solver.layout import HANDS, LIMIT, NO_CARD, NODES, TRUMPS, beaten_by, bucket_of, led_by
from skatsim.solver.ordering import (
    BLANKS,
    declarer_leads,
    defender_leads,
    distinct,
    highest_of_runs,
    lowest_of_runs,
    poor_first,
    rich_first,
)
from skatsim.solver.points import second_class
from skatsim.solver.transpositions import recall, remember
from skatsim.solver.unlosable.bounds import off_lead, on_lead
from skatsim.solver.unlosable.knowledge import discards, in_play, possible, shows_void, trump_key, void_cards

_WORST: Final = 999


@kernel
def ends_of_runs(cards: int, others: int) -> int:
    """`cards` without the inner ones of runs of equal points."""
    equal = cards & (BLANKS | JACKS)
    return cards & ~equal | lowest_of_runs(equal, others) | highest_of_runs(equal, others)


@kernel
def top_two_of_runs(cards: int, others: int) -> int:
    """The two highest of each run."""
    top = highest_of_runs(cards, others)
    return top | highest_of_runs(cards & ~top, others)


@kernel(inline=True)
def worth_trying(legal: int, best: int, beats: int, next_beats: int, cards: int, declarer: int, leader: int) -> int:
    """The second player's cards without those that cannot be better than another (the heading says why).

    `next_beats` are the cards that may beat the lead in third hand, `best` those of `legal` that it cannot beat.
    """
    if leader == 2:
        unseen = cards & ~declarer
        lost = lowest_of_runs(legal & ~beats, unseen)
        return highest_of_runs(best, unseen) | lost | distinct(legal & beats & ~best, cards)
    if leader == 0:
        lost = legal & ~beats
        lost = distinct(lost, cards) if next_beats else lowest_of_runs(lost, declarer)
        return top_two_of_runs(legal & beats, declarer) | lost
    settled = best if next_beats else legal
    return highest_of_runs(settled, cards & ~(legal)) | distinct(legal & ~settled, cards)


@kernel
def search(ws: Any, cards: int, leader: int, voids: int, first: int, second_card: int, need: int, rest: int) -> int:
    """A bound of the points the declarer can guarantee from `cards` against `need` (1 to `rest`).

    Long because it is hot, as in `skatsim.solver.points`; 0, and nothing kept, once the limit of nodes is reached.

    `first` and `second_card` are 0, or cards that lie on the table already; `cards` counts them, `voids` do not.
    """
    nodes = load(ws, NODES)
    if nodes >= load(ws, LIMIT):
        return 0
    store(ws, NODES, nodes + 1)
    trumps = load(ws, TRUMPS)
    declarer = cards & load(ws, HANDS)
    unseen = cards ^ declarer
    if voids:
        voids = in_play(ws, voids, unseen)
    key = trump_key(ws, cards, leader, voids)
    bucket = bucket_of(ws, key)
    low, high = 0, rest
    if first == 0:
        low, high = recall(ws, bucket, key, cards, rest)
        if low >= need:
            return low
        if high < need:
            return high
    tricks = popcount(declarer)
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    lead_void, second_void, third_void = 0, 0, 0
    bound = on_lead(declarer, unseen, trumps) if leader == 0 else off_lead(declarer, unseen, trumps)
    if first == 0 and bound >= need:
        return bound
    if leader == 0:
        second_void, third_void = void_cards(ws, voids, 1), void_cards(ws, voids, 2)
        lead_hand = declarer
        first_class, next_class, last_class = declarer_leads(declarer, unseen, unseen, trumps)
        sure = first_class if unseen & trumps == 0 else declarer & trumps & above(unseen & trumps)
        leads = highest_of_runs(sure, unseen) | distinct(declarer & ~sure, cards)
    else:
        lead_void = void_cards(ws, voids, leader)
        partner_void = void_cards(ws, voids, 3 - leader)
        if leader == 1:
            second_void = partner_void
        else:
            third_void = partner_void
        lead_hand = possible(unseen, lead_void, partner_void, tricks)
        first_class, next_class, last_class = defender_leads(lead_hand, declarer, unseen, trumps)
        leads = ends_of_runs(lead_hand, declarer)
    if first:
        leads = first
    value = -1 if leader == 0 else _WORST
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
        others = unseen & ~lead
        declarers_legal = declarer & led if declarer & led else declarer
        third_legal = declarers_legal
        if second == 0:
            seconds = declarers_legal
            third_legal = possible(others, third_void, lead_void, tricks - 1) & led
            third_legal |= discards(others, led, third_void, lead_void, tricks, tricks - 1)
            next_beats = third_legal & beats_lead
        else:
            partner_void, partner_holds = (third_void, tricks) if leader == 0 else (lead_void, tricks - 1)
            seconds = possible(others, second_void, partner_void, partner_holds) & led
            seconds |= discards(others, led, second_void, partner_void, tricks, partner_holds)
            if leader == 0:
                third_legal = others & ~third_void
            next_beats = third_legal & beats_lead
        preferred = second_class(seconds, beats_lead, third_legal, led, trumps, leader, second)
        seconds = worth_trying(seconds, preferred, beats_lead, next_beats, cards, declarer, leader)
        if second_card:
            seconds = second_card
        lead_value = -1 if second == 0 else _WORST
        while seconds:
            follow = rich_first(seconds & preferred) if seconds & preferred else poor_first(seconds)
            seconds ^= follow
            taker, beats = leader, beats_lead
            if follow & beats_lead:
                taker, beats = second, beaten_by(follow, led, trumps)
            voids_then = voids
            if leader == 0:
                void_then = second_void
                if follow & led == 0:
                    voids_then |= shows_void(led, trumps, 1)
                    void_then |= led
                third_legal = possible(others & ~follow, third_void, void_then, tricks - 1) & led
                third_legal |= discards(others & ~follow, led, third_void, void_then, tricks, tricks - 1)
            elif leader == 1 and follow & led == 0:
                voids_then |= shows_void(led, trumps, 2)
            wanted = third_legal & beats if third == 0 or taker == 0 else third_legal
            third_others = cards & ~declarer if third == 0 else declarer | lead | follow
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
                elif tricks == 1 or won + rest - points < need:
                    outcome = won + rest - points
                else:
                    voids_next = voids_then
                    if third != 0 and last & led == 0:
                        voids_next |= shows_void(led, trumps, third)
                    outcome = won + search(
                        ws, cards ^ trick, winner, voids_next, NO_CARD, NO_CARD, need - won, rest - points
                    )
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
    if first or load(ws, NODES) >= load(ws, LIMIT):
        return value
    if value >= need:
        low = max(low, value)
    else:
        high = min(high, value)
    remember(ws, bucket, key, cards, low, high)
    return value
