"""Do intervals and verdicts hold what they promise?  Repeated runs and comparisons against the truth of a long one.

Run from a clean checkout: ``python analysis/coverage.py [repetitions]`` (default 1,000; seven minutes on one core).
Everything is printed.  Repetitions are short and share no game with each other or with the long run that stands for
the truth; their numbers were fixed beforehand.  "Above" and "below" are repetitions whose whole interval lies on that
side of the truth: 2.5 % each if the promise of 95 % is kept evenly.
"""

# %%
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from tempfile import TemporaryDirectory

import numpy as np

from skatsim import compare
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.kernel import kernel, mix
from skatsim.reports import frames
from skatsim.reports.comparison.result import comparison_of
from skatsim.reports.tally import tally
from skatsim.runs.config import RunConfig, make_boards
from skatsim.runs.run import simulate
from skatsim.stats.intervals import wilson
from skatsim.table.engine import simulate_games

REPETITIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
TRUTH_SEED = 999_999_937
RANDOM = registry.get("random")


class Coverage:
    """How often intervals lie around, above and below the truth, by figure."""

    def __init__(self, title, truth):
        self.title, self.truth, self.sides = title, truth, defaultdict(Counter)

    def add(self, figures):
        """Count one repetition's {figure: (low, high)}; no interval, no count."""
        for name, (low, high) in figures.items():
            if not np.isnan(low):
                truth = self.truth[name]
                self.sides[name]["above" if low > truth else "below" if high < truth else "held"] += 1

    def tell(self):
        """Print the shares, a line a figure."""
        print(f"\n{self.title}\n{'':28} {'held %':>6} {'(95 %)':>13} {'above %':>8} {'below %':>8} {'times':>7}")
        for name, sides in self.sides.items():
            times = sides.total()
            held, low, high = (100 * x for x in wilson(sides["held"], times))
            above, below = (100 * sides[side] / times for side in ("above", "below"))
            print(f"{name:28} {held:6.1f} {f'({low:.1f}-{high:.1f})':>13} {above:8.1f} {below:8.1f} {times:7,}")
        print(flush=True)


# %% a run: shares (Wilson), means (Student), the paired difference of its players; the unit is a game or a deal

RUN = {"lineup": "heuristic,heuristic,random:top_bid=18"}
RUN_GAMES = 500


def run_figures(rows):
    """{figure: (value, low, high)} of a report's frames."""
    counted = tally(rows)
    found = {name: row[["value", "low", "high"]] for name, row in frames.overall(counted).iterrows()}
    for letter, row in frames.by_game_type(counted).iterrows():
        found[f"{letter} won"] = row[["won", "won_low", "won_high"]]
        found[f"{letter} score"] = row[["score", "score_low", "score_high"]]
    for seat, row in frames.by_seat(counted).iterrows():
        found[f"{seat} points"] = row[["points", "points_low", "points_high"]]
    for _, row in frames.differences(counted).iterrows():
        found["difference of players"] = row[["difference", "low", "high"]]
    return {name: tuple(map(float, values)) for name, values in found.items()}


def of_runs():
    with TemporaryDirectory() as folder:
        truth = run_figures(simulate(RunConfig(games=3_000_000, seed=TRUTH_SEED, **RUN), folder, threads=1))
    told = Coverage(f"Runs of {RUN_GAMES:,} games", {name: value for name, (value, _, _) in truth.items()})
    rows = simulate(RunConfig(games=REPETITIONS * RUN_GAMES, seed=1, **RUN), threads=1).table
    for number in range(REPETITIONS):
        figures = run_figures(rows.slice(number * RUN_GAMES, RUN_GAMES))
        told.add({name: (low, high) for name, (_, low, high) in figures.items()})
    told.tell()


# %% a comparison: the unit is a board


