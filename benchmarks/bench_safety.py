"""Deals a second on one core of the bid-safety answer: every limit at once, without and with a heard auction.

The checksums are the tournament points of never passing: they change only with the rules, the worlds or the bot.
"""

from collections.abc import Callable
from typing import Any

import pytest

from skatsim.bots.bot import make_lineup
from skatsim.bots.registry import get
from skatsim.rules.cards import CardSet
from skatsim.table.heard import hear
from skatsim.table.limits import TOURNAMENT, limit_sums
from skatsim.table.worlds import Asked

DEALS = 10_000
HAND = CardSet("CJ DJ CA CK C9 SA H9 H8 D8 D7").mask


@pytest.mark.parametrize(
    ("heard", "checksum"),
    [pytest.param("", 76795, id="nothing-heard"), pytest.param("middlehand 20", -102545, id="heard-20")],
)
def bench_every_limit(timed: Callable[..., Any], heard: str, checksum: int) -> None:
    asked = Asked(0, HAND, make_lineup([(get("heuristic"), {})] * 3), heard=hear(heard, 0))

    def sums() -> int:
        return int(limit_sums(asked, range(DEALS)).totals[TOURNAMENT, -1])

    assert timed(sums, count=DEALS, unit="deals") == checksum
