"""Which two cards to put away: the pair that leaves the best side suits, in null the most dangerous cards."""

from typing import Any

from skatsim.bots.abi import GAME_TYPE, HAND
from skatsim.bots.heuristic.evaluation import NULL_RISK_OF, null_suit, side_away, side_worth
from skatsim.bots.heuristic.masks import cheapest, lowest, plain, top
from skatsim.kernel import kernel
from skatsim.rules.cards import SUIT_BITS
from skatsim.rules.tricks import NULL, plain_suit


@kernel
def discard(view: Any, params: Any, workspace: Any, word: int) -> int:
    """Two of the twelve cards for the contract in the view."""
    return discard_for(view[HAND], view[GAME_TYPE])


@kernel
def discard_for(hand: int, game_type: int) -> int:
    """The two cards to put away of twelve."""
    if game_type == NULL:
        first = null_discard(hand)
        return first | null_discard(hand & ~first)
    sides = hand & 0xFFFFFFF
    if game_type < 4:
        sides &= ~plain(game_type)
    if sides & (sides - 1) == 0:
        first = sides if sides else cheapest(hand)
        return first | cheapest(hand & ~first)
    return best_pair(sides, game_type)


@kernel
def best_pair(sides: int, game_type: int) -> int:
    """The best two of at least two side-suit cards: both from one suit, or one from each of two."""
    best_two = -1000.0
    two = 0
    first_gain = second_gain = -1000.0
    first = second = 0
    for suit in range(4):
        held = sides >> (7 * suit) & SUIT_BITS
        keep = side_worth(0, held, game_type)
        gain = side_worth(2, held, game_type) - keep
        if gain > best_two:
            best_two = gain
            two = side_away(2, held, game_type) << (7 * suit)
        gain = side_worth(1, held, game_type) - keep
        one = side_away(1, held, game_type) << (7 * suit)
        if gain > first_gain:
            second_gain, second = first_gain, first
            first_gain, first = gain, one
        elif gain > second_gain:
            second_gain, second = gain, one
    return two if best_two >= first_gain + second_gain else first | second


@kernel
def null_discard(hand: int) -> int:
    """The card whose loss makes a null safest: the highest of the suit where that helps most."""
    best = top(hand)
    gain = -1.0
    for suit in range(4):
        cards = hand & plain_suit(suit, NULL)
        if cards == 0:
            continue
        held = null_suit(hand, suit)
        highest = null_top(cards)
        spared = NULL_RISK_OF[held] - NULL_RISK_OF[null_suit(hand & ~highest, suit)]
        if spared > gain:
            gain = spared
            best = highest
    return best


@kernel
def null_top(cards: int) -> int:
    """The highest card of one suit in the order of null."""
    high = cards & 0xFFFFFFF
    fat = high & ~null_low(high)
    if fat:
        return top(fat)
    if cards >> 28:
        return cards & ~0xFFFFFFF
    return top(high)


@kernel
def null_low(cards: int) -> int:
    """Those of a suit's plain cards that rank below the jack in null: 7 8 9 T."""
    return cards & 0b0100111_0100111_0100111_0100111


@kernel
def null_bottom(cards: int) -> int:
    """The lowest card of one suit in the order of null."""
    low = null_low(cards)
    if low:
        return lowest(low)
    if cards >> 28:
        return cards & ~0xFFFFFFF
    return lowest(cards)
