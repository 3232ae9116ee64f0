"""A recorded auction followed word by word (ISkO 3.3): whose turn, bids that rise on the ladder, who plays at what.

Middlehand bids to forehand, who holds or passes; rearhand bids to the survivor; when nobody has bid, forehand may take
18 or pass the deal in.  Jumps are legal.
"""

from collections.abc import Sequence
from typing import NamedTuple

from skatsim.errors import SkatsimError
from skatsim.records.record import AuctionMove
from skatsim.rules.contracts import BIDS, check_bid
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES


class AuctionEnd(NamedTuple):
    """Where an auction stands: bids reached by seat, the declarer (-1 none), the bid, and whether it is over."""

    reached: tuple[int, int, int]
    declarer: int
    bid: int
    over: bool


class _Auction:
    """The auction in progress; `turn` is the seat that must speak, `answering` whether it answers a bid."""

    def __init__(self, rules: RuleSet) -> None:
        self.top = rules.ladder_top
        self.reached = [0, 0, 0]
        self.bid = 0
        self.bidder, self.holder = MIDDLEHAND, FOREHAND
        self.answering = False
        self.over = False
        self.declarer = -1

    @property
    def turn(self) -> int:
        return self.holder if self.answering else self.bidder

    @property
    def last_18(self) -> bool:
        """Nobody has bid and forehand alone is left to speak."""
        return self.bidder == FOREHAND

    def say(self, move: AuctionMove) -> None:
        if self.over:
            raise SkatsimError(f"auction: {SEAT_NAMES[move.seat]} speaks after it is over")
        if move.seat != self.turn:
            raise SkatsimError(f"auction: {SEAT_NAMES[move.seat]} speaks, but it is {SEAT_NAMES[self.turn]}'s turn")
        if move.word == "pass":
            self._survives(self.bidder if self.answering else self.holder)
        elif move.word == "hold":
            self._hold(move.seat)
        else:
            self._bid(move.seat, move.bid)

    def _hold(self, seat: int) -> None:
        if not self.answering:
            raise SkatsimError(f"auction: {SEAT_NAMES[seat]} holds, but nothing was bid to that seat")
        self.reached[seat] = self.bid
        self.answering = False

    def _bid(self, seat: int, bid: int) -> None:
        if self.answering:
            raise SkatsimError(f"auction: {SEAT_NAMES[seat]} bids {bid} instead of answering {self.bid}")
        if self.last_18 and bid != BIDS[0]:
            raise SkatsimError(f"auction: forehand alone may say {BIDS[0]}, not {bid}")
        check_bid(bid, self.top)
        if bid <= self.bid:
            raise SkatsimError(f"auction: {SEAT_NAMES[seat]} bids {bid}, which is not above {self.bid}")
        self.bid = self.reached[seat] = bid
        self.answering = not self.last_18
        if self.last_18:
            self._end(seat)

    def _survives(self, survivor: int) -> None:
        """One of two has passed: the next stage, or the end."""
        self.answering = False
        if self.last_18:
            self._end(-1)
        elif self.bidder != REARHAND:
            self.bidder, self.holder = REARHAND, survivor
        elif self.bid:
            self._end(survivor)
        else:
            self.bidder = self.holder = FOREHAND

    def _end(self, declarer: int) -> None:
        self.over, self.declarer = True, declarer


def follow_auction(moves: Sequence[AuctionMove], rules: RuleSet = ISKO) -> AuctionEnd:
    """Follow the words of an auction, finished or broken off.

    Parameters
    ----------
    moves
        The words in order.
    rules
        The rule set; its ``ladder_top`` bounds the bids.

    Raises
    ------
    SkatsimError
        At the first word that is out of turn, off the ladder or not above the last bid.

    Examples
    --------
    >>> follow_auction([AuctionMove(1, "bid", 18), AuctionMove(0, "pass"), AuctionMove(2, "pass")])
    AuctionEnd(reached=(0, 18, 0), declarer=1, bid=18, over=True)
    """
    auction = _Auction(rules)
    for move in moves:
        auction.say(move)
    forehand, middlehand, rearhand = auction.reached
    return AuctionEnd((forehand, middlehand, rearhand), auction.declarer, auction.bid, auction.over)
