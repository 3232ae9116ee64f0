"""Made-up rows, their report, and three games counted by hand."""

import numpy as np
import pytest

from skatsim.reports.games import make_report
from skatsim.rules.contracts import HAND_BIT
from skatsim.table.columns import empty_outcomes
from skatsim.table.schema import outcome_table
from tests.reports.making import made_up_rows


@pytest.fixture(scope="session")
def rows():
    return made_up_rows()


@pytest.fixture(scope="session")
def frame(rows):
    """The same rows for naive computations."""
    pandas = rows.to_pandas()
    for column in pandas.select_dtypes("category"):
        pandas[column] = pandas[column].astype(object)
    return pandas


@pytest.fixture(scope="session")
def report(rows):
    return make_report(rows, "20,000 made-up games", {"seed": "3", "rules": "isko <&>"})


@pytest.fixture(scope="session")
def three_games():
    """Counted by hand: clubs at 18 won 24 by forehand, grand hand at 24 lost 72 by rearhand, a deal passed in."""
    o = empty_outcomes(3)
    o.declarer[:] = [0, 2, -1]
    o.contract[:] = [3, 4 | HAND_BIT, 0]
    o.bid[:] = [18, 24, 0]
    o.matadors[:] = [1, -1, 0]
    o.card_points[:] = [61, 25, 0]
    o.won[:] = [True, False, False]
    o.schneider[:] = [False, True, False]
    o.game_value[:] = [24, 96, 0]
    o.score[:] = [24, -192, 0]
    o.seeger_fabian_forehand[:] = [74, 40, 0]
    o.seeger_fabian_middlehand[:] = [0, 40, 0]
    o.seeger_fabian_rearhand[:] = [0, -242, 0]
    bots = ["ann", "ann", None], ["bob", "cem", "bob"], ["cem", "bob", "cem"]
    return outcome_table(o, seed=None, games=np.arange(3), bots=bots)
