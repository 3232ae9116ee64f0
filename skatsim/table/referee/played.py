"""One simulated game as a row: the engine's columns, deal and plays, found by the referee."""

from dataclasses import dataclass
from typing import Any, Final

from skatsim.bots.bot import Lineup
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.referee.bots import BotTable, mask
from skatsim.table.referee.deal import CONCEDED, DECIDED, PLAYED_OUT, Referee
from skatsim.table.referee.scoring import Result

_CARD_INDEX: Final = {name: index for index, name in enumerate(CARD_NAMES)}
_NO_CARD: Final = 255
_PLAYS: Final = 30
_ENDING_CODES: Final = {"": 0, PLAYED_OUT: 0, DECIDED: 1, CONCEDED: 2}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game's row: the fields are the columns of `skatsim.table.columns`, with their units and codes.

    `plays` has thirty card indexes, 255 beyond the last card played; the cards dealt and the discard are masks.
    """

    bid_forehand: int
    bid_middlehand: int
    bid_rearhand: int
    declarer: int
    contract: int
    bid: int
    matadors: int
    card_points: int
    tricks: int
    schneider: bool
    schwarz: bool
    won: bool
    overbid: bool
    game_value: int
    score: int
    seeger_fabian_forehand: int
    seeger_fabian_middlehand: int
    seeger_fabian_rearhand: int
    ending: int
    hand_forehand: int
    hand_middlehand: int
    hand_rearhand: int
    skat: int
    discard: int
    plays: tuple[int, ...]


def run_game(seed: int, game: int, lineup: Lineup, rules: RuleSet = ISKO, *, compiled: bool = True) -> Referee:
    """Deal game `game` of `seed` and let the bots of `lineup` bid and play it under the referee's eyes.

    Parameters
    ----------
    seed, game
        They name the deal and every random word.
    lineup
        Three players; player p sits at the seat s with (game + s) % 3 == p.
    rules
        The table's rules.
    compiled
        False asks the plain Python functions behind the bots' kernels.

    Returns
    -------
    Referee
        The finished deal, with every word, card and trick.

    Raises
    ------
    SkatsimError
        For a game number out of range, or naming the bot, seat, game and question of an illegal answer.
    """
    table = BotTable(seed, game, lineup, rules, compiled=compiled)
    table.bid()
    if not table.referee.passed_in:
        table.declare()
        table.play()
    return table.referee


def play_game(seed: int, game: int, lineup: Lineup, rules: RuleSet = ISKO, *, compiled: bool = True) -> PlayedGame:
    """`run_game` as a row, to compare with the engine's column by column; parameters and errors as there."""
    return row_of(run_game(seed, game, lineup, rules, compiled=compiled))


def row_of(referee: Referee) -> PlayedGame:
    """The row of a finished deal."""
    plays = [_CARD_INDEX[card] for card in referee.plays]
    fields: list[Any] = [
        *referee.auction.reached,
        *_outcome(referee, referee.result()),
        *[mask(hand) for hand in referee.dealt],
        mask(referee.skat),
        mask(referee.discarded),
        tuple(plays + [_NO_CARD] * (_PLAYS - len(plays))),
    ]
    return PlayedGame(*fields)


def _outcome(referee: Referee, result: Result | None) -> tuple[Any, ...]:
    """The columns from `declarer` to `ending`."""
    if result is None:
        return (-1, 0, 0, 0, 0, 0, False, False, False, False, 0, 0, 0, 0, 0, 0)
    others = [result.seeger_fabian(declarer=seat == referee.declarer) for seat in range(len(SEAT_NAMES))]
    return (
        *(referee.declarer, result.contract.code, result.bid, result.matadors, result.card_points, result.tricks),
        *(result.schneider, result.schwarz, result.won, result.overbid, result.game_value, result.score),
        *others,
        _ENDING_CODES[referee.ending],
    )
