"""One pass over any kind of stream gives the same counts; rows that cannot be games are refused by name."""

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from skatsim.errors import SkatsimError
from skatsim.reports.tally import COLUMNS, UNKNOWN, tally


def same(a, b):
    arrays = [name for name, value in vars(a).items() if isinstance(value, np.ndarray)]
    assert len(arrays) > 8
    assert a.deals == b.deals
    assert all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays)
    assert by_name(a) == by_name(b)


def by_name(counts):
    sums, declared, won = counts.bot_sums()
    return dict(zip(counts.bot_names, np.transpose([*sums, declared, won]).tolist(), strict=True))


class Run:
    """What a run offers."""

    def __init__(self, rows):
        self.rows = rows

    def batches(self, columns):
        return self.rows.select(columns).to_batches(max_chunksize=999)


@pytest.mark.parametrize("chunk", [1, 99, 777])
def test_chunks_do_not_matter(rows, chunk):
    rows = rows.slice(0, 1_000)
    same(tally(rows), tally(rows.to_batches(max_chunksize=chunk)))


def test_every_kind_of_stream(rows, tmp_path):
    whole = tally(rows)
    same(whole, tally(Run(rows)))
    same(whole, tally(rows.slice(k, 5_000) for k in range(0, rows.num_rows, 5_000)))
    same(whole, tally(pa.concat_tables([rows.slice(0, 12_345), rows.slice(12_345)])))
    for number, start in enumerate(range(0, rows.num_rows, 6_000)):
        pq.write_table(rows.slice(start, 6_000), tmp_path / f"{number}.parquet")
    same(whole, tally(ds.dataset(tmp_path)))


def test_names_as_plain_strings(rows):
    plain = rows.set_column(rows.schema.names.index("game_type"), "game_type", rows["game_type"].cast(pa.string()))
    same(tally(rows), tally(plain))


def test_batches_may_number_their_names_differently(three_games):
    """Each batch has its own dictionary: the second batch starts with another name."""
    single = [pa.Table.from_pylist([row], schema=three_games.schema) for row in three_games.to_pylist()]
    same(tally(three_games), tally(single))


def test_a_missing_name_is_counted_as_unknown(three_games):
    counts = tally(three_games)
    sums, declared, won = counts.bot_sums()
    table = {name: (sums.sizes[k], sums.totals[k], declared[k], won[k]) for k, name in enumerate(counts.bot_names)}
    assert table == {"ann": (2, 114, 1, 1), "bob": (3, -242, 1, 0), "cem": (3, 40, 0, 0), UNKNOWN: (1, 0, 0, 0)}


def replaced(rows, name, values):
    place = rows.schema.names.index(name)
    return rows.set_column(place, name, pa.array(values, rows.schema.field(name).type))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("bid", 19, "'bid' holds 19, which is not on the ladder"),
        ("bid", 265, "'bid' holds 265"),
        ("matadors", 12, "'matadors' holds 12"),
        ("card_points", 121, "'card_points' holds 121"),
        ("declarer", 3, "'declarer' holds 3"),
        ("score", 5000, "'score' holds 5000"),
        ("game_type", "R", "'game_type' holds 'R'"),
        ("ending", "dawn", "'ending' holds 'dawn'"),
        ("ending", None, "'ending' holds -1"),
        ("won", None, "'won' has 1 nulls"),
    ],
)
def test_rows_that_are_no_games_are_refused(three_games, name, value, words):
    good = three_games.column(name).to_pylist()
    with pytest.raises(SkatsimError, match=words.replace("(", r"\(")):
        tally(replaced(three_games, name, [value, *good[1:]]))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_column_is_named(three_games, tmp_path, name):
    without = three_games.drop_columns([name])
    pq.write_table(without, tmp_path / "rows.parquet")
    for source in (without, ds.dataset(tmp_path)):
        with pytest.raises(SkatsimError, match=f"no column '{name}'"):
            tally(source)


def test_nothing_to_report_on(rows):
    with pytest.raises(SkatsimError, match="no games"):
        tally(rows.slice(0, 0))
    with pytest.raises(SkatsimError, match="no games"):
        tally([])
    with pytest.raises(SkatsimError, match="int"):
        tally(3)
