"""A rollout of the true world by the bots that really sat there is the game that was played."""

import numpy as np
import pytest

from skatsim.bots import abi, registry
from skatsim.bots.rollout.cards import choices, needed_points
from skatsim.bots.rollouts import TABLE_SIZE, begin_play, lay_world, play_through, prepare_table, roll_out, seat_models
from skatsim.bots.worlds import AWAY, PLACES
from skatsim.kernel import apart
from skatsim.kernel.types import Ints
from skatsim.rules.cards import card_points
from skatsim.table.referee.bots import mask
from tests.bots.positions import Position, positions

_BASE = registry.get("heuristic@2")
_LEANING = {"null": 1.0}


_VALUES = np.array(_BASE.param_values(_LEANING))


def _table(me: int) -> Ints:
    table = apart(TABLE_SIZE)
    prepare_table(table, _BASE)
    seat_models(table, me, _VALUES, 0, 0)
    return table


def _truth(position: Position) -> Ints:
    """The places as they really are."""
    places = np.zeros(PLACES, dtype=np.int64)
    everything = {**position.hidden, **position.known, position.seat: position.hand}
    for place, cards in everything.items():
        places[place] = mask(cards)
    return places


@pytest.mark.parametrize("trick", [0, 1, 4, 7, 9])
def test_the_true_world_ends_as_the_game_did(trick: int) -> None:
    ended = set()
    for position in positions(trick, seed=3):
        places, referee = _truth(position), position.table.referee
        contract = referee.contract
        for needed in (61, 90, 31):
            table = _table(position.seat)
            lay_world(table, position.view, places)
            made = roll_out(table, position.answer, int(places[AWAY]), needed)
            if position.view[abi.GAME_TYPE] == 5:
                expected = referee.declarer_tricks == 0
            elif contract is not None and contract.schneider_announced:
                continue  # the referee stops such a game when it is lost
            else:
                expected = referee.declarer_points + card_points(int(places[AWAY])) >= needed
            assert made == expected
            ended.add((int(position.view[abi.GAME_TYPE]) == 5, bool(made)))
    assert len(ended) >= 3


def test_a_game_from_its_first_trick_is_worth_what_it_brought() -> None:
    looked = 0
    for position in positions(0, seed=8):
        referee = position.table.referee
        if position.seat != referee.declarer:
            continue
        result = referee.result()
        assert result is not None
        view = position.view.copy()
        kept = int(view[abi.HAND] | view[abi.PLAYED_BY + position.seat])
        places = np.zeros(PLACES, dtype=np.int64)
        for seat in range(3):
            places[seat] = mask(position.table.referee.dealt[seat])
        away = mask(position.known.get(AWAY, []) or position.hidden.get(AWAY, []))
        places[AWAY] = away if position.hidden.get(AWAY) else 0
        view[abi.CONTRACT] = view[abi.PLAYED] = 0
        table = _table(position.seat)
        begin_play(table, view, places, position.table.contract_code, kept, away)
        worth = play_through(table, position.table.contract_code, kept | away, int(view[abi.BID]))
        assert worth == (result.score + 50 if result.won else result.score - 90)
        looked += 1
    assert looked > 3


def test_cards_that_do_the_same_are_tried_once() -> None:
    view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
    view[abi.GAME_TYPE], view[abi.SEAT] = 4, 0
    view[abi.LEGAL] = view[abi.HAND] = mask(["CJ", "SJ", "DJ", "C7", "C8", "CA", "CK"])
    # hearts jack is out, clubs nine too: clubs and spades jacks are one, seven and eight are one
    view[abi.PLAYED] = mask(["HA"])
    assert choices(view, mask(["C8"])) == mask(["C8", "CK", "CA", "DJ", "SJ"])
    view[abi.PLAYED] = mask(["HJ"])
    assert choices(view, mask(["CJ"])) == mask(["CJ", "C7", "CK", "CA"])
    view[abi.GAME_TYPE] = 5  # in null rank alone counts: jack, king and ace of clubs have the queen between
    view[abi.LEGAL] = view[abi.HAND] = mask(["CJ", "C7", "C8", "CA", "CK"])
    view[abi.PLAYED] = 0
    assert choices(view, mask(["C7"])) == mask(["C7", "CJ", "CK"])


@pytest.mark.parametrize(
    ("bid", "declarer_points", "defender_points", "needed"),
    [(18, 0, 0, 61), (18, 61, 0, 90), (18, 30, 60, 31), (48, 0, 0, 90), (72, 0, 0, 61)],
)
def test_what_is_needed(bid: int, declarer_points: int, defender_points: int, needed: int) -> None:
    view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
    view[abi.GAME_TYPE] = view[abi.CONTRACT] = 3  # clubs with two: 36, with Schneider 48
    view[[abi.BID, abi.DECLARER_POINTS, abi.DEFENDER_POINTS]] = bid, declarer_points, defender_points
    places = np.array([mask(["CJ", "SJ", "CA", "CT"]), 0, 0, mask(["D7", "D8"])])
    assert needed_points(view, places) == needed


def test_a_bot_that_tries_more_is_slower_and_its_parts_smaller() -> None:
    rollout = registry.get("rollout")
    paces = [rollout.pace_with({"worlds": worlds}) for worlds in (4, 16, 64, 1024)]
    assert paces == sorted(paces, reverse=True)
    assert rollout.pace_with({}) == pytest.approx(rollout.pace)
    assert registry.get("expert").pace_with({}) > 50 * rollout.pace
