"""What the solver is asked: announcements and habits understood, everything that cannot be refused in one line."""

import csv
import re

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CardSet
from skatsim.rules.contracts import Contract, GameType
from skatsim.rules.deals import deal
from skatsim.solver import best_cards, best_discard, best_line, layout, new_workspace, solve, solve_many, solve_tricks
from skatsim.solver.open_table import made_contracts
from tests.conftest import COMPILED, DATA

NAN = float("nan")
PROBLEMS = list(csv.DictReader((DATA / "published_problems.csv").read_text(encoding="utf-8").splitlines()))
SMALL = {"hands": ("CA C7", "CT SA", "C8 ST"), "skat": "", "contract": "G", "declarer": 0, "leader": 0}
ALL_TRICKS = ("CJ SJ HJ DJ CA CT CK CQ C9 C8", "SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 S8 S7 H8")
ONE_LOST = ("CJ SJ HJ DJ CA CT CK CQ C9 S8", "SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 C8 S7 H8")
"""Spades 8 is lost to the ace, at best in the first trick, under the other spade: 120 - 11."""
WHOLE = {"skat": "C7 H7", "declarer": 0}


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
@pytest.mark.parametrize("row", PROBLEMS, ids=lambda row: row["source"])
def test_published_problems(row):
    hands = (row["hand0"], row["hand1"], row["hand2"])
    asked = {"skat": row["skat"], "contract": row["game"], "declarer": row["declarer"], "leader": row["leader"]}
    value = solve(hands, **asked, taken=int(row["taken"])).value
    # in null the file has 1 where the declarer is made to take a trick
    assert value == (1 - int(row["value"]) if row["game"] == "N" else int(row["value"]))


# --- habits and announcements


def test_cards_games_and_seats_as_people_write_them():
    right = solve(("CJ C7", "CT SA", "C8 ST"), skat="HA HT", contract="CH", declarer=0, leader=1)
    hands = ("Kreuz Bube, c7", "C10 AS", "♣8 P10")
    assert solve(hands, skat="Herz As, H10", contract="Kreuz Hand", declarer="Vorhand", leader="M") == right
    for contract in (Contract.parse("C"), GameType.CLUBS, 3, "clubs", "♣"):
        assert solve(hands, skat=CardSet("HA HT"), contract=contract, declarer="0", leader=np.int64(1)) == right
    for trick in ("♦9", ["Karo 9"], ("d9",)):
        hands = ("Karo As, P9", "D7 S7", "s8")
        assert best_cards(hands, skat="", contract="Karo", declarer=0, leader="Hinterhand", trick=trick) == {"DA": 11}


@pytest.mark.parametrize(("contract", "enough"), [("G", 61), ("GH", 61), ("GHS", 90), ("grand hand Schneider", 90)])
def test_schneider_announced_asks_for_90(contract, enough):
    for taken in (0, enough - 42 - 21 - 1, enough - 42 - 21):
        if taken < 0:
            continue
        found = solve(**SMALL | {"contract": contract, "skat": "HA HT", "taken": taken})
        assert (found.value, found.reached) == (63 + taken, 63 + taken >= enough)
    # a threshold of one's own is what is asked
    assert solve(**SMALL | {"contract": contract, "skat": "HA HT", "at_least": 63}).reached
    assert not solve(**SMALL | {"contract": contract, "skat": "HA HT", "at_least": 64}).reached


@pytest.mark.skipif(not COMPILED, reason="whole deals need compiled kernels")
@pytest.mark.parametrize("contract", ["CHSZ", "CO", "clubs ouvert", "Kreuz Hand Schwarz"])
def test_schwarz_announced_asks_for_all_tricks(contract):
    for leader in range(3):
        made = solve(ALL_TRICKS, contract=contract, leader=leader, **WHOLE)
        assert (made.value, made.reached) == (1, True)
        lost = solve(ONE_LOST, contract=contract, leader=leader, **WHOLE)
        assert (lost.value, lost.reached) == (0, False)
    assert solve(ONE_LOST, contract="CHS", leader=0, **WHOLE).value == 109


