"""Cutting a run: every game once, in order, and bytes that know nothing of chunks."""

import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.runs.config import RunConfig
from skatsim.runs.executors import SerialExecutor, ThreadExecutor
from skatsim.runs.parts import (
    compute_shards,
    encode_part,
    equal_pieces,
)
from skatsim.runs.plans import plan_of
from skatsim.runs.shards import ROW_GROUP_ROWS, chunks_of, row_groups_of
from tests.runs.making import fake_engine, hashed, small_config


@given(
    games=st.integers(1, 3_000_000), shard_games=st.integers(40_000, 1_500_000), chunk_games=st.integers(9_000, 400_000)
)
def test_chunks_cover_every_game_once_and_in_order(games, shard_games, chunk_games):
    config = RunConfig(games=games, shard_games=shard_games)
    groups = [group for shard in config.shards for group in row_groups_of(shard)]
    chunks = [chunk for group in groups for chunk in chunks_of(group, chunk_games)]
    ends = np.cumsum([chunk.games for chunk in chunks])
    assert [chunk.first_game for chunk in chunks] == [0, *ends[:-1]]
    assert ends[-1] == games
    assert max(chunk.games for chunk in chunks) <= min(chunk_games, ROW_GROUP_ROWS)
    assert [chunk.group for chunk in chunks if chunk.last] == groups
    assert sum(shard.row_groups for shard in config.shards) == len(groups)
    for chunk in chunks:
        assert chunk.group.shard.number == chunk.first_game // shard_games


def computed(config, executor, chunk_games):
    plan = plan_of(config, fake_engine)
    told = []
    pieces = list(compute_shards(plan, plan.shards, executor, chunk_games, told.append))
    assert sum(told) == config.games
    return pieces


@pytest.mark.parametrize("store", ["", "deals,plays"])
def test_the_bytes_of_a_part_know_nothing_of_chunks_and_threads(store):
    config = small_config(store=store, games=230_000, shard_games=230_000)
    whole = encode_part(computed(config, SerialExecutor(), 10**6))
    for executor, chunk_games in ((SerialExecutor(), 33_333), (ThreadExecutor(2), 50_000), (ThreadExecutor(4), 7_001)):
        assert bytes(encode_part(computed(config, executor, chunk_games))) == bytes(whole)
    groups = pq.read_metadata(io.BytesIO(whole))
    assert [groups.row_group(i).num_rows for i in range(groups.num_row_groups)] == [100_000, 100_000, 30_000]


def test_rows_are_those_of_the_engine():
    config = small_config(store="deals,plays", seed=5)
    games = np.arange(1000)
    rows = pa.concat_tables(computed(config, ThreadExecutor(2), 70))
    assert rows["game"].to_pylist() == list(range(1000))
    assert set(rows["seed"].to_pylist()) == {5}
    assert rows["bid_forehand"].to_pylist() == (hashed(5, games, 0) % np.uint64(121)).tolist()
    assert rows["discard"].to_pylist() == hashed(5, games, 34).astype(np.uint32).tolist()
    assert [row[29] for row in rows["plays"].to_pylist()] == (hashed(5, games, 69) % np.uint64(32)).tolist()


def test_player_p_sits_where_game_plus_seat_is_p_modulo_three():
    lineup = ["random", {"bot": "random", "params": {"game": 4}}, {"bot": "random", "params": {"game": 5}}]
    labels = ["random@1", "random@1(game=4)", "random@1(game=5)"]
    rows = pa.concat_tables(computed(small_config(lineup=lineup), SerialExecutor(), 10**6))
    for seat, name in enumerate(("forehand", "middlehand", "rearhand")):
        assert rows[f"bot_{name}"].to_pylist() == [labels[(game + seat) % 3] for game in range(1000)]


def test_a_part_reads_back_with_schema_meaning_and_configuration():
    config = small_config(store="deals,plays")
    table = computed(config, SerialExecutor(), 10**6)[0]
    back = pq.read_table(io.BytesIO(encode_part([table])))
    assert back.to_pylist() == table.to_pylist()
    assert back.schema.names == table.schema.names
    assert back.schema.field("bid").metadata[b"about"] == b"bid at which the declarer plays"
    assert config.canonical == back.schema.metadata[b"skatsim.config"]


@given(lengths=st.lists(st.integers(0, 50), max_size=12), rows=st.integers(1, 40))
def test_equal_pieces_keep_every_row(lengths, rows):
    names = iter(f"player {i % 7}" for i in range(1000))
    tables = [
        pa.table({"name": pa.array([next(names) for _ in range(length)], pa.string()).dictionary_encode()})
        for length in lengths
    ]
    pieces = list(equal_pieces(iter(tables), rows))
    assert [piece.num_rows for piece in pieces[:-1]] == [rows] * (len(pieces) - 1)
    assert [name for piece in pieces for name in piece["name"].to_pylist()] == [
        f"player {i % 7}" for i in range(sum(lengths))
    ]
