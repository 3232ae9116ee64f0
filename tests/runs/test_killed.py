"""A run killed with SIGKILL at every step it takes on the disk, then started again: the same bytes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skatsim.runs.run import open_run, resume, simulate
from tests.runs.making import contents, fake_engine, small_config

REPOSITORY = Path(__file__).parents[2]

# As the command line would run it, but with chunks slow enough to be hit in the middle.
SCRIPT = """
import sys, time
from skatsim.runs.run import simulate
from tests.runs.making import fake_engine, small_config

def slow_engine(*args, **kept):
    time.sleep(0.02)
    return fake_engine(*args, **kept)

def tell(progress):
    print(progress.done, flush=True)

try:
    simulate(small_config(), sys.argv[1], threads=2, chunk_games=20, progress=tell, engine=slow_engine)
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    out = tmp_path_factory.mktemp("undisturbed") / "run"
    simulate(small_config(), out, threads=1, engine=fake_engine)
    return contents(out)


def run_until_step(out, deadly):
    """In a child process: simulate, and die at disk step `deadly`; if that is a sync, with the file half-written."""
    taken = 0
    sync = os.fsync

    def step():
        nonlocal taken
        taken += 1
        if taken == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def audit(event, arguments):
        writes = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR) and str(out) in str(arguments[0])
        if writes or event in ("os.mkdir", "os.rename", "os.remove", "fcntl.flock"):
            step()

    def half_written_sync(handle):
        if taken + 1 == deadly and os.fstat(handle).st_size and not os.path.isdir(f"/proc/self/fd/{handle}"):
            os.ftruncate(handle, os.fstat(handle).st_size // 2)
        step()
        sync(handle)

    sys.addaudithook(audit)
    os.fsync = half_written_sync
    simulate(small_config(), out, threads=1, engine=fake_engine)


def dies_at(out, deadly):
    """Whether the run was killed (it then had not finished)."""
    child = os.fork()
    if child == 0:
        try:
            run_until_step(out, deadly)
        finally:
            os._exit(0 if (out / "_manifest.json").exists() else 1)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_killed_at_every_step_the_run_ends_with_the_same_bytes(tmp_path, expected):
    deadly = 0
    while True:
        deadly += 1
        out = tmp_path / f"killed-at-{deadly}"
        if not dies_at(out, deadly):
            break
        simulate(small_config(), out, threads=1, engine=fake_engine)
        assert contents(out) == expected, f"killed at step {deadly}"
    assert contents(out) == expected
    # folder, lock and its flock; then claim, four parts, their records and manifest: opened, synced, renamed, the
    # folder synced; the records removed
    assert deadly > 3 + 10 * 4 + 4


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_killed_again_and_again(tmp_path, expected):
    out = tmp_path / "run"
    deaths = 0
    while dies_at(out, 13):  # far enough for one part more, each time
        deaths += 1
        assert deaths < 20
    assert deaths > 2
    assert contents(out) == expected


def start_and_wait(out, games):
    """The script, once it has reported so many games."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(out)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stdout:
        if int(line) >= games:
            return process
    raise AssertionError(process.stderr.read())


def test_kill_9_between_chunks_of_two_threads(tmp_path, expected):
    out = tmp_path / "run"
    process = start_and_wait(out, 660)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert len(open_run(out, partial=True)) >= 600
    resume(out, threads=2, engine=fake_engine)
    assert contents(out) == expected


def test_ctrl_c_ends_soon_and_leaves_whole_parts(tmp_path, expected):
    out = tmp_path / "run"
    process = start_and_wait(out, 340)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "")
    assert {"part-000000.parquet", "_run.json"} <= set(contents(out))
    assert "_manifest.json" not in contents(out)
    resume(out, threads=2, engine=fake_engine)
    assert contents(out) == expected
