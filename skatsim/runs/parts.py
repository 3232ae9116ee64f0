"""Shards, chunks and parts: how a run is cut, and the Parquet bytes of each piece.

A *shard* is `shard_games` games in a row and becomes one Parquet part of row groups of `ROW_GROUP_ROWS`; a *chunk* is
what one call of the engine computes, within a row group.  Shards and row groups are fixed by the configuration, chunks
are not: their columns are joined before a row group is encoded, so the bytes know nothing of chunks and threads, and
memory holds a row group and the compressed part, however long the run.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from skatsim.bots.abi import Lineup, make_lineup
from skatsim.errors import SkatsimError
from skatsim.runs.config import RunConfig, players
from skatsim.runs.executors import Executor
from skatsim.runs.manifest import Claim, Part, claim_of
from skatsim.table.columns import DealColumns, OutcomeColumns, arrow_schema, outcome_table
from skatsim.table.engine import simulate_games

DEFAULT_CHUNK_GAMES: Final = 50_000
ROW_GROUP_ROWS: Final = 100_000
ZSTD_LEVEL: Final = 3

Engine = Callable[..., Any]
"""As `skatsim.table.engine.simulate_games`."""


class Shard(NamedTuple):
    """Games [first_game, first_game + games) of a run, its part `number`."""

    number: int
    first_game: int
    games: int

    @property
    def name(self) -> str:
        """File name of the part."""
        return part_name(self.number)

    @property
    def row_groups(self) -> int:
        """How many row groups it has."""
        return -(-self.games // ROW_GROUP_ROWS)


class RowGroup(NamedTuple):
    """Games [first_game, first_game + games) of a shard."""

    shard: Shard
    first_game: int
    games: int


class ChunkTask(NamedTuple):
    """Games of a row group for one call of the engine; `last`: the row group is complete with it."""

    group: RowGroup
    first_game: int
    games: int
    last: bool


def part_name(number: int) -> str:
    """File name of part `number`.

    >>> part_name(7)
    'part-000007.parquet'
    """
    return f"part-{number:06d}.parquet"


def shards_of(config: RunConfig) -> Iterator[Shard]:
    """The shards of a run.

    >>> [shard.games for shard in shards_of(RunConfig(games=2_500_000))]
    [1000000, 1000000, 500000]
    """
    for number, first in enumerate(range(0, config.games, config.shard_games)):
        yield Shard(number, first, min(config.shard_games, config.games - first))


def row_groups_of(shard: Shard) -> Iterator[RowGroup]:
    """The row groups of a shard."""
    end = shard.first_game + shard.games
    for first in range(shard.first_game, end, ROW_GROUP_ROWS):
        yield RowGroup(shard, first, min(ROW_GROUP_ROWS, end - first))


def chunks_of(group: RowGroup, chunk_games: int) -> Iterator[ChunkTask]:
    """The chunks of a row group."""
    end = group.first_game + group.games
    for first in range(group.first_game, end, chunk_games):
        yield ChunkTask(group, first, min(chunk_games, end - first), last=first + chunk_games >= end)


@dataclass(frozen=True)
class Plan:
    """A run ready to be computed: its claim, its compiled line-up and the engine."""

    config: RunConfig
    claim: Claim
    lineup: Lineup
    engine: Engine

    def compute(self, chunk: ChunkTask) -> Any:
        """What the engine makes of `chunk`; any thread may call."""
        kept = self.config.store
        return self.engine(
            self.config.seed,
            chunk.first_game,
            chunk.games,
            self.lineup,
            self.config.rules,
            deals="deals" in kept,
            plays="plays" in kept,
        )

    def warm_up(self) -> None:
        """Compile the engine before a clock starts: no games, no result."""
        self.engine(self.config.seed, 0, 0, self.lineup, self.config.rules)

    def table(self, group: RowGroup, chunks: list[Any]) -> Any:
        """The rows of a row group as an Arrow table, each column in one piece."""
        games = np.arange(group.first_game, group.first_game + group.games)
        outcomes = OutcomeColumns(*map(np.concatenate, zip(*(chunk.outcomes for chunk in chunks), strict=True)))
        deals = plays = None
        if "deals" in self.config.store:
            deals = DealColumns(*map(np.concatenate, zip(*(chunk.deals for chunk in chunks), strict=True)))
        if "plays" in self.config.store:
            plays = np.concatenate([chunk.plays for chunk in chunks])
        return outcome_table(
            outcomes,
            seed=self.config.seed,
            games=games,
            bots=[self._names(games, seat) for seat in range(3)],
            deals=deals,
            plays=plays,
            metadata=self.claim.metadata,
        )

    def _names(self, games: Any, seat: int) -> Any:
        """Who sits at `seat`: player (game + seat) % 3."""
        labels = [player.label for player in self.claim.players]
        unique = sorted(set(labels))
        player_of = np.array([unique.index(label) for label in labels], dtype=np.int8)
        return pa.DictionaryArray.from_arrays(pa.array(player_of[(games + seat) % 3]), pa.array(unique))


def make_plan(config: RunConfig, engine: Engine | None = None) -> Plan:
    """Look up and compile the bots of a run.

    Raises
    ------
    SkatsimError
        For a bot that is not installed or a parameter it cannot use.
    """
    chosen = players(config)
    return Plan(config, claim_of(config, chosen), make_lineup(list(chosen)), engine or simulate_games)


def compute_shards(
    plan: Plan, shards: Sequence[Shard], executor: Executor, chunk_games: int, on_chunk: Callable[[int], None]
) -> Generator[Any, None, None]:
    """Yield the row groups of the shards as tables, in order; the chunks that follow are computed meanwhile.

    `on_chunk` is told the games of each chunk that has arrived.  Closing the iterator stops the executor.
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


