"""Do intervals and verdicts hold what they promise?  Repeated runs and comparisons against the truth of a long one.

Run from a clean checkout: ``python analysis/interval_coverage.py [repetitions] [matches]`` (defaults 2,000 and 1,000;
eight minutes on one core).  Everything is printed.  Repetitions are short and share no game with each other or with the
long run that stands for the truth; their numbers were fixed beforehand.  "Above" and "below" are repetitions whose
whole interval lies on that side of the truth: 2.5 % each if the promise of 95 % is kept evenly.

"Rarer" is how many of the rarer outcomes of a share a repetition holds on average, in independent ones: what comes in
the games of one board counts as little as it tells.  Where they are few no interval can hold in just 95 of 100 cases:
only a few whole numbers of them can occur, and the interval of each holds the truth or does not; and of a few boards
nobody can tell how alike the games of one are.  Such figures, below `FEW`, are marked with *.  For shares of
independent games "exact" is what Wilson's interval holds by the binomial distribution itself: what that differs from 95
is discreteness, what the figure differs from that would be a fault.
"""

# %%
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from tempfile import TemporaryDirectory

import numpy as np
from scipy import stats

from skatsim import compare
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.kernel import kernel, mix
from skatsim.reports import frames
from skatsim.reports.comparison.boards import RATIOS, SHARES, count_boards
from skatsim.reports.comparison.result import Comparison, comparison_of
from skatsim.reports.tally import tally
from skatsim.runs.config import RunConfig, make_boards
from skatsim.runs.run import simulate
from skatsim.stats.intervals import ClusterSums, cluster_mean, wilson
from skatsim.table.engine import simulate_games

NUMBERS = [int(text) for text in sys.argv[1:]] if __name__ == "__main__" else []
REPETITIONS = NUMBERS[0] if NUMBERS else 2_000
MATCHES = NUMBERS[1] if len(NUMBERS) > 1 else 1_000
TRUTH_SEED = 999_999_937
HEURISTIC, RANDOM = "heuristic@1", registry.get("random")
FEW = 10
BLOCK = 250
"""Repetitions played at once."""


@cache
def exact(truth, trials):
    """How often Wilson's interval of so many independent trials holds the truth, by the binomial distribution."""
    hits = np.arange(trials + 1)
    _, low, high = wilson(hits, trials)
    return stats.binom.pmf(hits, trials, truth)[(low <= truth) & (truth <= high)].sum()


class Coverage:
    """How often intervals lie around, above and below the truth, by figure.

    A figure is (value, low, high, trials, independent): trials of a share, as many independent ones as tell as much, 0
    of a mean; whether they are independent.  A repetition is so small a `part` of the run that stands for the truth.
    """

    def __init__(self, title, truth, part):
        self.title, self.truth = title, {name: figure[0] for name, figure in truth.items()}
        self.rarer = {name: part * n * min(value, 1 - value) for name, (value, _, _, n, _) in truth.items() if n}
        self.sides, self.exact = defaultdict(Counter), defaultdict(list)

    def add(self, figures):
        """Count one repetition; no interval, no count."""
        for name, (_, low, high, trials, independent) in figures.items():
            truth = self.truth[name]
            if not np.isnan(low):
                self.sides[name]["above" if low > truth else "below" if high < truth else "held"] += 1
                if independent:
                    self.exact[name].append(exact(truth, int(trials)))

    def tell(self):
        """Print the shares, a line a figure."""
        print(
            f"\n{self.title}\n{'':28} {'held %':>6} {'(95 %)':>13} {'above %':>8} {'below %':>8} {'times':>7}", end=""
        )
        print(f" {'exact %':>8} {'rarer':>7}")
        for name, sides in self.sides.items():
            times = sides.total()
            held, low, high = (100 * x for x in wilson(sides["held"], times))
            above, below = (100 * sides[side] / times for side in ("above", "below"))
            told = f"{held:6.1f} {f'({low:.1f}-{high:.1f})':>13} {above:8.1f} {below:8.1f} {times:7,}"
            known = f"{100 * np.mean(self.exact[name]):8.1f}" if self.exact[name] else " " * 8
            rarer = self.rarer.get(name)
            count = "" if rarer is None else f" {rarer:7.1f}{'*' if rarer < FEW else ''}"
            print(f"{name:28} {told} {known}{count}")
        print(flush=True)


# %% a run: shares (Wilson), means (Student, of two kinds), the paired difference of its players

RUN = {"lineup": f"{HEURISTIC},{HEURISTIC},random:top_bid=18"}
RUN_GAMES, TRUTH_GAMES = 500, 3_000_000


