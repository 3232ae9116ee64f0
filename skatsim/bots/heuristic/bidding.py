"""How far to bid and what to declare: the game with the best expectation in tournament points.

A declaration of value v that wins with chance p is worth p (v + 50) - (1 - p) (2 v + 50 + 40) to the declarer against
the others (Seeger-Fabian, table of three).  The chance comes from `evaluation`; passing counts 0.  A game below the bid
is no exception: one level short it is won with Schneider only, further off it is lost, at the bid rounded up to the
next multiple of its base.  In the auction a game without top trumps may lose value to the skat: a jack found there
can leave it below the bid.
"""

from math import exp
from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.heuristic.discard import null_discard, trump_discard
from skatsim.bots.heuristic.evaluation import (
    BID_MODEL,
    GRAND_JACKS,
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
    TRUMP_PART,
    grand_logit,
    null_logit,
    suit_logit,
)
from skatsim.bots.heuristic.parameters import At
from skatsim.kernel import kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import SUIT_BITS, card_points
from skatsim.rules.contracts import BASE_VALUES, HAND_BIT, NULL_VALUES, OUVERT_BIT, SCHNEIDER_BIT
from skatsim.rules.scoring import matador_count
from skatsim.rules.seats import FOREHAND, MIDDLEHAND
from skatsim.rules.tricks import GRAND, NULL

_BASE: Final = np.array(BASE_VALUES, dtype=np.int64)
_NULL, _NULL_HAND, _OUVERT, _OUVERT_HAND = NULL_VALUES
_WON: Final = 50.0
_LOST: Final = 90.0
_HOPELESS: Final = -1000.0
_REAL_CHANCE: Final = 0.3
"""A game that covers the bid and wins so often is not given up for one that needs Schneider."""
_UNSEEN: Final = 22
_SKATS: Final = 231.0
"""Cards a player with ten does not see, and the pairs of them."""


@kernel
def expectation(logit: float, value: int) -> float:
    """Tournament points, against passing, of a game of `value` with these log-odds."""
    return balance(1.0 / (1.0 + exp(-logit)), value)


@kernel
def balance(chance: float, value: int) -> float:
    """Tournament points, against passing, of a game of `value` won with this chance."""
    return chance * (value + _WON) - (1.0 - chance) * (2.0 * value + _LOST)


@kernel
def level(cards: int, game_type: int) -> int:
    """Multiplier of a trump game after a pick-up, won without Schneider."""
    return abs(matador_count(cards, game_type)) + 1


@kernel
def lost(value: int) -> float:
    """Tournament points of a game of `value` that cannot be won."""
    return -(2.0 * value + _LOST)


@kernel
def trump_logit(hand: int, game_type: int, seat: int, model: int, params: Floats) -> float:
    """Log-odds of a trump game with the bot's own leaning."""
    if game_type == GRAND:
        return float(grand_logit(hand, seat, model) + params[At.GRAND])
    return float(suit_logit(hand, game_type, seat, model) + params[At.SUIT])


@kernel
def others_bids(view: Ints, params: Floats) -> float:
    """Log-odds for opponents who passed without a bid, and for middlehand who opens the bidding."""
    seat = view[abi.SEAT]
    total = params[At.OPENING] if view[abi.STAGE] == 0 and seat == MIDDLEHAND else 0.0
    weak = params[At.PASSED_WEAK] * (params[At.LAST_WORD] if seat == FOREHAND else 1.0)
    for step in range(1, 3):
        other = (seat + step) % 3
        if view[abi.PASSED + other] and view[abi.REACHED + other] == 0:
            total += weak
    return float(total)


