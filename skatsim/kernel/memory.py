"""Raw words of an int64 array: a kernel that calls itself a million times carries one word instead of an array.

A numba array argument is seven machine words and a reference count for every call; its address is one word.  The
caller keeps the array alive while its address is in use, and indices are not checked: offsets come from constants.
Under ``NUMBA_DISABLE_JIT=1`` the "address" is the array itself, so that indices are checked there.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from skatsim.kernel.lowering import BaseContext, Generator, IRBuilder, Operand, Signature, Type, TypingContext, Value
from skatsim.kernel.types import Address, Ints


def address(array: Ints) -> Address:
    """Where the int64 array `array` begins, for `load` and `store` in kernels."""
    return array


def load(start: Address, index: int) -> int:
    """Word `index` of the array at `start`."""
    return int(start[index])


def store(start: Address, index: int, word: int) -> None:
    """Write word `index` of the array at `start`."""
    start[index] = word


def _place(builder: IRBuilder, start: Value, index: Value) -> Value:
    return builder.gep(builder.inttoptr(start, ir.IntType(64).as_pointer()), [index])


@intrinsic
def _load(typing_context: TypingContext, start: Type, index: Type) -> tuple[Signature, Generator]:
    def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
        return builder.load(_place(builder, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _store(typing_context: TypingContext, start: Type, index: Type, word: Type) -> tuple[Signature, Generator]:
    def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
        builder.store(arguments[2], _place(builder, arguments[0], arguments[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@overload(address)
def _overload_address(array: Operand) -> Callable[..., Any]:
    def compiled(array: Operand) -> Address:
        return np.int64(array.ctypes.data)

    return compiled


@overload(load)
def _overload_load(start: Operand, index: Operand) -> Callable[..., Any]:
    def compiled(start: Operand, index: Operand) -> int:
        return _load(start, index)

    return compiled


@overload(store)
def _overload_store(start: Operand, index: Operand, word: Operand) -> Callable[..., Any]:
    def compiled(start: Operand, index: Operand, word: Operand) -> None:
        _store(start, index, word)

    return compiled
