"""The table beside people's: its shares are those that pandas counts in a run of the same deals."""

import pytest

import skatsim
from tests.conftest import COMPILED

DEALS = 4_000 if COMPILED else 200


@pytest.fixture(scope="module")
def told():
    import people

    rows = people.figures("heuristic@1", DEALS)
    return {f"{number} {name}": float(cell.split()[0]) for number, (name, _, cell) in enumerate(rows) if cell != "-"}


def test_shares_are_what_pandas_counts(told):
    games = skatsim.simulate({"games": DEALS, "seed": 1, "lineup": ["heuristic"] * 3}, threads=1).to_pandas()
    declared = games[games["declarer"] >= 0]
    nulls, schneider = declared[declared["game_type"] == "N"], declared[declared["schneider"]]
    grands = declared[declared["game_type"] == "G"]
    expected = {
        "0 passed in": (games["declarer"] < 0).mean(),
        "1 won": declared["won"].mean(),
        "3 grand, of games": (declared["game_type"] == "G").mean(),
        "4 -- won": grands["won"].mean(),
        "17 -- of grand": grands["hand"].mean(),
        "23 declared by forehand": (declared["declarer"] == 0).mean(),
        "30 null ouvert, of nulls": (nulls["ouvert"] & ~nulls["hand"]).mean(),
        "31 -- won": nulls[nulls["ouvert"] & ~nulls["hand"]]["won"].mean(),
        "35 -- by the declarer": schneider["won"].mean(),
        "36 -- in grand": (schneider["game_type"] == "G").mean(),
        "41 grands that end in it": grands["schneider"].mean(),
    }
    assert {name: told[name] for name in expected} == pytest.approx(
        {name: 100 * share for name, share in expected.items()}, abs=0.051
    )
