"""Null: can the declarer stay without a trick against every distribution?  Yes or no, so that the key is exact.

The search is that of `skatsim.solver.unlosable.points` without points: which card of a run of neighbours is played
does not matter, except where the partner may hold another of them and overtake.
"""

from typing import Any, Final

from skatsim.kernel import kernel, popcount
from skatsim.kernel.memory import load, store
from skatsim.rules.cards import ALL
from skatsim.solver.layout import HANDS, LIMIT, NO_CARD, NODES, beaten_by, bucket_of, led_by
from skatsim.solver.transpositions import recall, remember
from skatsim.solver.tricks import forcing_leads, is_safe, lowest_rank, next_card
from skatsim.solver.unlosable.knowledge import discards, in_play, null_key, possible, shows_void, void_cards

_TOPS: Final = 0x80808080
_BOTTOMS: Final = 0x01010101
_NO_TRUMPS: Final = 0


@kernel
def lowest_of_runs(cards: int, others: int) -> int:
    """Of each run of neighbours in `cards` (none of `others` between them in the suit) the lowest."""
    gaps = ALL & ~(cards | others | _TOPS)
    starts = (others << 1 | _BOTTOMS) & ~others
    return cards & gaps + starts


@kernel
def highest_of_runs(cards: int, others: int) -> int:
    """Of each run of neighbours in `cards` the highest."""
    gaps = ALL & ~(cards | others | _TOPS)
    reach = cards | gaps & cards >> 1
    gaps &= gaps >> 1
    reach |= gaps & reach >> 2
    gaps &= gaps >> 2
    reach |= gaps & reach >> 4
    return cards & ~(reach >> 1 & ~_TOPS)


@kernel
def ducks(ws: Any, cards: int, leader: int, voids: int, first: int, second_card: int) -> bool:
    """Whether the declarer of `cards` stays without a trick; False, and nothing kept, at the limit of nodes.

    `first` and `second_card` are 0, or cards that lie on the table already; `cards` counts them, `voids` do not.
    """
    nodes = load(ws, NODES)
    if nodes >= load(ws, LIMIT):
        return False
    store(ws, NODES, nodes + 1)
    declarer = cards & load(ws, HANDS)
    unseen = cards ^ declarer
    if leader != 0 and first == 0 and is_safe(declarer, unseen):
        return True
    if voids:
        voids = in_play(ws, voids, unseen)
    key = null_key(ws, cards, leader, voids)
    bucket = bucket_of(ws, key)
    if first == 0:
        low, high = recall(ws, bucket, key, NO_CARD, 1)
        if low == high:
            return low == 1
    tricks = popcount(declarer)
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    lead_void, second_void, third_void, forcing, follows = 0, 0, 0, 0, 0
    if leader == 0:
        second_void, third_void = void_cards(ws, voids, 1), void_cards(ws, voids, 2)
        leads = lowest_of_runs(declarer, unseen)
    else:
        lead_void = void_cards(ws, voids, leader)
        partner_void = void_cards(ws, voids, 3 - leader)
        if leader == 1:
            second_void = partner_void
        else:
            third_void = partner_void
        leads = possible(unseen, lead_void, partner_void, tricks)
        leads = lowest_of_runs(leads, declarer) | highest_of_runs(leads, declarer)
        forcing, follows = forcing_leads(leads, declarer, _NO_TRUMPS)
    if first:
        leads = first
    value = leader != 0
    while leads:
        chosen = leads & forcing if leads & forcing else leads & follows
        lead = lowest_rank(chosen if chosen else leads)
        leads ^= lead
        led = led_by(ws, lead)
        beats_lead = beaten_by(lead, led, _NO_TRUMPS)
        others = unseen & ~lead
        declarers_legal = lowest_of_runs(declarer & led if declarer & led else declarer, others)
        third_legal = declarers_legal
        if second == 0:
            seconds = declarers_legal
            third_legal = possible(others, third_void, lead_void, tricks - 1) & led
            third_legal |= discards(others, led, third_void, lead_void, tricks, tricks - 1)
        else:
            partner_void, partner_holds = (third_void, tricks) if leader == 0 else (lead_void, tricks - 1)
            seconds = possible(others, second_void, partner_void, partner_holds) & led
            seconds |= discards(others, led, second_void, partner_void, tricks, partner_holds)
            over = highest_of_runs(seconds & beats_lead, declarer) if leader == 0 else 0
            seconds = lowest_of_runs(seconds, declarer | lead) | over
        second_good = seconds & ~beats_lead
        if second_card:
            seconds = second_card
        lead_value = second != 0
        while seconds:
            follow = next_card(seconds, second_good, second == 0)
            seconds ^= follow
            taker, beats = leader, beats_lead
            if follow & beats_lead:
                taker, beats = second, beaten_by(follow, led, _NO_TRUMPS)
            voids_then = voids
            if leader == 0:
                void_then = second_void
                if follow & led == 0:
                    voids_then |= shows_void(led, _NO_TRUMPS, 1)
                    void_then |= led
                third_legal = possible(others & ~follow, third_void, void_then, tricks - 1) & led
                third_legal |= discards(others & ~follow, led, third_void, void_then, tricks, tricks - 1)
            elif leader == 1 and follow & led == 0:
                voids_then |= shows_void(led, _NO_TRUMPS, 2)
            thirds = third_legal if third == 0 else lowest_of_runs(third_legal, declarer | lead | follow)
            third_good = thirds & ~beats
            follow_value = third != 0
            while thirds:
                last = next_card(thirds, third_good, True)
                thirds ^= last
                winner = third if last & beats else taker
                voids_next = voids_then
                if third != 0 and last & led == 0:
                    voids_next |= shows_void(led, _NO_TRUMPS, third)
                outcome = winner != 0
                if outcome and tricks > 1:
                    outcome = ducks(ws, cards ^ (lead | follow | last), winner, voids_next, NO_CARD, NO_CARD)
                follow_value = outcome
                if outcome == (third == 0):
                    break
            lead_value = follow_value
            if lead_value == (second == 0):
                break
        value = lead_value
        if value == (leader == 0):
            break
    if first or load(ws, NODES) >= load(ws, LIMIT):
        return value
    known = 1 if value else 0
    remember(ws, bucket, key, NO_CARD, known, known)
    return value
