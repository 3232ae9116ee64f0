"""Intervals and errors as pure maths, apart from Skat: shares with Wilson's interval, means with Student's.

Everything works on sums, so that a stream of any length needs no more than its counts.  All intervals are two-sided;
`CONFIDENCE` is what the reports print.  Inputs may be numbers or arrays, shares and means come back as float64 arrays
of the broadcast shape (NaN where there is nothing to divide by).
"""

from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np

CONFIDENCE: Final = 0.95


class Estimate(NamedTuple):
    """A value with the ends of its interval, each a float64 array (or scalar) of the same shape."""

    value: Any
    low: Any
    high: Any


def normal_quantile(probability: float) -> float:
    """The standard normal's quantile.

    Examples
    --------
    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return NormalDist().inv_cdf(probability)


def student_quantile(probability: float, freedom: Any) -> Any:
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


def wilson(successes: Any, trials: Any, confidence: float = CONFIDENCE) -> Estimate:
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


def spread(n: Any, total: Any, squares: Any) -> tuple[Any, Any, Any]:
    """Mean, standard deviation (n - 1) and standard error of the mean of n values, from their sum and sum of squares.

    Examples
    --------
    >>> mean, deviation, error = spread(4, 10, 30)  # 1 2 3 4
    >>> [round(float(x), 4) for x in (mean, deviation, error)]
    [2.5, 1.291, 0.6455]
    """
    n, total, squares = (np.asarray(x, dtype=np.float64) for x in (n, total, squares))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / n
        variance = np.where(n > 1, (squares - total * mean) / (n - 1), np.nan)
        deviation = np.sqrt(np.maximum(variance, 0))
        return mean, deviation, deviation / np.sqrt(n)


def mean_interval(n: Any, total: Any, squares: Any, confidence: float = CONFIDENCE) -> Estimate:
    """A mean with Student's interval, from the number of values, their sum and their sum of squares.

    Examples
    --------
    >>> [round(float(x), 2) for x in mean_interval(36, 36 * 22.9, 36 * 58.0**2)]
    [22.9, 4.61, 41.19]
    """
    mean, _, error = spread(n, total, squares)
    freedom = np.maximum(np.asarray(n, dtype=np.float64) - 1, 1)
    half = student_quantile(0.5 + confidence / 2, freedom) * error
    return Estimate(mean, mean - half, mean + half)


class ClusterSums(NamedTuple):
    """Sums over clusters (deals) of which each gives `size` values adding up to `total`."""

    clusters: Any
    sizes: Any
    totals: Any
    sizes_squared: Any
    totals_squared: Any
    products: Any


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
    half = student_quantile(0.5 + confidence / 2, np.maximum(k - 1, 1)) * error
    return Estimate(mean, mean - half, mean + half), error
