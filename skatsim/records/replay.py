"""A recorded game played again by the rules: every card checked, the result worked out and compared with the record.

Legality and value come from `skatsim.rules` alone.  How a game that was not played to the end is settled:

* decided (null taken, announced Schneider or Schwarz gone): as it stands;
* both defenders resign, or a defender leaves or runs out of time: every trick and point not yet taken is the
  declarer's; in null he has won with no trick and the points of the skat;
* the declarer resigns, leaves or runs out of time: lost, with what he has; before the first full trick no Schneider
  or Schwarz is charged;
* a player leaves or runs out of time before the declaration: no game, that player is penalised.

A server's habit that contradicts the rules is no rule: `QUIRKS` names it.  Units: list points, card points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from skatsim.errors import SkatsimError
from skatsim.records.auction import AuctionEnd, follow_auction
from skatsim.records.record import Event, GameRecord
from skatsim.rules.cards import CARD_NAMES, CardSet, card_points
from skatsim.rules.contracts import BASE_VALUES, Contract, GameType, check_bid
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import is_decided, matador_count
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.settlement import Settlement, settle
from skatsim.rules.tricks import led_mask, legal_cards, trick_winner, trump_mask

QUIRKS: Final = ("timed out between declaration and discard",)
"""Known habits of a server whose results differ from the rules (matadors counted on an empty hand)."""


class Difference(NamedTuple):
    """One figure in which record and rules differ; `recorded` and `expected` are words."""

    figure: str
    recorded: str
    expected: str

    def __str__(self) -> str:
        return f"{self.figure} {self.recorded} recorded, {self.expected} by the rules"


@dataclass(frozen=True, slots=True)
class Replay:
    """What the rules make of a record.

    Attributes
    ----------
    record
        What was replayed.
    kind
        "game", "passed", "penalty", or "faulty" where the record breaks the rules and cannot be played on.
    fault
        The breach in words, for a faulty record.
    bids
        Highest bid said or held by each seat; of a record without auction only the declarer's.
    declarer, bid
        Who plays at what, as the auction went; -1 and 0 when nobody does.
    matadors, card_points, tricks
        The declarer's by the rules; at an early end with what falls to him.
    trick_winners
        Seat that took each trick played in full.
    settlement
        The result by the rules; None but for a game.
    ending
        How it ended, one of `skatsim.table.columns.ENDINGS`; "" but for a game.
    differences
        Every figure that is not as recorded.
    quirk
        The one of `QUIRKS` that explains all of them, or "".
    """

    record: GameRecord
    kind: Literal["game", "passed", "penalty", "faulty"]
    fault: str = ""
    bids: tuple[int, int, int] = (0, 0, 0)
    declarer: int = -1
    bid: int = 0
    matadors: int = 0
    card_points: int = 0
    tricks: int = 0
    trick_winners: tuple[int, ...] = ()
    settlement: Settlement | None = None
    ending: str = ""
    differences: tuple[Difference, ...] = ()
    quirk: str = ""

    @property
    def equal(self) -> bool:
        """Whether every card is legal and every figure as recorded."""
        return not self.fault and not self.differences

    @property
    def known(self) -> bool:
        """Equal, or different only by a known quirk of the server."""
        return self.equal or bool(self.quirk)

    @property
    def lines(self) -> list[str]:
        """The differences for people, each with its line number; a quirk is one line."""
        where = f"line {self.record.line}: "
        if self.quirk:
            return [where + f"known server quirk: {self.quirk} ({'; '.join(map(str, self.differences))})"]
        return [where + self.fault] * bool(self.fault) + [where + str(each) for each in self.differences]


class _Play(NamedTuple):
    """Where the card play of a record stands when its cards are used up."""

    declarer_points: int
    declarer_tricks: int
    defender_points: int
    defender_tricks: int
    winners: tuple[int, ...]
    decided: bool


class _End(NamedTuple):
    """How the game ended and what the declarer has in the end; `gave_up`: lost whatever he has."""

    ending: str
    card_points: int
    tricks: int
    gave_up: bool = False


def replay(record: GameRecord, rules: RuleSet = ISKO) -> Replay:
    """Play a record again and compare.

    Parameters
    ----------
    record
        From `skatsim.records.read_records`.
    rules
        The rules it was played by.

    Returns
    -------
    Replay
        With the result by the rules and every difference; a breach of the rules is its `fault`, not an exception.

    Examples
    --------
    >>> from skatsim.records.iss import parse_iss
    >>> record = parse_iss(
    ...     "(;GM[Skat]P0[Ann]P1[Bob]P2[Cem]MV[w CJ.CA.CT.SA.ST.HA.HT.DA.DT.C7.SJ.CK.CQ.SK.SQ.HK.HQ.DK.DQ.C8"
    ...     ".HJ.DJ.C9.S9.S8.S7.H9.H8.H7.D9.D8.D7 1 p 2 p 0 18 0 GH 1 RE 2 RE ]R[d:0 win v:120 m:1 bidok p:120"
    ...     " t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1 r:1] ;)"
    ... )
    >>> result = replay(record)
    >>> result.equal, result.settlement.explanation
    (True, 'with 1, game 2, hand 3, Schneider 4, Schwarz 5; 5 × 24 = 120')
    """
    try:
        auction = _auction(record, rules)
        return _without_game(record, auction) if record.contract is None else _game(record, auction, rules)
    except SkatsimError as fault:
        return Replay(record, "faulty", fault=str(fault))


def _auction(record: GameRecord, rules: RuleSet) -> AuctionEnd:
    if record.auction is not None:
        return follow_auction(record.auction, rules)
    if record.contract is None:
        return AuctionEnd((0, 0, 0), -1, 0, True)
    check_bid(record.bid, rules.ladder_top)
    forehand, middlehand, rearhand = (record.bid if seat == record.declarer else 0 for seat in range(3))
    return AuctionEnd((forehand, middlehand, rearhand), record.declarer, record.bid, True)


def _without_game(record: GameRecord, auction: AuctionEnd) -> Replay:
    """A deal that was passed in, or ended before the declaration by a player who is penalised."""
    gone = next((event for event in record.events if event.kind in ("time", "left")), None)
    if gone is None and auction.over and auction.declarer < 0:
        differences = _compare(record, {"outcome": "passed", "declarer": -1})
        return Replay(record, "passed", bids=auction.reached, differences=differences)
    if gone is None:
        raise SkatsimError("the record breaks off before the declaration and does not say why")
    nothing: dict[str, Any] = dict.fromkeys(("matadors", "card_points", "tricks", "score"), 0)
    nothing |= dict.fromkeys(("overbid", "schneider", "schwarz", "resigned"), False)
    expected = {"outcome": "penalty", "declarer": -1, **nothing, **_gone(record)}
    expected["penalised"] = tuple(seat == gone.seat for seat in range(3))
    return Replay(record, "penalty", bids=auction.reached, differences=_compare(record, expected))


def _game(record: GameRecord, auction: AuctionEnd, rules: RuleSet) -> Replay:
    contract = record.contract
    assert contract is not None
    hands = _hands_to_play(record, contract, auction)
    stop = _stop(record)
    play = _play_cards(record, contract, hands, _numbers(rules), stop)
    end = _end(record, contract, play, stop)
    twelve = record.hands[record.declarer] | record.skat
    matadors = int(matador_count(twelve, int(contract.game_type)))
    settlement = _settle(contract, auction.bid, matadors, end, play, CardSet(twelve), rules)
    expected = _figures(record, settlement, matadors, end)
    differences = _compare(record, expected)
    return Replay(
        record=record,
        kind="game",
        bids=auction.reached,
        declarer=record.declarer,
        bid=auction.bid,
        matadors=matadors,
        card_points=end.card_points,
        tricks=end.tricks,
        trick_winners=play.winners,
        settlement=settlement,
        ending=end.ending,
        differences=differences,
        quirk=_quirk(record, contract, stop, differences),
    )


@cache
def _numbers(rules: RuleSet) -> RuleNumbers:
    return rules.numbers


# --- before the first card


def _hands_to_play(record: GameRecord, contract: Contract, auction: AuctionEnd) -> list[int]:
    """Check pick-up, declaration and discard; the three hands as they are played."""
    seat = record.declarer
    if not auction.over or auction.declarer < 0:
        raise SkatsimError(f"{SEAT_NAMES[seat]} declares {contract}, but the auction gives nobody the game")
    if auction.declarer != seat:
        raise SkatsimError(f"{SEAT_NAMES[seat]} declares, but the auction was won by {SEAT_NAMES[auction.declarer]}")
    if contract.hand == record.picked_up:
        raise SkatsimError(f"contract {contract} {'after a pick-up' if record.picked_up else 'without a pick-up'}")
    if record.skat_shown and record.skat_shown != record.skat:
        raise SkatsimError(f"skat shown is {CardSet(record.skat_shown)}, but {CardSet(record.skat)} was dealt")
    hands = list(record.hands)
    if record.picked_up:
        hands[seat] = _after_discard(record)
    if record.shown and record.shown != hands[seat]:
        raise SkatsimError(f"laid open is {CardSet(record.shown)}, but the hand is {CardSet(hands[seat])}")
    return hands


def _after_discard(record: GameRecord) -> int:
    twelve = record.hands[record.declarer] | record.skat
    if record.discard & ~twelve:
        raise SkatsimError(f"discard {CardSet(record.discard & ~twelve)} is not among the declarer's twelve cards")
    if not record.discard and not any(event.kind in ("time", "left") for event in record.events):
        raise SkatsimError("the record breaks off before the discard and does not say why")
    return twelve & ~record.discard


# --- the play


def _play_cards(
    record: GameRecord, contract: Contract, hands: list[int], numbers: RuleNumbers, stop: Event | None
) -> _Play:
    """Play the recorded cards; SkatsimError at the first that is not legal or comes after the end."""
    game_type, code, declarer = int(contract.game_type), contract.code, record.declarer
    trumps = trump_mask(game_type)
    points, tricks, winners = [0, 0], [0, 0], []
    leader, led, decided = 0, 0, False
    trick: list[int] = []
    for played, (seat, card) in enumerate(record.plays):
        if decided or (stop is not None and played >= stop.played):
            raise SkatsimError(f"{_card_at(played, seat, card)} comes after the end of the game")
        turn = (leader + len(trick)) % 3
        if seat != turn:
            raise SkatsimError(f"{_card_at(played, seat, card)}, but it is {SEAT_NAMES[turn]}'s turn")
        mask = 1 << card
        if not mask & legal_cards(hands[seat], led, trumps, numbers.void_must_trump):
            raise SkatsimError(f"{_card_at(played, seat, card)}, {_why_illegal(hands[seat], mask)}")
        hands[seat] ^= mask
        led = led or led_mask(mask, game_type)
        trick.append(mask)
        if len(trick) == 3:
            leader = (leader + trick_winner(trick[0], trick[1], trick[2], led, game_type)) % 3
            side = 0 if leader == declarer else 1
            points[side] += card_points(sum(trick))
            tricks[side] += 1
            winners.append(leader)
            decided = is_decided(code, tricks[0], tricks[1], points[1], numbers.schwarz_no_points)
            trick, led = [], 0
    _check_claims(record)
    return _Play(points[0], tricks[0], points[1], tricks[1], tuple(winners), bool(decided))


def _card_at(played: int, seat: int, card: int) -> str:
    return f"trick {played // 3 + 1}: {SEAT_NAMES[seat]} plays {CARD_NAMES[card]}"


def _why_illegal(hand: int, mask: int) -> str:
    if not hand & mask:
        return f"which is not in the hand {CardSet(hand)}"
    return f"but must play another card of {CardSet(hand)}: follow the lead"


def _check_claims(record: GameRecord) -> None:
    """A claim is the declarer's, and the cards he lays open are those he holds."""
    for event in record.events:
        if event.kind != "claim":
            continue
        if event.seat != record.declarer:
            raise SkatsimError(f"{SEAT_NAMES[event.seat]} claims, but is not the declarer")
        held = (record.hands[event.seat] | (record.skat if record.picked_up else 0)) & ~record.discard
        for seat, card in record.plays[: event.played]:
            held &= ~(1 << card) if seat == event.seat else ~0
        if event.cards and event.cards != held:
            raise SkatsimError(f"claimed with {CardSet(event.cards)}, but the hand is {CardSet(held)}")


