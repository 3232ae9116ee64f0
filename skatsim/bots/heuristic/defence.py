"""A defender's card play in suit games and grand."""

from typing import Any

from skatsim.bots.abi import DECLARER, HAND, LED, LEGAL, SEAT, TABLE, TRICK_SIZE, TRUMPS
from skatsim.bots.heuristic.masks import ACES, FAT, JACKS, beating, cheapest, fattest, lowest, may_hold, plain, unseen
from skatsim.kernel import kernel, popcount


@kernel
def defender_play(view: Any, params: Any) -> int:
    """One card of a defender's."""
    size = view[TRICK_SIZE]
    if size == 0:
        return lead(view)
    if size == 2:
        return third(view)
    return second_behind(view) if view[DECLARER] == (view[SEAT] + 2) % 3 else second_before(view)


@kernel
def lead(view: Any) -> int:
    """An ace, else low from the long suit when the declarer plays next, from the short one when he plays last."""
    hand = view[HAND]
    sides = hand & ~view[TRUMPS]
    if sides == 0:
        return lowest(hand)
    declarer_next = view[DECLARER] == (view[SEAT] + 1) % 3
    others = unseen(view)
    best = 0
    best_score = -100.0
    for suit in range(4):
        held = sides & plain(suit)
        if held == 0:
            continue
        length = popcount(held)
        score = 0.5 * length if declarer_next else -0.5 * length
        if held > others & plain(suit) and popcount(others & plain(suit)) >= 3:
            score += 3.0
            card = fattest(held & ACES) if held & ACES else cheapest(held)
        else:
            card = cheapest(held)
        if card & FAT and not held & ACES:
            score -= 4.0
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel
def third(view: Any) -> int:
    """The last card of the trick: smear to the partner, else win as fat as it goes, else the least."""
    legal, led, trumps = view[LEGAL], view[LED], view[TRUMPS]
    first, other = view[TABLE], view[TABLE + 1]
    second_wins = beating(other, first, led, trumps) != 0
    best = other if second_wins else first
    declarer_played_second = (view[SEAT] + 2) % 3 == view[DECLARER]
    if second_wins != declarer_played_second:
        return smear(legal, trumps)
    winning = beating(legal, best, led, trumps)
    if winning == 0:
        return cheapest(legal)
    return win_fat(winning)


@kernel
def smear(legal: int, trumps: int) -> int:
    """The fattest card, no trump if it can be helped."""
    sides = legal & ~trumps
    return fattest(sides) if sides else fattest(legal)


@kernel
def win_fat(winning: int) -> int:
    """Win with points rather than with a jack."""
    small = winning & ~JACKS
    return fattest(small) if small else lowest(winning)


@kernel
def second_behind(view: Any) -> int:
    """The declarer led, the partner plays last: whatever beats him now is the defence's trick."""
    legal = view[LEGAL]
    winning = beating(legal, view[TABLE], view[LED], view[TRUMPS])
    if winning:
        return win_fat(winning)
    return cheapest(legal)


@kernel
def second_before(view: Any) -> int:
    """The partner led, the declarer plays last: smear on a master, else take with one, else wait."""
    legal, led, trumps = view[LEGAL], view[LED], view[TRUMPS]
    best = view[TABLE]
    danger = may_hold(view, view[DECLARER])
    suit_out = danger & led
    if beating(suit_out, best, led, trumps) == 0 and (led == trumps or popcount(suit_out) >= 3):
        return smear(legal, trumps)
    follow = legal & led
    if follow and follow > suit_out and beating(follow, best, led, trumps):
        return lowest(follow & ACES) if follow & ACES else follow ^ (follow & (follow - 1))
    return cheapest(legal)
