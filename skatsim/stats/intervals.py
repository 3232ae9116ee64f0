"""Intervals: shares with Wilson's, means with Student's or of two kinds of values, whole clusters of dependent values.

Everything works on sums, so that a stream of any length needs no more than its counts; `sample_mean` takes the values
themselves.  All intervals are two-sided, at `CONFIDENCE` unless told otherwise.  Inputs may be numbers or arrays;
results are float64 of the broadcast shape, NaN where there is nothing to divide by.

A paired comparison is `sample_mean` of the differences, one a pair, or `cluster_mean` where pairs come in clusters.
"""

from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

CONFIDENCE: Final = 0.95
PRIOR: Final = 2.0
"""Rarer outcomes that the assumption weighs that trials of a cluster all go alike."""


class Estimate(NamedTuple):
    """A value with the ends of its interval, each a float64 or an array of them, all of one shape."""

    value: Any
    low: Any
    high: Any

    @property
    def half(self) -> Any:
        """Half the width of the interval: what stands behind ±."""
        return (self.high - self.low) / 2


def normal_quantile(probability: float) -> float:
    """The standard normal's quantile.

    Examples
    --------
    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return NormalDist().inv_cdf(probability)


def student_quantile(probability: float, freedom: ArrayLike) -> Any:
    """Student's t quantile for `freedom` >= 1 degrees of freedom.

    Exact for 1 and 2 degrees, from 3 on the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5), whose relative
    error at 97.5 % is 0.12 % for 3 degrees and below 0.03 % from 5 on.

    Examples
    --------
    >>> round(float(student_quantile(0.975, 46)), 3)
    2.013
    """
    nu = np.asarray(freedom, dtype=np.float64)
    x = normal_quantile(probability)
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    series = sum(term / nu**power for power, term in enumerate(terms))
    one = np.tan(np.pi * (probability - 0.5))
    two = (2 * probability - 1) / np.sqrt(2 * probability * (1 - probability))
    return np.select([nu == 1, nu == 2], [one, two], series)[()]


def wilson(successes: ArrayLike, trials: ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """A share with Wilson's score interval (Wilson 1927): good for few trials and for shares near 0 and 1.

    Examples
    --------
    >>> value, low, high = wilson(8, 10)
    >>> [round(float(x), 4) for x in (value, low, high)]
    [0.8, 0.4902, 0.9433]
    """
    hits, n = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    z2 = normal_quantile(0.5 + confidence / 2) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        share = hits / n
        centre = (share + z2 / (2 * n)) / (1 + z2 / n)
        half = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # rounding must not push an end beyond the share itself (at 0 and 1 they coincide)
    low, high = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    return Estimate(share, np.minimum(low, share), np.maximum(high, share))


def spread(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> tuple[Any, Any, Any]:
    """Mean, standard deviation (n - 1) and standard error of the mean of n values, from their sum and sum of squares.

    Examples
    --------
    >>> mean, deviation, error = spread(4, 10, 30)  # 1 2 3 4
    >>> [round(float(x), 4) for x in (mean, deviation, error)]
    [2.5, 1.291, 0.6455]
    """
    count, sums, sums2 = (np.asarray(x, dtype=np.float64) for x in (n, total, squares))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sums / count
        variance = np.where(count > 1, (sums2 - sums * mean) / (count - 1), np.nan)
        deviation = np.sqrt(np.maximum(variance, 0))
        return mean, deviation, deviation / np.sqrt(count)


def mean_interval(n: ArrayLike, total: ArrayLike, squares: ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """A mean with Student's interval, from the number of values, their sum and their sum of squares.

    Examples
    --------
    >>> [round(float(x), 2) for x in mean_interval(36, 36 * 22.9, 36 * 58.0**2)]
    [22.9, 4.61, 41.19]
    """
    mean, _, error = spread(n, total, squares)
    return _student(mean, error, n, confidence)


def two_kinds_mean(
    counts: ArrayLike,
    totals: ArrayLike,
    squares: ArrayLike,
    *,
    other: tuple[float, float],
    confidence: float = CONFIDENCE,
) -> Estimate:
    """A mean of values of two kinds that lie far apart, as the points of games lost and games won.

    Where one kind is rare, its number decides the mean and Student's interval is too short on its side: with 15 to 160
    games it holds the mean in 88 to 94 of 100 cases, this one in 94 to 98 (`analysis/interval_coverage.py`).  It adds
    the interval of the share, Wilson's, to those of the mean of each kind as independent errors add up (MOVER: Zou and
    Donner 2008).

    Parameters
    ----------
    counts, totals, squares
        How many values, their sum and sum of squares, [..., kind].
    other
        ``(factor, more)``: where no value is of the first kind, its mean is taken for ``factor * mean + more`` of the
        second's, and the other way round; a game lost costs twice what it would have brought, ``(-2, 0)``.

    Examples
    --------
    >>> mean = two_kinds_mean([2, 8], [-2 * 48, 8 * 24], [2 * 48**2, 8 * 24**2], other=(-2, 0))
    >>> [round(float(x), 1) for x in mean]
    [9.6, -12.7, 19.9]
    """
    n, sums, sums2 = (np.asarray(x, dtype=np.float64) for x in (counts, totals, squares))
    factor, more = other
    total = n.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = sums / n
        rare, usual = means[..., 0], means[..., 1]
        gap = np.where(n[..., 1] > 0, usual, (rare - more) / factor) - np.where(
            n[..., 0] > 0, rare, factor * usual + more
        )
        within = np.where(n > 1, np.maximum(sums2 - sums * means, 0) / (n - 1), 0) * n
        rest = (student_quantile(0.5 + confidence / 2, np.maximum(total - 1, 1)) / total) ** 2 * within.sum(axis=-1)
        share, low, high = wilson(n[..., 0], total, confidence)
        mean = sums.sum(axis=-1) / total
        below, above = (np.sqrt((gap * part) ** 2 + rest) for part in (high - share, share - low))
        below, above = (np.where(total > 1, part, np.nan) for part in (below, above))
    return Estimate(mean, mean - below, mean + above)


def sample_mean(values: ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of independent values with Student's interval; exactly of no width when all are equal.

    Examples
    --------
    >>> [round(float(x), 2) for x in sample_mean([1, 2, 3, 4])]
    [2.5, 0.45, 4.55]
    """
    sample = np.asarray(values, dtype=np.float64)
    n = sample.size
    mean = sample.mean() if n else np.float64(np.nan)
    error = sample.std(ddof=1) / np.sqrt(n) if n > 1 else np.float64(np.nan)
    return _student(mean, error, n, confidence)


