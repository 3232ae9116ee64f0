"""What a sequential test says of the mean once it has stopped: an estimate and an interval that know why it stopped.

A test that stops when the difference looks large makes the plain mean lean away from the middle of its hypotheses.  The
remedy is the stagewise ordering of clinical trials (Fairbanks and Madsen 1982; Tsiatis, Rosner and Mehta 1984): of two
ways to end, the one that favours a larger mean more is an end at the upper bound, the earlier the more, or at the same
look the larger mean.  The chance to end at least so far up is 1/2 at the estimate, which is so median-unbiased, and
2.5 % and 97.5 % at the ends of its 95 % interval.

Between looks the sum of the values is taken as a walk with normal steps and known variance, that of the values at the
stop; so there must be hundreds of values at a look, as `sprt.MIN_VALUES` sees to.  The chance is integrated look by
look between the bounds with Gauss-Legendre nodes; where the first look that may stop is also the last, all of this is
the plain normal interval.
"""

from dataclasses import dataclass
from math import ceil, erfc, pi, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from skatsim.stats.intervals import Estimate
from skatsim.stats.sprt import MIN_VALUES, SequentialTest

Floats = NDArray[np.float64]
_NODES_A_STEP: Final = 2.6
"""Nodes a standard deviation of a look's step: half as many give the same eight digits."""
_LEAST_NODES: Final = 32
_BISECTIONS: Final = 50


@dataclass(frozen=True)
class Stop:
    """The end of a sequential test.

    Parameters
    ----------
    test
        The test that was made.
    n, mean, variance
        Of the values at the end, n >= 2, variance > 0.
    look
        Values between two looks; the last look may have fewer.

    Examples
    --------
    >>> stop = Stop(SequentialTest(0.0, 1.0), n=2_000, mean=1.0, variance=185.0, look=1_000)
    >>> [round(float(end), 3) for end in stop.estimate(0.95)], round(stop.p(), 4)
    ([0.911, 0.189, 1.547], 0.0156)
    """

    test: SequentialTest
    n: int
    mean: float
    variance: float
    look: int

    def estimate(self, confidence: float) -> Estimate:
        """The median-unbiased estimate of the mean and its interval."""
        tail = (1 - confidence) / 2
        low, middle, high = (self._mean_at(chance) for chance in (tail, 0.5, 1 - tail))
        return Estimate(middle, low, high)

    def p(self) -> float:
        """How often an end would favour a mean off 0 so much on either side, were it 0."""
        chance = self.chance(0.0)
        return 2 * min(chance, 1 - chance)

    def _mean_at(self, chance: float) -> float:
        """The mean under which an end at least so far up has this chance: the chance rises with the mean."""
        low = high = self.mean
        step = sqrt(self.variance / self.n)
        while self.chance(low) > chance:
            low, step = low - step, 2 * step
        step = sqrt(self.variance / self.n)
        while self.chance(high) < chance:
            high, step = high + step, 2 * step
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.chance(middle) < chance else (low, middle)
        return (low + high) / 2

    def chance(self, mean: float) -> float:
        """How often the test would end at least so far up, were this the mean; in units of a look's deviation."""
        unit, middle = sqrt(self.variance * self.look), (self.test.low + self.test.high) / 2
        drift, end = (mean - middle) * self.look / unit, self.n * (self.mean - middle) / unit
        first, looks = ceil(MIN_VALUES / self.look), self.n / self.look
        if ceil(looks) <= first:
            return _above((end - looks * drift) / sqrt(looks))
        scale = self.variance / (self.test.high - self.test.low) / unit
        lower, upper = (bound * scale for bound in self.test.bounds)
        nodes, weights = _nodes(lower, upper)
        going_on = weights * _density((nodes - first * drift) / sqrt(first)) / sqrt(first)
        step = _density(nodes[None, :] - nodes[:, None] - drift) * weights[None, :]
        sums, power = _powers(step, ceil(looks) - 1 - first)
        ended = _above((upper - first * drift) / sqrt(first)) + going_on @ sums @ _each_above(upper - nodes - drift)
        rest = looks - (ceil(looks) - 1)
        at_last = _each_above((end - nodes - rest * drift) / sqrt(rest))
        return float(ended + going_on @ power @ at_last)


def _nodes(lower: float, upper: float) -> tuple[Floats, Floats]:
    """Gauss-Legendre nodes and weights between the bounds."""
    count = max(_LEAST_NODES, ceil(_NODES_A_STEP * (upper - lower)))
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return lower + (upper - lower) * (nodes + 1) / 2, weights * (upper - lower) / 2


def _powers(step: Floats, count: int) -> tuple[Floats, Floats]:
    """The sum of the powers 0 to `count` - 1 of a matrix, and its power `count`, in log2(count) steps."""
    sums, power = np.zeros_like(step), np.eye(len(step))
    for bit in f"{count:b}":
        sums, power = sums + power @ sums, power @ power
        if bit == "1":
            sums, power = sums + power, power @ step
    return sums, power


def _above(x: float) -> float:
    """How often a standard normal value is above x."""
    return erfc(x / sqrt(2)) / 2


_each_above: Final = np.vectorize(_above, otypes=[np.float64])


def _density(x: Floats) -> Floats:
    return np.asarray(np.exp(-x * x / 2) / sqrt(2 * pi), dtype=np.float64)
