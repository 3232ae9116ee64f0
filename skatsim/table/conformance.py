"""What every bot must keep to: legal answers, the same answer twice, blind to hidden cards, within its own memory.

The checks take any bot with any parameters, so that a bot written elsewhere is tested as those of the package are:

    from skatsim.table.conformance import check_bot
    check_bot(BOT)

Blindness is tested through the referee: a game is played to a random question, the cards the seat that is asked cannot
see are dealt anew among the places where they may lie, the table is set up afresh with the same history, and the seat
is asked again from the view the referee then shows it.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.bot import Bot, Lineup, make_lineup
from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.table.engine import simulate_games
from skatsim.table.referee.bots import BotTable, card_names

SEED: Final = 424_242
_AGAIN: Final = 20
"""Games that are played once more, one by one."""
_AWAY: Final = -1
"""The place of the cards that lie in no hand: the discard, or the skat that nobody picked up."""


def check_bot(
    bot: Bot, params: Mapping[str, float] | None = None, *, games: int = 2_000, rules: RuleSet = ISKO
) -> None:
    """All checks, with numbers of games that take some seconds.

    Raises
    ------
    SkatsimError
        Saying what the bot does that it must not.

    Examples
    --------
    >>> from skatsim.bots import registry
    >>> check_bot(registry.get("random"), games=40)
    """
    for _, check in checks(bot, params or {}, games=games, rules=rules):
        check()


def checks(
    bot: Bot, params: Mapping[str, float], *, games: int = 2_000, rules: RuleSet = ISKO
) -> list[tuple[str, Callable[[], object]]]:
    """All checks: what passes with each, and the check.

    >>> from skatsim.bots import registry
    >>> [words for words, _ in checks(registry.get("random"), {}, games=40)][0]
    'legal: 40 games in which the table takes every answer'
    """
    some, few = max(1, games // 20), max(1, games // 50)
    return [
        (
            f"legal: {games:,} games in which the table takes every answer",
            partial(check_legal, bot, params, games, rules),
        ),
        (
            f"deterministic: {games:,} games, {min(games, _AGAIN)} of them again alone, the same cards",
            partial(check_deterministic, bot, params, games),
        ),
        (
            f"blind: {some:,} questions again with the hidden cards dealt anew, the same answers",
            partial(check_blind, bot, params, some, rules),
        ),
        (
            f"reads only: {few:,} games in which view and parameters stay as they were",
            partial(check_reads_only, bot, params, few),
        ),
        (
            f"within its memory: {few:,} games as plain Python, every index checked",
            partial(check_bounds, bot, params, few),
        ),
    ]


def check_legal(bot: Bot, params: Mapping[str, float], games: int, rules: RuleSet = ISKO) -> None:
    """The engine accepts every answer in `games` games.

    Raises
    ------
    SkatsimError
        Naming game, question and answer.
    """
    simulate_games(SEED, 0, games, make_lineup([(bot, params)] * 3), rules)


def check_deterministic(bot: Bot, params: Mapping[str, float], games: int) -> None:
    """The same games twice, cut differently, come out the same: nothing is carried from one to the next.

    Raises
    ------
    SkatsimError
        Naming the game that is played in two ways.
    """
    lineup = make_lineup([(bot, params)] * 3)
    whole = simulate_games(SEED, 0, games, lineup, plays=True)
    for game in range(games - 1, max(-1, games - 1 - _AGAIN), -1):
        once = simulate_games(SEED, game, 1, lineup, plays=True)
        assert whole.plays is not None
        assert once.plays is not None
        same = np.array_equal(whole.plays[game], once.plays[0])
        if not same or whole.outcomes.bid[game] != once.outcomes.bid[0]:
            raise SkatsimError(f"bot {bot.name} plays game {game} in two ways: it carries something from game to game")


def check_blind(bot: Bot, params: Mapping[str, float], positions: int, rules: RuleSet = ISKO) -> dict[int, int]:
    """The choice does not change with the hidden cards; how often each question was put to the test.

    Raises
    ------
    SkatsimError
        Naming the game in which it looks at hidden cards.
    """
    random = np.random.default_rng(7)
    tested = dict.fromkeys(range(len(abi.QUESTIONS)), 0)
    game = 0
    while sum(tested.values()) < positions:
        game += 1
        table = _played_to(bot, params, game, int(random.integers(0, 40)), rules)
        if table is None:
            continue
        before, view = _answer(table), table.see(table.seat)
        if not _deal_anew(table, random):
            continue
        if table.see(table.seat) != view:
            raise SkatsimError(f"the view of game {game} shows what is hidden")
        if _answer(table) != before:
            raise SkatsimError(f"bot {bot.name} looks at hidden cards in game {game}")
        tested[table.question] += 1
    return tested


def check_reads_only(bot: Bot, params: Mapping[str, float], games: int) -> None:
    """The bot writes neither into the view nor into its parameters.

    Raises
    ------
    SkatsimError
        Naming the game and the question.
    """
    lineup = make_lineup([(bot, params)] * 3)
    for game in range(games):
        table = _WatchedTable(SEED, game, lineup, ISKO, compiled=True)
        table.bid()
        if not table.referee.passed_in:
            table.declare()
            table.play()


def check_bounds(bot: Bot, params: Mapping[str, float], games: int) -> None:
    """Every index of the bot lies within what it is handed: `games` games as plain Python, in another process.

    Machine code does not check indices; what lies beyond tells a bot nothing, but it is a fault all the same.

    Raises
    ------
    SkatsimError
        With the first index that does not; for a bot that cannot travel to another process.
    """
    done = subprocess.run(
        [sys.executable, "-c", "from skatsim.table.conformance import _play_plainly; _play_plainly()"],
        input=pickle.dumps((bot, dict(params), games)),
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no word"]
        raise SkatsimError(f"bot {bot.name} leaves its memory, or fails as plain Python: {said[-1]}")


def _play_plainly() -> None:
    """In the other process: play the games that come on the standard input."""
    bot, params, games = pickle.load(sys.stdin.buffer)
    simulate_games(SEED, 0, games, make_lineup([(bot, params)] * 3))


class _WatchedTable(BotTable):
    """A referee's table that sees whether a bot writes where it may only read."""

    def ask(self, seat: int, question: int) -> int:
        params = self.params[self.players[seat]].copy()
        result = super().ask(seat, question)
        if self.view.tolist() != self.shown or not np.array_equal(params, self.params[self.players[seat]]):
            raise SkatsimError(
                f"a bot writes into its view or parameters when asked {abi.QUESTIONS[question]} in game {self.game}"
            )
        return result

    def see(self, seat: int) -> list[int]:
        self.shown = super().see(seat)
        return self.shown


