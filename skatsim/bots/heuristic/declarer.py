"""The declarer's card play in suit games and grand."""

from skatsim.bots import abi
from skatsim.bots.heuristic.masks import (
    ACES,
    FAT,
    LOW,
    TENS,
    above,
    beating,
    best_on_table,
    cheapest,
    fattest,
    lowest,
    plain,
    top,
    unseen,
)
from skatsim.bots.heuristic.parameters import At
from skatsim.kernel import kernel, popcount
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import JACKS, card_points


@kernel
def declarer_play(view: Ints, params: Floats) -> int:
    """One card of the declarer's."""
    if view[abi.TRICK_SIZE] == 0:
        return lead(view, params)
    legal, led, trumps = view[abi.LEGAL], view[abi.LED], view[abi.TRUMPS]
    winning = beating(legal, best_on_table(view), led, trumps)
    if winning == 0:
        return throw(legal, trumps)
    if legal & led == 0:
        return ruff(view, params, winning)
    if view[abi.TRICK_SIZE] == 1:
        return follow_second(view, params, winning)
    if led == trumps:
        small = winning & ~JACKS
        return fattest(small) if small else lowest(winning)
    return follow_last(view, params, winning)


@kernel
def follow_last(view: Ints, params: Floats, winning: int) -> int:
    """Take a side suit trick with the top card; while the ten is out the ace would rather catch it later."""
    legal, led = view[abi.LEGAL], view[abi.LED]
    if winning & ACES and unseen(view) & led & TENS:
        rest = winning & ~ACES
        if rest and params[At.KING_FIRST]:
            return top(rest)
        points = card_points(view[abi.TABLE] | view[abi.TABLE + 1])
        if legal & LOW and points <= params[At.DUCK_LAST]:
            return cheapest(legal)
    return top(winning)


@kernel
def trumps_out(view: Ints) -> int:
    """Trumps the two defenders may still hold."""
    declarer = view[abi.DECLARER]
    none_left = view[abi.LACKS + (declarer + 1) % 3] & view[abi.LACKS + (declarer + 2) % 3]
    return int(unseen(view) & view[abi.TRUMPS] & ~none_left)


@kernel
def lead(view: Ints, params: Floats) -> int:
    """Draw trumps from the top, or force with a small one; then sure tricks; then the longest suit."""
    hand = view[abi.HAND]
    out = trumps_out(view)
    mine = hand & view[abi.TRUMPS]
    sides = hand & ~view[abi.TRUMPS]
    if sides == 0:
        return top(hand)
    if out and mine:
        card = lead_trump(mine, out, params)
        if card:
            return card
    others = unseen(view)
    sure = sure_tricks(sides, others)
    if sure:
        return safest(sure, others)
    return lead_loser(sides)


@kernel
def lead_trump(mine: int, out: int, params: Floats) -> int:
    """A trump to lead, or 0: the least that beats all others, else a small one while trumps are long enough."""
    count, against = popcount(mine), popcount(out)
    masters = mine & above(top(out))
    if masters:
        worthwhile = count + params[At.DRAW_MARGIN] >= against or popcount(masters) >= 2
        return lowest(masters) if worthwhile and params[At.DRAW_TRUMPS] else 0
    if params[At.FORCE_TRUMPS] == 0 or count + params[At.FORCE_MARGIN] < against:
        return 0
    if against == 1 and count < 2:
        return 0
    if params[At.FORCE_JACK] and mine & JACKS:
        return top(mine & JACKS)
    small = mine & ~(JACKS | FAT)
    if small:
        return lowest(small)
    return lowest(mine & JACKS) if mine & JACKS else lowest(mine)


@kernel
def sure_tricks(sides: int, others: int) -> int:
    """The cards of each side suit that no card of the others beats."""
    sure = 0
    for suit in range(4):
        held, out = sides & plain(suit), others & plain(suit)
        if held > out:
            sure |= held & above(top(out)) if out else held
    return sure


@kernel
def safest(sure: int, others: int) -> int:
    """The sure card of the suit of which most is out: the defenders will have to follow."""
    best = 0
    most = -1
    for suit in range(4):
        held = sure & plain(suit)
        out = popcount(others & plain(suit))
        if held and out > most:
            most = out
            best = top(held)
    return best


@kernel
def lead_loser(sides: int) -> int:
    """The cheapest card of the longest suit."""
    best = 0
    best_score = -100
    for suit in range(4):
        held = sides & plain(suit)
        if held == 0:
            continue
        card = cheapest(held)
        score = 4 * popcount(held) - (card_points(card) if card & FAT == 0 else 20)
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel
def follow_second(view: Ints, params: Floats, winning: int) -> int:
    """A defender led, another plays last: take with a master, else wait."""
    legal, led = view[abi.LEGAL], view[abi.LED]
    others = unseen(view) & led
    if winning < others:
        return cheapest(legal)
    if led != view[abi.TRUMPS]:
        small = legal & ~FAT
        if small and others & TENS and 0 < params[At.DUCK_SECOND] <= popcount(others):
            return top(small & winning) if small & winning else cheapest(small)
        return top(winning)
    masters = winning & above(top(others)) if others else winning
    return lowest(masters)


@kernel
def ruff(view: Ints, params: Floats, winning: int) -> int:
    """Trump a suit the hand has not, or throw a loser on a poor trick that decides nothing."""
    legal, trumps = view[abi.LEGAL], view[abi.TRUMPS]
    points = card_points(view[abi.TABLE] | view[abi.TABLE + 1])
    decides = params[At.COUNT_POINTS] and view[abi.DEFENDER_POINTS] + points >= 60
    losers = legal & LOW & ~trumps
    small = winning & ~JACKS
    falls = small != 0 and params[At.RUFF_TEN] and ten_may_fall(view, points)
    in_grand = trumps == JACKS and params[At.POOR_GRAND] >= 0
    poor = points < params[At.POOR_GRAND if in_grand else At.POOR_TRICK]
    if poor and not falls and losers and not decides and params[At.THROW_LOSERS]:
        return throw(losers, trumps)
    if small == 0:
        return lowest(winning)
    if (view[abi.TRICK_SIZE] == 2 and params[At.FAT_RUFF]) or falls:
        return fattest(small)
    return cheapest(small)


@kernel
def ten_may_fall(view: Ints, points: int) -> bool:
    """In the middle: whether who plays last may have to give the ten, or it is the best of the suit and not yet led."""
    out = unseen(view) & view[abi.LED]
    return bool(view[abi.TRICK_SIZE] == 1 and out & TENS != 0 and (points > 0 or out & ACES == 0))


@kernel
def throw(legal: int, trumps: int) -> int:
    """The least costly card; of several suits, from the shortest."""
    sides = legal & ~trumps
    low = sides & LOW
    if low == 0:
        return cheapest(sides) if sides else cheapest(legal)
    best = 0
    shortest = 100
    for suit in range(4):
        held = low & plain(suit)
        length = popcount(sides & plain(suit)) + (3 if sides & plain(suit) & FAT else 0)
        if held and length < shortest:
            shortest = length
            best = lowest(held)
    return best
