"""What is asked, checked: the cards, the seat, what was heard, who sits there, by which rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from skatsim.bots.bot import Bot, make_lineup
from skatsim.errors import SkatsimError
from skatsim.rules.cards import CardSet
from skatsim.rules.contracts import check_bid
from skatsim.rules.ruleset import RuleSet
from skatsim.rules.seats import seat_of
from skatsim.runs.config import RunConfig, player_label
from skatsim.runs.keys import BotSpec, by_seat
from skatsim.runs.keys import rules as read_rules
from skatsim.runs.kind import seated
from skatsim.table.heard import Heard, hear
from skatsim.table.worlds import Asked

TEN: Final = 10
Bots = str | BotSpec | Mapping[str, Any] | Sequence[str | BotSpec | Mapping[str, Any]]
Cards = str | int | CardSet
Player = tuple[Bot, Mapping[str, float]]


@dataclass(frozen=True)
class Question:
    """A checked question, see `read_question`.

    Attributes
    ----------
    asked
        As the kernels take it: of twelve cards ten are the hand and two the skat.
    cards
        The ten or twelve cards.
    players
        By seat, who sits there: ``bot@version``.
    seated
        The same as bots with their parameters.
    specs
        The same as they are named.
    bid
        With twelve cards, the bid at which the game is played; else 0.
    """

    asked: Asked
    cards: CardSet
    players: tuple[str, str, str]
    seated: tuple[Player, ...]
    specs: tuple[BotSpec, ...]
    bid: int = 0

    @property
    def seat(self) -> int:
        """Who asks."""
        return self.asked.seat

    @property
    def heard(self) -> Heard:
        """The auction so far."""
        return self.asked.heard

    @property
    def rules(self) -> RuleSet:
        """The table's rules."""
        return self.asked.rules

    @property
    def is_over(self) -> bool:
        """Whether the auction is over, and the seat that asks plays."""
        return self.heard.declarer == self.seat

    def with_others(self, player: Player, seats: Sequence[int]) -> Asked:
        """The same question with another bot at these seats."""
        chosen = [player if seat in seats else known for seat, known in enumerate(self.seated)]
        return replace(self.asked, lineup=make_lineup(chosen))

    @property
    def mine(self) -> str:
        """The bot that stands in for the seat that asks."""
        return self.players[self.seat]

    @property
    def others(self) -> str:
        """The other two bots, one name where they are alike."""
        names = [self.players[(self.seat + step) % 3] for step in (1, 2)]
        return names[0] if names[0] == names[1] else " and ".join(names)


def read_question(
    cards: Cards,
    *,
    seat: int | str = 0,
    heard: str = "",
    bots: Bots = "heuristic",
    rules: RuleSet | str | Mapping[str, Any] = "isko",
    seed: int = 1,
    skat: Cards = "",
    bid: int | None = None,
) -> Question:
    """Check a question; parameters as in `skatsim.safety`.

    Raises
    ------
    SkatsimError
        Naming the card, seat, word, bot or bid at fault.
    """
    place = seat_of(seat)
    hand, found = _cards(cards, "hand"), _cards(skat, "skat")
    both, asked_skat = _dealt(hand, found)
    config = RunConfig(games=1, seed=seed, rules=read_rules(rules))
    specs = by_seat(bots)
    players = [seated(spec, f"bots[{p}]") for p, spec in enumerate(specs)]
    names = [player_label(bot, params) for bot, params in players]
    told = hear(heard, place, config.rules)
    if asked_skat and told.said and told.declarer != place:
        raise SkatsimError(
            f"heard: {told.words(place)}: with twelve cards the auction is over and you play; say how it ended"
        )
    asked = Asked(
        place, both.mask & ~asked_skat, make_lineup(players), config.rules, int(config.seed), told, asked_skat
    )
    level = _bid(bid, told, config.rules) if asked_skat else 0
    if bid is not None and not asked_skat:
        raise SkatsimError(f"bid {bid}: only with twelve cards; with ten, say what was heard")
    return Question(asked, both, (names[0], names[1], names[2]), tuple(players), specs, level)


def the_bot(written: str | BotSpec | Mapping[str, Any], key: str) -> Player:
    """One bot with its parameters.

    Raises
    ------
    SkatsimError
        For a bot that is not installed or a parameter it does not have.
    """
    return seated(by_seat(written, key)[0], key)


def _cards(cards: Cards, what: str) -> CardSet:
    try:
        return cards if isinstance(cards, CardSet) else CardSet(cards)
    except SkatsimError as error:
        raise SkatsimError(f"{what}: {error}") from None


def _dealt(hand: CardSet, skat: CardSet) -> tuple[CardSet, int]:
    """All cards known, and the mask of those two that lie for the skat, 0 with ten cards."""
    if len(hand) == TEN + 2 and not skat:  # which two were found does not matter to anyone
        two = CardSet.of(sorted(hand, key=lambda card: card[1] not in "789")[:2])
        return hand, two.mask
    if len(hand) != TEN:
        raise SkatsimError(f"hand: {len(hand)} cards ({hand}); give ten, or twelve with the skat")
    if len(skat) not in (0, 2):
        raise SkatsimError(f"skat: {len(skat)} cards ({skat}); it has two")
    if hand & skat:
        raise SkatsimError(f"skat: {hand & skat} is in the hand already")
    return CardSet(hand.mask | skat.mask), skat.mask


def _bid(bid: int | None, heard: Heard, rules: RuleSet) -> int:
    """The bid at which the game with twelve cards is played."""
    if heard.declarer >= 0:
        if bid not in (None, heard.now.bid):
            raise SkatsimError(f"bid {bid}: heard was that you play at {heard.now.bid}")
        return heard.now.bid
    return check_bid(18 if bid is None else bid, rules.ladder_top)
