"""Checked input for the solver: who holds what, what lies on the table, what is asked.

A `Position` is any point of the play of an open deal.  Cards in hand, on the table and in the skat are given; cards
already played are simply absent.  Card points are 0-120.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Ints
from skatsim.rules.cards import ALL, CardSet, card_index, card_points, format_cards
from skatsim.rules.contracts import Contract, GameType, game_type_of
from skatsim.rules.notation import card_names
from skatsim.rules.seats import SEAT_NAMES, seat_of
from skatsim.rules.tricks import led_mask

Cards = CardSet | str | int
Game = Contract | GameType | str
"""What is played: a contract, its text or only the game."""
MOST_POINTS = 120
_ENOUGH, _SCHNEIDER = 61, 90


class Given(TypedDict):
    """What every question about a position is told besides the hands; see `skatsim.solver.solve`."""

    skat: Cards
    contract: Game
    declarer: int | str
    leader: int | str
    trick: NotRequired[Sequence[str] | str]
    taken: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Position:
    """A point of the play, in masks; build it with `read_position`."""

    hands: tuple[int, int, int]
    skat: int
    contract: Contract
    declarer: int
    leader: int
    trick: tuple[int, ...] = ()
    taken: int = 0

    @property
    def game(self) -> GameType:
        """The game type."""
        return self.contract.game_type

    @property
    def enough(self) -> int:
        """The value from which the declarer has made it: 61 card points, 90 with Schneider announced, in null 1."""
        if self.game == GameType.NULL:
            return 1
        return _SCHNEIDER if self.contract.schneider_announced else _ENOUGH

    @property
    def in_hand(self) -> int:
        """All cards not yet played."""
        return self.hands[0] | self.hands[1] | self.hands[2]

    @property
    def table(self) -> tuple[int, int]:
        """The first and second card on the table, 0 where there is none."""
        first, second = (*self.trick, 0, 0)[:2]
        return first, second

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.trick)) % 3

    @property
    def tricks_left(self) -> int:
        """Tricks not yet taken, the open one included."""
        return self.owners[0].bit_count()

    @property
    def made(self) -> int:
        """Card points the declarer has already: the skat's and those of earlier tricks; 0 in null."""
        return 0 if self.game == GameType.NULL else self.taken + int(card_points(self.skat))

    @property
    def owners(self) -> tuple[int, int, int]:
        """The hands with the cards on the table put back."""
        hands = list(self.hands)
        for i, card in enumerate(self.trick):
            hands[(self.leader + i) % 3] |= card
        return hands[0], hands[1], hands[2]


def mask_of(cards: Cards, what: str) -> int:
    """The mask of a card set given as text, `CardSet` or mask.

    Raises
    ------
    SkatsimError
        Naming `what` was given.
    """
    try:
        return cards.mask if isinstance(cards, CardSet) else CardSet(cards).mask
    except SkatsimError as error:
        raise SkatsimError(f"{what}: {error}") from None


def contract_of(game: Game) -> Contract:
    """The contract of a text, or of a game alone."""
    if isinstance(game, Contract):
        return game
    return Contract.parse(game) if isinstance(game, str) else Contract(game_type_of(game))


def check_threshold(at_least: int | None, most: int = MOST_POINTS, unit: str = "card points") -> int:
    """What is asked for: 1 to `most`, or 0 for the exact value where `at_least` is None.

    Raises
    ------
    SkatsimError
        For a threshold that is out of range or no whole number.
    """
    if at_least is None:
        return 0
    if isinstance(at_least, bool) or not isinstance(at_least, Integral) or not 1 <= at_least <= most:
        raise SkatsimError(f"at_least={at_least!r} is out of range; ask for 1 to {most} {unit}")
    return int(at_least)


