"""Cards and card sets.

A card set is a bit mask; a card is a mask of one bit.  Jacks are the top four bits (DJ 28, HJ 29, SJ 30, CJ 31), each
suit has seven (7 8 9 Q K T A, lowest first): diamonds 0-6, hearts 7-13, spades 14-20, clubs 21-27.  So in suit games
and grand the strongest card of a trick is its highest bit.  Kernels take masks as int64; `CardSet` is one for people.
"""

from collections.abc import Iterable, Iterator, Set
from numbers import Integral
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.kernel import kernel, popcount
from skatsim.rules.contracts import GameType
from skatsim.rules.notation import card_names

SUITS: Final = "DHSC"
"""Suit letters by suit index: diamonds 0, hearts 1, spades 2, clubs 3."""
RANKS: Final = "789QKTA"
"""Rank letters of the plain cards by bit within a suit, weakest first."""
CARD_NAMES: Final = tuple(s + r for s in SUITS for r in RANKS) + tuple(s + "J" for s in SUITS)
"""Name of the card at each bit index."""

ALL: Final = 0xFFFFFFFF
JACKS: Final = 0xF0000000
SUIT_BITS: Final = 0b1111111


def _every_suit(ranks: str) -> int:
    return sum(1 << i for i, name in enumerate(CARD_NAMES) if name[1] in ranks)


ACES: Final = _every_suit("A")
TENS: Final = _every_suit("T")
_WORTH_1: Final = _every_suit("AQ")
_WORTH_2: Final = _every_suit("ATQJ")
_WORTH_4: Final = _every_suit("K")
_WORTH_8: Final = _every_suit("AT")

_INDEX: Final = {name: index for index, name in enumerate(CARD_NAMES)}


@kernel
def card_points(cards: int) -> int:
    """Card points (Augen) of a set: ace 11, ten 10, king 4, queen 3, jack 2; all 32 make 120."""
    return (
        popcount(cards & _WORTH_1)
        + 2 * popcount(cards & _WORTH_2)
        + 4 * popcount(cards & _WORTH_4)
        + 8 * popcount(cards & _WORTH_8)
    )


def card_index(name: str) -> int:
    """Bit index of the card called `name`, such as ``"CJ"``.

    Raises
    ------
    SkatsimError
        If `name` is no card; the message says how cards are written.
    """
    index = _INDEX.get(name)
    if index is None:
        raise SkatsimError(
            f"unknown card {name!r}: write a suit letter C S H D and a rank A T K Q J 9 8 7 (T is the ten), such as CJ"
        )
    return index


def mask_of_names(names: Iterable[str], text: str) -> int:
    """The mask of cards called by their names alone, as records do; `text` is where they stand.

    Raises
    ------
    SkatsimError
        For what is no name of a card, and for a card that stands twice.
    """
    mask = 0
    for name in names:
        bit = 1 << card_index(name)
        if mask & bit:
            raise SkatsimError(f"card {name} stands twice in {text!r}")
        mask |= bit
    return mask


class CardSet(Set[str]):
    """An immutable set of cards, with the whole set protocol over card names.

    Parameters
    ----------
    cards
        The 32-bit mask, as in kernels and Parquet columns, or cards as `parse` reads them.

    Raises
    ------
    SkatsimError
        If a mask has bits beyond the 32 cards, or a name is no card or stands twice.

    Examples
    --------
    >>> hand = CardSet.parse("CJ SJ HA HT C7")
    >>> hand
    CardSet('CJ SJ C7 HA HT')
    >>> "CJ" in hand, len(hand), hand.card_points
    (True, 5, 25)
    >>> hand - CardSet.parse("C7")
    CardSet('CJ SJ HA HT')
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, cards: int | str = 0) -> None:
        mask = mask_of_names(card_names(cards), cards) if isinstance(cards, str) else cards
        if not isinstance(mask, Integral) or isinstance(mask, bool) or not 0 <= mask <= ALL:
            raise SkatsimError(f"card set {mask!r}: give card names such as 'CJ SJ', or a 32-bit mask")
        object.__setattr__(self, "mask", int(mask))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet does not change; build another")

    @classmethod
    def parse(cls, text: str) -> "CardSet":
        """Read cards as people write them, see `skatsim.rules.notation.card_names`.

        Raises
        ------
        SkatsimError
            For an unknown card, one that can be two, or one that stands twice.

        Examples
        --------
        >>> CardSet.parse("JC c10 ♠A K7")
        Traceback (most recent call last):
        ...
        skatsim.errors.SkatsimError: card 'K7' can be seven of clubs or seven of diamonds: write it in these words, or \
with its suit's sign
        >>> CardSet.parse("JC c10 ♠A DK, Herz Dame")
        CardSet('CJ CT SA HQ DK')
        """
        if not isinstance(text, str):
            raise SkatsimError(f"card set {text!r}: give card names such as 'CJ SJ'")
        return cls(text)

    @classmethod
    def of(cls, names: Iterable[str]) -> "CardSet":
        """Build a set from an iterable of card names; names may repeat."""
        mask = 0
        for name in names:
            mask |= 1 << card_index(name)
        return cls(mask)

    @classmethod
    def _from_iterable(cls, it: Iterable[str]) -> "CardSet":  # type: ignore[override]
        return cls.of(it)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, str) and card in _INDEX and bool(self.mask >> _INDEX[card] & 1)

    def __iter__(self) -> Iterator[str]:
        """Card names as players sort them: jacks, then C S H D, strongest first."""
        return iter(format_cards(self.mask).split())

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __hash__(self) -> int:
        return self._hash()  # that of an equal frozenset

    def __reduce__(self) -> tuple[type["CardSet"], tuple[int]]:
        return type(self), (self.mask,)

    def __str__(self) -> str:
        return format_cards(self.mask)

    def __repr__(self) -> str:
        return f"CardSet({format_cards(self.mask)!r})"

    @property
    def card_points(self) -> int:
        """Card points (0-120) of the set."""
        return int(card_points(self.mask))


_DISPLAY_ORDER: Final = tuple(_INDEX[s + "J"] for s in "CSHD") + tuple(_INDEX[s + r] for s in "CSHD" for r in "ATKQ987")
_NULL_ORDER: Final = tuple(_INDEX[s + r] for s in "CSHD" for r in "AKQJT987")


def format_cards(mask: int, game_type: int | None = None) -> str:
    """Card names of a mask: jacks first, then clubs to diamonds, strongest first.

    In null (`game_type`, if known) the jacks stand in their suits and the tens below them.

    >>> format_cards(1 << 31 | 1 << 26 | 1 << 24 | 1)
    'CJ CT CQ D7'
    >>> format_cards(1 << 31 | 1 << 26 | 1 << 24 | 1, GameType.NULL)
    'CQ CJ CT D7'
    """
    order = _NULL_ORDER if game_type == GameType.NULL else _DISPLAY_ORDER
    return " ".join(CARD_NAMES[index] for index in order if mask >> index & 1)
