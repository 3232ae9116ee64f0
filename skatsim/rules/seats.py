"""The three seats: forehand leads to the first trick, middlehand sits to his left, rearhand dealt.

A seat is a number 0-2 everywhere; people also write its name, English or German, or its initial: V, VH.
"""

from numbers import Integral
from typing import Final

from skatsim.errors import SkatsimError

FOREHAND: Final = 0
MIDDLEHAND: Final = 1
REARHAND: Final = 2
SEAT_NAMES: Final = ("forehand", "middlehand", "rearhand")

_GERMAN: Final = ("vorhand", "mittelhand", "hinterhand")
_SEATS: Final = {
    word: seat
    for seat in (FOREHAND, MIDDLEHAND, REARHAND)
    for name in (SEAT_NAMES[seat], _GERMAN[seat])
    for word in (str(seat), name, name[0], f"{name[0]}h")
}


def seat_of(seat: int | str, what: str = "seat") -> int:
    """The seat a person names, as a number: 0 forehand, 1 middlehand, 2 rearhand.

    Parameters
    ----------
    seat
        Its number, or its name: ``"forehand"``, ``"Vorhand"``, ``"V"``, ``"0"``.
    what
        What sits there, for the message.

    Raises
    ------
    SkatsimError
        For anything else.

    Examples
    --------
    >>> seat_of("Mittelhand"), seat_of("R"), seat_of(0)
    (1, 2, 0)
    """
    known = None
    if isinstance(seat, str):
        known = _SEATS.get(seat.strip().casefold())
    elif isinstance(seat, Integral) and not isinstance(seat, bool) and FOREHAND <= seat <= REARHAND:
        known = int(seat)
    if known is None:
        raise SkatsimError(f"{what} {seat!r} is no seat: give forehand (0), middlehand (1) or rearhand (2)")
    return known
