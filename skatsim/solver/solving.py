"""Perfect play for people: checked input, one call a question.

All three hands are open; declarer and defenders play as well as can be.  Values are the declarer's card points at the
end of the game (0-120, skat and points already taken included), in null 1 if he stays without a trick and 0 if not.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from numbers import Integral
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Ints
from skatsim.rules.cards import CARD_NAMES, format_cards
from skatsim.rules.contracts import GameType
from skatsim.rules.seats import seat_of
from skatsim.solver import layout
from skatsim.solver.layout import workspace_for
from skatsim.solver.play import (
    DISCARDS,
    set_deal,
    solve_deals,
    value_of,
    values_of_cards,
    values_of_discards,
)
from skatsim.solver.position import (
    Cards,
    Game,
    Given,
    Position,
    as_ints,
    check_threshold,
    contract_of,
    mask_of,
    read_position,
)

GUESS = 61
"""Where exact searches begin."""
_THRESHOLD_BITS, _EXACT_BITS = 14, 16
_COLUMNS = 7
_TRICKS = 10


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question.

    `value` is the declarer's card points in the end, or 1 (yes) and 0 (no) in null and where a threshold was asked;
    `reached` says whether the declarer makes it (61 points, the threshold, no trick); `nodes` counts the positions
    searched.
    """

    value: int
    reached: bool
    nodes: int


def prepare(position: Position, workspace: Ints) -> None:
    """Set the workspace to the cards of `position`."""
    set_deal(workspace, *position.owners, int(position.game), position.declarer)


def check_question(position: Position, at_least: int | None) -> None:
    """Check that `at_least` can be asked for in a position, and Schwarz where it is announced.

    Raises
    ------
    SkatsimError
        For a threshold that is none, one in null or against an announced Schwarz, and for Schwarz in mid-play.
    """
    if position.game == GameType.NULL and at_least is not None:
        raise SkatsimError("null asks for no trick at all: leave at_least out")
    check_threshold(at_least)
    if not position.contract.schwarz_announced:
        return
    if at_least is not None:
        raise SkatsimError(f"contract {position.contract} asks for all tricks: leave at_least out, or the announcement")
    if position.tricks_left < _TRICKS:
        raise SkatsimError(
            f"contract {position.contract} asks for all ten tricks, but hands of {position.tricks_left} cards do not "
            "tell who took the earlier ones: give ten cards a seat, or ask solve_tricks about those left"
        )


def _missing(position: Position, at_least: int | None) -> int:
    """What is still to be taken for `at_least`: 0 asks for the exact value, a negative number is reached already."""
    return 0 if at_least is None else at_least - position.made or -1


def check_by_points(position: Position) -> None:
    """Refuse Schwarz announced where cards are valued by card points."""
    if position.contract.schwarz_announced:
        raise SkatsimError(
            f"contract {position.contract} asks for all tricks, but cards are valued here by card points: leave out "
            "Z and O, or ask solve whether all tricks are made"
        )


def evaluate(position: Position, workspace: Ints, at_least: int | None = None) -> int:
    """The value of a position whose cards the workspace was prepared for."""
    need = _missing(position, at_least)
    if need < 0:
        return 1
    arguments = (position.in_hand, position.leader, *position.table)
    value = int(value_of(workspace, *arguments, need, GUESS - position.made, 0))
    return value if need else value + position.made


def _tricks_made(position: Position, need: int, workspace: Ints | None) -> Solution:
    """How many tricks the declarer still takes, or with `need` 1 or 0: that many or not."""
    left = position.tricks_left
    memory = workspace_for(workspace, _THRESHOLD_BITS)
    prepare(position, memory)
    value = int(value_of(memory, position.in_hand, position.leader, *position.table, need, left, 1))
    return Solution(value, value >= (1 if need else left), int(memory[layout.NODES]))


def solve_position(position: Position, at_least: int | None = None, workspace: Ints | None = None) -> Solution:
    """`solve` for a checked position."""
    check_question(position, at_least)
    if position.contract.schwarz_announced:
        return _tricks_made(position, _TRICKS, workspace)
    memory = workspace_for(workspace, _EXACT_BITS if at_least is None else _THRESHOLD_BITS)
    prepare(position, memory)
    value = evaluate(position, memory, at_least)
    wins_from = position.enough if at_least is None else 1
    return Solution(value, value >= wins_from, int(memory[layout.NODES]))


