"""Cards by name: which follow, which win, what they count, and the matadors (ISkO 1.3, 2.2, 4.2).

Plain lists of names such as ``"CJ"`` and small tables looked up by name; no masks.  Card points are 0-120.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.contracts import GameType

TRUMP: Final = "trump"
JACKS: Final = ("CJ", "SJ", "HJ", "DJ")
"""The four highest trumps, the strongest first."""
SUIT_ORDER: Final = "ATKQ987"
"""The other ranks of a suit game or grand, the strongest first."""
NULL_ORDER: Final = "AKQJT987"
RANK_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
POINTS: Final = {name: RANK_POINTS[name[1]] for name in CARD_NAMES}


@cache
def trump_order(game_type: GameType) -> tuple[str, ...]:
    """All trumps of a game, the strongest first; none in null.

    >>> " ".join(trump_order(GameType.HEARTS))
    'CJ SJ HJ DJ HA HT HK HQ H9 H8 H7'
    """
    if game_type == GameType.NULL:
        return ()
    if game_type == GameType.GRAND:
        return JACKS
    return JACKS + tuple(game_type.letter + rank for rank in SUIT_ORDER)


@cache
def suits(game_type: GameType) -> Mapping[str, str]:
    """The suit each card belongs to in this game: ``"trump"`` or its letter."""
    trumps = trump_order(game_type)
    return {name: TRUMP if name in trumps else name[0] for name in CARD_NAMES}


@cache
def strengths(game_type: GameType) -> Mapping[str, int]:
    """How strong each card is among the cards of its suit; the larger beats the smaller."""
    order = NULL_ORDER if game_type == GameType.NULL else "J" + SUIT_ORDER
    strength = {name: 10 * (8 - order.index(name[1])) for name in CARD_NAMES}
    if game_type != GameType.NULL:
        for place, jack in enumerate(JACKS):
            strength[jack] -= place
    return strength


@cache
def cards_of_suit(suit: str, game_type: GameType) -> tuple[str, ...]:
    """Every card that belongs to `suit` (a letter or ``"trump"``) in this game."""
    return tuple(name for name, own in suits(game_type).items() if own == suit)


def playable(hand: Sequence[str], trick: Sequence[str], game_type: GameType, *, must_trump: bool) -> list[str]:
    """The cards of `hand` that may be added to `trick` (its cards so far, in the order played).

    Who can follow must follow; who cannot plays anything, under `must_trump` a trump if he has one.

    >>> playable(["CJ", "CA", "H7"], ["DJ"], GameType.HEARTS, must_trump=False)
    ['CJ', 'H7']
    """
    if not trick:
        return list(hand)
    suit_of = suits(game_type)
    led = suit_of[trick[0]]
    following = [card for card in hand if suit_of[card] == led]
    if not following and must_trump:
        following = [card for card in hand if suit_of[card] == TRUMP]
    return following or list(hand)


def winning_place(trick: Sequence[str], game_type: GameType) -> int:
    """Which card of a trick wins: its place in the order played.

    >>> winning_place(["HT", "H9", "HA"], GameType.CLUBS), winning_place(["HT", "HJ", "HA"], GameType.NULL)
    (2, 2)
    """
    suit_of, strength = suits(game_type), strengths(game_type)
    best = 0
    for place in range(1, len(trick)):
        card, winner = trick[place], trick[best]
        if suit_of[card] == suit_of[winner]:
            if strength[card] > strength[winner]:
                best = place
        elif suit_of[card] == TRUMP:
            best = place
    return best


def points(cards: Iterable[str]) -> int:
    """Card points of some cards.

    >>> points(["CA", "DT", "HK", "SQ", "CJ", "C9"])
    30
    """
    return sum([POINTS[card] for card in cards])


def matadors(twelve: Iterable[str], game_type: GameType) -> int:
    """The unbroken run of trumps from the club jack: +n if he holds it, -n if he lacks it; 0 in null.

    >>> matadors("HJ DJ HA HT HK HQ H9 CA CT S7 C7 D7".split(), GameType.HEARTS)
    -2
    """
    held = set(twelve)
    run = 0
    for trump in trump_order(game_type):
        if (trump in held) != ("CJ" in held):
            break
        run += 1
    return run if "CJ" in held else -run
