"""How a run is cut: shards, row groups and chunks.

A *shard* is `shard_games` games in a row and becomes one Parquet part of row groups of `ROW_GROUP_ROWS`; a *chunk* is
what one call of the engine computes, within a row group.  Shards and row groups are fixed by the configuration, chunks
are not.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from skatsim.runs.config import Computed

ROW_GROUP_ROWS: Final = 100_000


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


def shard_count(config: Computed) -> int:
    """How many shards a run has."""
    return -(-config.games // config.shard_games)


def shard_at(config: Computed, number: int) -> Shard:
    """Shard `number` of a run."""
    first = number * config.shard_games
    return Shard(number, first, min(config.shard_games, config.games - first))


@dataclass(frozen=True)
class Shards:
    """The shards of a run but those `kept`, one at a time, as often as asked: a long run has too many for a list.

    >>> from skatsim.runs.config import RunConfig
    >>> [shard.games for shard in Shards(RunConfig(games=2_500_000), kept=frozenset({1}))]
    [1000000, 500000]
    """

    config: Computed
    kept: Container[int] = ()

    def __iter__(self) -> Iterator[Shard]:
        return (shard_at(self.config, number) for number in range(shard_count(self.config)) if number not in self.kept)


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
