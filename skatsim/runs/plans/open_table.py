"""The open table: which contracts each seat makes when all play perfectly with open cards, deal after deal.

Rows are described in `skatsim.table.schema.open_schema`; what is solved, and how, in `skatsim.solver.open_table`.
"""

import threading
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pyarrow as pa

from skatsim.kernel.types import Bools, Ints
from skatsim.rules.deals import deal_range
from skatsim.runs.config import OpenTableConfig
from skatsim.runs.manifest import Claim
from skatsim.runs.plans import arrived
from skatsim.runs.shards import ChunkTask, RowGroup, Shards
from skatsim.solver.layout import new_workspace
from skatsim.solver.open_table import TABLE_BITS, made_contracts
from skatsim.table.schema import open_table


@dataclass(frozen=True)
class OpenTablePlan:
    """Deals ready to be solved; each thread has a solver's workspace of its own."""

    claim: Claim
    _local: threading.local = field(default_factory=threading.local, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return arrived, (self.claim.compact,)

    @property
    def config(self) -> OpenTableConfig:
        """What was asked for."""
        return cast(OpenTableConfig, self.claim.config)

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        return self.config.shards

    def compute(self, chunk: ChunkTask) -> Bools:
        """What the seats make in the deals of `chunk`, bool[n, 6, 3]; any thread may call."""
        return self._made(deal_range(self.config.seed, chunk.first_game, chunk.games))

    def warm_up(self) -> None:
        """Compile the solver before a clock starts."""
        self._made(deal_range(0, 0, 0))

    def table(self, group: RowGroup, chunks: list[Bools]) -> pa.Table:
        """The rows of a row group as an Arrow table."""
        games = np.arange(group.first_game, group.first_game + group.games)
        return open_table(self.config.seed, games, np.concatenate(chunks), self.claim.metadata)

    def _made(self, deals: Ints) -> Bools:
        if not hasattr(self._local, "workspace"):
            self._local.workspace = new_workspace(TABLE_BITS)
        return made_contracts(deals, after_pick_up=self.config.after_pick_up, workspace=self._local.workspace)
