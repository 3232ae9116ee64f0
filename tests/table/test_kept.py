"""Rows with deal and plays laid on the table again: the columns come out as they went in."""

import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.run import simulate
from skatsim.table.referee import row_of
from skatsim.table.referee.kept import referee_of, told

COLUMNS = (
    "bid_forehand", "bid_middlehand", "bid_rearhand", "declarer", "bid", "matadors", "card_points", "tricks",
    "schneider", "schwarz", "won", "overbid", "game_value", "score", "seeger_fabian_rearhand", "discard",
)  # fmt: skip


@pytest.fixture(scope="module")
def rows():
    config = {"games": 60, "seed": 5, "lineup": "random:top_bid=30,random:top_bid=18,random:top_bid=0"}
    run = simulate({**config, "store": "deals,plays"}, threads=1)
    return [row for batch in run.batches() for row in batch.to_pylist()]


def test_every_column_comes_out_again(rows):
    """The engine's rows: announced games that end once lost, nulls, deals passed in."""
    assert {row["ending"] for row in rows} >= {None, "tricks", "decided"}
    for row in rows:
        again = row_of(referee_of(row))
        assert {name: getattr(again, name) for name in COLUMNS} == {name: row[name] for name in COLUMNS}
        assert list(again.plays) == row["plays"]


def test_it_reads_like_a_simulated_game(rows):
    row = next(row for row in rows if row["won"])
    lines = told(row).splitlines()
    assert lines[0].startswith(f"Forehand ({row['bot_forehand']}): ")
    assert lines[-1].startswith("Won: ")


def test_bids_that_make_another_declarer_are_refused(rows):
    row = next(row for row in rows if row["declarer"] == 0 and row["bid"] == 18)
    with pytest.raises(SkatsimError, match="the bids of the row have seat 1 play, and not 0"):
        referee_of({**row, "bid_forehand": 0, "bid_middlehand": 18, "bid_rearhand": 0})
