"""The exact figures of Skat, found again in two ways.

By enumeration: all 64,512,240 hands of ten cards and all 225,792,840 of twelve (a declarer's hand and skat), compared
with the published figures and, class by class, with combinatorics.  By dealing: games of `skatsim.rules.deals`,
compared with the exact distributions by chi-square.

    python analysis/exact_figures.py [--deals 10000000] [--seed 1]

prints one line for each figure and exits with 1 if one does not fit.  Published figures are taken as correct to their
last digit; a chi-square fits unless its p-value is below 0.00001.
"""

# %%
import argparse
import math
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from scipy import stats

from skatsim.bots.heuristic.evaluation import grand_count, suit_count
from skatsim.kernel import kernel, lowest_index, popcount, stream_key
from skatsim.rules.cards import CARD_NAMES, JACKS, SUIT_BITS, card_points
from skatsim.rules.contracts import BIDS, GameType
from skatsim.rules.deals import DEAL_STREAM, DECK_SIZE, deal_masks
from skatsim.rules.scoring import matador_count

CLUBS, GRAND = int(GameType.CLUBS), int(GameType.GRAND)
TRUMPS: Final = JACKS | SUIT_BITS << (7 * CLUBS)
LEAST_P: Final = 1e-5

JACK_ROW, TRUMP_ROW, SUIT_RUN_ROW, GRAND_RUN_ROW, POINT_ROW = range(5)
ROWS: Final = ("jacks", "trumps", "matadors suit", "matadors grand", "card points")
CLASSES: Final = 121
"""A tally is int64[5 rows, 121 classes]: how many hands have that many jacks, trumps (clubs), matadors, card points."""


# %% What a hand is counted for


@kernel
def count_hand(cards: int, tally: Any) -> None:
    """Add one hand to a tally."""
    tally[JACK_ROW, popcount(cards & JACKS)] += 1
    tally[TRUMP_ROW, popcount(cards & TRUMPS)] += 1
    tally[SUIT_RUN_ROW, abs(matador_count(cards, CLUBS))] += 1
    tally[GRAND_RUN_ROW, abs(matador_count(cards, GRAND))] += 1
    tally[POINT_ROW, card_points(cards)] += 1


@kernel
def count_bids(cards: int, bids: Any) -> None:
    """Add a ten-card hand to the number of those with a suit bid, a grand bid, either (von Stegen: 10 and 6)."""
    suit = 0
    for trump in range(4):
        if suit_count(cards, trump) >= 10:
            suit = 1
    grand = 1 if grand_count(cards) >= 6 else 0
    bids[0] += suit
    bids[1] += grand
    bids[2] += suit | grand


@kernel
def enumerate_hands(size: int, tally: Any, bids: Any) -> int:
    """Tally every hand of `size` cards, with its bids where it has ten; the number of hands."""
    hands = 0
    cards = (1 << size) - 1
    while cards < 1 << 32:
        hands += 1
        count_hand(cards, tally)
        if size == 10:
            count_bids(cards, bids)
        lowest = cards & -cards  # the next larger mask with as many bits (Gosper)
        ripple = cards + lowest
        cards = ripple | (cards ^ ripple) >> (2 + lowest_index(cards))
    return hands


@dataclass(frozen=True)
class Enumeration:
    """All hands of one size: how many, their tally, and the bids by von Stegen's rule (suit, grand, either)."""

    hands: int
    tally: Any
    bids: tuple[int, int, int]

    def shares(self, row: int) -> list[float]:
        """The share of each class of a row of the tally."""
        return [float(count / self.hands) for count in self.tally[row]]


def enumerate_all(size: int) -> Enumeration:
    """Every hand of `size` cards."""
    tally, bids = np.zeros((len(ROWS), CLASSES), np.int64), np.zeros(3, np.int64)
    hands = enumerate_hands(size, tally, bids)
    return Enumeration(int(hands), tally, (int(bids[0]), int(bids[1]), int(bids[2])))


# %% The same by combinatorics