def solve(
    hands: Sequence[Cards],
    *,
    skat: Cards,
    contract: Game,
    declarer: int | str,
    leader: int | str,
    at_least: int | None = None,
    trick: Sequence[str] | str = (),
    taken: int = 0,
    workspace: Ints | None = None,
) -> Solution:
    """What the declarer makes when all play perfectly with open cards.

    Parameters
    ----------
    hands
        The cards still held by forehand, middlehand and rearhand: text, `CardSet` or mask.
    skat
        The two cards of the skat (the declarer's discard); their card points are his.  None if they shall not count.
    contract
        The game with its announcements, such as ``"C"``, ``"GHS"`` or ``"Kreuz Hand"``: they say what is to be made.
    declarer, leader
        Seats, by number 0-2 or name: who declares, and who leads (or has led) the trick.
    at_least
        Ask only whether the declarer reaches this many card points (61, 90, ...), about twenty times faster.
    trick
        Cards already on the table in the order played, none, one or two.
    taken
        Card points of the tricks the declarer has taken before.
    workspace
        From `new_workspace`, to be used by one thread at a time; a new one if missing.

    Returns
    -------
    Solution
        `value` in card points, and whether that is 61, or 90 with Schneider announced.  In null, and with Schwarz
        announced, where all ten tricks are asked for, `value` is 1 if he makes it, else 0.

    Raises
    ------
    SkatsimError
        For a position that cannot be, a threshold that is none, a workspace of another origin, and for Schwarz
        announced in the middle of the play.

    Examples
    --------
    >>> hands = ("CJ SJ HJ DJ CA CT CK CQ C9 C8", "SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 S8 S7 H8")
    >>> solve(hands, skat="C7 H7", contract="C", declarer=0, leader=0).value
    120
    >>> solve(("CA C7", "CT SA", "C8 ST"), skat="", contract="G", declarer=0, leader=1, at_least=22).reached
    False
    """
    position = read_position(
        hands, skat=skat, contract=contract, declarer=declarer, leader=leader, trick=trick, taken=taken
    )
    return solve_position(position, at_least, workspace)


def solve_tricks(
    hands: Sequence[Cards],
    *,
    contract: Game,
    declarer: int | str,
    leader: int | str,
    at_least: int | None = None,
    trick: Sequence[str] | str = (),
    workspace: Ints | None = None,
) -> Solution:
    """How many more tricks the declarer takes in a trump game if both sides play for tricks, not points: Schwarz.

    `value` is that number and `reached` whether it is every trick left; with `at_least` 1 or 0 for "that many or not".
    Parameters are those of `solve`.

    Raises
    ------
    SkatsimError
        For a position that cannot be, and for null, which `solve` answers.

    Examples
    --------
    >>> solve_tricks(("CJ SA", "SJ S7", "HA S8"), contract="G", declarer=0, leader=0).value
    2
    """
    position = read_position(hands, skat="", contract=contract, declarer=declarer, leader=leader, trick=trick)
    if position.game == GameType.NULL:
        raise SkatsimError("null has no Schwarz: ask solve whether the declarer stays without a trick")
    need = check_threshold(at_least, position.tricks_left, "tricks, those that are left")
    return _tricks_made(position, need, workspace)


def best_cards(
    hands: Sequence[Cards], *, at_least: int | None = None, workspace: Ints | None = None, **given: Unpack[Given]
) -> dict[str, int]:
    """The value of every legal card of the seat to play; parameters and values as in `solve`.

    Raises
    ------
    SkatsimError
        For what `solve` refuses, and for Schwarz announced: cards are valued by card points.

    Examples
    --------
    >>> best_cards(("CA C7", "CT SA", "C8 ST"), skat="", contract="G", declarer=0, leader=0)
    {'CA': 42, 'C7': 0}
    """
    position = read_position(hands, **given)
    check_by_points(position)
    check_question(position, at_least)
    memory = workspace_for(workspace, layout.DEFAULT_BITS)
    prepare(position, memory)
    return card_values(position, memory, at_least)


