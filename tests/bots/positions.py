"""Positions of games played at the referee's table, with what is hidden from the seat whose turn it is, as names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from skatsim.bots import abi, registry
from skatsim.bots.bot import Lineup, make_lineup
from skatsim.kernel.types import Ints
from skatsim.rules.ruleset import ISKO
from skatsim.table.referee.bots import BotTable, card_names
from tests.conftest import COMPILED

_AWAY = 3
_GAMES = 40 if COMPILED else 6


@dataclass(frozen=True)
class Position:
    """One question for a card.

    `hidden` are the places whose cards the seat does not know with the cards that lie there, `known` those it knows;
    `lacks` what a seat is known not to hold; `table` the game as it went to its end.
    """

    game: int
    seat: int
    view: Ints
    hand: list[str]
    hidden: dict[int, list[str]]
    known: dict[int, list[str]]
    lacks: dict[int, set[str]]
    answer: int
    table: "NotingTable"


class NotingTable(BotTable):
    """Notes every question for a card."""

    noted: list[Position]
    players_at_table: Lineup
    log: list[tuple[int, int, int]]
    """Seat, question and answer, from the first reserve on."""

    def ask(self, seat: int, question: int) -> int:
        answer = super().ask(seat, question)
        self.log.append((seat, question, answer))
        if question == abi.PLAY:
            self.noted.append(self._position(seat, answer))
        return answer

    def _position(self, seat: int, answer: int) -> Position:
        referee = self.referee
        assert referee.contract is not None
        others = {other: sorted(referee.hands[other]) for other in range(3) if other != seat}
        away = {_AWAY: sorted(referee.discarded or referee.skat)}
        shown = {referee.declarer} if referee.contract.ouvert else set()
        knows_away = seat == referee.declarer and referee.picked_up
        hidden = {place: cards for place, cards in others.items() if place not in shown}
        known = {place: cards for place, cards in others.items() if place in shown}
        (known if knows_away else hidden).update(away)
        lacks = {place: set(card_names(self.lacks[place])) for place in others}
        view = np.array(self.see(seat), dtype=np.int64)
        return Position(self.game, seat, view, sorted(referee.hands[seat]), hidden, known, lacks, answer, self)


def positions(trick: int, *, seed: int, params: Mapping[str, float] | None = None) -> Iterator[Position]:
    """Every question for a card of one trick in some games of three heuristics, null games among them."""
    chosen = {"null": 1.0, **(params or {})}
    lineup = make_lineup([(registry.get("heuristic@2"), chosen)] * 3)
    for game in range(_GAMES):
        table = NotingTable(seed, game, lineup, ISKO, compiled=COMPILED)
        table.noted, table.log, table.players_at_table = [], [], lineup
        table.bid()
        if not table.referee.passed_in:
            table.declare()
            table.play()
        yield from (position for position in table.noted if position.view[abi.TRICK] == trick)
