"""A game kept as a row with deal and plays, laid on the table again: every word and card as the rules allow it.

Of the auction a row has each seat's highest bid.  Where nobody jumps, as bots and XSkat bid, these say every word.
"""

from collections.abc import Mapping
from typing import Any, Final

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.contracts import BIDS, GAME_LETTERS, Contract, GameType
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.columns import NO_CARD
from skatsim.table.referee.bots import card_names
from skatsim.table.referee.deal import AUCTION, OVER, Referee
from skatsim.table.referee.playthrough import playthrough

_FLAGS: Final = ("hand", "schneider_announced", "schwarz_announced", "ouvert")


class PlayedOn(Referee):
    """A deal at a table that plays all ten tricks, also of a game whose announcement is lost; a lost null ends."""

    def _decided(self, contract: Contract) -> bool:
        return contract.game_type == GameType.NULL and super()._decided(contract)


def referee_of(row: Mapping[str, Any], rules: RuleSet = ISKO) -> Referee:
    """The finished deal of a row.

    Parameters
    ----------
    row
        The columns of a row by name, with deal and plays, as `skatsim.table.schema` describes them.
    rules
        Its rules.

    Raises
    ------
    SkatsimError
        For a row that the rules do not allow.
    """
    table = PlayedOn if row["ending"] == "tricks" else Referee
    referee = table([card_names(row[f"hand_{seat}"]) for seat in SEAT_NAMES], card_names(row["skat"]), rules)
    _bid(referee, [row[f"bid_{seat}"] for seat in SEAT_NAMES])
    if referee.declarer != row["declarer"]:
        raise SkatsimError(f"the bids of the row have seat {referee.declarer} play, and not {row['declarer']}")
    if row["declarer"] < 0:
        return referee
    if not row["hand"]:
        referee.pick_up()
    referee.declare(Contract(GameType(GAME_LETTERS.index(row["game_type"])), *(row[flag] for flag in _FLAGS)))
    if not row["hand"]:
        referee.discard(card_names(row["discard"]))
    for card in row["plays"]:
        if card != NO_CARD and referee.phase != OVER:
            referee.play(referee.turn, CARD_NAMES[card])
    return referee


def told(row: Mapping[str, Any], rules: RuleSet = ISKO) -> str:
    """The game of a row in words, with who sat where; parameters and errors as in `referee_of`."""
    names = (row["bot_forehand"], row["bot_middlehand"], row["bot_rearhand"])
    return str(playthrough(referee_of(row, rules), names))


def _bid(referee: Referee, reached: list[int]) -> None:
    """The auction, step by step."""
    auction = referee.auction
    while referee.phase == AUCTION and auction.turn >= 0:
        seat, holds = auction.turn, auction.stage < 2 and auction.turn == auction.holder
        if holds and reached[seat] >= auction.standing:
            referee.hold(seat)
        elif not holds and reached[seat] > auction.standing:
            referee.bid(seat, next(value for value in BIDS if value > auction.standing))
        else:
            referee.pass_(seat)
