"""What comes of a recorded game by the rules, and how that compares with what its record says.

How a game that was not played to the end is settled:

* decided (null taken, announced Schneider or Schwarz gone): as it stands;
* both defenders resign, or a defender leaves or runs out of time: every trick and point not yet taken is the
  declarer's; in null he has won with no trick and the points of the skat;
* the declarer resigns, leaves or runs out of time: with what he has.  If that wins (61 card points or all he announced,
  the bid covered), he has won before and stays the winner (ISkO 4.1.3); else it is lost, and before the first full
  trick no Schneider or Schwarz is charged.

So defenders who have 60 card points keep their victory too, whoever gives up: what is left cannot make 61.

A server's habit that contradicts the rules is no rule: `QUIRKS` names it.  Units: list points, card points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from skatsim.errors import SkatsimError
from skatsim.records.auction import AuctionEnd, ladder_bid
from skatsim.records.record import Event, GameRecord
from skatsim.rules.cards import CardSet, card_points
from skatsim.rules.contracts import BASE_VALUES, BIDS, Contract, GameType
from skatsim.rules.ruleset import RuleNumbers, RuleSet
from skatsim.rules.scoring import matador_count, multiplier, round_up
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.settlement import Settlement, settle

QUIRKS: Final = (
    "ended between declaration and discard",
    "no trick in an announced Schneider",
)
"""Known habits of a server whose results differ from the rules: it counts matadors on the two cards of the skat, and
charges Schwarz against a declarer who had announced Schneider."""


class Difference(NamedTuple):
    """One figure in which record and rules differ; `recorded` and `expected` are words."""

    figure: str
    recorded: str
    expected: str

    def __str__(self) -> str:
        return f"{self.figure} {self.recorded} recorded, {self.expected} by the rules"


class CardPlay(NamedTuple):
    """Where the card play of a record stands when its cards are used up."""

    declarer_points: int
    declarer_tricks: int
    defender_points: int
    defender_tricks: int
    winners: tuple[int, ...]
    decided: bool


class End(NamedTuple):
    """How the game ended and what the declarer has in the end; `gave_up`: it was he who stopped."""

    ending: str
    card_points: int
    tricks: int
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game settled by the rules and compared with its record; the fields are those of `skatsim.records.Replay`."""

    end: End
    matadors: int
    settlement: Settlement
    differences: tuple[Difference, ...]
    quirk: str


def stop_of(record: GameRecord) -> Event | None:
    """The event that ends a game: a player gone, the declarer's resignation, the second defender's."""
    resigned = set()
    for event in record.events:
        if event.kind in ("time", "left"):
            return event
        if event.kind == "resign":
            resigned.add(event.seat)
            if event.seat == record.declarer or len(resigned) == 2:
                return event
    return None


def outcome_of(
    record: GameRecord, contract: Contract, auction: AuctionEnd, play: CardPlay, stop: Event | None, rules: RuleSet
) -> Outcome:
    """Settle a game whose cards have been played, and compare.

    Raises
    ------
    SkatsimError
        If the record breaks off, or the rules cannot settle the game.
    """
    end = _end(record, contract, play, stop)
    game = _Game(record, contract, auction.bid, play, end, rules)
    twelve = record.hands[record.declarer] | record.skat
    matadors = int(matador_count(twelve, int(contract.game_type)))
    settlement = game.settle(matadors)
    figures = game.figures(settlement, matadors)
    differences = compare(record, figures)
    quirk = game.quirk(settlement, matadors, figures) if differences else ""
    return Outcome(end, matadors, settlement, differences, quirk)


@cache
def numbers_of(rules: RuleSet) -> RuleNumbers:
    """`RuleSet.numbers`, worked out once."""
    return rules.numbers


@cache
def _full_ladder(rules: RuleSet) -> RuleSet:
    """The rules with all bids: a bid above the top of a short ladder was said all the same."""
    return msgspec.structs.replace(rules, ladder_top=BIDS[-1])


def _end(record: GameRecord, contract: Contract, play: CardPlay, stop: Event | None) -> End:
    """How it ended, and the declarer's points and tricks with what falls to him."""
    skat = card_points(record.skat if contract.hand or not record.discard else record.discard)
    own_points = int(play.declarer_points + skat)
    if len(record.plays) == 30 or play.decided:
        return End("tricks" if len(record.plays) == 30 else "decided", own_points, play.declarer_tricks)
    if stop is None:
        raise SkatsimError(f"the record breaks off after {len(record.plays)} cards and does not say why")
    ending = {"resign": "conceded", "time": "time", "left": "left"}[stop.kind]
    if stop.seat == record.declarer:
        return End(ending, own_points, play.declarer_tricks, gave_up=True)
    if contract.game_type == GameType.NULL:
        return End(ending, own_points, 0)
    return End(ending, 120 - int(play.defender_points), 10 - play.defender_tricks)


