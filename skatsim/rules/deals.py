"""Dealing: the cards of game g of a seed, as a pure function of (seed, g).

Game g owns the 64 positions from 64 * g of the seed's deal stream and uses 22 of them: ten cards to forehand, ten to
middlehand and the two of the skat are drawn without replacement (Fisher-Yates); rearhand has the ten that remain.
Every one of the 2,753,294,408,504,640 deals is equally likely, so the packet order 3 - skat 2 - 4 - 3 at the real
table makes no difference.
"""

from numbers import Integral
from typing import Final, NamedTuple

import numpy as np

from skatsim.errors import SkatsimError
from skatsim.kernel import below, kernel, popcount, random_word, stream_key
from skatsim.kernel.types import Ints
from skatsim.rules.cards import ALL, CardSet, format_cards
from skatsim.rules.seats import SEAT_NAMES

DEAL_STREAM: Final = 0
WORDS_PER_GAME: Final = 64
DECK_SIZE: Final = 54
"""Scratch of a deal: 32 cards and 22 draws."""
_DRAWS: Final = 22
_SKAT: Final = 3
"""The place of the skat among the four of a deal."""
MAX_GAME: Final = 2**57
"""Games of one seed: [0, MAX_GAME), so that every position fits int64."""


class Deal(NamedTuple):
    """Four card masks: forehand's, middlehand's and rearhand's ten cards, and the two of the skat.

    They show themselves as cards.

    >>> deal(seed=1, game=11).skat
    2684354560
    >>> deal(seed=1, game=11)  # doctest: +NORMALIZE_WHITESPACE
    Deal(forehand='DJ CA CK C9 C8 SQ S8 HA DK D8', middlehand='CT CQ SA SK HQ H9 H8 H7 D9 D7',
         rearhand='SJ C7 ST S9 S7 HT HK DA DT DQ', skat='CJ HJ')
    """

    forehand: int
    middlehand: int
    rearhand: int
    skat: int

    def __repr__(self) -> str:
        cards = ", ".join(f"{place}={format_cards(mask)!r}" for place, mask in self._asdict().items())
        return f"Deal({cards})"


@kernel
def deal_masks(key: int, game: int, deck: Ints) -> tuple[int, int, int, int]:
    """Deal game `game` of the deal stream `key`; `deck` is scratch, int64[DECK_SIZE].

    Returns the masks of forehand, middlehand, rearhand, skat.  All draws are worked out before the first card moves:
    LLVM then computes the words eight at a time.
    """
    for i in range(32):
        deck[i] = 1 << i
    position = game * WORDS_PER_GAME
    for i in range(_DRAWS):
        deck[32 + i] = i + below(random_word(key, position + i), 32 - i)
    forehand = _draw(deck, 0, 10)
    middlehand = _draw(deck, 10, 20)
    skat = _draw(deck, 20, 22)
    return forehand, middlehand, ALL & ~(forehand | middlehand | skat), skat


@kernel
def _draw(deck: Ints, first: int, end: int) -> int:
    """Draws first ... end - 1: each takes the card at its pick and moves the first card still there into the gap."""
    cards = 0
    for i in range(first, end):
        pick = deck[32 + i]
        cards |= deck[pick]
        deck[pick] = deck[i]
    return cards


@kernel
def deal_around(places: Ints, first: int, key: int, game: int, deck: Ints) -> None:
    """Deal the cards that are not known: candidate `game` of the stream `key`, each way to deal them equally likely.

    `places` (int64[4]: hands by seat, the skat) holds the cards known to lie there, at most ten and two, and comes back
    full; `deck` is scratch, int64[32] or more.  The skat draws first, then the hands from seat `first` on; the last
    takes what is left.
    """
    unseen = ALL & ~(places[0] | places[1] | places[2] | places[3])
    size = 0
    while unseen:
        deck[size] = unseen & -unseen
        unseen &= unseen - 1
        size += 1
    position = game * WORDS_PER_GAME
    drawn = 0
    for turn in range(3):
        place = _SKAT if turn == 0 else (first + turn - 1) % 3
        cards = places[place]
        for _ in range((2 if turn == 0 else 10) - popcount(cards)):
            pick = drawn + below(random_word(key, position + drawn), size - drawn)
            cards |= deck[pick]
            deck[pick] = deck[drawn]
            drawn += 1
        places[place] = cards
    last = (first + 2) % 3
    for rest in range(drawn, size):
        places[last] |= deck[rest]


@kernel
def _deal_range(key: int, first_game: int, deck: Ints, deals: Ints) -> None:
    for row in range(deals.shape[0]):
        forehand, middlehand, rearhand, skat = deal_masks(key, first_game + row, deck)
        deals[row, 0] = forehand
        deals[row, 1] = middlehand
        deals[row, 2] = rearhand
        deals[row, 3] = skat


def deal_range(seed: int, first_game: int, games: int) -> Ints:
    """The deals of games [first_game, first_game + games) of `seed`: int64[games, 4], columns as in `Deal`.

    Raises
    ------
    SkatsimError
        For a seed, a game or a number of games out of range.

    Examples
    --------
    >>> deal_range(1, 5, 3)[2].tolist() == list(deal(1, 7))
    True
    """
    check_game_name(seed, first_game)
    if not isinstance(games, Integral) or isinstance(games, bool) or games < 0:
        raise SkatsimError(f"games {games!r} is no number of games; give a whole number from 0")
    check_game_name(seed, first_game + max(games - 1, 0))
    deals = np.zeros((games, len(Deal._fields)), dtype=np.int64)
    _deal_range(stream_key(seed, DEAL_STREAM), first_game, np.empty(DECK_SIZE, np.int64), deals)
    return deals


def deal(seed: int, game: int) -> Deal:
    """The deal of game `game` (0 <= game < 2**57) of `seed` (0 <= seed < 2**63).

    Raises
    ------
    SkatsimError
        For a seed or game number out of range.

    Examples
    --------
    >>> cards = deal(seed=1, game=11)
    >>> CardSet(cards.skat), CardSet(cards.forehand).card_points
    (CardSet('CJ HJ'), 35)
    """
    check_game_name(seed, game)
    return Deal(*(int(mask) for mask in deal_masks(stream_key(seed, DEAL_STREAM), game, np.empty(DECK_SIZE, np.int64))))


def check_game_name(seed: int, game: int) -> None:
    """Check that (seed, game) names a game.

    Raises
    ------
    SkatsimError
        For a seed or game number out of range.
    """
    for name, number in (("seed", seed), ("game", game)):
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise SkatsimError(f"{name} {number!r} is not a whole number")
    if not 0 <= seed < 2**63:
        raise SkatsimError(f"seed {seed} is out of range; take a number from 0 to 2**63 - 1")
    if not 0 <= game < MAX_GAME:
        raise SkatsimError(f"game {game} is out of range; games are counted from 0 to 2**57 - 1")


def check_deal(cards: Deal) -> Deal:
    """Return `cards` if they are 10, 10, 10 and 2 different cards.

    Raises
    ------
    SkatsimError
        Naming the hand of the wrong size or the card that stands twice.
    """
    seen = 0
    for name, mask, size in zip((*SEAT_NAMES, "skat"), cards, (10, 10, 10, 2), strict=True):
        hand = CardSet(mask)
        if len(hand) != size:
            raise SkatsimError(f"{name} has {len(hand)} cards ({hand}); it needs {size}")
        if mask & seen:
            raise SkatsimError(f"card {CardSet(mask & seen)} is dealt twice (again to {name})")
        seen |= mask
    return cards
