"""`skatsim bots new` and `check`: from nothing to a bot that plays, and what a bot must not do in one line."""

import pytest

from skatsim.bots import registry, templates
from skatsim.bots.bot import make_lineup
from skatsim.table.engine import simulate_games

PASSED = ["legal", "deterministic", "blind", "reads only", "within its memory"]
WRITING = """
from dataclasses import replace
from skatsim.bots import abi, random
from skatsim.kernel import kernel

@kernel
def play(view, params, workspace, word):
    {line}
    return view[abi.LEGAL] & -view[abi.LEGAL]

BOT = replace(random.BOT, name="wrong", version=1, play=play, params={{**random.BOT.params, "top_bid": 18}})
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("option", [[], ["--python"]])
def test_a_new_bot_passes_at_once_and_plays(skatsim, option):
    code, out, _ = skatsim("bots", "new", "mine.py", *option)
    assert (code, out) == (0, "mine.py: written; check it with: skatsim bots check mine.py:BOT\n")
    code, out, _ = skatsim("bots", "check", "mine.py:BOT", "--games", 60)
    assert code == 0
    assert [line.split(":")[0].strip() for line in out.splitlines()] == ["mine@1", *PASSED, out.splitlines()[-1]]
    assert out.splitlines()[-1].startswith("passed, in ")
    code, out, _ = skatsim("bots", "show", "mine.py")
    assert out.splitlines()[0].startswith("mine@1: bids on trumps and aces")
    assert "  boldness " in out
    assert "set them where a bot is named: mine.py:BOT:boldness=0" in out


def test_the_templates_play_the_same_game():
    """One idea, written twice: where both see the same, they bid and declare alike."""
    compiled, plain = (registry.get(f"{templates.__path__[0]}/{name}.py:BOT") for name in ("compiled", "plain"))
    games = [
        simulate_games(7, 0, 200, make_lineup([(bot, {"boldness": 2.0})] * 3), plays=True) for bot in (compiled, plain)
    ]
    bids = [chunk.outcomes.bid.tolist() for chunk in games]
    assert bids[0] == bids[1]
    assert len(set(bids[0])) == 5
    contracts = [chunk.outcomes.contract.tolist() for chunk in games]
    assert contracts[0] == contracts[1]
    assert {2, 3} < set(contracts[0])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("return view[abi.HAND] & -view[abi.HAND]", "answered play illegally"),
        ("view[abi.HISTORY + 29] = 1", "a bot writes into its view or parameters when asked play in game"),
        ("workspace[7] = 1", "bot wrong leaves its memory, or fails as plain Python: IndexError: index 7 is out of"),
        ("return view[abi.LEGAL] + view", "bot wrong: play does not compile: "),
    ],
)
def test_what_a_bot_must_not_do_is_one_line(skatsim, line, words):
    with open("wrong.py", "w", encoding="utf-8") as file:
        file.write(WRITING.format(line=line))
    code, _, err = skatsim("bots", "check", "wrong.py:BOT", "--games", 200)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("there.py", "there.py: is there already"),
        ("mine.txt", "mine.txt: name a file after the bot"),
        ("random.py", "random.py: name a file after the bot"),
        ("my bot.py", "my bot.py: name a file after the bot"),
        ("no/mine.py", "no/mine.py: No such file or directory"),
    ],
)
def test_new_writes_only_new_files(skatsim, file, words):
    with open("there.py", "x", encoding="utf-8") as there:
        there.write("mine")
    code, out, err = skatsim("bots", "new", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"skatsim: {words}")
    with open("there.py", encoding="utf-8") as there:
        assert there.read() == "mine"


def test_a_command_and_a_comparison_take_a_file(skatsim):
    skatsim("bots", "new", "mine.py")
    code, out, _ = skatsim("compare", "mine.py", "mine.py:BOT:boldness=1", "--boards", 20)
    assert code == 0
    assert out.startswith("A mine@1 against B mine@1(boldness=1): 20 boards")
    code, out, _ = skatsim("compare", "--sweep", "mine.py:BOT.boldness=0:2:1", "--boards", 20)
    assert code == 0
    assert "mine@1(boldness=2)" in out
    code, out, _ = skatsim("show", 1, 0, "--lineup", "mine.py:BOT:boldness=9,random,random")
    assert (code, "mine@1(boldness=9)" in out) == (0, True)
