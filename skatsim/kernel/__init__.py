"""Floor 0: what every compiled function stands on, and nothing about cards.

* `compiling` -- the one decorator `kernel` and its cache;
* `arrays` -- parts of one state array, memory that stands alone;
* `bits` -- population count, lowest and highest set bit, the n-th set bit;
* `random` -- counter-based random words: a position in a keyed stream, no state.
"""

from skatsim.kernel.arrays import apart, borrow, copy_words, floats_at, words_at
from skatsim.kernel.bits import highest_index, lowest_index, nth_set_bit, popcount
from skatsim.kernel.compiling import forget_sources, is_kernel, kernel
from skatsim.kernel.random import below, mix, random_word, stream_key

__all__ = [
    "apart",
    "below",
    "borrow",
    "copy_words",
    "floats_at",
    "forget_sources",
    "highest_index",
    "is_kernel",
    "kernel",
    "lowest_index",
    "mix",
    "nth_set_bit",
    "popcount",
    "random_word",
    "stream_key",
    "words_at",
]
