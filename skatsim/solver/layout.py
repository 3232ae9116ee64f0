"""Where the solver keeps things: its card layout, the workspace, the owner sequences.  Card points are 0-120.

**Seats** are counted from the declarer: 0 the declarer, 1 and 2 the defenders in playing order.

**Cards.**  Trump games keep the layout of `skatsim.rules.cards` with the trump suit swapped into the clubs' place, so
that trumps are the top bits: 21-31 in a suit game, 28-31 in grand; *trumps* is that mask.  Null has eight cards a suit,
7 8 9 T J Q K A from bit 8 x suit, and trumps = 0.

**Owner sequences (the key).**  Two positions play alike if in every group (the jacks, and each suit) the cards still
in play, from the weakest up, belong to the same seats: the ranks between them are gone.  For each group a table maps
the cards in play (7 bits, in null 8) to that sequence as a number (digits 1-3 in base 3), shifted so that the sum over
the groups is the key.  The tables are made once a deal, 0.6 µs.

**Workspace**: one int64 array, made by `new_workspace`, one per thread.  Buckets of four records
(`transpositions`) start at a cache line.
"""

from numbers import Integral
from typing import Any, Final

import numpy as np

from skatsim.errors import SkatsimError
from skatsim.kernel import kernel, lowest_index
from skatsim.kernel.memory import load, store
from skatsim.kernel.types import Address, Ints
from skatsim.rules.cards import CARD_NAMES, JACKS, SUIT_BITS
from skatsim.rules.contracts import GameType
from skatsim.rules.tricks import GRAND, NULL

# --- slots of the workspace
NODES: Final = 0
"""Positions searched since the caller last set it to 0."""
HANDS: Final = 1
"""Three slots: the cards of declarer and defenders; cards that are out of play do no harm."""
TRUMPS: Final = 4
GENERATION: Final = 5
"""Records of another generation are void: a new deal needs no clearing."""
BUCKETS: Final = 6
"""Number of buckets minus 1, a mask."""
DECLARER: Final = 7
"""The declarer's seat at the table."""
GAME: Final = 8
AVOIDS: Final = 9
"""1 if the declarer wants few tricks (null)."""
LIMIT: Final = 10
"""Where a proof (`unlosable`) gives up, in nodes."""
SEQUENCES: Final = 16
"""Four tables of 256 (null) or 128 entries, then in trump games 16 for the jacks."""
JACK_SEQUENCES: Final = SEQUENCES + 4 * 128
FOLLOWS: Final = 1040
"""For each of the 32 cards those that follow its lead."""
SUITS_OF: Final = 1072
"""For each set of suits (bits 0-4) their cards (`unlosable`)."""
RECORDS: Final = 1104
"""Where the buckets start."""
BUCKET_WORDS: Final = 8

NO_CARD: Final[Any] = np.int64(0)
"""Nothing on the table; typed, because kernels compile anew for the literal 0."""
BY_POINTS: Final[Any] = np.int64(0)

LEADER_SHIFT: Final = 56
GENERATION_SHIFT: Final = 58
GENERATIONS: Final = 32
_SUIT_SHIFT: Final = 12
_NULL_SHIFT: Final = 14

_CLUBS: Final = int(GameType.CLUBS)

DEFAULT_BITS: Final = 16
_FEWEST_BITS, _LARGEST_BITS = 4, 24

NULL_POSITION: Final = np.array([8 * "DHSC".index(n[0]) + "789TJQKA".index(n[1]) for n in CARD_NAMES], dtype=np.int64)
"""Bit of each card (by index) in the null layout."""


def new_workspace(bits: int = DEFAULT_BITS) -> Ints:
    """Memory for one thread's searches: a table of 2**`bits` records (16 bytes each) and the tables of a deal.

    2**14 records are best for single questions, 2**16 for exact values; larger tables are slower (cache).

    Raises
    ------
    SkatsimError
        If `bits` is not 4 to 24.
    """
    if isinstance(bits, bool) or not isinstance(bits, Integral) or not _FEWEST_BITS <= bits <= _LARGEST_BITS:
        raise SkatsimError(
            f"a workspace of 2**{bits} records is not possible; take {_FEWEST_BITS} to {_LARGEST_BITS} bits"
        )
    size = RECORDS + (2 << bits)
    memory = np.zeros(size + BUCKET_WORDS, dtype=np.int64)
    shift = _beyond_line(memory) // 8
    workspace = memory[shift : shift + size]
    workspace[BUCKETS] = (1 << (bits - 2)) - 1
    return workspace


def _beyond_line(memory: Ints) -> int:
    """Bytes from where the buckets of an array would start to the next cache line."""
    return int(-(memory.ctypes.data + 8 * RECORDS) % (8 * BUCKET_WORDS))


def workspace_for(workspace: Ints | None, bits: int) -> Ints:
    """A caller's workspace once it is found to be one, or a new one of 2**`bits` records.

    Raises
    ------
    SkatsimError
        For anything but an array of `new_workspace`: kernels write to it unchecked.
    """
    if workspace is None:
        return new_workspace(bits)
    if not _is_workspace(workspace):
        raise SkatsimError("workspace: give an array of skatsim.solver.new_workspace, as it came from there, or none")
    return workspace