class _FoundError(Exception):
    """The question that was looked for has come up."""


class _SpyTable(BotTable):
    """A referee's table that stops at question number `stop` and remembers who was asked what."""

    def __init__(self, game: int, lineup: Lineup, rules: RuleSet, stop: int) -> None:
        super().__init__(SEED, game, lineup, rules, compiled=True)
        self.stop, self.count = stop, 0

    def ask(self, seat: int, question: int) -> int:
        self.count += 1
        if self.count > self.stop:
            self.seat, self.question = seat, question
            raise _FoundError
        return super().ask(seat, question)


def _played_to(bot: Bot, params: Mapping[str, float], game: int, stop: int, rules: RuleSet) -> _SpyTable | None:
    """A table at which three such bots have answered `stop` questions of the game; None if it was over before."""
    table = _SpyTable(game, make_lineup([(bot, params)] * 3), rules, stop)
    try:
        table.bid()
        if not table.referee.passed_in:
            table.declare()
            table.play()
    except _FoundError:
        return table
    return None


def _answer(table: _SpyTable) -> int:
    """What the seat that is asked says now; asking leaves the table as it was."""
    asked = list(table.asked)
    result = BotTable.ask(table, table.seat, table.question)
    table.asked = asked
    return result


def _hidden_places(table: _SpyTable) -> dict[int, list[str]]:
    """The cards the asked seat cannot see, by where they lie: other seats' hands, the skat, the discard."""
    referee, seat = table.referee, table.seat
    open_declarer = referee.contract is not None and referee.contract.ouvert
    places: dict[int, list[str]] = {
        other: sorted(referee.hands[other])
        for other in range(3)
        if other != seat and not (open_declarer and other == referee.declarer)
    }
    if seat != referee.declarer or not referee.picked_up:
        places[_AWAY] = sorted(referee.discarded or referee.skat)
    return places


def _deal_anew(table: _SpyTable, random: np.random.Generator) -> int:
    """Give the hidden cards other places, none to a seat that is known to lack them; how many cards moved."""
    places = _hidden_places(table)
    pool = sorted(card for cards in places.values() for card in cards)
    lacks = {place: set(card_names(table.lacks[place])) if place != _AWAY else set() for place in places}
    for _ in range(200):
        shuffled = list(random.permutation(pool))
        dealt = {place: [shuffled.pop() for _ in cards] for place, cards in places.items()}
        if all(not lacks[place] & set(cards) for place, cards in dealt.items()):
            break
    else:
        return 0
    moved = sum(len(set(places[place]) - set(dealt[place])) for place in places)
    for place, cards in dealt.items():
        _put(table, place, cards)
    return moved


def _put(table: _SpyTable, place: int, cards: list[str]) -> None:
    """Lay cards in a seat's hand, or away: the discard after a pick-up, else the skat."""
    referee = table.referee
    if place != _AWAY:
        referee.hands[place] = cards
    elif referee.discarded:
        referee.discarded = tuple(cards)
    else:
        referee.skat = tuple(cards)
