"""Plans: a configuration made ready to be computed, one module a kind of run.

A plan travels between processes as the names and numbers of its configuration and is made anew where it arrives, once
in each process: what was compiled stays where it is.
"""

from functools import lru_cache
from typing import Any, Protocol

import msgspec
import pyarrow as pa

from skatsim.errors import SkatsimError
from skatsim.runs.config import BoardsConfig, Config, OpenTableConfig, RunConfig
from skatsim.runs.manifest import Claim
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


def plan_of(config: Config, engine: Any = None) -> Plan:
    """The plan of a run; `engine` stands in for `skatsim.table.engine.simulate_games` in a simulation.

    Raises
    ------
    SkatsimError
        For a kind that is not computed.
    """
    match config:  # a simulation need not load the solver
        case RunConfig():
            from skatsim.runs.plans.games import GamesPlan

            return GamesPlan(config, engine) if engine else GamesPlan(config)
        case OpenTableConfig():
            from skatsim.runs.plans.open_table import OpenTablePlan

            return OpenTablePlan(config)
        case BoardsConfig():
            from skatsim.runs.plans.boards import BoardsPlan

            return BoardsPlan(config, engine) if engine else BoardsPlan(config)
    raise SkatsimError(f"config: {config.title} are not computed; use skatsim convert")


@lru_cache(maxsize=4)
def arrived(canonical: bytes, engine: Any = None) -> Plan:
    """The plan that travelled as `Kind.canonical`; a process makes it once for all the chunks it is sent."""
    return plan_of(msgspec.json.decode(canonical, type=Config), engine)
