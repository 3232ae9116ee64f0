"""What the declarer makes against every distribution, without search (trump games; card points).

The plans of `skatsim.solver.bounds`, where either defender may hold any of the `unseen` cards:

* his highest trumps outnumber the unseen ones: he draws them, then takes with all his trumps and the winners of each
  side suit, long cards too once the suit is out;
* if not, each of his highest trumps still takes a trick.

A plan that takes all but r tricks leaves the defenders at most the 2 r richest of the unseen cards; all others fall to
him or lie in the skat.
"""

from skatsim.kernel import kernel, popcount
from skatsim.rules.cards import SUIT_BITS, card_points
from skatsim.solver.bounds import above, richest


@kernel
def certain(mine: int, unseen: int, taken: int) -> int:
    """The declarer takes a trick with each card `taken`: what falls to him at least."""
    lost = 2 * (popcount(mine) - popcount(taken))
    return card_points(taken) + card_points(unseen) - richest(unseen, lost)


@kernel
def side_winners(mine: int, unseen: int, trumps: int) -> int:
    """The declarer's side cards that win once trumps are out: the top run of a suit, all if it exhausts the unseen."""
    taken = 0
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit & ~trumps
        own = mine & plain
        if own:
            run = own & above(unseen & plain)
            taken |= own if popcount(run) >= popcount(unseen & plain) else run
    return taken


@kernel
def on_lead(mine: int, unseen: int, trumps: int) -> int:
    """What the declarer on lead makes at least."""
    run = mine & trumps & above(unseen & trumps)
    if popcount(run) < popcount(unseen & trumps):
        return certain(mine, unseen, run)
    return certain(mine, unseen, mine & trumps | side_winners(mine, unseen, trumps))


@kernel
def wins_all_leads(mine: int, unseen: int) -> bool:
    """Without any trumps: whether the declarer has the highest card of every suit of which something is unseen."""
    wins = True
    for suit in range(4):
        plain = SUIT_BITS << 7 * suit
        wins = wins and (unseen & plain == 0 or mine & plain > unseen & plain)
    return wins


@kernel
def off_lead(mine: int, unseen: int, trumps: int) -> int:
    """What the declarer makes at least with a defender on lead.

    He must win whatever is led.  With no trumps out one trump does that, or a winner in every suit; trumps that are out
    must be drawn first: that needs a trump to spare for the lead, and no side card that can be ruffed.
    """
    own, out = mine & trumps, unseen & trumps
    if out == 0 and (own or wins_all_leads(mine, unseen)):
        return certain(mine, unseen, own | side_winners(mine, unseen, trumps))
    run = own & above(out)
    if mine == own and popcount(run) > popcount(out):
        return certain(mine, unseen, own)
    return certain(mine, unseen, run)