def test_120_card_points_are_not_all_tricks():
    hands = ("CJ S8", "S9 H9", "S7 H7")
    assert solve(hands, skat="", contract="G", declarer=0, leader=0, taken=78).value == 80
    assert solve_tricks(hands, contract="G", declarer=0, leader=0).value == 1


@pytest.mark.parametrize("ask", [best_cards, best_line])
def test_cards_are_not_valued_by_tricks(ask):
    with pytest.raises(SkatsimError, match="contract GHSZO asks for all tricks, but cards are valued here by card"):
        ask(**SMALL | {"contract": "grand ouvert"})


def test_schwarz_is_asked_at_the_beginning_alone():
    with pytest.raises(SkatsimError, match="asks for all ten tricks, but hands of 2 cards do not tell"):
        solve(**SMALL | {"contract": "GO"})
    with pytest.raises(SkatsimError, match="asks for all tricks: leave at_least out"):
        solve(ALL_TRICKS, contract="GO", leader=0, at_least=90, **WHOLE)


@pytest.mark.parametrize("contract", ["CH", "GO", "NH"])
def test_nothing_is_put_away_in_a_hand_game(contract):
    cards = deal(1, 0)
    with pytest.raises(SkatsimError, match="is a hand game, in which nothing is put away"):
        best_discard(cards[0] | cards.skat, cards[1:3], contract=contract, declarer=0)


# --- what cannot be


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"skat": "HA"}, "the skat has 1 card; it is two cards, or none where unknown"),
        ({"skat": "HA HT HK"}, "the skat has 3 cards"),
        ({"skat": "KD"}, "skat: card 'KD' can be queen of clubs or king of diamonds"),
        ({"skat": 1.5}, "skat: card set 1.5"),
        ({"skat": True}, "skat: card set True"),
        ({"skat": -1}, "skat: card set -1"),
        ({"hands": None}, "give three hands"),
        ({"hands": 7}, "give three hands"),
        ({"hands": ("CA C7", "CT SA", 2.0)}, "rearhand: card set 2.0"),
        ({"hands": ("CA C7", "CT SA", NAN)}, "rearhand: card set nan"),
        ({"contract": 7}, "unknown game type 7"),
        ({"contract": None}, "unknown game type None"),
        ({"contract": True}, "unknown game type True"),
        ({"contract": NAN}, "unknown game type nan"),
        ({"declarer": "dealer"}, "declarer 'dealer' is no seat: give forehand (0), middlehand (1) or rearhand (2)"),
        ({"declarer": True}, "declarer True is no seat"),
        ({"leader": 1.0}, "leader 1.0 is no seat"),
        ({"leader": None}, "leader None is no seat"),
        ({"trick": CardSet("HA HT")}, "in the order played"),
        ({"trick": 5}, "in the order played"),
        ({"trick": [5]}, "in the order played"),
        ({"taken": 1.5}, "taken=1.5 is no whole number"),
        ({"taken": NAN}, "taken=nan is no whole number"),
        ({"taken": True}, "taken=True is no whole number"),
        ({"taken": "3"}, "taken='3' is no whole number"),
        *[({"at_least": odd}, f"at_least={odd!r} is out of range") for odd in (0, -1, 121, 1.5, True, NAN, "61")],
    ],
)
def test_bad_input_is_one_clear_line(change, says):
    with pytest.raises(SkatsimError) as error:
        solve(**SMALL | change)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_skat_of_two_or_none():
    assert solve(**SMALL).value == 42
    assert solve(**SMALL | {"skat": "HA DT"}).value == 63


