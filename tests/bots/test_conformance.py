"""Every registered bot keeps to what a bot must keep to; and each check finds a bot that does not."""

import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from skatsim.bots import abi, random, registry
from skatsim.bots.bot import make_lineup
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel
from skatsim.rules.ruleset import PRESETS
from skatsim.table.conformance import check_blind, check_bounds, check_deterministic, check_legal, check_reads_only
from skatsim.table.referee.bots import BotTable, mask
from tests.bots.peeking import PEEKING
from tests.bots.quick import quick, slower
from tests.conftest import COMPILED

BOTS = [bot.label for name in registry.NAMES for bot in registry.versions(name)]
NOBODY: Mapping[str, float] = {}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", PRESETS)
def test_answers_are_legal(name: str, rules: str, scaled: Callable[[int], int]) -> None:
    check_legal(registry.get(name), quick(name), scaled(20_000 // slower(name)), PRESETS[rules])


@pytest.mark.parametrize("name", BOTS)
def test_the_same_game_is_played_the_same_way(name: str, scaled: Callable[[int], int]) -> None:
    check_deterministic(registry.get(name), quick(name), max(50 // slower(name), scaled(2_000 // slower(name))))


@pytest.mark.parametrize("name", BOTS)
def test_choices_do_not_depend_on_hidden_cards(name: str, scaled: Callable[[int], int]) -> None:
    tested = check_blind(registry.get(name), quick(name), max(60 if quick(name) == {} else 24, scaled(600)))
    assert tested[abi.RESERVE] > 0
    assert tested[abi.PLAY] > sum(tested.values()) // 3


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_only_reads(name: str) -> None:
    check_reads_only(registry.get(name), quick(name), max(1, 20 // slower(name)))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_keeps_within_its_memory(name: str) -> None:
    check_bounds(registry.get(name), quick(name), max(1, 30 // slower(name)))


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
    with pytest.raises(SkatsimError, match="in two ways"):
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
    with pytest.raises(SkatsimError, match="looks at hidden cards"):
        check_blind(_ORIGINAL, {"top_bid": 18.0}, 300)


@kernel
def _marking(view, params, workspace, word):  # type: ignore[no-untyped-def]
    """Leaves a mark for the next seat."""
    view[abi.HISTORY + 29] = view[abi.HAND]
    return view[abi.LEGAL] & -view[abi.LEGAL]


def test_a_bot_that_leaves_marks_is_caught() -> None:
    with pytest.raises(SkatsimError, match="writes into its view or parameters when asked play in game"):
        check_reads_only(replace(_ORIGINAL, name="marking", play=_marking), {"top_bid": 18.0}, 30)


def test_a_bot_that_leaves_its_memory_is_caught() -> None:
    with pytest.raises(SkatsimError, match=r"bot peeking leaves its memory.* IndexError: index 81 is out of bounds"):
        check_bounds(PEEKING, {"top_bid": 18.0}, 30)


# --- what can be no bot


def _three(view, params, workspace):  # type: ignore[no-untyped-def]
    return 0


_kernel_of_three = kernel(_three)


@kernel
def _untyped(view, params, workspace, word):  # type: ignore[no-untyped-def]
    return view + "no number"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "a b"}, r"bot 'a b': a name is letters, digits"),
        ({"name": "me@2"}, r"bot 'me@2': a name is letters"),
        ({"name": ""}, "bot '': a name is"),
        ({"version": 0}, "bot random: version 0 is no number from 1"),
        ({"play": 5}, "bot random: play is no kernel; write @kernel"),
        (
            {"reserve": _kernel_of_three},
            r"reserve\(view, params, workspace\) must take \(view, ",
        ),
        ({"params": {"top bid": 1.0}}, "'top bid' is no name for a parameter"),
        ({"params": {"top_bid": float("nan")}, "meanings": {}}, "default of top_bid = nan is no finite number"),
        ({"params": {"top_bid": "many"}, "meanings": {}}, "default of top_bid = 'many' is no finite number"),
        ({"meanings": {"nerve": "none"}}, "has a meaning, but no default, for parameter 'nerve'"),
        ({"workspace_size": -1}, "workspace_size -1 is no number of words"),
        ({"pace": 0.0}, "pace 0.0 is no number of games a second"),
    ],
)
def test_what_is_no_bot_is_told_in_one_line(change: dict[str, object], words: str) -> None:
    with pytest.raises(SkatsimError, match=words) as told:
        replace(_ORIGINAL, **change)  # type: ignore[arg-type]
    assert "\n" not in str(told.value)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_function_that_is_no_kernel_or_does_not_compile_is_told_in_one_line() -> None:
    with pytest.raises(SkatsimError, match=r"bot random: play is no kernel; write @kernel \(from skatsim"):
        replace(_ORIGINAL, play=_ORIGINAL.play.py_func)  # type: ignore[attr-defined]
    with pytest.raises(SkatsimError, match="bot wrong: play does not compile: ") as told:
        make_lineup([(replace(_ORIGINAL, name="wrong", play=_untyped), NOBODY)] * 3)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("value", [float("inf"), 10**400, True, "1"])
def test_a_parameter_is_a_finite_number(value: float) -> None:
    with pytest.raises(SkatsimError, match=r"random.hand_share = .* is no finite number") as told:
        _ORIGINAL.param_values({"hand_share": value})
    assert len(str(told.value)) < 120


@pytest.mark.parametrize("name", ["heuristic@", "heuristic@x", "heuristic@9", "heuristic@1 "])
def test_a_version_must_be_the_one_installed(name: str) -> None:
    with pytest.raises(SkatsimError, match=r"is not installed; this skatsim has heuristic@1"):
        registry.get(name)


def test_versions_lie_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name alone is the newest; the older ones are found, named and sent to other processes by their version."""
    newest = replace(_ORIGINAL, version=3)
    monkeypatch.setattr(random, "BOT", newest)
    monkeypatch.setattr(random, "VERSIONS", (replace(_ORIGINAL, version=2), _ORIGINAL), raising=False)
    assert registry.get("random") is registry.get("random@3") is newest
    assert [bot.label for bot in registry.versions("random")] == ["random@3", "random@2", "random@1"]
    assert registry.get("random@1") is _ORIGINAL
    assert pickle.loads(pickle.dumps(_ORIGINAL)) is _ORIGINAL
    with pytest.raises(SkatsimError, match="'random@4' is not installed; this skatsim has random@3, random@2, r"):
        registry.get("random@4")


def test_scratch_memory_is_prepared_once_for_a_state() -> None:
    bot = replace(_ORIGINAL, workspace_size=9, prepare=lambda words: words.fill(7))
    workspace = bot.new_workspace()
    assert workspace.tolist() == [7] * 9
    assert workspace.ctypes.data % 64 == 0
