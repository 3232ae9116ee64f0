"""What a hand is worth: log-odds of winning each game, from tables fitted to played games, and von Stegen's count.

A trump game's log-odds are a sum: the jacks, ace and ten of trumps, the number of trumps, each side suit, the seat.
The weights (`weights`) come from logistic regressions on games the bot played (analysis/heuristic_weights.py), one for
each question: before the pick-up (BID), after the discard (KEPT), for a hand game (HAND) and its Schneider (NINETY).
Those games were played in the declarer's best suit; a suit with fewer than four trumps hardly ever was, and gets what
games forced in any suit take from its log-odds (SHORT_TRUMPS).
Side suits are indexed by their seven cards 7 8 9 Q K T A (bit 0 to 6), null suits by eight: 7 8 9 T J Q K A.
"""

from typing import Final

import numpy as np

from skatsim.bots.heuristic.masks import FAT
from skatsim.bots.heuristic.weights import (
    GRAND_WEIGHTS,
    NULL_WEIGHTS,
    SHORT_TRUMPS,
    SUIT_WEIGHTS,
    NullWeights,
    TrumpWeights,
)
from skatsim.kernel import kernel, popcount
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import JACKS, SUIT_BITS

BID_MODEL, KEPT, HAND_GAME, NINETY = range(4)
"""Models of a trump game: ten cards before the pick-up, ten after the discard, a hand game, its 90 card points."""
NULL_BID, NULL_KEPT, NULL_HAND, OUVERT_BID, OUVERT_KEPT, OUVERT_HAND = range(6)
"""Models of null, in the same sense."""

PLAIN_POINTS: Final = (0, 0, 0, 3, 4, 10, 11)
_SHORTEST, _LONGEST = 3, 9


def side_class(held: int) -> int:
    """Class 0-31 of a side suit: which of ace, ten, king (4 2 1), and how many of queen, 9, 8, 7 (up to three)."""
    return (held >> 4) * 4 + min(3, (held & 0b1111).bit_count())


def trump_length(trumps: int) -> int:
    """Class 0-6 of the number of trumps: three or fewer ... nine or more."""
    return min(max(trumps.bit_count(), _SHORTEST), _LONGEST) - _SHORTEST


def short(trumps: int, add: tuple[float, ...]) -> float:
    """What is added for few trumps, by their number; nothing from four on."""
    count = trumps.bit_count()
    return add[count] if count < len(add) else 0.0


def _trump_table(models: tuple[TrumpWeights, ...]) -> Floats:
    """Log-odds by model and the eleven trumps (jacks above the suit's seven), float64[4, 2048]."""
    return np.array(
        [
            [m.jacks[t >> 7] + m.top[t >> 5 & 3] + m.length[trump_length(t)] + short(t, add) for t in range(1 << 11)]
            for m, add in zip(models, SHORT_TRUMPS, strict=True)
        ]
    )


def _side_table(models: tuple[TrumpWeights, ...]) -> Floats:
    """Log-odds by model and side suit, float64[4, 128]."""
    return np.array([[m.side[side_class(held)] for held in range(128)] for m in models])


TRUMP_PART: Final = _trump_table(SUIT_WEIGHTS)
SUIT_SIDE: Final = _side_table(SUIT_WEIGHTS)
SUIT_SEAT: Final = np.array([[m.base + seat for seat in m.seat] for m in SUIT_WEIGHTS])
GRAND_JACKS: Final = np.array([m.jacks for m in GRAND_WEIGHTS])
GRAND_SIDE: Final = _side_table(GRAND_WEIGHTS)
GRAND_SEAT: Final = np.array([[m.base + seat for seat in m.seat] for m in GRAND_WEIGHTS])
SUIT_POINT: Final = SUIT_WEIGHTS[KEPT].points
GRAND_POINT: Final = GRAND_WEIGHTS[KEPT].points
"""Log-odds for each card point put away."""


