"""Odd input through the commands: wrong, huge, empty, where a folder or a file was expected, on a disk that fails."""

import os

import pytest

from tests.conftest import DATA

RECORDS = DATA / "records_made.sgf"
RUN = ("simulate", "--games", "30", "--lineup", "random,random,random")
DEAL = "CJ SJ CA CT CK C9 C8 HA HT D7 | HJ DJ CQ C7 SA ST SK HK DA DT | SQ S9 S8 S7 HQ H9 H8 DK DQ D9"
SOLVE = ("solve", DEAL, "--declarer", "forehand", "--game")
SCORE = ("score", "C", "--bid", "18", "--card-points", "61", "--tricks", "6", "--matadors", "1")
NO_RUN = "no run here"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A working folder with a run, an empty file, a file of text and a folder of other things."""
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("hello\n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "things").mkdir()
    (tmp_path / "things" / "note").write_text("mine", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*RUN, "--out", "text"), "text: Not a directory"),
        ((*RUN, "--out", "text/run"), "text/run: Not a directory"),
        ((*RUN, "--out", "things"), "holds other files (note)"),
        ((*RUN, "--out", "a" * 300), "File name too long"),
        ((*RUN, "--games", "99999999999999999999"), "out of range"),
        ((*RUN, "--games", "nan"), "--games"),
        ((*RUN, "--games", ""), "--games"),
        ((*RUN, "--seed", "18446744073709551616"), "seed 18446744073709551616 is out of range"),
        ((*RUN, "--threads", "0"), "threads: 0 is too few"),
        ((*RUN, "--lineup", "random,,random"), "three bots, not 2"),
        ((*RUN, "--rules", ""), "unknown rules ''"),
        ((*RUN, "--store", "cards"), "'cards' is not known"),
        (("simulate", "things"), "things: Is a directory"),
        (("simulate", "binary"), "binary: not valid TOML"),
        (("simulate", "text"), "text: not valid TOML"),
        (("resume", "text"), "text: Not a directory"),
        (("report", "things"), NO_RUN),
        (("report", ""), NO_RUN),
        (("replay", "things"), "things: cannot be read"),
        (("replay", "empty"), "empty: the file is empty"),
        (("replay", "binary"), "binary, line 1"),
        (("replay", RECORDS, "--rules", ""), "unknown rules ''"),
        (("convert", RECORDS, "text"), "text: Not a directory"),
        (("convert", RECORDS, "things"), "holds other files (note)"),
        (("convert", "empty", "new"), "empty: the file is empty"),
        (("convert", "nosuch", "new"), "No such file"),
        (("show", "1", "0", "--run", "things"), NO_RUN),
        (("show", "1", "0", "--run", "run", "--lineup", "random,random,random"), "leave out --lineup and --rules"),
        (("show", "1", "0", "--run", "run", "--rules", "isko"), "leave out --lineup and --rules"),
        (("show", "1", "99999999999999999999"), "out of range"),
        ((*SCORE, "--rules", ""), "unknown rules ''"),
        ((*SCORE, "--tricks", "99999999999999999999"), "out of range"),
        ((*SCORE, "--matadors", "99999999999999999999"), "out of range"),
        ((*SOLVE, "X"), "'X'"),
        ((*SOLVE, ""), "''"),
        ((*SOLVE, "C", "--at-least", "121"), "121 is out of range"),
        ((*SOLVE, "C", "--taken", "99999999999999999999"), "taken=99999999999999999999"),
        ((*SOLVE, "C", "--trick", "CJ"), "CJ"),
        (("open-table", "--deals", "0"), "--deals 0 is too few"),
        (
            ("open-table", "--deals", "100000000000000000000"),
            "--deals 100000000000000000000 is out of range",
        ),
        ((*RUN, "--out", "a/" * 1500), "too many folders in one another; choose another folder"),
        (("open-table", "--deals", "3", "--out", "things"), "holds other files (note)"),
        (("bench", "--games", "-1"), "games: -1 is too few"),
    ],
)
def test_odd_input_is_refused_in_one_line_and_leaves_nothing(skatsim, desk, arguments, words):
    before = sorted(desk.rglob("*"))
    code, out, err = skatsim(*arguments)
    said = [line for line in err.splitlines() if not line.startswith("compiling ")]
    assert (code, out, len(said)) == (2, "", 1)
    assert words in said[0]
    assert sorted(desk.rglob("*")) == before


@pytest.mark.parametrize("target", ["text/page.html", "nosuch/page.html", "/proc/page.html", "a" * 300, "things", ""])
def test_a_page_that_cannot_be_written_is_refused_and_leaves_nothing(skatsim, desk, target):
    skatsim(*RUN, "--out", "run")
    before = sorted(desk.rglob("*"))
    code, out, err = skatsim("report", "run", "--html", target)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert any(words in err for words in ("choose another path", "name another", "File name too long"))
    assert sorted(desk.rglob("*")) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads and writes everything")
def test_what_one_may_not_read_or_write_is_refused(skatsim, desk):
    (desk / "empty").chmod(0)
    (desk / "things").chmod(0o500)
    for arguments in (("replay", "empty"), ("simulate", "empty"), (*RUN, "--out", "things/run")):
        code, out, err = skatsim(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "Permission denied" in err


@pytest.mark.parametrize("game", ["N", "n", "NO", "Null"])
def test_a_null_game_is_a_null_game_however_it_is_written(skatsim, game):
    code, out, _ = skatsim(*SOLVE, game)
    assert code == 0
    assert "the declarer takes a trick" in out