def _is_workspace(workspace: object) -> bool:
    if type(workspace) is not np.ndarray or workspace.dtype != np.int64 or workspace.ndim != 1:
        return False
    flags = workspace.flags
    buckets = (workspace.size - RECORDS) // BUCKET_WORDS
    sizes = {1 << (bits - 2) for bits in range(_FEWEST_BITS, _LARGEST_BITS + 1)}
    whole = buckets in sizes and workspace.size == RECORDS + BUCKET_WORDS * buckets
    placed = flags.c_contiguous and flags.aligned and flags.writeable and _beyond_line(workspace) == 0
    return bool(whole and placed and workspace[BUCKETS] == buckets - 1)


@kernel
def trumps_of(game: int) -> int:
    """The trumps of a game in the solver's layout."""
    if game == NULL:
        return 0
    return JACKS if game == GRAND else JACKS | SUIT_BITS << 21


@kernel
def to_layout(cards: int, game: int) -> int:
    """Cards from the layout of the rules to the solver's; for trump games it is its own inverse."""
    if game == NULL:
        moved = 0
        while cards:
            moved |= 1 << NULL_POSITION[lowest_index(cards)]
            cards &= cards - 1
        return moved
    if game >= _CLUBS:
        return cards
    differ = (cards >> 21 ^ cards >> 7 * game) & SUIT_BITS
    return cards ^ (differ << 21 | differ << 7 * game)


@kernel
def set_cards(ws: Address, first: int, second: int, third: int, game: int, declarer: int) -> None:
    """Prepare the workspace (an `address`) for the cards of seats 0, 1, 2 in the layout of the rules."""
    declarer_cards, left, right = first, second, third
    if declarer == 1:
        declarer_cards, left, right = second, third, first
    if declarer == 2:
        declarer_cards, left, right = third, first, second
    store(ws, HANDS, to_layout(declarer_cards, game))
    store(ws, HANDS + 1, to_layout(left, game))
    store(ws, HANDS + 2, to_layout(right, game))
    store(ws, TRUMPS, trumps_of(game))
    store(ws, DECLARER, declarer)
    store(ws, GAME, game)
    store(ws, AVOIDS, 1 if game == NULL else 0)
    new_generation(ws)
    size, suit_bits, shift = 128, 7, _SUIT_SHIFT
    if game == NULL:
        size, suit_bits, shift = 256, 8, _NULL_SHIFT
    for bit in range(32):
        suit_led = SUIT_BITS << bit // 7 * 7 if game != NULL else 255 << (bit & 24)
        store(ws, FOLLOWS + bit, load(ws, TRUMPS) if load(ws, TRUMPS) >> bit & 1 else suit_led)
    for suit in range(4):
        tabulate(ws, SEQUENCES + size * suit, size, suit_bits * suit, shift * suit)
    if game != NULL:
        tabulate(ws, JACK_SEQUENCES + (size & 1), size >> 3, 4 * suit_bits, 4 * shift)


@kernel
def new_generation(ws: Address) -> None:
    """Forget every record."""
    generation = load(ws, GENERATION) + 1
    if generation == GENERATIONS:
        generation = 1
        for word in range(RECORDS, RECORDS + BUCKET_WORDS * (load(ws, BUCKETS) + 1)):
            store(ws, word, 0)
    store(ws, GENERATION, generation)


@kernel
def tabulate(ws: Address, table: int, size: int, bit: int, shift: int) -> None:
    """The owner sequence of every subset of the group of cards that begins at `bit`."""
    second, third = load(ws, HANDS + 1), load(ws, HANDS + 2)
    store(ws, table, 0)
    for cards in range(1, size):
        lowest = cards & -cards
        owner = 1 + (second >> bit & lowest != 0) + 2 * (third >> bit & lowest != 0)
        store(ws, table + cards, load(ws, table + (cards ^ lowest)) * 3 + (owner << shift))


@kernel
def trump_key(ws: Address, cards: int, leader: int) -> int:
    """The key of a position between tricks of a trump game, generation included."""
    return (
        load(ws, SEQUENCES + (cards & 127))
        + load(ws, SEQUENCES + 128 + (cards >> 7 & 127))
        + load(ws, SEQUENCES + 256 + (cards >> 14 & 127))
        + load(ws, SEQUENCES + 384 + (cards >> 21 & 127))
        + load(ws, JACK_SEQUENCES + (cards >> 28))
        + (leader << LEADER_SHIFT)
        + (load(ws, GENERATION) << GENERATION_SHIFT)
    )


@kernel
def null_key(ws: Address, cards: int, leader: int) -> int:
    """The key of a position between tricks of null, generation included."""
    return (
        load(ws, SEQUENCES + (cards & 255))
        + load(ws, SEQUENCES + 256 + (cards >> 8 & 255))
        + load(ws, SEQUENCES + 512 + (cards >> 16 & 255))
        + load(ws, SEQUENCES + 768 + (cards >> 24))
        + (leader << LEADER_SHIFT)
        + (load(ws, GENERATION) << GENERATION_SHIFT)
    )


@kernel
def bucket_of(ws: Address, key: int) -> int:
    """Where the bucket of a key begins (Fibonacci hashing)."""
    return RECORDS + (key * -7046029254386353131 >> 40 & load(ws, BUCKETS)) * BUCKET_WORDS


@kernel
def led_by(ws: Address, card: int) -> int:
    """Every card that follows the lead of `card`."""
    return load(ws, FOLLOWS + lowest_index(card))


@kernel
def beaten_by(card: int, led: int, trumps: int) -> int:
    """Every card that beats `card`, itself of the suit `led` or a trump: a higher bit, as trumps are the top bits."""
    return (led | trumps) & -(card << 1)
