"""What a comparison in duplicate says."""

from scipy import stats

from skatsim.stats.intervals import sample_mean
from skatsim.table.duplicate import Comparison


def test_plus_minus_is_half_of_the_95_per_cent_interval():
    boards = range(40)
    half = stats.t.ppf(0.975, 39) * stats.sem(boards)
    assert str(Comparison(40, sample_mean(boards), sample_mean([-3] * 40))) == (
        f"+19.500 ±{half:.3f} tournament points a deal, "
        "-3.000 ±0.000 list points (40 boards; ±: half of the 95 % interval)"
    )
