"""Checked input for the solver: who holds what, what lies on the table, what is asked.

A `Position` is any point of the play of an open deal.  Cards in hand, on the table and in the skat are given; cards
already played are simply absent.  Card points are 0-120.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CardSet, card_index, card_points, format_cards
from skatsim.rules.contracts import Contract, GameType, game_type_of
from skatsim.rules.seats import SEAT_NAMES, seat_of
from skatsim.rules.tricks import led_mask

Cards = CardSet | str | int


@dataclass(frozen=True, slots=True)
class Position:
    """A point of the play, in masks; build it with `read_position`."""

    hands: tuple[int, int, int]
    skat: int
    game: GameType
    declarer: int
    leader: int
    trick: tuple[int, ...]
    taken: int

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
        if isinstance(cards, CardSet):
            return cards.mask
        if isinstance(cards, str):
            return CardSet.parse(cards).mask
        return CardSet(int(cards)).mask
    except (TypeError, ValueError) as error:
        reason = error if isinstance(error, SkatsimError) else f"give cards as text, CardSet or mask, not {cards!r}"
        raise SkatsimError(f"{what}: {reason}") from None


def read_position(
    hands: Sequence[Cards],
    *,
    skat: Cards,
    contract: Contract | GameType | str,
    declarer: int | str,
    leader: int | str,
    trick: Sequence[str] | str = (),
    taken: int = 0,
) -> Position:
    """Check a position.

    Raises
    ------
    SkatsimError
        For hands of unequal size, a card that is there twice, a seat out of range, a trick that does not fit the hands,
        more card points than there are.
    """
    if isinstance(hands, str) or len(hands) != 3:
        raise SkatsimError("give three hands: forehand, middlehand, rearhand")
    first, second, third = (mask_of(hand, name) for hand, name in zip(hands, SEAT_NAMES, strict=True))
    played = _read_trick(trick)
    position = Position(
        hands=(first, second, third),
        skat=mask_of(skat, "skat"),
        game=game_type_of(contract),
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


def _read_trick(trick: Sequence[str] | str) -> tuple[int, ...]:
    names = trick.replace(",", " ").split() if isinstance(trick, str) else list(trick)
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
    if position.skat.bit_count() > 2:
        raise SkatsimError(f"the skat has {position.skat.bit_count()} cards; it is two cards, or none where unknown")


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
    cards = position.in_hand | position.skat | sum(position.trick)
    missing = 120 - int(card_points(cards))
    if not 0 <= position.taken <= missing:
        raise SkatsimError(f"taken={position.taken}: the cards already played are worth {missing}, give 0 to {missing}")
