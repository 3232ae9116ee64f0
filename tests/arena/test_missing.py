"""Where XSkat or a compiler is missing: one line with the remedy."""

import pytest

from skatsim.arena import program
from skatsim.arena.cards import MASKS, card_of, places
from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.deals import deal
from skatsim.runs.xskat import XskatConfig, make_match


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without programs; `bare(name)` installs one that does nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(program, "_USUAL", str(tmp_path))
    program.installed.cache_clear()

    def install(name, script="#!/bin/sh\nexit 1\n"):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)

    yield install
    program.installed.cache_clear()


def test_without_xskat_the_command_says_so_in_one_line(skatsim, bare):
    code, out, err = skatsim("arena", "xskat", "--bot", "random", "--deals", 2)
    assert (code, out) == (2, "")
    assert err == "skatsim: xskat: not found; install it, on Debian with: apt install xskat\n"


def test_without_a_compiler(bare):
    bare("xskat")
    with pytest.raises(SkatsimError, match="gcc: not found; install it, on Debian with: apt install gcc libc6-dev"):
        program.installed()


def test_a_compiler_that_fails(bare):
    bare("xskat")
    bare("gcc", "#!/bin/sh\necho 'x.c:9: error: stdio.h: No such file' >&2\nexit 1\n")
    with pytest.raises(SkatsimError, match=r"gcc: cannot build the display for xskat: .*No such file; on Debian: apt"):
        program.installed()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("jskat", "--bot", "random"), "opponent 'jskat' is unknown; choose xskat"),
        (("xskat", "--bot", "nobody"), "bot: unknown bot 'nobody'; choose one of"),
        (("xskat", "--bot", "random,random"), "bot: needs one bot, not 2; such as heuristic:boldness=5"),
        (("xskat", "--bot", "random", "--deals", 1), "boards: 1 is too few; take at least 2"),
        (("xskat", "--bot", "random", "--seed", -1), "seed: "),
    ],
)
def test_bad_input_is_one_line(skatsim, words, line):
    code, out, err = skatsim("arena", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"skatsim: {line}")


def test_keys_of_a_match():
    assert make_match("heuristic:boldness=5", boards=4).bot.params == {"boldness": 5.0}
    assert XskatConfig(bot={"bot": "random"}, boards=4).bot.bot == "random"
    with pytest.raises(SkatsimError, match="deals: unknown key; it has: bot, boards, seed, shard_boards"):
        make_match("random", deals=5)


def test_xskats_codes_are_the_cards():
    """Codes as the program prints them: 8 * suit + rank, D H S C, A T K Q J 9 8 7."""
    assert sorted(MASKS) == [1 << index for index in range(32)]
    names = [CARD_NAMES[MASKS[code].bit_length() - 1] for code in (0, 4, 12, 17, 28, 31)]
    assert names == ["DA", "DJ", "HJ", "ST", "CJ", "C7"]
    assert card_of("Spade_10") == "ST"
    cards = deal(1, 11)
    numbers = places(cards[:3], cards.skat).split()
    assert [numbers.count(place) for place in "0123"] == [2, 10, 10, 10]
