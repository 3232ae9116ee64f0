"""Kernels that ask the searches: from any point of a trick, for every card, every discard, many deals.

For bots: `set_deal` once for a deal, then any number of `value_of` and `values_of_cards` about subsets of its cards;
all of them share the table.  A `workspace` is the array from `new_workspace`, one a thread.  Cards are in the layout of
the rules, seats those of the table.  *in_hand* are all cards not yet played, *first* and *second* the cards on the
table in the order played (0: none), led by *leader*.

An answer is what the declarer **still** takes, the cards on the table included and the skat not: card points in trump
games, in null 1 if he takes no trick and 0 otherwise; with `need` > 0 it is 1 or 0: at least `need` or not.  With
`by_tricks` = 1 tricks of a trump game are counted in place of card points.
"""

from typing import Any, Final

import numpy as np

from skatsim.kernel import kernel, lowest_index, popcount
from skatsim.kernel.memory import address, load, store
from skatsim.kernel.types import Address, Ints
from skatsim.rules.cards import card_points
from skatsim.rules.tricks import NULL
from skatsim.solver import layout
from skatsim.solver.layout import BY_POINTS, NO_CARD, beaten_by, led_by, set_cards, to_layout
from skatsim.solver.points import last_trick, last_two, search
from skatsim.solver.tricks import search_tricks

DISCARDS: Final = 66
"""Ways to discard two of twelve cards."""
NOT_BETTER: Final[Any] = np.int64(-1)
_GUESS: Final[Any] = np.int64(61)  # both typed: kernels compile anew for literal numbers
_UP: Final = 8
_DOWN: Final = 2


@kernel
def answer(ws: Address, cards: int, leader: int, first: int, second: int, need: int, guess: int, by_tricks: int) -> int:
    """The answer of this module's heading for the solver's layout and seats; `cards` counts those on the table.

    The exact value comes from null windows, the first at `guess`.  A window that fails low is followed by one `_DOWN`
    below the bound it left, one that holds by one `_UP` above: high windows are the cheaper ones (5 to 10 % of the time
    against following each bound or halving what is open).
    """
    game = load(ws, layout.GAME)
    is_null = game == NULL
    rest = popcount(cards) // 3 if is_null or by_tricks else card_points(cards)
    low, high = 0, rest
    if is_null:
        need = 1
    if need > rest:
        return 1 if is_null else 0
    window = need if need > 0 else min(max(guess, 1), rest)
    while low < high:
        if is_null or by_tricks:
            value = search_tricks(ws, cards, leader, first, second, window, rest)
        elif popcount(cards) == 3:
            value = last_trick(ws, cards, leader)
        elif popcount(cards) == 6:
            value = last_two(ws, cards, leader, first, second, window)
        else:
            value = search(ws, cards, leader, first, second, window, rest)
        enough = value >= window
        if need > 0:
            return 1 if enough != is_null else 0
        if enough:
            low = value
        else:
            high = value
        window = min(low + _UP, high) if enough else max(high - _DOWN, low + 1)
    return low


@kernel
def from_declarer(ws: Address, seat: int) -> int:
    """A seat of the table counted from the declarer."""
    return (seat - load(ws, layout.DECLARER) + 3) % 3


@kernel
def set_deal(workspace: Ints, forehand: int, middlehand: int, rearhand: int, game: int, declarer: int) -> None:
    """Prepare the workspace for a deal: the cards of the three seats; void what it knew, count nodes from 0.

    Every later question may be about any subset of these cards: the whole deal, a later trick, another discard.
    """
    ws = address(workspace)
    set_cards(ws, forehand, middlehand, rearhand, game, declarer)
    store(ws, layout.NODES, 0)


@kernel
def value_of(
    workspace: Ints, in_hand: int, leader: int, first: int, second: int, need: int, guess: int, by_tricks: int
) -> int:
    """The answer for a position; `guess` is where an exact search begins."""
    ws = address(workspace)
    game = load(ws, layout.GAME)
    on_table, next_on_table = to_layout(first, game), to_layout(second, game)
    cards = to_layout(in_hand, game) | on_table | next_on_table
    return answer(ws, cards, from_declarer(ws, leader), on_table, next_on_table, need, guess, by_tricks)


