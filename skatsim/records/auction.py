"""A recorded auction led by the referee (`skatsim.table.referee.Auction`): who plays at what.

Jumps are legal.  A number that rises but that the rules do not know (off the ladder, or not 18 from forehand alone) is
a flaw: it is named and the auction goes on.  Anything else against the order is an error.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from skatsim.errors import SkatsimError
from skatsim.records.record import AuctionMove, Word
from skatsim.rules.contracts import BIDS
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.referee.auction import Auction


class AuctionEnd(NamedTuple):
    """Where an auction stands: bids reached by seat, the declarer (-1 none), the bid, whether it is over, its flaws."""

    reached: tuple[int, int, int]
    declarer: int
    bid: int
    over: bool
    flaws: tuple[str, ...] = ()


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
        At the first word that is out of turn or not above the last bid.

    Examples
    --------
    >>> follow_auction([AuctionMove(1, "bid", 18), AuctionMove(0, "pass"), AuctionMove(2, "pass")])
    AuctionEnd(reached=(0, 18, 0), declarer=1, bid=18, over=True, flaws=())
    """
    auction = Auction(rules)
    flaws = []
    for move in moves:
        fault = auction.number_fault(move.bid) if move.word == "bid" else ""
        try:
            _say(auction, move)
        except SkatsimError as error:
            raise SkatsimError(f"auction: {error}") from None
        if fault:
            flaws.append(f"auction: {SEAT_NAMES[move.seat]}'s {fault}")
    forehand, middlehand, rearhand = auction.reached
    return AuctionEnd((forehand, middlehand, rearhand), auction.declarer, auction.standing, auction.over, tuple(flaws))


def _say(auction: Auction, move: AuctionMove) -> None:
    if move.word == "pass":
        auction.pass_(move.seat)
    elif move.word == "hold":
        auction.hold(move.seat)
    else:
        auction.raise_to(move.seat, move.bid)


_LETTERS: Final = {"hold": "y", "pass": "p"}


def auction_text(moves: Sequence[AuctionMove]) -> str:
    """The words of an auction as records of the server have them.

    >>> auction_text([AuctionMove(1, "bid", 18), AuctionMove(0, "hold"), AuctionMove(1, "pass")])
    '1 18 0 y 1 p'
    """
    return " ".join(f"{move.seat} {_LETTERS.get(move.word) or move.bid}" for move in moves)


def auction_moves(text: str) -> tuple[AuctionMove, ...]:
    """`auction_text` read back.

    >>> auction_moves("1 18 0 p")
    (AuctionMove(seat=1, word='bid', bid=18), AuctionMove(seat=0, word='pass', bid=0))
    """
    words: dict[str, Word] = {"y": "hold", "p": "pass"}
    pairs = zip(text.split()[::2], text.split()[1::2], strict=True)
    return tuple(
        AuctionMove(int(seat), words[word]) if word in words else AuctionMove(int(seat), "bid", int(word))
        for seat, word in pairs
    )


def only_last_bid(declarer: int, bid: int, rules: RuleSet = ISKO) -> AuctionEnd:
    """The auction of a record that tells no more than who plays at what; the others are entered with 0.

    Raises
    ------
    SkatsimError
        If nothing was bid.

    Examples
    --------
    >>> only_last_bid(2, 20)
    AuctionEnd(reached=(0, 0, 20), declarer=2, bid=20, over=True, flaws=())
    """
    if bid <= 0:
        raise SkatsimError(f"auction: {SEAT_NAMES[declarer]} plays at a bid of {bid}")
    fault = Auction(rules).number_fault(bid)
    forehand, middlehand, rearhand = (bid if seat == declarer else 0 for seat in range(3))
    flaws = (f"auction: {SEAT_NAMES[declarer]}'s {fault}",) if fault else ()
    return AuctionEnd((forehand, middlehand, rearhand), declarer, bid, True, flaws)


def ladder_bid(bid: int) -> int:
    """The bid at which a game is settled: one off the ladder counts as the next value above.

    Raises
    ------
    SkatsimError
        If there is none above.

    Examples
    --------
    >>> ladder_bid(20), ladder_bid(21)
    (20, 22)
    """
    for value in BIDS:
        if value >= bid:
            return value
    raise SkatsimError(f"auction: no game is worth the bid of {bid}; the ladder ends at {BIDS[-1]}")
