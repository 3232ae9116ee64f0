"""One row per game: the columns the engine writes, as numpy arrays; `skatsim.table.schema` is their form on disk.

Units: bids, values and `score` are list points, `card_points` 0-120, `seeger_fabian_*` tournament points.  In a
passed-in deal `declarer` is -1 and every other number is 0.  Numbers are int32: a column times 200, or squared, is what
it says, and numpy sums it as int64; int64 would cost a fast bot a twentieth of its speed.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from skatsim.kernel.types import Bytes

ENDINGS: Final = ("tricks", "decided", "conceded", "time", "left")
"""How a game ended: all ten tricks; early, once decided; given up; by a player's clock; by a player who left."""


class OutcomeColumns(NamedTuple):
    """What the engine writes for each game, one array element a game.

    `contract` is the code of `skatsim.rules.contracts`, `ending` indexes ENDINGS.
    """

    bid_forehand: Any
    bid_middlehand: Any
    bid_rearhand: Any
    declarer: Any
    contract: Any
    bid: Any
    matadors: Any
    card_points: Any
    tricks: Any
    schneider: Any
    schwarz: Any
    won: Any
    overbid: Any
    game_value: Any
    score: Any
    seeger_fabian_forehand: Any
    seeger_fabian_middlehand: Any
    seeger_fabian_rearhand: Any
    ending: Any


OUTCOME_TYPES: Final = OutcomeColumns(*("i4",) * 9, *("b1",) * 4, *("i4",) * 6)
"""numpy type of each outcome column."""


class DealColumns(NamedTuple):
    """The cards of each game as masks: three hands and skat as dealt, and the two cards put away (0: none)."""

    hand_forehand: Any
    hand_middlehand: Any
    hand_rearhand: Any
    skat: Any
    discard: Any


class RecordColumns(NamedTuple):
    """What the record of a real game tells beside its result; None where it does not tell."""

    record_file: Any
    record_line: Any
    record_id: Any
    record_auction: Any
    ended_by: Any
    differs: Any


PLAYS_PER_GAME: Final = 30
NO_CARD: Final = 255
"""Fills `plays` after an early end."""


def empty_outcomes(games: int) -> OutcomeColumns:
    """Arrays for `games` rows, zeroed."""
    return OutcomeColumns(*(np.zeros(games, dtype=kind) for kind in OUTCOME_TYPES))


def empty_deals(games: int) -> DealColumns:
    """Arrays for `games` deals, zeroed."""
    return DealColumns(*(np.zeros(games, dtype=np.uint32) for _ in DealColumns._fields))


def empty_plays(games: int) -> Bytes:
    """Card indexes in the order played, uint8[games, 30], filled with NO_CARD."""
    return np.full((games, PLAYS_PER_GAME), NO_CARD, dtype=np.uint8)
