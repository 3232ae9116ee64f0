"""Random words by position: splitmix64 (Steele, Lea, Flood 2014) in counter mode.

A word is a pure function of ``(key, position)``: no state to seed, carry or share, so any chunking and any number of
threads sees the same words.  Words are int64 with 64 random bits; uint64 appears only inside this module.
"""

from collections.abc import Callable

import numpy as np
from numba.extending import overload

from skatsim.kernel.compiling import kernel
from skatsim.kernel.lowering import Operand

_MASK64 = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_FRACTION_BITS = 58


def random_word(key: int, position: int) -> int:
    """The word at `position` >= 0 of the stream `key`: int64, all 64 bits random.

    `random_word(0, n)` is output n of splitmix64 seeded with 0, as published (its first is 0xE220A8397B1DCDAF).

    >>> hex(random_word(0, 0) % 2**64)
    '0xe220a8397b1dcdaf'
    """
    z = (int(key) + (int(position) + 1) * _GAMMA) & _MASK64
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK64
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK64
    z ^= z >> 31
    return z - (1 << 64) if z >> 63 else z


@overload(random_word)
def _random_word(key: Operand, position: Operand) -> Callable[[int, int], np.int64]:
    gamma, mix_1, mix_2 = np.uint64(_GAMMA), np.uint64(_MIX_1), np.uint64(_MIX_2)
    one, s30, s27, s31 = np.uint64(1), np.uint64(30), np.uint64(27), np.uint64(31)

    def compiled(key: Operand, position: Operand) -> np.int64:
        z = np.uint64(key) + (np.uint64(position) + one) * gamma
        z = (z ^ (z >> s30)) * mix_1
        z = (z ^ (z >> s27)) * mix_2
        return np.int64(z ^ (z >> s31))

    return compiled


@kernel
def mix(word: int) -> int:
    """A fresh word from `word`, for a decision that needs more than one."""
    return random_word(word, 0)


@kernel
def stream_key(seed: int, stream: int) -> int:
    """Key of one of a seed's independent streams (0 the deals, 1 to 3 the seats)."""
    return random_word(random_word(seed, 0), stream)


@kernel
def below(word: int, n: int) -> int:
    """A number in [0, n) from the top 58 bits of `word`, for 1 <= n <= 32; bias below 2**-53.

    >>> below(-1, 10), below(0, 10)
    (9, 0)
    """
    return (((word >> 6) & ((1 << _FRACTION_BITS) - 1)) * n) >> _FRACTION_BITS
