"""Rollouts: a card judged by playing the game out, every seat deciding from its own view as a modelled bot does.

Unlike perfect play of a world, a rollout has no strategy fusion: nobody plays as if he saw the cards of the world.  The
table of the rollouts (state, view, parameters) lies in the scratch memory of the bot that asks, laid out by
`prepare_table`; its seats are asked like those of the engine.  A rollout ends as soon as its question is answered.
"""

from typing import Final

from skatsim.bots import abi
from skatsim.bots.abi import address_of
from skatsim.bots.bot import Bot
from skatsim.bots.card_play import play_trick, put_down, take_turn
from skatsim.bots.mover import close_trick, name_contract
from skatsim.bots.state import (
    ASKED,
    CARDS_PLAYED,
    FAULT,
    FOUND,
    HANDS,
    KERNELS,
    PARAMS,
    PLAYER,
    PLAYERS,
    PUT_AWAY,
    RECORD,
    STATE_SIZE,
    VIEW,
    WORKSPACE,
)
from skatsim.bots.worlds import AWAY
from skatsim.kernel import copy_words, kernel, words_at
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT, SCHWARZ_BIT
from skatsim.rules.ruleset import ISKO
from skatsim.rules.scoring import is_decided, settle_game
from skatsim.rules.seats import FOREHAND
from skatsim.rules.tricks import NULL

ISKO_NUMBERS: Final = ISKO.numbers
"""A rollout reckons by the official rules: the view does not tell a house's own levels."""
_WON: Final = 50
_LOST: Final = 90
_VIEW_AT: Final = STATE_SIZE
_SCRATCH_AT: Final = _VIEW_AT + abi.VIEW_SIZE
TABLE_SIZE: Final = _SCRATCH_AT + 8
"""Words of a table; it begins at word 0 of the workspace."""


def prepare_table(workspace: Ints, bot: Bot) -> None:
    """Lay out a table at which `bot` sits three times; it needs no more scratch memory than eight words."""
    start = workspace.ctypes.data
    workspace[VIEW] = start + 8 * _VIEW_AT
    for seat in range(3):
        record = PLAYER + RECORD * seat
        workspace[PLAYERS + seat] = seat
        workspace[record : record + KERNELS] = [address_of(decision) for decision in bot.decisions]
        workspace[record + PARAMS : record + PARAMS + 2] = 0, len(bot.params)
        workspace[record + WORKSPACE : record + WORKSPACE + 2] = start + 8 * _SCRATCH_AT, 8


@kernel
def seat_models(state: Ints, me: int, params: Floats, own: int, model: int) -> None:
    """Give seat `me` the parameters from place `own` on, the others those from `model` on; `params` must outlive it."""
    start = params.ctypes.data
    for seat in range(3):
        state[PLAYER + RECORD * seat + PARAMS] = start + 8 * (own if seat == me else model)


@kernel
def lay_world(state: Ints, view: Ints, places: Ints) -> None:
    """Set the table as the view stands, with the cards of a world."""
    inner = words_at(state[VIEW], abi.VIEW_SIZE)
    copy_words(inner, view)
    for seat in range(3):
        state[HANDS + seat] = places[seat]
        state[ASKED + seat] = 0
    hand_game = view[abi.CONTRACT] & HAND_BIT
    state[PUT_AWAY] = state[FOUND] = 0 if hand_game else places[AWAY]
    state[CARDS_PLAYED] = 3 * view[abi.TRICK] + view[abi.TRICK_SIZE]
    state[FAULT] = 0


@kernel
def finish_trick(state: Ints, card: int) -> int:
    """The seat whose turn it is plays `card`, whoever comes after it follows; returns the winner's seat."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    size = view[abi.TRICK_SIZE]
    seat = (view[abi.LEADER] + size) % 3
    put_down(state, seat, card, size)
    last = card
    for place in range(size + 1, 3):
        last = take_turn(state, (view[abi.LEADER] + place) % 3, place)
    return close_trick(view, last)


@kernel
def verdict(view: Ints, away_points: int, needed: int) -> int:
    """1 once the declarer has what he needs (card points; in null no trick), 0 once he cannot get it, else -1."""
    if view[abi.GAME_TYPE] == NULL:
        return 0 if view[abi.DECLARER_TRICKS] else -1
    if view[abi.CONTRACT] & SCHWARZ_BIT:
        return 0 if view[abi.DEFENDER_TRICKS] else -1
    if view[abi.DECLARER_POINTS] + away_points >= needed:
        return 1
    return 0 if view[abi.DEFENDER_POINTS] > 120 - needed else -1


@kernel
def roll_out(state: Ints, card: int, away: int, needed: int) -> int:
    """Play the world on the table out after `card`: 1 if the declarer gets `needed` card points (null: no trick)."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    points = card_points(away)
    leader = finish_trick(state, card)
    for trick in range(view[abi.TRICK] + 1, 10):
        found = verdict(view, points, needed)
        if found >= 0:
            return found
        leader = play_trick(state, trick, leader)
    return 0 if verdict(view, points, needed) == 0 else 1


@kernel
def begin_play(state: Ints, view: Ints, places: Ints, contract: int, kept: int, away: int) -> None:
    """Set the table for the first trick: the seat that asks declares `contract` with the ten cards `kept`.

    `away` are the two cards he put away after a pick-up; in a hand game they are the skat of the world.
    """
    inner = words_at(state[VIEW], abi.VIEW_SIZE)
    lay_world(state, view, places)
    me = view[abi.SEAT]
    state[HANDS + me] = kept
    inner[abi.DECLARER] = me
    name_contract(inner, contract)
    state[PUT_AWAY] = state[FOUND] = 0 if contract & HAND_BIT else away
    inner[abi.OPEN_HAND] = kept if contract & OUVERT_BIT else 0


@kernel
def play_through(state: Ints, contract: int, twelve: int, bid: int) -> float:
    """Play the game on the table from the first trick to the last; what it is worth to the declarer, see `worth`."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    away = twelve & ~state[HANDS + view[abi.DECLARER]]
    leader = FOREHAND
    for trick in range(10):
        leader = play_trick(state, trick, leader)
        if is_decided(contract, view[abi.DECLARER_TRICKS], view[abi.DEFENDER_TRICKS], view[abi.DEFENDER_POINTS], 0):
            break
    return worth(contract, bid, twelve, view[abi.DECLARER_POINTS] + card_points(away), view[abi.DECLARER_TRICKS])


@kernel
def worth(contract: int, bid: int, twelve: int, points: int, tricks: int) -> float:
    """Tournament points of a game to the declarer, those of the others taken off (Seeger-Fabian, table of three)."""
    _, won, _, score = settle_game(contract, bid, twelve, points, tricks, ISKO_NUMBERS)
    return float(score + _WON) if won else float(score - _LOST)
