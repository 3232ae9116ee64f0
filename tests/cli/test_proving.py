"""solve --unlosable: ten cards, twelve, the middle of the play, an ending; what it refuses."""

import pytest

from tests.conftest import COMPILED

HAND = "CJ SJ HJ DJ CQ C9 C7 SA H7 DK"
pytestmark = pytest.mark.skipif(not COMPILED, reason="whole hands need compiled kernels")


def test_ten_cards(skatsim):
    code, out, _ = skatsim("solve", "--unlosable", HAND, "--game", "CH", "--seat", "forehand")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("unlosable: 74 card points against every distribution and every defence  (")
    assert lines[1] == "with any skat worth at least 72: not overbid up to there"
    assert [line[:2] for line in lines[3:]] == [f"{trick:2}" for trick in range(1, 11)]


def test_the_middle_of_the_play(skatsim):
    played = "DJ D7 C8 HJ D8 CK SJ D9 H8 H7 DT HT S7"
    out = skatsim("solve", "--unlosable", HAND, "--game", "CH", "--seat", "V", "--played", played)[1]
    assert out.startswith("unlosable: 74 card points")
    assert " 5. rearhand S7, forehand SA, " in out
    assert out.count("takes") == 6


def test_a_game_that_can_be_lost(skatsim):
    hand = ("CJ SJ HJ DJ SA HA DQ D9 D8 D7", "--game", "D", "--seat", "M", "--skat", "CQ SQ")
    lines = skatsim("solve", "--unlosable", *hand)[1].splitlines()
    assert lines[0].startswith("can be lost: no plan is sure of 61 card points  (")
    assert lines[1].startswith("lost even with open cards: forehand ")
    assert " | middlehand CJ SJ HJ DJ SA HA DQ D9 D8 D7 | " in lines[1]
    assert skatsim("solve", "--unlosable", *hand, "--at-least", 57)[1].startswith("unlosable: 57 card points")
    limited = skatsim("solve", "--unlosable", HAND, "--game", "CH", "--seat", "V", "--at-least", 74, "--nodes", 50)
    assert limited[1] == "not decided within the limit of nodes  (50 nodes)\n"


def test_twelve_cards(skatsim):
    twelve = "CJ SJ HJ DJ SA HA DQ D9 D8 D7 CQ SQ"
    lines = skatsim("solve", "--unlosable", twelve, "--game", "D", "--seat", "M")[1].splitlines()
    assert lines[0].startswith("unlosable after 5 of 66 discards  (")
    assert lines[1:6] == [
        f"    {pair}: {points} card points"
        for pair, points in (("SA HA", 72), ("CQ HA", 70), ("SQ HA", 64), ("SA SQ", 64), ("CQ SA", 64))
    ]
    assert lines[6] == "the plan after SA HA, against a defence that allows no more:"


def test_an_ending_and_null(skatsim):
    ending = ("HA HT", "--game", "C", "--seat", "V", "--unseen", "CJ H7 S7 S8")
    assert skatsim("solve", "--unlosable", *ending)[1].startswith("can be lost")
    known = skatsim("solve", "--unlosable", *ending, "--voids", "M: trump; R: S", "--at-least", 10)
    assert known[1].startswith("unlosable: 11 card points")
    low = ("C9 C8 C7 S7 S8 S9 H7 H8 H9 D7", "--game", "N", "--seat", "M", "--skat", "CA D8")
    assert skatsim("solve", "--unlosable", *low)[1].startswith("unlosable: no trick against every distribution")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--unlosable", HAND, "--game", "CHSZ"], "Schwarz is not covered"),
        (["--unlosable", "CJ SJ", "--game", "C"], "hand: 2 cards; give the ten cards"),
        (["--unlosable", HAND, "--game", "C", "--trick", "CA"], "--trick belongs to an ending"),
        (["--unlosable", HAND, "--game", "C", "--voids", "M: C"], "--voids belongs to an ending"),
        (["--unlosable", HAND, "--game", "C", "--played", "CJ", "--unseen", "CA"], "not both"),
        (["--unlosable", "HA HT", "--game", "C", "--unseen", "CJ H7 S7 S8", "--voids", "M"], "--voids 'M'"),
        (["--unlosable", HAND, "--game", "C", "--nodes", 0], "nodes=0"),
        (["HA | HT | D7", "--game", "C", "--played", "CJ"], "--played belongs to the question --unlosable"),
        (["HA | HT | D7", "--game", "C", "--nodes", 5], "--nodes belongs to the question --unlosable"),
    ],
)
def test_what_is_refused(skatsim, arguments, problem):
    code, out, err = skatsim("solve", *arguments, "--seat", "forehand")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert problem in err
