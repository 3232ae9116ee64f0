"""Kernels that ask the two searches, in the layout of the rules and the seats of the table.

`set_view` once for the cards a declarer sees and does not see, then any number of `guarantees` about subsets of them:
later tricks, other discards; all share the table.
"""

from typing import Any, Final

from skatsim.kernel import kernel
from skatsim.kernel.memory import address, load, store
from skatsim.rules.tricks import NULL
from skatsim.solver.layout import GAME, LIMIT, NODES, to_layout
from skatsim.solver.play import from_declarer
from skatsim.solver.unlosable.knowledge import set_knowledge
from skatsim.solver.unlosable.null import ducks
from skatsim.solver.unlosable.points import search

UNDECIDED: Final = -1


@kernel
def set_view(workspace: Any, declarer: int, unseen: int, game: int, seat: int, limit: int) -> None:
    """Prepare the workspace: the declarer's cards, the unseen ones, his seat; void what it knew, count nodes from 0.

    Questions are `UNDECIDED` once `limit` nodes are searched.
    """
    ws = address(workspace)
    set_knowledge(ws, declarer, unseen, game, seat)
    store(ws, NODES, 0)
    store(ws, LIMIT, limit)


@kernel
def guarantees(
    workspace: Any, cards: int, leader: int, voids: int, first: int, second: int, need: int, rest: int
) -> int:
    """A bound of what the declarer still takes against every distribution, compared with `need`; or `UNDECIDED`.

    `cards` are all in play with those on the table, `rest` their card points, the unseen skat's among them.  A bound
    >= `need` (1 to `rest`) is a lower one, any other an upper one.  In null `need` and `rest` are 1: 1 stands for no
    trick.  `voids` as in `knowledge`.
    """
    ws = address(workspace)
    game = load(ws, GAME)
    cards, first, second = to_layout(cards, game), to_layout(first, game), to_layout(second, game)
    lead = from_declarer(ws, leader)
    if game == NULL:
        value = 1 if ducks(ws, cards, lead, voids, first, second) else 0
    else:
        value = search(ws, cards, lead, voids, first, second, need, rest)
    return UNDECIDED if load(ws, NODES) >= load(ws, LIMIT) else value