class _Game(NamedTuple):
    """A game at its end, to be settled with the right matadors or with those of a server."""

    record: GameRecord
    contract: Contract
    bid: int
    play: CardPlay
    end: End
    rules: RuleSet

    def settle(self, matadors: int) -> Settlement:
        """The result by the rules."""
        points, tricks = self.end.card_points, int(self.end.tricks)
        if self.end.gave_up and self.contract.game_type == GameType.NULL:
            tricks = 1
        elif self.end.gave_up and not self.play.winners:
            points, tricks = 60, 5  # a lost game in which neither side is Schneider or Schwarz
        return settle(
            self.contract,
            bid=ladder_bid(self.bid),
            matadors=matadors,
            card_points=points,
            tricks=tricks,
            rules=self.rules if self.bid <= self.rules.ladder_top else _full_ladder(self.rules),
            cards=CardSet(self.record.hands[self.record.declarer] | self.record.skat),
        )

    def figures(self, settlement: Settlement, matadors: int) -> dict[str, Any]:
        """What the rules say, by the names of `RecordedResult`."""
        missed_schwarz = self.contract.schwarz_announced and self.end.tricks < 10
        return {
            "outcome": "won" if settlement.won else "lost",
            "declarer": self.record.declarer,
            "matadors": matadors,
            "overbid": settlement.overbid,
            "card_points": self.end.card_points,
            "tricks": self.end.tricks,
            "schneider": settlement.schneider and not missed_schwarz,  # the flag of the records, not the level
            "schwarz": settlement.schwarz,
            "game_value": settlement.game_value,
            "score": settlement.score,
            "penalised": (False, False, False),
            "resigned": self.end.ending == "conceded",
            **gone(self.record),
        }

    def quirk(self, settlement: Settlement, matadors: int, figures: dict[str, Any]) -> str:
        """The one of `QUIRKS` by which the record is right in every figure, or ""."""
        if self.contract.game_type == GameType.NULL:
            return ""
        if self.record.picked_up and not self.record.discard:
            matadors = int(matador_count(self.record.skat, int(self.contract.game_type)))
            if not compare(self.record, self.figures(self.settle(matadors), matadors)):
                return QUIRKS[0]
        announced = self.contract.schneider_announced and not self.contract.schwarz_announced
        if not (announced and self.play.winners and self.end.tricks == 0):
            return ""
        return "" if compare(self.record, figures | self._with_schwarz(settlement, matadors)) else QUIRKS[1]

    def _with_schwarz(self, settlement: Settlement, matadors: int) -> dict[str, Any]:
        """The figures of this lost game with one level more."""
        base = BASE_VALUES[self.contract.game_type]
        levels = multiplier(self.contract.code, matadors, self.end.card_points, 0, numbers_of(self.rules))
        value = int(base * (levels + 1))
        booked = max(value, int(round_up(self.bid, base)))
        score = booked * (settlement.score // settlement.game_value)
        flags = {"schneider": True, "schwarz": True, "overbid": value < self.bid}
        return {**flags, "game_value": booked, "score": score}


# --- record and rules side by side


def gone(record: GameRecord) -> dict[str, int]:
    """The first seat that left and the first that ran out of time, -1 none."""
    first = {event.kind: event.seat for event in reversed(record.events)}
    return {"left": first.get("left", -1), "timed_out": first.get("time", -1)}


def compare(record: GameRecord, expected: dict[str, Any]) -> tuple[Difference, ...]:
    """Every figure that the record tells and that is not as expected."""
    return tuple(_differences(record, expected))


def _differences(record: GameRecord, expected: dict[str, Any]) -> Iterator[Difference]:
    for figure, by_rules in expected.items():
        recorded = getattr(record.result, figure)
        if recorded is not None and recorded != by_rules:
            yield Difference(figure.replace("_", " "), _words(recorded), _words(by_rules))


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " and ".join(SEAT_NAMES[seat] for seat, on in enumerate(value) if on) or "nobody"
    return str(value)