def run_figures(rows):
    """{figure: (value, low, high, trials, independent)} of a report's frames; the unit is a game or a deal."""
    counted = tally(rows)
    found = {}
    for name, row in frames.overall(counted).iterrows():
        trials = row["n"] if row["unit"] == "share" else 0
        found[name] = (*row[["value", "low", "high"]], trials, trials > 0)
    for letter, row in frames.by_game_type(counted).iterrows():
        found[f"{letter} won"] = (*row[["won", "won_low", "won_high"]], row["games"], True)
        if row["games"] >= frames.FEW:
            found[f"{letter} score"] = (*row[["score", "score_low", "score_high"]], 0, False)
    for seat, row in frames.by_seat(counted).iterrows():
        found[f"{seat} points"] = (*row[["points", "points_low", "points_high"]], 0, False)
        found[f"{seat} score"] = (*row[["score", "score_low", "score_high"]], 0, False)
    for bid, row in frames.by_bid(counted).iterrows():
        if row["games"] >= frames.FEW and bid in (18, 20, 22, 24, 27):
            found[f"bid {bid} score"] = (*row[["score", "score_low", "score_high"]], 0, False)
            found[f"bid {bid} declaring"] = (*row[["declaring", "declaring_low", "declaring_high"]], 0, False)
    for _, row in frames.differences(counted).iterrows():
        found["difference of players"] = (*row[["difference", "low", "high"]], 0, False)
    return found


def of_runs():
    with TemporaryDirectory() as folder:
        truth = run_figures(simulate(RunConfig(games=TRUTH_GAMES, seed=TRUTH_SEED, **RUN), folder, threads=1))
    told = Coverage(f"Runs of {RUN_GAMES:,} games", truth, RUN_GAMES / TRUTH_GAMES)
    for first in range(0, REPETITIONS, BLOCK):
        rows = simulate(RunConfig(games=BLOCK * RUN_GAMES, seed=1 + first, **RUN), threads=1).table
        for number in range(min(BLOCK, REPETITIONS - first)):
            told.add(run_figures(rows.slice(number * RUN_GAMES, RUN_GAMES)))
    told.tell()


# %% a comparison: the unit is a board


def effective(sums):
    """Independent trials that tell as much of a share as these, whose boards give several each."""
    estimate, error = cluster_mean(ClusterSums(*sums))
    return estimate.value * (1 - estimate.value) / error**2 if error > 0 else 0


def board_figures(result):
    """{figure: (value, low, high, trials, independent)} of a comparison of two bots; shares go by whole boards."""
    row = result.differences.iloc[0]
    found = {"difference": (*row[["difference", "low", "high"]], 0, False)}
    found["list points"] = (*row[["score", "score_low", "score_high"]], 0, False)
    for _, part in result.roles.iterrows():
        found[part["role"]] = (*part[["difference", "low", "high"]], 0, False)
    for number, bot in result.bots.iterrows():
        for place, name in enumerate(RATIOS):
            trials = effective(result.counts.ratios[:, number, place]) if name in SHARES else 0
            found[f"{bot['bot'][0]} {name}"] = (*bot[[name, f"{name}_low", f"{name}_high"]], trials, False)
    won = result.counts.games[:, 1].reshape(6, -1)
    for number, game in result.games.iterrows():
        name = f"{game['bot'][0]} {game['game_type']} won"
        found[name] = (*game[["won", "won_low", "won_high"]], effective(won[:, number]), False)
    return found


def comparisons(bots, boards):
    """Short comparisons that share no deal: parts of long ones."""
    for first in range(0, REPETITIONS, BLOCK):
        run = simulate(make_boards(list(bots), boards=BLOCK * boards, seed=1 + first), threads=1)
        rows = boards * len(run.config.seatings)
        for number in range(min(BLOCK, REPETITIONS - first)):
            part = run.table.slice(number * rows, rows)
            yield Comparison(run, count_boards(run.config, part.to_batches()))


def of_boards(a, b, boards, truth_boards):
    with TemporaryDirectory() as folder:
        truth = board_figures(compare(a, b, boards=truth_boards, seed=TRUTH_SEED, folder=folder, threads=1))
    told = Coverage(f"{a} against {b}, {boards} boards", truth, boards / truth_boards)
    for result in comparisons((a, b), boards):
        told.add({name: figure for name, figure in board_figures(result).items() if figure[2] > figure[1]})
    told.tell()
    return truth["difference"][0]


