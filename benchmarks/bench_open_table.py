"""Deals a second on one core of an open table: all six contracts of all three seats, as hand games and after pick-up.

The checksums count what is made in those deals: it is a fact about the deals, and changes with nothing but their order.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from skatsim.rules.deals import deal
from skatsim.solver import new_workspace
from skatsim.solver.open_table import TABLE_BITS, made_contracts


@pytest.mark.parametrize(
    ("after_pick_up", "deals", "checksum"),
    [pytest.param(False, 1000, 1117, id="hand"), pytest.param(True, 100, 360, id="after-pick-up")],
)
def bench_open_table(timed: Callable[..., Any], after_pick_up: bool, deals: int, checksum: int) -> None:
    cards, workspace = np.array([deal(1, game) for game in range(deals)]), new_workspace(TABLE_BITS)

    def sweep() -> int:
        return int(made_contracts(cards, after_pick_up=after_pick_up, workspace=workspace).sum())

    assert timed(sweep, count=deals, unit="deals") == checksum
