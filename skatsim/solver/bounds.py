"""What a side makes for certain, without search: the declarer's tricks that run, in card points (trump games).

Cards are in the solver's layout (`skatsim.solver.layout`): *mine* are the declarer's, *left* and *right* the
defenders', *rest* all card points still in play.  Each bound is a plan that cannot fail:

* **Trumps out.**  The declarer's highest trumps outnumber each defender's trumps: he draws them, then cashes his other
  trumps and the winners of each side suit, long cards too once the suit is out.
* **Losers' rest.**  A plan that takes all but r tricks leaves each defender at most his r richest cards; all other
  cards fall to the declarer.
* **High trumps.**  If trumps cannot be drawn, each of his highest still takes a trick.

The same plans hold with a defender on lead where the declarer wins whatever suit is led (`off_lead`).  Tried without
gain: side winners cashed before trumps are out, and a bound for the defenders in card points (both cost as many
nanoseconds as they saved, 0.5 % of the nodes).
"""

from typing import Final

from skatsim.kernel import highest_index, kernel, popcount
from skatsim.rules.cards import ACES, SUIT_BITS, SUITS, TENS, card_points

_KINGS: Final = sum(0b10000 << 7 * suit for suit in range(len(SUITS)))
_QUEENS: Final = sum(0b1000 << 7 * suit for suit in range(len(SUITS)))
_JACK_BIT: Final = 28


@kernel
def richest(cards: int, n: int) -> int:
    """Card points of the `n` richest of `cards`."""
    aces = min(n, popcount(cards & ACES))
    n -= aces
    tens = min(n, popcount(cards & TENS))
    n -= tens
    kings = min(n, popcount(cards & _KINGS))
    n -= kings
    queens = min(n, popcount(cards & _QUEENS))
    n -= queens
    return 11 * aces + 10 * tens + 4 * kings + 3 * queens + 2 * min(n, popcount(cards >> _JACK_BIT))


@kernel
def above(cards: int) -> int:
    """Mask of every bit above the highest of `cards`; all bits if there is none."""
    return -(1 << highest_index(cards << 1 | 1))


@kernel
def all_but(mine: int, left: int, right: int, taken: int, rest: int) -> int:
    """The declarer takes a trick with each card `taken`: what falls to him at least."""
    losers = popcount(mine) - popcount(taken)
    if losers == 0:
        return rest
    falls = card_points(left) + card_points(right) - richest(left, losers) - richest(right, losers)
    return card_points(taken) + falls


@kernel
def winners(own: int, left: int, right: int) -> int:
    """Cards of a suit that win once it cannot be ruffed: the top run, all if it exhausts both defenders."""
    run = own & above(left | right)
    return own if popcount(run) >= max(popcount(left), popcount(right)) else run


@kernel(inline=True)
def on_lead(mine: int, left: int, right: int, trumps: int, rest: int) -> int:
    """What the declarer on lead makes at least."""
    left_trumps, right_trumps = left & trumps, right & trumps
    run = mine & trumps & above(left_trumps | right_trumps)
    if popcount(run) < max(popcount(left_trumps), popcount(right_trumps)):
        return all_but(mine, left, right, run, rest)
    taken = mine & trumps
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit & ~trumps
        if mine & plain:
            taken |= winners(mine & plain, left & plain, right & plain)
    return all_but(mine, left, right, taken, rest)


@kernel(inline=True)
def off_lead(mine: int, leader: int, other: int, trumps: int, rest: int) -> int:
    """What the declarer makes at least with a defender (holding `leader`) on lead; `other` is his partner's hand."""
    own = mine & trumps
    leader_trumps, other_trumps = leader & trumps, other & trumps
    run = own & above(leader_trumps | other_trumps)
    if run == 0:
        return 0
    longest = max(popcount(leader_trumps), popcount(other_trumps))
    spare = popcount(run) - longest
    if spare < 0:
        return all_but(mine, leader, other, run, rest)
    taken = own
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit & ~trumps
        if mine & plain:
            run_here = mine & plain & above((leader | other) & plain)
            exposed = run_here == 0 or (other & plain == 0 and other_trumps != 0)
            if longest and leader & plain and exposed:
                return all_but(mine, leader, other, run, rest)
            taken |= winners(mine & plain, leader & plain, other & plain)
        elif longest and leader & plain and spare == 0:
            return all_but(mine, leader, other, run, rest)
    return all_but(mine, leader, other, taken, rest)
