"""Borrowed parts of an array and raw words: the same memory as slices, compiled and as plain Python."""

import numpy as np
import pytest

from skatsim.kernel import borrow, kernel
from skatsim.kernel.memory import address, load, store
from tests.kernel.test_bits import plain


@kernel
def double_part(state, start, length):
    part = borrow(state, start, length)
    for i in range(len(part)):
        part[i] *= 2
    return len(part)


@kernel
def swap_words(array, i, j):
    start = address(array)
    word = load(start, i)
    store(start, i, load(start, j))
    store(start, j, word)
    return load(start, i) - load(start, j)


def both(function):
    return pytest.mark.parametrize("function", [function, plain(function)], ids=["compiled", "plain"])


# A part is borrowed by an intrinsic, which plain Python cannot call while kernels are compiled.
@pytest.mark.parametrize("function", [double_part])
def test_a_part_is_the_owners_memory(function):
    state = np.arange(10)
    assert function(state, 3, 4) == 4
    assert state.tolist() == [0, 1, 2, 6, 8, 10, 12, 7, 8, 9]
    assert function(state, 10, 0) == 0


@both(swap_words)
def test_words_by_address(function):
    state = np.array([5, -(2**63), 2**63 - 1, 7])
    assert function(state, 0, 3) == 2
    assert state.tolist() == [7, -(2**63), 2**63 - 1, 5]
    assert function(state, 1, 1) == 0
