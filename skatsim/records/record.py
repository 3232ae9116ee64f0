"""One game as somebody else wrote it down, in the terms of this package; the same for every record format.

A record is what a file *says*: nothing here is checked against the rules of play (that is `skatsim.records.replay`),
only the shape: 32 different cards, seats 0 forehand, 1 middlehand, 2 rearhand of this deal.  Card sets are masks of
`skatsim.rules.cards`, a played card is a bit index, bids and scores are list points.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from skatsim.rules.contracts import Contract

Word = Literal["bid", "hold", "pass"]


class AuctionMove(NamedTuple):
    """One word in the auction; `bid` is the number said, 0 when holding or passing."""

    seat: int
    word: Word
    bid: int = 0


class Play(NamedTuple):
    """One card played: the seat it is recorded under and the card's bit index."""

    seat: int
    card: int


class Event(NamedTuple):
    """Something that is no card: open cards laid down, a resignation, a clock run out, a player gone.

    `played` counts the cards played before it; `cards` is the mask of cards laid open where the record tells them.
    """

    kind: Literal["claim", "resign", "time", "left"]
    seat: int
    played: int
    cards: int = 0


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The result as recorded; None where the format or this line does not tell.

    `score` is the declarer's list score (negative when lost, doubled), `game_value` the value before sign and
    doubling; `penalised` by seat, `left` and `timed_out` a seat or -1; `resigned`: ended by resignation.
    """

    outcome: Literal["passed", "won", "lost", "penalty"]
    declarer: int = -1
    matadors: int | None = None
    overbid: bool | None = None
    card_points: int | None = None
    tricks: int | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    game_value: int | None = None
    score: int | None = None
    penalised: tuple[bool, bool, bool] | None = None
    left: int | None = None
    timed_out: int | None = None
    resigned: bool | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One recorded game.

    Attributes
    ----------
    source, line
        Where it stands: path and line number (from 1).
    name
        The server's number of the game, "" where it has none.
    players
        Names by seat; what cannot be seen in them is written out.
    hands, skat
        The masks as dealt.
    auction
        Every word in order, jumps as they were said; None where the format keeps only the last bid.
    bid
        The highest bid in the record, 0 when nobody bid.
    declarer
        The seat that picked up or declared, -1 where nobody did.
    picked_up, skat_shown
        Whether the skat was taken, and the two cards then shown (mask, 0: not shown).
    contract
        What was declared, None where it never came to that.
    discard
        The two cards put away (mask); 0 in a hand game or where the record ends before.
    shown
        The declarer's ten cards as an ouvert declaration lists them, 0 where it lists none.
    plays, events
        The cards in order, and what happened between them.
    result
        What the record says came of it.
    """

    source: str
    line: int
    name: str
    players: tuple[str, str, str]
    hands: tuple[int, int, int]
    skat: int
    auction: tuple[AuctionMove, ...] | None
    bid: int
    declarer: int
    picked_up: bool
    skat_shown: int
    contract: Contract | None
    discard: int
    shown: int
    plays: tuple[Play, ...]
    events: tuple[Event, ...]
    result: RecordedResult