def of_several(boards=200):
    """All pairs of four bots at once: how often every interval of a comparison holds."""
    bots = [f"random:top_bid={top}" for top in (18, 20, 24, 30)]
    with TemporaryDirectory() as folder:
        long = compare(*bots, boards=100_000, seed=TRUTH_SEED, folder=folder, threads=1)
        truth = long.differences["difference"]
    held = 0
    for result in comparisons(bots, boards):
        frame = result.differences
        held += bool(((frame["low"] <= truth) & (truth <= frame["high"])).all())
    tell_share(f"all six intervals of four bots hold together ({boards} boards)", held, REPETITIONS)


def tell_share(name, count, times):
    share, low, high = (100 * x for x in wilson(count, times))
    print(f"{name}: {share:.1f} % ({low:.1f}-{high:.1f}) of {times:,}", flush=True)


# %% bots that are equally good but do not play the same cards: random, and random with other random words


@kernel
def other_reserve(view, params, workspace, word):
    return RANDOM_RESERVE(view, params, workspace, mix(word))


@kernel
def other_declare(view, params, workspace, word):
    return RANDOM_DECLARE(view, params, workspace, mix(word))


@kernel
def other_discard(view, params, workspace, word):
    return RANDOM_DISCARD(view, params, workspace, mix(word))


@kernel
def other_play(view, params, workspace, word):
    return RANDOM_PLAY(view, params, workspace, mix(word))


RANDOM_RESERVE, RANDOM_DECLARE, RANDOM_DISCARD, RANDOM_PLAY = (
    getattr(RANDOM, name) for name in ("reserve", "declare", "discard", "play")
)
OTHER = replace(RANDOM, reserve=other_reserve, declare=other_declare, discard=other_discard, play=other_play)
TWINS = ("random:top_bid=24", "random:top_bid=24,hand_share=0.4999999")


def with_other_words(seed, first, games, lineup, rules, **kept):
    """The engine, with other random words for the second of `TWINS`."""
    players = [(OTHER if "hand_share" in params else bot, params) for bot, params in lineup.players]
    return simulate_games(seed, first, games, make_lineup(players), rules, **kept)


def of_equals(boards=200):
    verdicts = Counter()
    for seed in range(1, MATCHES + 1):
        run = simulate(make_boards(list(TWINS), boards=boards, seed=seed), threads=1, engine=with_other_words)
        row = comparison_of(run).differences.iloc[0]
        assert row["alike"] < 0.5
        verdicts[row["verdict"]] += 1
    print(f"Bots that are equally good, {boards} boards:")
    tell_share("called better", verdicts["better"], MATCHES)
    tell_share("called worse", verdicts["worse"], MATCHES)


def against_itself(boards=20_000):
    for bot in (HEURISTIC, "random"):
        row = compare(bot, bot, boards=boards, threads=1).differences.iloc[0]
        zero = (row["difference"], row["low"], row["high"], row["score"], row["alike"]) == (0, 0, 0, 0, 1)
        print(f"{bot} against itself, {boards:,} boards: {'exactly 0' if zero else 'NOT 0'}")


# %% the sequential test, looking every 100 boards


def matches(title, wrong, bots, low, high, true, engine=None):
    """How often the test ends with the hypothesis that is wrong, when, and what it then says of the truth."""
    ends, played, held, above, plain = Counter(), [], 0, 0, 0
    for seed in range(1, MATCHES + 1):
        plan = {"low": low, "high": high}
        config = make_boards(list(bots), boards=100_000, seed=seed, sequential=plan, shard_boards=100)
        result = comparison_of(simulate(config, threads=1, engine=engine))
        ends[result.sequential[2]] += 1
        played.append(result.boards)
        row = result.differences.iloc[0]
        held += row["low"] <= true <= row["high"]
        above += row["difference"] > true
        plain += row["mean"] > true
    tell_share(f"{title}, tested {low:.2f} against {high:.2f}: wrong", ends[wrong], MATCHES)
    print(f"  no verdict {ends[None]}; boards: median {np.median(played):,.0f}, most {max(played):,}", flush=True)
    tell_share("  the interval at the stop holds the truth", held, MATCHES)
    tell_share("  the estimate at the stop lies above it", above, MATCHES)
    tell_share("  the plain mean of the boards does", plain, MATCHES)


# %%
if __name__ == "__main__":
    against_itself()
    of_equals()
    matches("Equally good bots", "high", TWINS, 0.0, 12.0, 0.0, with_other_words)
    of_runs()
    of_boards("random:top_bid=18", "random:top_bid=20", 200, 500_000)
    BOTS = (HEURISTIC, f"{HEURISTIC}:boldness=-10")
    true = of_boards(*BOTS, 500, 500_000)
    matches("As good as the second hypothesis says", "low", BOTS, 0.0, true, true)
    matches("As good as the first hypothesis says", "high", BOTS, true, 2 * true, true)
    of_several()
