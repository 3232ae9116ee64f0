"""Whole processes as users start them: help, the first game warm and cold, a comparison, memory of short and long runs.

Seconds are CPU time (user + system) of the finished child process, megabytes its peak resident size (as Linux tells it
the process itself: what the parent is told counts the parent's own memory too).
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

FIRST_GAME = """
from skatsim.runs.config import RunConfig
from skatsim.runs.plans import plan_of
plan_of(RunConfig()).warm_up()
"""
FIRST_TABLE = "import skatsim; print(len(skatsim.simulate(skatsim.RunConfig(games=1))))"
COMMAND = "from skatsim.cli import main; main()"
PEAK = """
import atexit, os, pathlib
status = pathlib.Path("/proc/self/status")
atexit.register(lambda: os.write(2, status.read_text().split("VmHWM:")[1].split()[0].encode()))
"""


def _child(arguments: list[str], cache: Path | None = None) -> float:
    """CPU seconds of one Python process."""
    environment = {**os.environ, **({"SKATSIM_CACHE_DIR": str(cache)} if cache else {})}
    process = subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return usage.ru_utime + usage.ru_stime


def _peak(*options: str) -> float:
    """Peak MB of one skatsim command."""
    script = [sys.executable, "-c", PEAK + COMMAND, *options]
    done = subprocess.run(script, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


def bench_help(tell: Callable[[str], None]) -> None:
    seconds = median(_child(["-c", COMMAND, "--help"]) for _ in range(7))
    tell(f"skatsim --help: {seconds:.2f} s")


def bench_cold_and_warm_start(tell: Callable[[str], None], tmp_path: Path) -> None:
    cold = _child(["-c", FIRST_GAME], tmp_path)
    warm = median(_child(["-c", FIRST_GAME], tmp_path) for _ in range(5))
    table = median(_child(["-c", FIRST_TABLE], tmp_path) for _ in range(5))
    tell(f"ready to play the first game of the heuristic bot, nothing compiled: {cold:.1f} s")
    tell(f"ready to play the first game, compiled before: {warm:.2f} s")
    tell(f"a whole process that plays one game and makes its Arrow table: {table:.2f} s (pyarrow loads pandas)")


def bench_a_comparison(tell: Callable[[str], None]) -> None:
    command = [*("-c", COMMAND), *("compare", "heuristic", "heuristic:boldness=0", "--boards")]
    _child([*command, "100"])
    start = perf_counter()
    seconds = _child([*command, "20000"])
    wall = perf_counter() - start
    tell(f"compare heuristic heuristic:boldness=0 --boards 20000: {wall:.1f} s, {seconds:.1f} s CPU")
    assert wall < 20


def bench_memory_does_not_grow(tell: Callable[[str], None], tmp_path: Path) -> None:
    peaks = []
    for games in (1_000_000, 5_000_000):
        options = ["--games", str(games), "--lineup", "random,random,random", "--out", str(tmp_path / str(games))]
        peaks.append(_peak("simulate", *options))
        tell(f"simulate --games {games:,}: peak memory {peaks[-1]:.0f} MB")
    assert peaks[1] < 600
