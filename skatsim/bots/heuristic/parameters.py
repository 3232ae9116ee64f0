"""The parameters of the bot `heuristic`: defaults, and their places in a kernel's `params`."""

from collections.abc import Mapping
from typing import Final

from skatsim.errors import SkatsimError

SUIT_POINTS, GRAND_POINTS, NULL_RISK = range(3)

DEFAULTS: Final[Mapping[str, float]] = {
    "suit_points": 10.0,  # bid a suit game from so many points of von Stegen's count
    "grand_points": 6.0,  # and grand from so many of his
    "null_risk": 1.0,  # bid null up to this risk: about the number of suits in which the hand must be lucky
}


def check(params: Mapping[str, float]) -> None:
    """Refuse values the bot cannot use."""
    if params["null_risk"] < 0:
        raise SkatsimError(f"heuristic.null_risk = {params['null_risk']:g}; take 0 (never) or more")
