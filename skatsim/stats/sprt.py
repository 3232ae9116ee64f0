"""The sequential test of a mean: stop as soon as the data say which of two hypotheses holds (GSPRT).

Wald's sequential probability ratio test of H0 "the mean is `low`" against H1 "the mean is `high`" of independent values
(boards, pairs of games), generalised to an unknown variance as chess-engine testing does (fishtest): the variance is
that of the values so far.  With n values of mean m and variance v the log-likelihood ratio is

    n (high - low) (2 m - low - high) / (2 v)

and the test stops at log(beta / (1 - alpha)) for H0 or log((1 - beta) / alpha) for H1: H1 is then accepted with
probability alpha at most where H0 holds, H0 with beta at most where H1 does.  The mean at the stop leans away from the
middle; `skatsim.stats.stopped` has an estimate that does not.
"""

from dataclasses import dataclass
from math import log
from typing import Final

MIN_VALUES: Final = 200
"""No verdict before: the variance is not known well enough."""


@dataclass(frozen=True)
class SequentialTest:
    """Two hypotheses on a mean and the errors that are allowed.

    Parameters
    ----------
    low, high
        The mean under H0 and under H1, ``low < high``.
    alpha, beta
        Probability of accepting H1 where H0 holds, and H0 where H1 holds, each above 0 and below 0.5.

    Examples
    --------
    >>> test = SequentialTest(0.0, 1.0)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> round(test.ratio(n=1000, mean=0.9, variance=100.0), 2), test.verdict(n=1000, mean=0.9, variance=100.0)
    (4.0, 'high')
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, n: int, mean: float, variance: float) -> float:
        """The log-likelihood ratio of H1 to H0 after n values; 0 while there is nothing to judge by.

        Values that are all equal tell no variance, so they give no verdict, however many they are.
        """
        if n < MIN_VALUES or variance <= 0:
            return 0.0
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def verdict(self, n: int, mean: float, variance: float) -> str | None:
        """``"low"`` or ``"high"`` once a bound is reached, None to go on."""
        ratio = self.ratio(n, mean, variance)
        lower, upper = self.bounds
        return "high" if ratio >= upper else "low" if ratio <= lower else None
