"""What a world weighs: against the game replayed at the referee's table with the cards of that world."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from skatsim.bots import abi, registry
from skatsim.bots.chain import EPSILONS_AT, POOL_AT, begin_chain, draw_worlds, first_world
from skatsim.bots.inference import FOUND, ONE, WORLD_SIZE, recall, weigh
from skatsim.bots.rollouts import prepare_table, seat_models
from skatsim.bots.worlds import AWAY
from skatsim.kernel import apart
from skatsim.kernel.types import Ints
from skatsim.rules.auction import contest, step_of_reserve
from skatsim.rules.ruleset import ISKO
from skatsim.table.referee.bots import BotTable, card_names
from skatsim.table.referee.deal import Referee
from tests.bots.positions import Position, positions
from tests.conftest import COMPILED

_BASE = registry.get("heuristic@2")
_VALUES = np.array(_BASE.param_values({"null": 1.0}))
"""They outlive the tables that hold their address."""
_EPSILONS = {abi.RESERVE: 0.25, abi.DECLARE: 0.5, abi.PLAY: 0.125}
_SHARE = 1 if COMPILED else 8


def _memory(position: Position, worlds: int) -> Ints:
    """A table with everything recalled."""
    state = apart(POOL_AT + WORLD_SIZE * worlds)
    prepare_table(state, _BASE)
    seat_models(state, position.seat, _VALUES, 0, 0)
    state[EPSILONS_AT : EPSILONS_AT + 3] = [int(ONE * factor) for factor in _EPSILONS.values()]
    recall(state, position.view)
    return state


class _ReplayedTable(BotTable):
    """The same game with the cards of a world: what was really done is done again, and compared with the bots' wish."""

    def __init__(self, position: Position, world: Ints) -> None:
        true = position.table
        super().__init__(true.seed, true.game, true.players_at_table, ISKO, compiled=COMPILED)
        declarer = true.referee.declarer
        hands = [int(world[seat]) | int(position.view[abi.PLAYED_BY + seat]) for seat in range(3)]
        skat = int(world[AWAY])
        if true.referee.picked_up:
            skat = int(world[FOUND])
            if position.seat == declarer:
                skat = int(position.view[abi.SKAT])
            hands[declarer] = (hands[declarer] | int(world[AWAY])) & ~skat
        self.referee = Referee([card_names(hand) for hand in hands], card_names(skat), ISKO)
        self.position, self.away, self.true = position, int(world[AWAY]), list(true.log)
        self.asked_so_far: list[tuple[int, int, int, int, bool]] = []
        self.cards_left = len(card_names(int(position.view[abi.PLAYED])))

    def ask(self, seat: int, question: int) -> int:
        if question == abi.PLAY and self.cards_left == 0:
            raise StopIteration
        wish = super().ask(seat, question)
        _, same, answer = self.true.pop(0)
        assert same == question
        if question == abi.DISCARD_TWO:
            answer = self.away
        free = question != abi.PLAY or len(self.referee.legal_cards(seat)) > 1
        self.asked_so_far.append((seat, question, wish, answer, free))
        self.cards_left -= question == abi.PLAY
        return answer

    def weight(self) -> float:
        self.bid()
        reserves = list(self.asked_so_far)
        try:
            self.declare()
            self.play()
        except StopIteration:
            pass
        weight = 1.0
        for seat, fits in self._bids(reserves).items():
            weight *= 1.0 if fits or seat == self.position.seat else _EPSILONS[abi.RESERVE]
        declared = [(wish, answer) for _, question, wish, answer, _ in self.asked_so_far if question == abi.DECLARE]
        if self.position.seat != self.referee.declarer and declared[-1][0] != declared[-1][1]:
            weight *= _EPSILONS[abi.DECLARE]
        for seat, question, wish, answer, free in self.asked_so_far:
            if question == abi.PLAY and seat != self.position.seat and free and wish != answer:
                weight *= _EPSILONS[abi.PLAY]
        return weight

    @staticmethod
    def _bids(reserves: list[tuple[int, int, int, int, bool]]) -> dict[int, bool]:
        """By seat, whether its last reserve allows all it said and leads to the same last words, all else alike."""
        fits: dict[int, bool] = {}
        named = dict.fromkeys(range(3), 0)
        standing = 0
        for stage in range(2):
            (bidder, _, b_wish, b_true, _), (holder, _, h_wish, h_true, _) = reserves[2 * stage : 2 * stage + 2]
            steps = [step_of_reserve(reserve, 63) for reserve in (b_true, h_true, b_wish, h_wish)]
            words = contest(steps[0], steps[1], standing)
            fits[bidder] = contest(steps[2], steps[1], standing) == words and steps[2] >= named[bidder]
            fits[holder] = contest(steps[0], steps[3], standing) == words and steps[3] >= named[holder]
            named[bidder], named[holder] = words[1:]
            survivor = bidder if words[0] else holder
            named[survivor] = max(named[survivor], words[1], words[2])
            standing = max(standing, words[1], words[2])
        for seat, _, wish, true, _ in reserves[4:]:
            fits[seat] = (wish >= 18) == (true >= 18)
        return fits


