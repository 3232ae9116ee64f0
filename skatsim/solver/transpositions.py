"""What the searches remember: bounds of positions, found again under the key of their owner sequences (`layout`).

A bucket is one cache line: `WAYS` keys, then as many records: the cards the bounds were found for (bits 0-31), the
lower bound (32-39), the upper bound (40 on).  A record of other ranks with the same owners serves with a slack in card
points; all records of a key are read and their bounds intersected.  Where points do not matter (`tricks`) records bear
no cards, so that nothing is lost.

Branches that cannot be predicted cost more here than arithmetic: keys are compared and slacks added without any.
"""

from typing import Final

import numpy as np

from skatsim.kernel import kernel, lowest_index
from skatsim.kernel.memory import load, store
from skatsim.kernel.types import Address
from skatsim.rules.cards import SUIT_BITS
from skatsim.solver import layout
from skatsim.solver.layout import GENERATION_SHIFT

_CARDS: Final = 0xFFFFFFFF
_LOW_SHIFT: Final = 32
_HIGH_SHIFT: Final = 40
_BOUND: Final = 255
WAYS: Final = 4


def _point_losses() -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """For two subsets a, b of a suit, at [a << 7 | b]: the points by which a's cards, matched by rank, exceed b's.

    The low byte; in the high byte those by which b's exceed a's.
    """
    points = np.array([0, 0, 0, 3, 4, 10, 11])
    ranks = np.zeros((128, 7), dtype=np.int64)
    for subset in range(128):
        held = [p for bit, p in enumerate(points) if subset >> bit & 1]
        ranks[subset, : len(held)] = held
    losses = np.maximum(0, ranks[:, None] - ranks[None]).sum(axis=2)
    both: np.ndarray[tuple[int], np.dtype[np.uint16]] = (losses | losses.T << 8).astype(np.uint16).ravel()
    return both


_POINT_LOSS: Final = _point_losses()


@kernel(inline=True)
def point_losses(stored: int, present: int) -> int:
    """How many points fewer (low byte) and more the declarer may make with other cards of the same key."""
    losses = 0
    for suit in range(4):
        shift = 7 * suit
        losses += int(_POINT_LOSS[(stored >> shift & SUIT_BITS) << 7 | present >> shift & SUIT_BITS])
    return losses


@kernel
def ways_of(ws: Address, bucket: int, key: int) -> int:
    """The places in a bucket that hold `key`, four bits: compared without a branch."""
    return (
        (load(ws, bucket) == key)
        | (load(ws, bucket + 1) == key) << 1
        | (load(ws, bucket + 2) == key) << 2
        | (load(ws, bucket + 3) == key) << 3
    )


@kernel(inline=True)
def recall(ws: Address, bucket: int, key: int, cards: int, rest: int) -> tuple[int, int]:
    """What the table knows of a position: lower and upper bound."""
    low, high = 0, rest
    ways = ways_of(ws, bucket, key)
    while ways:
        record = load(ws, bucket + WAYS + lowest_index(ways))
        ways &= ways - 1
        losses = point_losses(record & _CARDS, cards)
        low = max(low, (record >> _LOW_SHIFT & _BOUND) - (losses & _BOUND))
        high = min(high, (record >> _HIGH_SHIFT) + (losses >> 8))
    return low, high


@kernel
def remember(ws: Address, bucket: int, key: int, cards: int, low: int, high: int) -> None:
    """Keep bounds in place of this position's, else of an older deal's, else of any record of the bucket."""
    chosen = bucket + (load(ws, layout.NODES) & (WAYS - 1))
    for way in range(bucket, bucket + WAYS):
        if load(ws, way) >> GENERATION_SHIFT != key >> GENERATION_SHIFT:
            chosen = way
    for way in range(bucket, bucket + WAYS):
        if load(ws, way) == key and load(ws, way + WAYS) & _CARDS == cards:
            chosen = way
    store(ws, chosen, key)
    store(ws, chosen + WAYS, cards | low << _LOW_SHIFT | high << _HIGH_SHIFT)