def encode_part(row_groups: Iterable[Any]) -> Any:
    """The Parquet bytes of tables (at least one), each a row group; equal tables give equal bytes.

    Numbers that never repeat (game, hands) are not put through a dictionary; game numbers are stored as differences.
    """
    tables = iter(row_groups)
    first = next(tables)
    sink = BytesIO()  # grows by an eighth where Arrow's own buffer doubles
    with _parquet_writer(sink, first.schema) as writer:
        for table in chain([first], tables):
            writer.write_table(table, row_group_size=ROW_GROUP_ROWS)
    return sink.getbuffer()


def _parquet_writer(sink: Any, schema: Any) -> Any:
    spread = {"game", *(name for name in DealColumns._fields if name.startswith("hand_"))}
    make: Any = pq.ParquetWriter
    return make(
        sink,
        schema,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        use_dictionary=[path for path in _leaf_paths(schema) if path not in spread],
        column_encoding={"game": "DELTA_BINARY_PACKED"},
        version="2.6",
    )


def _leaf_paths(schema: Any) -> list[str]:
    return [f"{field.name}.list.element" if pa.types.is_nested(field.type) else field.name for field in schema]


def describe_part(name: str, content: Any) -> Part:
    """The manifest's line for a part.

    Raises
    ------
    SkatsimError
        If the bytes are no Parquet file.
    """
    try:
        rows = pq.read_metadata(pa.BufferReader(content)).num_rows
    except (pa.ArrowException, OSError) as error:
        raise SkatsimError(f"{name}: not a readable Parquet file: {error}") from None
    return Part(name, rows, len(content), hashlib.sha256(content).hexdigest())


def equal_pieces(tables: Iterable[Any], rows: int = ROW_GROUP_ROWS) -> Iterator[Any]:
    """The rows of `tables` in pieces of `rows`, the last one shorter, whatever the lengths of the tables."""
    waiting: list[Any] = []
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


def join_tables(tables: list[Any]) -> Any:
    """One table of all rows, one chunk a column, with one dictionary of names each."""
    return pa.concat_tables(tables).unify_dictionaries().combine_chunks()


def empty_table(claim: Claim) -> Any:
    """No rows, but the columns of a run."""
    kept = claim.config.store
    schema = arrow_schema(deals="deals" in kept, plays="plays" in kept, metadata=claim.metadata)
    return schema.empty_table()
