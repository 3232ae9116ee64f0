"""An engine that needs no cards: every number is a hash of (seed, game), so any mix-up of games shows."""

import numpy as np
import pytest

from skatsim.rules.ruleset import ISKO
from skatsim.runs.config import make_config
from skatsim.runs.manifest import MANIFEST_NAME
from skatsim.runs.run import simulate
from skatsim.runs.store import LocalStore
from skatsim.table.columns import OUTCOME_TYPES, DealColumns, OutcomeColumns
from skatsim.table.engine import Chunk

LINEUP = "random,random,random"


def hashed(seed, games, salt):
    """Splitmix64 of (seed, game, salt), uint64."""
    with np.errstate(over="ignore"):
        word = (games.astype(np.uint64) * np.uint64(64) + np.uint64(salt)) * np.uint64(0x9E3779B97F4A7C15)
        word += np.uint64(seed)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return word ^ (word >> np.uint64(31))


def fake_engine(seed, first_game, games, lineup, rules=ISKO, *, deals=False, plays=False):
    """As `simulate_games`, in numpy."""
    numbers = np.arange(first_game, first_game + games)
    ranges = {"declarer": 4, "contract": 6, "ending": 2}
    outcomes = {}
    for salt, (name, code) in enumerate(OUTCOME_TYPES._asdict().items()):
        column = (hashed(seed, numbers, salt) % np.uint64(ranges.get(name, 2 if code == "b1" else 121))).astype(code)
        outcomes[name] = column - 1 if name == "declarer" else column
    cards = DealColumns(*(hashed(seed, numbers, 30 + i).astype(np.uint32) for i in range(5))) if deals else None
    order = np.stack([hashed(seed, numbers, 40 + i) % np.uint64(32) for i in range(30)], 1) if plays else None
    return Chunk(OutcomeColumns(**outcomes), cards, None if order is None else order.astype(np.uint8))


def small_config(**keys):
    """1,000 games in four parts."""
    return make_config(**{"games": 1000, "lineup": LINEUP, "shard_games": 300, **keys})


class Unfinished(LocalStore):
    """A folder whose writer dies just before the manifest."""

    def put(self, name, content):
        if name == MANIFEST_NAME:
            raise KeyboardInterrupt
        super().put(name, content)


def unfinished(config, out):
    """All parts and no manifest."""
    with pytest.raises(KeyboardInterrupt):
        simulate(config, Unfinished(out), threads=1, engine=fake_engine)
    return out


def contents(folder):
    """Every visible file of a run folder by name; nothing half-written may be there."""
    names = {path.name for path in folder.iterdir()}
    assert not [name for name in names if name.startswith(".") and name != ".lock"]
    return {name: (folder / name).read_bytes() for name in names - {".lock"}}
