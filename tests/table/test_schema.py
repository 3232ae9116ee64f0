"""What the columns of a run promise: the README's table, numbers that can be computed with, runs of older versions."""

import hashlib
import json
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.run import open_run, simulate
from skatsim.table.columns import OUTCOME_TYPES, DealColumns
from skatsim.table.schema import SCHEMA_VERSION, arrow_schema, open_schema
from tests.conftest import REPOSITORY
from tests.runs.making import fake_engine, small_config

NO_NUMBERS = (*DealColumns._fields, "plays")
"""Cards: bit masks and card indexes."""


def readme_row(field: pa.Field) -> str:
    kind = str(field.type)
    if pa.types.is_dictionary(field.type):
        kind = f"dictionary of {field.type.value_type}"
    elif pa.types.is_fixed_size_list(field.type):
        kind = f"list of {field.type.list_size} {field.type.value_type}"
    return f"| `{field.name}` | {kind} | {field.metadata[b'about'].decode()} |"


def test_the_readme_has_the_columns_as_they_are() -> None:
    said = [line for line in (REPOSITORY / "README.md").read_text().splitlines() if line.startswith("| `")]
    rows = [readme_row(field) for field in arrow_schema(boards=True, deals=True, plays=True, records=True)]
    first = said.index(rows[0])
    assert said[first : first + len(rows)] == rows
    assert not [line for line in said if line not in rows and " int64 |" in line]


def test_every_number_is_int64() -> None:
    for field in [*arrow_schema(deals=True, plays=True, records=True), *open_schema()]:
        if field.name not in NO_NUMBERS and not pa.types.is_dictionary(field.type) and field.type != pa.string():
            assert field.type in (pa.int64(), pa.bool_()), field.name
    assert {np.dtype(kind) for kind in OUTCOME_TYPES} == {np.dtype(np.int32), np.dtype(bool)}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    simulate(small_config(), tmp_path / "run", engine=fake_engine)
    return tmp_path / "run"


def in_version_1(folder: Path) -> None:
    """Write the run's parts anew as schema version 1 had them."""
    listed = json.loads((folder / "_manifest.json").read_text())
    for entry in listed["parts"]:
        path = folder / entry["name"]
        table = pq.read_table(path)
        narrow = {"declarer": pa.int8(), "matadors": pa.int8(), "card_points": pa.int8(), "tricks": pa.int8()}
        for name in OUTCOME_TYPES._fields:
            if name in table.schema.names and table.schema.field(name).type == pa.int64():
                i = table.schema.get_field_index(name)
                table = table.set_column(i, name, table[name].cast(narrow.get(name, pa.int16())))
        pq.write_table(table, path)
        content = path.read_bytes()
        entry.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    (folder / "_manifest.json").write_text(json.dumps({**listed, "schema_version": 1}))
    claim = json.loads((folder / "_run.json").read_text())
    (folder / "_run.json").write_text(json.dumps({**claim, "schema_version": 1}))


def test_a_run_of_schema_1_is_read_with_the_types_of_today(written: Path) -> None:
    today = open_run(written).to_pandas()
    in_version_1(written)
    assert pq.read_schema(written / "part-000000.parquet").field("score").type == pa.int16()
    old = open_run(written)
    assert old.manifest.schema_version == 1
    assert old.to_pandas().equals(today)
    assert old.to_pandas(["score"], where="score * 1000 > 100_000")["score"].min() == 101
    assert {batch.schema.field("score").type for batch in old.batches()} == {pa.int64()}


def test_a_run_of_a_later_schema_is_refused(written: Path) -> None:
    for name in ("_run.json", "_manifest.json"):
        said = json.loads((written / name).read_text())
        (written / name).write_text(json.dumps({**said, "schema_version": SCHEMA_VERSION + 1}))
    with pytest.raises(SkatsimError, match=f"version {SCHEMA_VERSION + 1}, this skatsim reads .* {SCHEMA_VERSION};"):
        open_run(written)


def test_what_people_compute_is_what_python_computes(written: Path) -> None:
    """Multiples, squares and sums in pandas, pyarrow and Polars against Python's own integers."""
    frame = open_run(written).to_pandas()
    for name in ("score", "card_points", "bid", "seeger_fabian_forehand"):
        exact = [int(value) for value in frame[name]]
        column = frame[name] * 200
        assert column.to_list() == [200 * value for value in exact]
        assert (frame[name] ** 4).sum() == sum(value**4 for value in exact)
        in_polars = pl.from_pandas(frame[[name]])[name]
        assert (in_polars * 200).to_list() == column.to_list()
        assert (in_polars * 100_000).sum() == 100_000 * sum(exact)
