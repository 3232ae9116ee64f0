"""Plans: a claim made ready to be computed, one module a kind of run.

A plan travels between processes as the names and numbers of its claim and is made anew where it arrives, once in each
process: what was compiled stays where it is.
"""

from functools import lru_cache
from typing import Any, Protocol

import msgspec
import pyarrow as pa

from skatsim.errors import SkatsimError
from skatsim.runs.config import BoardsConfig, Config, OpenTableConfig, RunConfig, XskatConfig
from skatsim.runs.manifest import Claim, claim_of
from skatsim.runs.shards import ChunkTask, RowGroup, Shards


class Plan(Protocol):
    """A run ready to be computed."""

    @property
    def claim(self) -> Claim:
        """Its claim on the folder."""
        ...

    @property
    def shards(self) -> Shards:
        """How it is cut."""
        ...

    def compute(self, chunk: ChunkTask) -> Any:
        """The results of a chunk, arrays; any thread or process may call."""
        ...

    def warm_up(self) -> None:
        """Compile before a clock starts."""
        ...

    def table(self, group: RowGroup, chunks: list[Any]) -> pa.Table:
        """The rows of a row group, each column in one piece, from the results of its chunks."""
        ...


def plan_of(run: Config | Claim, engine: Any = None) -> Plan:
    """The plan of a run; `engine` stands in for `skatsim.table.engine.simulate_games` in a simulation.

    Raises
    ------
    SkatsimError
        For a kind that is not computed, a bot that is not installed or cannot use its parameters.
    """
    claim = run if isinstance(run, Claim) else claim_of(run)
    match claim.config:  # a simulation need not load the solver
        case RunConfig():
            from skatsim.runs.plans.games import GamesPlan

            return GamesPlan(claim, engine) if engine else GamesPlan(claim)
        case OpenTableConfig():
            from skatsim.runs.plans.open_table import OpenTablePlan

            return OpenTablePlan(claim)
        case BoardsConfig():
            from skatsim.runs.plans.boards import BoardsPlan

            return BoardsPlan(claim, engine) if engine else BoardsPlan(claim)
        case XskatConfig():
            from skatsim.runs.plans.xskat import XskatPlan

            return XskatPlan(claim)
    raise SkatsimError(f"config: {claim.config.title} are not computed; use skatsim convert")


@lru_cache(maxsize=4)
def arrived(claim: bytes, engine: Any = None) -> Plan:
    """The plan that travelled as its claim in JSON; a process makes it once for all the chunks it is sent."""
    return plan_of(msgspec.json.decode(claim, type=Claim), engine)
