"""The XSkat reader on single lines: seats, dealt hands, and what it refuses in which words."""

import json
import random

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import parse_xskat, replay
from skatsim.rules.cards import CardSet
from tests.records.making import deal, make, many, xskat_fields, xskat_line

GAME = make(3, "G", 1, 20)
FIELDS = xskat_fields(GAME, 2)
HANDS = FIELDS["hands"]


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_seats_are_counted_from_the_leader_and_hands_are_as_dealt(leader):
    record = parse_xskat(xskat_line(GAME, leader))
    assert [CardSet(mask) for mask in record.hands] == [CardSet.of(hand) for hand in GAME.hands]
    assert (CardSet(record.skat), CardSet(record.discard)) == (CardSet.of(GAME.skat), CardSet.of(GAME.discard))
    assert record.players == tuple(f"xskat-{(leader + seat) % 3}" for seat in range(3))
    assert [(seat, str(CardSet(1 << card))) for seat, card in record.plays] == GAME.plays
    assert record.declarer == record.result.declarer == 1
    assert record.auction is None


def test_made_games_replay_without_a_difference(scaled):
    for game in many(scaled(500), ["C", "S", "H", "D", "G", "CH", "GH", "N", "NH", "NO", "NHO", "CHSZO"]):
        replayed = replay(parse_xskat(xskat_line(game, 1)))
        assert replayed.equal, replayed.lines


def test_only_the_declarers_bid_is_known():
    assert replay(parse_xskat(xskat_line(GAME))).bids == (0, 20, 0)


@pytest.mark.parametrize("extra", [{"seed": [5, 6, 1]}, {"seed": [5, 6, 3], "leader": 1}, {"leader": 1}])
def test_a_passed_deal_takes_its_forehand_from_leader_or_seed(extra):
    hands, skat = deal(random.Random(1))
    fields = {"game": "passed", "hands": [" ".join(hand) for hand in hands], "skat": " ".join(skat), **extra}
    record = parse_xskat(json.dumps(fields))
    assert CardSet(record.hands[0]) == CardSet.of(hands[1])
    assert replay(record).kind == "passed"


REFUSED = [
    ({"game": "X"}, "not a game of XSkat"),
    ({"extra": 1}, "unknown field"),
    ({"hands": HANDS[:2]}, "not a game of XSkat"),
    ({"hands": [HANDS[0], HANDS[1], HANDS[2][3:]]}, "has 9 cards instead of 10"),
    ({"hands": [HANDS[0], HANDS[1], HANDS[1]]}, "stands twice in hands and skat"),
    ({"hands": [HANDS[0], HANDS[1], HANDS[2].replace(HANDS[2][:2], HANDS[2][3:5])]}, "stands twice"),
    ({"hands": [HANDS[0], HANDS[1], "C0" + HANDS[2][2:]]}, "unknown card 'C0'"),
    ({"skat": "D7"}, "has 1 cards instead of 2"),
    ({"skat": HANDS[0][:5]}, "stands twice in hands and skat"),
    ({"skat_dealt": HANDS[(FIELDS["declarer"] + 1) % 3][:5]}, "not among the declarer's cards"),
    ({"hand": 1}, "a hand game leaves the skat"),
    ({"leader": 3}, "not a game of XSkat"),
    ({"leader": None}, "'leader' is missing"),
    ({"won": None}, "'won' is missing"),
    ({"bid": "18"}, "not a game of XSkat"),
    ({"tricks_played": 9}, "'tricks_played' is 9"),
    ({"play": FIELDS["play"][:-3]}, "'play' has 29 cards"),
    ({"play": FIELDS["play"][:-2] + FIELDS["skat"][:2]}, "lies in the skat"),
    ({"play": FIELDS["play"] + " QQ"}, "unknown card 'QQ'"),
    ({"game": "passed"}, "a passed deal with"),
]


@pytest.mark.parametrize(("changed", "words"), REFUSED)
def test_a_damaged_line_is_refused_in_words(changed, words):
    with pytest.raises(SkatsimError) as caught:
        parse_xskat(json.dumps({**FIELDS, **changed}), "a.jsonl", 12)
    assert str(caught.value).startswith("a.jsonl, line 12: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["{", "{}", "[]", "null", "{'a': 1}", '{"hands":' + "[" * 5000, b"\xff{}", "\udc80"])
def test_what_is_no_record_at_all_is_refused(text):
    with pytest.raises(SkatsimError, match=r"line 1: (the record is cut off|not a game of XSkat)"):
        parse_xskat(text)


def test_a_passed_deal_without_leader_and_seed_is_refused():
    fields = {name: FIELDS[name] for name in ("hands", "skat")}
    with pytest.raises(SkatsimError, match="needs 'leader' or 'seed'"):
        parse_xskat(json.dumps({**fields, "game": "passed"}))


@pytest.mark.parametrize(("changed", "figure"), [
    ({"matadors": 9}, "matadors"), ({"declarer_points": 3}, "card points"), ({"declarer_tricks": 0}, "tricks"),
    ({"value": 30}, "game value"), ({"list_score": 1}, "score"), ({"won": 1 - FIELDS["won"]}, "outcome"),
    ({"overbid": 1}, "overbid"),
])  # fmt: skip
def test_each_wrong_figure_is_one_difference(changed, figure):
    replayed = replay(parse_xskat(xskat_line(GAME, **changed)))
    assert [each.figure for each in replayed.differences] == [figure]
    assert not replayed.known
