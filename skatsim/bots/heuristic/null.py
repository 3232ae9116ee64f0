"""Card play in null: the declarer ducks, the defenders stay below him."""

from skatsim.bots import abi
from skatsim.bots.heuristic.discard import null_bottom, null_top, null_worst
from skatsim.bots.heuristic.evaluation import null_suit
from skatsim.bots.heuristic.masks import may_hold, partner, unseen
from skatsim.bots.heuristic.null_leads import null_lead
from skatsim.bots.heuristic.parameters import At
from skatsim.kernel import kernel, lowest_index, popcount
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.tricks import NULL, NULL_STRENGTH, plain_suit, suit_of


@kernel
def null_play(view: Ints, params: Floats) -> int:
    """One card in null, for declarer and defenders."""
    legal = view[abi.LEGAL]
    if view[abi.TRICK_SIZE] == 0:
        if view[abi.SEAT] == view[abi.DECLARER]:
            return declarer_lead(view)
        return null_lead(view) if params[At.FITTED_NULL] else defender_lead(view, params)
    if legal & view[abi.LED] == 0:
        return null_worst(legal)
    under = null_below(legal, null_best(view))
    if view[abi.SEAT] == view[abi.DECLARER]:
        return null_top(under) if under else null_bottom(legal)
    return follow_defender(view, legal, under)


@kernel
def null_best(view: Ints) -> int:
    """The card that wins the trick so far."""
    first, other = view[abi.TABLE], view[abi.TABLE + 1]
    return int(other if other & view[abi.LED] and null_strength(other) > null_strength(first) else first)


@kernel
def null_strength(card: int) -> int:
    """Rank of one card within its suit in null, 0 to 7."""
    return int(NULL_STRENGTH[lowest_index(card)])


@kernel
def null_below(cards: int, card: int) -> int:
    """Those of `cards` of the suit of `card` that rank below it."""
    suit = suit_of(card)
    keep = null_suit(cards, suit) & ((1 << null_strength(card)) - 1)
    return from_null(keep, suit)


@kernel
def from_null(held: int, suit: int) -> int:
    """The mask of a suit's cards from its null order: the inverse of `null_suit`."""
    seven = held & 7 | (held >> 5 & 3) << 3 | (held >> 3 & 1) << 5 | (held >> 7) << 6
    return seven << (7 * suit) | (held >> 4 & 1) << (28 + suit)


@kernel
def declarer_lead(view: Ints) -> int:
    """The lowest card of the suit in which it is most surely beaten."""
    hand, others = view[abi.HAND], unseen(view)
    best = 0
    best_score = -100
    for suit in range(4):
        whole = plain_suit(suit, NULL)
        cards = hand & whole
        if cards == 0:
            continue
        low = null_bottom(cards)
        over = popcount(others & whole & ~null_below(others & whole, low))
        score = 4 * over - null_strength(low)
        if score > best_score:
            best_score = score
            best = low
    return best


@kernel
def defender_lead(view: Ints, params: Floats) -> int:
    """A low card of the suit in which the declarer may be caught, rather of a short one."""
    hand = view[abi.HAND]
    danger = may_hold(view, view[abi.DECLARER])
    best = 0
    best_score = -1000
    for suit in range(4):
        whole = plain_suit(suit, NULL)
        cards = hand & whole
        if cards == 0:
            continue
        low = null_bottom(cards)
        score = -2 * popcount(cards) - null_strength(low)
        if params[At.NULL_WEAK]:
            score += prospects(view, low, whole, danger)
        if score > best_score:
            best_score = score
            best = low
    return best


@kernel
def prospects(view: Ints, low: int, whole: int, danger: int) -> int:
    """Whether the declarer may have to take the lead of `low`: not if he is void or can stay below it."""
    declarers = danger & whole
    if declarers == 0:
        return -20
    if view[abi.OPEN_HAND] == 0:
        return 0
    if null_below(declarers, low):
        return -6
    partners = may_hold(view, partner(view)) & whole
    return 12 if null_below(partners, null_bottom(declarers)) or partners == 0 else 3


@kernel
def follow_defender(view: Ints, legal: int, under: int) -> int:
    """Stay below the declarer who is winning; get rid of high cards when he is out of it; else leave him room."""
    declarer = view[abi.DECLARER]
    if view[abi.TRICK_SIZE] == 1 and declarer == (view[abi.SEAT] + 1) % 3:
        return null_bottom(legal)
    leader_declares = (view[abi.SEAT] + 3 - view[abi.TRICK_SIZE]) % 3 == declarer
    declarer_wins = (null_best(view) == view[abi.TABLE]) == leader_declares
    if declarer_wins and under:
        return null_top(under)
    return null_bottom(legal) if declarer_wins else null_top(legal)
