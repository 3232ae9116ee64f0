"""Following suit and winning a trick, in suit games, grand and null (ISkO 4.2).

A kernel's *game type* is the number of `skatsim.rules.contracts.GameType`; a *card* is a one-bit mask, cards a mask.
"""

from typing import Final

import numpy as np

from skatsim.kernel import highest_index, kernel, lowest_index
from skatsim.rules.cards import CARD_NAMES, JACKS, SUIT_BITS
from skatsim.rules.contracts import GameType

NULL: Final = int(GameType.NULL)
GRAND: Final = int(GameType.GRAND)

_NULL_RANKS: Final = "789TJQKA"
NULL_STRENGTH: Final = np.array([_NULL_RANKS.index(name[1]) for name in CARD_NAMES], dtype=np.int64)
"""Strength of each card within its suit in null, by card index: 7 8 9 T J Q K A -> 0 ... 7."""


@kernel
def suit_of(card: int) -> int:
    """Suit index (0-3) of one card; a jack's is the suit printed on it."""
    index = lowest_index(card)
    return index - 28 if index >= 28 else index // 7


@kernel
def trump_mask(game_type: int) -> int:
    """All trumps of a game: the jacks and the trump suit; in null none."""
    if game_type == NULL:
        return 0
    if game_type == GRAND:
        return JACKS
    return JACKS | SUIT_BITS << (7 * game_type)


@kernel
def plain_suit(suit: int, game_type: int) -> int:
    """The cards that belong to `suit` when it is no trump suit: seven of them, in null eight."""
    cards = SUIT_BITS << (7 * suit)
    if game_type == NULL:
        cards |= 1 << (28 + suit)
    return cards


@kernel
def led_mask(card: int, game_type: int) -> int:
    """Every card that follows the lead of `card`: all trumps, or the led suit without jacks."""
    trumps = trump_mask(game_type)
    if card & trumps:
        return trumps
    return plain_suit(suit_of(card), game_type)


@kernel
def legal_cards(hand: int, led: int, trumps: int, must_trump: int) -> int:
    """What `hand` may play when the cards `led` must be followed; `led` = 0 on the lead.

    `must_trump` = 1: who cannot follow must play one of `trumps` if he has one (rule switch ``void``).
    """
    if led == 0:
        return hand
    free = hand
    if must_trump:
        free = hand & trumps if hand & trumps else hand
    follow = hand & led
    return follow if follow else free


@kernel
def trick_winner(first: int, second: int, third: int, led: int, game_type: int) -> int:
    """Which card of a full trick wins: 0, 1 or 2 in the order played; `led` is the lead's `led_mask`."""
    if game_type == NULL:
        return _null_winner(first, second, third, led)
    trick = first | second | third
    trumped = trick & trump_mask(game_type)
    best = 1 << highest_index(trumped if trumped else trick & led)
    later = 1 if best == second else 2
    return 0 if best == first else later


@kernel
def _null_winner(first: int, second: int, third: int, led: int) -> int:
    winner = 0
    strength = NULL_STRENGTH[lowest_index(first)]
    if second & led and NULL_STRENGTH[lowest_index(second)] > strength:
        winner = 1
        strength = NULL_STRENGTH[lowest_index(second)]
    if third & led and NULL_STRENGTH[lowest_index(third)] > strength:
        winner = 2
    return winner
