"""The courses of games: every position against plain minimax, perfect games, mistakes made by hand, wrong input."""

import random

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES, CardSet, card_index
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.deals import deal
from skatsim.solver import best_line
from skatsim.solver.course import ALL_TRICKS, NEVER, courses
from tests.conftest import COMPILED
from tests.solver import naive

whole = pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
EXACT_FROM = 18
"""Plain minimax values the last four tricks."""


def names_of(mask):
    return [name for index, name in enumerate(CARD_NAMES) if int(mask) >> index & 1]


def random_game(number):
    """Hands, skat, game letter, declarer and thirty cards played at random, by the rules the oracle knows."""
    rng = random.Random(number)
    *hands, skat = (names_of(cards) for cards in deal(77, number))
    game, declarer = GAME_LETTERS[number % 6], number // 6 % 3
    held, leader, plays = [set(hand) for hand in hands], 0, []
    for _ in range(10):
        trick = []
        for place in range(3):
            hand = held[(leader + place) % 3]
            card = rng.choice(naive.legal(frozenset(hand), trick, game))
            hand.remove(card)
            trick.append(card)
        plays += trick
        leader = (leader + naive.trick_taker(trick, game)) % 3
    return hands, skat, game, declarer, plays


def strong_game(number):
    """A deal in which forehand has the seven highest clubs, leads five of them, and then all play at random."""
    rng = random.Random(number)
    top = ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK"]
    rest = [name for name in CARD_NAMES if name not in top]
    rng.shuffle(rest)
    hands, skat = [top + rest[:3], rest[3:13], rest[13:23]], rest[23:]
    held, plays, leader = [set(hand) for hand in hands], [], 0
    for number_of_trick in range(10):
        trick = []
        for place in range(3):
            hand = held[(leader + place) % 3]
            leads_top = number_of_trick < 5 and not trick
            card = top[number_of_trick] if leads_top else rng.choice(naive.legal(frozenset(hand), trick, "C"))
            hand.remove(card)
            trick.append(card)
        plays += trick
        leader = (leader + naive.trick_taker(trick, "C")) % 3
    return hands, skat, plays


def as_row(hands, skat, game, declarer, need):
    masks = [CardSet.of(cards).mask for cards in (*hands, skat)]
    return [*masks, GAME_LETTERS.index(game), declarer, need]


def course_of(hands, skat, game, declarer, plays, need=61):
    cards = [card_index(card) for card in plays] + [255] * (30 - len(plays))
    found = courses(np.array([as_row(hands, skat, game, declarer, need)]), np.array([cards]))
    return found.worth[0], found.reached[0], found.choices[0]


def positions(hands, skat, game, declarer, plays):
    """Before each card and at the end: hands, table, leader, card points and tricks of the declarer."""
    held, leader, points, taken, table = [set(hand) for hand in hands], 0, naive.points_in(skat), 0, []
    for card in [*plays, None]:
        if len(table) == 3:
            leader = (leader + naive.trick_taker(table, game)) % 3
            points += naive.points_in(table) if leader == declarer else 0
            taken += leader == declarer
            table = []
        yield [frozenset(hand) for hand in held], list(table), leader, points, taken
        if card:
            held[(leader + len(table)) % 3].remove(card)
            table.append(card)


@whole
def test_the_last_tricks_are_worth_what_minimax_says(scaled):
    for number in range(scaled(60)):
        hands, skat, game, declarer, plays = random_game(number)
        worth, reached, choices = course_of(hands, skat, game, declarer, plays, 1 if game == "N" else 61)
        for step, (held, table, leader, points, taken) in enumerate(positions(hands, skat, game, declarer, plays)):
            if step < EXACT_FROM:
                continue
            rest = naive.value(held, table, game=game, declarer=declarer, leader=leader)
            value = int(rest and not taken) if game == "N" else points + rest
            assert worth[step] == value, (number, step)
            assert reached[step] == (value >= (1 if game == "N" else 61))
            if step < 30:
                hand = held[(leader + len(table)) % 3]
                assert choices[step] == len(naive.legal(hand, table, game))


@whole
def test_all_tricks_are_reached_where_minimax_takes_them(scaled):
    """Forehand leads five sure trumps; whether the others take all tricks depends on the deal."""
    seen = set()
    for number in range(scaled(60)):
        hands, skat, plays = strong_game(number)
        reached = course_of(hands, skat, "C", 0, plays, ALL_TRICKS)[1]
        for step, (held, table, leader, _, taken) in enumerate(positions(hands, skat, "C", 0, plays)):
            if step < EXACT_FROM:
                continue
            mine = naive.tricks(held, table, game="C", declarer=0, leader=leader)
            assert reached[step] == (taken + mine == 10), (number, step)
            seen.add(int(reached[step]))
    assert seen == {0, 1}


