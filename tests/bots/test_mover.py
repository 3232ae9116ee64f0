"""The view as cards move it equals the view the referee builds from its own records, question by question."""

from collections.abc import Callable

import numpy as np
import pytest

from skatsim.bots import abi, registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.mover import clear_view, name_contract, open_trick, play_card, show_turn
from skatsim.kernel.types import Ints
from skatsim.rules.contracts import OUVERT_BIT
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.table.referee.bots import BotTable


class _FollowedTable(BotTable):
    """A referee's table beside which a view is moved card by card."""

    def start(self) -> Ints:
        """The view with which the card play begins, from the auction as the referee knows it."""
        auction, referee = self.referee.auction, self.referee
        view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
        must_trump = 1 if self.rules.void == "must_trump" else 0
        clear_view(view, self.null_below_bid, must_trump, self.rules.ladder_top)
        view[[abi.STAGE, abi.BID]] = auction.stage, auction.standing
        view[abi.REACHED : abi.REACHED + 3] = auction.reached
        view[abi.PASSED : abi.PASSED + 3] = auction.passed
        view[abi.DECLARER] = referee.declarer
        name_contract(view, self.contract_code)
        open_trick(view, 0, 0)
        if self.contract_code & OUVERT_BIT:
            view[abi.OPEN_HAND] = self.see(referee.declarer)[abi.HAND]
        return view

    def ask(self, seat: int, question: int) -> int:
        answer = super().ask(seat, question)
        if question == abi.PLAY:
            seen = self.see(seat)
            own = self.see(self.referee.declarer)
            if not seen[abi.PLAYED]:
                self.moved, self.next_seat = self.start(), 0
            show_turn(self.moved, seat, seen[abi.HAND], own[abi.SKAT], own[abi.DISCARD])
            assert self.moved.tolist() == seen
            assert self.next_seat == seat
            self.next_seat = play_card(self.moved, answer)
        return answer


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_moved_view_is_the_referees(rules: RuleSet, scaled: Callable[[int], int]) -> None:
    questions = 0
    timid = (registry.get("random"), {"top_bid": 18.0})
    lineup = make_lineup([(registry.get("heuristic"), {"null": 3.0}), timid, timid])
    games = max(12, scaled(60))
    for game in range(games):
        table = _FollowedTable(99, game, lineup, rules, compiled=True)
        table.bid()
        if not table.referee.passed_in:
            table.declare()
            table.play()
            questions += len(table.history)
    assert questions > 15 * games
