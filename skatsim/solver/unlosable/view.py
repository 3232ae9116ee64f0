"""Checked input for the proof: what the declarer sees at a point of the play, and what he does not.

A `View` comes from the cards dealt and the cards played so far in order (`read_history`), or directly from an ending
(`read_ending`).  Seats are those of the table; card points are 0-120.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from skatsim.errors import SkatsimError
from skatsim.rules.cards import ALL, card_index, card_points, format_cards
from skatsim.rules.contracts import GameType
from skatsim.rules.notation import card_names, suit_letter
from skatsim.rules.seats import SEAT_NAMES, seat_of
from skatsim.rules.tricks import led_mask, legal_cards, trick_winner
from skatsim.solver.position import Cards, mask_of

TRUMP = ("trump", "trumps", "trumpf")


@dataclass(frozen=True, slots=True)
class View:
    """What the declarer knows: his cards, the unseen ones, what lies on the table, what play has shown.

    `held` and `unseen` leave out the cards on the table; `skat` is what he put away, 0 where it is unseen.  `voids` are
    the cards that each seat cannot have because it did not follow in earlier tricks, `tricks` the
    declarer's tricks (no need to know them but in null).
    """

    held: int
    unseen: int
    skat: int
    game: GameType
    declarer: int
    leader: int
    trick: tuple[int, ...] = ()
    voids: tuple[int, int, int] = (0, 0, 0)
    taken: int = 0
    tricks: int = 0

    @property
    def cards(self) -> int:
        """All cards in play, those on the table among them."""
        return self.held | self.unseen | sum(self.trick)

    @property
    def own(self) -> int:
        """The declarer's cards in play."""
        on_table = [card for i, card in enumerate(self.trick) if (self.leader + i) % 3 == self.declarer]
        return self.held | sum(on_table)

    @property
    def rest(self) -> int:
        """The card points of what is in play."""
        return int(card_points(self.cards))

    @property
    def made(self) -> int:
        """Card points the declarer has for certain: the known skat's and those of earlier tricks; 0 in null."""
        return 0 if self.game == GameType.NULL else self.taken + int(card_points(self.skat))

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.trick)) % 3

    def holds(self, seat: int) -> int:
        """How many cards `seat` has in hand."""
        played = [(self.leader + i) % 3 for i in range(len(self.trick))]
        size = self.held.bit_count() + played.count(self.declarer)
        return size - played.count(seat)

    def void_of(self, seat: int) -> int:
        """Cards that `seat` cannot have, the trick on the table considered."""
        void = self.voids[seat]
        for i, card in enumerate(self.trick):
            led = int(led_mask(self.trick[0], int(self.game)))
            if i and (self.leader + i) % 3 == seat and not card & led:
                void |= led
        return void

    @property
    def defenders(self) -> tuple[int, int]:
        """The two other seats in playing order."""
        return (self.declarer + 1) % 3, (self.declarer + 2) % 3

    def fits(self) -> bool:
        """Whether some distribution agrees with all that is known."""
        left, right = self.defenders
        off = [self.unseen & ~self.void_of(seat) for seat in (left, right)]
        needs = [self.holds(left), self.holds(right)]
        return (
            all(n <= cards.bit_count() for n, cards in zip(needs, off, strict=True))
            and sum(needs) <= (off[0] | off[1]).bit_count()
        )

    def legal(self) -> int:
        """What the seat to play may play; of a defender, what some distribution gives him."""
        led = int(led_mask(self.trick[0], int(self.game))) if self.trick else 0
        if self.to_play == self.declarer:
            return int(legal_cards(self.held, led, 0, 0))
        could = self.unseen & ~self.void_of(self.to_play)
        return sum(card for card in each(could) if self._next(card).fits())

    def play(self, card: int) -> "View":
        """The view after the seat to play has played `card`; a full trick is taken from the table."""
        after = self._next(card)
        if len(after.trick) < 3:
            return after
        winner = after.taker()
        voids = after.void_of(0), after.void_of(1), after.void_of(2)
        after = replace(after, trick=(), leader=winner, voids=voids)
        if winner != self.declarer:
            return after
        gain = int(card_points((self.cards | card) & ~after.cards))
        return replace(after, taken=self.taken + gain, tricks=self.tricks + 1)

    def _next(self, card: int) -> "View":
        return replace(self, held=self.held & ~card, unseen=self.unseen & ~card, trick=(*self.trick, card))

    def taker(self) -> int:
        """The seat that takes a full trick."""
        first, second, third = self.trick
        place = trick_winner(first, second, third, led_mask(first, int(self.game)), int(self.game))
        return (self.leader + int(place)) % 3