def test_no_card_points_were_taken_before_the_first_trick():
    cards = deal(1, 0)
    asks = {"contract": "G", "declarer": 0, "leader": 0, "taken": 1}
    for skat in (cards.skat, ""):
        with pytest.raises(SkatsimError, match="taken=1: the cards already played are worth 0, give 0 to 0"):
            solve(cards[:3], skat=skat, **asks)


@pytest.mark.parametrize("at_least", [0, 3, 1.5, True, "1"])
def test_thresholds_of_tricks(at_least):
    with pytest.raises(SkatsimError, match="is out of range; ask for 1 to 2 tricks"):
        solve_tricks(SMALL["hands"], contract="G", declarer=0, leader=0, at_least=at_least)


@pytest.mark.parametrize("bits", [3, 25, 4.5, True, None, "12", NAN])
def test_sizes_of_a_workspace(bits):
    with pytest.raises(SkatsimError, match="take 4 to 24 bits"):
        new_workspace(bits)


def strangers() -> dict[str, object]:
    """Arrays that look like a workspace and are none."""
    good = new_workspace(6)
    longer = np.zeros(2 * good.size + 16, dtype=np.int64)
    shift = next(i for i in range(8) if (longer[i:].ctypes.data - good.ctypes.data) % 64)
    moved = longer[shift : shift + good.size]
    moved[:] = good
    apart = longer[: 2 * good.size : 2]
    apart[:] = good
    half = np.zeros(8 * good.size + 8, dtype=np.uint8)[1 : 1 + 8 * good.size].view(np.int64)
    half[:] = good
    written_over = new_workspace(6)
    written_over[layout.BUCKETS] = 2**20
    frozen = new_workspace(6)
    frozen.flags.writeable = False
    return {
        "list": good.tolist(),
        "floats": good.astype(float),
        "int32": good.astype(np.int32),
        "other byte order": good.astype(">i8"),
        "empty": np.zeros(0, dtype=np.int64),
        "zeros": np.zeros(good.size, dtype=np.int64),
        "shorter": good[:-8],
        "longer by a bucket": np.concatenate([good, good[:8]]),
        "two dimensions": good.reshape(1, -1),
        "off the cache line": moved,
        "not aligned": half,
        "not contiguous": apart,
        "backwards": good[::-1],
        "read-only": frozen,
        "more buckets than there are": written_over,
        "an address": good.ctypes.data,
        "text": "workspace",
    }


@pytest.mark.parametrize("name", strangers())
def test_a_workspace_comes_from_new_workspace(name):
    stranger = strangers()[name]
    questions = (
        lambda: solve(**SMALL, workspace=stranger),
        lambda: best_cards(**SMALL, workspace=stranger),
        lambda: best_line(**SMALL, workspace=stranger),
        lambda: solve_tricks(SMALL["hands"], contract="G", declarer=0, leader=0, workspace=stranger),
        lambda: best_discard(
            deal(1, 0)[0] | deal(1, 0).skat, deal(1, 0)[1:3], contract="G", declarer=0, workspace=stranger
        ),
        lambda: made_contracts([deal(1, 0)], workspace=stranger),
    )
    for ask in questions:
        with pytest.raises(SkatsimError, match=r"^workspace: give an array of skatsim\.solver\.new_workspace"):
            ask()


def test_every_workspace_is_taken():
    for bits in (4, 5, 14, 16):
        for _ in range(3):
            assert solve(**SMALL, workspace=new_workspace(bits)).value == 42


