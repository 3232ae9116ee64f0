"""Sets of cards a club player thinks in: ranks, cheap and fat cards, who beats what, who may hold what.

Everything is a mask; functions that return one card expect a set that is not empty.
"""

from typing import Final

from skatsim.bots import abi
from skatsim.kernel import highest_index, kernel
from skatsim.kernel.types import Ints
from skatsim.rules.cards import ALL, CARD_NAMES, JACKS, SUIT_BITS


def _rank(ranks: str) -> int:
    return sum(1 << index for index, name in enumerate(CARD_NAMES) if name[1] in ranks)


LOW: Final = _rank("789")
"""The cards without points."""
QUEENS: Final = _rank("Q")
KINGS: Final = _rank("K")
TENS: Final = _rank("T")
ACES: Final = _rank("A")
FAT: Final = TENS | ACES


@kernel
def plain(suit: int) -> int:
    """The seven cards of a suit without its jack."""
    return SUIT_BITS << (7 * suit)


@kernel
def lowest(cards: int) -> int:
    """The lowest card."""
    return cards & -cards


@kernel
def top(cards: int) -> int:
    """The highest card."""
    return 1 << highest_index(cards)


@kernel
def above(card: int) -> int:
    """Every bit above one card's."""
    return ~((card << 1) - 1) & ALL


@kernel
def cheapest(cards: int) -> int:
    """The card that costs least: points first, jacks after kings."""
    if cards & LOW:
        return lowest(cards & LOW)
    if cards & QUEENS:
        return lowest(cards & QUEENS)
    if cards & KINGS:
        return lowest(cards & KINGS)
    if cards & JACKS:
        return lowest(cards & JACKS)
    return lowest(cards & TENS) if cards & TENS else lowest(cards)


@kernel
def fattest(cards: int) -> int:
    """The card that brings most: tens before aces, which may still take a trick; jacks last."""
    if cards & TENS:
        return lowest(cards & TENS)
    if cards & ACES:
        return lowest(cards & ACES)
    if cards & KINGS:
        return lowest(cards & KINGS)
    if cards & QUEENS:
        return lowest(cards & QUEENS)
    return lowest(cards)


@kernel
def beating(cards: int, best: int, led: int, trumps: int) -> int:
    """Those of `cards` that beat `best`, the best card of a trick in which `led` must be followed."""
    if best & trumps:
        return cards & trumps & above(best)
    return cards & (trumps | (led & above(best)))


@kernel
def best_on_table(view: Ints) -> int:
    """The card that wins a trump game's trick so far."""
    first, other = view[abi.TABLE], view[abi.TABLE + 1]
    return int(other if beating(other, first, view[abi.LED], view[abi.TRUMPS]) else first)


@kernel
def unseen(view: Ints) -> int:
    """Cards in the other hands or in a skat the seat does not know."""
    return int(ALL & ~(view[abi.HAND] | view[abi.PLAYED] | view[abi.DISCARD]))


@kernel
def may_hold(view: Ints, seat: int) -> int:
    """Cards `seat`, another one, may hold."""
    if view[abi.OPEN_HAND] and seat == view[abi.DECLARER]:
        return int(view[abi.OPEN_HAND])
    return int(unseen(view) & ~(view[abi.LACKS + seat] | view[abi.OPEN_HAND]))


@kernel
def partner(view: Ints) -> int:
    """A defender's partner's seat."""
    return int(3 - view[abi.SEAT] - view[abi.DECLARER])


@kernel
def partners_suit(view: Ints) -> int:
    """The card the partner led last, 0 if it was a trump or there is none."""
    mate = partner(view)
    for trick in range(view[abi.TRICK] - 1, -1, -1):
        if view[abi.LEADERS + trick] == mate:
            return int(view[abi.HISTORY + 3 * trick] & ~view[abi.TRUMPS])
    return 0
