"""Seats by number and by name."""

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, seat_of


@pytest.mark.parametrize(
    ("names", "seat"),
    [
        (
            (0, "0", "forehand", "Forehand", "F", "Vorhand", "v", "VORHAND", "VH", "fh", " forehand ", np.int64(0)),
            FOREHAND,
        ),
        ((1, "1", "middlehand", "M", "Mittelhand", "m", "MH"), MIDDLEHAND),
        ((2, "2", "rearhand", "R", "Hinterhand", "H", "h", "HH", "rh", np.uint8(2)), REARHAND),
    ],
)
def test_a_seat_has_many_names(names, seat):
    for name in names:
        assert seat_of(name) == seat
        assert type(seat_of(name)) is int


@pytest.mark.parametrize("odd", [-1, 3, "3", "", "dealer", "fore", True, False, 1.0, float("nan"), None, b"V", [0]])
def test_anything_else_is_no_seat(odd):
    with pytest.raises(SkatsimError, match=r"leader .* is no seat: give forehand \(0\), middlehand \(1\)"):
        seat_of(odd, "leader")