def each(cards: int) -> Iterator[int]:
    """The cards of a mask, one by one."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def read_cards(hand: Cards, skat: Cards) -> tuple[int, int]:
    """Masks of the declarer's hand and of the skat he put away.

    Raises
    ------
    SkatsimError
        For what is no card, a card that is there twice, a skat of one card.
    """
    held, away = mask_of(hand, "hand"), mask_of(skat, "skat")
    if held & away:
        raise SkatsimError(f"card {format_cards(held & away)} is there twice (again: skat)")
    if away.bit_count() not in (0, 2):
        raise SkatsimError(f"the skat has {away.bit_count()} cards; it is two cards, or none where it is unseen")
    return held, away


def read_history(hand: int, skat: int, game: GameType, declarer: int, played: Sequence[str] | str) -> View:
    """The view of a declarer dealt the ten cards `hand` after the cards `played`, in the order played.

    Raises
    ------
    SkatsimError
        For a card that is not his, or cannot be a defender's, or does not follow.
    """
    if hand.bit_count() != 10:
        raise SkatsimError(f"hand: {hand.bit_count()} cards; give the ten cards dealt, or twelve before the discard")
    view = View(hand, ALL & ~(hand | skat), skat, game, declarer, 0)
    for name in _names(played):
        card = 1 << card_index(name)
        _check_card(view, card)
        view = view.play(card)
    if not view.held and not view.trick:
        raise SkatsimError("all ten tricks are played")
    return view


def _names(cards: Sequence[str] | str) -> list[str]:
    return card_names(cards if isinstance(cards, str) else ", ".join(cards))


def _check_card(view: View, card: int) -> None:
    name, seat = format_cards(card), SEAT_NAMES[view.to_play]
    if card & (view.held if view.to_play == view.declarer else view.unseen) == 0:
        known = "the declarer does not have it" if view.to_play == view.declarer else "it is played, or the declarer's"
        raise SkatsimError(f"{seat} cannot play {name}: {known}")
    if card & view.legal() == 0:
        raise SkatsimError(f"{seat} cannot play {name}: it does not follow, or agrees with no cards he may hold")


def read_ending(
    hand: int,
    unseen: Cards,
    *,
    skat: int,
    game: GameType,
    declarer: int,
    leader: int | str,
    trick: Sequence[str] | str = (),
    voids: Mapping[str, str] | None = None,
    taken: int = 0,
) -> View:
    """The view of an ending: `hand` is what the declarer holds, `unseen` what he does not see.

    The unseen cards are the defenders' and, if there are two more than these hold, the skat's.

    Raises
    ------
    SkatsimError
        For counts that do not fit, a card that is there twice, voids that no distribution agrees with.
    """
    table = tuple(1 << card_index(name) for name in _names(trick))
    hidden = mask_of(unseen, "unseen")
    shown = [0, 0, 0]
    for name, suits in (voids or {}).items():
        seat = seat_of(name, "voids")
        if seat == declarer:
            raise SkatsimError(f"voids: {SEAT_NAMES[seat]} is the declarer, whose cards are given; name the defenders'")
        shown[seat] |= void_mask(suits, game)
    first, second, third = shown
    view = View(hand, hidden, skat, game, declarer, seat_of(leader, "leader"), table, (first, second, third), taken)
    _check_ending(view)
    return view


def void_mask(suits: str, game: GameType) -> int:
    """The cards of suits, as letters or words, and ``trump``, apart by blanks or commas.

    >>> format_cards(void_mask("trump", GameType.GRAND))
    'CJ SJ HJ DJ'
    """
    mask = 0
    for word in suits.replace(",", " ").split():
        if word.casefold() not in TRUMP:
            card = suit_letter(word) + "7"
        elif game != GameType.NULL:
            card = "CJ"
        else:
            raise SkatsimError(f"void {word!r}: null has no trumps; name suits")
        mask |= int(led_mask(1 << card_index(card), int(game)))
    return mask


def _check_ending(view: View) -> None:
    places = [("hand", view.held), ("skat", view.skat), *(("trick", card) for card in view.trick)]
    seen = view.unseen
    for place, cards in places:
        if cards & seen:
            raise SkatsimError(f"card {format_cards(cards & seen)} is there twice (again: {place})")
        seen |= cards
    if len(view.trick) > 2:
        raise SkatsimError(f"{len(view.trick)} cards on the table: an open trick has at most two")
    sizes = [view.holds(seat) for seat in range(3)]
    extra = view.unseen.bit_count() - sum(view.holds(seat) for seat in view.defenders)
    if not 1 <= max(sizes) <= 10 or extra not in ((0,) if view.skat else (0, 2)):
        wanted = sum(view.holds(seat) for seat in view.defenders)
        skat = "" if view.skat else f", or {wanted + 2} with an unseen skat"
        raise SkatsimError(f"{view.unseen.bit_count()} cards unseen: the defenders hold {wanted} here{skat}")
    players = [(view.leader + i) % 3 for i in range(len(view.trick))]
    if not view.fits() or any(card & view.voids[seat] for seat, card in zip(players, view.trick, strict=True)):
        raise SkatsimError("no distribution of the unseen cards agrees with the voids")
    if not 0 <= view.taken <= 120 - view.rest - int(card_points(view.skat)):
        raise SkatsimError(f"taken={view.taken}: is below 0, or more than the cards already played are worth")
