"""What every kind of run answers for itself: the questions, and the answers that fit most of them."""

import hashlib
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec
import pyarrow as pa

from skatsim.bots import registry
from skatsim.bots.bot import Bot
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.runs.keys import BotSpec, Kept, SourceFile, at_key, unknown
from skatsim.runs.shards import Shards, chunk_size

if TYPE_CHECKING:
    from skatsim.runs.config import RunConfig

ASSUMED_PACE: Final = 100_000
"""Games a second of a bot that does not say how fast it is."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every kind of run answers for itself; a field or a property of its own overrides what stands here."""

    title: ClassVar[str]
    """What it is, as in: holds another run (a simulation)."""
    unit: ClassVar[str] = "games"
    """What it counts."""
    verb: ClassVar[str] = "simulated"
    """What was done to them."""
    bots_key: ClassVar[str] = "bots"
    """The key that names the bots."""

    @property
    def rules(self) -> RuleSet:
        """The rules its games are scored by."""
        return ISKO

    @property
    def store(self) -> tuple[Kept, ...]:
        """What is kept beside the outcomes."""
        return ()

    @property
    def shards(self) -> Shards | None:
        """How it is cut; None if it is not computed but comes from elsewhere, cut as it comes."""
        return None

    @property
    def pace(self) -> float:
        """Units that one core computes in a second, roughly."""
        return ASSUMED_PACE

    @property
    def row_bytes(self) -> float:
        """Bytes of a row on the disk, roughly: measured on games, which it tells of if nothing else is said."""
        return 7.6 + 13 * ("deals" in self.store) + 17 * ("plays" in self.store)

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bots that take part, as they were asked for, in the order in which rows name them."""
        return ()

    @property
    def guests(self) -> tuple[tuple[str, int, str], ...]:
        """Players that are no bots of ours, after the bots: name, version and the label in the rows."""
        return ()

    def players(self) -> list[tuple[Bot, dict[str, float]]]:
        """The same bots as installed, each with its chosen parameters; `Claim.seated` has those a run was made with.

        Raises
        ------
        SkatsimError
            For a bot that is not installed or a parameter it does not have.
        """
        return [seated(spec, f"{self.bots_key}[{p}]") for p, spec in enumerate(self.specs)]

    @property
    def seed(self) -> int | None:
        """What its deals come from; None if they are not dealt."""
        return None

    @property
    def simulation(self) -> "RunConfig | None":
        """The simulation whose game g is its row g, which can be played again; None where there is none."""
        return None

    @property
    def sources(self) -> tuple[SourceFile, ...] | None:
        """The files its games were converted from; None if they are played here."""
        return None

    def making(self) -> dict[str, str]:
        """What makes it again in a folder called RUN: commands under "Made by", then the files that these read."""
        return {}

    def to_show(self, number: int) -> str:
        """What to do where one of its games or boards is to be shown, but it is no simulation and no records."""
        return f"to see game {number}, name the folder of a simulation"

    def schema(self, metadata: dict[str, str]) -> pa.Schema:
        """The columns of its rows."""
        raise NotImplementedError

    def remedy(self, folder: object) -> str:
        """The one command that mends or finishes the run in `folder`."""
        return f"run: skatsim resume {shlex.quote(str(folder))}"

    def stopping(self) -> Callable[[pa.Table], bool] | None:
        """A rule that is told the rows part after part and says when there are enough; None: all are computed."""
        return None

    @property
    def chunk_games(self) -> int:
        """A good size for one call of its plan."""
        return chunk_size(self.pace)

    @property
    def canonical(self) -> bytes:
        """The same JSON bytes for the same run, keys sorted."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical form, hexadecimal."""
        return hashlib.sha256(self.canonical).hexdigest()


def seated(spec: BotSpec, path: str) -> tuple[Bot, dict[str, float]]:
    """The installed bot that a key at `path` names, and its chosen parameters."""
    bot: Bot = at_key(path, registry.get, spec.bot)
    for key in spec.params:
        if key not in bot.params:
            raise unknown(f"{path}.params.{key}", "parameter", bot.params)
    at_key(f"{path}.params", bot.param_values, spec.params)
    return bot, spec.params