@pytest.mark.parametrize("trick", [0, 2, 5, 8])
def test_a_world_weighs_what_the_replayed_game_says(trick: int) -> None:
    seen: Counter[Any] = Counter()
    for number, position in enumerate(positions(trick, seed=11)):
        if number % _SHARE:
            continue
        state, world = _memory(position, 1), np.zeros(WORLD_SIZE, dtype=np.int64)
        picked_up, mine = position.table.referee.picked_up, position.seat == position.table.referee.declarer
        for key in range(4):
            if first_world(state, position.view, world, picked_up and not mine, 31 * number + key) < 0:
                continue
            weight = weigh(state, position.view, world, state[EPSILONS_AT : EPSILONS_AT + 3], 0.0)
            assert weight == pytest.approx(_ReplayedTable(position, world).weight(), rel=1e-12)
            seen[mine, picked_up, weight == 1.0] += 1
    assert len(seen) >= (4 if COMPILED else 2)


@pytest.mark.skipif(not COMPILED, reason="a chain of this length takes minutes uncompiled")
@pytest.mark.parametrize("mine", [True, False])
def test_the_chain_visits_each_world_as_often_as_it_weighs(mine: bool) -> None:
    tested = 0
    for position in positions(8, seed=21):
        if tested == 4:
            break
        if (position.seat == position.table.referee.declarer) != mine:
            continue
        states, weights = _all_weights(position, mine)
        if not 4 <= len(states) <= 400:
            continue
        number = 20_000
        state = _memory(position, number)
        begin_chain(state, position.view, 1_000, 5)
        draw_worlds(state, position.view, 0, number, 60, 5)
        pool = state[POOL_AT:].reshape(number, WORLD_SIZE)
        counts = Counter(map(tuple, pool.tolist()))
        assert set(counts) <= set(states)
        expected = np.array(weights) / sum(weights) * number
        enough = expected >= 8
        observed = np.array([counts[world] for world in states])
        observed = np.append(observed[enough], observed[~enough].sum())
        expected = np.append(expected[enough], expected[~enough].sum())
        kept = expected > 0
        assert chisquare(observed[kept], expected[kept]).pvalue > 1e-6
        tested += 1
    assert tested >= 3


def _all_weights(position: Position, mine: bool) -> tuple[list[tuple[int, ...]], list[float]]:
    """Every world that first draws can bring, found by drawing until no new one comes, and its weight."""
    state, world = _memory(position, 1), np.zeros(WORLD_SIZE, dtype=np.int64)
    follows = position.table.referee.picked_up and not mine
    found: dict[tuple[int, ...], float] = {}
    for key in range(6_000):
        if first_world(state, position.view, world, follows, 1_000 + key) > 0:
            found[tuple(world.tolist())] = weigh(state, position.view, world, state[EPSILONS_AT : EPSILONS_AT + 3], 0.0)
    return list(found), list(found.values())
