"""The curve by limit, against scipy on the points of each deal."""

import numpy as np
import pytest
from scipy import stats

from skatsim.reports.safety.curve import BID_OF_STEP, Curve
from skatsim.reports.safety.words import _limit
from skatsim.table import limits as at
from skatsim.table.limits import LimitSums

DEALS = 400
LIST, TOURNAMENT = range(2)


def sums_of(points, declared, won, begins):
    """Sums of deals whose points (int[2, deals, limits]) and results by limit are known."""
    sums = np.zeros((at.FIGURES, at.LIMITS), dtype=np.int64)
    rows = {at.LIST: points[LIST], at.TOURNAMENT: points[TOURNAMENT], at.DECLARED: declared, at.WON: won}
    for row, values in rows.items():
        sums[row] = np.diff(values.sum(axis=0), prepend=0)
    sums[at.BEGINS] = begins.sum(axis=0)
    jumps = np.diff(points, axis=2, prepend=0)
    products = np.einsum("kdi,kdj->kij", jumps, jumps)
    counts = np.array([points.shape[1], points.shape[1]])
    return LimitSums(counts, sums, products, np.zeros((at.AT_FIGURES, at.LIMITS), dtype=np.int64))


@pytest.fixture(scope="module")
def made_up():
    """Deals in which one is outbid below a random limit, and wins or loses from there on."""
    rng = np.random.default_rng(3)
    last = rng.integers(1, 9, DEALS)  # the step from which one plays
    steps = np.arange(at.LIMITS)
    declared = (steps >= last[:, None]).astype(np.int64)
    won = declared * (rng.random(DEALS) < np.where(last < 5, 0.85, 0.3))[:, None]
    value = rng.integers(18, 60, DEALS)[:, None]
    listed = np.where(declared, np.where(won, value, -2 * value), 0)
    others = 40 * (rng.random((DEALS, 1)) < 0.3)
    tournament = np.where(declared, listed + np.where(won, 50, -50), others)
    begins = (steps <= last[:, None]) & (steps > 0)
    points = np.stack([listed, tournament])
    return points, declared, won, sums_of(points, declared, won, begins)


def test_paired_differences_are_scipys(made_up):
    points, _, _, sums = made_up
    curve = Curve(sums, 0, 0.9)
    for kind, row in (("list", LIST), ("tournament", TOURNAMENT)):
        for one, other in ((3, 0), (7, 2), (8, 7), (4, 4)):
            difference = points[row, :, one] - points[row, :, other]
            found = curve.difference(kind, one, other)
            assert found.value == pytest.approx(difference.mean())
            if one != other:
                expected = stats.t.interval(0.95, DEALS - 1, difference.mean(), stats.sem(difference))
                assert (found.low, found.high) == pytest.approx(expected, rel=1e-4)


def test_rows_of_the_frame(made_up):
    points, declared, won, sums = made_up
    frame = Curve(sums, 0, 0.9).frame().set_index("limit")
    assert list(frame.index) == [0, *(BID_OF_STEP[step] for step in range(1, 9))]
    row = frame.loc[BID_OF_STEP[4]]
    assert (row["deals"], row["declared"]) == (DEALS, declared[:, 4].sum())
    wilson = stats.binomtest(int(won[:, 4].sum()), int(declared[:, 4].sum())).proportion_ci(method="wilson")
    assert (row["won_low"], row["won_high"]) == pytest.approx((wilson.low, wilson.high))
    assert row["tournament"] == pytest.approx(points[TOURNAMENT, :, 4].mean())
    assert row["list_gain"] == pytest.approx((points[LIST, :, 4] - points[LIST, :, 0]).mean())
    asked = declared[:, 3] == 0  # whom the bid of step 4 reaches
    step = (points[TOURNAMENT, :, 4] - points[TOURNAMENT, :, 3])[asked]
    assert row["asked"] == asked.sum()
    assert row["tournament_of_bid"] == pytest.approx(step.mean())
    expected = stats.t.interval(0.95, asked.sum() - 1, step.mean(), stats.sem(step))
    assert (row["tournament_of_bid_low"], row["tournament_of_bid_high"]) == pytest.approx(expected, rel=1e-4)


def test_best_and_sure_limits(made_up):
    points, _, _, sums = made_up
    curve = Curve(sums, 0, 0.9)
    means = points[TOURNAMENT].mean(axis=0)
    assert curve.best() == means[:9].argmax() == 4
    assert curve.turns() == 5
    sure = 0
    for step in range(1, 5):
        difference = points[TOURNAMENT, :, 4] - points[TOURNAMENT, :, step - 1]
        if stats.ttest_1samp(difference, 0, alternative="greater").pvalue > 0.1:
            break
        sure = step
    assert curve.sure() == sure > 0
    assert Curve(sums, 0, 1 - 1e-12).sure() < curve.sure()


def test_passing_may_be_best():
    points = np.zeros((2, 50, at.LIMITS), dtype=np.int64)
    points[:, :, 1:] = -30
    points[:, ::2, 1:] = 10
    declared = (np.arange(at.LIMITS) > 0) * np.ones((50, 1), dtype=np.int64)
    begins = (np.arange(at.LIMITS) == 1) * np.ones((50, 1), dtype=np.int64)
    curve = Curve(sums_of(points, declared, 0 * declared, begins), 0, 0.9)
    assert (curve.best(), curve.sure(), curve.turns(), curve.played_limit()) == (0, 0, 1, 1)


def test_a_loss_within_its_interval_does_not_turn():
    """Step 2 costs 0.2 ± 2.1 points (1.984 * 10.44 / 10), step 3 costs 30 in every deal."""
    points = np.zeros((2, 100, at.LIMITS), dtype=np.int64)
    points[:, :, 1:] = 50
    points[:, ::2, 2:] += 10
    points[:, 1::2, 2:] -= 10
    points[:, 1, 2:] -= 20
    points[:, :, 3:] -= 30
    steps = np.arange(at.LIMITS)
    declared = (steps > 0) * np.ones((100, 1), dtype=np.int64)
    begins = ((steps > 0) & (steps < 4)) * np.ones((100, 1), dtype=np.int64)
    curve = Curve(sums_of(points, declared, declared, begins), 0, 0.9)
    assert (curve.best(), curve.beyond(), curve.turns()) == (1, [2, 3], 3)
    begins[:, 3] = 0
    noise = Curve(sums_of(points, declared, declared, begins), 0, 0.9)
    assert (noise.beyond(), noise.turns()) == ([2], 0)
    assert "; beyond it brings nothing that shows (−0.2 ±2.1 where 20 comes up)." in _limit(noise)


def test_bids_that_hardly_come_up_are_not_told_apart():
    points = np.zeros((2, 1000, at.LIMITS), dtype=np.int64)
    points[:, :, 1:] = 20
    points[:, :3, 5:] = 500  # three deals of a thousand
    steps = np.arange(at.LIMITS)
    begins = np.zeros((1000, at.LIMITS), dtype=np.int64)
    begins[:, 1] = 1
    begins[:3, 5] = 1
    declared = (steps > 0) * np.ones((1000, 1), dtype=np.int64)
    curve = Curve(sums_of(points, declared, declared, begins), 0, 0.9)
    assert curve.steps == [0, 1, 5]
    assert curve.told == [0, 1]
    assert (curve.best(), curve.turns()) == (1, 0)
