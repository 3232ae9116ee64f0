"""The open table in shares: counted by hand on made-up rows, intervals as scipy has them."""

import numpy as np
import pytest
from scipy import stats

from skatsim.errors import SkatsimError
from skatsim.reports.open_table import count_made, open_table_frame
from skatsim.reports.run_report import report_of
from skatsim.runs.config import OpenTableConfig
from skatsim.runs.manifest import claim_of, with_parts
from skatsim.runs.rows import Run
from skatsim.runs.run import simulate
from skatsim.table.schema import open_table
from tests.runs.making import fake_engine, small_config

DIAMONDS, HEARTS, SPADES, CLUBS, GRAND, NULL = range(6)


def made_up(deals, *cells):
    """A run in memory in which only these (deal, contract, seat) are made."""
    made = np.zeros((deals, 6, 3), dtype=bool)
    for cell in cells:
        made[cell] = True
    claim = claim_of(OpenTableConfig(games=deals, seed=3))
    return Run(with_parts(claim, deals, ()), table=open_table(3, np.arange(deals), made, claim.metadata))


@pytest.fixture
def ten():
    """Deal 0: forehand all four suits, rearhand null; deal 1: forehand clubs, middlehand clubs and grand."""
    suits = [(0, suit, 0) for suit in range(4)]
    return made_up(10, *suits, (0, NULL, 2), (1, CLUBS, 0), (1, CLUBS, 1), (1, GRAND, 1))


def test_counts(ten):
    counts = count_made(ten)
    assert counts.deals == 10
    assert counts.made[CLUBS].tolist() == [2, 1, 0, 2]
    assert counts.made[GRAND].tolist() == [0, 1, 0, 1]
    assert counts.made[6].tolist() == [2, 1, 1, 2]
    assert counts.suits.tolist() == [[8, 1, 0, 0, 1], [9, 1, 0, 0, 0], [10, 0, 0, 0, 0], [8, 1, 0, 0, 1]]


def test_shares_and_intervals(ten):
    frame = open_table_frame(ten).set_index(["contract", "seat"])
    assert frame.shape == (8 * 4, 5)
    clubs = frame.loc[("clubs", "forehand")]
    wilson = stats.binomtest(2, 10).proportion_ci(method="wilson")
    assert (clubs["made"], clubs["share"]) == (2, 0.2)
    assert (clubs["low"], clubs["high"]) == pytest.approx((wilson.low, wilson.high))
    pooled = frame.loc[("a given suit", "forehand")]
    assert (pooled["made"], pooled["share"]) == (5, 0.125)
    z2 = stats.norm.ppf(0.975) ** 2  # Wilson's, 1.25 whole deals of ten
    half = z2**0.5 * np.sqrt(0.125 * 0.875 / 10 + z2 / 400) / (1 + z2 / 10)
    centre = (0.125 + z2 / 20) / (1 + z2 / 10)
    assert (pooled["low"], pooled["high"]) == pytest.approx((centre - half, centre + half))


def test_suits_of_one_deal_are_no_independent_evidence():
    """Of two thousand deals a hundred in which forehand makes all four suits: as sure as a hundred truths, not 400."""
    run = made_up(2000, *((deal, suit, 0) for deal in range(100) for suit in range(4)))
    pooled = open_table_frame(run).set_index(["contract", "seat"]).loc[("a given suit", "forehand")]
    means = np.array([1.0] * 100 + [0.0] * 1900)
    assert pooled["share"] == 0.05
    expected = stats.t.interval(0.95, 1999, means.mean(), stats.sem(means))
    assert (pooled["low"], pooled["high"]) == pytest.approx(expected, rel=1e-3)


def test_text_has_a_line_a_contract(ten):
    lines = report_of(ten).text().splitlines()
    assert lines[0] == "Made with open cards as hand games, % of deals"
    assert lines[3].split()[:2] == ["clubs", "20.0"]
    assert [line.split("  ")[0] for line in lines[3:11]] == [
        *("clubs", "spades", "hearts", "diamonds", "a given suit", "grand", "null", "any contract")
    ]
    assert all(len(line) <= 110 for line in lines)


def test_games_are_no_open_table_and_the_other_way_round(ten):
    with pytest.raises(SkatsimError, match="holds a simulation; name the folder of an open table"):
        open_table_frame(simulate(small_config(), engine=fake_engine))
    with pytest.raises(SkatsimError, match="has no page; leave out --html"):
        report_of(ten).page()
    with pytest.raises(SkatsimError, match="an open table has no players"):
        report_of(ten, player="heuristic@1")


def test_only_some_deals(ten):
    frame = ten.to_pandas()
    chosen = report_of(ten, where="not clubs_forehand")
    shares = chosen.frames()["open_table"].set_index(["contract", "seat"])
    left = frame[~frame["clubs_forehand"]]
    assert shares.loc[("clubs", "forehand"), "made"] == 0
    assert shares.loc[("spades", "rearhand"), "made"] == left["spades_rearhand"].sum()
    assert f"n = {len(left)} random deals (seed 3, where not clubs_forehand)" in chosen.text().replace("\n", " ")
    with pytest.raises(SkatsimError, match="holds no deals like that"):
        report_of(ten, where="clubs_forehand and not clubs_forehand")


def test_an_open_table_without_a_deal_is_refused(ten):
    empty = Run(with_parts(ten.manifest, 0, ()), table=ten.table.slice(0, 0), complete=False)
    with pytest.raises(SkatsimError, match="holds no deals yet"):
        report_of(empty)
