"""Null and Schwarz: how many tricks does the declarer still take?  A null-window search over whole tricks.

`search_tricks` answers "at least `need` of the `rest` tricks?" and returns a bound of the true number (fail-soft).  In
null the declarer wants few (`AVOIDS`), in a trump game many: Schwarz is the question whether he takes all of them, or
none.  Card points do not matter here, so that the owner sequences are an exact key: one record per position.
"""

from typing import Final

from skatsim.kernel import highest_index, kernel, lowest_index
from skatsim.kernel.memory import load, store
from skatsim.kernel.types import Address
from skatsim.rules.cards import SUIT_BITS
from skatsim.solver import layout
from skatsim.solver.layout import NO_CARD, beaten_by, bucket_of, led_by, null_key, trump_key
from skatsim.solver.transpositions import recall, remember

_WORST: Final = 99
_OF_TRICKS: Final = 1 << 55
"""A bit no owner sequence reaches: what is known of tricks is not taken for points."""
_NULL_SUIT: Final = 255


@kernel
def keeps_below(mine: int, theirs: int) -> bool:
    """Whether the i-th lowest of `mine` is below the i-th lowest of `theirs`, in one suit and for every i they have."""
    while mine and theirs:
        if mine & -mine > theirs & -theirs:
            return False
        mine &= mine - 1
        theirs &= theirs - 1
    return True


@kernel
def is_safe(mine: int, theirs: int) -> bool:
    """Null with a defender on lead: the declarer ducks every trick if he keeps below the defenders in each suit."""
    safe = True
    for suit in range(4):
        safe = safe and keeps_below(mine >> 8 * suit & _NULL_SUIT, theirs >> 8 * suit & _NULL_SUIT)
    return safe


@kernel
def suit_part(suit: int, trumps: int) -> int:
    """The cards of the suit's group 0-3, or group 4, the trumps."""
    if trumps == 0:
        return _NULL_SUIT << 8 * suit
    return trumps if suit == 4 else SUIT_BITS << 7 * suit & ~trumps


@kernel
def forcing_leads(mine: int, declarer: int, trumps: int) -> tuple[int, int]:
    """A defender's leads against null: cards the declarer cannot duck, and cards of suits he has."""
    forcing, follows = 0, 0
    for suit in range(4):
        part = suit_part(suit, trumps)
        held = declarer & part
        if held:
            follows |= mine & part
            forcing |= mine & part & ((held & -held) - 1)
    return forcing, follows


@kernel
def lowest_rank(cards: int) -> int:
    """The card of lowest rank in null, of any suit."""
    best, rank = 0, 8
    while cards:
        card = cards & -cards
        if lowest_index(card) & 7 < rank:
            best, rank = card, lowest_index(card) & 7
        cards ^= card
    return best


@kernel
def next_card(cards: int, good: int, high: bool) -> int:
    """The highest or lowest of the `good` cards, of any others once these are gone."""
    chosen = cards & good if cards & good else cards
    return 1 << highest_index(chosen) if high else chosen & -chosen


@kernel
def search_tricks(ws: Address, cards: int, leader: int, first: int, second_card: int, need: int, rest: int) -> int:
    """A bound of the tricks the declarer takes from `cards`, `rest` >= 1 a hand, against `need` (1 to `rest`).

    `first` and `second_card` are 0, or cards that lie on the table already; `cards` counts them.
    """
    store(ws, layout.NODES, load(ws, layout.NODES) + 1)
    trumps = load(ws, layout.TRUMPS)
    avoids = load(ws, layout.AVOIDS)
    if trumps == 0 and leader != 0 and first == 0:
        mine = cards & load(ws, layout.HANDS)
        if is_safe(mine, cards ^ mine):
            return 0
    key = trump_key(ws, cards, leader) | _OF_TRICKS if trumps else null_key(ws, cards, leader)
    bucket = bucket_of(ws, key)
    low, high = 0, rest
    if first == 0:
        low, high = recall(ws, bucket, key, NO_CARD, rest)
        if low >= need:
            return low
        if high < need:
            return high
    second = leader + 1 if leader < 2 else 0
    third = 3 - leader - second
    second_hand, third_hand = cards & load(ws, layout.HANDS + second), cards & load(ws, layout.HANDS + third)
    seeks_first, seeks_second, seeks_third = (leader == 0) != avoids, (second == 0) != avoids, (third == 0) != avoids
    leads = cards & load(ws, layout.HANDS + leader)
    forcing, follows = 0, 0
    if leader != 0:
        forcing, follows = forcing_leads(leads, cards & load(ws, layout.HANDS), trumps)
    if first:
        leads = first
    value = -1 if seeks_first else _WORST
    while leads:
        chosen = leads & forcing if leads & forcing else leads & follows
        chosen = chosen if chosen else leads
        lead = lowest_rank(chosen) if avoids else 1 << highest_index(chosen)
        leads ^= lead
        led = led_by(ws, lead)
        beats_lead = beaten_by(lead, led, trumps)
        seconds = second_hand & led if second_hand & led else second_hand
        third_legal = third_hand & led if third_hand & led else third_hand
        # the declarer of a null ducks with his highest card; whoever wants tricks wins as high as he can
        second_good = seconds & beats_lead if not avoids else seconds & ~beats_lead
        if second_card:
            seconds = second_card
        lead_value = -1 if seeks_second else _WORST
        while seconds:
            follow = next_card(seconds, second_good, second == 0 or not avoids)
            seconds ^= follow
            taker, beats = leader, beats_lead
            if follow & beats_lead:
                taker, beats = second, beaten_by(follow, led, trumps)
            thirds = third_legal
            third_good = thirds & beats if (taker == 0) != (third == 0) and not avoids else thirds & ~beats
            follow_value = -1 if seeks_third else _WORST
            while thirds:
                last = next_card(thirds, third_good, avoids != 0)
                thirds ^= last
                winner = third if last & beats else taker
                won = 1 if winner == 0 else 0
                if won >= need:
                    outcome = won
                elif won + rest - 1 < need:
                    outcome = won + rest - 1
                else:
                    left = cards ^ (lead | follow | last)
                    outcome = won + search_tricks(ws, left, winner, NO_CARD, NO_CARD, need - won, rest - 1)
                follow_value = max(follow_value, outcome) if seeks_third else min(follow_value, outcome)
                if (follow_value >= need) == seeks_third:
                    break
            lead_value = max(lead_value, follow_value) if seeks_second else min(lead_value, follow_value)
            if (lead_value >= need) == seeks_second:
                break
        value = max(value, lead_value) if seeks_first else min(value, lead_value)
        if (value >= need) == seeks_first:
            break
    if first:
        return value
    if value >= need:
        low = max(low, value)
    else:
        high = min(high, value)
    remember(ws, bucket, key, NO_CARD, low, high)
    return value
