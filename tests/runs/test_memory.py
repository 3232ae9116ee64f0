"""The memory of a run does not grow with its length."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import resource, sys
from skatsim.runs.run import simulate
from tests.runs.making import fake_engine, small_config

config = small_config(games=int(sys.argv[1]), shard_games=50_000, store="deals,plays")
run = simulate(config, sys.argv[2], threads=2, engine=fake_engine)
assert len(run) == config.games
for batch in run.batches():
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def peak_megabytes(games, out):
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(games), str(out)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(result.stdout)


def test_five_times_the_games_need_no_more_memory(tmp_path):
    short = peak_megabytes(300_000, tmp_path / "short")
    long = peak_megabytes(1_500_000, tmp_path / "long")
    # 1.2 million games more are 94 MB as columns; allocators alone make runs differ by some 20 MB
    assert long < short + 60
    assert long < 600
