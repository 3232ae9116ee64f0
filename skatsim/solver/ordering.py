"""Which card to try first (trump games): what a card does to the trick now decides, not its value.

With one card of look-ahead a player knows whether those still to play can beat a card; so the cards fall into classes,
masks that cost a few instructions, and the next card is taken from the best class that is not empty.  Cards are in the
solver's layout.
"""

from typing import Final

from skatsim.kernel import kernel, popcount
from skatsim.rules.cards import ACES, ALL, JACKS, SUIT_BITS, SUITS, TENS
from skatsim.solver.bounds import above

_RICH: Final = ACES | TENS
_KINGS: Final = sum(0b10000 << 7 * suit for suit in range(len(SUITS)))
_QUEENS: Final = sum(0b1000 << 7 * suit for suit in range(len(SUITS)))
BLANKS: Final = sum(0b111 << 7 * suit for suit in range(len(SUITS)))
"""The cards without points: 9, 8, 7."""
_SEVENS: Final = sum(1 << 7 * suit for suit in range(len(SUITS)))
_FIRST_JACK: Final = 28
_SUIT_STARTS: Final = _SEVENS | 1 << _FIRST_JACK
_SUIT_TOPS: Final = ACES | 1 << 31


@kernel
def rich_first(cards: int) -> int:
    """A ten or ace, else a king, a queen, anything; side suits before trumps."""
    best = cards & _RICH
    if best == 0:
        best = cards & _KINGS
        if best == 0:
            best = cards & _QUEENS
            if best == 0:
                best = cards
    return best & -best


@kernel
def poor_first(cards: int) -> int:
    """A card without points, else a queen, a king, a jack, a ten, an ace; side suits before trumps."""
    best = cards & BLANKS
    if best == 0:
        best = cards & _QUEENS
        if best == 0:
            best = cards & _KINGS
            if best == 0:
                best = cards & JACKS
                if best == 0:
                    best = cards
    return best & -best


@kernel
def distinct(cards: int, in_play: int) -> int:
    """`cards` without those that play like a lower one of the same hand: neighbours with equal points."""
    sevens, eights = cards & _SEVENS, cards & _SEVENS << 1
    twins = sevens << 1 | eights << 1 | sevens << 2 & ~((in_play & _SEVENS << 1) << 1)
    own, jacks = cards >> _FIRST_JACK, in_play >> _FIRST_JACK
    same = own << 1 | own << 2 & ~(jacks << 1) | own << 3 & ~(jacks << 2) & ~(jacks << 1)
    return cards & ~(twins & BLANKS | (same << _FIRST_JACK) & JACKS)


@kernel
def lowest_of_runs(cards: int, others: int) -> int:
    """Of each run of neighbours in `cards` (none of `others` between them in the suit) the lowest.

    In a trick that is lost the others need not be tried: a point given now costs no more than later.
    """
    gaps = ALL & ~(cards | others | _SUIT_TOPS)
    starts = (others << 1 | _SUIT_STARTS) & ~others
    return cards & gaps + starts


@kernel
def highest_of_runs(cards: int, others: int) -> int:
    """Of each run of neighbours in `cards` the highest: all that need be tried in a trick that is won."""
    gaps = ALL & ~(cards | others | _SUIT_TOPS)
    reach = cards | gaps & cards >> 1
    gaps &= gaps >> 1
    reach |= gaps & reach >> 2
    gaps &= gaps >> 2
    reach |= gaps & reach >> 4
    return cards & ~(reach >> 1 & ~_SUIT_TOPS)


@kernel
def unbeatable(mine: int, left: int, right: int, trumps: int) -> int:
    """The declarer's cards that win if he leads them now."""
    sure = mine & trumps & above((left | right) & trumps)
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit & ~trumps
        if mine & plain:
            left_can_ruff = left & plain == 0 and left & trumps != 0
            right_can_ruff = right & plain == 0 and right & trumps != 0
            if not (left_can_ruff or right_can_ruff):
                sure |= mine & plain & above((left | right) & plain)
    return sure


@kernel
def longest_suit(cards: int) -> int:
    """The cards of the longest suit."""
    best, length = 0, 0
    for suit in range(4):
        held = cards & SUIT_BITS << 7 * suit
        if popcount(held) > length:
            best, length = held, popcount(held)
    return best


@kernel
def shortest_suit(cards: int) -> int:
    """The cards of the shortest suit that is not empty."""
    best, length = 0, 99
    for suit in range(4):
        held = cards & SUIT_BITS << 7 * suit
        if held and popcount(held) < length:
            best, length = held, popcount(held)
    return best


@kernel(inline=True)
def declarer_leads(mine: int, left: int, right: int, trumps: int) -> tuple[int, int, int]:
    """Three classes for the declarer's lead: the first richest card first, the others poorest first.

    While a defender has a trump: winners, trumps, the shortest side suit; afterwards side winners, then the longest.
    """
    sure = unbeatable(mine, left, right, trumps)
    if (left | right) & trumps:
        return sure, mine & trumps, shortest_suit(mine & ~trumps)
    return sure & ~trumps, 0, longest_suit(mine & ~trumps)


@kernel(inline=True)
def defender_leads(mine: int, declarer: int, partner: int, trumps: int) -> tuple[int, int, int]:
    """Three classes for a defender's lead: what the declarer cannot beat, what the partner wins, suits he must follow.

    The first two richest card first, the third poorest first.
    """
    over = above(declarer & trumps)
    sure = mine & trumps & over
    partners = mine & trumps if partner & trumps & over and declarer & trumps else 0
    follows = 0
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit & ~trumps
        if mine & plain:
            if declarer & plain:
                over = above(declarer & plain)
                sure |= mine & plain & over
                follows |= mine & plain
                if partner & plain & over:
                    partners |= mine & plain
            elif declarer & trumps == 0:
                sure |= mine & plain
    return sure, partners & ~sure, follows


@kernel
def holds(candidates: int, legal_next: int, led: int, trumps: int) -> int:
    """Those of `candidates`, all better than what lies there, that a player with `legal_next` cannot beat."""
    return candidates & above(legal_next & (led | trumps))