class ClusterSums(NamedTuple):
    """Sums over clusters (deals) of which each gives `size` values adding up to `total`."""

    clusters: ArrayLike
    sizes: ArrayLike
    totals: ArrayLike
    sizes_squared: ArrayLike
    totals_squared: ArrayLike
    products: ArrayLike


def cluster_mean(sums: ClusterSums, confidence: float = CONFIDENCE) -> tuple[Estimate, Any]:
    """Mean of all values with its interval and standard error, when values of one cluster depend on each other.

    The ratio estimator (Cochran, Sampling Techniques, 6.4): the error comes from the residuals `total - mean * size` of
    whole clusters, so a bot that sits in two or three seats of a deal is not counted as two or three independent ones.

    Examples
    --------
    >>> one_value_each = ClusterSums(4, 4, 10, 4, 30, 10)  # 1 2 3 4
    >>> round(float(cluster_mean(one_value_each)[1]), 4)
    0.6455
    """
    k, n, total, n2, total2, cross = (np.asarray(x, dtype=np.float64) for x in sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / n
        residuals = np.maximum(total2 - 2 * mean * cross + mean * mean * n2, 0)
        error = np.where(k > 1, np.sqrt(residuals * k / (k - 1)) / n, np.nan)
    return _student(mean, error, k, confidence), error


def cluster_share(sums: ClusterSums, confidence: float = CONFIDENCE) -> Estimate:
    """A share whose trials come in clusters (sizes are trials, totals are successes), within 0 and 1.

    Wilson's interval with as many independent trials as would have the same standard error (Korn and Graubard 1998,
    whose effective sample size it takes).  Few clusters tell little of how alike the trials of one are, and the fewer
    successes are found the smaller that error seems: so the design effect, trials over effective ones, is drawn towards
    what it would be if all trials of a cluster went alike, on a scale of ratios and with the weight of `PRIOR` of the
    rarer outcomes.  That lifts what intervals of some four boards with a success hold from 90 to 95 %.

    Examples
    --------
    >>> one_trial_each = ClusterSums(100, 100, 20, 100, 20, 20)
    >>> [round(float(x), 3) for x in cluster_share(one_trial_each)]
    [0.2, 0.133, 0.289]
    """
    estimate, error = cluster_mean(sums, confidence)
    share = estimate.value
    clusters, trials, successes, squares = (
        np.asarray(x, dtype=np.float64) for x in (sums.clusters, sums.sizes, sums.totals, sums.sizes_squared)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        seen = np.where(error > 0, error**2 * trials / (share * (1 - share)), trials / clusters)
        rarer = np.minimum(successes, trials - successes)
        weight = rarer / (rarer + PRIOR)
        effective = trials / (seen**weight * (squares / trials) ** (1 - weight))
    return wilson(share * effective, effective, confidence)


def _student(mean: Any, error: Any, n: ArrayLike, confidence: float) -> Estimate:
    """The interval of a mean of n values (or clusters) with this standard error."""
    freedom = np.maximum(np.asarray(n, dtype=np.float64) - 1, 1)
    half = student_quantile(0.5 + confidence / 2, freedom) * error
    return Estimate(mean, mean - half, mean + half)


def two_sided_p(value: ArrayLike, error: ArrayLike, n: ArrayLike) -> Any:
    """How often a mean of n values with this standard error would be as far from 0 by chance: Student's test.

    Wallace's transformation to the normal (1959), whose relative error is a few per cent for 10 values and below 1 %
    from 40 on.  Where all values are 0, p is 1.

    Examples
    --------
    >>> round(float(two_sided_p(2.0, 1.0, 1000)), 4), float(two_sided_p(0.0, 0.0, 10))
    (0.0458, 1.0)
    """
    freedom = np.maximum(np.asarray(n, dtype=np.float64) - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(np.asarray(value, dtype=np.float64) / np.asarray(error, dtype=np.float64))
    t = np.where(np.isnan(t), 0.0, t)
    z = (8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(freedom * np.log1p(t * t / freedom))
    return np.vectorize(lambda x: erfc(x / sqrt(2)), otypes=[np.float64])(z)[()]


def simultaneous(confidence: float, comparisons: int) -> float:
    """The confidence each of several intervals needs so that all hold together with `confidence` (Bonferroni).

    Examples
    --------
    >>> round(simultaneous(0.95, 5), 4)
    0.99
    """
    return 1 - (1 - confidence) / max(comparisons, 1)
