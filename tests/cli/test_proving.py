"""solve --unlosable: ten cards, twelve, the middle of the play, an ending; what it refuses."""

from itertools import combinations

import pytest

import skatsim as package
from skatsim.cli import proving
from skatsim.rules.cards import CardSet
from tests.conftest import COMPILED

HAND = "CJ SJ HJ DJ CQ C9 C7 SA H7 DK"
ENDING = ("--unlosable", "HA HT", "--game", "C", "--unseen", "CJ H7 S7 S8")
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


def test_twelve_cards_that_can_be_lost(skatsim):
    """A deal that every discard loses: each alone, with the skat it leaves, is lost by the open-card solver."""
    cards = "CJ CK CQ C9 SA SK HA H8 H7 DK DQ D8"
    lines = skatsim("solve", "--unlosable", cards, "--game", "C", "--seat", "M")[1].splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("can be lost: none of the 66 discards is sure of 61 card points  (")
    told = lines[1].removeprefix("lost even with open cards, whatever is put away: ")
    places = [place.split(" ", 1) for place in told.split(" | ")]
    assert [place for place, _ in places] == ["forehand", "middlehand", "rearhand"]
    forehand, mine, rearhand = (CardSet(held) for _, held in places)
    assert mine == CardSet(cards)
    assert len(forehand | mine | rearhand) == 32
    for skat in combinations(mine, 2):
        hands = [str(forehand), str(mine - set(skat)), str(rearhand)]
        assert not package.solve(hands, contract="C", declarer=1, leader=0, skat=" ".join(skat), at_least=61).reached, (
            skat
        )


def test_twelve_cards_of_which_no_deal_loses_every_discard(monkeypatch):
    """Then one of the discard that comes closest is shown, and which it is."""
    monkeypatch.setattr("skatsim.solver.unlosable.proving.lost_whatever_discarded", lambda *_: None)
    cards = "CJ CK CQ C9 SA SK HA H8 H7 DK DQ D8"
    found = package.unlosable(cards, contract="C", seat=1)
    assert (found.verdict, found.discards) == ("no", {})
    assert len(CardSet(found.skat)) == 2
    assert found.lost.middlehand | found.lost.skat == CardSet(cards).mask
    assert found.lost.skat == CardSet(found.skat).mask
    hands = [str(CardSet(hand)) for hand in found.lost[:3]]
    assert not package.solve(hands, contract="C", declarer=1, leader=0, skat=found.skat, at_least=61).reached
    (line,) = [proving._lost(found, "C")]
    assert line.startswith(f"lost even with open cards after {found.skat}: forehand ")


def test_an_ending_and_null(skatsim):
    ending = ("HA HT", "--game", "C", "--seat", "V", "--unseen", "CJ H7 S7 S8")
    assert skatsim("solve", "--unlosable", *ending)[1].startswith("can be lost")
    known = skatsim("solve", "--unlosable", *ending, "--voids", "M: Trumpf; R: Pik", "--at-least", 10)
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
        (
            ["--unlosable", "HA HT", "--game", "C", "--unseen", "CJ H7 S7 S8", "--voids", "M: K"],
            "suit 'K' can be Kreuz",
        ),
        (["--unlosable", "HA HT", "--game", "N", "--unseen", "CJ H7 S7 S8", "--voids", "M: trump"], "no trumps"),
        (["--unlosable", HAND, "--game", "C", "--nodes", 10**23], "1 to 1,000,000,000,000,000"),
        (["--unlosable", HAND, "--game", "C", "--leader", "M"], "--leader belongs to an ending"),
        (["--unlosable", HAND, "--game", "C", "--line"], "--line: with --unlosable the plan is shown in any case"),
        ([*ENDING, "--voids", "V: S"], "voids: forehand is the declarer"),
        ([*ENDING, "--voids", "M: H; M: S trump"], "no distribution of the unseen cards agrees"),
        ([*ENDING, "--taken", -1], "taken=-1: is below 0"),
        (["HA | HT | D7", "--game", "C", "--nodes", 0], "--nodes belongs to the question --unlosable"),
        (["HA | HT | D7", "--game", "C", "--played", "CJ"], "--played belongs to the question --unlosable"),
        (["HA | HT | D7", "--game", "C", "--nodes", 5], "--nodes belongs to the question --unlosable"),
    ],
)
def test_what_is_refused(skatsim, arguments, problem):
    code, out, err = skatsim("solve", *arguments, "--seat", "forehand")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert problem in err