# --- the end


def _stop(record: GameRecord) -> Event | None:
    """The event that ends the game: a player gone, the declarer's resignation, the second defender's."""
    resigned = set()
    for event in record.events:
        if event.kind in ("time", "left"):
            return event
        if event.kind == "resign":
            resigned.add(event.seat)
            if event.seat == record.declarer or len(resigned) == 2:
                return event
    return None


def _end(record: GameRecord, contract: Contract, play: _Play, stop: Event | None) -> _End:
    """How it ended, and the declarer's points and tricks with what falls to him."""
    skat = card_points(record.skat if contract.hand or not record.discard else record.discard)
    own_points = int(play.declarer_points + skat)
    if len(record.plays) == 30 or play.decided:
        return _End("tricks" if len(record.plays) == 30 else "decided", own_points, play.declarer_tricks)
    if stop is None:
        raise SkatsimError(f"the record breaks off after {len(record.plays)} cards and does not say why")
    ending = {"resign": "conceded", "time": "time", "left": "left"}[stop.kind]
    if stop.seat == record.declarer:
        return _End(ending, own_points, play.declarer_tricks, gave_up=True)
    if contract.game_type == GameType.NULL:
        return _End(ending, own_points, 0)
    return _End(ending, 120 - int(play.defender_points), 10 - play.defender_tricks)


