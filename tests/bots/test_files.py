"""Bots from users' files: what is found, what is refused in one line, what a run keeps of them."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from skatsim.bots import files, registry
from skatsim.bots.bot import make_lineup
from skatsim.errors import SkatsimError
from skatsim.runs.config import load_config, make_config
from skatsim.runs.run import resume, simulate
from skatsim.table.engine import simulate_games
from tests.conftest import REPOSITORY
from tests.runs.making import contents

MINE = """
from dataclasses import replace
from skatsim.bots import abi, random
from skatsim.kernel import kernel
from helpers import choose

@kernel
def play(view, params, workspace, word):
    return choose(view[abi.LEGAL])

BOT = replace(random.BOT, name="mine", version=1, play=play)
OTHER = replace(BOT, name="other")
"""
LOWEST = """
from skatsim.kernel import kernel

@kernel
def choose(cards):
    return cards & -cards
"""
HIGHEST = """
from skatsim.kernel import highest_index, kernel

@kernel
def choose(cards):
    return 1 << highest_index(cards)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with a bot and a module that it imports."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helpers.py").write_text(LOWEST)
    return tmp_path


def plays(bot: str, games: int = 20) -> np.ndarray:  # type: ignore[type-arg]
    lineup = make_lineup([(registry.get(bot), {"top_bid": 18.0})] * 3)
    found = simulate_games(3, 0, games, lineup, plays=True).plays
    assert found is not None
    return found


def test_a_file_is_a_bot_like_others(folder: Path) -> None:
    bot = registry.get("mine.py:BOT")
    assert bot.label == "mine@1"
    assert registry.get("mine.py") is registry.get(str(folder / "mine.py:BOT")) is bot
    assert registry.get("mine.py:OTHER").name == "other"
    assert "helpers" not in sys.modules
    assert str(folder) not in sys.path
    assert pickle.loads(pickle.dumps(bot)) is bot


def test_an_edit_of_the_file_or_of_a_module_beside_it_is_seen(folder: Path) -> None:
    """In the same process and in new ones, with the machine code of the text as it was lying in the cache."""
    old, before = plays("mine.py:BOT"), files.fingerprint("mine.py:BOT")
    (folder / "helpers.py").write_text(HIGHEST)
    new, after = plays("mine.py:BOT"), files.fingerprint("mine.py:BOT")
    assert before != after
    led = (old[:, 0] < 255) & (new[:, 0] < 255)
    assert (old[led, 0] <= new[led, 0]).all()
    assert (old[led, 0] < new[led, 0]).any()
    (folder / "helpers.py").write_text(LOWEST)
    assert files.fingerprint("mine.py:BOT") == before
    assert np.array_equal(plays("mine.py:BOT"), old)


