"""A defender's card play in suit games and grand."""

from skatsim.bots import abi
from skatsim.bots.heuristic.leads import fitted_lead
from skatsim.bots.heuristic.masks import (
    ACES,
    FAT,
    KINGS,
    LOW,
    QUEENS,
    TENS,
    beating,
    best_on_table,
    cheapest,
    fattest,
    lowest,
    may_hold,
    partner,
    partners_suit,
    plain,
    top,
    unseen,
)
from skatsim.bots.heuristic.parameters import At
from skatsim.kernel import kernel, popcount
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.cards import JACKS, card_points

_LONG_SUIT_LEAVES = 3
"""A lone ace is led from a suit of which at most so many cards are out: others catch the ten later."""


@kernel
def defender_play(view: Ints, params: Floats) -> int:
    """One card of a defender's."""
    if view[abi.TRICK_SIZE] == 0:
        return fitted_lead(view) if params[At.FITTED_LEADS] else lead(view, params)
    if view[abi.TRICK_SIZE] == 2:
        return third(view, params)
    if view[abi.DECLARER] == (view[abi.SEAT] + 2) % 3:
        return behind(view, params)
    return before(view, params)


@kernel
def lead(view: Ints, params: Floats) -> int:
    """The suit with the best prospects, an ace or a low card of it."""
    hand, trumps = view[abi.HAND], view[abi.TRUMPS]
    sides = hand & ~trumps
    if sides == 0:
        return cheapest(hand)
    declarer_trumps = may_hold(view, view[abi.DECLARER]) & trumps
    returned = partners_suit(view) if params[At.RETURN_SUIT] else 0
    best = 0
    best_score = -1000
    for suit in range(4):
        cards = plain(suit)
        held = sides & cards
        if held == 0:
            continue
        void = view[abi.LACKS + view[abi.DECLARER]] & cards != 0 and declarer_trumps != 0
        card = lead_card(held, unseen(view) & cards, void, params)
        score = lead_score(view, held, card, void, params)
        if returned & cards:
            score += 3
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel
def lead_card(held: int, out: int, void: bool, params: Floats) -> int:
    """Which card of a suit to lead: the ace from ace and ten or a long suit if it will go round, else the cheapest."""
    strong = held > out and (held & TENS or popcount(out) <= _LONG_SUIT_LEAVES)
    if strong and params[At.LEAD_ACES] and popcount(out) >= params[At.GOES_ROUND] and not void:
        return fattest(held) if out == 0 else highest(held)
    return cheapest(held)


@kernel
def highest(held: int) -> int:
    """The ace or ten of a suit, else its cheapest card."""
    return held & ACES if held & ACES else (held & TENS if held & TENS else cheapest(held))


@kernel
def lead_score(view: Ints, held: int, card: int, void: bool, params: Floats) -> int:
    """How good it is to lead `card` of the suit `held`: aces in grand, low from a ten in suit games."""
    length = popcount(held)
    score = 0
    if params[At.LEAD_LONG]:
        score += length if view[abi.DECLARER] == (view[abi.SEAT] + 1) % 3 else -length
    if card & TENS:
        score -= 8
    elif held & TENS and held & ACES == 0:
        score += 3
    if card & ACES:
        score += 6 if view[abi.TRUMPS] == JACKS else -2
    if void and params[At.FORCE_DECLARER]:
        score += 4 if card & FAT == 0 else -6
    return score


@kernel
def third(view: Ints, params: Floats) -> int:
    """The last card of the trick: smear to the partner, else win as fat as it goes, else the least."""
    legal, led, trumps = view[abi.LEGAL], view[abi.LED], view[abi.TRUMPS]
    best = best_on_table(view)
    second_wins = best == view[abi.TABLE + 1]
    declarer_second = (view[abi.SEAT] + 2) % 3 == view[abi.DECLARER]
    if second_wins != declarer_second:
        return smear(sparing(view, params), trumps) if params[At.SMEAR] else throw(legal, trumps, params)
    winning = beating(legal, best, led, trumps)
    if winning == 0:
        return throw(legal, trumps, params)
    return take(view, params, winning)


@kernel
def take(view: Ints, params: Floats, winning: int) -> int:
    """Win the trick with points, but no jack for a poor one."""
    small = winning & ~JACKS
    led = view[abi.LED]
    if winning & led & ACES & ~view[abi.TRUMPS] and unseen(view) & led & TENS:
        if small & ~ACES and params[At.KING_FIRST]:
            return top(small & ~ACES)
        if view[abi.TRICK_SIZE] == 1 and view[abi.LEGAL] & ~FAT and params[At.DUCK_BEHIND]:
            return cheapest(view[abi.LEGAL])
    if small:
        return fattest(small)
    legal, trumps = view[abi.LEGAL], view[abi.TRUMPS]
    points = card_points(view[abi.TABLE] | view[abi.TABLE + 1])
    decides = params[At.COUNT_POINTS] and view[abi.DEFENDER_POINTS] + points >= 58
    rest = legal & ~trumps
    if points < params[At.POOR_TRICK] and rest & ~FAT and params[At.SAVE_JACKS] and not decides:
        return throw(rest, trumps, params)
    return lowest(winning)


