"""Bit operations against int arithmetic, compiled and as plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.kernel import highest_index, kernel, lowest_index, nth_set_bit, popcount

MASKS = st.one_of(st.integers(0, 2**32 - 1), st.integers(0, 2**63 - 1))
EDGES = [1, 2, 3, 1 << 31, 0xFFFFFFFF, 0xF0000000, 1 << 62, (1 << 63) - 1]


@kernel
def call_popcount(mask):
    return popcount(mask)


@kernel
def call_lowest_index(mask):
    return lowest_index(mask)


@kernel
def call_highest_index(mask):
    return highest_index(mask)


def plain(function):
    """The Python function behind a kernel, or the function itself where it is one."""
    return getattr(function, "py_func", function)


def set_indices(mask: int) -> list[int]:
    return [i for i in range(64) if mask & 2**i]


COUNTS = [popcount, call_popcount]
LOWEST = [lowest_index, call_lowest_index]
HIGHEST = [highest_index, call_highest_index]
NTH = [nth_set_bit, plain(nth_set_bit)]


@pytest.mark.parametrize("function", COUNTS)
@given(mask=MASKS)
def test_popcount_is_number_of_ones_in_binary(function, mask):
    assert function(mask) == bin(mask).count("1")


@pytest.mark.parametrize("function", LOWEST)
@given(mask=MASKS.filter(bool))
def test_lowest_index(function, mask):
    assert function(mask) == set_indices(mask)[0]


@pytest.mark.parametrize("function", HIGHEST)
@given(mask=MASKS.filter(bool))
def test_highest_index(function, mask):
    assert function(mask) == set_indices(mask)[-1]


@pytest.mark.parametrize("function", NTH)
@given(mask=MASKS, n=st.integers(0, 64))
def test_nth_set_bit_counts_from_the_lowest_and_runs_out_to_0(function, mask, n):
    indices = set_indices(mask)
    assert function(mask, n) == (2 ** indices[n] if n < len(indices) else 0)


@pytest.mark.parametrize("mask", EDGES)
def test_edges(mask):
    indices = set_indices(mask)
    assert {f(mask) for f in COUNTS} == {len(indices)}
    assert {f(mask) for f in LOWEST} == {indices[0]}
    assert {f(mask) for f in HIGHEST} == {indices[-1]}
    assert [nth_set_bit(mask, n) for n in range(len(indices) + 1)] == [*(2**i for i in indices), 0]


def test_empty_mask_has_no_bits():
    assert {f(0) for f in COUNTS} == {0}
    assert {f(0, 0) for f in NTH} == {0}


@pytest.mark.parametrize("function", [*COUNTS, *LOWEST, *HIGHEST])
def test_elements_of_an_int64_array_are_masks_too(function):
    """A view is an int64 array: uncompiled, its elements are numpy scalars, which lack some of int's methods."""
    assert function(np.array([0b1000], dtype=np.int64)[0]) == function(0b1000)


@kernel
def fold(masks, out):
    for i in range(len(masks)):
        m = masks[i]
        out[i, 0] = popcount(m)
        out[i, 1] = lowest_index(m)
        out[i, 2] = highest_index(m)
        out[i, 3] = nth_set_bit(m, 2)


def test_inside_a_kernel_over_an_array():
    masks = np.random.default_rng(1).integers(1, 2**32, size=2000)
    out = np.empty((len(masks), 4), dtype=np.int64)
    fold(masks, out)
    for mask, row in zip(masks.tolist(), out.tolist(), strict=True):
        indices = set_indices(mask)
        third = 2 ** indices[2] if len(indices) > 2 else 0
        assert row == [len(indices), indices[0], indices[-1], third]
