"""Floor 2: perfect play of an open deal (double dummy), exact and by threshold.

* `solve`, `solve_tricks`, `best_cards`, `best_discard`, `best_line`, `solve_many` -- questions, for people;
* `play` -- the same for kernels (bots hold a `new_workspace` per thread);
* `open_table` -- what each seat makes of a deal, all contracts at once, also with the best discard;
* `course` -- what played games were worth before each of their cards;
* `unlosable` -- a room of its own: what a declarer who sees his cards only can guarantee;
* `points`, `tricks` -- the two searches; `transpositions`, `bounds`, `ordering`, `layout` -- what makes them fast.
"""

from skatsim.solver.layout import new_workspace
from skatsim.solver.line import Trick, best_line
from skatsim.solver.solving import (
    Discards,
    Solution,
    best_cards,
    best_discard,
    solve,
    solve_many,
    solve_tricks,
)

__all__ = [
    "Discards",
    "Solution",
    "Trick",
    "best_cards",
    "best_discard",
    "best_line",
    "new_workspace",
    "solve",
    "solve_many",
    "solve_tricks",
]
