"""Card play in null: the declarer ducks, the defenders stay below him."""

from typing import Any

from skatsim.bots.abi import DECLARER, HAND, LED, LEGAL, SEAT, TABLE, TRICK_SIZE
from skatsim.bots.heuristic.discard import null_bottom, null_discard, null_top
from skatsim.bots.heuristic.evaluation import null_suit
from skatsim.bots.heuristic.masks import unseen
from skatsim.kernel import kernel, lowest_index, popcount
from skatsim.rules.tricks import NULL, NULL_STRENGTH, plain_suit, suit_of


@kernel
def null_play(view: Any, params: Any) -> int:
    """One card in null, for declarer and defenders."""
    legal = view[LEGAL]
    if view[TRICK_SIZE] == 0:
        return declarer_lead(view) if view[SEAT] == view[DECLARER] else defender_lead(view)
    if legal & view[LED] == 0:
        return null_discard(legal)
    best = best_on_table(view)
    under = null_below(legal, best)
    if view[SEAT] == view[DECLARER]:
        return null_top(under) if under else null_bottom(legal)
    return follow_defender(view, legal, under)


@kernel
def best_on_table(view: Any) -> int:
    """The card that wins the trick so far."""
    first, other = view[TABLE], view[TABLE + 1]
    return other if other & view[LED] and null_strength(other) > null_strength(first) else first


@kernel
def null_strength(card: int) -> int:
    """Rank of one card within its suit in null, 0 to 7."""
    return NULL_STRENGTH[lowest_index(card)]


@kernel
def null_below(cards: int, card: int) -> int:
    """Those of `cards`, all of one suit, that rank below `card`."""
    suit = suit_of(card)
    keep = null_suit(cards, suit) & ((1 << null_strength(card)) - 1)
    return from_null(keep, suit)


@kernel
def from_null(held: int, suit: int) -> int:
    """The mask of a suit's cards from its null order: the inverse of `null_suit`."""
    plain = held & 7 | (held >> 5 & 3) << 3 | (held >> 3 & 1) << 5 | (held >> 7) << 6
    return plain << (7 * suit) | (held >> 4 & 1) << (28 + suit)


@kernel
def declarer_lead(view: Any) -> int:
    """The lowest card of the suit in which it is most surely beaten."""
    hand, others = view[HAND], unseen(view)
    best = 0
    best_score = -100
    for suit in range(4):
        cards = hand & plain_suit(suit, NULL)
        if cards == 0:
            continue
        low = null_bottom(cards)
        over = popcount(others & plain_suit(suit, NULL) & ~null_below(others & plain_suit(suit, NULL), low))
        score = 4 * over - null_strength(low)
        if score > best_score:
            best_score = score
            best = low
    return best


@kernel
def defender_lead(view: Any) -> int:
    """A low card of a short suit."""
    hand = view[HAND]
    best = 0
    best_score = -100
    for suit in range(4):
        cards = hand & plain_suit(suit, NULL)
        if cards == 0:
            continue
        low = null_bottom(cards)
        score = -2 * popcount(cards) - null_strength(low)
        if score > best_score:
            best_score = score
            best = low
    return best


@kernel
def follow_defender(view: Any, legal: int, under: int) -> int:
    """Stay below the declarer who is winning; get rid of high cards when he is out of it; else leave him room."""
    declarer = view[DECLARER]
    to_play = view[TRICK_SIZE] == 1 and declarer == (view[SEAT] + 1) % 3
    if to_play:
        return null_bottom(legal)
    first = view[TABLE]
    leader_declares = (view[SEAT] + 3 - view[TRICK_SIZE]) % 3 == declarer
    declarer_wins = (best_on_table(view) == first) == leader_declares
    if declarer_wins and under:
        return null_top(under)
    return null_top(legal) if not declarer_wins else null_bottom(legal)