def combinations(size: int) -> list[dict[int, int]]:
    """How many hands of `size` cards fall in each class, row by row, without looking at a hand."""
    return [
        with_so_many_of(4, size),
        with_so_many_of(11, size),
        with_run(11, size),
        with_run(4, size),
        with_points(size),
    ]


def with_so_many_of(special: int, size: int) -> dict[int, int]:
    """Hands by the number of `special` cards (4 jacks, 11 trumps) among the 32."""
    return {k: math.comb(special, k) * math.comb(32 - special, size - k) for k in range(min(special, size) + 1)}


def with_run(length: int, size: int) -> dict[int, int]:
    """Hands by their run of matadors: the top n trumps held and the next missing, or the other way round."""
    ways = defaultdict(int)
    for run in range(1, length + 1):
        decided = run + (run < length)  # the card that ends the run
        ways[run] += math.comb(32 - decided, size - run) if size >= run else 0
        ways[run] += math.comb(32 - decided, size - (decided - run))
    return dict(ways)


def with_points(size: int) -> dict[int, int]:
    """Hands by card points: the coefficients of the product of (1 + x^points y) over the 32 cards."""
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    ways = {(0, 0): 1}
    for name in CARD_NAMES:
        longer: dict[tuple[int, int], int] = defaultdict(int, ways)
        for (cards, points), number in ways.items():
            longer[cards + 1, points + worth.get(name[1], 0)] += number
        ways = longer
    return {points: number for (cards, points), number in sorted(ways.items()) if cards == size}


