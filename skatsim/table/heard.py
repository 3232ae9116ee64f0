"""What was heard at the table, and what it says of the reserves behind it.

People tell an auction in few words: "middlehand 20, rearhand pass".  `hear` fills in what must have been said between
them (a seat that is left behind passed, an asked seat that is still in the game held), and has the referee check that
it can have been said in that order.  A bid said or held bounds the reserve of that seat in that stage from below; a
pass bounds it from above: the bidder would not have gone beyond what stands, the holder not up to it.

Bids are steps of the ladder (0 none, 1 = 18, ...), stages those of `skatsim.table.referee.auction`.
"""

from dataclasses import dataclass, field
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BIDS
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES, seat_of
from skatsim.table.referee.auction import HOLD, PASS, Auction

TOP_STEP: Final = len(BIDS)
_HOLDS: Final = ("yes", "y", "hold", "holds", "held", "ja", "halte", "hält", "haelt")
_PASSES: Final = ("pass", "passes", "passed", "p", "passe", "passt", "weg")
_MYSELF: Final = ("i", "me", "you", "ich")


@dataclass(frozen=True, slots=True)
class Standing:
    """An auction as all can see it: the bid that stands, by seat the highest bid said or held and who has passed."""

    bid: int = 0
    reached: tuple[int, int, int] = (0, 0, 0)
    passed: tuple[bool, bool, bool] = (False, False, False)


@dataclass(slots=True)
class Heard:
    """An auction up to now, and the reserves that fit it.

    Attributes
    ----------
    said
        Every word in order, those filled in too: (seat, ``"18"``, ``"yes"`` or ``"pass"``).
    implied
        By word, whether it was filled in.
    stage
        The stage that runs, 3 once over.
    starts
        By stage 0 and 1 (and 2), how the auction stood when it began.
    survivors
        By stage 0 and 1, who survived it; -1 where it is not over.
    now
        How the auction stands.
    unanswered
        Whether a bid stands that the holder has neither held nor passed.
    low, high
        By stage 0 and 1 and by seat, the steps between which the reserve lies.
    declarer
        Who plays once the auction is over, else -1.
    last_word
        Whether forehand took 18 after two passes.
    """

    said: list[tuple[int, str]] = field(default_factory=list)
    implied: list[bool] = field(default_factory=list)
    stage: int = 0
    starts: list[Standing] = field(default_factory=lambda: [Standing()])
    survivors: list[int] = field(default_factory=lambda: [-1, -1])
    now: Standing = field(default_factory=Standing)
    unanswered: bool = False
    low: list[list[int]] = field(default_factory=lambda: [[0] * 3, [0] * 3])
    high: list[list[int]] = field(default_factory=lambda: [[TOP_STEP] * 3, [TOP_STEP] * 3])
    declarer: int = -1
    last_word: bool = False

    @property
    def begun(self) -> tuple[bool, bool]:
        """By stage 0 and 1, whether anything was said in it."""
        return bool(self.said), self.survivors[0] >= 0 and self.now != self.starts[1]

    def words(self, seat: int) -> str:
        """The auction in words for the player at `seat`, what was filled in in brackets."""
        told = []
        for (who, word), implied in zip(self.said, self.implied, strict=True):
            text = f"{'you' if who == seat else SEAT_NAMES[who]} {word}"
            told.append(f"[{text}]" if implied else text)
        return ", ".join(told)


def hear(text: str, seat: int, rules: RuleSet = ISKO) -> Heard:
    """Read what was heard by the player at `seat`, who may leave out his own words.

    Parameters
    ----------
    text
        Words separated by commas, each a seat (or "I") and a bid, "yes" or "pass"; German ones are read too.
    seat
        Who asks: 0 forehand, 1 middlehand, 2 rearhand.
    rules
        The ladder's top.

    Raises
    ------
    SkatsimError
        For a word that cannot be read or cannot have been said there, and when nothing is left to decide.

    Examples
    --------
    >>> hear("middlehand 20", 0).words(0)
    'middlehand 20'
    >>> hear("middlehand 20, rearhand 22", 0).words(0)
    'middlehand 20, [you yes], [middlehand pass], rearhand 22'
    """
    heard, auction = Heard(), Auction(rules)
    for who, word in _words(text, seat):
        try:
            _fill(heard, auction, seat, who, word)
            _say(heard, auction, who, word, implied=False)
        except SkatsimError as reason:
            before = f" after {heard.words(seat)}" if heard.said else ""
            raise SkatsimError(f"heard: {SEAT_NAMES[who]} {word} cannot be said{before}: {reason}") from None
    if auction.passed[seat] and not (auction.over and auction.declarer == seat):
        raise SkatsimError(f"heard: {heard.words(seat)}: you have passed, there is nothing left to decide")
    if auction.over and auction.declarer != seat:
        raise SkatsimError(f"heard: {heard.words(seat)}: the auction is over and {_who(auction)} plays")
    return heard


