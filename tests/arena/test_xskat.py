"""The real XSkat, where it and a C compiler are installed."""

import shutil
import signal
import subprocess
import sys
import time

import pytest

import skatsim as package
from skatsim.arena import program
from skatsim.arena.match import play_boards
from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.runs.config import XskatConfig
from skatsim.runs.run import resume, simulate
from tests.conftest import COMPILED, REPOSITORY
from tests.runs.making import contents

MISSING = [name for name in ("xskat", "gcc") if shutil.which(name, path="/usr/games:/usr/bin:/usr/local/bin") is None]
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}: apt install xskat gcc libc6-dev"),
    pytest.mark.skipif(not COMPILED, reason="bots of a match are compiled"),
]
RANDOM = (registry.get("random"), {"top_bid": 24.0})


def test_games_do_not_depend_on_how_the_boards_are_cut():
    whole = play_boards(RANDOM, 3, 48, 4)
    assert [*play_boards(RANDOM, 3, 48, 1), *play_boards(RANDOM, 3, 49, 3)] == whole
    assert len({game.hand_forehand for game in whole}) == 4


def test_the_same_deal_lies_on_the_table_in_every_seating():
    games = play_boards(RANDOM, 5, 7, 1)
    assert {(g.hand_forehand, g.hand_middlehand, g.hand_rearhand, g.skat) for g in games} == {package.deal(5, 7)}


def test_who_never_bids_never_plays_and_loses_against_xskat(tmp_path):
    """XSkat's own players bid; the silent bot then never declares and books nothing."""
    run = simulate(XskatConfig(bot="random:top_bid=0", boards=20, seed=2))
    rows = run.to_pandas(where="declarer >= 0")
    declarer = rows[["bot_forehand", "bot_middlehand", "bot_rearhand"]].to_numpy()[range(len(rows)), rows["declarer"]]
    assert set(declarer) == {"xskat@4.0"}
    assert len(rows) > 60
    report = package.report(run)
    assert report.frames()["differences"].loc[0, "verdict"] == "worse"
    assert report.frames()["bots"]["bot"].to_list() == ["A random@1(top_bid=0)", "B xskat@4.0"]


def test_a_repaired_run_has_the_same_bytes_whatever_the_threads(tmp_path):
    config = XskatConfig(bot="random:top_bid=24", boards=9, seed=4, shard_boards=4)
    simulate(config, tmp_path / "whole", threads=2)
    simulate(config, tmp_path / "other", threads=1, chunk_games=7)
    (tmp_path / "other" / "part-000001.parquet").unlink()
    resume(tmp_path / "other")
    assert contents(tmp_path / "other") == contents(tmp_path / "whole")


def test_the_command(skatsim, tmp_path):
    code, out, _ = skatsim(
        "arena", "xskat", "--bot", "random:top_bid=18", "--deals", 4, "--seed", 9, "--out", tmp_path / "run",
        "--html", tmp_path / "page.html",
    )  # fmt: skip
    assert code == 0
    assert out.startswith("A random@1(top_bid=18) against B xskat@4.0: 4 boards, 24 games (seed 9)\n")
    made = "skatsim arena xskat --bot random:top_bid=18 --deals 4 --seed 9 --html PAGE.html"
    assert made in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert skatsim("report", tmp_path / "run")[1] == out[: out.index("page: ")]
    assert skatsim("resume", tmp_path / "run")[1].startswith(f"{tmp_path / 'run'}: 24 games")
    shown = skatsim("show", "--run", tmp_path / "run", 3)[1]
    assert [line for line in shown.splitlines() if line.startswith("Board")] == [
        f"Board 3, seating {seating}" for seating in ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA")
    ]
    assert skatsim("show", "--run", tmp_path / "run", 4)[2].endswith("has no board 4 of seed 9\n")


def test_what_a_bot_in_plain_python_raises_is_told(tmp_path):
    (tmp_path / "broken.py").write_text(
        "from skatsim.bots.plain import plain_bot\n\n\ndef play(view):\n    return 1 / 0\n\n\n"
        'BOT = plain_bot("broken", play=play)\n'
    )
    with pytest.raises(SkatsimError, match=r"broken.*ZeroDivisionError"):
        simulate(XskatConfig(bot=f"{tmp_path / 'broken.py'}:BOT", boards=2))


def test_ctrl_c_leaves_no_xskat_and_a_run_to_be_resumed(tmp_path):
    run = tmp_path / "run"
    words = ["arena", "xskat", "--bot", "random:top_bid=0", "--deals", "4000", "--out", str(run)]
    code = f"from skatsim.cli import main; import sys; sys.argv[1:] = {words!r}; main()"
    with subprocess.Popen([sys.executable, "-c", code], cwd=REPOSITORY, stderr=subprocess.PIPE, text=True) as child:
        until = time.monotonic() + 60
        while not (run / "_run.json").exists() and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=60)
    assert child.returncode == 130
    assert told.splitlines()[-1] == f"skatsim: interrupted; finish with: skatsim resume {run}"


def test_a_screen_that_is_not_understood_stops_the_run(monkeypatch):
    monkeypatch.setattr(program, "_POLLS", 20)
    with pytest.raises(SkatsimError, match="xskat: makes no progress"):
        program.run([" ".join("1" * 10 + "2" * 10 + "3" * 10 + "00")], 1, 1, lambda *_: "n")


def test_another_program_called_xskat_is_refused(monkeypatch, tmp_path):
    fake = tmp_path / "xskat"
    fake.write_text("#!/bin/sh\nexit 0\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SkatsimError, match="xskat: ended before its deals were played"):
        program.installed.__wrapped__()
