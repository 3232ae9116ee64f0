"""The plan of an unlosable game, shown against a defence that allows it no more than it guarantees."""

from skatsim.rules.cards import card_points, format_cards
from skatsim.rules.contracts import GameType
from skatsim.solver.line import Trick
from skatsim.solver.unlosable.prover import Prover
from skatsim.solver.unlosable.view import View, each


def main_line(view: View, guaranteed: int, prover: Prover) -> tuple[Trick, ...]:
    """The plan that makes `guaranteed` (in null 1), trick by trick.

    Of good cards the one with fewest card points, then the weakest; of the defenders' likewise.  It ends where the
    limit of nodes is reached.
    """
    tricks: list[Trick] = []
    prover.more()
    while view.held or view.trick:
        start = view
        names = [format_cards(card) for card in view.trick]
        while len(names) < 3:
            card = chosen(view, guaranteed, prover)
            if card is None:
                return tuple(tricks)
            names.append(format_cards(card))
            view = view.play(card)
        points = int(card_points(start.cards & ~view.cards))
        tricks.append(Trick(start.leader, tuple(names), view.leader, None if view.game == GameType.NULL else points))
    return tuple(tricks)


def chosen(view: View, guaranteed: int, prover: Prover) -> int | None:
    """A card of the plan, or of a defence that holds it to `guaranteed`."""
    own = view.to_play == view.declarer
    for card in sorted(each(view.legal()), key=lambda card: (int(card_points(card)), card)):
        after = view.play(card)
        if prover.surely(after, guaranteed) if own else not prover.surely(after, guaranteed + 1):
            return card
    return None
