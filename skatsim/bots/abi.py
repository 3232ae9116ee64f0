"""What a bot's kernels are told and how they are called: one signature, and the view they decide from.

    answer = kernel(view, params, workspace, word)

`view` (int64[VIEW_SIZE]) has the named slots below and holds only what the seat that is asked may know; the engine
fills it anew before every question.  A bot cannot peek: hidden cards are not there, and an index beyond the end, which
machine code does not check, meets zeros and no neighbour.  `params` (float64) are the bot's parameters in the order of
its `Bot.params` and `Bot.fixed` (`skatsim.bots.bot`); `workspace` (int64) is scratch memory of its own, kept within a
thread and never an input to a decision; `word` is one random int64.  Bots only read `view` and `params`.

| question | when | answer |
|---|---|---|
| `reserve` | at each stage of the auction | the highest bid the seat would go to (below 18: pass) |
| `declare` | first with ten cards | the code of a hand contract, or any code without `HAND_BIT` to pick up the skat |
| `declare` | again with twelve cards | the code of the contract |
| `discard` | after a pick-up, contract known | the mask of two of the twelve cards |
| `play` | at each of the seat's turns | one card of `view[LEGAL]` |

Cards are masks, a single card a one-bit mask; seats are 0 forehand, 1 middlehand, 2 rearhand.
"""

import ctypes
import re
import struct
from collections.abc import Callable
from typing import Any, Final

from numba.core import cgutils, config, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, overload
from numba.np import arrayobj

from skatsim.errors import SkatsimError
from skatsim.kernel.lowering import (
    BaseContext,
    FunctionType,
    Generator,
    IRBuilder,
    Operand,
    Signature,
    Type,
    TypingContext,
    Value,
)
from skatsim.kernel.types import Floats, Ints

# --- always
SEAT: Final = 0
"""The seat that is asked."""
HAND: Final = 1
"""Its cards: ten, twelve between pick-up and discard, then those not yet played."""
STAGE: Final = 2
"""Auction: 0 middlehand bids to forehand, 1 rearhand bids to the survivor, 2 forehand may take 18; then 3."""
BID: Final = 3
"""The bid that stands (0: none yet); from the declaration on the bid at which the declarer plays."""
REACHED: Final = 4
"""Three slots by seat: the highest bid this seat has said or held, 0 none."""
PASSED: Final = 7
"""Three slots by seat: 1 once the seat has passed."""
NULL_BELOW_BID: Final = 10
"""Rule switch: 0 a null below the bid cannot be declared."""
LADDER_TOP: Final = 11
"""The highest bid that may be said."""

# --- from the declaration on
DECLARER: Final = 12
"""The declarer's seat; -1 during the auction."""
CONTRACT: Final = 13
"""Code of the contract (see `skatsim.rules.contracts`); during both `declare` questions 0."""
GAME_TYPE: Final = 14
"""Its game type, 0-5."""
TRUMPS: Final = 15
"""Mask of all trumps of the game."""
SKAT: Final = 16
"""To the declarer after a pick-up: the two cards he found; to all others, and in a hand game, 0."""
DISCARD: Final = 17
"""To the declarer after his discard: the two cards; to all others, and in a hand game, 0."""
OPEN_HAND: Final = 18
"""In an ouvert game: the declarer's cards not yet played; else 0."""

# --- during play
LEGAL: Final = 19
"""What the seat may play."""
TRICK: Final = 20
"""Number of this trick, 0-9."""
LEADER: Final = 21
"""The seat that led it."""
TRICK_SIZE: Final = 22
"""Cards already on the table, 0-2."""
TABLE: Final = 23
"""Two slots: those cards in the order played; 0 beyond `TRICK_SIZE`."""
LED: Final = 25
"""Every card that follows the lead; 0 for the leader."""
PLAYED: Final = 26
"""All cards played so far, this trick's too."""
PLAYED_BY: Final = 27
"""Three slots by seat: the cards this seat has played."""
LACKS: Final = 30
"""Three slots by seat: cards the seat is known not to hold, because it did not follow."""
DECLARER_POINTS: Final = 33
"""Card points in the tricks the declarer has taken (no skat)."""
DEFENDER_POINTS: Final = 34
DECLARER_TRICKS: Final = 35
DEFENDER_TRICKS: Final = 36
MUST_TRUMP: Final = 37
"""Rule switch, set from the first question on: 1 who cannot follow must trump."""
HISTORY: Final = 38
"""Thirty slots: the cards in the order played, 0 beyond."""
LEADERS: Final = 68
"""Ten slots: the seat that led each trick; -1 beyond."""
VIEW_SIZE: Final = 78

FAILED: Final = -(1 << 62)
"""The answer of a bot that gave none: its plain Python raised (`skatsim.bots.plain`).  The table stops there."""

QUESTIONS: Final = ("reserve", "declare", "discard", "play")
RESERVE, DECLARE, DISCARD_TWO, PLAY = range(4)

Decision = Callable[[Ints, Floats, Ints, int], int]