def card_values(position: Position, workspace: Ints, at_least: int | None = None) -> dict[str, int]:
    """`best_cards` for a checked position whose cards the workspace was prepared for."""
    need = _missing(position, at_least)
    values = np.zeros(len(CARD_NAMES), dtype=np.int64)
    arguments = (position.in_hand, position.leader, *position.table)
    legal = int(values_of_cards(workspace, *arguments, max(need, 0), GUESS - position.made, values))
    names = format_cards(legal, position.game).split()
    if need < 0:
        return dict.fromkeys(names, 1)
    made = 0 if need else position.made
    return {name: int(values[CARD_NAMES.index(name)]) + made for name in names}


@dataclass(frozen=True, slots=True)
class Discards:
    """Every discard with its value (as in `solve`; -1: no better than another, not searched), best first."""

    values: dict[str, int]
    nodes: int

    @property
    def best(self) -> str:
        """The two cards to put away."""
        return next(iter(self.values))

    @property
    def value(self) -> int:
        """What the best discard makes."""
        return self.values[self.best]


def best_discard(
    hand12: Cards,
    others: Sequence[Cards],
    *,
    contract: Game,
    declarer: int | str,
    leader: int | str = 0,
    at_least: int | None = None,
    every_value: bool = False,
    workspace: Ints | None = None,
) -> Discards:
    """The best two of the declarer's twelve cards to put away, all 66 searched with one table.

    Parameters
    ----------
    hand12
        The declarer's twelve cards.
    others
        The defenders' hands in the order of their seats.
    contract, declarer, leader, at_least, workspace
        As in `solve`; no hand game.
    every_value
        Find the value of all 66 discards; otherwise those no better than one before stay unknown (-1), much faster.

    Raises
    ------
    SkatsimError
        For cards that are no deal of 12, 10 and 10, and for a hand game.

    Examples
    --------
    >>> result = best_discard(
    ...     "CJ SJ HJ DJ CA CT CK CQ C9 C8 S7 H7",
    ...     ("SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 S8 H8 C7"),
    ...     contract="C", declarer=0, at_least=61)
    >>> result.value
    1
    """
    whole = _before_discard(hand12, others, contract, seat_of(declarer, "declarer"), seat_of(leader, "leader"))
    check_question(whole, at_least)
    need = max(_missing(whole, at_least), 0)
    memory = workspace_for(workspace, layout.DEFAULT_BITS)
    prepare(whole, memory)
    pairs, values = np.zeros(DISCARDS, dtype=np.int64), np.zeros(DISCARDS, dtype=np.int64)
    twelve = whole.hands[whole.declarer]
    values_of_discards(memory, twelve, whole.in_hand ^ twelve, whole.leader, need, int(not every_value), pairs, values)
    order = np.argsort(-values, kind="stable")
    names = [format_cards(int(pair), whole.game) for pair in pairs]
    return Discards({names[i]: int(values[i]) for i in order}, int(memory[layout.NODES]))


def _before_discard(hand12: Cards, others: Sequence[Cards], contract: Game, seat: int, leader: int) -> Position:
    """The position with all twelve cards in the declarer's hand."""
    declared = contract_of(contract)
    if declared.hand:
        raise SkatsimError(f"contract {declared} is a hand game, in which nothing is put away: leave out the hand")
    if isinstance(others, str) or not hasattr(others, "__iter__") or len(list(others)) != 2:
        raise SkatsimError("give the hands of the two defenders")
    twelve = mask_of(hand12, "hand12")
    defenders = [mask_of(cards, "defender's hand") for cards in others]
    _check_twelve(twelve, defenders)
    hands = [*defenders[:seat], twelve, *defenders[seat:]]
    return Position((hands[0], hands[1], hands[2]), 0, declared, seat, leader)


def _check_twelve(twelve: int, defenders: list[int]) -> None:
    for cards, size, name in zip([twelve, *defenders], (12, 10, 10), ("hand12", "others", "others"), strict=True):
        if cards.bit_count() != size:
            raise SkatsimError(f"{name} has {cards.bit_count()} cards ({format_cards(cards)}); it needs {size}")
    if twelve | defenders[0] | defenders[1] != 0xFFFFFFFF:
        twice = twelve & defenders[0] | twelve & defenders[1] | defenders[0] & defenders[1]
        raise SkatsimError(f"card {format_cards(twice)} is there twice")


