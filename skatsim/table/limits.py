"""What every limit brings: "I hold up to b" for all b at once, on the same worlds.

In a world the auction is a step function of the limit: where the seat that asks was outbid, a higher limit ends
otherwise, and once it is the last one in, none does.  So each different auction is held and played once, from the
lowest limit up, and what it adds to the one before is booked at the limit where it begins: running sums along the
limits give every limit's own, and the sums of products of those jumps, summed along both axes, give the second moments
of any two limits, paired world by world.  All numbers are whole: chunks add up to the same in any order.

Points are those of the seat that asks: `LIST` its list points (0 unless it declares), `TOURNAMENT` its tournament
points (Seeger-Fabian, table of three).
"""

from typing import Final, NamedTuple

import numpy as np

from skatsim.bots import abi
from skatsim.bots.failures import raise_failure
from skatsim.bots.state import FAULT, VIEW, new_state
from skatsim.kernel import kernel, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.auction import STEP_OF_BID
from skatsim.rules.contracts import BIDS, HAND_BIT
from skatsim.rules.ruleset import RuleNumbers
from skatsim.rules.scoring import OTHERS_POINTS, seeger_fabian
from skatsim.table.columns import OutcomeColumns, empty_outcomes
from skatsim.table.engine import book, play_on, raise_fault
from skatsim.table.worlds import (
    CANDIDATE,
    FIRST_LIMIT,
    FIRST_WORLD,
    ME,
    WORLDS,
    Asked,
    hold_up_to,
    lay_world,
    next_world,
)

LIMITS: Final = len(BIDS) + 1
"""Limits 0 (pass) to the top of the ladder, by step."""

DECLARED, WON, OVERBID, HAND_GAMES, OTHERS_DECLARED, OTHERS_LOST, LIST, TOURNAMENT, BEGINS = range(9)
"""Rows of `sums`: games the seat declares, wins, overbids, plays in hand; games others declare, and lose; its points;
worlds in which this limit leads to another auction than the one below."""
FIGURES: Final = 9
AT_DECLARED, AT_WON, AT_OVERBID, AT_LIST, AT_LIST_SQUARED, AT_TOURNAMENT, AT_TOURNAMENT_SQUARED = range(7)
"""Rows of `at_bid`: the games the seat declares when it never passes, by the bid at which they are played."""
AT_FIGURES: Final = 7

_THREE: Final = OTHERS_POINTS[3]


class LimitSums(NamedTuple):
    """What worlds add up to.

    `counts` int64[2]: worlds, candidates tried for them; `sums` int64[FIGURES, LIMITS] and `products`
    int64[2, LIMITS, LIMITS] (list and tournament points) as jumps, see `totals` and `moments`; `at_bid`
    int64[AT_FIGURES, LIMITS].
    """

    counts: Ints
    sums: Ints
    products: Ints
    at_bid: Ints

    @property
    def worlds(self) -> int:
        """Worlds that fit what was heard."""
        return int(self.counts[0])

    @property
    def candidates(self) -> int:
        """Deals looked at to find them."""
        return int(self.counts[1])

    @property
    def totals(self) -> Ints:
        """Every limit's own sums: int64[FIGURES, LIMITS]; `BEGINS` stays as counted."""
        totals = self.sums.cumsum(axis=1)
        totals[BEGINS] = self.sums[BEGINS]
        return totals

    @property
    def moments(self) -> Ints:
        """Sums of products of the points at two limits in the same world: int64[2, LIMITS, LIMITS]."""
        return self.products.cumsum(axis=1).cumsum(axis=2)

    def __add__(self, other: object) -> "LimitSums":
        assert isinstance(other, LimitSums)
        return LimitSums(*(mine + more for mine, more in zip(self, other, strict=True)))


