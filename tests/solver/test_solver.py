"""The solver against plain minimax, solved cases, and itself seen from other sides."""

import csv
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import ALL, CARD_NAMES, CardSet
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.deals import Deal, deal
from skatsim.solver import (
    best_cards,
    best_discard,
    best_line,
    new_workspace,
    solve,
    solve_many,
    solve_tricks,
)
from skatsim.solver.ordering import highest_of_runs, lowest_of_runs
from skatsim.solver.play import value_of
from skatsim.solver.position import read_position
from skatsim.solver.solving import prepare
from tests.conftest import COMPILED, DATA
from tests.solver import naive
from tests.solver.fuzz import disagreement, positions

WORKSPACE = new_workspace(12)
LARGEST = 10 if COMPILED else 4


def cases() -> Iterator[dict[str, str]]:
    with (DATA / "double_dummy.csv").open() as lines:
        for row in csv.DictReader(lines):
            if len(row["hand0"].split()) <= LARGEST:
                yield row


def asked(row: dict[str, str]) -> dict[str, object]:
    return {
        "hands": (row["hand0"], row["hand1"], row["hand2"]),
        "skat": row["skat"],
        "contract": row["game"],
        "declarer": int(row["declarer"]),
        "leader": int(row["leader"]),
    }


def random_deals(seed: int, count: int) -> Iterator[tuple[Deal, dict[str, object]]]:
    for game in range(count):
        cards = deal(seed, game)
        yield cards, {"contract": GAME_LETTERS[game % 6], "declarer": game % 3, "leader": (game // 6) % 3}


def test_agrees_with_minimax(scaled: Callable[[int], int]) -> None:
    drawn = [*positions(2, scaled(1500), most=3), *positions(3, scaled(500), most=4), *positions(4, scaled(20), most=5)]
    wrong = [text for p in drawn if (text := disagreement(p, WORKSPACE))]
    assert not wrong


def test_agrees_with_solved_cases() -> None:
    rows = list(cases())
    assert len(rows) == (1040 if COMPILED else 226)
    for row in rows:
        # the file's null value is 1 where the declarer is made to take a trick
        value = 1 - int(row["value"]) if row["game"] == "N" else int(row["value"])
        assert solve(**asked(row)).value == value, row


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
def test_solved_cases_on_threads() -> None:
    rows = list(cases())
    hands = np.array([[CardSet.parse(row[f"hand{i}"]).mask for i in range(3)] for row in rows])
    columns = {
        "skat": np.array([CardSet.parse(row["skat"]).mask for row in rows]),
        "game_type": np.array([GAME_LETTERS.index(row["game"]) for row in rows]),
        "declarer": np.array([int(row["declarer"]) for row in rows]),
        "leader": np.array([int(row["leader"]) for row in rows]),
    }
    is_null = columns["game_type"] == 5
    truth = np.array([int(row["value"]) for row in rows])
    exact = solve_many(hands, **columns, threads=3)
    np.testing.assert_array_equal(exact, np.where(is_null, 1 - truth, truth))
    for threshold in (31, 61, 90):
        reached = solve_many(hands, **columns, at_least=threshold, threads=1)
        np.testing.assert_array_equal(reached, np.where(is_null, 1 - truth, truth >= threshold))


def test_tricks_agree_with_minimax(scaled: Callable[[int], int]) -> None:
    for position in positions(3, scaled(300), most=4):
        if position["contract"] == "N":
            continue
        game = {"game": position["contract"], "declarer": position["declarer"], "leader": position["leader"]}
        true = naive.tricks(position["hands"], position["trick"], **game)
        hands = [" ".join(hand) for hand in position["hands"]]
        rest = {key: position[key] for key in ("contract", "declarer", "leader", "trick")}
        assert solve_tricks(hands, workspace=WORKSPACE, **rest).value == true, position
        left = (sum(map(len, position["hands"])) + len(position["trick"])) // 3
        for count in range(1, left + 1):
            assert solve_tricks(hands, workspace=WORKSPACE, at_least=count, **rest).reached == (true >= count)


def relabelled(mask: int, order: list[int]) -> int:
    """The cards with suit s renamed to order[s]; jacks stay."""
    return mask & 0xF0000000 | sum((mask >> 7 * s & 127) << 7 * order[s] for s in range(4))


def test_runs_of_neighbours(scaled: Callable[[int], int]) -> None:
    """The bit tricks against walking card by card through each group."""
    rng = random.Random(7)
    groups = [range(7 * s, 7 * s + 7) for s in range(4)] + [range(28, 32)]
    for _ in range(scaled(2000)):
        cards = rng.getrandbits(32) & rng.getrandbits(32)
        others = rng.getrandbits(32) & ~cards & (ALL if rng.random() < 0.5 else rng.getrandbits(32))
        lowest = highest = 0
        for group in groups:
            run: list[int] = []
            for bit in [*group, None]:
                if bit is not None and cards >> bit & 1:
                    run.append(bit)
                if run and (bit is None or others >> bit & 1):
                    lowest, highest, run = lowest | 1 << run[0], highest | 1 << run[-1], []
        assert lowest_of_runs(cards, others) == lowest
        assert highest_of_runs(cards, others) == highest


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
def test_plain_suits_have_no_names() -> None:
    rng = random.Random(4)
    for cards, asks in random_deals(11, 60):
        game = GAME_LETTERS.index(asks["contract"])
        if game == 5:
            continue
        order = rng.sample(range(4), 4)
        renamed = Deal(*(relabelled(mask, order) for mask in cards))
        contract = GAME_LETTERS[order[game]] if game < 4 else "G"
        before = solve(cards[:3], skat=cards[3], workspace=WORKSPACE, **asks).value
        after = solve(renamed[:3], skat=renamed[3], workspace=WORKSPACE, **asks | {"contract": contract}).value
        assert before == after, (cards, asks, order)


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
def test_thresholds_cards_and_lines_agree_with_the_value() -> None:
    for cards, asks in random_deals(12, 36):
        value = solve(cards[:3], skat=cards[3], **asks).value
        values = best_cards(cards[:3], skat=cards[3], **asks)
        assert (max if asks["leader"] == asks["declarer"] else min)(values.values()) == value
        tricks = best_line(cards[:3], skat=cards[3], **asks)
        won = [trick for trick in tricks if trick.winner == asks["declarer"]]
        if asks["contract"] == "N":
            assert value == (not won)
            assert (len(tricks) == 10) if value else (tricks[-1:] == won)  # lost with the first trick he takes
            continue
        assert sum(trick.card_points for trick in won) + CardSet(cards[3]).card_points == value
        assert len({card for trick in tricks for card in trick.cards}) == 30
        for threshold in (max(value, 1), value + 1, 61):
            assert solve(cards[:3], skat=cards[3], at_least=threshold, **asks).reached == (value >= threshold)


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
@pytest.mark.parametrize("contract", ["S", "G", "N"])
def test_discards_are_the_single_questions(contract: str) -> None:
    cards = deal(21, "SGN".index(contract))
    declarer, asks = 1, {"contract": contract, "declarer": 1, "leader": 0}
    twelve = CardSet(cards[declarer] | cards.skat)
    others = [cards[seat] for seat in (0, 2)]
    found = best_discard(twelve, others, every_value=True, **asks)
    assert len(found.values) == 66
    for pair, value in found.values.items():
        hands = [others[0], (twelve - CardSet.parse(pair)).mask, others[1]]
        assert solve(hands, skat=pair, workspace=WORKSPACE, **asks).value == value
    best = max(found.values.values())
    assert found.value == best
    assert best_discard(twelve, others, **asks).value == best
    if contract != "N":
        for threshold in (best, best + 1):
            reached = best_discard(twelve, others, at_least=threshold, **asks).value
            assert reached == (best >= threshold)
            every = best_discard(twelve, others, at_least=threshold, every_value=True, **asks).values
            assert every == {pair: int(value >= threshold) for pair, value in found.values.items()} | every
            assert all(every[pair] == (value >= threshold) for pair, value in found.values.items())


def test_points_taken_and_trick_cards_count() -> None:
    whole = solve(("CA C7", "CT SA", "C8 ST"), skat="", contract="G", declarer=0, leader=0)
    assert (whole.value, whole.reached) == (42, False)
    halfway = {"hands": ("C7", "SA", "C8 ST"), "trick": ["CA", "CT"]}
    asks = {"skat": "HA HT", "contract": "G", "declarer": 0, "leader": 0, "taken": 10}
    assert solve(**halfway, **asks).value == 42 + 21 + 10
    assert solve(**halfway, **asks).reached
    assert best_cards(**halfway, **asks) == {"C8": 73}
    assert solve(**halfway, **asks, at_least=73).reached
    assert not solve(**halfway, **asks, at_least=74).reached
    assert solve(**halfway, **asks, at_least=31).reached


def test_null_has_its_own_order() -> None:
    # in null the ten is below the jack: C9 T are safe under J Q with a defender on lead
    asks = {"skat": "", "contract": "N", "declarer": 0}
    assert solve(("C9 CT", "CJ CQ", "SA SK"), leader=1, **asks).reached
    assert not solve(("C9 CJ", "CT C7", "SA SK"), leader=1, **asks).reached
    assert solve(("CT", "SA", "HA"), leader=1, **asks).value == 1


def test_a_line_of_null_ends_where_the_game_does() -> None:
    asks = {"skat": "", "contract": "N", "declarer": 0}
    lost = best_line(("C9 CJ SA", "CT C7 HA", "S7 S8 S9"), leader=1, **asks)
    assert [trick.winner for trick in lost].count(0) == 1
    assert (lost[-1].winner, lost[-1].card_points) == (0, None)
    assert str(lost[-1]).endswith("forehand takes it")
    made = best_line(("C9 CT", "CJ CQ", "SA SK"), leader=1, **asks)
    assert [trick.winner for trick in made] == [1, 1]


GOOD = {
    "hands": ("CA C7", "CT SA", "C8 ST"),
    "skat": "",
    "contract": "G",
    "declarer": 0,
    "leader": 0,
}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": ("CA", "CT SA", "C8 ST")}, "unequal size: forehand 1, middlehand 2, rearhand 2"),
        ({"hands": ("CA CT", "CT SA", "C8 ST")}, "card CT is there twice (again: middlehand)"),
        ({"hands": ("CA CA", "CT SA", "C8 ST")}, "forehand: card CA stands twice"),
        ({"hands": ("CA CX", "CT SA", "C8 ST")}, "forehand: unknown card 'CX'"),
        ({"hands": ("CA C7", "CT SA")}, "three hands"),
        ({"hands": ("", "", "")}, "hands of 0 cards"),
        ({"hands": (None, "CT SA", "C8 ST")}, "forehand: card set None: give card names"),
        ({"skat": "CA HA"}, "card CA is there twice (again: skat)"),
        ({"skat": "HA HT HK"}, "the skat has 3 cards"),
        ({"declarer": 3}, "declarer 3 is no seat"),
        ({"leader": -1}, "leader -1 is no seat"),
        ({"contract": "X"}, "unknown game"),
        ({"trick": "HA"}, "unequal size: forehand 2, middlehand 2, rearhand 2 cards beside 1 on the table"),
        ({"trick": "HA HK HQ"}, "at most two"),
        ({"trick": ["S8", "H9"], "hands": ("CA", "CT", "C8 ST"), "skat": "H9 H7"}, "card H9 is there twice"),
        ({"trick": "S8 H9", "hands": ("CA", "SA", "C8 ST")}, "H9 does not follow S8: middlehand still has SA"),
        ({"trick": "XX", "hands": ("CA", "CT SA", "C8 ST")}, "unknown card 'XX'"),
        ({"at_least": 0}, "at_least=0 is out of range"),
        ({"at_least": 121}, "at_least=121 is out of range"),
        ({"at_least": 61, "contract": "N"}, "null asks for no trick"),
        ({"taken": -1}, "taken=-1"),
        ({"taken": 79}, "taken=79: the cards already played are worth 78"),
    ],
)
def test_bad_input_is_one_clear_line(change: dict[str, object], says: str) -> None:
    with pytest.raises(SkatsimError) as error:
        solve(**GOOD | change)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_bad_rows_are_named() -> None:
    hands = np.array([[1, 2, 4], [1, 2, 6]])
    with pytest.raises(SkatsimError, match="deal 1: hands of unequal size"):
        solve_many(hands, skat=0, game_type=4, declarer=0)
    with pytest.raises(SkatsimError, match="deal 0: game type 7"):
        solve_many(hands[:1], skat=0, game_type=7, declarer=0)
    with pytest.raises(SkatsimError, match="deal 0: leader 5 is no seat"):
        solve_many(hands[:1], skat=0, game_type=4, declarer=0, leader=5)
    with pytest.raises(SkatsimError, match=r"shape \(3,\)"):
        solve_many(hands[0], skat=0, game_type=4, declarer=0)
    with pytest.raises(SkatsimError, match="2 deals need 2 entries"):
        solve_many(hands, skat=[0, 0, 0], game_type=4, declarer=0)