def null_ranks(held: int) -> tuple[int, int, int]:
    """Classes (0-8) of the lowest, second and third card of a null suit: its rank, 8 where there is none."""
    ranks = [bit for bit in range(8) if held >> bit & 1] + [8, 8, 8]
    return ranks[0], ranks[1], ranks[2]


def _null_table(models: tuple[NullWeights, ...]) -> Floats:
    """Log-odds by model and suit, float64[6, 256]."""
    table = np.zeros((len(models), 256))
    for row, m in zip(table, models, strict=True):
        for held in range(256):
            first, second, third = null_ranks(held)
            row[held] = m.first[first] + m.second[second] + m.third[third]
    return table


NULL_SUIT: Final = _null_table(NULL_WEIGHTS)
NULL_SEAT: Final = np.array([[m.base + seat for seat in m.seat] for m in NULL_WEIGHTS])


@kernel
def suit_logit(hand: int, suit: int, seat: int, model: int) -> float:
    """Log-odds of winning the suit game `suit`."""
    own = hand >> (7 * suit) & SUIT_BITS
    sides = (
        SUIT_SIDE[model, hand & 127]
        + SUIT_SIDE[model, hand >> 7 & 127]
        + SUIT_SIDE[model, hand >> 14 & 127]
        + SUIT_SIDE[model, hand >> 21 & 127]
        - SUIT_SIDE[model, own]
    )
    return float(TRUMP_PART[model, (hand >> 28) << 7 | own] + sides + SUIT_SEAT[model, seat])


@kernel
def grand_logit(hand: int, seat: int, model: int) -> float:
    """Log-odds of winning grand."""
    return float(
        GRAND_JACKS[model, hand >> 28]
        + GRAND_SIDE[model, hand & 127]
        + GRAND_SIDE[model, hand >> 7 & 127]
        + GRAND_SIDE[model, hand >> 14 & 127]
        + GRAND_SIDE[model, hand >> 21 & 127]
        + GRAND_SEAT[model, seat]
    )


@kernel
def null_suit(hand: int, suit: int) -> int:
    """A suit's eight cards in the order of null: 7 8 9 T J Q K A, bit 0 to 7."""
    seven = hand >> (7 * suit) & SUIT_BITS
    jack = hand >> (28 + suit) & 1
    return seven & 7 | (seven >> 5 & 1) << 3 | jack << 4 | (seven >> 3 & 3) << 5 | (seven >> 6) << 7


@kernel
def null_logit(hand: int, seat: int, model: int) -> float:
    """Log-odds of winning null."""
    total = NULL_SEAT[model, seat]
    for suit in range(4):
        total += NULL_SUIT[model, null_suit(hand, suit)]
    return float(total)


def _away_tables(sides: Floats, point: float) -> tuple[Floats, Ints]:
    """(log-odds, cards) after putting away 0, 1, 2 cards of a side suit at best: float64[3, 128], int64[3, 128]."""
    worth = np.full((3, 128), -100.0)
    cards = np.zeros((3, 128), dtype=np.int64)
    for held in range(128):
        for away in (m for m in range(held + 1) if m & ~held == 0 and m.bit_count() <= 2):
            points = sum(PLAIN_POINTS[bit] for bit in range(7) if away >> bit & 1)
            value = sides[held & ~away] + point * points
            if value > worth[away.bit_count(), held]:
                worth[away.bit_count(), held] = value
                cards[away.bit_count(), held] = away
    return worth, cards


SUIT_LEFT, SUIT_AWAY = _away_tables(SUIT_SIDE[KEPT], SUIT_POINT)
GRAND_LEFT, GRAND_AWAY = _away_tables(GRAND_SIDE[KEPT], GRAND_POINT)

JACK_BONUS: Final = np.zeros(16)
"""Von Stegen's extra for top jacks, by the jacks held (DJ bit 0 ... CJ bit 3)."""
JACK_BONUS[[0b1100, 0b1101, 0b0111]] = 0.5
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
    return float(count + bonus)


@kernel
def grand_count(hand: int) -> int:
    """Von Stegen's count for grand: jacks, aces and tens; a sound bid from 6."""
    return popcount(hand & (JACKS | FAT))
