"""What every registered bot must keep to: legal answers, the same answer twice, blind to hidden cards.

`check_legal`, `check_deterministic` and `check_blind` take any bot with any parameters, so that a bot written elsewhere
can be tested the same way.  Blindness is tested through the referee: a game is played to a random question, the cards
the seat that is asked cannot see are dealt anew among the places where they may lie, the table is set up afresh with
the same history, and the seat is asked again from the view the referee then shows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from skatsim.bots import abi, registry
from skatsim.bots.bot import Bot, make_lineup
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel
from skatsim.rules.ruleset import ISKO, PRESETS, RuleSet
from skatsim.table.engine import simulate_games
from skatsim.table.referee.bots import BotTable, card_names, mask

SEED = 424_242
BOTS = registry.NAMES
NOBODY: Mapping[str, float] = {}


class FoundError(Exception):
    """The question that was looked for has come up."""


class SpyTable(BotTable):
    """A referee's table that stops at question number `stop` and remembers who was asked what."""

    def __init__(self, *args: object, stop: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.stop, self.count = stop, 0

    def ask(self, seat: int, question: int) -> int:
        self.count += 1
        if self.count > self.stop:
            self.seat, self.question = seat, question
            raise FoundError
        return super().ask(seat, question)


def played_to(bot: Bot, params: Mapping[str, float], game: int, stop: int, rules: RuleSet) -> SpyTable | None:
    """A table at which three such bots have answered `stop` questions of the game; None if it was over before."""
    table = SpyTable(SEED, game, make_lineup([(bot, params)] * 3), rules, compiled=True, stop=stop)
    try:
        table.bid()
        if not table.referee.passed_in:
            table.declare()
            table.play()
    except FoundError:
        return table
    return None


def answer(table: SpyTable) -> int:
    """What the seat that is asked says now; asking leaves the table as it was."""
    asked = list(table.asked)
    result = BotTable.ask(table, table.seat, table.question)
    table.asked = asked
    return result


def hidden_places(table: SpyTable) -> dict[object, list[str]]:
    """The cards the asked seat cannot see, by where they lie: other seats' hands, the skat, the discard."""
    referee, seat = table.referee, table.seat
    open_declarer = referee.contract is not None and referee.contract.ouvert
    places: dict[object, list[str]] = {
        other: sorted(referee.hands[other])
        for other in range(3)
        if other != seat and not (open_declarer and other == referee.declarer)
    }
    if seat != referee.declarer or not referee.picked_up:
        places["away"] = sorted(referee.discarded or referee.skat)
    return places


def deal_anew(table: SpyTable, random: np.random.Generator) -> int:
    """Give the hidden cards other places, none to a seat that is known to lack them; how many cards moved."""
    places = hidden_places(table)
    pool = sorted(card for cards in places.values() for card in cards)
    lacks = {place: set(card_names(table.lacks[place])) if place != "away" else set() for place in places}
    for _ in range(200):
        shuffled = list(random.permutation(pool))
        dealt = {place: [shuffled.pop() for _ in cards] for place, cards in places.items()}
        if all(not lacks[place] & set(cards) for place, cards in dealt.items()):
            break
    else:
        return 0
    moved = sum(len(set(places[place]) - set(dealt[place])) for place in places)
    for place, cards in dealt.items():
        put(table, place, cards)
    return moved


def put(table: SpyTable, place: object, cards: list[str]) -> None:
    """Lay cards in a seat's hand, or away: the discard after a pick-up, else the skat."""
    referee = table.referee
    if place != "away":
        referee.hands[place] = cards  # type: ignore[index]
    elif referee.discarded:
        referee.discarded = tuple(cards)
    else:
        referee.skat = tuple(cards)


def check_legal(bot: Bot, params: Mapping[str, float], games: int, rules: RuleSet = ISKO) -> None:
    """The engine accepts every answer in `games` games."""
    simulate_games(SEED, 0, games, make_lineup([(bot, params)] * 3), rules)


def check_deterministic(bot: Bot, params: Mapping[str, float], games: int) -> None:
    """The same games twice, cut differently, come out the same: nothing is carried from one to the next."""
    lineup = make_lineup([(bot, params)] * 3)
    whole = simulate_games(SEED, 0, games, lineup, plays=True)
    parts = [simulate_games(SEED, first, 1, lineup, plays=True) for first in range(games - 1, games - 21, -1)]
    for first, part in zip(range(games - 1, games - 21, -1), parts, strict=True):
        assert np.array_equal(whole.plays[first], part.plays[0]), f"{bot.name} plays game {first} in two ways"
        assert whole.outcomes.bid[first] == part.outcomes.bid[0]


def check_blind(bot: Bot, params: Mapping[str, float], positions: int, rules: RuleSet = ISKO) -> dict[int, int]:
    """The choice does not change with the hidden cards; how often each question was put to the test."""
    random = np.random.default_rng(7)
    tested = dict.fromkeys(range(4), 0)
    game = 0
    while sum(tested.values()) < positions:
        game += 1
        table = played_to(bot, params, game, int(random.integers(0, 40)), rules)
        if table is None:
            continue
        before, view = answer(table), table.see(table.seat)
        if not deal_anew(table, random):
            continue
        assert table.see(table.seat) == view, "the view shows what is hidden"
        assert answer(table) == before, f"{bot.name} looks at hidden cards in game {game}"
        tested[table.question] += 1
    return tested


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", PRESETS)
def test_answers_are_legal(name: str, rules: str, scaled: Callable[[int], int]) -> None:
    check_legal(registry.get(name), NOBODY, scaled(20_000), PRESETS[rules])


@pytest.mark.parametrize("name", BOTS)
def test_the_same_game_is_played_the_same_way(name: str, scaled: Callable[[int], int]) -> None:
    check_deterministic(registry.get(name), NOBODY, max(50, scaled(2_000)))


@pytest.mark.parametrize("name", BOTS)
def test_choices_do_not_depend_on_hidden_cards(name: str, scaled: Callable[[int], int]) -> None:
    tested = check_blind(registry.get(name), NOBODY, max(60, scaled(600)))
    assert tested[abi.RESERVE] > 0
    assert tested[abi.PLAY] > 20


# --- the tests can fail

_ORIGINAL = registry.get("random")
LEAK: dict[str, int] = {"hidden": 0}


@kernel
def _out_of_turn(view, params, workspace, word):  # type: ignore[no-untyped-def]
    return view[abi.HAND] & -view[abi.HAND]


def test_an_illegal_bot_is_caught() -> None:
    with pytest.raises(SkatsimError, match="answered play illegally"):
        check_legal(replace(_ORIGINAL, name="revoking", play=_out_of_turn), {"top_bid": 18.0}, 500)


def test_a_bot_with_a_memory_is_caught() -> None:
    with pytest.raises(AssertionError, match="in two ways"):
        check_deterministic(replace(_ORIGINAL, name="brooding", play=_brooding), {"top_bid": 18.0}, 100)


@kernel
def _brooding(view, params, workspace, word):  # type: ignore[no-untyped-def]
    """Plays the highest card, and every second time the lowest: remembers across games."""
    legal = view[abi.LEGAL]
    workspace[0] += 1
    low = legal & -legal
    if workspace[0] % 7 < 3:
        return low
    while legal & (legal - 1):
        legal &= legal - 1
    return legal


def test_a_peeking_bot_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that leaks the partner's hand into a bot's choice is found out."""
    honest_see = BotTable.see

    def leaking_see(self: BotTable, seat: int) -> list[int]:
        slots = honest_see(self, seat)
        LEAK["hidden"] = mask(self.referee.hands[(seat + 1) % 3])
        return slots

    def peeking_ask(self: BotTable, seat: int, question: int) -> int:
        honest = honest_ask(self, seat, question)
        if question != abi.PLAY:
            return honest
        legal = mask(self.referee.legal_cards(seat))
        peeked = legal if LEAK["hidden"] % 3 else honest
        return peeked & -peeked

    honest_ask = BotTable.ask
    monkeypatch.setattr(BotTable, "see", leaking_see)
    monkeypatch.setattr(BotTable, "ask", peeking_ask)
    with pytest.raises(AssertionError, match="looks at hidden cards"):
        check_blind(_ORIGINAL, {"top_bid": 18.0}, 300)
