"""The auction (Reizen, ISkO 3.3), word by word: bids with jumps, holding, passing.

Stage 0: middlehand bids, forehand holds or passes.  Stage 1: rearhand bids to the survivor.  Stage 2, only if nobody
has bid: forehand may take 18 or pass the deal in.  Then the auction is over (stage 3).
"""

from dataclasses import dataclass, field
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BIDS
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES

OVER: Final = 3
HOLD: Final = "yes"
PASS: Final = "pass"


def seat_name(seat: int) -> str:
    """The seat in words.

    Raises
    ------
    SkatsimError
        For anything but 0, 1 and 2.
    """
    if seat not in (FOREHAND, MIDDLEHAND, REARHAND):
        raise SkatsimError(f"seat {seat!r} is unknown: 0 is forehand, 1 middlehand, 2 rearhand")
    return SEAT_NAMES[seat]


@dataclass(slots=True)
class Auction:
    """Who may say what, and what has been said.

    Attributes
    ----------
    stage
        0, 1, 2 as above; 3 once over.
    turn
        The seat to act; -1 once over.
    standing
        The bid that stands, 0 none.
    reached
        By seat, the highest bid it has said or held, 0 none.
    passed
        By seat, whether it has passed.
    said
        Every word in order: (seat, ``"18"``, ``"yes"`` or ``"pass"``).
    declarer
        Who won the auction; -1 while it runs and when all have passed.

    Examples
    --------
    >>> auction = Auction()
    >>> auction.bid(1, 20)
    >>> auction.hold(0)
    >>> auction.pass_(1)
    >>> auction.can_bid(2, 20), auction.can_bid(2, 33)
    (False, True)
    >>> auction.pass_(2)
    >>> auction.declarer, auction.standing
    (0, 20)
    """

    rules: RuleSet = ISKO
    stage: int = 0
    turn: int = MIDDLEHAND
    bidder: int = MIDDLEHAND
    holder: int = FOREHAND
    standing: int = 0
    declarer: int = -1
    reached: list[int] = field(default_factory=lambda: [0, 0, 0])
    passed: list[bool] = field(default_factory=lambda: [False, False, False])
    said: list[tuple[int, str]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether nothing more can be said."""
        return self.stage == OVER

    @property
    def passed_in(self) -> bool:
        """Whether all three passed."""
        return self.stage == OVER and self.declarer < 0

    def verify_turn(self, seat: int) -> None:
        """Raise SkatsimError unless `seat` is to act."""
        name = seat_name(seat)
        if self.stage == OVER:
            raise SkatsimError(f"{name} cannot speak: the auction is over")
        if seat != self.turn:
            raise SkatsimError(f"{name} cannot speak now: it is {SEAT_NAMES[self.turn]}'s turn")

    def _verify_bidder(self, seat: int, value: int) -> None:
        self.verify_turn(seat)
        if self.turn == self.holder and self.stage < 2:
            raise SkatsimError(f"{SEAT_NAMES[seat]} cannot bid {value}: he holds {self.standing} or passes")

    def verify_raise(self, seat: int, value: int) -> None:
        """Raise SkatsimError unless `seat` is to say a number and `value` goes beyond the bid that stands."""
        self._verify_bidder(seat, value)
        if value <= self.standing:
            raise SkatsimError(f"bid {value} does not go beyond the bid of {self.standing}; bid higher or pass")

    def number_fault(self, value: int) -> str:
        """Why the rules do not know `value` as a bid now, "" if they do."""
        if value not in BIDS:
            return f"bid {value} is not on the ladder of 18, 20, 22, 23, 24 ... 264"
        if value > self.rules.ladder_top:
            return f"bid {value} is above the highest bid of these rules, {self.rules.ladder_top}"
        if self.stage == 2 and value != BIDS[0]:
            return f"bid {value}: when nobody has bid, forehand takes 18 or passes the deal in"
        return ""

    def verify_bid(self, seat: int, value: int) -> None:
        """Raise SkatsimError unless `seat` may bid `value` now; jumps are legal."""
        self._verify_bidder(seat, value)
        fault = self.number_fault(value)
        if fault:
            raise SkatsimError(fault)
        self.verify_raise(seat, value)

    def can_bid(self, seat: int, value: int) -> bool:
        """Whether `seat` may bid `value` now."""
        try:
            self.verify_bid(seat, value)
        except SkatsimError:
            return False
        return True

    def bid(self, seat: int, value: int) -> None:
        """`seat` bids `value`.

        Raises
        ------
        SkatsimError
            See `verify_bid`.
        """
        self.verify_bid(seat, value)
        self.raise_to(seat, value)

    def raise_to(self, seat: int, value: int) -> None:
        """`seat` says a number that goes beyond the bid, on the ladder or not: as real players sometimes do.

        Raises
        ------
        SkatsimError
            See `verify_raise`.
        """
        self.verify_raise(seat, value)
        self.standing = self.reached[seat] = value
        self.said.append((seat, str(value)))
        if self.stage == 2:
            self._finish(FOREHAND)
        else:
            self.turn = self.holder

    def verify_hold(self, seat: int) -> None:
        """Raise SkatsimError unless `seat` has a bid to hold."""
        self.verify_turn(seat)
        if self.turn != self.holder or self.stage == 2:
            raise SkatsimError(f"{SEAT_NAMES[seat]} has no bid to hold: he bids or passes")

    def can_hold(self, seat: int) -> bool:
        """Whether `seat` has a bid to hold."""
        try:
            self.verify_hold(seat)
        except SkatsimError:
            return False
        return True

    def hold(self, seat: int) -> None:
        """`seat` holds the bid that was said to him.

        Raises
        ------
        SkatsimError
            See `verify_hold`.
        """
        self.verify_hold(seat)
        self.reached[seat] = self.standing
        self.said.append((seat, HOLD))
        self.turn = self.bidder

    def verify_pass(self, seat: int) -> None:
        """Raise SkatsimError unless `seat` may pass: whoever is to act may."""
        self.verify_turn(seat)

    def can_pass(self, seat: int) -> bool:
        """Whether `seat` may pass now."""
        try:
            self.verify_pass(seat)
        except SkatsimError:
            return False
        return True

    def pass_(self, seat: int) -> None:
        """`seat` passes.

        Raises
        ------
        SkatsimError
            See `verify_pass`.
        """
        self.verify_pass(seat)
        self.passed[seat] = True
        self.said.append((seat, PASS))
        survivor = self.bidder if seat == self.holder else self.holder
        if self.stage == 0:
            self.stage, self.bidder, self.holder, self.turn = 1, REARHAND, survivor, REARHAND
        elif self.stage == 1 and self.standing:
            self._finish(survivor)
        elif self.stage == 1:
            self.stage, self.bidder, self.holder, self.turn = 2, FOREHAND, FOREHAND, FOREHAND
        else:
            self._finish(-1)

    def _finish(self, declarer: int) -> None:
        self.stage, self.turn, self.declarer = OVER, -1, declarer