def solve_many(
    hands: ArrayLike,
    *,
    skat: ArrayLike,
    game_type: ArrayLike,
    declarer: ArrayLike,
    leader: ArrayLike = 0,
    at_least: int | None = None,
    threads: int | None = None,
    nodes: Ints | None = None,
) -> Ints:
    """`solve` for many deals, on threads; rows are independent, so the result does not depend on their number.

    Parameters
    ----------
    hands
        Masks of shape (n, 3): forehand, middlehand, rearhand, equally many cards each.
    skat, game_type, declarer, leader
        Arrays of n numbers (or one for all): mask of the skat, game type 0-5, seats.
    at_least
        The threshold; rows of null ignore it.
    threads
        Number of threads; by default one a processor.
    nodes
        Optional int64[n], filled with the positions searched.

    Returns
    -------
    Ints
        n values as in `solve`.

    Raises
    ------
    SkatsimError
        For arrays whose shapes do not fit, and for the first row that is no position.
    """
    deals = _rows(hands, skat, game_type, declarer, leader)
    need = check_threshold(at_least)
    values = np.zeros(len(deals), dtype=np.int64)
    counts = nodes if nodes is not None else np.zeros(len(deals), dtype=np.int64)
    _check_nodes(counts, len(deals))
    workers = max(1, min(_threads(threads), len(deals)))

    def work(part: int) -> None:
        mine = slice(part, None, workers)
        some, done = np.zeros_like(values[mine]), np.zeros_like(values[mine])
        memory = layout.new_workspace(_THRESHOLD_BITS if need else _EXACT_BITS)
        solve_deals(memory, np.ascontiguousarray(deals[mine]), need, some, done)
        values[mine], counts[mine] = some, done

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    return values


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, Integral) or threads < 1:
        raise SkatsimError(f"threads={threads!r}: give a whole number from 1, or none for one a processor")
    return int(threads)


def _check_nodes(nodes: Ints, count: int) -> None:
    if not isinstance(nodes, np.ndarray) or nodes.dtype != np.int64 or nodes.shape != (count,):
        raise SkatsimError(f"nodes: give an int64 array of the shape ({count},), to be filled")


def _rows(*columns: ArrayLike) -> Ints:
    """The deals as rows for `solve_deals`, checked."""
    names = ("hands", "skat", "game_type", "declarer", "leader")
    hands, *others = (as_ints(column, name) for column, name in zip(columns, names, strict=True))
    if hands.ndim != 2 or hands.shape[1] != 3:
        raise SkatsimError(f"hands have the shape {hands.shape}; give (n, 3): forehand, middlehand, rearhand")
    deals = np.empty((len(hands), _COLUMNS), dtype=np.int64)
    deals[:, :3] = hands
    for i, column in enumerate(others):
        if column.ndim > 1 or column.size not in (1, len(hands)):
            raise SkatsimError(
                f"{len(hands)} deals need {len(hands)} entries in every column, not the shape {column.shape}"
            )
        deals[:, 3 + i] = column
    bad = _first_bad(deals)
    if bad is not None:
        _explain(deals[bad], bad)
    return deals


def _first_bad(deals: Ints) -> int | None:
    """The first row that is no position."""
    cards = deals[:, :4]
    in_range = ((cards >= 0) & (cards < 2**32)).all(axis=1)
    sizes = np.bitwise_count(cards)
    apart = sizes.sum(axis=1) == np.bitwise_count(np.bitwise_or.reduce(cards, axis=1))
    equal = (sizes[:, 0] == sizes[:, 1]) & (sizes[:, 1] == sizes[:, 2]) & (sizes[:, 0] >= 1) & (sizes[:, 0] <= 10)
    seats = ((deals[:, 5:] >= 0) & (deals[:, 5:] <= 2)).all(axis=1) & (deals[:, 4] >= 0) & (deals[:, 4] <= 5)
    wrong = np.flatnonzero(~(in_range & apart & equal & np.isin(sizes[:, 3], (0, 2)) & seats))
    return int(wrong[0]) if len(wrong) else None


def _explain(row: Ints, index: int) -> None:
    """Raise what is wrong with a row."""
    first, second, third, skat, game, declarer, leader = (int(number) for number in row)
    if not 0 <= game <= 5:
        raise SkatsimError(f"deal {index}: game type {game} is out of range; give 0 to 5")
    try:
        read_position((first, second, third), skat=skat, contract=GameType(game), declarer=declarer, leader=leader)
    except SkatsimError as error:
        raise SkatsimError(f"deal {index}: {error}") from None