def board_figures(result):
    """{figure: (value, low, high)} of a comparison of two bots."""
    row = result.differences.iloc[0]
    found = {"difference": (row["difference"], row["low"], row["high"])}
    found["list points"] = (row["score"], row["score_low"], row["score_high"])
    for _, part in result.roles.iterrows():
        found[part["role"]] = (part["difference"], part["low"], part["high"])
    for _, bot in result.bots.iterrows():
        for name in ("declared", "won", "overbid", "value", "points", "defence"):
            found[f"{bot['bot'][0]} {name}"] = tuple(bot[[name, f"{name}_low", f"{name}_high"]])
    for _, game in result.games.iterrows():
        found[f"{game['bot'][0]} {game['game_type']} won"] = tuple(game[["won", "won_low", "won_high"]])
    return found


def of_boards(a, b, boards, truth_boards):
    with TemporaryDirectory() as folder:
        truth = board_figures(compare(a, b, boards=truth_boards, seed=TRUTH_SEED, folder=folder, threads=1))
    told = Coverage(f"{a} against {b}, {boards} boards", {name: value for name, (value, _, _) in truth.items()})
    for seed in range(1, REPETITIONS + 1):
        figures = board_figures(compare(a, b, boards=boards, seed=seed, threads=1))
        told.add({name: (low, high) for name, (_, low, high) in figures.items() if high > low})
    told.tell()
    return truth["difference"][0]


def of_several(boards=200):
    """All pairs of four bots at once: how often every interval of a comparison holds."""
    bots = [f"random:top_bid={top}" for top in (18, 20, 24, 30)]
    with TemporaryDirectory() as folder:
        long = compare(*bots, boards=200_000, seed=TRUTH_SEED, folder=folder, threads=1)
        truth = long.differences["difference"]
    held = 0
    for seed in range(1, REPETITIONS + 1):
        frame = compare(*bots, boards=boards, seed=seed, threads=1).differences
        held += bool(((frame["low"] <= truth) & (truth <= frame["high"])).all())
    tell_share(f"all six intervals of four bots hold together ({boards} boards)", held)


def tell_share(name, count):
    share, low, high = (100 * x for x in wilson(count, REPETITIONS))
    print(f"{name}: {share:.1f} % ({low:.1f}-{high:.1f}) of {REPETITIONS:,}", flush=True)


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
    for seed in range(1, REPETITIONS + 1):
        run = simulate(make_boards(list(TWINS), boards=boards, seed=seed), threads=1, engine=with_other_words)
        row = comparison_of(run).differences.iloc[0]
        assert row["alike"] < 0.5
        verdicts[row["verdict"]] += 1
    print(f"Bots that are equally good, {boards} boards:")
    tell_share("called better", verdicts["better"])
    tell_share("called worse", verdicts["worse"])


def against_itself(boards=20_000):
    for bot in ("heuristic", "random"):
        row = compare(bot, bot, boards=boards, threads=1).differences.iloc[0]
        zero = (row["difference"], row["low"], row["high"], row["score"], row["alike"]) == (0, 0, 0, 0, 1)
        print(f"{bot} against itself, {boards:,} boards: {'exactly 0' if zero else 'NOT 0'}")


# %% the sequential test, looking every 100 boards


def matches(title, wrong, bots, low, high, engine=None):
    """How often the test ends with the hypothesis that is wrong, and after how many boards."""
    ends, played = Counter(), []
    for seed in range(1, REPETITIONS + 1):
        plan = {"low": low, "high": high}
        config = make_boards(list(bots), boards=100_000, seed=seed, sequential=plan, shard_boards=100)
        result = comparison_of(simulate(config, threads=1, engine=engine))
        ends[result.sequential[2]] += 1
        played.append(result.boards)
    tell_share(f"{title}, tested {low:.2f} against {high:.2f}: wrong", ends[wrong])
    print(f"  no verdict {ends[None]}; boards: median {np.median(played):,.0f}, most {max(played):,}", flush=True)


# %%
if __name__ == "__main__":
    against_itself()
    of_equals()
    matches("Equally good bots", "high", TWINS, 0.0, 12.0, with_other_words)
    of_runs()
    of_boards("random:top_bid=18", "random:top_bid=20", 200, 500_000)
    BOTS = ("heuristic", "heuristic:boldness=-10")
    true = of_boards(*BOTS, 500, 500_000)
    matches("As good as the second hypothesis says", "low", BOTS, 0.0, true)
    matches("As good as the first hypothesis says", "high", BOTS, true, 2 * true)
    of_several()
