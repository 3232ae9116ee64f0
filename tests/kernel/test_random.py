"""Random words: published values of splitmix64, frozen streams, and the evenness of `below`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from skatsim.kernel import below, kernel, mix, random_word, stream_key

# splitmix64 as published (Steele, Lea, Flood 2014; Vigna's splitmix64.c), seeds 0 and 1234567 as in test vectors
# of other implementations.
PUBLISHED = {
    0: (
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
        0x1B39896A51A8749B,
        0x53CB9F0C747EA2EA,
    ),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}


class SplitMix64:
    """The generator as its authors wrote it: a state that steps, no positions."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2**64

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)


@kernel
def call_random_word(key, position):
    return random_word(key, position)


BOTH = [random_word, call_random_word]


@pytest.mark.parametrize("function", BOTH)
@pytest.mark.parametrize("seed", PUBLISHED)
def test_published_values(function, seed):
    words = [int(function(seed, n)) % 2**64 for n in range(len(PUBLISHED[seed]))]
    assert words == list(PUBLISHED[seed])


@pytest.mark.parametrize("function", BOTH)
@given(key=st.integers(-(2**63), 2**63 - 1))
def test_a_stream_is_the_sequence_of_its_key(function, key):
    generator = SplitMix64(key)
    for position in range(5):
        word = int(function(key, position))
        assert -(2**63) <= word < 2**63
        assert word % 2**64 == generator.next()


@given(key=st.integers(-(2**63), 2**63 - 1), position=st.integers(0, 2**63 - 1))
def test_plain_and_compiled_agree_at_any_position(key, position):
    assert random_word(key, position) == call_random_word(key, position)


def test_elements_of_an_array_are_keys_and_positions_too():
    """Uncompiled, they are numpy scalars, whose products overflow."""
    numbers = np.array([5, 7], dtype=np.int64)
    assert random_word(numbers[0], numbers[1]) == call_random_word(5, 7) == random_word(5, 7)


# Frozen: a change of these changes every deal and every bot's choice.
STREAM_KEYS = {
    (0, 0): -6411193824288604561,
    (0, 1): -5511663747979980962,
    (1, 0): 6791897765849424158,
    (1, 3): -4105564205054022743,
    (2**63 - 1, 2): 4191327408494676315,
}


@pytest.mark.parametrize(("seed", "stream"), STREAM_KEYS)
def test_frozen_stream_keys(seed, stream):
    assert stream_key(seed, stream) == STREAM_KEYS[seed, stream]


@given(seed=st.integers(0, 2**63 - 1), stream=st.integers(0, 3))
def test_a_stream_key_is_a_word_of_the_seeds_first_word(seed, stream):
    first = SplitMix64(SplitMix64(seed).next())
    for _ in range(stream):
        first.next()
    assert int(stream_key(seed, stream)) % 2**64 == first.next()


def test_mix_is_the_first_word_of_its_argument():
    assert int(mix(0)) % 2**64 == PUBLISHED[0][0]
    assert mix(-5) == random_word(-5, 0)


@given(word=st.integers(-(2**63), 2**63 - 1), n=st.integers(1, 32))
def test_below_is_the_share_of_the_top_58_bits(word, n):
    assert below(word, n) == (word % 2**64 >> 6) * n >> 58


@kernel
def count_below(key, n, draws, counts):
    for position in range(draws):
        counts[below(random_word(key, position), n)] += 1


@pytest.mark.parametrize("n", [2, 3, 7, 10, 22, 31, 32])
def test_below_is_uniform(n, scaled):
    counts = np.zeros(n, dtype=np.int64)
    count_below(stream_key(2024, 0), n, scaled(1_000_000), counts)
    assert stats.chisquare(counts).pvalue > 1e-4


@kernel
def count_bits(key, words, counts):
    for position in range(words):
        word = random_word(key, position)
        for bit in range(64):
            counts[bit] += (word >> bit) & 1


def test_every_bit_of_a_word_is_fair_and_streams_do_not_correlate(scaled):
    words = scaled(200_000)
    for stream in range(4):
        counts = np.zeros(64, dtype=np.int64)
        count_bits(stream_key(99, stream), words, counts)
        deviations = (counts - words / 2) / np.sqrt(words / 4)
        assert abs(deviations).max() < 5
    a, b = (
        np.array([random_word(stream_key(99, stream), n) for n in range(scaled(20_000))], dtype=float)
        for stream in (1, 2)
    )
    assert abs(np.corrcoef(a, b)[0, 1]) < 5 / np.sqrt(len(a))