@whole
@pytest.mark.parametrize("number", range(12))
def test_perfect_players_regret_nothing(number):
    hands, skat, game, declarer, _ = random_game(number)
    line = best_line(
        [CardSet.of(hand) for hand in hands], skat=CardSet.of(skat), contract=game, declarer=declarer, leader=0
    )
    plays = [card for trick in line for card in trick.cards]
    worth, reached, _ = course_of(hands, skat, game, declarer, plays, 1 if game == "N" else 61)
    assert len(set(worth[: len(plays) + 1])) == 1
    assert len(set(reached[: len(plays) + 1])) == 1
    assert (worth[len(plays) + 1 :] == -1).all()


LAST = ("CJ SJ HJ DJ CA CT CK CQ C9 C8", "SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 S8 S7 H8")


def easy(plays, need, contract="C"):
    return course_of([hand.split() for hand in LAST], ["C7", "H7"], contract, 0, plays, need)


def test_a_declarer_who_holds_all_trumps_cannot_err():
    worth, reached, choices = easy(["CJ", "S9", "D7"], 90)
    assert worth[:4].tolist() == [120] * 4
    assert reached[:4].tolist() == [1] * 4
    assert choices[:4].tolist() == [10, 10, 10, 0]
    assert easy(["CJ", "S9", "D7"], ALL_TRICKS)[1][:4].tolist() == [1] * 4
    assert easy(["CJ", "S9", "D7"], NEVER)[1][:4].tolist() == [0] * 4


LONG_CLUBS = (
    ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "S7"],
    ["SA", "ST", "SK", "HA", "HT", "HK", "DA", "DT", "DK", "C7"],
    ["SQ", "S9", "S8", "HQ", "H9", "H8", "DQ", "D9", "D8", "C8"],
)
"""Nine sure tricks and S7: the defenders make one trick, an ace and a queen, so the declarer makes 106."""


@whole
def test_mistakes_are_found_and_priced():
    """Middlehand throws SA: S7, led before both other spades can follow it, takes along SQ and ST only.  The declarer
    waits two tricks: rearhand keeps SQ for S7, middlehand another ace, and the point is given back."""
    plays = ["CJ", "C7", "C8", "SJ", "SA", "H8", "HJ", "SK", "H9", "DJ"]
    worth, reached, choices = course_of(LONG_CLUBS, ["H7", "D7"], "C", 0, plays, 107)
    assert worth[:11].tolist() == [106] * 5 + [107] * 5 + [106]
    assert reached[:11].tolist() == [0] * 5 + [1] * 5 + [0]
    assert choices[:11].tolist() == [10, 1, 1, 9, 9, 9, 8, 8, 8, 7, 0]


def test_mistakes_in_null_turn_the_game():
    """D8 is the only danger.  After a club rearhand, who has none, can throw D9 before middlehand leads D7; but
    middlehand leads D7 too early, D9 takes it and D8 is gone."""
    hands = (
        ["C7", "C8", "C9", "S7", "S8", "S9", "H7", "H8", "H9", "D8"],
        ["CT", "CJ", "CQ", "CK", "CA", "D7", "DT", "DJ", "DQ", "DK"],
        ["D9", "ST", "SJ", "SQ", "SK", "SA", "HT", "HJ", "HQ", "HK"],
    )
    worth, reached, choices = course_of(hands, ["HA", "DA"], "N", 0, ["C7", "CT", "ST", "D7", "D9", "D8"], 1)
    assert worth[:7].tolist() == reached[:7].tolist() == [1, 0, 0, 0, 1, 1, 1]
    assert choices[:6].tolist() == [10, 5, 10, 9, 1, 1]
    assert course_of(hands, ["HA", "DA"], "N", 0, ["S7"], 1)[0][:2].tolist() == [1, 1]


def test_a_card_that_is_not_legal_is_refused():
    with pytest.raises(SkatsimError, match="row 0: a card was played that was not legal"):
        course_of(LONG_CLUBS, ["H7", "D7"], "C", 0, ["CJ", "SA"])
    with pytest.raises(SkatsimError, match="row 0: a card was played that was not legal"):
        course_of(LONG_CLUBS, ["H7", "D7"], "C", 0, ["SA"])


def test_cards_that_are_no_deal_are_refused():
    row = as_row(LONG_CLUBS, ["H7", "D7"], "C", 0, 61)
    for wrong in ([row[1], *row[1:]], [row[0], row[1], row[2], row[3] & row[3] - 1, *row[4:]]):
        with pytest.raises(SkatsimError, match="row 1: the cards are no deal"):
            courses(np.array([row, wrong]), np.full((2, 30), 255))