def test_bad_discard_questions_are_named() -> None:
    cards = deal(1, 0)
    others = [cards.middlehand, cards.rearhand]
    with pytest.raises(SkatsimError, match="hand12 has 10 cards"):
        best_discard(cards.forehand, others, contract="G", declarer=0)
    with pytest.raises(SkatsimError, match="two defenders"):
        best_discard(cards.forehand | cards.skat, others[:1], contract="G", declarer=0)
    with pytest.raises(SkatsimError, match="is there twice"):
        best_discard(cards.forehand | cards.skat, [others[0], others[0]], contract="G", declarer=0)


def test_workspace_sizes() -> None:
    with pytest.raises(SkatsimError, match="take 4 to 24 bits"):
        new_workspace(3)
    # a table of four buckets forgets nearly everything and must still be right
    for position in positions(5, 40 if COMPILED else 4, most=4):
        assert disagreement(position, new_workspace(4)) is None


def test_records_of_tricks_are_not_taken_for_points() -> None:
    """Both questions in one workspace without a new deal between them: three tricks, and none has a point."""
    hands = ("S9 H9 C9 D7", "S8 H8 C8 DA", "S7 H7 C7 DT")
    position = read_position(hands, skat="", contract="G", declarer=0, leader=0)
    prepare(position, WORKSPACE)
    for by_tricks in (1, 0, 1):
        assert value_of(WORKSPACE, position.in_hand, 0, 0, 0, 0, 2, by_tricks) == 3 * by_tricks


def test_old_records_are_void() -> None:
    """Many deals in one workspace: generations wrap and nothing of an older deal is believed."""
    workspace = new_workspace(6)
    rng = random.Random(6)
    for _ in range(100 if COMPILED else 40):
        cards = rng.sample(CARD_NAMES, 6)
        hands = [cards[i::3] for i in range(3)]
        true = naive.value(hands, game="H", declarer=1, leader=2)
        texts = [" ".join(hand) for hand in hands]
        assert solve(texts, skat="", contract="H", declarer=1, leader=2, workspace=workspace).value == true


def test_all_cards_are_in_play() -> None:
    assert all(cards[0] | cards[1] | cards[2] | cards[3] == ALL for cards, _ in random_deals(11, 20))
