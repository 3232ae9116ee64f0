"""The declarer's card play in suit games and grand."""

from typing import Any

from skatsim.bots.abi import DECLARER, HAND, LACKS, LED, LEGAL, TABLE, TRICK_SIZE, TRUMPS
from skatsim.bots.heuristic.masks import FAT, JACKS, LOW, beating, cheapest, fattest, lowest, plain, top, unseen
from skatsim.kernel import kernel, popcount
from skatsim.rules.cards import card_points


@kernel
def declarer_play(view: Any, params: Any) -> int:
    """One card of the declarer's."""
    size = view[TRICK_SIZE]
    if size == 0:
        return lead(view)
    if size == 1:
        return second(view)
    return third(view)


@kernel
def trumps_out(view: Any) -> int:
    """Trumps the two defenders may still hold."""
    declarer = view[DECLARER]
    left, right = (declarer + 1) % 3, (declarer + 2) % 3
    return unseen(view) & view[TRUMPS] & ~(view[LACKS + left] & view[LACKS + right])


@kernel
def lead(view: Any) -> int:
    """Draw trumps from the top, or force with a small one; then sure tricks; then losers."""
    hand = view[HAND]
    out = trumps_out(view)
    mine = hand & view[TRUMPS]
    if out and mine:
        card = lead_trump(mine, out)
        if card:
            return card
    sides = hand & ~view[TRUMPS]
    if sides == 0:
        return top(hand)
    sure = sure_tricks(sides, unseen(view))
    if sure:
        return fattest(sure)
    loser = sides & LOW
    return lowest(loser) if loser else cheapest(sides)


@kernel
def lead_trump(mine: int, out: int) -> int:
    """A trump to lead, or 0: the least that beats all others, else a small one while trumps are long."""
    count, against = popcount(mine), popcount(out)
    masters = mine & ~((1 << 32) - 1 if out == 0 else (top(out) << 1) - 1)
    if masters and (count >= against - 1 or popcount(masters) >= 2):
        return lowest(masters)
    if against >= 2 and count >= against:
        small = mine & ~(JACKS | FAT)
        return lowest(small) if small else lowest(mine & JACKS if mine & JACKS else mine)
    return 0


@kernel
def sure_tricks(sides: int, others: int) -> int:
    """The highest card of each side suit in which no higher one is out."""
    sure = 0
    for suit in range(4):
        held = sides & plain(suit)
        if held > others & plain(suit):
            sure |= top(held)
    return sure


@kernel
def second(view: Any) -> int:
    """A defender led and another plays last."""
    legal, led, trumps = view[LEGAL], view[LED], view[TRUMPS]
    best = view[TABLE]
    winning = beating(legal, best, led, trumps)
    if winning == 0:
        return throw(legal)
    if legal & led:
        others = unseen(view) & led
        masters = winning if winning > others else 0
        if masters:
            return top(winning) if led != trumps else lowest(winning & above_all(others))
        return throw(legal)
    return ruff(view, winning, legal)


@kernel
def above_all(others: int) -> int:
    """Bits above every card of `others`."""
    return ~((top(others) << 1) - 1) if others else -1


@kernel
def third(view: Any) -> int:
    """Both defenders have played: win as fat as it goes, or throw the least."""
    legal, led, trumps = view[LEGAL], view[LED], view[TRUMPS]
    first, other = view[TABLE], view[TABLE + 1]
    best = other if beating(other, first, led, trumps) else first
    winning = beating(legal, best, led, trumps)
    if winning == 0:
        return throw(legal)
    if legal & led:
        small = winning & ~JACKS
        if led == trumps:
            return fattest(small) if small else lowest(winning)
        return top(winning)
    return ruff(view, winning, legal)


@kernel
def ruff(view: Any, winning: int, legal: int) -> int:
    """Trump a suit the hand has not, or throw a loser on a poor trick."""
    points = card_points(view[TABLE] | view[TABLE + 1])
    losers = legal & LOW & ~view[TRUMPS]
    if points < 4 and losers:
        return lowest(losers)
    small = winning & ~JACKS
    if small == 0:
        return lowest(winning)
    return fattest(small) if view[TRICK_SIZE] == 2 else lowest(small)


@kernel
def throw(legal: int) -> int:
    """The least costly card."""
    return cheapest(legal)
