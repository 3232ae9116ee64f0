"""A run is plain Parquet: what pandas, pyarrow, Polars and DuckDB read from it, as the README says, is the same."""

import pandas as pd
import pyarrow.dataset
import pytest

import skatsim
from tests.runs.making import small_config

QUESTION = "SELECT game_type, count(*), sum(score) FROM '{}' WHERE declarer >= 0 GROUP BY ALL"


@pytest.fixture
def folder(tmp_path):
    skatsim.simulate(small_config(store=["deals", "plays"]), tmp_path / "run")
    return tmp_path / "run"


@pytest.fixture
def frame(folder):
    return skatsim.open_run(folder).to_pandas()


def test_pandas_and_pyarrow_read_the_folder(folder, frame):
    assert len(frame) == 1000
    assert list(pd.read_parquet(folder).columns) == list(frame.columns)
    for read in (pd.read_parquet(folder), pyarrow.dataset.dataset(folder).to_table().to_pandas()):
        assert list(read["score"]) == list(frame["score"])


def test_polars_reads_the_parts(folder, frame):
    polars = pytest.importorskip("polars")
    read = polars.read_parquet(folder / "*.parquet")
    assert read.columns == list(frame.columns)
    assert read["score"].to_list() == list(frame["score"])
    assert read["game_type"].to_list() == [None if pd.isna(name) else name for name in frame["game_type"]]
    assert read["plays"].to_list() == [list(cards) for cards in frame["plays"]]


def test_duckdb_reads_the_parts(folder, frame):
    duckdb = pytest.importorskip("duckdb")
    games = frame[frame["declarer"] >= 0].groupby("game_type", observed=True)["score"].agg(["size", "sum"])
    with duckdb.connect() as connection:
        rows = connection.sql(QUESTION.format(folder / "*.parquet")).fetchall()
    assert rows
    assert {name: (size, total) for name, size, total in rows} == {name: tuple(row) for name, row in games.T.items()}
