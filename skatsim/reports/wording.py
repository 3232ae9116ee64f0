"""How reports write numbers: shares in per cent, means, bids, matadors, each with its interval where it has one.

One rule for decimals: as many as make half of the interval at least one unit of the last, so that digits follow the
number of games; a share below 1 % has at least two, all else at least one.
"""

from math import isnan
from typing import Any, Final

import msgspec

from skatsim.reports.frames import BID_BANDS, FEW, SCORE_ENDS
from skatsim.rules import words
from skatsim.rules.contracts import GAME_LETTERS, Contract
from skatsim.rules.ruleset import PRESETS, RuleSet

MINUS: Final = "−"
DASH: Final = "–"
NOTHING: Final = DASH
"""What is printed where there is nothing to tell."""
_MOST_PLACES: Final = 9
GAME_NAMES: Final = {letter: words.GAME_NAMES[GAME_LETTERS.index(letter)] for letter in "GCSHDN"} | {"all": "all games"}
"""Name by letter, in the order of reports."""


def count(number: float) -> str:
    """A whole number with commas.

    Examples
    --------
    >>> count(1234567)
    '1,234,567'
    """
    return f"{int(number):,}"


def counted(number: float, noun: str) -> str:
    """A number of things, one of them in the singular.

    Examples
    --------
    >>> counted(1, "declared game"), counted(300_000, "deal"), counted(0, "game")
    ('1 declared game', '300,000 deals', '0 games')
    """
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


UNEVEN: Final = 0.1
"""The sides of an interval that differ by more than this part of its half are told apart."""


def places(half: float, least: int = 1) -> int:
    """Decimals with which an interval of this half-width shows; `least` where it has none.

    Examples
    --------
    >>> places(1.6), places(0.1), places(0.07), places(0.0024), places(0.04, least=3), places(0.0), places(float("nan"))
    (1, 1, 2, 3, 3, 1, 1)
    """
    if not half > 0:
        return least
    return next((p for p in range(least, _MOST_PLACES) if round(half * 10**p, 1) >= 1), _MOST_PLACES)


def signed(number: float, places: int = 1) -> str:
    """A number with its sign, 0 without.

    Examples
    --------
    >>> signed(-3.14159), signed(1391.0, 0), signed(0.0001)
    ('−3.1', '+1,391', '0.0')
    """
    text = f"{number:+,.{places}f}"
    return text[1:] if not text.strip("+-0.") else text.replace("-", MINUS)


def percent(value: float, decimals: int | None = None) -> str:
    """A share in per cent without the sign; by default one decimal, two below 1 %.

    Examples
    --------
    >>> percent(0.8164), percent(0.00123), percent(0.00001), percent(0.0), percent(1.0), percent(0.8164, 2)
    ('81.6', '0.12', '<0.01', '0', '100', '81.64')
    """
    if value in (0, 1):
        return f"{100 * value:.0f}"
    if decimals is None:
        decimals = _least(value)
    smallest = 10.0**-decimals
    return f"<{smallest:.{decimals}f}" if 0 < 100 * value < smallest / 2 else f"{100 * value:.{decimals}f}"


def rate(value: float, low: float, high: float) -> str:
    """A share in per cent with its interval.

    Examples
    --------
    >>> rate(0.816, 0.8134, 0.8195), rate(0.82314, 0.82290, 0.82338), rate(0.00001, 0.000002, 0.00004)
    ('81.6 (81.3–82.0)', '82.31 (82.29–82.34)', '0.001 (<0.001–0.004)')
    """
    if isnan(value):
        return NOTHING
    share, lowest, highest = rate_parts(value, low, high)
    return f"{share} ({lowest}{DASH}{highest})"


def rate_parts(value: float, low: float, high: float) -> tuple[str, str, str]:
    """A share in per cent and the ends of its interval, all with the same decimals.

    Examples
    --------
    >>> rate_parts(0.0023, 0.0021, 0.0025)
    ('0.23', '0.21', '0.25')
    """
    decimals = places(50 * (high - low), _least(high))
    return percent(value, decimals), percent(low, decimals), percent(high, decimals)


def _least(share: float) -> int:
    return 2 if share < 0.01 else 1


def mean(value: float, low: float, high: float, n: float, sign: bool = True) -> str:
    """A mean of n values with the half-width of its interval, or with both sides where they are not much the same.

    Below `FEW` values, and where the interval has no width, the mean stands alone.

    Examples
    --------
    >>> mean(20.03, 18.44, 21.62, 50), mean(78.2, 78.1, 78.3, 50, sign=False), mean(22.614, 22.57, 22.658, 10**6)
    ('+20.0 ±1.6', '78.2 ±0.1', '+22.61 ±0.04')
    >>> mean(20.03, 18.44, 21.62, 9), mean(20.03, 8.44, 26.62, 50)
    ('+20.0', '+20.0 −11.6/+6.6')
    """
    if isnan(value):
        return NOTHING
    half = (high - low) / 2 if n >= FEW else 0.0
    decimals = places(half)
    text = signed(value, decimals) if sign else f"{value:.{decimals}f}"
    if not half > 0:
        return text
    below, above = value - low, high - value
    if abs(above - below) > UNEVEN * half:
        return f"{text} {MINUS}{below:.{decimals}f}/+{above:.{decimals}f}"
    return f"{text} ±{half:.{decimals}f}"


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


def rules_text(rules: RuleSet) -> str:
    """The preset's name, or the switches that differ from ISkO.

    >>> from skatsim.rules.ruleset import RuleSet
    >>> rules_text(RuleSet()), rules_text(RuleSet(lost_hand="single", ladder_top=99))
    ('isko', 'isko with lost_hand single, ladder_top 99')
    """
    for name, known in PRESETS.items():
        if rules == known:
            return name
    defaults: dict[str, Any] = msgspec.structs.asdict(RuleSet())
    chosen = msgspec.structs.asdict(rules)
    changes = ", ".join(f"{key} {value}" for key, value in chosen.items() if value != defaults[key])
    return f"isko with {changes}"


def _plain(number: int) -> str:
    return str(number).replace("-", MINUS)
