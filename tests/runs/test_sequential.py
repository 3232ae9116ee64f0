"""A comparison that stops when it knows: the same stop in memory, in a folder, after a kill, and by plain sums."""

import numpy as np
import pytest

from skatsim.runs.config import make_boards
from skatsim.runs.run import open_run, resume, simulate
from skatsim.stats.sprt import SequentialTest
from tests.conftest import COMPILED
from tests.runs.making import contents

pytestmark = pytest.mark.skipif(not COMPILED, reason="plays compiled games")
TEST = {"low": -2.0, "high": 0.0}


def config(boards=5_000, **keys):
    """Never bidding against random play: -31 list points a seat or so, found at once."""
    bots = ["random:top_bid=18", "random:top_bid=0"]
    return make_boards(bots, boards=boards, sequential=TEST, shard_boards=150, **keys)


@pytest.fixture(scope="module")
def stopped():
    return simulate(config())


def test_it_stops_with_the_first_part_that_tells(stopped):
    rows = stopped.to_pandas()
    assert len(rows) % (150 * 6) == 0
    assert len(rows) < 5_000 * 6
    mine = []
    for _, board in rows.groupby("board"):
        games = []
        for row in board.itertuples():
            seats = {"A": [], "B": []}
            for seat, name in enumerate(("forehand", "middlehand", "rearhand")):
                seats[row.seating[(row.board + seat) % 3]].append(getattr(row, f"seeger_fabian_{name}"))
            games.append(np.mean(seats["A"]) - np.mean(seats["B"]))
        mine.append(np.mean(games))
    test = SequentialTest(**TEST)
    verdicts = [test.verdict(n, np.mean(mine[:n]), np.var(mine[:n], ddof=1)) for n in range(150, len(mine) + 1, 150)]
    assert verdicts[-1] == "low"
    assert set(verdicts[:-1]) <= {None}


def test_a_folder_holds_the_same_games_and_is_complete(stopped, tmp_path):
    run = simulate(config(), tmp_path / "run", threads=2)
    assert run.to_pandas().equals(stopped.to_pandas())
    assert open_run(tmp_path / "run").complete
    assert simulate(config(), tmp_path / "run").simulated == 0


def test_killed_and_resumed_it_stops_at_the_same_board(tmp_path):
    simulate(config(), tmp_path / "whole", threads=1)

    def stop_it(progress):
        if progress.done >= 150 * 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(config(), tmp_path / "killed", threads=1, chunk_games=900, progress=stop_it)
    resume(tmp_path / "killed")
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_without_a_verdict_it_ends_at_its_boards():
    run = simulate(config(boards=160))
    assert len(run) == 160 * 6
