"""The compiled engine against the referee: every column of every game, deals and plays too, under every preset.

`python -m tests.table.verify_engine` does the same for a million games under each.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from skatsim.bots import registry
from skatsim.bots.bot import Lineup, make_lineup
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.table.columns import DealColumns, OutcomeColumns
from skatsim.table.engine import simulate_games
from skatsim.table.referee import PlayedGame
from tests.bots.quick import FEW_WORLDS
from tests.conftest import COMPILED
from tests.table import verify_engine
from tests.table.verify_engine import RULE_SETS, Comparison, compare, lineups

GAMES = 1_000


@pytest.mark.parametrize("bots", range(4), ids=["random", "probing", "low", "heuristic"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_engine_equals_referee(rules: str, bots: int, scaled: Callable[[int], int]) -> None:
    games = scaled(GAMES if rules in PRESETS else GAMES // 4)
    found = compare(11, 1_000_000 * bots, games, lineups()[bots], RULE_SETS[rules])
    assert found.first == ""
    assert (found.games, found.games_different) == (games, 0)


@pytest.mark.parametrize("rules", PRESETS)
def test_engine_equals_referee_that_asks_the_bots_as_plain_python(rules: str) -> None:
    """The whole game, bots too, then runs without a compiled line on one side."""
    found = compare(12, 0, 25, lineups()[3], PRESETS[rules], compiled=False)
    assert (found.first, found.games_different) == ("", 0)


@pytest.mark.parametrize("rules", PRESETS)
def test_engine_equals_referee_on_games_of_a_bot_that_searches(rules: str, scaled: Callable[[int], int]) -> None:
    players = make_lineup([(registry.get("rollout"), FEW_WORLDS), *[(registry.get("heuristic"), {})] * 2])
    found = compare(13, 0, scaled(100), players, PRESETS[rules])
    assert (found.first, found.games_different) == ("", 0)


def test_rows_have_the_columns_of_the_engine() -> None:
    names = [column.name for column in fields(PlayedGame)]
    assert names == [*OutcomeColumns._fields, *DealColumns._fields, "plays"]


def test_every_rule_switch_is_turned_by_some_rule_set() -> None:
    for switch in RuleSet.__struct_fields__:
        if switch != "concede":  # bots do not concede
            assert len({getattr(rules, switch) for rules in RULE_SETS.values()}) > 1


@pytest.mark.skipif(not COMPILED, reason="20,000 games")
def test_the_games_compared_see_all_there_is() -> None:
    """A comparison that never meets a level, an early end or an overbid would prove nothing about it."""
    columns = simulate_games(11, 0, 20_000, lineups()[2], PRESETS["isko"]).outcomes
    assert set(np.unique(columns.contract & 7)) == set(range(6))
    assert set(np.unique(columns.ending)) == {0, 1}
    assert set(np.unique(columns.declarer)) == {-1, 0, 1, 2}
    for flag in ("won", "overbid", "schneider", "schwarz"):
        assert 0 < getattr(columns, flag).sum() < 20_000
    assert columns.matadors.min() <= -5
    assert columns.matadors.max() >= 5


@pytest.mark.parametrize("column", ["score", "plays", "discard", "seeger_fabian_rearhand"])
def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, column: str) -> None:
    def forged(seed: int, first: int, games: int, lineup: Lineup, rules: RuleSet, **kept: bool) -> Any:
        chunk = simulate_games(seed, first, games, lineup, rules, **kept)
        array = {**chunk.outcomes._asdict(), **chunk.deals._asdict(), "plays": chunk.plays}[column]
        array[5] += 1
        return chunk

    monkeypatch.setattr(verify_engine, "simulate_games", forged)
    found = compare(11, 0, 8, lineups()[0], PRESETS["isko"])
    assert (found.games_different, dict(found.by_column)) == (1, {column: 1})
    assert found.first.startswith(f"seed 11 game 5 {column}: engine ")


@pytest.mark.parametrize("different", [0, 1])
def test_the_command_tells_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], different: int
) -> None:
    found = Comparison(10, different, Counter(score=1) if different else Counter(), "seed 1 game 2" * different)
    monkeypatch.setattr(verify_engine, "verify", lambda *arguments: {"isko": found})
    monkeypatch.setattr("sys.argv", ["verify_engine", "--rules", "isko", "--games", "10"])
    assert verify_engine.main() == different
    told = capsys.readouterr().out
    assert f"10 games, {different} different" in told
    assert ("score 1" in told, "seed 1 game 2" in told) == (bool(different),) * 2
