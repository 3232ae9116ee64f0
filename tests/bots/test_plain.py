"""Bots in plain Python: the same answers as compiled ones, on any threads, and exceptions told in one line."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from skatsim.bots import abi, registry
from skatsim.bots.bot import Bot, make_lineup
from skatsim.bots.failures import raise_failure
from skatsim.bots.moved import moved
from skatsim.bots.plain import plain_bot
from skatsim.bots.view import View
from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import Contract
from skatsim.rules.deals import deal
from skatsim.rules.ruleset import ISKO, PRESETS
from skatsim.table.engine import Chunk, simulate_games
from skatsim.table.given import play_hands
from skatsim.table.referee.bots import BotTable
from skatsim.table.reserves import dealt_reserves

HEURISTIC = registry.get("heuristic")
RANDOM = registry.get("random")
RICH = {"top_bid": 18.0, "hand_share": 0.25}


def through(bot: Bot) -> Bot:
    """A bot's own kernels, asked from plain Python with the slots, the parameters and the word that this is shown."""

    def asked(question: int) -> Callable[[View], int]:
        def ask(view: View) -> int:
            workspace = bot.new_workspace()
            params = np.array(list(view.params.values()))
            return int(bot.decisions[question](view.array, params, workspace, np.int64(view.word)))

        return ask

    functions = {name: asked(question) for question, name in enumerate(abi.QUESTIONS)}
    return plain_bot(f"{bot.name}-again", params={**bot.params, **bot.fixed}, **functions)  # type: ignore[arg-type]


def same(one: Chunk, other: Chunk) -> bool:
    return np.array_equal(one.plays, other.plays) and all(map(np.array_equal, one.outcomes, other.outcomes))


def play(bot: Bot, games: int, rules: str = "isko", first: int = 0, params: Any = RICH) -> Chunk:
    return simulate_games(
        5, first, games, make_lineup([(bot, params), (RANDOM, RICH), (bot, {})]), PRESETS[rules], plays=True
    )


@pytest.mark.parametrize("rules", ["isko", "web-99"])
@pytest.mark.parametrize(("bot", "params"), [(RANDOM, RICH), (HEURISTIC, {"boldness": 20.0})])
def test_machine_code_and_plain_python_play_the_same_games(
    bot: Bot, params: dict[str, float], rules: str, scaled: Callable[[int], int]
) -> None:
    """Slots, parameters, words and answers cross the border unchanged, in either direction."""
    games = scaled(300)
    assert same(play(through(bot), games, rules, params=params), play(bot, games, rules, params=params))


@pytest.mark.parametrize("base", ["heuristic@1", "heuristic", "random"])
def test_the_kernels_of_the_bot_below_answer_as_they_do_there(base: str, scaled: Callable[[int], int]) -> None:
    """With parameters of the bot's own behind theirs, and what an older version fixes."""
    below, games = registry.get(base), scaled(200)
    first = plain_bot("mine", play=partial(_as, below), base=base, params={"nerve": 3.0})
    assert same(play(first, games, params={}), play(below, games, params={}))
    for key, value in below.fixed.items():
        with pytest.raises(SkatsimError, match=rf"mine\.{key} = .*: {base} has .* and no choice"):
            first.param_values({key: value + 1})


def _as(bot: Bot, view: View) -> int:
    params = np.array(bot.param_values({}))
    return int(bot.play(view.array, params, bot.new_workspace(), np.int64(view.word)))  # type: ignore[arg-type]


def test_threads_play_the_same_games(scaled: Callable[[int], int]) -> None:
    bot = plain_bot("mine", play=lambda view: view.random.choice(sorted(view.legal)), base="random")
    games = scaled(100)
    with ThreadPoolExecutor(2) as pool:
        chunks = list(pool.map(lambda first: play(bot, games, first=first), range(0, 4 * games, games)))
    whole = play(bot, 4 * games)
    assert np.array_equal(whole.plays, np.concatenate([chunk.plays for chunk in chunks]))


# --- the view


def test_a_view_says_what_the_slots_say() -> None:
    """Asked in a hundred games: each attribute against the referee, who keeps cards by name."""
    seen: list[tuple[BotTable, int, View]] = []

    def watch(view: View) -> Any:
        seen.append((table, table.referee.turn, view))
        return max(view.legal)

    bot = plain_bot("watching", play=watch, base="random")
    lineup = make_lineup([(bot, {"top_bid": 18.0})] * 3)
    for game in range(30):
        table = BotTable(4, game, lineup, ISKO, compiled=True)
        checked = len(seen)
        _play_and_check(table, seen, checked)
    assert len({view.contract for _, _, view in seen}) > 8
    assert sum(len(view.table) == 2 for _, _, view in seen) > 100


