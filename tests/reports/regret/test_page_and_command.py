"""The page of a regret, and the command: what it prints, writes and refuses."""

import re

import pandas as pd
import pytest

from skatsim.reports.regret import result as results
from skatsim.runs.run import simulate
from tests.conftest import COMPILED, DATA

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    target = tmp_path_factory.mktemp("regret") / "run"
    simulate({"games": 60, "seed": 8, "store": ["deals", "plays"]}, target)
    return target


def test_the_page_tells_the_answer_the_caveat_and_the_positions(result):
    pytest.importorskip("matplotlib")
    from skatsim.reports.regret.page import regret_page

    text = regret_page(result)
    assert text.index("gives away") < text.index("Measured with open cards") < text.index("Who loses how much")
    assert text.count("<details") == 10
    assert text.count("<svg") == 2
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert regret_page(result) == text
    assert result.played.run.config.digest in text


def test_the_command_prints_the_answer_and_writes_tables_and_page(skatsim, folder, tmp_path):
    tables, page = tmp_path / "tables", tmp_path / "regret.html"
    code, out, err = skatsim("regret", folder, "--games", 40, "--csv", tables, "--html", page, "--threads", 1)
    assert (code, err.count("Traceback")) == (0, 0)
    assert out.startswith("Regret: the first 40 games played, in a run of 60: heuristic@1 (seed 8)")
    assert len(pd.read_csv(tables / "games.csv")) == 40
    assert pd.read_parquet(tables / "roles.parquet")["role"].to_list() == ["declarer", "defender"]
    assert page.stat().st_size > 10_000


def test_converted_games_are_measured_too(skatsim, tmp_path):
    skatsim("convert", DATA / "records_made.sgf", tmp_path / "run")
    code, out, _ = skatsim("regret", tmp_path / "run")
    assert code == 0
    assert "records_made.sgf" in out
    assert "Ann" in out


def test_ctrl_c_tells_what_is_known_so_far(skatsim, folder, monkeypatch):
    def interrupted(count):
        def over(executor, work, tasks, meter):
            for _ in range(count):
                yield work(next(tasks))
            raise KeyboardInterrupt

        return over

    monkeypatch.setattr(results, "_CHUNK", 20)
    monkeypatch.setattr(results, "over", interrupted(1))
    code, out, err = skatsim("regret", folder)
    assert (code, err) == (130, "skatsim: interrupted; above is what is known so far\n")
    assert out.startswith("Regret: the first 20 games played")
    monkeypatch.setattr(results, "over", interrupted(0))
    assert skatsim("regret", folder) == (130, "", "skatsim: interrupted; nothing is known yet\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "games: 0"),
        (["--where", "bids > 3"], "bids"),
        (["--where", "declarer < 0"], "no game was played in these rows"),
        (["--threads", "0"], "threads"),
    ],
)
def test_bad_input_is_one_line(skatsim, folder, arguments, words):
    code, out, err = skatsim("regret", folder, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_more_games_than_there_are(skatsim, folder):
    assert skatsim("regret", folder, "--games", 10**30)[1].startswith("Regret: all 60 games played, in a run of 60")


def test_nothing_is_written_into_the_run(skatsim, folder):
    for option in ("--html", "--csv"):
        code, _, err = skatsim("regret", folder, option, folder / "x")
        assert code == 2
        assert "outside the run's folder" in err
    code, _, err = skatsim("regret", folder / "nothing")
    assert code == 2
    assert "no run here" in err