# --- calling a bot by address: a new line-up costs no compile and the engine stays cached

_SIGNATURE: Final = types.int64(types.int64[::1], types.float64[::1], types.int64[::1], types.int64)
_uncompiled: Final[list[Decision]] = []


def address_of(function: Any) -> int:
    """Where `decide` finds a kernel: its machine code, or uncompiled its place in a list.

    Raises
    ------
    SkatsimError
        For a kernel that does not compile, with what the compiler says first.
    """
    if config.DISABLE_JIT:
        if function not in _uncompiled:
            _uncompiled.append(function)
        return _uncompiled.index(function)
    try:
        function.compile(_SIGNATURE)
    except NumbaError as error:
        raise SkatsimError(f"does not compile: {_first_line(error)}") from error
    result = function.get_compile_result(_SIGNATURE)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def _first_line(error: Exception) -> str:
    """What numba says in many lines, in one: the first that is no heading."""
    lines = [line.strip() for line in re.sub(r"\x1b\[\d+m", "", str(error)).splitlines()]
    return next((line for line in lines if line and not line.startswith("Failed in nopython mode")), "unknown")


def decide(address: int, view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Ask the kernel at `address`: 2 ns above a call that is hard-wired."""
    return _uncompiled[address](view, params, workspace, word)


@intrinsic
def _call(
    typing_context: TypingContext, address: Type, view: Type, params: Type, workspace: Type, word: Type
) -> tuple[Signature, Generator]:
    def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
        convention = context.call_conv
        function_type = convention.get_function_type(_SIGNATURE.return_type, _SIGNATURE.args)
        pointer = builder.inttoptr(arguments[0], function_type.as_pointer())
        status, answer = convention.call_function(
            builder, pointer, _SIGNATURE.return_type, _SIGNATURE.args, arguments[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):  # only under NUMBA_BOUNDSCHECK
            convention.return_status_propagate(builder, status)
        return answer

    return types.int64(types.int64, *_SIGNATURE.args), generate


@overload(decide)
def _decide(address: Operand, view: Operand, params: Operand, workspace: Operand, word: Operand) -> Callable[..., int]:
    def compiled(address: Operand, view: Operand, params: Operand, workspace: Operand, word: Operand) -> int:
        return _call(address, view, params, workspace, word)

    return compiled


# --- calling back into plain Python, at an address too

Answerer = Callable[[int, tuple[int, ...], tuple[float, ...], int], int]
"""Answers (question, the view's slots, parameters, word); it raises nothing."""

_C_ANSWERER: Final = ctypes.CFUNCTYPE(*[ctypes.c_int64] * 6)  # it takes the GIL for the time of the call
_answerers: Final[dict[int, tuple[Answerer, Any]]] = {}
_unpack_view: Final = struct.Struct(f"{VIEW_SIZE}q").unpack


def address_of_python(answerer: Answerer) -> int:
    """Where `call_python` finds a function that is not compiled; it is kept for as long as the process lives."""

    def called(question: int, view: int, params: int, length: int, word: int) -> int:
        slots = _unpack_view(ctypes.string_at(view, 8 * VIEW_SIZE))
        numbers = struct.unpack(f"{length}d", ctypes.string_at(params, 8 * length))
        return answerer(question, slots, numbers, word) << 1 | 1  # 0 is what comes where ctrl-C keeps this from running

    callback = _C_ANSWERER(called)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    _answerers[address] = (answerer, callback)
    return address


def call_python(address: int, question: int, view: Ints, params: Floats, word: int) -> int:
    """Ask the function at `address`."""
    answerer, _ = _answerers[int(address)]
    return answerer(int(question), tuple(view.tolist()), tuple(params.tolist()), int(word))


@intrinsic
def _call_python(
    typing_context: TypingContext, address: Type, question: Type, view: Type, params: Type, word: Type
) -> tuple[Signature, Generator]:
    def generate(context: BaseContext, builder: IRBuilder, signature: Signature, arguments: list[Value]) -> Value:
        integer = context.get_value_type(types.int64)
        arrays = [
            arrayobj.make_array(kind)(context, builder, value)
            for kind, value in zip(signature.args[2:4], arguments[2:4], strict=True)
        ]
        starts = [builder.ptrtoint(array.data, integer) for array in arrays]
        length = builder.extract_value(arrays[1].shape, 0)
        function = builder.inttoptr(arguments[0], FunctionType(integer, [integer] * 5).as_pointer())
        return builder.call(function, [arguments[1], *starts, length, arguments[4]])

    return types.int64(types.int64, types.int64, *_SIGNATURE.args[:2], types.int64), generate


@overload(call_python)
def _compiled_call_python(
    address: Operand, question: Operand, view: Operand, params: Operand, word: Operand
) -> Callable[..., int]:
    def compiled(address: Operand, question: Operand, view: Operand, params: Operand, word: Operand) -> int:
        answer = _call_python(address, question, view, params, word)
        return answer >> 1 if answer else FAILED

    return compiled
