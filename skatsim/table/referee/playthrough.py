"""A game told step by step: for people who want to see what happened, trick by trick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skatsim.bots.bot import Lineup
from skatsim.rules.cards import CardSet, format_cards
from skatsim.rules.contracts import Contract
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES
from skatsim.rules.words import contract_words
from skatsim.table.referee.auction import PASS
from skatsim.table.referee.deal import CONCEDED, DECIDED, PLAYED_OUT, Referee
from skatsim.table.referee.played import run_game
from skatsim.table.referee.scoring import Result

ENDING_WORDS = {PLAYED_OUT: "all ten tricks were played", DECIDED: "decided early", CONCEDED: "given up"}


@dataclass(frozen=True, slots=True)
class TrickStep:
    """One trick: cards by the seats in the order played, who won it, and both sides' points after it (no skat)."""

    number: int
    plays: tuple[tuple[int, str], ...]
    winner: int
    points: int
    declarer_points: int
    defender_points: int


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A whole game as data; `lines` tells it in words.

    `hands` and `skat` are as dealt, `auction` the words by seat (``"18"``, ``"yes"``, ``"pass"``), `discard` the two
    cards put away (empty in a hand game), `open_trick` the cards of a trick that was not finished, `ending` a word of
    `Referee.ending` or how else the game ended.  In a passed-in deal `declarer` is -1 and `contract` and `result` are
    None.
    """

    hands: tuple[CardSet, CardSet, CardSet]
    skat: CardSet
    auction: tuple[tuple[int, str], ...]
    declarer: int
    bid: int
    contract: Contract | None
    discard: CardSet
    tricks: tuple[TrickStep, ...]
    open_trick: tuple[tuple[int, str], ...]
    ending: str
    result: Result | None
    players: tuple[str, str, str] = ("", "", "")

    def lines(self) -> Iterator[str]:
        """The game in words, line by line."""
        yield from _deal_lines(self)
        yield from _auction_lines(self)
        if self.contract is None or self.result is None:
            yield "Passed in: nobody plays, everybody books 0."
            return
        yield from _declaration_lines(self, self.contract)
        yield from _trick_lines(self)
        yield from _result_lines(self, self.result)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def transcript(
    seed: int,
    game: int,
    lineup: Lineup,
    rules: RuleSet = ISKO,
    *,
    players: Sequence[str] = ("", "", ""),
    compiled: bool = True,
) -> Playthrough:
    """Game `game` of `seed`, played by the bots of `lineup`, step by step.

    `players` are the names of the line-up's three players; other parameters and errors as in `run_game`.
    """
    by_seat = (players[game % 3], players[(game + 1) % 3], players[(game + 2) % 3])
    return playthrough(run_game(seed, game, lineup, rules, compiled=compiled), by_seat)


def playthrough(referee: Referee, players: tuple[str, str, str] = ("", "", "")) -> Playthrough:
    """A finished deal as data; `players` are the names by seat."""
    hands = [CardSet.of(hand) for hand in referee.dealt]
    open_trick = tuple(((referee.leader + place) % 3, card) for place, card in enumerate(referee.trick))
    return Playthrough(
        (hands[FOREHAND], hands[MIDDLEHAND], hands[REARHAND]),
        CardSet.of(referee.skat),
        tuple(referee.auction.said),
        referee.declarer,
        referee.bid_value,
        referee.contract,
        CardSet.of(referee.discarded),
        tuple(_trick_steps(referee)),
        open_trick,
        referee.ending,
        referee.result(),
        players,
    )


def _trick_steps(referee: Referee) -> Iterator[TrickStep]:
    declarer_points = defender_points = 0
    for number, trick in enumerate(referee.tricks, 1):
        if trick.winner == referee.declarer:
            declarer_points += trick.points
        else:
            defender_points += trick.points
        plays = tuple(((trick.leader + place) % 3, card) for place, card in enumerate(trick.cards))
        yield TrickStep(number, plays, trick.winner, trick.points, declarer_points, defender_points)


def _deal_lines(game: Playthrough) -> Iterator[str]:
    for seat, hand in enumerate(game.hands):
        name = f" ({game.players[seat]})" if game.players[seat] else ""
        yield f"{SEAT_NAMES[seat].capitalize()}{name}: {_in_order(hand, game.contract)}"
    yield f"Skat: {_in_order(game.skat, game.contract)}"


def _in_order(cards: CardSet, contract: Contract | None) -> str:
    """Cards as players of this game sort them."""
    return format_cards(cards.mask, contract.game_type if contract else None)


def _auction_lines(game: Playthrough) -> Iterator[str]:
    """One line for each stage: a stage ends when somebody passes."""
    words: list[str] = []
    for seat, word in game.auction:
        words.append(f"{SEAT_NAMES[seat]} {word}")
        if word == PASS:
            yield f"Auction: {', '.join(words)}"
            words = []
    if words:
        yield f"Auction: {', '.join(words)}"


def _declaration_lines(game: Playthrough, contract: Contract) -> Iterator[str]:
    declarer = SEAT_NAMES[game.declarer].capitalize()
    if not contract.hand:
        found, away = _in_order(game.skat, contract), _in_order(game.discard, contract)
        yield f"{declarer} picks up {found} and discards {away or 'nothing yet'}"
    yield f"{declarer} plays {contract_words(contract)} ({contract}) at {game.bid}"


def _trick_lines(game: Playthrough) -> Iterator[str]:
    for trick in game.tricks:
        cards = "  ".join(f"{SEAT_NAMES[seat]} {card}" for seat, card in trick.plays)
        yield (
            f"Trick {trick.number:2}: {cards}  -> {SEAT_NAMES[trick.winner]} {trick.points:+d} "
            f"(declarer {trick.declarer_points}, defenders {trick.defender_points})"
        )
    if game.open_trick:
        yield "On the table: " + "  ".join(f"{SEAT_NAMES[seat]} {card}" for seat, card in game.open_trick)


def _result_lines(game: Playthrough, result: Result) -> Iterator[str]:
    away = game.discard or game.skat
    yield (
        f"The declarer has {result.card_points} card points ({away.card_points} of them put away: "
        f"{_in_order(away, result.contract)}) and "
        f"{result.tricks} trick{'' if result.tricks == 1 else 's'}; {ENDING_WORDS.get(game.ending, game.ending)}"
    )
    yield f"Value: {result.arithmetic}"
    yield f"{'Won' if result.won else 'Lost'}: {SEAT_NAMES[game.declarer]} books {result.score:+d}"
