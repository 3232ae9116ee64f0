"""How far to bid and what to declare."""

from typing import Any, Final

import numpy as np

from skatsim.bots.abi import BID, HAND, SKAT
from skatsim.bots.heuristic.discard import discard_for
from skatsim.bots.heuristic.evaluation import grand_count, null_risk, suit_count
from skatsim.bots.heuristic.parameters import GRAND_POINTS, NULL_RISK, SUIT_POINTS
from skatsim.kernel import kernel
from skatsim.rules.contracts import BASE_VALUES, NULL_VALUES
from skatsim.rules.scoring import matador_count
from skatsim.rules.tricks import GRAND, NULL

_BASE: Final = np.array(BASE_VALUES, dtype=np.int64)


@kernel
def simple_value(cards: int, game_type: int) -> int:
    """Value of a trump game after a pick-up, won without Schneider."""
    return (abs(matador_count(cards, game_type)) + 1) * _BASE[game_type]


@kernel
def reserve(view: Any, params: Any, workspace: Any, word: int) -> int:
    """The value of the dearest game the ten cards are good for."""
    hand = view[HAND]
    best = 0
    for suit in range(4):
        if suit_count(hand, suit) >= params[SUIT_POINTS]:
            best = max(best, simple_value(hand, suit))
    if grand_count(hand) >= params[GRAND_POINTS]:
        best = max(best, simple_value(hand, GRAND))
    if null_risk(hand) < params[NULL_RISK] - 0.5:
        best = max(best, NULL_VALUES[0])
    return best


@kernel
def declare(view: Any, params: Any, workspace: Any, word: int) -> int:
    """Picks up; then the game with the best count among those that cover the bid."""
    if view[SKAT] == 0:
        return 0
    hand = view[HAND]
    best = NULL
    best_margin = -100.0
    for game_type in range(5):
        kept = hand & ~discard_for(hand, game_type)
        if game_type == GRAND:
            margin = 2.0 * (grand_count(kept) - params[GRAND_POINTS])
        else:
            margin = suit_count(kept, game_type) - params[SUIT_POINTS] + 0.01 * game_type
        if simple_value(hand, game_type) < view[BID]:
            margin -= 20.0
        if margin > best_margin:
            best_margin = margin
            best = game_type
    null_kept = hand & ~discard_for(hand, NULL)
    if view[BID] <= NULL_VALUES[0] and null_risk(null_kept) < params[NULL_RISK] and best_margin < 1.0:
        return NULL
    return best
