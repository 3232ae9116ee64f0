"""How far to bid and what to declare: the game with the best expectation in tournament points.

A declaration of value v that wins with chance p is worth p (v + 50) - (1 - p) (2 v + 50 + 40) to the declarer against
the others (Seeger-Fabian, table of three).  The chance comes from `evaluation`; passing counts 0.
"""

from math import exp
from typing import Any, Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.heuristic import parameters as at
from skatsim.bots.heuristic.discard import null_discard, trump_discard
from skatsim.bots.heuristic.evaluation import (
    BID_MODEL,
    GRAND_POINT,
    HAND_GAME,
    KEPT,
    NINETY,
    NULL_BID,
    NULL_HAND,
    NULL_KEPT,
    OUVERT_BID,
    OUVERT_HAND,
    OUVERT_KEPT,
    SUIT_POINT,
    grand_logit,
    null_logit,
    suit_logit,
)
from skatsim.kernel import kernel
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BASE_VALUES, HAND_BIT, NULL_VALUES, OUVERT_BIT, SCHNEIDER_BIT
from skatsim.rules.deals import MIDDLEHAND
from skatsim.rules.scoring import matador_count
from skatsim.rules.tricks import GRAND, NULL

_BASE: Final = np.array(BASE_VALUES, dtype=np.int64)
_NULL, _NULL_HAND, _OUVERT, _OUVERT_HAND = NULL_VALUES
_WON: Final = 50.0
_LOST: Final = 90.0
_HOPELESS: Final = -1000.0


@kernel
def expectation(logit: float, value: int) -> float:
    """Tournament points, against passing, of a game of `value` with these log-odds."""
    chance = 1.0 / (1.0 + exp(-logit))
    return chance * (value + _WON) - (1.0 - chance) * (2.0 * value + _LOST)


@kernel
def level(cards: int, game_type: int) -> int:
    """Multiplier of a trump game after a pick-up, won without Schneider."""
    return abs(matador_count(cards, game_type)) + 1


@kernel
def trump_logit(hand: int, game_type: int, seat: int, model: int, params: Any) -> float:
    """Log-odds of a trump game with the bot's own leaning."""
    if game_type == GRAND:
        return float(grand_logit(hand, seat, model) + params[at.GRAND])
    return float(suit_logit(hand, game_type, seat, model) + params[at.SUIT])


@kernel
def others_bids(view: Any, params: Any) -> float:
    """Log-odds for opponents who passed without a bid, and for middlehand who opens the bidding."""
    seat = view[abi.SEAT]
    total = params[at.OPENING] if view[abi.STAGE] == 0 and seat == MIDDLEHAND else 0.0
    for step in range(1, 3):
        other = (seat + step) % 3
        if view[abi.PASSED + other] and view[abi.REACHED + other] == 0:
            total += params[at.PASSED_WEAK]
    return float(total)


@kernel
def reserve(view: Any, params: Any, workspace: Any, word: int) -> int:
    """The value of the dearest game worth playing with the ten cards."""
    hand, seat = view[abi.HAND], view[abi.SEAT]
    extra = others_bids(view, params)
    best = null_reserve(hand, seat, extra, params)
    for game_type in range(5):
        base = _BASE[game_type]
        value = level(hand, game_type) * base
        if value + base <= best:
            continue
        logit = trump_logit(hand, game_type, seat, BID_MODEL, params) + extra
        if expectation(logit, value) + params[at.BOLDNESS] > 0:
            best = max(best, value)
        if params[at.PLAY_HAND] == 0:
            continue
        logit = trump_logit(hand, game_type, seat, HAND_GAME, params) + extra + params[at.HAND]
        if expectation(logit, value + base) + params[at.BOLDNESS] > 0:
            best = max(best, value + base)
    return best


@kernel
def null_reserve(hand: int, seat: int, extra: float, params: Any) -> int:
    """The dearest null worth playing, 0 if none."""
    if params[at.PLAY_NULL] == 0:
        return 0
    extra += params[at.NULL]
    bold = params[at.BOLDNESS]
    if expectation(null_logit(hand, seat, NULL_BID) + extra, _NULL) + bold <= 0:
        return 0
    if params[at.PLAY_OUVERT]:
        if expectation(null_logit(hand, seat, OUVERT_HAND) + extra, _OUVERT_HAND) + bold > 0:
            return _OUVERT_HAND
        if expectation(null_logit(hand, seat, OUVERT_BID) + extra, _OUVERT) + bold > 0:
            return _OUVERT
    if params[at.PLAY_HAND] and expectation(null_logit(hand, seat, NULL_HAND) + extra, _NULL_HAND) + bold > 0:
        return _NULL_HAND
    return _NULL


