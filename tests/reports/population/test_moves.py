"""Limits moved: against the referee, game by game, and the sums over deals against plain loops."""

from collections import defaultdict

import numpy as np
import pytest

from skatsim.bots.bot import make_lineup
from skatsim.reports.population.moves import SHIFTS, Replayed, cluster_sums
from skatsim.runs.config import RunConfig
from skatsim.runs.executors import ProgressMeter, SerialExecutor, ThreadExecutor
from skatsim.runs.manifest import claim_of
from skatsim.stats.intervals import sample_mean
from tests.conftest import COMPILED
from tests.reports.population import naive

LINEUPS = {
    "heuristic": "heuristic,heuristic,heuristic",
    "mixed": "heuristic,random:top_bid=24,random:top_bid=30",
}


def moves(config, deals, executor=None, seat=None):
    claim = claim_of(config)
    replayed = Replayed(claim, seat).moves(deals, executor or SerialExecutor(), ProgressMeter(deals))
    return replayed, [player.label for player in claim.players]


def naive_values(config, deals, labels, seats=range(3)):
    """By (label, group, steps): deal by deal the values of its seats."""
    lineup = make_lineup(config.players())
    found = defaultdict(lambda: defaultdict(list))
    for game in range(deals):
        for seat in seats:
            label = labels[(game + seat) % 3]
            reserve = naive.first_reserve(config.seed, game, lineup, seat, config.rules)
            before = naive.points(naive.play(config.seed, game, lineup, rules=config.rules), seat)
            for steps in SHIFTS:
                moved = naive.play(config.seed, game, lineup, seat, steps, config.rules)
                after = naive.points(moved, seat)
                values = (after[0] - before[0], after[1] - before[1], after[2] != before[2], moved.declarer == seat)
                for group in ("all", "would bid" if reserve else "would pass", reserve):
                    found[label, group, steps][game].append(values)
    return found


def same(frame, column, values):
    assert len(frame) == len(values)
    for row in frame.to_dict("records"):
        by_deal = values[row["bot"], row[column], row["steps"]]
        every = np.array([value for deal in by_deal.values() for value in deal], dtype=float)
        assert (row["deals"], row["moved"]) == (len(by_deal), len(every))
        told = [row[name] for name in ("tournament", "score", "changed", "declared")]
        np.testing.assert_allclose(told, every.mean(axis=0))


@pytest.mark.parametrize("rules", ["isko", "web-99"])
@pytest.mark.parametrize("lineup", LINEUPS)
def test_every_seat_and_step_as_the_referee_plays_it(lineup, rules, scaled):
    config = RunConfig(games=100, seed=3, lineup=LINEUPS[lineup], rules=rules)
    deals = max(scaled(12), 2)
    found, labels = moves(config, deals)
    values = naive_values(config, deals, labels)
    groups = {key: deals for key, deals in values.items() if isinstance(key[1], str)}
    same(found.frame, "seats", groups)
    same(found.by_reserve, "reserve", {key: deals for key, deals in values.items() if key not in groups})


def test_without_a_shift_nothing_changes():
    found, _ = moves(RunConfig(games=100, lineup=LINEUPS["mixed"]), 100 if COMPILED else 3)
    still = found.frame[found.frame["steps"] == 0]
    measures = ["tournament", "tournament_low", "tournament_high", "score", "score_low", "score_high", "changed"]
    assert (still[measures] == 0).all().all()


def test_one_seat_alone_has_one_value_a_deal(scaled):
    config, deals = RunConfig(games=100, seed=3), max(scaled(8), 2)
    found, labels = moves(config, deals, seat=1)
    values = naive_values(config, deals, labels, seats=[1])
    frame = found.frame[found.frame["seats"] == "all"]
    for row in frame.to_dict("records"):
        sample = [deal[0][0] for deal in values[row["bot"], "all", row["steps"]].values()]
        np.testing.assert_allclose([row[f"tournament{end}"] for end in ("", "_low", "_high")], sample_mean(sample))


def test_chunks_and_threads_change_nothing(monkeypatch):
    config = RunConfig(games=100, lineup=LINEUPS["mixed"])
    deals = 60 if COMPILED else 4
    whole, _ = moves(config, deals)
    monkeypatch.setattr("skatsim.reports.population.moves.chunk_size", lambda pace: 7 * 13)
    parts, _ = moves(config, deals, ThreadExecutor(2))
    np.testing.assert_array_equal(whole.sums, parts.sums)


def test_sums_over_deals_are_those_of_whole_deals():
    generator = np.random.default_rng(1)
    groups, values = generator.integers(-1, 3, (200, 3)), generator.integers(-90, 90, (200, 3))
    sums = np.zeros((3, 6), dtype=np.int64)
    for deal in range(200):
        for group in range(3):
            mine = [int(values[deal, seat]) for seat in range(3) if groups[deal, seat] == group]
            n, total = len(mine), sum(mine)
            sums[group] += [n > 0, n, total, n * n, total * total, n * total]
    np.testing.assert_array_equal(cluster_sums(groups, values, 3), sums)