HANDS = np.array([[1, 2, 4], [1, 2, 4]])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": [[1, 2], [1, 2, 4]]}, "hands: rows of unequal length"),
        ({"hands": [[1.0, 2.0, 4.0]]}, "hands: give whole numbers of 64 bits (card masks, games, seats), not float64"),
        ({"hands": [[NAN, 2, 4]]}, "hands: give whole numbers of 64 bits (card masks, games, seats), not float64"),
        ({"hands": [["1", "2", "4"]]}, "hands: give whole numbers of 64 bits (card masks, games, seats), not <U1"),
        ({"hands": [[True, False, True]]}, "hands: give whole numbers of 64 bits (card masks, games, seats), not bool"),
        ({"hands": [[2**64, 2, 4]]}, "hands: give whole numbers of 64 bits (card masks, games, seats), not object"),
        (
            {"hands": np.array([[2**63, 2, 4]], dtype=np.uint64)},
            "hands: give whole numbers of 64 bits (card masks, games, seats), not uint64",
        ),
        ({"hands": None}, "hands: give whole numbers of 64 bits (card masks, games, seats), not object"),
        ({"hands": [[-1, 2, 4]]}, "deal 0: forehand: card set -1"),
        ({"hands": [[1, 2, 4, 8]]}, "hands have the shape (1, 4)"),
        ({"hands": 5}, "hands have the shape ()"),
        ({"skat": 8}, "deal 0: the skat has 1 card"),
        ({"skat": 1 | 8}, "deal 0: card D7 is there twice"),
        ({"skat": [[0], [0]]}, "2 deals need 2 entries in every column, not the shape (2, 1)"),
        ({"skat": [0, 0, 0]}, "2 deals need 2 entries in every column, not the shape (3,)"),
        ({"game_type": "G"}, "game_type: give whole numbers of 64 bits (card masks, games, seats), not <U1"),
        ({"game_type": 4.0}, "game_type: give whole numbers of 64 bits (card masks, games, seats), not float64"),
        ({"game_type": -1}, "deal 0: game type -1 is out of range"),
        ({"declarer": [0, 3]}, "deal 1: declarer 3 is no seat"),
        ({"at_least": 1.5}, "at_least=1.5 is out of range"),
        ({"at_least": True}, "at_least=True is out of range"),
        ({"threads": 0}, "threads=0"),
        ({"threads": -2}, "threads=-2"),
        ({"threads": 1.5}, "threads=1.5"),
        ({"nodes": [0, 0]}, "nodes: give an int64 array of the shape (2,)"),
        ({"nodes": np.zeros(3, np.int64)}, "nodes: give an int64 array of the shape (2,)"),
        ({"nodes": np.zeros(2)}, "nodes: give an int64 array of the shape (2,)"),
    ],
)
def test_odd_arrays_of_many_deals(change, says):
    with pytest.raises(SkatsimError, match="^" + re.escape(says)) as error:
        solve_many(**{"hands": HANDS, "skat": 0, "game_type": 4, "declarer": 0} | change)
    assert "\n" not in str(error.value)


def test_no_deals_at_all():
    none = np.zeros((0, 3), dtype=np.int64)
    assert solve_many(none, skat=[], game_type=[], declarer=[]).shape == (0,)
    assert made_contracts(np.zeros((0, 4))).shape == (0, 6, 3)


@pytest.mark.parametrize(
    ("deals", "says"),
    [
        ([[1, 2, 3, 4], [1, 2]], "deals: rows of unequal length"),
        ([["CJ", "SJ", "HJ", "DJ"]], "deals: give whole numbers of 64 bits (card masks, games, seats), not <U2"),
        ([[1.0, 2.0, 3.0, 4.0]], "deals: give whole numbers of 64 bits (card masks, games, seats), not float64"),
        ([[NAN] * 4], "deals: give whole numbers of 64 bits (card masks, games, seats), not float64"),
        (None, "deals: give whole numbers of 64 bits (card masks, games, seats), not object"),
        ([1, 2, 3, 4], "deals have the shape (4,)"),
        ([[1, 2, 3]], "deals have the shape (1, 3)"),
        ([[1, 2, 4, 8]], "deal 0: forehand has 1 cards"),
        ([[-1, 2, 4, 8]], "deal 0: card set -1"),
    ],
)
def test_odd_arrays_of_an_open_table(deals, says):
    with pytest.raises(SkatsimError, match="^" + re.escape(says)):
        made_contracts(deals)