@kernel
def reserve(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """The value of the dearest game worth playing with the ten cards."""
    hand, seat = view[abi.HAND], view[abi.SEAT]
    extra = others_bids(view, params)
    best = null_reserve(hand, seat, extra, params)
    for game_type in range(5):
        base = _BASE[game_type]
        matadors = matador_count(hand, game_type)
        value = (abs(matadors) + 1) * base
        if value + base <= best:
            continue
        logit = trump_logit(hand, game_type, seat, BID_MODEL, params) + extra
        if value > best and expectation(logit, value) + params[At.BOLDNESS] > 0:
            best = max(best, value if matadors >= -1 else dearest(hand, game_type, BID_MODEL, logit, value, params))
        if params[At.PLAY_HAND] == 0:
            continue
        value += base
        logit = trump_logit(hand, game_type, seat, HAND_GAME, params) + extra + params[At.HAND]
        if expectation(logit, value) + params[At.BOLDNESS] > 0:
            best = max(best, value if matadors >= -1 else dearest(hand, game_type, HAND_GAME, logit, value, params))
    return best


@kernel
def dearest(hand: int, game_type: int, model: int, logit: float, value: int, params: Floats) -> int:
    """The highest bid up to `value` at which the trump game looks worth it, whatever the skat brings; 0 if none."""
    bid = value
    while bid > 0 and prospect(hand, game_type, model, logit, bid) + params[At.BOLDNESS] <= 0:
        bid -= _BASE[game_type]
    return bid


@kernel
def prospect(hand: int, game_type: int, model: int, logit: float, bid: int) -> float:
    """Expectation at `bid` of a trump game with ten cards and these log-odds, over what the two skat cards may be.

    Missing top trumps are looked for from the highest: the first that lies there sets the matadors.  The log-odds are a
    mean over all skats, so what they promise of the skats that bring a trump is not there when none does.
    """
    steps = 1 if model == HAND_GAME else 0
    base = _BASE[game_type]
    missing = -matador_count(hand, game_type)
    if missing < 2:
        return expectation(logit, (abs(missing) + 1 + steps) * base)
    chance = 1.0 / (1.0 + exp(-logit))
    left = chance
    total = 0.0
    for place in range(missing):
        share = (_UNSEEN - 1 - place) * (1.0 / _SKATS)
        if steps == 0:
            chance = 1.0 / (1.0 + exp(-logit - found_worth(hand, game_type, place)))
        value = (max(place, 1) + 1 + steps) * base
        total += share * (balance(chance, value) if value >= bid else lost(bid))
        left -= share * chance
    none = (_UNSEEN - missing) * (_UNSEEN - missing - 1) * (0.5 / _SKATS)
    return total + none * balance(max(left / none, 0.0), (missing + 1 + steps) * base)


@kernel
def found_worth(hand: int, game_type: int, place: int) -> float:
    """Log-odds that the missing trump at `place` from the top (jacks, ace, ten ...) adds to a game bid on ten cards."""
    jacks = hand >> 28
    if game_type == GRAND:
        return float(GRAND_JACKS[BID_MODEL, jacks | 8 >> place] - GRAND_JACKS[BID_MODEL, jacks])
    trumps = jacks << 7 | (hand >> (7 * game_type) & SUIT_BITS)
    return float(TRUMP_PART[BID_MODEL, trumps | 1024 >> place] - TRUMP_PART[BID_MODEL, trumps])


@kernel
def null_reserve(hand: int, seat: int, extra: float, params: Floats) -> int:
    """The dearest null worth playing, 0 if none."""
    if params[At.PLAY_NULL] == 0:
        return 0
    extra += params[At.NULL]
    in_hand = extra + params[At.HAND]
    bold = params[At.BOLDNESS]
    if expectation(null_logit(hand, seat, NULL_BID) + extra, _NULL) + bold <= 0:
        return 0
    if params[At.PLAY_OUVERT]:
        if expectation(null_logit(hand, seat, OUVERT_HAND) + in_hand, _OUVERT_HAND) + bold > 0:
            return _OUVERT_HAND
        if expectation(null_logit(hand, seat, OUVERT_BID) + extra, _OUVERT) + bold > 0:
            return _OUVERT
    if params[At.PLAY_HAND] and expectation(null_logit(hand, seat, NULL_HAND) + in_hand, _NULL_HAND) + bold > 0:
        return _NULL_HAND
    return _NULL


@kernel
def declare(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """With ten cards a hand game or the pick-up; with twelve the best game that covers the bid."""
    if view[abi.SKAT]:
        return after_pick_up(view, params)
    return hand_or_pick_up(view, params)


@kernel
def after_pick_up(view: Ints, params: Floats) -> int:
    """The contract with the best expectation once the skat is seen."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    best = 0
    best_worth = _HOPELESS
    for game_type in range(5):
        worth = kept_worth(hand, game_type, seat, bid, params)
        if worth > best_worth:
            best_worth = worth
            best = game_type
    if params[At.PLAY_NULL] == 0:
        return best
    kept = hand & ~null_discard(hand)
    if bid <= _NULL:
        worth = expectation(null_logit(kept, seat, NULL_KEPT) + params[At.NULL], _NULL)
        if worth > best_worth:
            best_worth = worth
            best = NULL
    if bid <= _OUVERT and params[At.PLAY_OUVERT]:
        worth = expectation(null_logit(kept, seat, OUVERT_KEPT) + params[At.NULL], _OUVERT)
        if worth > best_worth:
            return NULL | OUVERT_BIT
    return best


@kernel
def kept_worth(hand: int, game_type: int, seat: int, bid: int, params: Floats) -> float:
    """Expectation of a trump game with the best discard of twelve cards, as it would be booked at `bid`."""
    base = _BASE[game_type]
    value = level(hand, game_type) * base
    away = trump_discard(hand, game_type)
    kept = hand & ~away
    if value >= bid:
        points = card_points(away) * (GRAND_POINT if game_type == GRAND else SUIT_POINT)
        return expectation(trump_logit(kept, game_type, seat, KEPT, params) + points, value)
    stake = -(-bid // base) * base
    if value + base < bid:
        return lost(stake)
    schneider = expectation(trump_logit(kept, game_type, seat, NINETY, params), stake)
    return min(schneider, balance(_REAL_CHANCE, stake))


@kernel
def hand_or_pick_up(view: Ints, params: Floats) -> int:
    """A hand game where it promises more than the pick-up, else 0."""
    if params[At.PLAY_HAND] == 0:
        return 0
    extra = others_bids(view, params)
    pick_up = null_pick_up(view, params, extra)
    best_worth = _HOPELESS
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
    if params[At.PLAY_NULL]:
        worth, contract = null_hand(view, params, extra)
        if worth > best_worth:
            best_worth = worth
            best = contract
    # the skat keeps a choice of games, unless none of them covers the bid
    pick_up = max(pick_up, 0.0) if pick_up > _HOPELESS else lost(view[abi.BID])
    return best if best_worth > pick_up else 0


@kernel
def trump_prospects(view: Ints, params: Floats, game_type: int, extra: float) -> tuple[float, float, float]:
    """Expectations of one trump game: picked up, in hand, with Schneider announced."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    base = _BASE[game_type]
    value = level(hand, game_type) * base
    picked = in_hand = announced = _HOPELESS
    if value >= bid:
        logit = trump_logit(hand, game_type, seat, BID_MODEL, params) + extra
        picked = expectation(logit, value)
        if picked > 0:
            picked = prospect(hand, game_type, BID_MODEL, logit, bid)
    if value + base >= bid:
        logit = trump_logit(hand, game_type, seat, HAND_GAME, params) + extra + params[At.HAND]
        in_hand = expectation(logit, value + base)
        if in_hand > 0:
            in_hand = prospect(hand, game_type, HAND_GAME, logit, bid)
    logit = trump_logit(hand, game_type, seat, NINETY, params) + extra + params[At.ANNOUNCE]
    if value + 3 * base >= bid and logit > 0.0:
        announced = expectation(logit, value + 3 * base)
    return picked, in_hand, announced


@kernel
def null_hand(view: Ints, params: Floats, extra: float) -> tuple[float, int]:
    """The better of null hand and null ouvert hand: expectation and contract."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    extra += params[At.NULL] + params[At.HAND]
    best = _HOPELESS
    contract = NULL | HAND_BIT
    if bid <= _NULL_HAND:
        best = expectation(null_logit(hand, seat, NULL_HAND) + extra, _NULL_HAND)
    if bid <= _OUVERT_HAND and params[At.PLAY_OUVERT]:
        worth = expectation(null_logit(hand, seat, OUVERT_HAND) + extra, _OUVERT_HAND)
        if worth > best:
            best = worth
            contract |= OUVERT_BIT
    return best, contract


@kernel
def null_pick_up(view: Ints, params: Floats, extra: float) -> float:
    """Expectation of picking up for a null."""
    hand, seat, bid = view[abi.HAND], view[abi.SEAT], view[abi.BID]
    best = _HOPELESS
    if params[At.PLAY_NULL] == 0:
        return best
    extra += params[At.NULL]
    if bid <= _NULL:
        best = expectation(null_logit(hand, seat, NULL_BID) + extra, _NULL)
    if bid <= _OUVERT and params[At.PLAY_OUVERT]:
        best = max(best, expectation(null_logit(hand, seat, OUVERT_BID) + extra, _OUVERT))
    return best