@kernel
def declare(view: Any, params: Any, workspace: Any, word: int) -> int:
    """With ten cards a hand game or the pick-up; with twelve the best game that covers the bid."""
    if view[abi.SKAT]:
        return after_pick_up(view, params)
    return hand_or_pick_up(view, params)


@kernel
def after_pick_up(view: Any, params: Any) -> int:
    """The contract with the best expectation once the skat is seen."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    best = 0
    best_worth = 10.0 * _HOPELESS
    for game_type in range(5):
        worth = kept_worth(hand, game_type, seat, bid, params)
        if worth > best_worth:
            best_worth = worth
            best = game_type
    if params[at.PLAY_NULL] == 0:
        return best
    kept = hand & ~null_discard(hand)
    if bid <= _NULL:
        worth = expectation(null_logit(kept, seat, NULL_KEPT) + params[at.NULL], _NULL)
        if worth > best_worth:
            best_worth = worth
            best = NULL
    if bid <= _OUVERT and params[at.PLAY_OUVERT]:
        worth = expectation(null_logit(kept, seat, OUVERT_KEPT) + params[at.NULL], _OUVERT)
        if worth > best_worth:
            return NULL | OUVERT_BIT
    return best


@kernel
def kept_worth(hand: int, game_type: int, seat: int, bid: int, params: Any) -> float:
    """Expectation of a trump game with the best discard of twelve cards; one below the bid is the last resort."""
    value = level(hand, game_type) * _BASE[game_type]
    away = trump_discard(hand, game_type)
    points = card_points(away) * (GRAND_POINT if game_type == GRAND else SUIT_POINT)
    worth = expectation(trump_logit(hand & ~away, game_type, seat, KEPT, params) + points, max(value, bid))
    return worth if value >= bid else worth + _HOPELESS


@kernel
def hand_or_pick_up(view: Any, params: Any) -> int:
    """A hand game where it promises more than the pick-up, else 0."""
    if params[at.PLAY_HAND] == 0:
        return 0
    extra = others_bids(view, params)
    pick_up = max(null_pick_up(view, params, extra), 0.0)
    best_worth = 0.0
    best = 0
    for game_type in range(5):
        picked, in_hand, announced = trump_prospects(view, params, game_type, extra)
        pick_up = max(pick_up, picked)
        if in_hand > best_worth:
            best_worth = in_hand
            best = game_type | HAND_BIT
        if announced > best_worth:
            best_worth = announced
            best = game_type | HAND_BIT | SCHNEIDER_BIT
    if params[at.PLAY_NULL]:
        worth, contract = null_hand(view, params, extra)
        if worth > best_worth:
            best_worth = worth
            best = contract
    return best if best_worth > pick_up else 0


@kernel
def trump_prospects(view: Any, params: Any, game_type: int, extra: float) -> tuple[float, float, float]:
    """Expectations of one trump game: picked up, in hand, with Schneider announced."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    base = _BASE[game_type]
    value = level(hand, game_type) * base
    picked = in_hand = announced = _HOPELESS
    if value >= bid:
        picked = expectation(trump_logit(hand, game_type, seat, BID_MODEL, params) + extra, value)
    if value + base >= bid:
        logit = trump_logit(hand, game_type, seat, HAND_GAME, params) + extra + params[at.HAND]
        in_hand = expectation(logit, value + base)
    logit = trump_logit(hand, game_type, seat, NINETY, params) + extra + params[at.ANNOUNCE]
    if value + 3 * base >= bid and logit > 0.0:
        announced = expectation(logit, value + 3 * base)
    return picked, in_hand, announced


@kernel
def null_hand(view: Any, params: Any, extra: float) -> tuple[float, int]:
    """The better of null hand and null ouvert hand: expectation and contract."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    extra += params[at.NULL] + params[at.HAND]
    best = _HOPELESS
    contract = NULL | HAND_BIT
    if bid <= _NULL_HAND:
        best = expectation(null_logit(hand, seat, NULL_HAND) + extra, _NULL_HAND)
    if bid <= _OUVERT_HAND and params[at.PLAY_OUVERT]:
        worth = expectation(null_logit(hand, seat, OUVERT_HAND) + extra, _OUVERT_HAND)
        if worth > best:
            best = worth
            contract |= OUVERT_BIT
    return best, contract


@kernel
def null_pick_up(view: Any, params: Any, extra: float) -> float:
    """Expectation of picking up for a null."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    best = _HOPELESS
    if params[at.PLAY_NULL] == 0:
        return best
    extra += params[at.NULL]
    if bid <= _NULL:
        best = expectation(null_logit(hand, seat, NULL_BID) + extra, _NULL)
    if bid <= _OUVERT and params[at.PLAY_OUVERT]:
        best = max(best, expectation(null_logit(hand, seat, OUVERT_BID) + extra, _OUVERT))
    return best
