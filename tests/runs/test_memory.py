"""The memory of a run does not grow with its length or its threads."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys
from pathlib import Path
from skatsim.runs.run import simulate
from tests.runs.making import fake_engine, small_config

def peak():  # ru_maxrss would count what the parent held when it forked
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) // 1024

runs = []
for games, threads in ((300_000, 2), (300_001, 2), (2_300_000, 2), (1_300_000, 256)):
    config = small_config(games=games, shard_games=50_000, store="deals,plays")
    runs.append(simulate(config, Path(sys.argv[1]) / str(games), threads=threads, engine=fake_engine))
    print(peak())
"""

READ = """
import sys
import pyarrow as pa
from skatsim.runs.run import open_run

run = open_run(sys.argv[1])
assert sum(batch.num_rows for batch in run.batches()) == len(run)
print(pa.default_memory_pool().max_memory() // 2**20)
"""


COMPILE = """
from skatsim.runs.run import simulate
from tests.runs.making import fake_engine, small_config

simulate(small_config(games=10), engine=fake_engine)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs the peak memory Linux tells")
def test_seven_times_the_games_or_a_hundred_times_the_threads_need_no_more_memory(tmp_path):
    here = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", COMPILE], cwd=here, check=True)  # a compiler's memory is not a run's
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], cwd=here, capture_output=True, text=True, check=True
    )
    _, short, long, wide = map(int, result.stdout.split())
    # two million games more are 156 MB as columns; allocators alone may differ by some 20 MB
    assert long < short + 60
    assert long < 600
    assert wide < 600
    reads = []
    for games in (300_000, 2_300_000):
        command = [sys.executable, "-c", READ, str(tmp_path / str(games))]
        reads.append(int(subprocess.run(command, cwd=here, capture_output=True, text=True, check=True).stdout))
    assert reads[1] < reads[0] + 40, "Arrow's own peak while the rows are read, MiB"
