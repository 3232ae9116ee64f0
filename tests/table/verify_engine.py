"""Compare the compiled engine with the referee, every column of every game, under many rule sets.

Run from the repository's root:  python -m tests.table.verify_engine --games 1000000
One line per rule set: games compared, games and columns that differ; exit code 1 if any does.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, fields
from functools import cache
from multiprocessing import get_context
from os import cpu_count
from typing import Any

import numpy as np

from skatsim.bots import random, registry
from skatsim.bots.bot import Lineup, make_lineup
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.table.engine import simulate_games
from skatsim.table.referee import PlayedGame, play_game
from tests.table import probing

RULE_SETS: dict[str, RuleSet] = {
    **PRESETS,
    "best-trump": RuleSet(null_below_bid="best_trump"),
    "next-null": RuleSet(null_below_bid="next_null"),
    "no-points": RuleSet(schwarz="no_points"),
    "all-switches": RuleSet(
        lost_hand="single",
        schwarz="no_points",
        hand_levels="table",
        void="must_trump",
        missed_announcement="single",
        null_below_bid="next_null",
        ladder_top=60,
    ),
    "club": RuleSet(lost_hand="single", missed_announcement="single", null_below_bid="best_trump", ladder_top=192),
}
"""The presets, then the switches no preset turns."""

CHUNK = 5_000


@cache
def lineups() -> tuple[Lineup, ...]:
    """Bots that bid anything, that look at everything they are shown, that bid low, so that games are won too, and that
    play well, one of them too boldly.
    """
    heuristic = registry.get("heuristic")
    low = [{"top_bid": 24, "hand_share": 0.2}, {"top_bid": 33, "hand_share": 0.1}, {"top_bid": 18, "hand_share": 0.5}]
    return (
        make_lineup([(random.BOT, {})] * 3),
        make_lineup([(probing.BOT, {})] * 3),
        make_lineup([(probing.BOT, params) for params in low]),
        make_lineup([(heuristic, {}), (heuristic, {"boldness": 60}), (heuristic, {"announce": 4, "hand": 2})]),
    )


@dataclass
class Comparison:
    """Games compared and what differed, by column; `first` describes the first difference."""

    games: int = 0
    games_different: int = 0
    by_column: Counter[str] = field(default_factory=Counter)
    first: str = ""

    def __iadd__(self, other: "Comparison") -> "Comparison":
        self.games += other.games
        self.games_different += other.games_different
        self.by_column += other.by_column
        self.first = self.first or other.first
        return self


def compare(
    seed: int, first_game: int, games: int, lineup: Lineup, rules: RuleSet, *, compiled: bool = True
) -> Comparison:
    """Play the games twice and compare all columns, deals and plays.

    The referee asks the bots' compiled functions, or (`compiled` False) the same ones as plain Python.
    """
    chunk = simulate_games(seed, first_game, games, lineup, rules, deals=True, plays=True)
    engine = {**chunk.outcomes._asdict(), **chunk.deals._asdict(), "plays": chunk.plays}
    names = [column.name for column in fields(PlayedGame)]
    if set(engine) != set(names):
        raise AssertionError(f"columns of only one side: {sorted(set(engine) ^ set(names))}")
    referee = [play_game(seed, first_game + row, lineup, rules, compiled=compiled) for row in range(games)]
    different = np.zeros(games, dtype=bool)
    found = Comparison(games)
    for name in names:
        expected: Any = np.array([getattr(row, name) for row in referee])
        unequal = (engine[name] != expected).reshape(games, -1).any(axis=1)
        different |= unequal
        if unequal.any():
            found.by_column[name] += int(unequal.sum())
            row = int(unequal.argmax())
            found.first = found.first or (
                f"seed {seed} game {first_game + row} {name}: engine {engine[name][row]}, referee {expected[row]}"
            )
    found.games_different = int(different.sum())
    return found


def _work(rule_name: str, seed: int, first_game: int, games: int) -> tuple[str, Comparison]:
    choices = lineups()
    lineup = choices[first_game // CHUNK % len(choices)]
    return rule_name, compare(seed, first_game, games, lineup, RULE_SETS[rule_name])


def _chunks(games: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, CHUNK):
        yield first, min(CHUNK, games - first)


def _progress(done: int, total: int, started: float) -> None:
    seconds = time.monotonic() - started
    rate = done / seconds if seconds else 0.0
    left = (total - done) / rate if rate else 0.0
    sys.stderr.write(f"\r{done:,} of {total:,} games compared, {rate:,.0f} games/s, {left / 60:.1f} min left   ")
    sys.stderr.flush()


def verify(rule_names: list[str], seed: int, games: int, processes: int) -> dict[str, Comparison]:
    """Compare `games` games under each rule set on several processes."""
    lineups()  # compile before the workers start, so that they find the kernels in the cache
    simulate_games(seed, 0, 1, lineups()[0])
    found = {name: Comparison() for name in rule_names}
    started, done = time.monotonic(), 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_work, name, seed, *chunk) for name in rule_names for chunk in _chunks(games)]
        for job in as_completed(jobs):
            name, comparison = job.result()
            found[name] += comparison
            done += comparison.games
            _progress(done, games * len(rule_names), started)
    sys.stderr.write("\n")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games under each rule set")
    parser.add_argument("--seed", type=int, default=20_240_601)
    parser.add_argument("--rules", default=",".join(PRESETS), help=f"any of {', '.join(RULE_SETS)}; or 'all'")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    arguments = parser.parse_args()
    names = list(RULE_SETS) if arguments.rules == "all" else arguments.rules.split(",")
    unknown = [name for name in names if name not in RULE_SETS]
    if unknown:
        parser.error(f"unknown rules {', '.join(unknown)}; choose from {', '.join(RULE_SETS)} or all")
    found = verify(names, arguments.seed, arguments.games, arguments.processes)
    for name, comparison in found.items():
        columns = ", ".join(f"{column} {count:,}" for column, count in comparison.by_column.items()) or "none"
        sys.stdout.write(
            f"{name:13} {comparison.games:>11,} games, {comparison.games_different:,} different; "
            f"columns that differ: {columns}\n"
        )
        if comparison.first:
            sys.stdout.write(f"  first: {comparison.first}\n")
    return 1 if any(comparison.games_different for comparison in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
