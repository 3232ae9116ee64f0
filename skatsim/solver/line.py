"""The line of play behind a solved value, as readable tricks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from skatsim.kernel.types import Ints
from skatsim.rules.cards import CARD_NAMES, card_index, card_points
from skatsim.rules.contracts import GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import led_mask, trick_winner
from skatsim.solver.layout import DEFAULT_BITS, workspace_for
from skatsim.solver.position import Cards, Given, Position, read_position
from skatsim.solver.solving import card_values, check_by_points, prepare


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: who led, the three cards in the order played, who took it, its card points (None in null)."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    card_points: int | None

    def __str__(self) -> str:
        plays = ", ".join(f"{SEAT_NAMES[(self.leader + i) % 3]} {card}" for i, card in enumerate(self.cards))
        worth = "it" if self.card_points is None else self.card_points
        return f"{plays}: {SEAT_NAMES[self.winner]} takes {worth}"


def best_line(hands: Sequence[Cards], *, workspace: Ints | None = None, **given: Unpack[Given]) -> list[Trick]:
    """One line of perfect play to the end; parameters as in `solve`.

    A null game ends, lost, with the first trick the declarer takes, and so does its line.  In the other games the
    declarer's card points of the line, with the skat's and `taken`, are the value of the position.  Of equally good
    cards the one with fewest points is played, then the weakest.

    Raises
    ------
    SkatsimError
        For a position that cannot be, and for Schwarz announced: a line is one of card points.

    Examples
    --------
    >>> for trick in best_line(("CA C7", "CT SA", "C8 ST"), skat="", contract="G", declarer=0, leader=0):
    ...     print(trick)
    forehand CA, middlehand CT, rearhand C8: forehand takes 21
    forehand C7, middlehand SA, rearhand ST: forehand takes 21
    """
    return line_of(read_position(hands, **given), workspace)


def line_of(position: Position, workspace: Ints | None = None) -> list[Trick]:
    """`best_line` for a checked position."""
    check_by_points(position)
    memory = workspace_for(workspace, DEFAULT_BITS)
    prepare(position, memory)
    tricks = []
    while position.in_hand:
        card = _choose(position, memory)
        held = tuple(hand & ~card for hand in position.hands)
        position = replace(position, hands=(held[0], held[1], held[2]), trick=(*position.trick, card))
        if len(position.trick) == 3:
            position, done = _close(position)
            tricks.append(done)
            if position.game == GameType.NULL and done.winner == position.declarer:
                break
    return tricks


def _choose(position: Position, workspace: Ints) -> int:
    """The best card of the seat to play."""
    values = card_values(position, workspace)
    sign = -1 if position.to_play == position.declarer else 1
    name = min(values, key=lambda card: (sign * values[card], card_points(1 << card_index(card)), card_index(card)))
    return 1 << card_index(name)


def _close(position: Position) -> tuple[Position, Trick]:
    """Take a full trick from the table."""
    first, second, third = position.trick
    game = int(position.game)
    place = int(trick_winner(first, second, third, led_mask(first, game), game))
    winner = (position.leader + place) % 3
    points = int(card_points(first | second | third))
    names = tuple(CARD_NAMES[card.bit_length() - 1] for card in position.trick)
    taken = position.taken + (points if winner == position.declarer else 0)
    worth = None if position.game == GameType.NULL else points
    return replace(position, leader=winner, trick=(), taken=taken), Trick(position.leader, names, winner, worth)
