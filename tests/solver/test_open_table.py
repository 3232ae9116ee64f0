"""What each seat makes of a deal: against plain minimax on small deals, `solve` and `best_discard` on whole ones."""

import random
from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.deals import deal
from skatsim.solver import best_discard, new_workspace, solve
from skatsim.solver.open_table import made_contracts, sweep
from tests.conftest import COMPILED
from tests.solver import naive

whole_deals = pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")


def small_deal(draw: random.Random, size: int) -> list[list[str]]:
    """Three hands of `size` cards and a skat of two."""
    cards = draw.sample(CARD_NAMES, 3 * size + 2)
    return [cards[:size], cards[size : 2 * size], cards[2 * size : 3 * size], cards[3 * size :]]


def random_deals(seed: int, count: int) -> np.ndarray:
    """Rows of forehand, middlehand, rearhand, skat."""
    return np.array([deal(seed, game) for game in range(count)], dtype=np.int64)


def worth_of(hands: list[list[str]], away: list[str], game: str, declarer: int) -> int:
    """Minimax: the declarer's card points with those he has put away, in null 1 if he takes no trick."""
    value = naive.value(hands, game=game, declarer=declarer, leader=0)
    return value if game == "N" else value + naive.points_in(away)


def best_worth(hands: list[list[str]], skat: list[str], game: str, declarer: int) -> int:
    """The same after pick-up, every discard of the declarer's cards played out."""
    held = hands[declarer] + skat
    values = []
    for away in combinations(held, 2):
        kept = [card for card in held if card not in away]
        values.append(worth_of([*hands[:declarer], kept, *hands[declarer + 1 :]], list(away), game, declarer))
    return max(values)


@pytest.mark.parametrize("after_pick_up", [False, True], ids=["hand", "pick-up"])
def test_small_deals_as_minimax_has_them(after_pick_up: bool, scaled: Callable[[int], int]) -> None:
    """Just what is made and one card point more, for every contract and seat."""
    draw, workspace = random.Random(3), new_workspace(12)
    for _ in range(scaled(12 if after_pick_up else 60)):
        size = draw.choice([1, 2, 3] if after_pick_up else [2, 3, 4])
        *hands, skat = small_deal(draw, size)
        row = np.array([CardSet.of(cards).mask for cards in (*hands, skat)], dtype=np.int64)
        for game, letter in enumerate(GAME_LETTERS):
            for seat in range(3):
                ask = best_worth if after_pick_up else worth_of
                truth = ask(hands, skat, letter, seat)
                if letter == "N":
                    assert answer(workspace, row, game, seat, 61, after_pick_up) == truth, (hands, skat, letter, seat)
                    continue
                for need in (max(truth, 1), truth + 1):
                    made = answer(workspace, row, game, seat, need, after_pick_up)
                    assert made == (truth >= need), (hands, skat, letter, seat, need)


def answer(workspace: np.ndarray, row: np.ndarray, game: int, seat: int, need: int, after_pick_up: bool) -> int:
    """One of the questions of a sweep."""
    made = np.zeros((1, 6, 3), dtype=np.bool_)
    sweep(workspace, row[None], need, int(after_pick_up), made)
    return int(made[0, game, seat])


@whole_deals
def test_hand_games_as_solve_has_them() -> None:
    made = made_contracts(random_deals(5, 200))
    for g in range(200):
        cards = deal(5, g)
        for game, letter in enumerate(GAME_LETTERS):
            for seat in range(3):
                asks = {"skat": cards.skat, "contract": letter, "declarer": seat, "leader": 0}
                need = None if letter == "N" else 61
                assert made[g, game, seat] == solve(cards[:3], at_least=need, **asks).reached, (cards, asks)


@whole_deals
def test_games_after_pick_up_as_the_best_of_66_discards() -> None:
    count = 40
    made = made_contracts(random_deals(6, count), after_pick_up=True)
    workspace = new_workspace()
    for g in range(count):
        cards = deal(6, g)
        for game, letter in enumerate(GAME_LETTERS):
            for seat in range(3):
                others = [cards[other] for other in range(3) if other != seat]
                best = best_discard(
                    cards[seat] | cards.skat,
                    others,
                    contract=letter,
                    declarer=seat,
                    at_least=None if letter == "N" else 61,
                    workspace=workspace,
                )
                assert made[g, game, seat] == best.value, (cards, letter, seat)


@whole_deals
def test_who_makes_the_hand_game_makes_it_after_pick_up() -> None:
    deals = random_deals(9, 200)
    by_hand, picked_up = made_contracts(deals), made_contracts(deals, after_pick_up=True)
    assert (picked_up >= by_hand).all()
    assert 0 < by_hand.sum() < picked_up.sum() < by_hand.size


@whole_deals
@pytest.mark.parametrize("after_pick_up", [False, True], ids=["hand", "pick-up"])
def test_plain_suits_have_no_names(after_pick_up: bool) -> None:
    """With the suits renamed, jacks staying, the columns of the suits change places and grand stays."""
    deals = random_deals(10, 25)
    before = made_contracts(deals, after_pick_up=after_pick_up)
    for order in random.Random(4).sample(list(permutations(range(4))), 3):
        renamed = deals & 0xF0000000
        for suit, name in enumerate(order):
            renamed |= (deals >> 7 * suit & 127) << 7 * name
        after = made_contracts(renamed, after_pick_up=after_pick_up)
        assert (after[:, list(order)] == before[:, :4]).all()
        assert (after[:, 4] == before[:, 4]).all()


@whole_deals
def test_a_deal_does_not_depend_on_those_before_it() -> None:
    deals, workspace = random_deals(11, 60), new_workspace(4)
    made = made_contracts(deals, workspace=workspace)
    again = made_contracts(deals[::-1], workspace=workspace)[::-1]
    assert (made == again).all()


@whole_deals
def test_a_deal_that_everybody_can_read() -> None:
    """Forehand has four jacks and four aces: every trump game, the others none; with so many high cards no null."""
    hands = ("CJ SJ HJ DJ CA CT CK SA HA DA", "CQ C9 ST SK SQ HT HK HQ DT DK", "C8 C7 S9 S8 S7 H9 H8 H7 DQ D9")
    row = [[CardSet.parse(cards).mask for cards in (*hands, "D8 D7")]]
    made = made_contracts(row)[0].astype(int)
    assert made[:5].tolist() == [[1, 0, 0]] * 5
    assert made[5, 0] == 0


def test_deals_that_are_none() -> None:
    cards = list(deal(1, 0))
    for deals, problem in (
        ([1, 2, 3, 4], r"deals have the shape \(4,\); give \(n, 4\)"),
        ([cards[:3]], r"deals have the shape \(1, 3\)"),
        ([cards, [cards[0], cards[0], *cards[2:]]], "deal 1: card .* is dealt twice"),
        ([[cards[0], cards[1], cards[3], cards[2]]], "deal 0: rearhand has 2 cards"),
        ([[-1, *cards[1:]]], "deal 0: card set -1"),
    ):
        with pytest.raises(SkatsimError, match=f"^{problem}"):
            made_contracts(deals)
    assert made_contracts(np.zeros((0, 4))).shape == (0, 6, 3)
