"""Arrays without reference counting: parts of one state array, and memory that stands alone.

A compiled function that takes several arrays pays seven words and a reference count for each at every call; with all
state in one int64 array it pays once (the engine: 2.4 times as fast), and `borrow` hands a part of it on.  What must
not lie beside the rest of the state is given an allocation of its own by `apart`; the state keeps its address, from
which `words_at` and `floats_at` make the array again.  The owner must outlive the part.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba.core import config, types
from numba.extending import intrinsic
from numba.np import arrayobj

from skatsim.kernel.compiling import kernel
from skatsim.kernel.lowering import BaseContext, Generator, IRBuilder, Signature, Type, TypingContext, Value
from skatsim.kernel.types import Floats, Ints

MARGIN: Final = 4_096
"""Words of zeros before and behind what `apart` gives: an index that is wrong by less meets nothing."""
_LINE: Final = 8
"""Words in a line of the processor's cache."""


def apart(words: int) -> Ints:
    """Zeroed int64[words] with an allocation of its own, aligned to 64 bytes, `MARGIN` zeros on both sides."""
    whole = np.zeros(words + 2 * MARGIN + _LINE, dtype=np.int64)
    first = MARGIN + -(whole.ctypes.data // 8) % _LINE
    return whole[first:][:words]  # an empty slice of the whole would lie at its beginning


def _unowned(context: BaseContext, builder: IRBuilder, array_type: Type, start: Value, length: Value) -> Value:
    """A 1-D array of 8-byte items from their address."""
    part = arrayobj.make_array(array_type)(context, builder)
    item_size = context.get_constant(types.intp, 8)
    arrayobj.populate_array(
        part,
        data=builder.bitcast(start, part.data.type),
        shape=[length],
        strides=[item_size],
        itemsize=item_size,
        meminfo=None,
    )
    return part._getvalue()


def _borrow() -> Callable[..., Any]:
    """An intrinsic (array, start, length) -> a part that owns nothing."""

    def borrow(typing_context: TypingContext, array: Type, start: Type, length: Type) -> tuple[Signature, Generator]:
        def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
            whole = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
            first = builder.gep(whole.data, [arguments[1]])
            return _unowned(context, builder, signature.return_type, first, arguments[2])

        return types.Array(types.int64, 1, "C")(array, types.int64, types.int64), generate

    return intrinsic(borrow)


def _items_at(item_type: Type, name: str) -> Callable[..., Any]:
    """An intrinsic (address, length) -> 1-D array of `item_type` that owns nothing."""

    def take(typing_context: TypingContext, address: Type, length: Type) -> tuple[Signature, Generator]:
        array_type = types.Array(item_type, 1, "C")

        def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
            pointer = builder.inttoptr(arguments[0], context.get_data_type(item_type).as_pointer())
            return _unowned(context, builder, array_type, pointer, arguments[1])

        return array_type(types.int64, types.int64), generate

    take.__name__ = take.__qualname__ = name
    return intrinsic(take)


def borrow(state: Ints, start: int, length: int) -> Ints:
    """state[start : start + length] of an int64 array."""
    return state[start : start + length]


def words_at(address: int, length: int) -> Ints:
    """int64[length] at `address`."""
    return np.ctypeslib.as_array((ctypes.c_int64 * int(length)).from_address(int(address)))


def floats_at(address: int, length: int) -> Floats:
    """float64[length] at `address`."""
    return words_at(address, length).view(np.float64)


if not config.DISABLE_JIT:  # not overloads: numba returns no array from a function without reference counting
    borrow = _borrow()
    words_at = _items_at(types.int64, "words_at")
    floats_at = _items_at(types.float64, "floats_at")


@kernel
def copy_words(target: Ints, source: Ints) -> None:
    """target[:] = source, which as a slice would ask numba for memory."""
    for i in range(len(target)):
        target[i] = source[i]
