"""Questions about the cards of one view, which share a table: bounds, and the exact value."""

from typing import Any, Final

from skatsim.kernel.types import Ints
from skatsim.rules.contracts import GameType
from skatsim.rules.tricks import trump_mask
from skatsim.solver.layout import LIMIT, NODES, new_workspace
from skatsim.solver.unlosable.asking import UNDECIDED, guarantees, set_view
from skatsim.solver.unlosable.knowledge import SEAT_BITS
from skatsim.solver.unlosable.view import View

_BITS: Final = 16
_STEP: Final = 8


class Prover:
    """One table for all questions about the unseen cards of a view and the declarer's `own` cards in play.

    Each question may search `nodes` positions, counted from the last call of `more`.
    """

    def __init__(self, own: int, view: View, nodes: int) -> None:
        self.workspace: Ints = new_workspace(_BITS)
        self.nodes = nodes
        self.set(own, view)

    def set(self, own: int, view: View) -> None:
        """Begin with other cards, the table empty."""
        set_view(self.workspace, own, view.cards & ~own, int(view.game), view.declarer, self.nodes)

    def more(self) -> None:
        """Allow as many nodes again."""
        self.workspace[LIMIT] = self.workspace[NODES] + self.nodes

    @property
    def searched(self) -> int:
        """Positions searched so far."""
        return int(self.workspace[NODES])

    def bound(self, view: View, need: int) -> int | None:
        """A bound of what the declarer makes in the end (null: 1 for no trick), >= `need` or not; None: undecided."""
        made, rest = view.made, 1 if view.game == GameType.NULL else view.rest
        if view.game == GameType.NULL and view.tricks:
            return 0
        if not view.held and not view.trick:
            return made + rest
        if need <= made:
            return made
        if need > made + rest:
            return made + rest
        first, second = (*view.trick, 0, 0)[:2]
        voids = void_bits(view)
        arguments: tuple[Any, ...] = (view.cards, view.leader, voids, first, second, need - made, rest)
        value = int(guarantees(self.workspace, *arguments))
        return None if value == UNDECIDED else made + value

    def surely(self, view: View, need: int) -> bool:
        """Whether `need` is proved."""
        bound = self.bound(view, need)
        return bound is not None and bound >= need

    def exact(self, view: View, low: int) -> int:
        """The most the declarer can guarantee, known to be at least `low`; less if the limit is reached."""
        high = view.made + view.rest
        window = min(low + _STEP, high)
        while low < high:
            bound = self.bound(view, window)
            if bound is None:
                break
            if bound >= window:
                low, window = bound, min(bound + _STEP, high)
            else:
                high, window = bound, max(low + 1, bound - 1)
        return low


def void_bits(view: View) -> int:
    """The voids of earlier tricks as `knowledge` keeps them."""
    bits = 0
    for place, seat in enumerate(view.defenders):
        void = view.voids[seat]
        for suit, group in enumerate(groups_of(view.game)):
            if group & void:
                bits |= 1 << suit + SEAT_BITS * place
    return bits


def groups_of(game: GameType) -> list[int]:
    """The cards of each suit 0-4 of the solver's layout, in the layout of the rules."""
    trumps = int(trump_mask(int(game)))
    if game == GameType.NULL:
        return [127 << 7 * suit | 1 << 28 + suit for suit in range(4)]
    plain = [127 << 7 * suit for suit in range(4)]
    if game == GameType.GRAND:
        return [*plain, trumps]
    plain[game], plain[3] = plain[3], trumps
    return plain
