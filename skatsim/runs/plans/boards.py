"""Boards: the same deals played in every seating of the bots that are compared (three-player duplicate).

Rows come board after board; within a board pair after pair and seating after seating, as `BoardsConfig.seatings` lists
them.  Player p of a seating's line-up sits at seat s of board b where (b + s) % 3 == p, so with all six seatings each
bot holds each hand in each role as often as the other.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
import pyarrow as pa

from skatsim.bots.bot import Lineup, make_lineup
from skatsim.runs.config import BoardsConfig
from skatsim.runs.duplicate_kind import DuplicateKind
from skatsim.runs.manifest import Claim
from skatsim.runs.plans import arrived
from skatsim.runs.plans.games import Engine, joined, labels_of
from skatsim.runs.shards import ChunkTask, RowGroup, Shards
from skatsim.table.columns import DealColumns, OutcomeColumns
from skatsim.table.engine import Chunk, simulate_games
from skatsim.table.schema import outcome_table


@dataclass(frozen=True)
class BoardsPlan:
    """A comparison ready to be computed."""

    claim: Claim
    engine: Engine = simulate_games

    def __reduce__(self) -> tuple[Any, ...]:
        return arrived, (self.claim.compact, self.engine)

    @property
    def config(self) -> BoardsConfig:
        """What was asked for."""
        return cast(BoardsConfig, self.claim.config)

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return self.config.shards

    @cached_property
    def lineups(self) -> list[Lineup]:
        """The bots of each seating, compiled."""
        bots = self.claim.seated()
        return [make_lineup([bots[p] for p in _numbers(seating)]) for seating in self.config.seatings]

    def compute(self, chunk: ChunkTask) -> Chunk:
        """The games of `chunk`, a range of rows; any thread may call."""
        games = len(self.config.seatings)
        board, skipped = divmod(chunk.first_game, games)
        boards = -(-(skipped + chunk.games) // games)
        played = [self._play(lineup, board, boards) for lineup in self.lineups]
        rows = slice(skipped, skipped + chunk.games)
        outcomes = OutcomeColumns(
            *(_in_turn(columns)[rows] for columns in zip(*(each.outcomes for each in played), strict=True))
        )
        deals = plays = None
        if "deals" in self.config.store:
            columns = zip(*(each.deals or () for each in played), strict=True)
            deals = DealColumns(*(_in_turn(column)[rows] for column in columns))
        if "plays" in self.config.store:
            plays = _in_turn([each.plays for each in played])[rows]
        return Chunk(outcomes, deals, plays)

    def _play(self, lineup: Lineup, board: int, boards: int) -> Chunk:
        kept = self.config.store
        return self.engine(
            self.config.seed,
            board,
            boards,
            lineup,
            self.config.rules,
            deals="deals" in kept,
            plays="plays" in kept,
        )

    def warm_up(self) -> None:
        """Compile the engine before a clock starts: no games, no result."""
        for lineup in self.lineups:
            self._play(lineup, 0, 0)

    def table(self, group: RowGroup, chunks: list[Chunk]) -> pa.Table:
        """The rows of a row group as an Arrow table, each column in one piece."""
        return board_rows(self.claim, self.config, group, joined(chunks, self.config.store))


def board_rows(claim: Claim, config: DuplicateKind, group: RowGroup, whole: Chunk) -> pa.Table:
    """The games of whole boards as a table: who sat where, and in which seating."""
    rows = np.arange(group.first_game, group.first_game + group.games)
    boards, seatings = np.divmod(rows, len(config.seatings))
    players = np.array([_numbers(seating) for seating in config.seatings])
    return outcome_table(
        whole.outcomes,
        seed=config.seed,
        games=boards,
        bots=[labels_of(claim, players[seatings, (boards + seat) % 3]) for seat in range(3)],
        seatings=pa.DictionaryArray.from_arrays(pa.array(seatings.astype(np.int16)), pa.array(config.seatings)),
        deals=whole.deals,
        plays=whole.plays,
        metadata=claim.metadata,
    )


def _numbers(seating: str) -> list[int]:
    """The bots of a seating as numbers: A 0, B 1, C 2 ..."""
    return [ord(letter) - ord("A") for letter in seating]


def _in_turn(columns: Any) -> Any:
    """Arrays of one row a board, an array a seating, as one array of a row a game, board after board."""
    return np.stack(columns, axis=1).reshape(-1, *columns[0].shape[1:])