def as_ints(values: ArrayLike, what: str) -> Ints:
    """An array of whole numbers as int64.

    Raises
    ------
    SkatsimError
        For rows of unequal length, fractions, text or numbers beyond 64 bits, naming `what` was given.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise SkatsimError(f"{what}: rows of unequal length; give an array") from None
    kinds = array.size == 0 or array.dtype.kind in "iu"
    if not kinds or (array.dtype == np.uint64 and (array >> np.uint64(63)).any()):
        raise SkatsimError(f"{what}: give whole numbers of 64 bits (card masks, games, seats), not {array.dtype}")
    return array.astype(np.int64)


def read_position(
    hands: Sequence[Cards],
    *,
    skat: Cards,
    contract: Game,
    declarer: int | str,
    leader: int | str,
    trick: Sequence[str] | str = (),
    taken: int = 0,
) -> Position:
    """Check a position.

    Raises
    ------
    SkatsimError
        For hands of unequal size, a skat that is neither two cards nor none, a card that is there twice, a seat out of
        range, a trick that does not fit the hands, more card points than there are.
    """
    first, second, third = (mask_of(hand, name) for hand, name in zip(_three(hands), SEAT_NAMES, strict=True))
    played = _read_trick(trick)
    position = Position(
        hands=(first, second, third),
        skat=mask_of(skat, "skat"),
        contract=contract_of(contract),
        declarer=seat_of(declarer, "declarer"),
        leader=seat_of(leader, "leader"),
        trick=played,
        taken=taken,
    )
    _check_sizes(position)
    _check_different(position)
    _check_follows(position)
    _check_taken(position)
    return position


def _three(hands: Sequence[Cards]) -> list[Cards]:
    parts = [] if isinstance(hands, str) or not hasattr(hands, "__iter__") else list(hands)
    if len(parts) != 3:
        raise SkatsimError("give three hands: forehand, middlehand, rearhand")
    return parts


def _read_trick(trick: Sequence[str] | str) -> tuple[int, ...]:
    """The cards on the table, in the order played."""
    if not isinstance(trick, str | list | tuple) or not all(isinstance(card, str) for card in trick):
        raise SkatsimError(f"trick {trick!r}: give the names of the cards on the table in the order played")
    names = card_names(trick if isinstance(trick, str) else ", ".join(trick))
    if len(names) > 2:
        raise SkatsimError(f"{len(names)} cards on the table ({' '.join(names)}): an open trick has at most two")
    return tuple(1 << card_index(name) for name in names)


def _check_sizes(position: Position) -> None:
    sizes = [owned.bit_count() for owned in position.owners]
    if len(set(sizes)) != 1:
        held = ", ".join(f"{name} {hand.bit_count()}" for name, hand in zip(SEAT_NAMES, position.hands, strict=True))
        on_table = f" beside {len(position.trick)} on the table" if position.trick else ""
        raise SkatsimError(
            f"hands of unequal size: {held} cards{on_table}; each seat needs as many cards as the others"
        )
    if not 1 <= sizes[0] <= 10:
        raise SkatsimError(f"hands of {sizes[0]} cards: give 1 to 10 cards a seat")
    away = position.skat.bit_count()
    if away not in (0, 2):
        raise SkatsimError(f"the skat has {away} card{'s' if away > 1 else ''}; it is two cards, or none where unknown")


def _check_different(position: Position) -> None:
    seen = 0
    places = [*zip(SEAT_NAMES, position.hands, strict=True), ("skat", position.skat)]
    for place, cards in places + [("trick", card) for card in position.trick]:
        if cards & seen:
            raise SkatsimError(f"card {format_cards(cards & seen)} is there twice (again: {place})")
        seen |= cards


def _check_follows(position: Position) -> None:
    if len(position.trick) < 2:
        return
    lead, follow = position.trick
    led = int(led_mask(lead, int(position.game)))
    kept = position.hands[(position.leader + 1) % 3] & led
    if kept and not follow & led:
        raise SkatsimError(
            f"{format_cards(follow)} does not follow {format_cards(lead)}: "
            f"{SEAT_NAMES[(position.leader + 1) % 3]} still has {format_cards(kept)}"
        )


def _check_taken(position: Position) -> None:
    """The card points of earlier tricks: of all cards that are out, or where the skat is unknown of any but two."""
    if isinstance(position.taken, bool) or not isinstance(position.taken, Integral):
        raise SkatsimError(f"taken={position.taken!r} is no whole number of card points")
    present = position.in_hand | sum(position.trick)
    out = [int(card_points(1 << bit)) for bit in range(32) if (ALL & ~(present | position.skat)) >> bit & 1]
    most = sum(sorted(out, reverse=True)[: 30 - present.bit_count()])
    if not 0 <= position.taken <= most:
        raise SkatsimError(f"taken={position.taken}: the cards already played are worth {most}, give 0 to {most}")