def _play_and_check(table: BotTable, seen: list[tuple[BotTable, int, View]], checked: int) -> None:
    table.bid()
    if table.referee.passed_in:
        return
    table.declare()
    referee, told = table.referee, BotTable.see

    def see_and_check(seat: int) -> list[int]:
        while len(seen) > len(shown):
            shown.append(0)
        slots = told(table, seat)
        expected.append(
            {
                "seat": seat,
                "hand": set(referee.hands[seat]),
                "legal": set(referee.legal_cards(seat)),
                "declarer": referee.declarer,
                "contract": str(referee.contract),
                "table": tuple(referee.trick),
                "trick": len(referee.tricks),
                "leader": referee.leader,
                "history": tuple(card for trick in referee.tricks for card in trick.cards) + tuple(referee.trick),
                "declarer_points": referee.declarer_points,
                "bid": referee.auction.standing,
                "skat": set(referee.skat) if seat == referee.declarer and referee.picked_up else set(),
            }
        )
        return slots

    shown: list[int] = []
    expected: list[dict[str, Any]] = []
    table.see = see_and_check  # type: ignore[method-assign]
    table.play()
    views = [view for _, _, view in seen[checked:]]
    assert len(views) == len(expected) > 0
    for view, truth in zip(views, expected, strict=True):
        for name, value in truth.items():
            found = getattr(view, name)
            assert (str(found) if name == "contract" else found) == value, name


def test_a_view_before_the_play() -> None:
    found: list[View] = []

    def reserve(view: View) -> int:
        found.append(view)
        return 18

    bot = plain_bot("asking", reserve=reserve, base="random", params={"nerve": 2.0})
    simulate_games(1, 0, 1, make_lineup([(bot, {"nerve": 3.0})] * 3))
    view = found[0]
    assert view.hand.mask == int(deal(1, 0)[1])
    assert (view.seat, view.stage, view.declarer, view.contract) == (1, 0, None, None)
    assert (view.passed, view.reached, view.leaders, view.table) == ((False,) * 3, (0, 0, 0), (), ())
    assert view.params == {**RANDOM.params, "nerve": 3.0}
    assert view.array.tolist() == list(view.slots)
    assert view.random.random() == view.random.random()
    with pytest.raises(AttributeError, match=r"a view has no 'cards'; it has: hand, trumps, .*, array, random"):
        _ = view.cards


def test_diamonds_after_a_pick_up_are_a_contract() -> None:
    """Their code is 0, as is none at all."""
    slots = [0] * abi.VIEW_SIZE
    assert View(tuple(slots), {}, 0).contract is None
    slots[abi.TRUMPS] = 1
    assert str(View(tuple(slots), {}, 0).contract) == "D"


# --- answers


def answering(question: str, answer: Any) -> Bot:
    return plain_bot("mine", base="random", **{question: lambda view: answer(view) if callable(answer) else answer})


@pytest.mark.parametrize(
    ("question", "answer", "what"),
    [
        ("reserve", "18", "reserve answered '18'; a bid is a number such as 24, and 0 or None passes"),
        ("reserve", True, "reserve answered True"),
        ("reserve", 18.0, r"reserve answered 18\.0"),
        ("reserve", 1 << 40, "reserve answered 1099511627776"),
        ("declare", 5.5, r"declare answered 5\.5; a contract is text such as GH, and None picks up the skat"),
        ("declare", "X", "unknown"),
        ("declare", lambda view: "GH" if view.skat else None, "declare answered a hand game after the skat was picked"),
        ("discard", "CJ", "discard answered CJ; two of "),
        ("discard", lambda view: list(CardSet(0xFFFFFFFF) - view.hand)[:2], "discard answered .*; two of "),
        ("discard", 1.5, r"discard answered 1\.5; cards are text such as CJ"),
        ("play", lambda view: next(iter(CardSet(0xFFFFFFFF) - view.hand)), "play answered .*; one of .* is needed"),
        ("play", lambda view: view.hand, "play answered .*; one of .* is needed"),
        ("play", None, "play answered None; cards are text such as CJ, or a CardSet"),
    ],
)
def test_an_answer_that_is_none_is_told(question: str, answer: Any, what: str) -> None:
    lineup = make_lineup([(answering(question, answer), {"top_bid": 18.0, "hand_share": 0.0})] * 3)
    words = rf"^bot mine, at \w+ in game 0, asked for {question}: .*test_plain\.py, line \d+: .*{what}"
    with pytest.raises(SkatsimError, match=words) as told:
        simulate_games(1, 0, 20, lineup)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("reserve", [18, np.int64(18)]),
        (
            "declare",
            [lambda view: "G" if view.skat else None, lambda view: Contract.parse("grand") if view.skat else 0],
        ),
        ("discard", [lambda view: sorted(view.hand)[:2], lambda view: " ".join(sorted(view.hand)[:2])]),
        ("play", [lambda view: min(view.legal), lambda view: CardSet(min(view.legal)).mask]),
    ],
)
def test_an_answer_can_be_written_in_many_ways(question: str, answers: list[Any]) -> None:
    games = [play(answering(question, answer), 20, params={"top_bid": 18.0, "hand_share": 0.0}) for answer in answers]
    assert same(games[0], games[1])


