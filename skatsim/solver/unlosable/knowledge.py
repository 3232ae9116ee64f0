"""What the declarer knows of the defenders' cards, and what a defender may therefore play.

The unseen cards lie somewhere in two hands and, in a hand game, in the skat.  What play has shown is how many cards
each defender holds and in which suits (trumps are one) he has not followed: his *voids*.  The distributions that agree
with a history are just those that fit counts and voids; one exists if and only if (Hall's theorem for two hands)

    n1 <= |U off v1|,  n2 <= |U off v2|,  n1 + n2 <= |U off both|.

So a defender may play whatever leaves these three true, and that depends on the card's suit only.

**Voids** are ten bits: suits of seat 1 in bits 0-4, of seat 2 in bits 5-9, both seats counted from the declarer.  A
suit is the solver's group of seven or eight cards; trumps are suit 3 in a suit game and suit 4 in grand.

**The key** of a position between tricks: of each group the owners (declarer or unseen) of the cards in play from the
weakest up, a bit a card; the voids; who leads.  As in `skatsim.solver.layout` the ranks between are gone.
"""

from typing import Any, Final

from skatsim.kernel import kernel, lowest_index, popcount
from skatsim.kernel.memory import load, store
from skatsim.rules.cards import ALL, JACKS, SUIT_BITS
from skatsim.rules.tricks import NULL
from skatsim.solver.layout import (
    DECLARER,
    GENERATION,
    GENERATION_SHIFT,
    HANDS,
    JACK_SEQUENCES,
    LEADER_SHIFT,
    SEQUENCES,
    SUITS_OF,
    TRUMPS,
    set_cards,
)

SEAT_BITS: Final = 5
SEAT_SUITS: Final = 31
_VOIDS_SHIFT: Final = 44
_NULL_SUIT: Final = 255


@kernel
def set_knowledge(ws: Any, declarer: int, unseen: int, game: int, seat: int) -> None:
    """Prepare the workspace (an `address`) for the declarer's cards and the unseen, in the layout of the rules.

    Every later question may be about any subset of these cards.
    """
    set_cards(ws, declarer, unseen, 0, game, 0)
    store(ws, DECLARER, seat)
    size, width = (256, 8) if game == NULL else (128, 7)
    for group in range(4):
        owners(ws, SEQUENCES + size * group, size, width * group, (width + 1) * group)
    if game != NULL:
        owners(ws, JACK_SEQUENCES, 16, 4 * width, 4 * (width + 1))
    trumps = load(ws, TRUMPS)
    for suits in range(32):
        cards = 0
        for suit in range(5):
            if suits >> suit & 1:
                cards |= suit_cards(suit, trumps)
        store(ws, SUITS_OF + suits, cards)


@kernel
def suit_cards(suit: int, trumps: int) -> int:
    """Every card of a suit 0-4."""
    if trumps == 0:
        return _NULL_SUIT << 8 * suit & ALL
    if suit == 4:
        return trumps if trumps == JACKS else 0
    plain = SUIT_BITS << 7 * suit
    return trumps if plain & trumps else plain


@kernel
def owners(ws: Any, table: int, size: int, bit: int, shift: int) -> None:
    """The owners of every subset of the group of cards that begins at `bit`: a leading 1, then 1 for unseen."""
    unseen = ~load(ws, HANDS)
    store(ws, table, 1 << shift)
    for cards in range(1, size):
        lowest = cards & -cards
        before = load(ws, table + (cards ^ lowest)) >> shift
        store(ws, table + cards, (before << 1 | (unseen >> bit & lowest != 0)) << shift)


@kernel(inline=True)
def trump_key(ws: Any, cards: int, leader: int, voids: int) -> int:
    """The key of a position of a trump game, generation included."""
    return (
        load(ws, SEQUENCES + (cards & 127))
        | load(ws, SEQUENCES + 128 + (cards >> 7 & 127))
        | load(ws, SEQUENCES + 256 + (cards >> 14 & 127))
        | load(ws, SEQUENCES + 384 + (cards >> 21 & 127))
        | load(ws, JACK_SEQUENCES + (cards >> 28))
        | voids << _VOIDS_SHIFT
        | leader << LEADER_SHIFT
        | load(ws, GENERATION) << GENERATION_SHIFT
    )


@kernel(inline=True)
def null_key(ws: Any, cards: int, leader: int, voids: int) -> int:
    """The key of a position of null, generation included."""
    return (
        load(ws, SEQUENCES + (cards & 255))
        | load(ws, SEQUENCES + 256 + (cards >> 8 & 255))
        | load(ws, SEQUENCES + 512 + (cards >> 16 & 255))
        | load(ws, SEQUENCES + 768 + (cards >> 24))
        | voids << _VOIDS_SHIFT
        | leader << LEADER_SHIFT
        | load(ws, GENERATION) << GENERATION_SHIFT
    )


@kernel(inline=True)
def in_play(ws: Any, voids: int, unseen: int) -> int:
    """Voids without the suits of which nothing is unseen."""
    kept = 0
    for suit in range(SEAT_BITS):
        if load(ws, SUITS_OF + (1 << suit)) & unseen:
            kept |= 1 << suit
    return voids & (kept | kept << SEAT_BITS)


@kernel
def void_cards(ws: Any, voids: int, seat: int) -> int:
    """The cards defender `seat` (1 or 2) cannot have."""
    return load(ws, SUITS_OF + (voids >> SEAT_BITS * (seat - 1) & SEAT_SUITS))


@kernel
def shows_void(led: int, trumps: int, seat: int) -> int:
    """The void that defender `seat` shows when he does not follow the suit `led`."""
    suit = lowest_index(led) // 7 if trumps else lowest_index(led) >> 3
    return 1 << suit + SEAT_BITS * (seat - 1)


@kernel(inline=True)
def possible(unseen: int, void: int, partner_void: int, partner_holds: int) -> int:
    """What a defender may hold: `void` and `partner_void` are the cards the two cannot have.

    Where the partner needs every card left to him, no such card is in this hand.
    """
    if popcount(unseen & ~partner_void) == partner_holds:
        return unseen & partner_void & ~void
    return unseen & ~void


@kernel(inline=True)
def discards(unseen: int, led: int, void: int, partner_void: int, holds: int, partner_holds: int) -> int:
    """What a defender who `holds` so many cards may play when he does not follow the suit `led`; 0 if he must."""
    now_void = void | led
    if holds > popcount(unseen & ~now_void):
        return 0
    if holds + partner_holds > popcount(unseen & ~(now_void & partner_void)):
        return 0
    return possible(unseen, now_void, partner_void, partner_holds)