def split_shares(outstanding: int) -> list[Fraction]:
    """Exact shares of the splits n:0, n-1:1, ... of `outstanding` trumps in the defenders' twenty cards."""

    def one_side(k: int) -> Fraction:
        return Fraction(math.comb(outstanding, k) * math.comb(20 - outstanding, 10 - k), math.comb(20, 10))

    larger = range(outstanding, (outstanding - 1) // 2, -1)
    return [one_side(k) * (1 if 2 * k == outstanding else 2) for k in larger]


# %% A line of the table


@dataclass(frozen=True)
class Figure:
    """One checked figure: `p` is a chi-square's p-value, None where the comparison is exact."""

    name: str
    expected: str
    found: str
    fits: bool
    p: float | None = None

    def __str__(self) -> str:
        p = "exact" if self.p is None else f"{self.p:.4f}"
        return f"{self.name:<42} {self.expected:>24} {self.found:>24} {p:>7}  {'ok' if self.fits else 'DIFFERS'}"


def exact(name: str, expected: int, found: int) -> Figure:
    """A number that must be met."""
    return Figure(name, f"{expected:,}", f"{int(found):,}", expected == found)


def rounded(name: str, expected: str, found: float) -> Figure:
    """A published figure, right to its last digit."""
    digits = len(expected.partition(".")[2])
    return Figure(name, expected, f"{found:.{digits + 2}f}", abs(found - float(expected)) <= 0.500001 * 10**-digits)


def all_rounded(name: str, expected: str, found: Sequence[float], first: int = 0) -> list[Figure]:
    """One line for each published figure of a row; classes are numbered from `first`."""
    return [rounded(f"{name} {first + i}", text, found[first + i]) for i, text in enumerate(expected.split())]


def fitted(name: str, counts: Sequence[int], ways: Sequence[int | Fraction]) -> Figure:
    """Dealt counts against exact proportions; classes with fewer than five expected are joined."""
    total, all_ways = sum(counts), sum(ways)
    observed = np.array([int(count) for count in counts], dtype=np.float64)
    expected = np.array([float(Fraction(way) / all_ways) * total for way in ways])
    rare = expected < 5
    if rare.any():
        observed = np.append(observed[~rare], observed[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    chi2, p = stats.chisquare(observed, expected * (observed.sum() / expected.sum()))
    found = f"chi2 {chi2:.1f}"
    return Figure(name, f"{len(observed) - 1} d.f.", found, bool(p >= LEAST_P) and observed.sum() == total, float(p))


# %% By enumeration

# Published figures, in the digits in which they are printed.
TEN_JACKS = ".203420 .428254 .289071 .073415 .005840"
TEN_TRUMPS = ".005467 .050118 .173486 .297404 .277577 .145728 .042861 .006803 .000537 .000018"
TEN_SUIT = ".443548 .221774 .125417 .077239 .049453 .031864 .020299 .012671 .007711 .004556 .005467"
TEN_GRAND = ".443548 .221774 .125417 .209260"
TWELVE_SUIT = ".483871 .241935 .125695 .067575 .037131 .020525 .011243 .006027 .003131 .001563 .001302"
SKAT_JACKS = ".762097 .225806 .012097"
SPLITS = {4: "8.67 49.54 41.80", 5: "3.25 27.09 69.66", 6: "1.08 13.00 48.76 37.15"}


def counted() -> list[Figure]:
    """Figures that are numbers of possibilities."""
    skat_jacks = with_so_many_of(4, 2)
    figures = [
        exact("bid values", 63, len(BIDS)),
        exact("deals", 2_753_294_408_504_640, math.comb(32, 10) * math.comb(22, 10) * math.comb(12, 10)),
        exact("worlds a defender sees", 42_678_636, math.comb(22, 10) * math.comb(12, 10)),
        *all_rounded("jacks in the skat", SKAT_JACKS, [ways / math.comb(32, 2) for ways in skat_jacks.values()]),
    ]
    for outstanding, published in SPLITS.items():
        for short, (text, share) in enumerate(zip(published.split(), split_shares(outstanding), strict=True)):
            name = f"{outstanding} outstanding trumps {outstanding - short}:{short}, %"
            figures.append(rounded(name, text, float(100 * share)))
    return figures + moments("skat", with_points(2), "7.5", "5.7677")


def moments(name: str, ways: dict[int, int], mean: str, deviation: str) -> list[Figure]:
    """Mean and standard deviation of card points, exactly."""
    total = sum(ways.values())
    centre = Fraction(sum(points * number for points, number in ways.items()), total)
    spread = math.sqrt(sum(number * (points - centre) ** 2 for points, number in ways.items()) / total)
    return [
        rounded(f"card points of the {name}, mean", mean, float(centre)),
        rounded(f"card points of the {name}, SD", deviation, spread),
    ]


def by_enumeration(ten: Enumeration, twelve: Enumeration | None = None) -> list[Figure]:
    """Published figures of ten-card hands, and of a declarer's twelve cards where those were enumerated too."""
    suit, grand, either = ten.bids
    runs = ten.shares(SUIT_RUN_ROW)
    figures = [
        exact("ten-card hands", 64_512_240, ten.hands),
        exact("von Stegen: suit from 10", 18_784_764, suit),
        exact("von Stegen: grand from 6", 5_478_176, grand),
        rounded("von Stegen: suit, %", "29.118", 100 * suit / ten.hands),
        rounded("von Stegen: grand, %", "8.492", 100 * grand / ten.hands),
        rounded("von Stegen: either, %", "29.210", 100 * either / ten.hands),
        *all_rounded("jacks in ten cards", TEN_JACKS, ten.shares(JACK_ROW)),
        *all_rounded("trumps in ten cards", TEN_TRUMPS, ten.shares(TRUMP_ROW)),
        *all_rounded("matadors of ten, suit", TEN_SUIT, runs, first=1),
        rounded("matadors of ten, suit, mean", "2.42932", sum(n * share for n, share in enumerate(runs))),
        *all_rounded("matadors of ten, grand", TEN_GRAND, ten.shares(GRAND_RUN_ROW), first=1),
        *moments("ten-card hand", {n: int(count) for n, count in enumerate(ten.tally[POINT_ROW])}, "37.5", "11.0443"),
        *by_combinatorics(10, ten),
    ]
    if twelve:
        figures += all_rounded("matadors of twelve, suit", TWELVE_SUIT, twelve.shares(SUIT_RUN_ROW), first=1)
        figures += by_combinatorics(12, twelve)
    return figures


def by_combinatorics(size: int, enumeration: Enumeration) -> list[Figure]:
    """Every class of every row, as whole numbers."""
    figures = []
    for row, ways in enumerate(combinations(size)):
        same = sum(int(enumeration.tally[row, n] == ways.get(n, 0)) for n in range(CLASSES))
        figures.append(exact(f"{ROWS[row]} of {size}: classes as counted", CLASSES, same))
    return figures


# %% By dealing

HANDS: Final = ("forehand", "middlehand", "rearhand", "skat", "forehand and skat")


@kernel
def deal_and_count(key: int, games: int, deck: Any, tallies: Any, places: Any, splits: Any) -> None:
    """Tally the hands of `HANDS` in games [0, games), where each card lies, and how clubs split against forehand.

    `tallies` is int64[5, rows, classes], `places` int64[32 cards, 4 hands], `splits` int64[12, 12]: trumps neither in
    forehand's hand nor in the skat, by trumps in the longer of the other two hands.
    """
    for game in range(games):
        hands = deal_masks(key, game, deck)
        for place in range(4):
            count_hand(hands[place], tallies[place])
            rest = hands[place]
            while rest:
                places[lowest_index(rest), place] += 1
                rest &= rest - 1
        count_hand(hands[0] | hands[3], tallies[4])
        middle, rear = popcount(hands[1] & TRUMPS), popcount(hands[2] & TRUMPS)
        splits[middle + rear, max(middle, rear)] += 1


def by_dealing(games: int, seed: int) -> list[Figure]:
    """Ten million deals, say, against the exact distributions."""
    tallies = np.zeros((len(HANDS), len(ROWS), CLASSES), np.int64)
    places, splits = np.zeros((32, 4), np.int64), np.zeros((12, 12), np.int64)
    deal_and_count(stream_key(seed, DEAL_STREAM), games, np.empty(DECK_SIZE, np.int64), tallies, places, splits)
    figures = []
    for hand, size, tally in zip(HANDS, (10, 10, 10, 2, 12), tallies, strict=True):
        for row, ways in enumerate(combinations(size)):
            all_ways = [ways.get(n, 0) for n in range(CLASSES)]
            figures.append(fitted_or_impossible(f"{ROWS[row]}, {hand}", tally[row], all_ways))
    for outstanding in range(2, 10):
        longer = range(outstanding, (outstanding - 1) // 2, -1)
        counts = [int(splits[outstanding, k]) for k in longer]
        if sum(counts) >= 100:
            figures.append(fitted(f"splits of {outstanding} outstanding trumps", counts, split_shares(outstanding)))
    figures.append(where_cards_lie(places))
    return figures


def fitted_or_impossible(name: str, counts: Any, ways: Sequence[int]) -> Figure:
    """`fitted` over the possible classes; a count in an impossible one differs whatever the rest."""
    possible = [n for n, way in enumerate(ways) if way]
    if sum(int(counts[n]) for n in possible) != int(counts.sum()):
        return Figure(name, "possible classes", "an impossible hand", False, 0.0)
    return fitted(name, [int(counts[n]) for n in possible], [ways[n] for n in possible])


def where_cards_lie(places: Any) -> Figure:
    """Each card against 10 : 10 : 10 : 2; the least of 32 p-values, times 32."""
    least = min(float(stats.chisquare(row, np.array([10, 10, 10, 2]) / 32 * row.sum()).pvalue) for row in places)
    p = min(1.0, 32 * least)
    return Figure("where each of the 32 cards lies", "3 d.f. each", f"least p {least:.4f}", p >= LEAST_P, p)


# %% The table


def main() -> int:
    """Print every figure; 1 if one differs."""
    parser = argparse.ArgumentParser(description="Exact figures of Skat by enumeration and by dealing.")
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'figure':<42} {'expected':>24} {'found':>24} {'p':>7}")
    failures, number = 0, 0
    for title, figures in (
        ("by counting", counted),
        ("by enumeration", lambda: by_enumeration(enumerate_all(10), enumerate_all(12))),
        (f"by dealing {options.deals:,} games of seed {options.seed}", lambda: by_dealing(options.deals, options.seed)),
    ):
        start = time.process_time()
        lines = figures()
        print(f"-- {title} ({time.process_time() - start:.1f} s CPU)", *lines, sep="\n")
        failures, number = failures + sum(not figure.fits for figure in lines), number + len(lines)
    print(f"{number} figures, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
