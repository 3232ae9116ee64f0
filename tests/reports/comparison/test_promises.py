"""What a comparison promises, on many short ones: intervals hold, equals are seldom told apart, the test seldom errs.

At full scale: `analysis/interval_coverage.py`.
"""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import skatsim
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.kernel import kernel, mix
from skatsim.reports.comparison.boards import count_boards
from skatsim.reports.comparison.result import Comparison, comparison_of
from skatsim.runs.config import make_boards
from skatsim.runs.run import simulate
from skatsim.table.engine import simulate_games
from tests.conftest import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of games")
RANDOM = registry.get("random")
RESERVE, DECLARE, DISCARD, PLAY = (getattr(RANDOM, name) for name in ("reserve", "declare", "discard", "play"))
TIMES, BOARDS, MATCHES = 150, 80, 40


@kernel
def other_reserve(view, params, workspace, word):
    return RESERVE(view, params, workspace, mix(word))


@kernel
def other_declare(view, params, workspace, word):
    return DECLARE(view, params, workspace, mix(word))


@kernel
def other_discard(view, params, workspace, word):
    return DISCARD(view, params, workspace, mix(word))


@kernel
def other_play(view, params, workspace, word):
    return PLAY(view, params, workspace, mix(word))


TWIN = replace(RANDOM, reserve=other_reserve, declare=other_declare, discard=other_discard, play=other_play)
"""As good as `random`, with other random words: it plays other cards."""
TWINS = ["random:top_bid=24", "random:top_bid=24,hand_share=0.4999999"]


def engine(seed, first, games, lineup, rules, **kept):
    """The second of `TWINS` becomes the twin."""
    players = [(TWIN if "hand_share" in params else bot, params) for bot, params in lineup.players]
    return simulate_games(seed, first, games, make_lineup(players), rules, **kept)


def parts(run):
    """A run of many boards as `TIMES` comparisons of `BOARDS` boards, none of which shares a deal with another."""
    rows = BOARDS * len(run.config.seatings)
    for first in range(0, TIMES * rows, rows):
        yield Comparison(run, count_boards(run.config, run.table.slice(first, rows).to_batches()))


def figures(result):
    row = result.differences.iloc[0]
    found = {"difference": (row["difference"], row["low"], row["high"])}
    found["score"] = (row["score"], row["score_low"], row["score_high"])
    for number, bot in result.bots.iterrows():
        for name in ("declared", "won", "value", "defence"):
            found[name, number] = tuple(bot[[name, f"{name}_low", f"{name}_high"]])
    for number, game in result.games.iterrows():
        found["won of a type", number] = tuple(game[["won", "won_low", "won_high"]])
    return found


def test_95_per_cent_intervals_hold_in_95_of_100():
    bots = ["random:top_bid=18,game=4", "random:top_bid=20,game=0"]
    truth = figures(skatsim.compare(*bots, boards=100_000, seed=99))
    held, times = Counter(), Counter()
    for part in parts(simulate(make_boards(bots, boards=TIMES * BOARDS, seed=5))):
        for name, (_, low, high) in figures(part).items():
            times[name] += not np.isnan(low)
            held[name] += low <= truth[name][0] <= high
    for name in ("difference", "score", *(name for name in truth if isinstance(name, tuple))):
        if times[name] == TIMES:
            assert stats.binomtest(held[name], TIMES, 0.95).pvalue > 1e-3, name
    assert times["won of a type", 4] == TIMES, "grands of the first bot are among what was checked"


def test_equals_are_seldom_told_apart():
    run = simulate(make_boards(TWINS, boards=TIMES * BOARDS, seed=6), engine=engine)
    verdicts = Counter(part.differences.loc[0, "verdict"] for part in parts(run))
    assert comparison_of(run).differences.loc[0, "alike"] < 0.5, "they play differently"
    wrong = TIMES - verdicts["no difference found"]
    assert stats.binomtest(wrong, TIMES, 0.05, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize(("low", "high", "wrong"), [(0, 7, "high"), (-7, 0, "low")])
def test_the_sequential_test_seldom_errs(low, high, wrong):
    """Equals, where the first or the second hypothesis holds; it looks every 100 boards."""
    ends = Counter()
    for seed in range(MATCHES):
        config = make_boards(
            TWINS,
            boards=20_000,
            seed=seed,
            shard_boards=100,
            sequential={"low": low, "high": high, "alpha": 0.1, "beta": 0.1},
        )
        ends[comparison_of(simulate(config, engine=engine)).sequential[2]] += 1
    assert ends[None] == 0
    assert stats.binomtest(ends[wrong], MATCHES, 0.1, alternative="greater").pvalue > 1e-3
