"""The bot plain-steps, in plain Python: functions of what the seat sees; any library may think for them.

    skatsim bots check FILE.py:BOT
    skatsim compare FILE.py:BOT heuristic --boards 200
    skatsim simulate --games 1000 --lineup FILE.py:BOT:boldness=2,heuristic,heuristic --out out/plain-steps

`view.hand`, `view.legal`, `view.trumps` and the like are sets of cards (`CardSet`: &, |, -, len, in), `view.table` and
`view.history` are tuples of cards, `view.declarer` is a seat (0 forehand) and `view.contract` a `Contract`, None until
there is one; `skatsim bots view` lists everything.  `view.params` has the parameters, `view.array` all numbers for a
model, `view.random` is a random generator that is the same whenever the same game is played: take no other, and keep
nothing from one question to the next.  Leave out a function, and `heuristic` (or another: base="NAME") answers in its
place.  A file with the weights of a model is named in FILES = ("weights.npz",), so that runs know which it was.
"""

from skatsim import CardSet
from skatsim.bots.plain import plain_bot
from skatsim.bots.view import View

JACKS = CardSet("CJ SJ HJ DJ")
ACES = CardSet("CA SA HA DA")
SUITS = {suit: CardSet.of(suit + rank for rank in "ATKQ987") | JACKS for suit in "CSHD"}
WORTH = {"D": 18, "H": 20, "S": 22, "C": 24}
"""With or without one jack a suit game is worth twice its base value."""


def longest_suit(cards: CardSet, bid: int) -> str:
    """The suit game with the most trumps, of those that are worth the bid."""
    return max((suit for suit in SUITS if WORTH[suit] >= bid), key=lambda suit: len(cards & SUITS[suit]), default="C")


def reserve(view: View) -> int | None:
    """How far to bid: what the longest suit is worth at least; None passes."""
    suit = longest_suit(view.hand, 0)
    strength = len(view.hand & SUITS[suit]) + len(view.hand & ACES - SUITS[suit])
    return WORTH[suit] if strength >= 7 - view.params["boldness"] else None


def declare(view: View) -> str | None:
    """Asked twice: with ten cards (None picks up the skat, "CH" would be clubs hand), then with twelve."""
    return longest_suit(view.hand, view.bid) if view.skat else None


def discard(view: View) -> list[str]:
    """Two of the twelve cards: no trumps and no aces if it can be, those with the most points first."""
    plain = sorted(view.hand - view.trumps - ACES, key=points, reverse=True)
    return [*plain, *sorted(view.hand - set(plain))][:2]


def play(view: View) -> str:
    """One card of `view.legal`: lead the best; else the cheapest that wins the trick so far, or the cheapest."""
    cards = sorted(view.legal, key=points)
    if not view.table:
        return cards[-1]
    return next((card for card in cards if wins(card, view)), cards[0])


def wins(card: str, view: View) -> bool:
    """Whether a card beats those on the table; the strongest has the highest bit."""
    table = CardSet.of(view.table)
    rank = view.trumps if (table | CardSet(card)) & view.trumps else view.led
    return card in rank and CardSet(card).mask > (table & rank).mask


def points(card: str) -> int:
    """Card points."""
    return CardSet(card).card_points


BOT = plain_bot(
    "plain-steps",
    version=1,  # raise it whenever decisions change: runs record name and version
    reserve=reserve,
    declare=declare,
    discard=discard,
    play=play,
    params={"boldness": 0.0},
    meanings={"boldness": "trumps and aces fewer than seven that are enough for a bid"},
    about="bids on trumps and aces, plays high and wins cheaply, in plain Python",
)
