"""Which cards are worth telling apart, and what the declarer needs."""

from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.worlds import AWAY, hidden
from skatsim.kernel import kernel, lowest_index
from skatsim.kernel.types import Ints
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BASE_VALUES, HAND_BIT, SCHNEIDER_BIT
from skatsim.rules.scoring import matador_count
from skatsim.rules.tricks import NULL, NULL_STRENGTH, led_mask

_BASE: Final = np.array(BASE_VALUES, dtype=np.int64)


@kernel
def choices(view: Ints, wanted: int) -> int:
    """The legal cards without those that do what another does too; `wanted` is kept before its equals."""
    game_type, outside = view[abi.GAME_TYPE], hidden(view) | view[abi.TABLE] | view[abi.TABLE + 1]
    kept = wanted
    rest = view[abi.LEGAL] & ~wanted
    while rest:
        card = rest & -rest
        rest ^= card
        if not _has_equal(card, kept, outside, game_type):
            kept |= card
    return kept


@kernel
def _has_equal(card: int, kept: int, outside: int, game_type: int) -> bool:
    """Whether `kept` has a card of the same suit and worth with no card of the others' between."""
    suit = led_mask(card, game_type)
    others = kept & suit
    while others:
        other = others & -others
        others ^= other
        worth = game_type == NULL or card_points(card) == card_points(other)
        if worth and not _between(card, other, outside & suit, game_type):
            return True
    return False


@kernel
def _between(card: int, other: int, cards: int, game_type: int) -> bool:
    """Whether one of `cards`, of the same suit, lies between two in rank."""
    if game_type != NULL:
        low, high = min(card, other), max(card, other)
        return cards & (high - 1) & ~((low << 1) - 1) != 0
    first, second = NULL_STRENGTH[lowest_index(card)], NULL_STRENGTH[lowest_index(other)]
    while cards:
        strength = NULL_STRENGTH[lowest_index(cards)]
        if min(first, second) < strength < max(first, second):
            return True
        cards &= cards - 1
    return False


@kernel
def needed_points(view: Ints, places: Ints) -> int:
    """The card points about which the rest of the play is, in a world: 61 or 90 to win, then the next level."""
    if view[abi.GAME_TYPE] == NULL:
        return 0
    sure = view[abi.DECLARER_POINTS] + card_points(view[abi.DISCARD])
    needed = 90 if view[abi.CONTRACT] & SCHNEIDER_BIT or _needs_schneider(view, places) else 61
    if view[abi.DEFENDER_POINTS] > 120 - needed:
        return 31
    return 90 if sure >= needed else needed


@kernel
def _needs_schneider(view: Ints, places: Ints) -> bool:
    """Whether the declarer's game covers the bid only one level higher."""
    declarer, game_type = view[abi.DECLARER], view[abi.GAME_TYPE]
    twelve = places[declarer] | view[abi.PLAYED_BY + declarer] | places[AWAY]
    level = abs(matador_count(twelve, game_type)) + 1 + (1 if view[abi.CONTRACT] & HAND_BIT else 0)
    value = level * _BASE[game_type]
    return value < view[abi.BID] <= value + _BASE[game_type]
