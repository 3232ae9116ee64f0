"""One small run of games with bots that err in different ways, and its regret."""

import pytest

import skatsim
from tests.conftest import COMPILED


@pytest.fixture(scope="session")
def games_run():
    if not COMPILED:
        pytest.skip("whole deals need compiled kernels")
    lineup = ["heuristic", "random:top_bid=18", "heuristic"]
    return skatsim.simulate({"games": 160, "seed": 21, "lineup": lineup, "store": ["deals", "plays"]})


@pytest.fixture(scope="session")
def result(games_run):
    return skatsim.regret(games_run)
