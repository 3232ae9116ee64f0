"""Raw words of an int64 array: a kernel that calls itself a million times carries one word instead of an array.

A numba array argument is seven machine words and a reference count for every call; its address is one word.  The
caller keeps the array alive while its address is in use, and indices are not checked: offsets come from constants.
Under ``NUMBA_DISABLE_JIT=1`` the "address" is the array itself, so that indices are checked there.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload


def address(array: Any) -> Any:
    """Where the int64 array `array` begins, for `load` and `store` in kernels."""
    return array


def load(start: Any, index: int) -> int:
    """Word `index` of the array at `start`."""
    return int(start[index])


def store(start: Any, index: int, word: int) -> None:
    """Write word `index` of the array at `start`."""
    start[index] = word


def _place(builder: Any, start: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(start, ir.IntType(64).as_pointer()), [index])


@intrinsic
def _load(typing_context: Any, start: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _store(typing_context: Any, start: Any, index: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _place(builder, arguments[0], arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@overload(address)
def _overload_address(array: Any) -> Any:
    def compiled(array: Any) -> Any:
        return np.int64(array.ctypes.data)

    return compiled


@overload(load)
def _overload_load(start: Any, index: Any) -> Any:
    def compiled(start: Any, index: Any) -> Any:
        return _load(start, index)

    return compiled


@overload(store)
def _overload_store(start: Any, index: Any, word: Any) -> Any:
    def compiled(start: Any, index: Any, word: Any) -> Any:
        _store(start, index, word)

    return compiled
