"""What may be asked, and the one line for anything else."""

import shlex

import pytest

from skatsim.errors import SkatsimError
from skatsim.reports.safety import safety
from skatsim.reports.safety.answer import prepare, stronger_than
from skatsim.reports.safety.page import made_by
from skatsim.reports.safety.question import read_question
from skatsim.rules.cards import CardSet

HAND = "CJ SJ HA HT HK CA CT S9 D8 D7"


@pytest.mark.parametrize(
    ("cards", "options", "words"),
    [
        ("CJ SJ HA HT HK CA CT S9 D8", {}, "hand: 9 cards"),
        ("CJ CJ HA HT HK CA CT S9 D8 D7", {}, "hand: card CJ stands twice"),
        ("CJ XX HA HT HK CA CT S9 D8 D7", {}, "hand: unknown card 'XX'"),
        (HAND, {"skat": "CJ C7"}, "skat: CJ is in the hand already"),
        (HAND, {"skat": "C7"}, "skat: 1 cards"),
        (HAND, {"heard": "middlehand 20, I yes, middlehand 18"}, "does not go beyond the bid of 20"),
        (HAND, {"heard": "middlehand 21"}, "neither a bid of the ladder"),
        (HAND, {"bots": "oracle"}, "bots[0]: unknown bot 'oracle'"),
        (HAND, {"bots": "random,random"}, "bots: needs one bot for all"),
        (HAND, {"bots": "heuristic:nosuch=1"}, "nosuch"),
        (HAND, {"seat": "dealer"}, "seat 'dealer' is no seat"),
        (HAND, {"rules": "nosuch"}, "nosuch"),
        (HAND, {"bid": 24}, "bid 24: only with twelve cards"),
        (HAND, {"skat": "C7 D9", "bid": 25}, "bid 25 is not on the ladder"),
        (HAND, {"skat": "C7 D9", "heard": "middlehand 18"}, "with twelve cards the auction is over"),
        (HAND, {"deals": 0}, "deals"),
        (HAND, {"deals": 100, "precision": 0.01}, "not both"),
        (HAND, {"precision": 0.9}, "precision"),
        (HAND, {"confidence": 90}, "confidence"),
        (HAND, {"seed": -1}, "seed"),
        (HAND, {"skat": "C7 D9", "precision": 0.01}, "precision: not with twelve cards"),
        (HAND, {"skat": "C7 D9", "stronger": "random"}, "stronger: not with twelve cards"),
        (HAND, {"heard": "middlehand 264", "deals": 1}, "would not have spoken so in any of 4,096 deals"),
    ],
)
def test_bad_questions_are_one_line(cards, options, words):
    with pytest.raises(SkatsimError) as error:
        safety(cards, **options)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_of_twelve_cards_ten_are_the_hand():
    question = read_question(HAND + " C7 D9", bid=20)
    assert question.bid == 20
    assert question.cards == CardSet(HAND + " C7 D9")
    assert question.asked.hand.bit_count() == 10
    assert question.asked.hand | question.asked.skat == question.cards.mask
    told = read_question(HAND, skat="C7 D9", heard="middlehand 20, rearhand pass")
    assert (told.bid, told.is_over, told.asked.skat) == (20, True, CardSet("C7 D9").mask)


def test_bots_by_seat():
    question = read_question(HAND, seat="M", bots="random,heuristic,random:top_bid=20")
    assert question.players == ("random@1", "heuristic@1", "random@1(top_bid=20)")
    assert question.mine == "heuristic@1"
    assert question.others == "random@1(top_bid=20) and random@1"


def again_bots(options):
    """The bots of a command; a piece without a colon that sets a parameter belongs to the bot before it."""
    pieces = options[options.index("--bots") + 1].split(",")
    return [piece for piece in pieces if "=" not in piece or ":" in piece]


@pytest.mark.parametrize(
    "given",
    [
        {"heard": "middlehand 20, I yes, rearhand pass", "seed": 7},
        {"bots": "heuristic:boldness=0,null=0,random,heuristic@1", "rules": "web-99"},
        {"heard": "middlehand pass, rearhand 18, I yes, rearhand pass"},
        {"skat": "C7 D9", "bid": 24},
    ],
)
def test_the_pages_command_asks_the_same_again(given):
    answer = prepare(read_question(HAND, **given), deals=50)
    name, command, cards, *options = shlex.split(made_by(answer))
    if answer.question.asked.skat:  # nothing is played yet, so no number of deals is told
        options += ["--deals", "50"]
    assert all("@" in bot for bot in again_bots(options)), "the page names the versions"
    again = dict(zip((key.removeprefix("--") for key in options[::2]), options[1::2], strict=True))
    assert (name, command, again.pop("html"), again.pop("deals")) == ("skatsim", "safety", "PAGE.html", "50")
    asked_for = (
        "none" if stronger_than(answer.question) else None
    )  # the answer is without, the command's default is not
    assert again.pop("stronger", None) == asked_for
    again |= {key: int(again[key]) for key in ("seed", "bid") if key in again}
    question, first = read_question(cards, **again), read_question(HAND, **given)
    assert (question.cards, question.seat, question.heard.said) == (first.cards, first.seat, first.heard.said)
    assert (question.players, question.rules, question.asked.seed) == (first.players, first.rules, first.asked.seed)
