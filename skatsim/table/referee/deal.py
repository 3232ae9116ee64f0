"""One deal from the first bid to the result: what each seat may do next, and what it leads to (ISkO 3, 4).

Every operation comes three times: `verify_x` raises SkatsimError with the reason, `can_x` answers, `x` does it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.contracts import Contract, GameType
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import FOREHAND, SEAT_NAMES
from skatsim.table.referee import cards as names
from skatsim.table.referee.auction import Auction, seat_name
from skatsim.table.referee.scoring import Result, null_booked_at, refuse_null, settle

AUCTION: Final = "auction"
DECLARATION: Final = "declaration"
DISCARD: Final = "discard"
PLAY: Final = "play"
OVER: Final = "over"

PLAYED_OUT: Final = "tricks"
DECIDED: Final = "decided"
CONCEDED: Final = "conceded"


class Trick(NamedTuple):
    """A full trick: who led, the three cards in the order played, who won it and its card points."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    points: int


class Referee:
    """A deal in progress, under the eyes of someone who knows the rules.

    Parameters
    ----------
    hands
        Ten card names each for forehand, middlehand and rearhand.
    skat
        The other two cards.
    rules
        The table's rules.

    Attributes
    ----------
    phase
        ``"auction"``, ``"declaration"``, ``"discard"``, ``"play"`` or ``"over"``.
    turn
        The seat to act in any phase; -1 once over.
    hands
        What each seat holds now; the declarer twelve cards between pick-up and discard.
    tricks, trick
        The full tricks, and the cards now on the table.
    ending
        ``"tricks"``, ``"decided"`` or ``"conceded"``; empty before the end and when passed in.
    conceded_by, won_before
        Of a conceded game: the side that gave up an open one, or the side that had won already.

    Raises
    ------
    SkatsimError
        If the cards are not 10, 10, 10 and 2 different ones.

    Examples
    --------
    >>> hands = ["CJ SJ CA CT CK CQ HA HT SA ST", "HJ DJ C9 C8 C7 HK HQ SK SQ DA", "DT DK DQ D9 D8 D7 H9 H8 H7 S9"]
    >>> deal = Referee([hand.split() for hand in hands], ["S8", "S7"])
    >>> deal.pass_(1); deal.pass_(2); deal.bid(0, 18)
    >>> deal.declare(Contract.parse("CH"))
    >>> deal.play(0, "CJ")
    >>> deal.legal_cards(1)
    ['HJ', 'DJ', 'C9', 'C8', 'C7']
    """

    def __init__(self, hands: Sequence[Sequence[str]], skat: Sequence[str], rules: RuleSet = ISKO) -> None:
        _check_cards(hands, skat)
        self.rules = rules
        self.dealt = tuple(tuple(hand) for hand in hands)
        self.skat = tuple(skat)
        self.hands = [list(hand) for hand in hands]
        self.auction = Auction(rules)
        self.phase = AUCTION
        self.turn = self.auction.turn
        self.declarer = -1
        self.contract: Contract | None = None
        self.picked_up = False
        self.discarded: tuple[str, ...] = ()
        self.leader = FOREHAND
        self.trick: list[str] = []
        self.tricks: list[Trick] = []
        self.plays: list[str] = []
        self.declarer_points = self.defender_points = 0
        self.declarer_tricks = self.defender_tricks = 0
        self.ending = ""
        self.conceded_by = ""
        self.won_before = ""

    # --- auction

    def verify_bid(self, seat: int, value: int) -> None:
        """Raise SkatsimError unless `seat` may bid `value` now."""
        self.auction.verify_bid(seat, value)

    def can_bid(self, seat: int, value: int) -> bool:
        """Whether `seat` may bid `value` now."""
        return self.auction.can_bid(seat, value)

    def bid(self, seat: int, value: int) -> None:
        """`seat` bids `value`; see `verify_bid`."""
        self.auction.bid(seat, value)
        self._after_word()

    def verify_hold(self, seat: int) -> None:
        """Raise SkatsimError unless `seat` has a bid to hold."""
        self.auction.verify_hold(seat)

    def can_hold(self, seat: int) -> bool:
        """Whether `seat` has a bid to hold."""
        return self.auction.can_hold(seat)

    def hold(self, seat: int) -> None:
        """`seat` holds the bid; see `verify_hold`."""
        self.auction.hold(seat)
        self._after_word()

    def verify_pass(self, seat: int) -> None:
        """Raise SkatsimError unless `seat` may pass."""
        self.auction.verify_pass(seat)

    def can_pass(self, seat: int) -> bool:
        """Whether `seat` may pass."""
        return self.auction.can_pass(seat)

    def pass_(self, seat: int) -> None:
        """`seat` passes; see `verify_pass`."""
        self.auction.pass_(seat)
        self._after_word()

    def _after_word(self) -> None:
        self.turn = self.auction.turn
        if self.auction.over:
            self.declarer = self.turn = self.auction.declarer
            self.phase = OVER if self.declarer < 0 else DECLARATION

    @property
    def passed_in(self) -> bool:
        """Whether nobody plays: all three have passed."""
        return self.auction.passed_in

    # --- declaration

    def verify_pick_up(self) -> None:
        """Raise SkatsimError unless the declarer may take the skat now."""
        if self.phase != DECLARATION:
            raise SkatsimError(f"the skat cannot be picked up during: {self.phase}")
        if self.picked_up:
            raise SkatsimError("the skat has been picked up already; declare a game")

    def can_pick_up(self) -> bool:
        """Whether the declarer may take the skat now."""
        return _answers(self.verify_pick_up)

    def pick_up(self) -> None:
        """The declarer takes the skat and holds twelve cards; see `verify_pick_up`."""
        self.verify_pick_up()
        self.picked_up = True
        self.hands[self.declarer].extend(self.skat)

    def verify_declare(self, contract: Contract) -> None:
        """Raise SkatsimError unless the declarer may declare `contract` now.

        A `Contract` with announcements is always a hand game, but null ouvert: so a pick-up rules them out.
        """
        if self.phase != DECLARATION:
            raise SkatsimError(f"{contract} cannot be declared during: {self.phase}")
        if contract.hand and self.picked_up:
            raise SkatsimError(
                f"{contract} cannot be declared after a pick-up: hand and what is announced with it (Schneider, "
                "Schwarz, ouvert but null ouvert) are gone"
            )
        if not contract.hand and not self.picked_up:
            raise SkatsimError(f"{contract} cannot be declared: pick up the skat first, or declare it as a hand game")
        if contract.game_type == GameType.NULL and contract.null_value < self.bid_value:
            refuse_null(contract, self.bid_value, null_booked_at(contract, self.bid_value, self.twelve, self.rules))

    def can_declare(self, contract: Contract) -> bool:
        """Whether the declarer may declare `contract` now."""
        return _answers(self.verify_declare, contract)

    def declare(self, contract: Contract) -> None:
        """The declarer names his game; see `verify_declare`."""
        self.verify_declare(contract)
        self.contract = contract
        self.phase = DISCARD if self.picked_up else PLAY
        self.turn = self.declarer if self.picked_up else FOREHAND

    def verify_discard(self, cards: Sequence[str]) -> None:
        """Raise SkatsimError unless the declarer may put away `cards` now: two of his twelve, jacks too."""
        if self.phase != DISCARD:
            raise SkatsimError(f"{' '.join(cards)} cannot be discarded during: {self.phase}")
        if len(cards) != 2 or cards[0] == cards[1]:
            raise SkatsimError(f"the discard {' '.join(cards) or 'of nothing'} must be two different cards")
        for card in cards:
            if card not in self.hands[self.declarer]:
                raise SkatsimError(f"{card} cannot be discarded: the declarer does not hold it")

    def can_discard(self, cards: Sequence[str]) -> bool:
        """Whether the declarer may put away `cards` now."""
        return _answers(self.verify_discard, cards)

    def discard(self, cards: Sequence[str]) -> None:
        """The declarer puts away two cards, which count for him; see `verify_discard`."""
        self.verify_discard(cards)
        self.discarded = tuple(cards)
        for card in cards:
            self.hands[self.declarer].remove(card)
        self.phase, self.turn = PLAY, FOREHAND

    @property
    def bid_value(self) -> int:
        """The bid that stands; from the declaration on that of the game."""
        return self.auction.standing

    @property
    def twelve(self) -> tuple[str, ...]:
        """The declarer's cards and the skat as dealt: what matadors are counted on."""
        return self.dealt[self.declarer] + self.skat

    # --- play

    def legal_cards(self, seat: int) -> list[str]:
        """What `seat` may play if it is its turn, else nothing."""
        if self.phase != PLAY or seat != self.turn or self.contract is None:
            return []
        must_trump = self.rules.void == "must_trump"
        return names.playable(self.hands[seat], self.trick, self.contract.game_type, must_trump=must_trump)

    def verify_play(self, seat: int, card: str) -> None:
        """Raise SkatsimError unless `seat` may play `card` now."""
        name = seat_name(seat)
        if self.phase != PLAY:
            raise SkatsimError(f"{name} cannot play {card} during: {self.phase}")
        if seat != self.turn:
            raise SkatsimError(f"{name} cannot play {card} now: it is {SEAT_NAMES[self.turn]}'s turn")
        if card not in self.hands[seat]:
            raise SkatsimError(f"{name} cannot play {card}: he does not hold it (he has {' '.join(self.hands[seat])})")
        legal = self.legal_cards(seat)
        if card not in legal:
            raise SkatsimError(f"{name} cannot play {card} on {self.trick[0]}: he must play one of {' '.join(legal)}")

    def can_play(self, seat: int, card: str) -> bool:
        """Whether `seat` may play `card` now."""
        return _answers(self.verify_play, seat, card)

    def play(self, seat: int, card: str) -> None:
        """`seat` plays `card`; the third card ends the trick, and perhaps the game; see `verify_play`."""
        self.verify_play(seat, card)
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.plays.append(card)
        if len(self.trick) < 3:
            self.turn = (seat + 1) % 3
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        assert self.contract is not None
        winner = (self.leader + names.winning_place(self.trick, self.contract.game_type)) % 3
        worth = names.points(self.trick)
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner, worth))
        self.trick = []
        self.leader = self.turn = winner
        if winner == self.declarer:
            self.declarer_tricks += 1
            self.declarer_points += worth
        else:
            self.defender_tricks += 1
            self.defender_points += worth
        if len(self.tricks) == 10:
            self._end(PLAYED_OUT)
        elif self._decided(self.contract):
            self._end(DECIDED)

    def _decided(self, contract: Contract) -> bool:
        """Whether a null or an announced game is settled before its last trick; ordinary games run on."""
        if contract.game_type == GameType.NULL:
            return self.declarer_tricks > 0
        if contract.schwarz_announced and self.rules.schwarz == "no_points":
            return self.defender_points > 0
        if contract.schwarz_announced:
            return self.defender_tricks > 0
        return contract.schneider_announced and self.defender_points > 30

    def _end(self, ending: str) -> None:
        self.phase, self.ending, self.turn = OVER, ending, -1

    # --- conceding

    def verify_concede(self, seat: int, consent: int | None = None) -> None:
        """Raise SkatsimError unless `seat` may give up now.

        By the Skat Order the declarer may do so alone with nine or ten cards in hand, later with the `consent` of a
        defender; a defender at any time, for both.  By the rule switch ``concede = stargames`` the declarer may at any
        turn of his own, the defenders only against a hand game.
        """
        name = seat_name(seat)
        if self.phase != PLAY or self.contract is None:
            raise SkatsimError(f"{name} cannot concede during: {self.phase}")
        if consent is not None and (seat != self.declarer or consent in (seat, self.declarer)):
            raise SkatsimError(f"{name} cannot concede with the consent of seat {consent}: a defender consents")
        if self.rules.concede == "stargames":
            self._verify_concede_stargames(seat, self.contract)
        elif seat == self.declarer and len(self.hands[seat]) < 9 and consent is None:
            raise SkatsimError(
                f"{name} cannot concede alone with {len(self.hands[seat])} cards in hand: with fewer than nine a "
                "defender must consent"
            )

    def _verify_concede_stargames(self, seat: int, contract: Contract) -> None:
        if seat == self.declarer and seat != self.turn:
            raise SkatsimError(f"{SEAT_NAMES[seat]} cannot concede now: the declarer may only at his own turn")
        if seat != self.declarer and not contract.hand:
            raise SkatsimError(f"{SEAT_NAMES[seat]} cannot concede {contract}: defenders may only against a hand game")

    def can_concede(self, seat: int, consent: int | None = None) -> bool:
        """Whether `seat` may give up now."""
        return _answers(self.verify_concede, seat, consent)

    def concede(self, seat: int, consent: int | None = None) -> None:
        """`seat` gives up for its side; see `verify_concede`.

        The declarer has lost without Schneider or Schwarz; or he has won what he declared, with the Schneider he has
        reached by then (an overbid game stays lost).  A game that a side has won before stays won, with the card points
        brought in until then (ISkO 4.1.3).
        """
        self.verify_concede(seat, consent)
        self.won_before = self._side_that_has_won()
        if not self.won_before:
            self.conceded_by = "declarer" if seat == self.declarer else "defender"
        self._end(CONCEDED)

    def _side_that_has_won(self) -> str:
        """``"declarer"`` or ``"defenders"`` if that side has all it needs, "" while the game is open.

        A null or an announced game that the defenders have won is over already.
        """
        assert self.contract is not None
        if self.contract.game_type == GameType.NULL:
            return ""
        if self.defender_points >= 60:
            return "defenders"
        won = self._settle(self.contract, self.card_points, self.declarer_tricks).won
        return "declarer" if won else ""

    # --- result

    @property
    def card_points(self) -> int:
        """The declarer's card points so far: his tricks and what he put away (or left: the skat)."""
        return self.declarer_points + names.points(self.discarded or self.skat)

    def result(self) -> Result | None:
        """The result of a finished game; None if the deal was passed in.

        Raises
        ------
        SkatsimError
            While the game is not over.
        """
        if self.phase != OVER:
            raise SkatsimError(f"there is no result yet; the deal is at: {self.phase}")
        if self.contract is None:
            return None
        if self.won_before == "defenders":  # only what they have brought in can make the declarer Schneider
            result = self._settle(self.contract, 120 - self.defender_points, 10 - self.defender_tricks)
            return replace(result, card_points=self.card_points, tricks=self.declarer_tricks)
        return self._settle(self.contract, self.card_points, self.declarer_tricks)

    def _settle(self, contract: Contract, card_points: int, tricks: int) -> Result:
        return settle(
            contract,
            bid=self.bid_value,
            matadors=names.matadors(self.twelve, contract.game_type),
            card_points=card_points,
            tricks=tricks,
            rules=self.rules,
            twelve=self.twelve,
            conceded_by=self.conceded_by,
        )


def _answers(verify: Callable[..., None], *arguments: object) -> bool:
    try:
        verify(*arguments)
    except SkatsimError:
        return False
    return True


def _check_cards(hands: Sequence[Sequence[str]], skat: Sequence[str]) -> None:
    if len(hands) != 3:
        raise SkatsimError(f"a deal has three hands, not {len(hands)}")
    for name, hand, size in zip((*SEAT_NAMES, "skat"), (*hands, skat), (10, 10, 10, 2), strict=True):
        if len(hand) != size:
            raise SkatsimError(f"{name} has {len(hand)} cards ({' '.join(hand)}); it needs {size}")
    everything = [card for hand in (*hands, skat) for card in hand]
    if set(everything) == set(CARD_NAMES):
        return
    for card in everything:
        if card not in CARD_NAMES:
            raise SkatsimError(f"unknown card {card!r}: write a suit letter C S H D and a rank A T K Q J 9 8 7")
        if everything.count(card) > 1:
            raise SkatsimError(f"card {card} is dealt twice")


__all__ = ["Referee", "Trick"]
