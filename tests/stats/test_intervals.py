"""Against scipy, and against values worked out elsewhere."""

import numpy as np
import pytest
from scipy import stats

from skatsim.stats.intervals import (
    ClusterSums,
    cluster_mean,
    mean_interval,
    normal_quantile,
    sample_mean,
    simultaneous,
    spread,
    student_quantile,
    two_sided_p,
    wilson,
)

COUNTS = [(k, n) for n in (1, 2, 5, 10, 47, 1000, 1_000_000) for k in {0, 1, n // 3, n - 1, n} if 0 <= k <= n]


@pytest.mark.parametrize(("hits", "trials"), COUNTS)
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_wilson_is_scipys(hits, trials, confidence):
    oracle = stats.binomtest(hits, trials).proportion_ci(confidence, method="wilson")
    value, low, high = wilson(hits, trials, confidence)
    assert value == hits / trials
    assert [low, high] == pytest.approx([oracle.low, oracle.high], abs=1e-12)


def test_wilson_of_arrays_and_of_nothing():
    value, low, high = wilson([8, 0, 0], [10, 10, 0])
    assert value[:2] == pytest.approx([0.8, 0.0])
    assert np.isnan([value[2], low[2], high[2]]).all()
    assert low[1] == 0.0
    assert (low[:2] <= value[:2]).all()
    assert (value[:2] <= high[:2]).all()


@pytest.mark.parametrize("probability", [0.005, 0.5, 0.9, 0.975, 0.999])
def test_normal_quantile_is_scipys(probability):
    assert normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability), abs=1e-9)


def test_student_quantile_is_scipys():
    freedom = np.array([1, 2, 3, 4, 5, 7, 10, 20, 50, 1000, 10**9])
    allowed = np.array([1e-9, 1e-9, 2e-3, 6e-4, 3e-4, *[1e-4] * 6])
    oracle = stats.t.ppf(0.975, freedom)
    assert (np.abs(student_quantile(0.975, freedom) / oracle - 1) < allowed).all()


@pytest.mark.parametrize("size", [2, 3, 8, 500])
def test_mean_interval_is_scipys(size):
    values = np.random.default_rng(size).normal(20, 58, size)
    mean, low, high = mean_interval(size, values.sum(), (values**2).sum())
    oracle = stats.t.interval(0.95, size - 1, values.mean(), stats.sem(values))
    assert mean == pytest.approx(values.mean())
    assert [low, high] == pytest.approx(oracle, rel=3e-3)
    assert spread(size, values.sum(), (values**2).sum())[1] == pytest.approx(values.std(ddof=1))


@pytest.mark.parametrize("size", [2, 3, 8, 500])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_sample_mean_is_scipys(size, confidence):
    values = np.random.default_rng(size).normal(20, 58, size)
    mean, low, high = sample_mean(values, confidence)
    oracle = stats.t.interval(confidence, size - 1, values.mean(), stats.sem(values))
    assert mean == pytest.approx(values.mean())
    assert [low, high] == pytest.approx(oracle, rel=3e-3)
    assert sample_mean(values, confidence).half == pytest.approx((oracle[1] - oracle[0]) / 2, rel=3e-3)


def test_sample_mean_of_equals_of_one_and_of_none():
    assert tuple(sample_mean([0.1] * 7)) == pytest.approx((0.1,) * 3, abs=1e-15)
    assert tuple(sample_mean([0] * 60)) == (0.0, 0.0, 0.0)
    assert sample_mean([24]).value == 24
    assert np.isnan([*sample_mean([24])[1:], *sample_mean([])]).all()


def test_one_value_has_a_mean_and_no_interval():
    mean, low, high = mean_interval(1, 24, 576)
    assert mean == 24
    assert np.isnan([low, high]).all()


def test_cluster_mean_sees_that_seats_of_a_deal_depend_on_each_other():
    """Two seats of a deal that always get the same: 1,000 deals are worth 1,000 values, not 2,000."""
    x = np.random.default_rng(1).normal(0, 1, 1000)
    sums = ClusterSums(1000, 2000, 2 * x.sum(), 4000, (4 * x * x).sum(), (4 * x).sum())
    estimate, error = cluster_mean(sums)
    assert estimate.value == pytest.approx(x.mean())
    assert error == pytest.approx(stats.sem(x))


def test_cluster_mean_covers():
    """Deals of random size with a common shock: the 95 % interval holds the mean 0 in about 95 of 100 experiments."""
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(600):
        size = rng.integers(1, 4, 300)
        total = size * rng.normal(0, 1, 300) + np.sqrt(size) * rng.normal(0, 0.5, 300)
        sums = (size, total, size**2, total**2, size * total)
        (_, low, high), _ = cluster_mean(ClusterSums(300, *(values.sum() for values in sums)))
        held += low <= 0 <= high
    assert stats.binomtest(held, 600, 0.95).pvalue > 1e-3


@pytest.mark.parametrize("n", [10, 40, 1000, 10**6])
@pytest.mark.parametrize("t", [0.1, 1.0, 1.96, 3.0, 5.0])
def test_p_values_are_students(n, t):
    assert two_sided_p(t, 1.0, n) == pytest.approx(2 * stats.t.sf(t, n - 1), rel=0.04 if n < 40 else 0.01)


def test_simultaneous_confidence_is_bonferronis():
    assert simultaneous(0.95, 1) == pytest.approx(0.95)
    assert simultaneous(0.9, 20) == pytest.approx(0.995)
