"""A recorded game played again by the rules: every card checked, then settled and compared with the record.

Legality and value come from `skatsim.rules`, the auction from the referee, what an early end is worth from
`skatsim.records.outcome`.  A player who leaves or runs out of time before the declaration is penalised: no game.
"""

from dataclasses import dataclass
from typing import Any, Literal

from skatsim.errors import SkatsimError
from skatsim.records.auction import AuctionEnd, follow_auction, only_last_bid
from skatsim.records.outcome import QUIRKS, CardPlay, Difference, compare, gone, numbers_of, outcome_of, stop_of
from skatsim.records.record import Event, GameRecord
from skatsim.rules.cards import CARD_NAMES, CardSet, card_points
from skatsim.rules.contracts import Contract
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import is_decided
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.settlement import Settlement
from skatsim.rules.tricks import led_mask, legal_cards, trick_winner, trump_mask

__all__ = ["QUIRKS", "Difference", "Replay", "replay"]


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
    ending, ended_by
        How it ended, one of `skatsim.table.columns.ENDINGS`, "" but for a game; and the seat that gave up, ran out of
        time or left and so ended it, else -1.
    flaws
        Breaches that do not keep the game from being played on: numbers in the auction that the rules do not know.
    differences
        Every figure that is not as recorded.
    quirk
        The one of `QUIRKS` that explains all differences, or "".
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
    ended_by: int = -1
    flaws: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    quirk: str = ""

    @property
    def equal(self) -> bool:
        """Whether every word and card is legal and every figure as recorded."""
        return not (self.fault or self.flaws or self.differences)

    @property
    def known(self) -> bool:
        """Equal, or different only by a known quirk of the server."""
        return self.equal or bool(self.quirk and not self.flaws)

    @property
    def words(self) -> list[str]:
        """What is not as it should be, for people; a quirk is one of them, whatever it changes."""
        figures = [str(each) for each in self.differences]
        if self.quirk:
            figures = [f"known server quirk: {self.quirk} ({'; '.join(figures)})"]
        return [self.fault] * bool(self.fault) + list(self.flaws) + figures

    @property
    def lines(self) -> list[str]:
        """The words, each with its line number."""
        return [f"line {self.record.line}: {each}" for each in self.words]


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
    return only_last_bid(record.declarer, record.bid, rules)


def _without_game(record: GameRecord, auction: AuctionEnd) -> Replay:
    """A deal that was passed in, or ended before the declaration by a player who is penalised."""
    if auction.over and auction.declarer < 0:
        differences = compare(record, {"outcome": "passed", "declarer": -1})
        return Replay(record, "passed", bids=auction.reached, flaws=auction.flaws, differences=differences)
    culprit = next((event for event in record.events if event.kind in ("time", "left")), None)
    if culprit is None:
        raise SkatsimError("the record breaks off before the declaration and does not say why")
    nothing: dict[str, Any] = dict.fromkeys(("matadors", "card_points", "tricks", "score"), 0)
    nothing |= dict.fromkeys(("overbid", "schneider", "schwarz", "resigned"), False)
    expected = {"outcome": "penalty", "declarer": auction.declarer, **nothing, **gone(record)}
    expected["penalised"] = tuple(seat == culprit.seat for seat in range(3))
    differences = compare(record, expected)
    return Replay(record, "penalty", bids=auction.reached, flaws=auction.flaws, differences=differences)


def _game(record: GameRecord, auction: AuctionEnd, rules: RuleSet) -> Replay:
    contract = record.contract
    assert contract is not None
    hands = _hands_to_play(record, contract, auction)
    stop = stop_of(record)
    play = _play_cards(record, contract, hands, numbers_of(rules), stop)
    outcome = outcome_of(record, contract, auction, play, stop, rules)
    return Replay(
        record=record,
        kind="game",
        bids=auction.reached,
        declarer=record.declarer,
        bid=auction.bid,
        matadors=outcome.matadors,
        card_points=outcome.end.card_points,
        tricks=outcome.end.tricks,
        trick_winners=play.winners,
        settlement=outcome.settlement,
        ending=outcome.end.ending,
        ended_by=stop.seat if stop is not None and outcome.end.ending not in ("tricks", "decided") else -1,
        flaws=auction.flaws,
        differences=outcome.differences,
        quirk=outcome.quirk,
    )


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
    if not record.discard and stop_of(record) is None:
        raise SkatsimError("the record breaks off before the discard and does not say why")
    return twelve & ~record.discard


# --- the play


def _play_cards(
    record: GameRecord, contract: Contract, hands: list[int], numbers: RuleNumbers, stop: Event | None
) -> CardPlay:
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
    return CardPlay(points[0], tricks[0], points[1], tricks[1], tuple(winners), bool(decided))


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