def test_two_folders_keep_their_modules_apart(folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    (other / "mine.py").write_text(MINE.replace('"mine"', '"yours"'))
    (other / "helpers.py").write_text(HIGHEST)
    low, high = plays("mine.py:BOT"), plays("other/mine.py:BOT")
    assert not np.array_equal(low, high)
    assert np.array_equal(plays("mine.py:BOT"), low)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\ndef f(:\n    pass", r"^bad\.py, line 2: SyntaxError: "),
        ("x = 1\nimport no_such_module", r"^bad\.py, line 2: ModuleNotFoundError: No module named 'no_such_module'$"),
        ("def f():\n    return 1 / 0\nf()", r"^bad\.py, line 2: ZeroDivisionError: division by zero$"),
        ("import broken", r"^broken\.py, line 3: SyntaxError: "),
        ("raise SystemExit(3)", r"^bad\.py, line 1: SystemExit: 3$"),
        ("x = '\0'", r"^bad\.py.*null byte"),
        ("x = 1", r"^bad\.py: has no bot called BOT; to begin with one that plays: skatsim bots new FILE\.py$"),
        ("from skatsim.bots import random\nA = random.BOT", r"^bad\.py: has no bot called BOT; it has: A$"),
        ("BOT = 5", r"^bad\.py: BOT is of type int, no bot; write BOT = Bot\(\.\.\.\)$"),
        ("from skatsim.bots.random import BOT", r"^bad\.py: a bot called 'random' comes with skatsim; give it a name"),
        (
            "from dataclasses import replace\nfrom skatsim.bots.random import BOT\nBOT = replace(BOT, version=0)",
            r"^bad\.py, line 3: bot random: version 0 is no number from 1$",
        ),
        ("FILES = 'weights.npz'\nBOT = 5", r"^bad\.py: FILES is no list of names"),
        ("FILES = ('weights.npz',)\nBOT = 5", r"^bad\.py: needs weights\.npz: No such file or directory$"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(folder: Path, text: str, words: str) -> None:
    (folder / "bad.py").write_text(text)
    (folder / "broken.py").write_text("a = 1\n\ndef (\n")
    with pytest.raises(SkatsimError, match=words) as told:
        registry.get("bad.py")
    assert "\n" not in str(told.value)


def test_a_missing_file_is_one_line(folder: Path) -> None:
    with pytest.raises(SkatsimError, match=r"^no\.py: No such file or directory; name a file with a bot, such as"):
        registry.get("no.py:BOT")
    with pytest.raises(SkatsimError, match=r"unknown bot 'mine'; choose one of .*, or a file such as mybot\.py:BOT$"):
        registry.get("mine")


def test_a_lineup_names_files(folder: Path) -> None:
    text = make_config(games=5, lineup="./mine.py:BOT:top_bid=18,hand_share=0,mine.py,mine.py:OTHER:top_bid=20")
    table = make_config(games=5, lineup=[{"bot": "mine.py", "params": {"top_bid": 18}}, "mine.py", "random"])
    assert [spec.bot for spec in text.lineup] == ["mine.py:BOT", "mine.py:BOT", "mine.py:OTHER"]
    assert text.lineup[0].params == {"top_bid": 18, "hand_share": 0}
    assert table.lineup[0].bot == "mine.py:BOT"
    with pytest.raises(SkatsimError, match=r"lineup\[1\]\.params\.nerve: unknown parameter; it has: top_bid, game"):
        make_config(lineup="random,mine.py:BOT:nerve=3,random")
    with pytest.raises(SkatsimError, match="rename what holds a , or #"):
        make_config(lineup=[{"bot": "a,b.py:BOT"}, "random", "random"])


def test_a_run_file_names_files_as_it_sees_them(folder: Path) -> None:
    (folder / "runs").mkdir()
    (folder / "runs" / "near.py").write_text(MINE.replace("from helpers", "from near_helpers"))
    (folder / "runs" / "near_helpers.py").write_text(LOWEST)
    lineup = '["near.py:BOT:top_bid=20", "../mine.py", { bot = "near.py:OTHER", params = { top_bid = 18 } }]'
    (folder / "runs" / "run.toml").write_text(f"games = 5\nlineup = {lineup}\n")
    config = load_config("runs/run.toml")
    assert [spec.bot for spec in config.lineup] == ["runs/near.py:BOT", "mine.py:BOT", "runs/near.py:OTHER"]
    assert config.lineup[0].params == {"top_bid": 20}
    (folder / "runs" / "run.toml").write_text('lineup = "near.py:BOT:top_bid=20,random,near.py"\n')
    assert [spec.bot for spec in load_config("runs/run.toml").lineup] == [
        "runs/near.py:BOT",
        "random",
        "runs/near.py:BOT",
    ]
    (folder / "runs" / "players.toml").write_text('low = { bot = "near.py" }\n')
    assert make_config(lineup="runs/players.toml#low,random,random").lineup[0].bot == "runs/near.py:BOT"


def test_two_files_with_a_bot_of_one_name_do_not_meet(folder: Path) -> None:
    (folder / "copy.py").write_text(MINE + "# edited")
    with pytest.raises(SkatsimError, match=r"mine\.py:BOT and copy\.py:BOT are both called mine@1; give one of "):
        simulate(make_config(games=5, lineup="mine.py,copy.py,random"))


# --- runs


def begun(folder: Path) -> Path:
    """A run that lost a part and its manifest."""
    config = make_config(games=40, shard_games=20, lineup="mine.py:BOT:top_bid=18,mine.py,random", store="plays")
    simulate(config, folder / "whole", threads=1)
    simulate(config, folder / "run", threads=1)
    for name in ("_manifest.json", "part-000001.parquet"):
        (folder / "run" / name).unlink()
    return folder / "run"


def test_a_run_is_resumed_with_the_same_file_only(folder: Path) -> None:
    run = begun(folder)
    (folder / "helpers.py").write_text(HIGHEST)
    before = contents(run)
    words = r"run: mine\.py:BOT: it, or what it imports, was edited after the run was begun \(SHA-256 .*; put back what"
    with pytest.raises(SkatsimError, match=words) as told:
        resume(run)
    assert "\n" not in str(told.value)
    assert contents(run) == before
    (folder / "helpers.py").write_text(LOWEST)
    assert resume(run, threads=2).simulated > 0
    assert contents(run) == contents(folder / "whole")


def test_a_run_is_resumed_where_it_was_begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(folder)
    monkeypatch.chdir("/")
    with pytest.raises(SkatsimError, match=r"mine\.py: No such file .* was begun where mine\.py:BOT ran: go to that"):
        resume(run)


def test_the_data_of_a_model_count(folder: Path) -> None:
    (folder / "weights.txt").write_text("1")
    (folder / "mine.py").write_text(f'{MINE}\nFILES = ("weights.txt",)\n')
    before = files.fingerprint("mine.py")
    (folder / "weights.txt").write_text("2")
    assert files.fingerprint("mine.py") != before
    (folder / "weights.txt").write_text("1")
    assert files.fingerprint("mine.py") == before


def test_the_fingerprint_is_the_same_in_another_folder(folder: Path) -> None:
    other = folder / "elsewhere"
    other.mkdir()
    for name in ("mine.py", "helpers.py"):
        (other / name).write_bytes((folder / name).read_bytes())
    assert files.fingerprint("mine.py") == files.fingerprint("elsewhere/mine.py")
    (other / "helpers.py").write_text(HIGHEST)
    assert files.fingerprint("mine.py") != files.fingerprint("elsewhere/mine.py")


def test_processes_play_the_games_of_threads(folder: Path) -> None:
    config = make_config(games=40, shard_games=20, lineup="mine.py:BOT:top_bid=18,mine.py,random", store="plays")
    simulate(config, folder / "threads", threads=2)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        simulate(config, folder / "processes", executor=pool)
    assert contents(folder / "processes") == contents(folder / "threads")


def test_the_command_line_takes_a_file(folder: Path) -> None:
    command = [sys.executable, "-m", "skatsim", "simulate", "--games", "9", "--lineup", "bad.py,random,random"]
    (folder / "bad.py").write_text("\n\nraise ValueError('no\\nidea')\n")
    done = subprocess.run(
        [*command, "--out", "out"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "skatsim: lineup[0]: bad.py, line 3: ValueError: no\n"
    assert not (folder / "out").exists()
