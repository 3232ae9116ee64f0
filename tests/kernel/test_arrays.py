"""Borrowed parts of an array and raw words: the same memory as slices, compiled and as plain Python."""

import numpy as np
import pytest

from skatsim.kernel import borrow, borrow_floats, kernel
from skatsim.kernel.memory import address, load, store
from tests.kernel.test_bits import plain


@kernel
def double_part(state, start, length):
    part = borrow(state, start, length)
    for i in range(len(part)):
        part[i] *= 2
    return len(part)


@kernel
def halve_floats(state, start, length):
    part = borrow_floats(state, start, length)
    total = 0.0
    for i in range(len(part)):
        part[i] /= 2
        total += part[i]
    return total


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


@pytest.mark.parametrize("function", [halve_floats])
def test_words_read_as_floats(function):
    state = np.zeros(6, dtype=np.int64)
    state[2:5] = np.array([1.0, -3.0, 0.5]).view(np.int64)
    assert function(state, 2, 3) == -0.75
    assert state[2:5].view(np.float64).tolist() == [0.5, -1.5, 0.25]
    assert state[[0, 1, 5]].tolist() == [0, 0, 0]


@both(swap_words)
def test_words_by_address(function):
    state = np.array([5, -(2**63), 2**63 - 1, 7])
    assert function(state, 0, 3) == 2
    assert state.tolist() == [7, -(2**63), 2**63 - 1, 5]
    assert function(state, 1, 1) == 0
