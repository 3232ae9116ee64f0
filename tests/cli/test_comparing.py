"""The command compare: what it prints and what it refuses."""

import pandas as pd
import pytest

from tests.conftest import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="plays compiled games")


def test_it_names_the_better_bot_and_keeps_games_and_tables(skatsim, tmp_path):
    games, tables = tmp_path / "games", tmp_path / "tables"
    code, out, _ = skatsim("compare", "random:top_bid=18", "heuristic", "--boards", 60, "--out", games, "--csv", tables)
    assert code == 0
    assert "B is better" in out
    assert len(pd.read_parquet(games)) == 360
    assert pd.read_csv(tables / "differences.csv").loc[0, "verdict"] == "worse"
    code, again, _ = skatsim("compare", "random:top_bid=18", "heuristic", "--boards", 60, "--out", games)
    assert again.split("games:")[0] == out.split("tables:")[0]


def test_a_sweep_starts_from_the_bots_default(skatsim):
    code, out, _ = skatsim("compare", "--sweep", "heuristic.boldness=0:10:10", "--boards", 20)
    assert code == 0
    assert out.startswith("A heuristic@1, B heuristic@1(boldness=0), C heuristic@1(boldness=10): 20 boards, 240 games")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name two bots or more"),
        (["heuristic"], "name two bots or more"),
        (["heuristic", "nobody"], "unknown bot 'nobody'"),
        (["heuristic", "heuristic:bold=3"], "bold: unknown parameter"),
        (["--sweep", "heuristic.boldness=0:20:0"], "has no step"),
        (["--sweep", "heuristic.boldness=0:20:-5"], "has no step"),
        (["--sweep", "heuristic.boldness=0:20:0.001"], "or more than 25"),
        (["--sweep", "heuristic.boldness=a:b:c"], "are numbers"),
        (["--sweep", "boldness=0:20:5"], "write BOT.PARAM=FROM:TO:STEP"),
        (["--sweep", "heuristic.bold=0:20:5"], "bold: unknown parameter"),
        (["random", "random", "--boards", "1"], "1 is too few"),
        (["random", "random", "--sprt", "1", "0"], "0 is not above low, 1"),
        (["random", "random", "--sprt", "0", "1", "--alpha", "2"], "sequential.alpha: 2 is no error rate"),
    ],
)
def test_bad_input_is_one_line(skatsim, arguments, words):
    code, out, err = skatsim("compare", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
