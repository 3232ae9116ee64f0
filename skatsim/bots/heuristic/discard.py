"""Which two cards to put away: the pair that leaves the best side suits, in null the safest ten cards."""

from skatsim.bots import abi
from skatsim.bots.heuristic.evaluation import (
    GRAND_AWAY,
    GRAND_LEFT,
    NULL_KEPT,
    NULL_SUIT,
    SUIT_AWAY,
    SUIT_LEFT,
    null_suit,
)
from skatsim.bots.heuristic.masks import cheapest, lowest, plain, top
from skatsim.kernel import kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import SUIT_BITS
from skatsim.rules.tricks import GRAND, NULL, plain_suit

_PLAIN = (1 << 28) - 1
_BELOW_JACK = 0b0100111_0100111_0100111_0100111


@kernel
def discard(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Two of the twelve cards for the contract in the view."""
    if view[abi.GAME_TYPE] == NULL:
        return null_discard(view[abi.HAND])
    return trump_discard(view[abi.HAND], view[abi.GAME_TYPE])


@kernel
def trump_discard(hand: int, game_type: int) -> int:
    """The two cards to put away of twelve in a trump game: no trump unless there is nothing else."""
    sides = hand & _PLAIN
    if game_type < GRAND:
        sides &= ~plain(game_type)
    if sides & (sides - 1) == 0:
        first = sides if sides else cheapest(hand)
        return first | cheapest(hand & ~first)
    return best_pair(sides, game_type)


@kernel
def best_pair(sides: int, game_type: int) -> int:
    """The best two of at least two side-suit cards: both from one suit, or one from each of two."""
    left = GRAND_LEFT if game_type == GRAND else SUIT_LEFT
    away = GRAND_AWAY if game_type == GRAND else SUIT_AWAY
    best_two = -1000.0
    two = 0
    first_gain = second_gain = -1000.0
    first = second = 0
    for suit in range(4):
        held = sides >> (7 * suit) & SUIT_BITS
        if held == 0:
            continue
        gain = left[2, held] - left[0, held]
        if gain > best_two:
            best_two = gain
            two = away[2, held] << (7 * suit)
        gain = left[1, held] - left[0, held]
        one = away[1, held] << (7 * suit)
        if gain > first_gain:
            second_gain, second = first_gain, first
            first_gain, first = gain, one
        elif gain > second_gain:
            second_gain, second = gain, one
    return int(two if best_two >= first_gain + second_gain else first | second)


@kernel
def null_discard(hand: int) -> int:
    """The two cards whose loss makes a null safest, one after the other."""
    first = null_worst(hand)
    return first | null_worst(hand & ~first)


@kernel
def null_worst(hand: int) -> int:
    """The card whose loss makes a null safest: the highest of the suit where that helps most."""
    best = 0
    gain = -1000.0
    for suit in range(4):
        cards = hand & plain_suit(suit, NULL)
        if cards == 0:
            continue
        highest = null_top(cards)
        spared = NULL_SUIT[NULL_KEPT, null_suit(hand & ~highest, suit)] - NULL_SUIT[NULL_KEPT, null_suit(hand, suit)]
        if spared > gain:
            gain = spared
            best = highest
    return best


@kernel
def null_top(cards: int) -> int:
    """The highest card of one suit in the order of null."""
    high = cards & _PLAIN & ~_BELOW_JACK
    if high:
        return top(high)
    if cards >> 28:
        return cards & ~_PLAIN
    return top(cards)


@kernel
def null_bottom(cards: int) -> int:
    """The lowest card of one suit in the order of null."""
    low = cards & _BELOW_JACK
    if low:
        return lowest(low)
    if cards >> 28:
        return cards & ~_PLAIN
    return lowest(cards)
