"""The sequential test: Wald's bounds, the ratio against two normal densities, and its error rates by simulation."""

import numpy as np
import pytest
from scipy import stats

from skatsim.stats.sprt import MIN_VALUES, SequentialTest


def test_the_ratio_is_that_of_two_normal_likelihoods_of_the_mean():
    values = np.random.default_rng(1).normal(0.3, 4.0, 900)
    test = SequentialTest(-0.2, 0.8)
    error = values.std(ddof=1) / np.sqrt(900)
    by_scipy = stats.norm.logpdf(values.mean(), 0.8, error) - stats.norm.logpdf(values.mean(), -0.2, error)
    assert test.ratio(900, values.mean(), values.var(ddof=1)) == pytest.approx(by_scipy, rel=1e-9)


def test_walds_bounds():
    assert SequentialTest(0, 1, alpha=0.05, beta=0.05).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert SequentialTest(0, 1, alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(90)))


def test_equal_values_and_few_values():
    test = SequentialTest(0.0, 1.0)
    assert test.verdict(10**6, 0.0, 0.0) is None
    assert test.verdict(MIN_VALUES, 100.0, 1.0) == "high"
    assert test.verdict(MIN_VALUES, -100.0, 1.0) == "low"
    assert test.verdict(MIN_VALUES - 1, 100.0, 1.0) is None


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, "high"), (1.0, "low")])
def test_the_errors_are_as_promised(mean, wrong):
    """Boards like those of two bots: most differ by nothing, some by much; looks every 100 boards, 600 matches."""
    random = np.random.default_rng(int(mean))
    test = SequentialTest(0.0, 1.0, alpha=0.05, beta=0.05)
    verdicts = [run(test, random, mean) for _ in range(600)]
    errors = verdicts.count(wrong)
    assert None not in verdicts
    assert stats.binomtest(errors, 600, 0.05, alternative="greater").pvalue > 0.001
    assert errors > 0, "a test that never errs looks too long"


def run(test, random, mean, look=100):
    """Play until the test stops, 60,000 boards at most."""
    n, total, squares = 0, 0.0, 0.0
    while n < 60_000:
        values = mean + np.where(random.random(look) < 0.3, random.normal(0, 18, look), 0.0)
        n, total, squares = n + look, total + values.sum(), squares + (values**2).sum()
        verdict = test.verdict(n, total / n, (squares - total**2 / n) / (n - 1))
        if verdict:
            return verdict
    return None
