"""How reports write numbers: shares in per cent, means, bids, matadors, each with its interval where it has one."""

from typing import Final

import numpy as np

from skatsim.reports.frames import BID_BANDS, FEW, SCORE_ENDS
from skatsim.rules.contracts import Contract

MINUS: Final = "−"
DASH: Final = "–"
NOTHING: Final = DASH
"""What is printed where there is nothing to tell."""
_LEAST: Final = 0.00005
"""Shares below it would be printed as 0.00 %."""
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
    >>> percent(0.8164), percent(0.00123), percent(0.00001), percent(0.0), percent(1.0)
    ('81.6', '0.12', '<0.01', '0', '100')
    """
    if value in (0, 1):
        return f"{100 * value:.0f}"
    if 0 < value < _LEAST:
        return "<0.01"
    return f"{100 * value:.{2 if (value if top is None else top) < 0.01 else 1}f}"


def rate(value: float, low: float, high: float) -> str:
    """A share in per cent with its interval.

    Examples
    --------
    >>> rate(0.816, 0.8134, 0.8195), rate(0.00001, 0.000002, 0.00004)
    ('81.6 (81.3–82.0)', '<0.01')
    """
    if np.isnan(value):
        return NOTHING
    if 0 < value <= high < _LEAST:
        return "<0.01"
    return f"{percent(value, high)} ({percent(low, high)}{DASH}{percent(high, high)})"


def mean(value: float, low: float, high: float, n: float, sign: bool = True) -> str:
    """A mean of n values with the half-width of its interval, given with as many decimals as it takes not to be zero.

    Below `FEW` values, and where all are equal, the mean stands alone.

    Examples
    --------
    >>> mean(20.03, 18.44, 21.62, 50), mean(78.2, 78.1, 78.3, 50, sign=False), mean(22.614, 22.57, 22.658, 10**6)
    ('+20.0 ±1.6', '78.2 ±0.1', '+22.61 ±0.04')
    >>> mean(20.03, 18.44, 21.62, 9)
    '+20.0'
    """
    if np.isnan(value):
        return NOTHING
    half = (high - low) / 2
    told = n >= FEW and half > 0
    places = next((p for p in (1, 2, 3) if round(half, p)), 4) if told else 1
    text = signed(value, places) if sign else f"{value:.{places}f}"
    return f"{text} ±{half:.{places}f}" if told else text


def contract_text(letters: str) -> str:
    """A contract in words.

    Examples
    --------
    >>> [contract_text(letters) for letters in ("C", "NHO", "GHS", "GHSZ", "DHSZO")]
    ['clubs', 'null hand ouvert', 'grand hand Schneider', 'grand hand Schwarz', 'diamonds ouvert']
    """
    contract = Contract.parse(letters)
    game, trump_ouvert = GAME_NAMES[letters[0]], contract.ouvert and contract.schwarz_announced
    if trump_ouvert:
        return f"{game} ouvert"
    level = " Schwarz" if contract.schwarz_announced else " Schneider" if contract.schneider_announced else ""
    return game + " hand" * contract.hand + level + " ouvert" * contract.ouvert


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