def _settle(
    contract: Contract, bid: int, matadors: int, end: _End, play: _Play, twelve: CardSet, rules: RuleSet
) -> Settlement:
    points, tricks = end.card_points, end.tricks
    if end.gave_up:
        points, tricks = (min(points, 60), max(tricks, contract.game_type == GameType.NULL))
        if not play.winners:
            points, tricks = 60, 5  # a lost game in which neither side is Schneider or Schwarz
    return settle(
        contract, bid=bid, matadors=matadors, card_points=points, tricks=int(tricks), rules=rules, cards=twelve
    )


# --- record and rules side by side


def _figures(record: GameRecord, settlement: Settlement, matadors: int, end: _End) -> dict[str, Any]:
    """What the rules say, by the names of `RecordedResult`."""
    return {
        "outcome": "won" if settlement.won else "lost",
        "declarer": record.declarer,
        "matadors": matadors,
        "overbid": settlement.overbid,
        "card_points": end.card_points,
        "tricks": end.tricks,
        "schneider": settlement.schneider,
        "schwarz": settlement.schwarz,
        "game_value": settlement.game_value,
        "score": settlement.score,
        "penalised": (False, False, False),
        "resigned": end.ending == "conceded",
        **_gone(record),
    }


def _gone(record: GameRecord) -> dict[str, int]:
    """The first seat that left and the first that ran out of time, -1 none."""
    first = {event.kind: event.seat for event in reversed(record.events)}
    return {"left": first.get("left", -1), "timed_out": first.get("time", -1)}


def _compare(record: GameRecord, expected: dict[str, Any]) -> tuple[Difference, ...]:
    return tuple(_differences(record, expected))


def _differences(record: GameRecord, expected: dict[str, Any]) -> Iterator[Difference]:
    """Every figure that the record tells and that is not as expected."""
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


def _quirk(record: GameRecord, contract: Contract, stop: Event | None, differences: tuple[Difference, ...]) -> str:
    """The quirk that explains every difference exactly, or "".

    The server that times the declarer out before his discard counts matadors on no cards: without 11 (grand 4).
    """
    if not differences or stop is None or stop.seat != record.declarer or contract.game_type == GameType.NULL:
        return ""
    if not record.picked_up or record.discard or stop.kind != "time":
        return ""
    matadors = int(matador_count(0, int(contract.game_type)))
    score = -2 * BASE_VALUES[contract.game_type] * (1 - matadors)
    explained = {("matadors", str(matadors)), ("score", str(score))}
    return QUIRKS[0] if {(each.figure, each.recorded) for each in differences} <= explained else ""
