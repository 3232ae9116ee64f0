"""Against scipy, and against values worked out elsewhere."""

import numpy as np
import pytest
from scipy import stats

from skatsim.stats.intervals import (
    ClusterSums,
    cluster_mean,
    cluster_share,
    mean_interval,
    normal_quantile,
    sample_mean,
    simultaneous,
    spread,
    student_quantile,
    two_kinds_mean,
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


LIKE_GAMES = (-2.0, 0.0)


def kinds(values):
    """Counts, sums and sums of squares of the negative and the positive values, [..., kind]."""
    signs = [values < 0, values > 0]
    return [np.stack([(values**power * sign).sum(axis=-1) for sign in signs], axis=-1) for power in (0, 1, 2)]


@pytest.mark.parametrize(("lost", "won"), [(0, 12), (1, 30), (7, 33), (300, 900)])
def test_two_values_have_the_interval_of_the_share(lost, won):
    """Games that all bring 24 or cost 48: the mean is 24 less 72 times the share lost, so its interval is Wilson's."""
    mean, low, high = two_kinds_mean([lost, won], [-48 * lost, 24 * won], [2304 * lost, 576 * won], other=LIKE_GAMES)
    oracle = stats.binomtest(lost, lost + won).proportion_ci(0.95, method="wilson")
    assert mean == pytest.approx((24 * won - 48 * lost) / (lost + won))
    assert [low, high] == pytest.approx([24 - 72 * oracle.high, 24 - 72 * oracle.low], abs=1e-9)


def test_many_values_of_two_kinds_have_scipys_interval_of_the_mean():
    rng = np.random.default_rng(3)
    values = np.where(rng.random(40_000) < 0.25, rng.normal(-60, 20, 40_000), rng.normal(40, 12, 40_000))
    oracle = stats.t.interval(0.9, len(values) - 1, values.mean(), stats.sem(values))
    assert two_kinds_mean(*kinds(values), other=LIKE_GAMES, confidence=0.9)[1:] == pytest.approx(oracle, rel=3e-3)


def test_two_kinds_by_rows_and_of_one_value_and_of_none():
    counts, sums, squares = [[0, 0], [0, 1], [2, 0], [1, 2]], [[0, 0], [0, 24], [-96, 0], [-48, 48]], None
    squares = [[0, 0], [0, 576], [4608, 0], [2304, 1152]]
    mean, low, high = two_kinds_mean(counts, sums, squares, other=LIKE_GAMES)
    assert mean[1:] == pytest.approx([24, -48, 0])
    assert np.isnan([mean[0], low[0], high[0], low[1], high[1]]).all()
    assert low[2] == pytest.approx(-48), "none was won: nothing lies below"
    assert high[2] == pytest.approx(-48 + 72 * stats.binomtest(0, 2).proportion_ci(0.95, method="wilson").high)


@pytest.mark.parametrize("size", [15, 40, 150])
def test_two_kinds_cover_where_students_interval_does_not(size):
    """Points of grands: 90 of 100 won, a value of 48 to 120, the double lost; as many means as the study has."""
    rng = np.random.default_rng(size)
    played = 48 + 24 * rng.integers(0, 4, (3_000, size))
    points = np.where(rng.random((3_000, size)) < 0.1, -2 * played, played)
    _, low, high = two_kinds_mean(*kinds(points), other=LIKE_GAMES)
    held = int(((low <= 84 * 0.7) & (high >= 84 * 0.7)).sum())
    assert held >= 0.94 * 3_000
    students = [sample_mean(row) for row in points]
    assert sum(each.low <= 84 * 0.7 <= each.high for each in students) < held


def clusters(trials, successes):
    """The sums of clusters, those of one experiment a row."""
    products = (trials > 0, trials, successes, trials**2, successes**2, trials * successes)
    return ClusterSums(*(np.sum(values, axis=-1) for values in products))


def test_clusters_of_one_trial_have_wilsons_interval():
    for hits in (0, 3, 500, 997, 1000):
        oracle = stats.binomtest(hits, 1000).proportion_ci(0.95, method="wilson")
        ones = np.arange(1000) < hits
        share = cluster_share(clusters(np.ones(1000, dtype=int), ones.astype(int)))
        assert [*share] == pytest.approx([hits / 1000, oracle.low, oracle.high], abs=2e-5)


def test_clusters_that_go_alike_are_a_trial_each():
    """Boards of four games that are all won or all lost: 40 of 200 boards, not 160 of 800 games."""
    share = cluster_share(clusters(np.full(200, 4), np.where(np.arange(200) < 40, 4, 0)))
    oracle = stats.binomtest(40, 200).proportion_ci(0.95, method="wilson")
    assert share[1:] == pytest.approx([oracle.low, oracle.high], abs=2e-4)


def test_clusters_without_any_success_count_once():
    share = cluster_share(clusters(np.full(30, 6), np.zeros(30, dtype=int)))
    assert share[1:] == pytest.approx([0, stats.binomtest(0, 30).proportion_ci(0.95, method="wilson").high])


def test_many_trials_in_clusters_have_the_error_of_their_ratio():
    rng = np.random.default_rng(4)
    trials = rng.integers(1, 6, 20_000)
    successes = rng.binomial(trials, rng.beta(2, 6, 20_000))
    share = cluster_share(clusters(trials, successes))
    ratio = successes.sum() / trials.sum()
    error = np.std(successes - ratio * trials, ddof=1) * np.sqrt(20_000) / trials.sum()
    assert share.half == pytest.approx(1.96 * error, rel=2e-3)


@pytest.mark.parametrize("alike", [0.02, 0.999])
def test_shares_of_few_clusters_cover(alike):
    """Some four to forty of 200 boards with a success, the games of a board alone or alike."""
    rng = np.random.default_rng(5)
    trials = rng.integers(1, 5, (3_000, 200))
    for share in (0.02, 0.2):
        chance = rng.beta(share * (1 - alike) / alike, (1 - share) * (1 - alike) / alike, trials.shape)
        _, low, high = cluster_share(clusters(trials, rng.binomial(trials, chance)))
        held = int(((low <= share) & (high >= share)).sum())
        assert 0.94 < held / 3_000 < 0.99