def no_sums() -> LimitSums:
    """The sums of no world."""
    shapes = ((2,), (FIGURES, LIMITS), (2, LIMITS, LIMITS), (AT_FIGURES, LIMITS))
    return LimitSums(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@kernel
def _enter(state: Ints, one: OutcomeColumns, figures: Ints, me: int, rules: RuleNumbers) -> None:
    """The figures of the game that was just played, as in `sums`."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    figures[:] = 0
    declarer = view[abi.DECLARER]
    if declarer < 0:
        return
    book(one, 0, state, rules)
    score = one.score[0]
    figures[TOURNAMENT] = seeger_fabian(score, declarer == me, _THREE)
    if declarer != me:
        figures[OTHERS_DECLARED] = 1
        figures[OTHERS_LOST] = 1 - one.won[0]
        return
    figures[DECLARED] = 1
    figures[WON] = one.won[0]
    figures[OVERBID] = one.overbid[0]
    figures[HAND_GAMES] = 1 if one.contract[0] & HAND_BIT else 0
    figures[LIST] = score


@kernel
def _jump(sums: Ints, jumps: Ints, figures: Ints, before: Ints, number: int, limit: int) -> None:
    """Book at `limit` what the auction that begins there adds to the one before."""
    if number:
        sums[BEGINS, limit] += 1
    jumps[0, number] = limit
    jumps[1, number] = figures[LIST] - before[LIST]
    jumps[2, number] = figures[TOURNAMENT] - before[TOURNAMENT]
    for figure in range(BEGINS):
        sums[figure, limit] += figures[figure] - before[figure]
        before[figure] = figures[figure]


@kernel
def _multiply(products: Ints, jumps: Ints, auctions: int) -> None:
    """Book the products of all jumps of one world."""
    for kind in range(2):
        for i in range(auctions):
            if jumps[1 + kind, i] == 0:
                continue
            for j in range(auctions):
                products[kind, jumps[0, i], jumps[0, j]] += jumps[1 + kind, i] * jumps[1 + kind, j]


@kernel
def _enter_bid(at_bid: Ints, figures: Ints, step: int) -> None:
    """Book the game that the seat declares when it never passes, at its bid."""
    points, tournament = figures[LIST], figures[TOURNAMENT]
    at_bid[AT_DECLARED, step] += 1
    at_bid[AT_WON, step] += figures[WON]
    at_bid[AT_OVERBID, step] += figures[OVERBID]
    at_bid[AT_LIST, step] += points
    at_bid[AT_LIST_SQUARED, step] += points * points
    at_bid[AT_TOURNAMENT, step] += tournament
    at_bid[AT_TOURNAMENT_SQUARED, step] += tournament * tournament


@kernel
def _accumulate(
    state: Ints,
    question: Ints,
    one: OutcomeColumns,
    scratch: Ints,
    results: LimitSums,
    rules: RuleNumbers,
) -> bool:
    """Book the worlds of the question; False after an illegal answer."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    figures, before, jumps = scratch[0, :FIGURES], scratch[1, :FIGURES], scratch[2:5]
    me = question[ME]
    for world in range(question[FIRST_WORLD], question[FIRST_WORLD] + question[WORLDS]):
        tried = next_world(state, question, world, rules)
        results.counts[1] += abs(tried)
        if tried < 0:
            continue
        results.counts[0] += 1
        before[:] = 0
        limit, auctions = question[FIRST_LIMIT], 0
        while True:
            lay_world(state, question, rules)
            declarer, onward = hold_up_to(state, question, limit, rules.ladder_steps)
            play_on(state, declarer, rules)
            if state[FAULT]:
                return False
            _enter(state, one, figures, me, rules)
            _jump(results.sums, jumps, figures, before, auctions, limit)
            auctions += 1
            if onward == 0:
                break
            limit = onward
        _multiply(results.products, jumps, auctions)
        if figures[DECLARED]:
            _enter_bid(results.at_bid, figures, STEP_OF_BID[view[abi.BID]])
    return True


def limit_sums(asked: Asked, worlds: range) -> LimitSums:
    """Play worlds at every limit; releases the GIL, safe from several threads at once.

    Parameters
    ----------
    asked
        What is asked, and of whom; a known skat is known to nobody.
    worlds
        Which worlds: a range with step 1.

    Raises
    ------
    SkatsimError
        When a bot answered illegally.
    """
    state, question, results = new_state(asked.lineup), asked.question(worlds), no_sums()
    scratch = np.zeros((5, LIMITS), dtype=np.int64)
    if not _accumulate(state, question, empty_outcomes(1), scratch, results, asked.rules.numbers):
        raise_fault(state, int(question[CANDIDATE]))
    raise_failure()
    return results