@kernel
def smear(legal: int, trumps: int) -> int:
    """The fattest card, no trump if it can be helped."""
    sides = legal & ~trumps
    if sides & ~LOW:
        return fattest(sides)
    return lowest(sides) if sides else fattest(legal)


@kernel
def sparing(view: Ints, params: Floats) -> int:
    """The cards to smear from on the partner's trick: no ace that may yet catch the declarer's ten, if others are left.

    Such is the ace of the suit the declarer led while the ten is out; in grand, where aces go round, of a suit led by
    the partner too, and every ace where the suit led cannot be followed.
    """
    legal, led = view[abi.LEGAL], view[abi.LED]
    in_grand = view[abi.TRUMPS] == JACKS
    if params[At.KEEP_ACES] == 0 or not (in_grand or view[abi.LEADER] == view[abi.DECLARER]):
        return int(legal)
    catching = ACES if in_grand and legal & led == 0 else (unseen(view) & TENS & led) << 1
    rest = legal & ~view[abi.TRUMPS] & ~catching
    return int(rest if rest else legal)


@kernel
def hopeful(view: Ints, params: Floats) -> int:
    """The cards to smear from before the partner plays: under the declarer's trump no ace, in grand no ten either."""
    legal, trumps = view[abi.LEGAL], view[abi.TRUMPS]
    if view[abi.LED] != trumps or params[At.HOPE_LESS] == 0:
        return int(legal)
    rest = legal & ~(FAT if trumps == JACKS else ACES)
    return int(rest if rest else legal)


@kernel
def throw(legal: int, trumps: int, params: Floats) -> int:
    """The least costly card; not the guard of a ten."""
    sides = legal & ~trumps
    cheap = sides & ~(FAT | KINGS)
    if cheap == 0 or params[At.KEEP_GUARDS] == 0:
        return cheapest(sides) if sides else cheapest(legal)
    best = 0
    best_cost = 1000
    for suit in range(4):
        held = sides & plain(suit)
        if held & cheap == 0:
            continue
        card = lowest(held & cheap)
        guards = held & TENS != 0 and held & ACES == 0 and popcount(held) == 2
        cost = card_points(card) + (4 if guards else 0) + popcount(held & (LOW | QUEENS))
        if cost < best_cost:
            best_cost = cost
            best = card
    return best


@kernel
def behind(view: Ints, params: Floats) -> int:
    """The declarer led, the partner plays last: what beats the lead makes it the defence's trick."""
    legal, led, trumps = view[abi.LEGAL], view[abi.LED], view[abi.TRUMPS]
    winning = beating(legal, view[abi.TABLE], led, trumps)
    small = legal & ~(JACKS | FAT)
    if led == trumps and legal & led and small & LOW and 0 < params[At.DUCK_TRUMPS] <= popcount(unseen(view) & led):
        return cheapest(small)
    if winning:
        return take(view, params, winning)
    mates = may_hold(view, partner(view))
    higher = popcount(beating(mates & led, view[abi.TABLE], led, trumps))
    in_suit = trumps != JACKS and params[At.SMEAR_SUIT] >= 0
    if 0 < params[At.SMEAR_SUIT if in_suit else At.SMEAR_BEHIND] <= higher:
        return smear(hopeful(view, params), trumps)
    return throw(legal, trumps, params)


@kernel
def before(view: Ints, params: Floats) -> int:
    """The partner led, the declarer plays last: smear on a master that will go round, take with one, else wait."""
    legal, led, trumps = view[abi.LEGAL], view[abi.LED], view[abi.TRUMPS]
    best = view[abi.TABLE]
    danger = may_hold(view, view[abi.DECLARER])
    out = danger & led
    goes_round = led == trumps or popcount(out) >= params[At.GOES_ROUND] or danger & trumps == 0
    if beating(out, best, led, trumps) == 0:
        if goes_round and params[At.SMEAR_HOPE] and params[At.SMEAR]:
            return smear(legal, trumps)
        return throw(legal, trumps, params)
    king = legal & led & KINGS & ~trumps
    if king > best and out & ACES and params[At.HIGH_KING]:
        return int(king)
    follow = beating(legal & led, best, led, trumps)
    if follow > out and led != trumps:
        return highest(follow)
    return throw(legal, trumps, params)
