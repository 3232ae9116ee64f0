"""What XSkat wrote down of a deal, played again under the eyes of the referee: a row, or the fault in it.

XSkat's list has one line a deal, ``e declarer ramsch march value won``: the value is doubled where the game was lost,
and 0 where all passed.  The referee counts anew from the cards and must come to the same, but for one habit: XSkat
charges Schwarz against a declarer who announced Schneider and takes no trick.  The rows are by the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from skatsim.arena.cards import SUITS, card_of
from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BASE_VALUES, Contract, GameType
from skatsim.table.referee.bots import card_names
from skatsim.table.referee.deal import OVER, Referee
from skatsim.table.referee.kept import PlayedOn
from skatsim.table.referee.played import PlayedGame, row_of

_CELLS: Final = ((2, 14), (14, 26), (26, 38))
"""Where the cards of the three chairs stand in a line."""
_GAMES: Final = {**{name: GameType(number) for number, name in enumerate(SUITS)}, "Grand": GameType.GRAND,
                 "Null": GameType.NULL}  # fmt: skip
_RULE: Final = "-" * 40


@dataclass(frozen=True)
class Logged:
    """A deal of the log: declarer's chair (-1: passed in), contract, the two cards put away, tricks as played."""

    declarer: int
    bid: int
    contract: Contract | None
    skat: tuple[str, ...]
    tricks: tuple[tuple[int, tuple[str, ...]], ...]
    """Each with the chair that led, and the cards in the order played."""

    @classmethod
    def read(cls, text: str, names: Sequence[str]) -> "Logged":
        """A deal from its text; `names` are the players by chair."""
        _, tricks, _, told = text.split(_RULE + "\n")
        facts = dict(line.split(": ", 1) for line in told.splitlines() if ": " in line)
        skat = tuple(map(card_of, facts["Skat is"].split(",")))
        played = next((line for line in told.splitlines() if " played " in line), "")
        if not played:
            return cls(-1, 0, None, skat, ())
        name, game = played.split(" played ")
        announced = [line for line in told.splitlines() if line.startswith("Played ") or line.endswith("announced")]
        contract = _contract(_GAMES[game.strip()], " ".join(announced))
        return cls(names.index(name), int(facts["Last bid"]), contract, skat, tuple(map(_trick, tricks.splitlines())))


def _contract(game: GameType, announced: str) -> Contract:
    return Contract(
        game,
        hand="Hand" in announced or "announced" in announced,
        schneider_announced="Schneider" in announced,
        schwarz_announced="Schwarz" in announced,
        ouvert="ouvert" in announced,
    )


def _trick(line: str) -> tuple[int, tuple[str, ...]]:
    """The winner's card is in capitals, the leader's has an underscore unless it wins."""
    cells = [line[first:end].strip() for first, end in _CELLS]
    winner = [cell.split(" ")[0].isupper() for cell in cells].index(True)
    leader = next((chair for chair, cell in enumerate(cells) if "_" in cell), winner)
    in_order = [cells[(leader + place) % 3] for place in range(3)]
    return leader, tuple(card_of(cell) for cell in in_order)


def judged(
    logged: Logged, hands: Sequence[int], skat: int, forehand: int, said: Sequence[tuple[int, str]]
) -> PlayedGame:
    """The row of a logged deal: every word and card is one that the rules allow.

    Parameters
    ----------
    hands, skat
        As dealt: masks, from forehand on.
    forehand
        The chair of forehand.
    said
        The auction, each word with its seat.

    Raises
    ------
    SkatsimError
        For what the rules forbid.
    """
    referee = PlayedOn([card_names(hand) for hand in hands], card_names(skat))
    for seat, word in said:
        _speak(referee, seat, word)
    if logged.contract is None:
        return row_of(referee)
    seat = (logged.declarer - forehand) % 3
    if referee.declarer != seat or referee.bid_value != logged.bid:
        raise SkatsimError(f"the log has seat {seat} play at {logged.bid}, the auction did not")
    if not logged.contract.hand:
        referee.pick_up()
    referee.declare(logged.contract)
    if not logged.contract.hand:
        referee.discard(logged.skat)
    for leader, cards in logged.tricks:
        for place, card in enumerate(cards):
            if referee.phase != OVER:
                referee.play((leader + place - forehand) % 3, card)
    return row_of(referee)


def _speak(referee: Referee, seat: int, word: str) -> None:
    if word == "Pass":
        referee.pass_(seat)
    elif word == "Yes":
        referee.hold(seat)
    else:
        referee.bid(seat, int(word))


def check(row: PlayedGame, listed: str, forehand: int) -> str:
    """How a row of XSkat's list differs from ours, in words; "" if it does not."""
    _, declarer, _, _, value, won = listed.split()
    if row.declarer < 0:
        return "" if value == "0" else f"XSkat books {value}, and all passed"
    ours, theirs = row.score - _habit(row), int(value) if won == "1" else -int(value)
    if ours != theirs or row.won != (won == "1"):
        return f"XSkat books {theirs:+d}, the rules {ours:+d}"
    if (int(declarer) - forehand) % 3 != row.declarer:
        return f"XSkat has chair {declarer} play, and not seat {row.declarer}"
    return ""


def _habit(row: PlayedGame) -> int:
    """What XSkat takes off beyond the rules: Schwarz of a declarer who announced Schneider and has no trick."""
    contract = Contract.from_code(row.contract)
    charged = contract.schneider_announced and not contract.schwarz_announced and row.tricks == 0
    return 2 * BASE_VALUES[contract.game_type] if charged else 0
