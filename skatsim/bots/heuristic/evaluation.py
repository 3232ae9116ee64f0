"""What a hand is worth: von Stegen's count for suit games and grand, the risk of a null, the worth of side suits.

Tables are indexed by a side suit's seven cards (7 8 9 Q K T A, bit 0 to 6) and built when the module is imported.
"""

from typing import Final

import numpy as np

from skatsim.bots.heuristic.masks import FAT
from skatsim.kernel import kernel, popcount
from skatsim.rules.cards import JACKS, SUIT_BITS
from skatsim.rules.tricks import GRAND

_SEVEN, _EIGHT, _NINE, _QUEEN, _KING, _TEN, _ACE = (1 << bit for bit in range(7))
_POINTS: Final = (0, 0, 0, 3, 4, 10, 11)

JACK_BONUS: Final = np.zeros(16)
"""Von Stegen's extra for top jacks, by the jacks held (DJ bit 0 ... CJ bit 3)."""
JACK_BONUS[0b1100] = JACK_BONUS[0b1101] = JACK_BONUS[0b0111] = 0.5
JACK_BONUS[0b1110] = 1.5
JACK_BONUS[0b1111] = 2.0


@kernel
def suit_count(hand: int, suit: int) -> float:
    """Von Stegen's count of a hand for the suit game `suit`: a sound bid from 10."""
    count = popcount(hand & (JACKS | SUIT_BITS << (7 * suit))) + popcount(hand & JACKS) + popcount(hand & FAT)
    bonus = JACK_BONUS[hand >> 28]
    for side in range(4):
        if side != suit and hand >> (7 * side) & SUIT_BITS == 0:
            bonus += 0.5
    return count + bonus


@kernel
def grand_count(hand: int) -> int:
    """Von Stegen's count for grand: jacks, aces and tens; a sound bid from 6."""
    return popcount(hand & (JACKS | FAT))


@kernel
def null_suit(hand: int, suit: int) -> int:
    """A suit's eight cards in the order of null: 7 8 9 T J Q K A, bit 0 to 7."""
    seven = hand >> (7 * suit) & SUIT_BITS
    jack = hand >> (28 + suit) & 1
    return seven & 7 | (seven >> 5 & 1) << 3 | jack << 4 | (seven >> 3 & 3) << 5 | (seven >> 6) << 7


def _null_suit_risk(held: int) -> float:
    """Chance-like risk that defenders can make the holder take a trick in this suit.

    The n-th lowest card held is safe while at least n cards below it are held or it leaves no gap: compare with
    7 9 J K, the highest holding that can always duck.
    """
    cards = [bit for bit in range(8) if held >> bit & 1]
    over = [rank - 2 * place for place, rank in enumerate(cards)]
    worst = max(over, default=0)
    if worst <= 0:
        return 0.0
    outside = 8 - len(cards)
    return min(1.0, worst / 5) * (0.5 if len(cards) == 1 else 1.0) * (outside >= 2)


NULL_RISK_OF: Final = np.array([_null_suit_risk(held) for held in range(256)])


@kernel
def null_risk(hand: int) -> float:
    """Sum of the suits' risks: below 1 a playable null, 0 one that cannot be lost by ducking."""
    risk = 0.0
    for suit in range(4):
        risk += NULL_RISK_OF[null_suit(hand, suit)]
    return risk


def _side_worth(held: int, grand: bool) -> float:
    """Tricks-like worth of a side suit to a declarer; dangerous tens and losers count against it."""
    ace, ten, king = held & _ACE, held & _TEN, held & _KING
    length = held.bit_count()
    worth = 0.0
    if length == 0:
        return 0.3 if grand else 1.0
    if ace:
        worth += 1.1
        losers = length - 1 - bool(ten) - bool(ten and king)
    else:
        losers = length
        if ten:
            worth += 0.5 if length >= 3 or (king and length == 2) else (0.1 if length == 2 else -0.9)
            losers -= length >= 2
    if ace and ten:
        worth += 0.9
    return worth - 0.45 * losers


def _side_tables(grand: bool) -> tuple[np.ndarray, np.ndarray]:
    """(worth, cards) after laying away 0, 1, 2 cards of a holding at best: float64[3, 128], int64[3, 128]."""
    worth = np.full((3, 128), -100.0)
    cards = np.zeros((3, 128), dtype=np.int64)
    for held in range(128):
        for away in range(128):
            dropped = away.bit_count()
            if away & ~held or dropped > 2:
                continue
            points = sum(_POINTS[bit] for bit in range(7) if away >> bit & 1)
            value = _side_worth(held & ~away, grand) + 0.05 * points - 1.0 * bool(away & _ACE)
            if value > worth[dropped, held]:
                worth[dropped, held] = value
                cards[dropped, held] = away
    return worth, cards


SUIT_SIDES, SUIT_AWAY = _side_tables(False)
GRAND_SIDES, GRAND_AWAY = _side_tables(True)


@kernel
def side_worth(dropped: int, held: int, game_type: int) -> float:
    """Worth of a side suit after laying away `dropped` of its cards."""
    return GRAND_SIDES[dropped, held] if game_type == GRAND else SUIT_SIDES[dropped, held]


@kernel
def side_away(dropped: int, held: int, game_type: int) -> int:
    """Which cards those are, within the suit."""
    return GRAND_AWAY[dropped, held] if game_type == GRAND else SUIT_AWAY[dropped, held]
