"""What runs of boards have in common: every deal is played in all six seatings of two players at three seats."""

from typing import ClassVar, Final, Literal

import pyarrow as pa

from skatsim.runs.keys import Sequential
from skatsim.runs.kind import Kind
from skatsim.runs.shards import Shards
from skatsim.table.schema import arrow_schema

SEATINGS: Final = ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA")
"""The games of a board: which of two bots is which of the line-up's three players."""


class DuplicateKind(Kind, frozen=True, forbid_unknown_fields=True):
    """A run of boards, which a comparison counts; games are written board after board, seating after seating."""

    title: ClassVar[str] = "a comparison"
    design: ClassVar[str]
    """How its boards are played, in a sentence."""
    replayed: ClassVar[bool] = True
    """Whether its games can be played again from seed and board alone."""

    @property
    def seed(self) -> int:
        """What its deals come from."""
        raise NotImplementedError

    @property
    def boards(self) -> int:
        """Deals, each played in all seatings of each pair."""
        raise NotImplementedError

    @property
    def shard_boards(self) -> int:
        """Boards in a part."""
        raise NotImplementedError

    @property
    def opponents(self) -> Literal["all", "first"]:
        """Whether every pair plays every board, or each later player only against the first."""
        return "all"

    @property
    def sequential(self) -> Sequential | None:
        """The test that ends the run."""
        return None

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who plays against whom, as numbers of the players."""
        return ((0, 1),)

    @property
    def sides(self) -> int:
        """How many are compared."""
        return len(self.specs) + len(self.guests)

    @property
    def seatings(self) -> tuple[str, ...]:
        """The games of a board in order: which player is which of the line-up's three, as letters A B C ..."""
        return SEATINGS

    @property
    def games(self) -> int:
        """Games in all."""
        return self.boards * len(self.seatings)

    @property
    def shards(self) -> Shards:
        """How it is cut: whole boards."""
        return Shards(self.games, self.shard_boards * len(self.seatings))

    def page_made_by(self) -> str:
        """What makes the page of its report again."""
        raise NotImplementedError

    def board_shown_by(self, board: int, pair: tuple[int, int]) -> str | None:
        """The command that plays a board again and shows its first game of a pair; None where none says the same."""
        raise NotImplementedError

    def schema(self, metadata: dict[str, str]) -> pa.Schema:
        """One row a game."""
        return arrow_schema(boards=True, deals="deals" in self.store, plays="plays" in self.store, metadata=metadata)