def _who(auction: Auction) -> str:
    return SEAT_NAMES[auction.declarer] if auction.declarer >= 0 else "nobody"


def _words(text: str, seat: int) -> list[tuple[int, str]]:
    words = []
    for part in text.replace(";", ",").split(","):
        if not part.strip():
            continue
        name, _, word = part.replace(":", " ").strip().partition(" ")
        words.append((_seat(name, seat), _word(word.strip().casefold(), part)))
    return words


def _seat(name: str, seat: int) -> int:
    if name.casefold() in _MYSELF:
        return seat
    return seat_of(name, "heard:")


def _word(word: str, part: str) -> str:
    if word in _HOLDS:
        return HOLD
    if word in _PASSES:
        return PASS
    if word.isdecimal() and int(word) in BIDS:
        return word
    told = f"{word!r} is neither a bid of the ladder nor yes nor pass" if word else "a seat and no word"
    raise SkatsimError(f"heard: {part.strip()!r}: {told}; write such as: middlehand 20, rearhand pass")


def _fill(heard: Heard, auction: Auction, seat: int, who: int, word: str) -> None:
    """Say what must have been said before it is the turn of `who`."""
    while not auction.over and auction.turn != who:
        turn, answering = auction.turn, auction.turn == auction.holder
        in_this_stage = who in (auction.bidder, auction.holder)
        if turn != seat and not in_this_stage:
            filled = PASS
        elif answering:
            filled = HOLD
        elif in_this_stage:  # the holder answers a bid: the one he named, else the next
            filled = word if word.isdecimal() else str(next(bid for bid in BIDS if bid > auction.standing))
        else:
            raise SkatsimError(f"tell first how it went between you and {SEAT_NAMES[auction.holder]}")
        _say(heard, auction, turn, filled, implied=True)


def _say(heard: Heard, auction: Auction, who: int, word: str, *, implied: bool) -> None:
    """Have the referee take one word, and note what it tells."""
    stage, standing = auction.stage, BIDS.index(auction.standing) + 1 if auction.standing else 0
    holds = stage < 2 and who == auction.holder == auction.turn
    if word.isdecimal() and holds and int(word) == auction.standing:
        word = HOLD
    if word == PASS:
        auction.pass_(who)
        if stage < 2:
            heard.high[stage][who] = standing - 1 if holds else standing
    elif word == HOLD:
        auction.hold(who)
        heard.low[stage][who] = standing
    else:
        auction.bid(who, int(word))
        if stage < 2:
            heard.low[stage][who] = BIDS.index(int(word)) + 1
    heard.said.append((who, word))
    heard.implied.append(implied)
    _note(heard, auction, stage)


def _note(heard: Heard, auction: Auction, stage: int) -> None:
    """How the auction stands after a word in `stage`."""
    reached, passed = auction.reached, auction.passed
    heard.now = Standing(auction.standing, (reached[0], reached[1], reached[2]), (passed[0], passed[1], passed[2]))
    heard.stage, heard.declarer = auction.stage, auction.declarer
    heard.unanswered = auction.stage < 2 and auction.turn == auction.holder
    heard.last_word = stage == 2
    if auction.stage != stage and stage < 2:
        stage_bidder, stage_holder = (MIDDLEHAND, FOREHAND) if stage == 0 else (REARHAND, heard.survivors[0])
        heard.survivors[stage] = stage_holder if auction.passed[stage_bidder] else stage_bidder
        heard.starts.append(heard.now)
