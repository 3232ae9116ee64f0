"""What each seat makes of a deal with open cards: three seats, six contracts, as hand game or after pick-up.

A trump game is made with 61 card points or more, null without a trick.  All play perfectly and see all cards, and
forehand leads.  In a hand game the skat counts for the declarer; after pick-up he puts away the best two of twelve
cards.  Left out: bids, matadors, and whether anyone would dare.

**After pick-up** up to 66 discards are asked for each seat and contract.  What that costs, 1,000 random deals:

| idea, each added to the one before | nodes, millions | CPU s |
|---|---|---|
| 66 discards in the order of the cards, the table emptied for each | 300.7 | 19.8 |
| one table for all discards of a seat and contract | 142.6 | 9.7 |
| promising discards first: no trump, no ace, many card points, a void (`promise`) | 96.1 | 6.3 |

**What did not pay**: leaving out a discard that another one is at least as good as (in null the lower of two cards of a
suit, in trump games the lower of two neighbours: 4 % of the nodes, 1 % of the time, for the table knows them by then);
asking about the skat itself first because a hand game that is made answers it (a few per cent slower: it is seldom the
best to put away).
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from skatsim.errors import SkatsimError
from skatsim.kernel import highest_index, kernel, lowest_index
from skatsim.kernel.memory import address, load
from skatsim.kernel.types import Address, Bools, Ints
from skatsim.rules.cards import ACES, JACKS, SUIT_BITS, card_points
from skatsim.rules.contracts import GameType
from skatsim.rules.deals import Deal, check_deal
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import NULL
from skatsim.solver import layout
from skatsim.solver.layout import BY_POINTS, NO_CARD, set_cards, to_layout, workspace_for
from skatsim.solver.play import answer, from_declarer
from skatsim.solver.position import as_ints

SEATS: Final = len(SEAT_NAMES)
CONTRACTS: Final = len(GameType)
ENOUGH: Final = 61
"""Card points that make a trump game."""
TABLE_BITS: Final = 14
_MOST_PROMISE: Final = 6


@kernel
def group_of(card: int, is_null: bool) -> int:
    """The cards a card is ranked among, in the solver's layout: its suit, in trump games without or only the jacks."""
    index = lowest_index(card)
    if is_null:
        return 255 << (index & 24)
    return JACKS if index >= 28 else SUIT_BITS << index // 7 * 7


