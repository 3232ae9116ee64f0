"""Terminals: control characters, closed and full streams, signals from the first moment, few signs, no home."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import skatsim as library
from skatsim.cli import terminal
from tests.conftest import DATA, REPOSITORY

SCORE = ("score", "C", "--bid", "18", "--matadors", "1", "--card-points", "61", "--tricks", "6")
EVIL = "Eve\x1b[2J\x07\x00\x9b31m\u202emoc.\u2066"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def process(*arguments, **options):
    """A command as a process of its own: exit code, stdout and stderr."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **options.pop("env", {})}
    command = [sys.executable, "-m", "skatsim", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    done = subprocess.run(command, env=environment, text=True, encoding="utf-8", check=False, timeout=120, **pipes)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def hostile(tmp_path):
    """Real games of a player whose name would take over a terminal."""
    records = tmp_path / "evil.sgf"
    text = (DATA / "records_made.sgf").read_text(encoding="utf-8")
    records.write_text(text.replace("P0[Ann]", f"P0[{EVIL}]"), encoding="utf-8", newline="")
    return records


def test_control_characters_are_written_out():
    for code in [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), 0x2066, 0x2069]:
        shown = terminal.one_line(f"a{chr(code)}b")
        assert shown.isprintable()
        assert f"{code:x}" in shown or code in b"\t\n\r"
    assert terminal.one_line("Zoë 7♣ × −1") == "Zoë 7♣ × −1"


def test_no_command_lets_a_hostile_name_reach_the_terminal(skatsim, hostile, tmp_path):
    folder = tmp_path / "my run\x1b[1m\n"
    said = [
        skatsim("replay", hostile),
        skatsim("convert", hostile, folder),
        skatsim("report", folder),
        skatsim("show", 1, 1, "--run", folder),
        skatsim("resume", folder),
        skatsim("convert", hostile, folder),
    ]
    assert [code for code, _, _ in said] == [0, 0, 0, 2, 2, 0]
    for _, out, err in said:
        assert not UNSEEN.search(out + err)
    assert said[1][1].endswith("/my run\\x1b[1m\\n'\n")
    assert said[5][1].count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", EVIL.replace("\x00", "")),
        ("replay", EVIL.replace("\x00", "")),
        ("simulate", f"{EVIL}.toml"),
        ("simulate", "--lineup", f"{EVIL},random,random"),
        ("show", "1", "0", "--rules", f"{EVIL}\nskatsim: all is well"),
        ("score", EVIL, "--bid", "18", "--card-points", "61", "--tricks", "6"),
        ("solve", f"CJ | SJ | {EVIL}", "--game", "C", "--declarer", "forehand"),
        ("solve", "CJ | SJ | DJ", "--game", "C", "--declarer", EVIL),
        (EVIL,),
        (f"--{EVIL}",),
        ("show", EVIL, "0"),
    ],
)
def test_refusals_name_hostile_input_in_one_clean_line(skatsim, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = skatsim(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert not UNSEEN.search(err)


def test_a_hostile_run_file_and_record_are_refused_in_one_clean_line(skatsim, tmp_path):
    run_file = tmp_path / "run.toml"
    run_file.write_text('lineup = ["\\u001b[2J", "random", "random"]\n"\\u009b31m" = 1\n', encoding="utf-8")
    records = tmp_path / "bad.sgf"
    records.write_text(f"(;GM[Skat]P0[{EVIL}]R[{EVIL}];)\n", encoding="utf-8")
    for arguments in (("simulate", run_file), ("replay", records)):
        code, out, err = skatsim(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert not UNSEEN.search(err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_an_error():
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert process(*SCORE, stdout=full)[::2] == (2, "skatsim: output: No space left on device\n")
        assert process("nosuch", stderr=full)[:2] == (2, "")


@pytest.mark.parametrize(("closed", "code"), [("<&- >&- 2>&-", 0), (">&-", 0), ("2>&-", 0)])
def test_closed_streams_cost_only_what_they_would_have_said(closed, code, tmp_path):
    shell = f'"$@" {closed}'
    command = ["sh", "-c", shell, "sh", sys.executable, "-m", "skatsim", *SCORE]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (code, b"")


def test_a_reader_that_has_read_enough_ends_us_quietly():
    command = f"set -o pipefail; {sys.executable} -m skatsim --help | true"
    done = subprocess.run(["bash", "-c", command], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 128 + signal.SIGPIPE)


def test_a_poor_environment_is_enough():
    bare = {"HOME": "/nonexistent", "TERM": "dumb", "COLUMNS": "10", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    code, out, err = process(*SCORE, env={**bare, "PYTHONUTF8": "0"})
    assert (code, err) == (0, "")
    assert "2 ? 12 = 24" in out
    code, out, err = process("simulate", "-h", env=bare)
    assert (code, err) == (0, "")
    assert "--threads" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("place", ["typer", "skatsim.rules.ruleset", "numba"])
def test_an_interrupt_while_modules_load_is_one_line(number, place):
    script = f"""
import signal, sys
from skatsim.cli import main

class Interrupting:
    def find_spec(self, name, *_):
        if name == {place!r}:
            signal.raise_signal({number:d})

sys.meta_path.insert(0, Interrupting())
sys.argv = ["skatsim", *{SCORE!r}]
main()
"""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "skatsim: interrupted\n")


def test_an_interrupt_lost_in_a_callback_comes_again(skatsim, monkeypatch):
    class Deaf:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def work(*_, **__):
        Deaf()
        time.sleep(3)
        finished.append("although interrupted")

    finished = []
    monkeypatch.setattr("skatsim.rules.settlement.settle", work)
    assert skatsim(*SCORE) == (130, "", "skatsim: interrupted\n")
    assert finished == []


def test_version_and_help(skatsim):
    assert skatsim("--version") == (0, f"skatsim {library.__version__}\n", "")
    assert skatsim("-h") == skatsim("--help") == skatsim()
    assert skatsim("open-table", "-h") == skatsim("open-table", "--help")
    assert "--install-completion" in skatsim("-h")[1]


def test_completion_names_the_commands():
    asked = {"_SKATSIM_COMPLETE": "complete_bash", "COMP_WORDS": "skatsim so", "COMP_CWORD": "1"}
    code, out, _ = process(env=asked)
    assert (code, out.split()) == (0, ["solve"])


@pytest.mark.parametrize("seconds", [0.2, 1.2, 2.2, 3.2])
def test_ctrl_c_in_a_cold_compile_is_one_line(tmp_path, seconds):
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "SKATSIM_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "skatsim", "simulate", "--games", "500000", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as begun:
        time.sleep(seconds)
        begun.send_signal(signal.SIGINT)
        _, err = begun.communicate(timeout=60)
    said = [line for line in err.splitlines() if not line.startswith("compiling ")]
    assert begun.returncode == 130
    assert len(said) == 1
    assert said[0].startswith("skatsim: interrupted")
