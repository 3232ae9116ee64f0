"""A match against XSkat: boards played at its table, see `skatsim.arena.match`; rows as those of a comparison."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, cast

import numpy as np
import pyarrow as pa

from skatsim.arena.match import play_boards
from skatsim.arena.program import installed
from skatsim.runs.config import XskatConfig
from skatsim.runs.duplicate_kind import SEATINGS
from skatsim.runs.manifest import Claim
from skatsim.runs.plans import arrived
from skatsim.runs.plans.boards import board_rows
from skatsim.runs.plans.games import joined
from skatsim.runs.shards import ChunkTask, RowGroup, Shards
from skatsim.table.columns import OUTCOME_TYPES, DealColumns, OutcomeColumns
from skatsim.table.engine import Chunk
from skatsim.table.referee.played import PlayedGame


@dataclass(frozen=True)
class XskatPlan:
    """A match ready to be played."""

    claim: Claim

    def __reduce__(self) -> tuple[Any, ...]:
        return arrived, (self.claim.compact,)

    @property
    def config(self) -> XskatConfig:
        """What was asked for."""
        return cast(XskatConfig, self.claim.config)

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return self.config.shards

    def compute(self, chunk: ChunkTask) -> Chunk:
        """The games of `chunk`, a range of rows; any thread may call."""
        board, skipped = divmod(chunk.first_game, len(SEATINGS))
        boards = -(-(skipped + chunk.games) // len(SEATINGS))
        (player,) = self.claim.seated()
        return _columns(play_boards(player, self.config.seed, board, boards)[skipped : skipped + chunk.games])

    def warm_up(self) -> None:
        """Find XSkat, build its display and compile the bot before a clock starts."""
        installed()
        (player,) = self.claim.seated()
        play_boards(player, self.config.seed, 0, 1)

    def table(self, group: RowGroup, chunks: list[Chunk]) -> pa.Table:
        """The rows of a row group as an Arrow table, each column in one piece."""
        return board_rows(self.claim, self.config, group, joined(chunks, self.config.store))


def _columns(games: list[PlayedGame]) -> Chunk:
    """Rows as the columns the engine writes."""
    kinds = {**OUTCOME_TYPES._asdict(), **dict.fromkeys(DealColumns._fields, "u4")}
    columns = {name: np.array(list(map(attrgetter(name), games)), dtype=kind) for name, kind in kinds.items()}
    return Chunk(
        OutcomeColumns(*(columns[name] for name in OutcomeColumns._fields)),
        DealColumns(*(columns[name] for name in DealColumns._fields)),
        np.array([game.plays for game in games], dtype=np.uint8),
    )
