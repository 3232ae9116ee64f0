"""A bot and a line-up travel to another process as names and numbers; what has no name says so."""

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from types import ModuleType

import numpy as np
import pytest

from skatsim.bots import registry
from skatsim.bots.bot import Lineup, make_lineup
from skatsim.errors import SkatsimError
from skatsim.table.engine import simulate_games
from tests.table import probing

GAMES = 50


def lineup() -> Lineup:
    """Bots of the package and one from elsewhere."""
    return make_lineup([(registry.get("heuristic"), {"boldness": 20}), (probing.BOT, {}), (registry.get("random"), {})])


def test_another_process_plays_the_same_games() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(simulate_games, 7, 100, GAMES, lineup(), plays=True).result()
    here = simulate_games(7, 100, GAMES, lineup(), plays=True)
    assert np.array_equal(there.plays, here.plays)
    assert all(map(np.array_equal, there.outcomes, here.outcomes))


def test_names_travel_and_addresses_do_not() -> None:
    ours = lineup()
    sent = pickle.dumps(ours)
    assert ours.addresses.tobytes() not in sent
    arrived = pickle.loads(sent)
    assert arrived.players == ours.players
    assert all(map(np.array_equal, arrived.params, ours.params))
    assert pickle.loads(pickle.dumps(probing.BOT)) is probing.BOT


def test_a_bot_without_a_module_cannot_travel() -> None:
    local = replace(registry.get("random"), name="mine")
    with pytest.raises(SkatsimError, match=r"bot mine@1 cannot travel .* BOT = Bot\(\.\.\.\)"):
        pickle.dumps(make_lineup([(local, {})] * 3))


def test_a_bot_that_is_missing_or_another_version_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("elsewhere")
    monkeypatch.setitem(sys.modules, "elsewhere", module)
    module.BOT = replace(registry.get("random"), name="mine")  # type: ignore[attr-defined]
    sent = pickle.dumps(module.BOT)
    module.BOT = replace(module.BOT, version=2)  # type: ignore[attr-defined]
    with pytest.raises(SkatsimError, match=r"bot mine@1 was sent, but elsewhere has mine@2 in this process"):
        pickle.loads(sent)
    monkeypatch.delitem(sys.modules, "elsewhere")
    with pytest.raises(SkatsimError, match=r"bot mine@1 cannot be found in this process: No module named 'elsewhere'"):
        pickle.loads(sent)


def test_a_bot_of_the_package_travels_under_the_packages_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that holds it too, under a name no other process knows, is not where it is looked for."""
    script = ModuleType("a_script")
    script.__dict__["PLAYER"] = registry.get("random")
    monkeypatch.setitem(sys.modules, "a_script", script)
    assert b"a_script" not in pickle.dumps(registry.get("random"))
