"""A match against another program, the real XSkat: its configuration.

What is asked of it is asked of every kind of run, see `skatsim.runs.kind`.  Its games cannot be computed from seed and
board without the program, so cards and card play are always kept.
"""

from typing import ClassVar, Final, cast

import msgspec

from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError
from skatsim.rules.deals import check_game_name
from skatsim.runs import again, keys
from skatsim.runs.commands import PAGE
from skatsim.runs.duplicate_kind import SEATINGS, DuplicateKind
from skatsim.runs.keys import BotSpec, Kept, at_key, whole_number
from skatsim.runs.kind import seated
from skatsim.runs.shards import chunk_size, shard_size

XSKAT: Final = ("xskat", 4, "xskat@4.0")
"""Name, version and the label in the rows."""
MAX_SHARD_BOARDS: Final = 10_000
XSKAT_PACE: Final = 200
"""Games a second of XSkat, its screens read."""


class XskatConfig(DuplicateKind, frozen=True, forbid_unknown_fields=True, tag="xskat"):
    """A bot against XSkat 4.0: each board is one deal, played in all six seatings of the two at three seats.

    The deal of board b is that of game b of a simulated run with the same seed, and each seat of the bot has the random
    words it has there.  In the seatings A is the bot and B is XSkat.

    Raises
    ------
    SkatsimError
        Naming the key whose value is of the wrong type or out of range.

    Examples
    --------
    >>> config = XskatConfig(bot="heuristic:boldness=0", boards=500)
    >>> config.games, config.bot.params
    (3000, {'boldness': 0.0})
    """

    title: ClassVar[str] = "a match against XSkat"
    verb: ClassVar[str] = "played"
    bots_key: ClassVar[str] = "bot"
    replayed: ClassVar[bool] = False
    design: ClassVar[str] = (
        "Three-player duplicate: each board is one deal in all six seatings of the bot and XSkat at three seats; the "
        "interval is over boards.  XSkat is the unmodified program; a bot knows what its screen shows."
    )

    bot: BotSpec = BotSpec("heuristic")
    boards: int = 1_000
    seed: int = 1
    shard_boards: int = cast(int, None)  # the bot's pace decides

    def __post_init__(self) -> None:
        put = msgspec.structs.force_setattr
        put(self, "bot", keys.bot(self.bot))
        put(self, "boards", keys.total("boards", self.boards, 2, MAX_SHARD_BOARDS))
        put(self, "seed", whole_number("seed", self.seed))
        if self.shard_boards is None:
            put(self, "shard_boards", shard_size(self.pace / len(SEATINGS), MAX_SHARD_BOARDS, self.boards))
        put(self, "shard_boards", keys.in_part("shard_boards", self.shard_boards, self.boards, MAX_SHARD_BOARDS))
        at_key("seed", check_game_name, self.seed, 0)

    @property
    def store(self) -> tuple[Kept, ...]:
        """Everything."""
        return ("deals", "plays")

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bot."""
        return (self.bot,)

    def players(self) -> list[tuple[Bot, dict[str, float]]]:
        """The bot as installed."""
        return [seated(self.bot, "bot")]

    @property
    def guests(self) -> tuple[tuple[str, int, str], ...]:
        """XSkat."""
        return (XSKAT,)

    @property
    def pace(self) -> float:
        """Games that one core plays in a second, roughly: half of the decisions are the bot's."""
        try:
            ((bot, chosen),) = self.players()
        except SkatsimError:  # a bot of another version: its runs can be read
            return XSKAT_PACE
        return 1 / (1 / XSKAT_PACE + 0.5 / bot.pace_with(chosen))

    @property
    def chunk_games(self) -> int:
        """Whole boards."""
        return max(1, chunk_size(self.pace) // len(SEATINGS)) * len(SEATINGS)

    def making(self) -> dict[str, str]:
        """The command that plays the match again."""
        return {again.MADE_BY: again.match_command(self, {"out": again.RUN})}

    def page_made_by(self) -> str:
        """The command that writes the page again."""
        return again.match_command(self, PAGE)


def make_match(bot: object, **given: object) -> XskatConfig:
    """A match from its keys.

    Raises
    ------
    SkatsimError
        One line that starts with the key at fault.

    Examples
    --------
    >>> make_match("random", boards=60).seed
    1
    """
    for key in given:
        if key not in XskatConfig.__struct_fields__:
            raise keys.unknown(key, "key", XskatConfig.__struct_fields__)
    config = XskatConfig(bot=cast(BotSpec, bot), **cast(dict[str, int], given))
    config.players()
    return config
