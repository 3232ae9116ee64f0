"""XSkat's cards: codes 8 * suit + rank, suits D H S C and ranks A T K Q J 9 8 7; and their names in its log."""

from typing import Final

from skatsim.rules.cards import mask_of_names

SUITS: Final = ("Diamond", "Heart", "Spade", "Club")
_RANKS: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")
_NAMES: Final = tuple(suit[0] + rank[0].replace("1", "T") for suit in SUITS for rank in _RANKS)
"""By code, as skatsim calls them."""
MASKS: Final = tuple(mask_of_names([name], name) for name in _NAMES)
"""By code."""
_WORDS: Final = tuple(f"{suit} {rank}".lower() for suit in SUITS for rank in _RANKS)
_BY_WORDS: Final = dict(zip(_WORDS, _NAMES, strict=True))


def card_of(words: str) -> str:
    """A card of the log by its name here; raises KeyError for what is none.

    >>> card_of("CLUB 10"), card_of("Heart_A")
    ('CT', 'HA')
    """
    return _BY_WORDS[words.replace("_", " ").strip().lower()]


def places(hands: tuple[int, int, int], skat: int) -> str:
    """A deal as XSkat reads it: where each card lies, in the order of the codes.

    1 is middlehand, 2 rearhand, 3 forehand, 0 the skat; `hands` are the masks from forehand on.

    >>> from skatsim.rules.deals import deal
    >>> d = deal(seed=1, game=11)
    >>> places((d.forehand, d.middlehand, d.rearhand), d.skat)
    '2 2 3 2 3 1 3 1 3 2 2 1 0 1 1 1 1 2 1 3 2 2 3 2 3 1 3 1 0 3 3 2'
    """
    numbers = {3: hands[0], 1: hands[1], 2: hands[2], 0: skat}
    return " ".join(str(next(place for place, cards in numbers.items() if cards & mask)) for mask in MASKS)
