"""Parts: a plan computed chunk by chunk, and the Parquet bytes of each part.

The columns of the chunks are joined before a row group is encoded, so the bytes know nothing of chunks and threads, and
memory holds a row group and the compressed part, however long the run.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from io import BytesIO
from itertools import chain
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from skatsim.runs.executors import Executor
from skatsim.runs.folder import RunFolder
from skatsim.runs.manifest import Claim, Part, Record, encode
from skatsim.runs.plans import Plan
from skatsim.runs.shards import ROW_GROUP_ROWS, ChunkTask, Shard, chunks_of, part_name, record_name, row_groups_of
from skatsim.table.columns import DealColumns

ZSTD_LEVEL: Final = 3


def compute_shards(
    plan: Plan, shards: Iterable[Shard], executor: Executor, chunk_games: int, on_chunk: Callable[[int], None]
) -> Generator[pa.Table, None, None]:
    """Yield the row groups of the shards as tables, in order; the chunks that follow are computed meanwhile.

    `shards` is gone through twice, like a list.  `on_chunk` is told the games of each chunk that has arrived.  Closing
    the iterator stops the executor.
    """

    def chunks() -> Iterator[ChunkTask]:
        for shard in shards:
            for group in row_groups_of(shard):
                yield from chunks_of(group, chunk_games)

    arrived: list[Any] = []
    with closing(executor.map(plan.compute, chunks())) as results:
        for chunk, result in zip(chunks(), results, strict=True):
            arrived.append(result)
            on_chunk(chunk.games)
            if chunk.last:
                table = plan.table(chunk.group, arrived)
                arrived = []
                yield table


def encode_part(row_groups: Iterable[pa.Table]) -> memoryview:
    """The Parquet bytes of tables (at least one), each a row group; equal tables give equal bytes.

    Numbers that never repeat (game, hands) are not put through a dictionary; game numbers are stored as differences.
    Each page carries a checksum, so that a reader notices changed bytes.
    """
    tables = iter(row_groups)
    first = next(tables)
    sink = BytesIO()  # grows by an eighth where Arrow's own buffer doubles
    with _parquet_writer(sink, first.schema) as writer:
        for table in chain([first], tables):
            writer.write_table(table, row_group_size=ROW_GROUP_ROWS)
    return sink.getbuffer()


def _parquet_writer(sink: BytesIO, schema: pa.Schema) -> pq.ParquetWriter:
    spread = {"game", *(name for name in DealColumns._fields if name.startswith("hand_"))}
    return pq.ParquetWriter(
        sink,
        schema,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        use_dictionary=[path for path in _leaf_paths(schema) if path not in spread],
        column_encoding={"game": "DELTA_BINARY_PACKED"},
        version="2.6",
        write_page_checksum=True,
    )


def _leaf_paths(schema: pa.Schema) -> list[str]:
    return [f"{field.name}.list.element" if pa.types.is_nested(field.type) else field.name for field in schema]


def put_part(folder: RunFolder, claim: Claim, number: int, row_groups: Iterable[pa.Table]) -> Part:
    """Commit a part, after the record that tells whether it is whole."""
    name = part_name(number)
    content = encode_part(row_groups)
    rows = pq.read_metadata(pa.BufferReader(content)).num_rows
    part = Part(name, rows, len(content), hashlib.sha256(content).hexdigest())
    folder.store.put(record_name(number), encode(Record(claim.digest, part)))
    folder.store.put(name, content)
    return part


def read_part(folder: RunFolder, number: int) -> pa.Table:
    """The rows of a part that is known to be whole."""
    return pq.read_table(pa.BufferReader(folder.store.read(part_name(number))))


def equal_pieces(tables: Iterable[pa.Table], rows: int = ROW_GROUP_ROWS) -> Iterator[pa.Table]:
    """The rows of `tables` in pieces of `rows`, the last one shorter, whatever the lengths of the tables."""
    waiting: list[pa.Table] = []
    ready = 0
    for table in tables:
        waiting.append(table)
        ready += table.num_rows
        while ready >= rows:
            joined = join_tables(waiting)
            yield joined.slice(0, rows)
            waiting, ready = [joined.slice(rows)], ready - rows
    if ready:
        yield join_tables(waiting)


def join_tables(tables: list[pa.Table]) -> pa.Table:
    """One table of all rows, one chunk a column, with one dictionary of names each."""
    return pa.concat_tables(tables).unify_dictionaries().combine_chunks()