# --- exceptions


def _breaking(view: View) -> str:
    return sorted(view.legal)[0 // (view.trick - 3)]


def test_an_exception_names_bot_seat_game_file_and_line() -> None:
    bot = plain_bot("breaking", play=_breaking, base="random")
    line = _breaking.__code__.co_firstlineno + 1
    words = rf"^bot breaking, at \w+ in game 1, asked for play: .*test_plain\.py, line {line}: ZeroDivisionError: int"
    with pytest.raises(SkatsimError, match=words) as told:
        play(bot, 20)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    assert same(play(RANDOM, 3), play(RANDOM, 3)), "the thread plays on"


def _no_bid(view: View) -> int:
    raise LookupError("no\nidea" if view.seat == 2 else "none")


NOBODY = plain_bot("nobody", reserve=_no_bid, base="random")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: simulate_games(1, 4, 9, make_lineup([(NOBODY, {})] * 3)),
        lambda: simulate_games(1, 4, 9, make_lineup([moved((NOBODY, {}), 1)] * 3)),
        lambda: dealt_reserves(1, np.arange(2), np.array([[1, 2, 4]] * 2), make_lineup([(NOBODY, {})] * 3)),
        lambda: play_hands([deal(7, 0)], make_lineup([(NOBODY, {})] * 3)),
        lambda: BotTable(1, 4, make_lineup([(NOBODY, {})] * 3), ISKO, compiled=True).bid(),
        lambda: BotTable(1, 4, make_lineup([(NOBODY, {})] * 3), ISKO, compiled=False).bid(),
    ],
)
def test_an_exception_at_a_reserve_stops_every_table(ask: Callable[[], Any]) -> None:
    """A reserve below 18 passes: an answer that never came must not be taken for one."""
    with pytest.raises(
        SkatsimError, match=r"^bot nobody, at \w+.*, asked for reserve: .*, line \d+: LookupError: no"
    ) as told:
        ask()
    assert "\n" not in str(told.value)
    raise_failure()


def test_ctrl_c_in_a_function_is_ctrl_c() -> None:
    def interrupted(view: View) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(plain_bot("mine", reserve=interrupted, base="random"), 3)
    play(RANDOM, 1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"play": 5}, "bot mine: play is of type int; give a function of the view"),
        ({"play": lambda: 0}, r"bot mine: play\(\) must take one argument, the view"),
        ({"play": lambda view, params: 0}, r"bot mine: play\(view, params\) must take one argument"),
        ({"base": "nobody"}, "unknown bot 'nobody'"),
        ({"params": {"top_bid": 1.0}}, "bot mine: parameter 'top_bid' is one of random below it; give it another name"),
        ({"pace": 0}, "bot mine: pace 0 is no number"),
    ],
)
def test_what_is_no_plain_bot_is_one_line(given: dict[str, Any], words: str) -> None:
    with pytest.raises(SkatsimError, match=words) as told:
        plain_bot("mine", **{"base": "random", **given})
    assert "\n" not in str(told.value)


def test_the_parameters_of_the_bot_below_are_checked() -> None:
    with pytest.raises(SkatsimError, match=r"random\.top_bid = 19 is not on the ladder"):
        plain_bot("mine", base="random", params={"nerve": 1.0}).param_values({"top_bid": 19.0})


def test_every_card_has_its_name() -> None:
    slots = [0] * abi.VIEW_SIZE
    for bit, name in enumerate(CARD_NAMES):
        slots[abi.HISTORY] = slots[abi.HAND] = 1 << bit
        view = View(tuple(slots), {}, 0)
        assert view.history == (name,)
        assert set(view.hand) == {name}