@kernel
def promise(pair: int, twelve: int, trumps: int, is_null: bool) -> int:
    """How early a discard is asked about, 6 first and 0 last; a guess that changes no answer."""
    if pair & (trumps | ACES) and not is_null:
        return 0
    kept = twelve ^ pair
    high = 1 << highest_index(pair)
    low = 1 << lowest_index(pair)
    voids = (group_of(high, is_null) & kept == 0) + (group_of(low, is_null) & kept == 0)
    points = 0 if is_null else card_points(pair)
    return min(1 + (points + 6 * voids) // 4, _MOST_PROMISE)


@kernel
def makes_with(ws: Address, cards: int, leader: int, away: int, need: int) -> int:
    """1 if the declarer makes it with `cards` in play and `away` put away, else 0; layout and seats of the solver."""
    missing = need if load(ws, layout.GAME) == NULL else need - card_points(away)
    return 1 if missing <= 0 else answer(ws, cards, leader, NO_CARD, NO_CARD, missing, missing, BY_POINTS)


@kernel
def makes_with_best(ws: Address, leader: int, need: int) -> int:
    """1 if the declarer, whose hand in the workspace includes the skat, makes it with any discard, else 0."""
    is_null, trumps = load(ws, layout.GAME) == NULL, load(ws, layout.TRUMPS)
    twelve, others = load(ws, layout.HANDS), load(ws, layout.HANDS + 1) | load(ws, layout.HANDS + 2)
    for turn in range(_MOST_PROMISE, -1, -1):
        left = twelve
        while left:
            first = 1 << highest_index(left)
            left ^= first
            seconds = left
            while seconds:
                second = 1 << highest_index(seconds)
                seconds ^= second
                pair = first | second
                if promise(pair, twelve, trumps, is_null) != turn:
                    continue
                if makes_with(ws, twelve ^ pair | others, leader, pair, need):
                    return 1
    return 0


@kernel
def makes(ws: Address, deal: Ints, game: int, seat: int, need: int, after_pick_up: int) -> int:
    """1 if `seat` makes `game` of a deal (int64[4]: hands, skat), else 0."""
    skat = deal[3]
    mine = skat if after_pick_up else 0
    first, second, third = deal[0], deal[1], deal[2]
    if seat == 0:
        first |= mine
    elif seat == 1:
        second |= mine
    else:
        third |= mine
    set_cards(ws, first, second, third, game, seat)
    leader = from_declarer(ws, 0)
    if after_pick_up:
        return makes_with_best(ws, leader, need)
    cards = load(ws, layout.HANDS) | load(ws, layout.HANDS + 1) | load(ws, layout.HANDS + 2)
    return makes_with(ws, cards, leader, to_layout(skat, game), need)


@kernel
def sweep(workspace: Ints, deals: Ints, need: int, after_pick_up: int, made: Bools) -> None:
    """Fill `made` (bool[n, 6, 3]: by game type and seat) for `deals` (int64[n, 4]: three equal hands, skat of two).

    `need` is what makes a trump game; the workspace is any from `new_workspace`, one a thread.
    """
    ws = address(workspace)
    for row in range(deals.shape[0]):
        for game in range(CONTRACTS):
            for seat in range(SEATS):
                made[row, game, seat] = makes(ws, deals[row], game, seat, need, after_pick_up) == 1


@kernel
def sweep_seat(workspace: Ints, deals: Ints, seat: int, need: int, made: Bools) -> None:
    """Fill `made` (bool[n, 2, 6]: as hand game and after pick-up, by game type) for one seat; else as `sweep`."""
    ws = address(workspace)
    for row in range(deals.shape[0]):
        for game in range(CONTRACTS):
            for after_pick_up in range(2):
                made[row, after_pick_up, game] = makes(ws, deals[row], game, seat, need, after_pick_up) == 1


def made_by(deals: Ints, seat: int) -> Bools:
    """What one seat makes of deals with open cards: bool[n, 2, 6], as hand game and after the best discard, by game.

    The deals are int64[n, 4], as `skatsim.rules.deals.deal_range` gives them, and not checked.

    Examples
    --------
    >>> from skatsim.rules.deals import deal_range
    >>> made_by(deal_range(1, 3, 1), 1)[0, 0].astype(int).tolist()
    [1, 1, 0, 0, 1, 0]
    """
    made = np.zeros((len(deals), 2, CONTRACTS), dtype=np.bool_)
    sweep_seat(workspace_for(None, TABLE_BITS), deals, seat, ENOUGH, made)
    return made


def made_contracts(deals: ArrayLike, *, after_pick_up: bool = False, workspace: Ints | None = None) -> Bools:
    """Which contracts each seat makes with open cards, forehand leading.

    Parameters
    ----------
    deals
        Masks of shape (n, 4): the ten cards of forehand, middlehand and rearhand, and the skat.
    after_pick_up
        Ask for the best discard of the declarer's twelve cards; otherwise for the hand game.
    workspace
        From `new_workspace`, to be used by one thread at a time; a new one if missing.

    Returns
    -------
    Bools
        Shape (n, 6, 3): by game type (diamonds, hearts, spades, clubs, grand, null) and seat of the declarer.

    Raises
    ------
    SkatsimError
        For an array of another shape or kind, a workspace of another origin, and the first row that is no deal.

    Examples
    --------
    >>> from skatsim.rules.deals import deal
    >>> made_contracts([deal(1, 3)])[0].astype(int).tolist()
    [[0, 1, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0]]
    """
    rows = np.ascontiguousarray(as_ints(deals, "deals"))
    if rows.ndim != 2 or rows.shape[1] != len(Deal._fields):
        raise SkatsimError(f"deals have the shape {rows.shape}; give (n, 4): forehand, middlehand, rearhand, skat")
    for index, row in enumerate(rows):
        try:
            check_deal(Deal(*map(int, row)))
        except SkatsimError as error:
            raise SkatsimError(f"deal {index}: {error}") from None
    made = np.zeros((len(rows), CONTRACTS, SEATS), dtype=np.bool_)
    sweep(workspace_for(workspace, TABLE_BITS), rows, ENOUGH, int(bool(after_pick_up)), made)
    return made