@kernel
def values_of_cards(
    workspace: Ints, in_hand: int, leader: int, first: int, second: int, need: int, guess: int, values: Ints
) -> int:
    """The answer after each legal card of the seat to play, at values[card index] (int64[32]); returns those cards."""
    ws = address(workspace)
    game = load(ws, layout.GAME)
    lead = from_declarer(ws, leader)
    on_table, next_on_table = to_layout(first, game), to_layout(second, game)
    cards = to_layout(in_hand, game) | on_table | next_on_table
    hand = cards & load(ws, layout.HANDS + (lead + (first != 0) + (second != 0)) % 3)
    led = led_by(ws, on_table) if first else hand
    hand = hand & led if hand & led else hand
    choices = 0
    while in_hand:
        card = in_hand & -in_hand
        in_hand ^= card
        moved = to_layout(card, game)
        if hand & moved == 0:
            continue
        choices |= card
        leads, follows = (on_table, moved) if first else (moved, on_table)
        made, cards_then, leader_then = 0, cards, lead
        if second:
            trick = on_table | next_on_table | moved
            leader_then = taker_of(ws, lead, on_table, next_on_table, moved)
            made = card_points(trick) if leader_then == 0 else 0
            cards_then, leads, follows = cards ^ trick, NO_CARD, NO_CARD
        if game == NULL and second and leader_then == 0:
            value = 0
        elif 0 < need <= made:
            value = 1
        else:
            missing = need - made if need > 0 else need
            value = answer(ws, cards_then, leader_then, leads, follows, missing, guess - made, BY_POINTS)
            guess = made + value if need <= 0 else guess
            value += made if need <= 0 and game != NULL else 0
        values[lowest_index(card)] = value
    return choices


@kernel
def taker_of(ws: Address, leader: int, first: int, second: int, third: int) -> int:
    """The seat, counted from the declarer, that takes a full trick."""
    led, trumps = led_by(ws, first), load(ws, layout.TRUMPS)
    taker, best = leader, first
    if second & beaten_by(first, led, trumps):
        taker, best = (leader + 1) % 3, second
    return (leader + 2) % 3 if third & beaten_by(best, led, trumps) else taker


@kernel
def value_of_discard(ws: Address, cards: int, leader: int, points: int, need: int, beat: int, guess: int) -> int:
    """The answer when the declarer has put away `points`; `NOT_BETTER` unless above `beat` (negative: any will do)."""
    is_null = load(ws, layout.GAME) == NULL
    if is_null or need > 0:
        if beat >= 1:
            return NOT_BETTER
        if not is_null and points >= need:
            return 1
        return answer(ws, cards, leader, NO_CARD, NO_CARD, need - points, guess, BY_POINTS)
    if beat >= points and answer(ws, cards, leader, NO_CARD, NO_CARD, beat + 1 - points, guess, BY_POINTS) == 0:
        return NOT_BETTER
    return points + answer(ws, cards, leader, NO_CARD, NO_CARD, need, guess - points, BY_POINTS)


@kernel
def values_of_discards(
    workspace: Ints, twelve: int, others: int, leader: int, need: int, only_best: int, pairs: Ints, values: Ints
) -> int:
    """The answer after each discard of two of the `twelve` cards, the discard's card points included in trump games.

    `set_deal` came before with all twelve as the declarer's; `others` are the defenders' twenty cards.  Fills `pairs`
    (masks) and `values` (int64[66] each) and returns the index of the best.  With `only_best` the value of a discard
    that is no better than an earlier one is not searched for: it is `NOT_BETTER`.
    """
    ws = address(workspace)
    game = load(ws, layout.GAME)
    lead = from_declarer(ws, leader)
    best, chosen, count, guess = NOT_BETTER, 0, 0, _GUESS
    ones = twelve
    while ones:
        one = ones & -ones
        ones ^= one
        twos = ones
        while twos:
            pair = one | twos & -twos
            twos &= twos - 1
            points = 0 if game == NULL else card_points(pair)
            cards = to_layout(twelve ^ pair | others, game)
            beat = best if only_best else NOT_BETTER
            value = value_of_discard(ws, cards, lead, points, need, beat, guess)
            pairs[count], values[count] = pair, value
            if value > best:
                best, chosen = value, count
            if value >= 0 and need == 0:
                guess = value
            count += 1
    return chosen


@kernel
def solve_deals(workspace: Ints, deals: Ints, need: int, values: Ints, nodes: Ints) -> None:
    """The value of each row of `deals` (int64[n, 7]: hands of seats 0-2, skat, game type, declarer, leader).

    In trump games the skat's card points are the declarer's.  Each deal starts with an empty table.
    """
    ws = address(workspace)
    for row in range(deals.shape[0]):
        game = deals[row, 4]
        set_cards(ws, deals[row, 0], deals[row, 1], deals[row, 2], game, deals[row, 5])
        store(ws, layout.NODES, 0)
        made = 0 if game == NULL else card_points(deals[row, 3])
        cards = load(ws, layout.HANDS) | load(ws, layout.HANDS + 1) | load(ws, layout.HANDS + 2)
        if 0 < need <= made:
            values[row] = 1
        else:
            missing = need - made if need > 0 else 0
            leader = from_declarer(ws, deals[row, 6])
            value = answer(ws, cards, leader, NO_CARD, NO_CARD, missing, _GUESS - made, BY_POINTS)
            values[row] = value if need > 0 else value + made
        nodes[row] = load(ws, layout.NODES)
