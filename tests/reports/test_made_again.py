"""The foot of a page about a run: what stands there, typed as it stands, makes the same page again."""

import re
import shlex
from html import unescape

import pytest

import skatsim as package
from skatsim.runs.config import BoardsConfig, OpenTableConfig, RecordsConfig, RunConfig, SourceFile
from tests.conftest import COMPILED, DATA

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.skipif(not COMPILED, reason="pages are made from compiled games")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    target = tmp_path_factory.mktemp("again") / "my run"
    lineup = "heuristic,random:top_bid=24,heuristic:boldness=5"
    config = {"games": 400, "seed": 8, "lineup": lineup, "rules": {"lost_hand": "single", "ladder_top": 99}}
    package.simulate({**config, "store": ["deals", "plays"]}, target)
    return target


def foot(page):
    """The texts at the foot by their headings."""
    text = page.read_text(encoding="utf-8").split('<footer id="run">')[1]
    return {name: unescape(body) for name, body in re.findall(r"<h3>(.*?)</h3>\n<pre>(.*?)</pre>", text, re.DOTALL)}


@pytest.mark.parametrize(
    "asked",
    [
        ("regret", "FOLDER", "--games", 30, "--where", "hand or bid >= 20"),
        ("safety", "--run", "FOLDER", "--seat", "rearhand", "--deals", 40),
        ("safety", "--run", "FOLDER"),
        ("safety", "--run", "FOLDER", "--where", "bid < 24"),
        ("report", "FOLDER", "--where", "won"),
    ],
)
def test_the_commands_make_the_same_page(skatsim, folder, tmp_path, monkeypatch, asked):
    page = tmp_path / "first.html"
    words = [folder if word == "FOLDER" else word for word in asked]
    assert skatsim(*words, "--html", page)[0] == 0
    found = foot(page)
    assert list(found) == ["Made by", "run.toml", "Parameters of the bots, defaults included"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.toml").write_text(found["run.toml"], encoding="utf-8")
    lines = found["Made by"].splitlines()
    assert lines[0] == "skatsim simulate run.toml --out RUN"
    for line in lines:
        assert skatsim(*shlex.split(line)[1:])[0] == 0
    assert (tmp_path / "PAGE.html").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")


def test_of_records_the_conversion_is_told(skatsim, tmp_path, monkeypatch):
    skatsim("convert", DATA / "records_made.sgf", tmp_path / "run", "--rules", "web-99")
    page = tmp_path / "first.html"
    for words in (("regret", tmp_path / "run"), ("safety", "--run", tmp_path / "run")):
        skatsim(*words, "--html", page)
        first, second = foot(page)["Made by"].splitlines()
        assert first == "skatsim convert records_made.sgf RUN --rules web-99"
        (tmp_path / "records_made.sgf").write_bytes((DATA / "records_made.sgf").read_bytes())
        monkeypatch.chdir(tmp_path)
        for line in (first, second):
            assert skatsim(*shlex.split(line)[1:])[0] == 0
        assert (tmp_path / "PAGE.html").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")


def test_what_makes_a_comparison_again(skatsim, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = BoardsConfig(bots="random,random:top_bid=18", boards=40, seed=3)
    (line,) = config.making().values()
    assert line == "skatsim compare random random:top_bid=18 --boards 40 --seed 3 --out RUN"
    assert skatsim(*shlex.split(line)[1:])[0] == 0
    assert package.open_run("RUN").config == config
    kept = BoardsConfig(bots="random,random:top_bid=18", boards=40, seed=3, store="plays,deals")
    (line,) = kept.making().values()
    eval(line.replace("folder='RUN'", "folder='KEPT'"), {"skatsim": package})
    assert package.open_run("KEPT").config == kept


def test_kinds_answer_where_their_games_come_from():
    run, table, boards = RunConfig(games=5, seed=4), OpenTableConfig(games=5, seed=4), BoardsConfig(boards=5, seed=4)
    records = RecordsConfig((SourceFile("games.sgf", 12, "ab"),))
    assert [kind.seed for kind in (run, table, boards, records)] == [4, 4, 4, None]
    assert [kind.simulation for kind in (run, table, boards, records)] == [run, None, None, None]
    assert [kind.sources for kind in (run, table, boards, records)] == [None, None, None, records.files]
    assert boards.to_show(7) == "to see one: skatsim show 4 7 --lineup heuristic,heuristic,heuristic"
    single = BoardsConfig(boards=5, rules={"lost_hand": "single", "ladder_top": 99})
    assert single.to_show(7) == "its swings stand on the page of skatsim compare"
    assert table.to_show(7) == "to see game 7, name the folder of a simulation"
    assert table.making() == {}
