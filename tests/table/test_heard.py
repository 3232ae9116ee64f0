"""What was heard: words that must have been said in between, and the bounds they set, worked out by hand."""

import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import RuleSet
from skatsim.table.heard import TOP_STEP, hear

FOREHAND, MIDDLEHAND, REARHAND = range(3)


def bounds(heard, stage):
    return list(zip(heard.low[stage], heard.high[stage], strict=True))


def test_nothing_heard_bounds_nothing():
    heard = hear("", FOREHAND)
    assert (heard.stage, heard.unanswered, heard.now.bid) == (0, False, 0)
    assert bounds(heard, 0) == bounds(heard, 1) == [(0, TOP_STEP)] * 3


def test_a_bid_bounds_from_below_until_its_seat_passes():
    heard = hear("middlehand 20", FOREHAND)
    assert (heard.stage, heard.unanswered, heard.now.bid) == (0, True, 20)
    assert bounds(heard, 0)[MIDDLEHAND] == (2, TOP_STEP)  # 18, 20
    heard = hear("middlehand 20, I yes, middlehand pass", FOREHAND)
    assert (heard.stage, heard.survivors[0]) == (1, FOREHAND)
    assert bounds(heard, 0)[MIDDLEHAND] == (2, 2)


def test_a_holder_who_passes_would_not_have_held_what_stands():
    heard = hear("I 18, forehand yes, I 20, forehand pass", MIDDLEHAND)
    assert bounds(heard, 0)[FOREHAND] == (1, 1)
    assert (heard.stage, heard.survivors[0]) == (1, MIDDLEHAND)
    assert hear("I 18, forehand pass", MIDDLEHAND).high[0][FOREHAND] == 0


@pytest.mark.parametrize(
    "text",
    [
        "middlehand 20, I yes, middlehand pass",
        "Mittelhand: 20, ich: ja, Mittelhand passt",
        "MH 20; VH hält; MH weg",
        " M  20 ,V ja,  m: PASSE ",
    ],
)
def test_words_are_english_or_german(text):
    assert hear(text, FOREHAND).words(FOREHAND) == "middlehand 20, you yes, middlehand pass"


def test_a_pass_without_a_bid():
    heard = hear("middlehand pass, rearhand pass", FOREHAND)
    assert (heard.stage, heard.declarer) == (2, -1)
    assert bounds(heard, 0)[MIDDLEHAND] == bounds(heard, 1)[REARHAND] == (0, 0)


def test_bounds_of_the_second_stage_are_apart():
    heard = hear("middlehand 18, forehand pass, rearhand 20, middlehand yes, rearhand 22", REARHAND)
    assert bounds(heard, 0)[MIDDLEHAND] == (1, TOP_STEP)
    assert bounds(heard, 1)[MIDDLEHAND] == (2, TOP_STEP)
    assert heard.starts[1].reached == (0, 18, 0)
    assert heard.starts[1].passed == (True, False, False)


@pytest.mark.parametrize(
    ("seat", "text", "told"),
    [
        (FOREHAND, "middlehand 20, rearhand pass", "middlehand 20, [you yes], [middlehand pass], rearhand pass"),
        (FOREHAND, "rearhand 18", "[middlehand pass], rearhand 18"),
        (MIDDLEHAND, "forehand pass", "[you 18], forehand pass"),
        (MIDDLEHAND, "forehand 20, forehand pass", "[you 20], forehand yes, [you 22], forehand pass"),
        (REARHAND, "middlehand 18, middlehand 20", "middlehand 18, [forehand yes], middlehand 20"),
        (REARHAND, "V weg", "[middlehand 18], forehand pass"),
        (MIDDLEHAND, "me 18; vorhand ja", "you 18, forehand yes"),
    ],
)
def test_what_must_have_been_said_is_filled_in(seat, text, told):
    assert hear(text, seat).words(seat) == told


def test_the_auction_may_be_over_and_the_game_mine():
    heard = hear("middlehand 20, rearhand pass", FOREHAND)
    assert (heard.stage, heard.declarer, heard.now.bid) == (3, FOREHAND, 20)
    heard = hear("middlehand pass, rearhand pass, I 18", FOREHAND)
    assert (heard.declarer, heard.last_word) == (FOREHAND, True)


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (FOREHAND, "middlehand 19", "'19' is neither a bid of the ladder nor yes nor pass"),
        (FOREHAND, "nobody 18", "heard: 'nobody' is no seat"),
        (FOREHAND, "middlehand", "a seat and no word"),
        (FOREHAND, "middlehand 20, I yes, middlehand 18", "does not go beyond the bid of 20"),
        (FOREHAND, "middlehand pass, middlehand 18", "middlehand 18 cannot be said after middlehand pass"),
        (FOREHAND, "middlehand pass, rearhand pass, middlehand pass", "middlehand pass cannot be said after"),
        (MIDDLEHAND, "rearhand 18", "tell first how it went between you and forehand"),
        (FOREHAND, "middlehand 18, I pass", "you have passed"),
        (REARHAND, "middlehand 18, forehand yes, middlehand pass, I pass", "you have passed"),
        (FOREHAND, "middlehand 72", "above the highest bid of these rules, 60"),
    ],
)
def test_what_cannot_have_been_said_is_one_line(seat, text, reason):
    with pytest.raises(SkatsimError, match="heard:") as error:
        hear(text, seat, RuleSet(ladder_top=60))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)
