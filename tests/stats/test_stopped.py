"""Estimates after a sequential test: against walks drawn one by one, and how often they hold."""

import numpy as np
import pytest
from scipy import stats

from skatsim.stats.sprt import MIN_VALUES, SequentialTest
from skatsim.stats.stopped import Stop

MOST = 20_000


def values(random, mean, size):
    """Boards like those of two bots: most differ by nothing, some by much."""
    return np.where(random.random(size) < 0.3, random.normal(mean / 0.3, 25, size), 0.0)


def play(test, random, mean, look, most=MOST):
    """The stop of one test."""
    n, total, squares = 0, 0.0, 0.0
    while n < most:
        drawn = values(random, mean, min(look, most - n))
        n, total, squares = n + len(drawn), total + drawn.sum(), squares + (drawn**2).sum()
        variance = (squares - total**2 / n) / (n - 1)
        if test.verdict(n, total / n, variance):
            break
    return Stop(test, n, total / n, variance, look)


def far_up(test, stop):
    """A key that grows with how much an end favours a large mean: the stagewise ordering, written down."""
    ratio = test.ratio(stop.n, stop.mean, stop.variance)
    side = int(ratio >= test.bounds[1]) - int(ratio <= test.bounds[0])
    return side, -side * stop.n, stop.mean


@pytest.mark.parametrize(
    ("n", "mean", "look", "most"), [(800, 2.6, 400, 9_000), (2_400, -0.4, 400, 9_000), (2_500, 1.1, 400, 2_500)]
)
def test_the_chance_is_that_of_normal_walks_drawn_one_by_one(n, mean, look, most):
    """Whole walks with normal steps of known variance, each ended by the bounds; 20,000 of them."""
    test, variance, truth, walks = SequentialTest(0.0, 2.0), 190.0, 0.7, 20_000
    random = np.random.default_rng(n)
    seen = Stop(test, n, mean, variance, look)
    keys, sums, going = [], np.zeros(walks), np.ones(walks, dtype=bool)
    for size in [look] * (most // look) + ([most % look] if most % look else []):
        count = (keys[-1][0] if keys else 0) + size
        sums[going] += random.normal(truth * size, np.sqrt(variance * size), going.sum())
        ratio = count * 2.0 * (2 * sums / count - 2.0) / (2 * variance)
        over, under = going & (ratio >= test.bounds[1]), going & (ratio <= test.bounds[0])
        keys.append((count, over, under, sums.copy(), going.copy()))
        if count < MIN_VALUES:
            continue
        going = going & ~over & ~under
    ended = []
    for count, over, under, totals, there in keys:
        last = count == most
        ends = there if last else over | under
        ended += [far_up(test, Stop(test, count, total / count, variance, look)) for total in totals[ends]]
    assert len(ended) == walks
    share = np.mean([key >= far_up(test, seen) for key in ended])
    assert 0.02 < share < 0.98
    assert abs(seen.chance(truth) - share) < 4 * np.sqrt(share * (1 - share) / walks)


def test_without_a_look_in_between_it_is_the_plain_interval():
    stop = Stop(SequentialTest(0.0, 1.0), 500, 1.3, 190.0, 500)
    error = np.sqrt(190 / 500)
    assert stop.estimate(0.95) == pytest.approx((1.3, 1.3 - 1.959964 * error, 1.3 + 1.959964 * error), abs=1e-6)
    assert stop.p() == pytest.approx(2 * stats.norm.sf(1.3 / error))


@pytest.mark.parametrize("mean", [-0.5, 0.0, 0.5, 1.0, 1.5])
def test_intervals_hold_and_the_estimate_is_in_the_middle(mean):
    """1,500 tests of 0 against 1: 95 % of the intervals hold the truth, half of the estimates lie above it."""
    random, test, times = np.random.default_rng(round(10 * mean) + 30), SequentialTest(0.0, 1.0), 1_500
    stops = [play(test, random, mean, 400) for _ in range(times)]
    chances = np.array([stop.chance(mean) for stop in stops])
    held = int(((chances >= 0.025) & (chances <= 0.975)).sum())
    above = int((chances < 0.5).sum())
    assert stats.binomtest(held, times, 0.95).pvalue > 0.001
    assert stats.binomtest(above, times, 0.5).pvalue > 0.001
    if mean in (0.0, 1.0):  # the plain mean leans away from the middle, as the remedy supposes
        plain = sum(stop.mean > mean for stop in stops)
        assert abs(plain / times - 0.5) > 0.07
    for stop, chance in zip(stops[:5], chances[:5], strict=True):
        estimate = stop.estimate(0.95)
        assert (estimate.low <= mean <= estimate.high) == (0.025 <= chance <= 0.975)
        assert (estimate.value > mean) == (chance < 0.5)
        assert stop.chance(estimate.value) == pytest.approx(0.5, abs=1e-9)


def test_many_looks_are_no_more_work_and_agree_with_few():
    """A walk looked at after each of 60,000 values crosses the bounds a little more often than one seen every 50."""
    test = SequentialTest(0.0, 1.0)
    often, seldom = (Stop(test, 60_000, 0.5, 190.0, look).chance(0.45) for look in (1, 50))
    assert often == pytest.approx(seldom, abs=0.02)
