"""Games: full deals played by three bots, chunk after chunk, as the engine plays them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
import pyarrow as pa

from skatsim.bots.bot import Lineup, make_lineup
from skatsim.kernel.types import Ints
from skatsim.runs.config import RunConfig
from skatsim.runs.manifest import Claim
from skatsim.runs.plans import arrived
from skatsim.runs.shards import ChunkTask, RowGroup, Shards
from skatsim.table.columns import DealColumns, OutcomeColumns
from skatsim.table.engine import Chunk, simulate_games
from skatsim.table.schema import outcome_table

Engine = Callable[..., Chunk]
"""As `skatsim.table.engine.simulate_games`."""


@dataclass(frozen=True)
class GamesPlan:
    """A simulation ready to be computed."""

    claim: Claim
    engine: Engine = simulate_games

    def __reduce__(self) -> tuple[Any, ...]:
        return arrived, (self.claim.compact, self.engine)

    @property
    def config(self) -> RunConfig:
        """What was asked for."""
        return cast(RunConfig, self.claim.config)

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return self.config.shards

    @cached_property
    def lineup(self) -> Lineup:
        """The bots, compiled."""
        return make_lineup(self.claim.seated())

    def compute(self, chunk: ChunkTask) -> Chunk:
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

    def table(self, group: RowGroup, chunks: list[Chunk]) -> pa.Table:
        """The rows of a row group as an Arrow table, each column in one piece."""
        games = np.arange(group.first_game, group.first_game + group.games)
        whole = joined(chunks, self.config.store)
        return outcome_table(
            whole.outcomes,
            seed=self.config.seed,
            games=games,
            bots=[labels_of(self.claim, (games + seat) % 3) for seat in range(3)],
            deals=whole.deals,
            plays=whole.plays,
            metadata=self.claim.metadata,
        )


def joined(chunks: list[Chunk], store: Collection[str]) -> Chunk:
    """Chunks in a row as one, with the deals and plays that are kept."""
    deals = plays = None
    if "deals" in store:
        deals = DealColumns(*map(np.concatenate, zip(*(chunk.deals for chunk in chunks), strict=True)))
    if "plays" in store:
        plays = np.concatenate([chunk.plays for chunk in chunks])
    return Chunk(
        OutcomeColumns(*map(np.concatenate, zip(*(chunk.outcomes for chunk in chunks), strict=True))), deals, plays
    )


def labels_of(claim: Claim, players: Ints) -> pa.DictionaryArray:
    """The labels of these players of the claim, by number."""
    labels = [player.label for player in claim.players]
    unique = sorted(set(labels))
    label_of = np.array([unique.index(label) for label in labels], dtype=np.int8)
    return pa.DictionaryArray.from_arrays(pa.array(label_of[players]), pa.array(unique))
