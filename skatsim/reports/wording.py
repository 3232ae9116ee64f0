"""How reports write numbers: shares in per cent, means, bids, matadors, each with its interval where it has one."""

from typing import Final

import numpy as np

from skatsim.reports.frames import BID_BANDS, SCORE_ENDS

MINUS: Final = "−"
DASH: Final = "–"
NOTHING: Final = DASH
"""What is printed where there is nothing to tell."""
GAME_NAMES: Final = {
    "G": "grand",
    "C": "clubs",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "N": "null",
    "all": "all games",
}


def count(number: float) -> str:
    """A whole number with commas.

    Examples
    --------
    >>> count(1234567)
    '1,234,567'
    """
    return f"{int(number):,}"


def signed(number: float, places: int = 1) -> str:
    """A number with its sign, 0 without.

    Examples
    --------
    >>> signed(-3.14159), signed(1391.0, 0), signed(0.0001)
    ('−3.1', '+1,391', '0.0')
    """
    text = f"{number:+,.{places}f}"
    return text[1:] if not text.strip("+-0.") else text.replace("-", MINUS)


def percent(value: float, top: float | None = None) -> str:
    """A share in per cent without the sign: one decimal, two where it (or `top`, its interval's end) is below 1 %.

    Examples
    --------
    >>> percent(0.8164), percent(0.00123), percent(0.0), percent(1.0)
    ('81.6', '0.12', '0', '100')
    """
    if value in (0, 1):
        return f"{100 * value:.0f}"
    return f"{100 * value:.{2 if (value if top is None else top) < 0.01 else 1}f}"


def rate(value: float, low: float, high: float) -> str:
    """A share in per cent with its interval.

    Examples
    --------
    >>> rate(0.816, 0.8134, 0.8195)
    '81.6 (81.3–82.0)'
    """
    if np.isnan(value):
        return NOTHING
    return f"{percent(value, high)} ({percent(low, high)}{DASH}{percent(high, high)})"


def mean(value: float, low: float, high: float, sign: bool = True) -> str:
    """A mean with the half-width of its interval.

    Examples
    --------
    >>> mean(20.03, 18.44, 21.62), mean(78.2, 78.1, 78.3, sign=False)
    ('+20.0 ±1.6', '78.2 ±0.1')
    """
    if np.isnan(value):
        return NOTHING
    text = signed(value) if sign else f"{value:.1f}"
    return text if np.isnan(high) else f"{text} ±{(high - low) / 2:.1f}"


def bid_text(bid: int) -> str:
    """A bid; 0 stands for a record that tells none."""
    return str(bid) if bid else "none"


def band_text(first: int, last: int) -> str:
    """A band of bids: 18, 35–36, 60+."""
    if first == last:
        return str(first)
    return f"{first}+" if last == BID_BANDS[-1][1] else f"{first}{DASH}{last}"


def matador_band_text(first: int, last: int) -> str:
    """A band of matadors: +1, 5 or more, −5 or more."""
    if first == last:
        return matadors_text(first)
    return f"+{first} or more" if first > 0 else f"{MINUS}{-last} or more"


def score_band_text(low: int, high: int) -> str:
    """A band of list scores, both ends included."""
    first, last = SCORE_ENDS
    if low == first:
        return f"below {_plain(high)}"
    return f"{_plain(low)} or more" if high == last else f"{_plain(low)} to {_plain(high - 1)}"


def matadors_text(matadors: int) -> str:
    """Matadors with their sign: +3 with three, −2 without two."""
    return signed(matadors, 0)


def _plain(number: int) -> str:
    return str(number).replace("-", MINUS)
