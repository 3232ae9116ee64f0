"""Bit operations on card sets: masks are non-negative int64 scalars, compiled and uncompiled alike.

Each is a plain Python function with an LLVM intrinsic behind the same name, because ``int.bit_count`` and
``numpy.bitwise_count`` do not compile.  The empty mask has no lowest or highest bit: callers test for it first.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from skatsim.kernel.compiling import kernel
from skatsim.kernel.lowering import BaseContext, Generator, IRBuilder, Operand, Signature, Type, TypingContext, Value


def popcount(mask: int) -> int:
    """Number of set bits.

    >>> popcount(0b1011)
    3
    """
    return int(mask).bit_count()


def lowest_index(mask: int) -> int:
    """Index of the lowest set bit of a mask that is not empty.

    >>> lowest_index(0b1100)
    2
    """
    return int(mask & -mask).bit_length() - 1


def highest_index(mask: int) -> int:
    """Index of the highest set bit of a mask that is not empty.

    >>> highest_index(0b1100)
    3
    """
    return int(mask).bit_length() - 1


@kernel
def nth_set_bit(mask: int, n: int) -> int:
    """The n-th set bit, as a mask, counted from the lowest (n = 0); 0 where the mask has n bits or fewer.

    >>> bin(nth_set_bit(0b110100, 1))
    '0b10000'
    """
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _llvm(name: str, *flags: int) -> Callable[..., Any]:
    """An intrinsic int64 -> int64 that emits LLVM's instruction `name`; `flags` are its constant i1 operands."""

    def call(typing_context: TypingContext, mask: Type) -> tuple[Signature, Generator]:
        def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
            constants = [ir.Constant(ir.IntType(1), flag) for flag in flags]
            return getattr(builder, name)(arguments[0], *constants)

        return types.int64(types.int64), generate

    call.__name__ = call.__qualname__ = name  # the symbol's name: equal names are linked as one
    return intrinsic(call)


_ctpop = _llvm("ctpop")
_cttz = _llvm("cttz", 1)
_ctlz = _llvm("ctlz", 1)


@overload(popcount)
def _popcount(mask: Operand) -> Callable[[int], int]:
    def compiled(mask: Operand) -> int:
        return _ctpop(mask)

    return compiled


@overload(lowest_index)
def _lowest_index(mask: Operand) -> Callable[[int], int]:
    def compiled(mask: Operand) -> int:
        return _cttz(mask)

    return compiled


@overload(highest_index)
def _highest_index(mask: Operand) -> Callable[[int], int]:
    def compiled(mask: Operand) -> int:
        return 63 - _ctlz(mask)

    return compiled
