"""Names for what numba hands to an intrinsic: the types of its arguments, then what it writes machine code with."""

from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite.ir import FunctionType, IRBuilder, Value
from numba.core.base import BaseContext
from numba.core.types import Type
from numba.core.typing import Signature
from numba.core.typing.context import BaseContext as TypingContext

__all__ = [
    "BaseContext",
    "FunctionType",
    "Generator",
    "IRBuilder",
    "Operand",
    "Signature",
    "Type",
    "TypingContext",
    "Value",
]

Generator: TypeAlias = Callable[[BaseContext, IRBuilder, Signature, Any], Value]
"""Writes the machine code of one call, given the values of the arguments."""

Operand: TypeAlias = Any
"""An argument of an overload: a type outside, its value inside; numba wants both signatures written alike."""
