"""The command compare: what it prints and what it refuses."""

import shlex

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
        (["random", "random", "--alpha", "0.1"], "--alpha: is an error of the sequential test; give --sprt LOW HIGH"),
        (["random", "random", "--beta", "0"], "--beta: is an error of the sequential test; give --sprt LOW HIGH"),
        (["random", "random", "--sprt", "1", "0"], "0 is not above low, 1"),
        (["random", "random", "--sprt", "0", "1", "--alpha", "2"], "sequential.alpha: 2 is no error rate"),
    ],
)
def test_bad_input_is_one_line(skatsim, arguments, words):
    code, out, err = skatsim("compare", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_sequential_test_of_several_bots_takes_as_many_boards_as_memory_holds(skatsim):
    bots = ["random:top_bid=0", "random:top_bid=18", "random:top_bid=20"]
    code, out, _ = skatsim("compare", *bots, "--sprt", "-60", "0", "--alpha", "0.3", "--beta", "0.3")
    assert code == 0
    assert "Sequential test of a difference of −60 against 0 tournament points" in " ".join(out.split())
    code, out, err = skatsim("compare", *bots, "--boards", 200_000)
    assert (code, out) == (2, "")
    assert err == (
        "skatsim: --boards 200000: 3,600,000 games do not fit memory; give --out, or 111,111 boards at most\n"
    )


def test_tables_and_page_do_not_go_into_the_games(skatsim, tmp_path):
    games, other = tmp_path / "games", tmp_path / "other"
    skatsim("compare", "random", "random", "--boards", 10, "--out", other)
    before = sorted(tmp_path.rglob("*"))
    for options, words in (
        (["--csv", games], f"--csv {games}: is no place for a report: it does not lie outside the run's folder"),
        (["--html", games / "p.html"], "it does not lie outside the run's folder"),
        (["--csv", other], "it lies in the folder of a run"),
        (["--csv", other / "tables"], "it lies in the folder of a run"),
        (["--html", other / "p.html"], "it lies in the folder of a run"),
        (["--html", tmp_path], "it is no file"),
        (["--html", tmp_path / "nosuch" / "p.html"], f"there is no folder {tmp_path / 'nosuch'}"),
        (["--csv", other / "_run.json"], f"{other / '_run.json'} is no folder"),
        (["--csv", tmp_path / ("a" * 300)], "File name too long"),
    ):
        code, out, err = skatsim("compare", "random", "random", "--boards", 10, "--out", games, *options)
        assert (code, out, err.count("\n")) == (2, "", 1), options
        assert words in err
        assert sorted(tmp_path.rglob("*")) == before


def test_show_names_the_command_for_a_board(skatsim, tmp_path):
    games = tmp_path / "games"
    bots = ("random:top_bid=18", "heuristic")
    skatsim("compare", *bots, "--boards", 20, "--seed", 3, "--rules", "web-99", "--out", games)
    code, out, err = skatsim("show", "--run", games, 7)
    assert (code, out, err.count("\n")) == (2, "", 1)
    ready = shlex.split(err.split("to see one: skatsim ")[1])
    code, out, _ = skatsim(*ready)
    assert code == 0
    (row,) = pd.read_parquet(games).query("board == 7 and seating == 'AAB'").itertuples()
    assert out.startswith(f"Forehand ({row.bot_forehand}): ")
    assert f"books {row.score:+d}" in out or row.declarer < 0
