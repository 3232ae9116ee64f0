"""How a run is cut: shards, row groups and chunks.

A *shard* is `shard_games` games in a row and becomes one Parquet part of row groups of `ROW_GROUP_ROWS`; a *chunk* is
what one call of the engine computes, within a row group.  Shards and row groups are fixed by the configuration, chunks
are not.  A game here is what the run counts: a game, a deal, a board.

What is lost when a run is killed, and how long ctrl-C waits, is a matter of seconds and not of games: both sizes follow
the *pace* of a run, the games one core computes in a second.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

ROW_GROUP_ROWS: Final = 100_000
SHARD_SECONDS: Final = 20
"""Work of one core in a part, at most: what a killed run loses."""
CHUNK_SECONDS: Final = 2
"""Work of one core in a chunk, at most: how long ctrl-C waits."""
MAX_CHUNK_GAMES: Final = 50_000
MAX_PARTS: Final = 100_000
"""Files that a folder is asked to hold."""


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


PART_PREFIX: Final = "part-"
RECORD_PREFIX: Final = "_part-"


def part_name(number: int) -> str:
    """File name of part `number`.

    >>> part_name(7)
    'part-000007.parquet'
    """
    return f"{PART_PREFIX}{number:06d}.parquet"


def record_name(number: int) -> str:
    """File name of the record of part `number`.

    >>> record_name(7)
    '_part-000007.json'
    """
    return f"{RECORD_PREFIX}{number:06d}.json"


@dataclass(frozen=True)
class Shards:
    """The shards of a run of `games` but those `kept`, one at a time: a long run has too many for a list.

    >>> shards = Shards(2_500_000, 1_000_000)
    >>> shards.count, shards[2]
    (3, Shard(number=2, first_game=2000000, games=500000))
    >>> [shard.games for shard in shards.without({1})]
    [1000000, 500000]
    """

    games: int
    shard_games: int
    kept: Container[int] = ()

    @property
    def count(self) -> int:
        """How many the whole run has."""
        return -(-self.games // self.shard_games)

    def __getitem__(self, number: int) -> Shard:
        """Shard `number` of the whole run."""
        if not 0 <= number < self.count:
            raise IndexError(number)
        first = number * self.shard_games
        return Shard(number, first, min(self.shard_games, self.games - first))

    def __iter__(self) -> Iterator[Shard]:
        return (self[number] for number in range(self.count) if number not in self.kept)

    def without(self, kept: Container[int]) -> "Shards":
        """Those that are not `kept` already."""
        return replace(self, kept=kept)


def least_shard(games: int) -> int:
    """Games in a shard, at least, for a run to have no more than `MAX_PARTS` parts.

    >>> least_shard(1_000), least_shard(1_000_001)
    (1, 11)
    """
    return -(-games // MAX_PARTS)


def shard_size(pace: float, most: int, games: int = 1) -> int:
    """Games in a shard of a run of `games`: a round number, what one core computes in `SHARD_SECONDS`, at most `most`.

    >>> shard_size(300_000, most=1_000_000), shard_size(130, most=1_000_000), shard_size(0.01, most=1_000_000)
    (1000000, 2000, 1)
    >>> shard_size(0.01, most=1_000_000, games=1_000_000)  # not a million parts
    10
    """
    affordable = int(min(most, max(1.0, pace * SHARD_SECONDS)))
    if affordable < most:
        affordable = int(f"{affordable}"[0]) * 10 ** (len(f"{affordable}") - 1)
    return max(affordable, least_shard(games))


def chunk_size(pace: float) -> int:
    """Games in a chunk: what one core computes within `CHUNK_SECONDS`, at most `MAX_CHUNK_GAMES`.

    >>> chunk_size(300_000), chunk_size(145), chunk_size(0.01)
    (50000, 290, 1)
    """
    return int(min(MAX_CHUNK_GAMES, max(1.0, pace * CHUNK_SECONDS)))


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
