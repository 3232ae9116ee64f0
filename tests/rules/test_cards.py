"""Cards and card sets against Python's own sets of card names."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.errors import SkatsimError
from skatsim.rules.cards import ACES, ALL, CARD_NAMES, JACKS, TENS, CardSet, card_index, card_points, format_cards
from skatsim.rules.contracts import GameType

NAMES = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
DISPLAY = ["CJ", "SJ", "HJ", "DJ", *(suit + rank for suit in "CSHD" for rank in "ATKQ987")]
SUBSETS = st.sets(st.sampled_from(NAMES))


def points(names) -> int:
    return sum(POINTS[name[1]] for name in names)


def test_layout_is_jacks_on_top_and_seven_bits_a_suit():
    """The layout kernels and Parquet columns rely on; a change is a new schema."""
    assert sorted(CARD_NAMES) == sorted(NAMES)
    assert [card_index(name) for name in ("DJ", "HJ", "SJ", "CJ")] == [28, 29, 30, 31]
    for suit, first in zip("DHSC", (0, 7, 14, 21), strict=True):
        assert [card_index(suit + rank) for rank in "789QKTA"] == list(range(first, first + 7))
    assert set(CardSet(JACKS)) == {"CJ", "SJ", "HJ", "DJ"}
    assert set(CardSet(ACES)) == {"CA", "SA", "HA", "DA"}
    assert set(CardSet(TENS)) == {"CT", "ST", "HT", "DT"}
    assert len(CardSet(ALL)) == 32


@given(names=SUBSETS)
def test_card_points(names):
    held = CardSet.of(names)
    assert held.card_points == card_points(held.mask) == points(names)


def test_all_cards_make_120():
    assert CardSet(ALL).card_points == 120
    assert {name: CardSet.of([name]).card_points for name in NAMES} == {name: points([name]) for name in NAMES}


# --- the set protocol


@given(a=SUBSETS, b=SUBSETS)
def test_set_algebra(a, b):
    x, y = CardSet.of(a), CardSet.of(b)
    for ours, theirs in ((x & y, a & b), (x | y, a | b), (x - y, a - b), (x ^ y, a ^ b)):
        assert isinstance(ours, CardSet)
        assert set(ours) == theirs
    assert x.isdisjoint(y) == a.isdisjoint(b)
    assert ((x <= y), (x < y), (x >= y), (x > y)) == ((a <= b), (a < b), (a >= b), (a > b))
    assert (x == y) == (a == b)
    assert (x != y) == (a != b)


@given(a=SUBSETS, b=SUBSETS)
def test_mixed_with_pythons_sets_on_either_side(a, b):
    x = CardSet.of(a)
    assert set(x & b) == set(b & x) == a & b
    assert set(x | b) == set(b | x) == a | b
    assert set(x - b) == a - b
    assert set(b - x) == b - a
    assert set(x ^ b) == set(b ^ x) == a ^ b
    assert (x <= b, x >= b, b <= x) == (a <= b, a >= b, b <= a)
    assert (x == b) == (b == x) == (a == b)
    assert x.isdisjoint(b) == a.isdisjoint(b)


@given(names=SUBSETS)
def test_container_protocol(names):
    held = CardSet.of(names)
    assert len(held) == len(names)
    assert bool(held) == bool(names)
    assert list(held) == [name for name in DISPLAY if name in names]
    assert {name for name in NAMES if name in held} == names
    assert held == names
    assert hash(held) == hash(frozenset(names))
    assert {held: 1}[frozenset(names)] == 1


@pytest.mark.parametrize("stranger", ["", "C", "cj", "XJ", "CJ ", 31, None, ("C", "J"), ["CJ"]])
def test_what_is_no_card_is_not_in_a_set(stranger):
    assert stranger not in CardSet(ALL)


@given(names=SUBSETS, name=st.sampled_from(NAMES))
def test_it_does_not_change(names, name):
    held = CardSet.of(names)
    with pytest.raises(AttributeError, match="does not change"):
        held.mask = 0
    with pytest.raises(AttributeError):
        held.add(name)
    larger = held
    larger |= CardSet.of([name])
    assert held == names
    assert larger == names | {name}


@given(names=SUBSETS)
def test_copies_and_pickles_are_equal(names):
    held = CardSet.of(names)
    for twin in (copy.copy(held), copy.deepcopy(held), pickle.loads(pickle.dumps(held))):
        assert type(twin) is CardSet
        assert twin.mask == held.mask


# --- reading and writing


@given(names=SUBSETS, seed=st.randoms(use_true_random=False), separator=st.sampled_from([" ", ".", ",", ", ", "\n"]))
def test_parse_reads_any_order_and_separator(names, seed, separator):
    order = sorted(names)
    seed.shuffle(order)
    assert CardSet.parse(separator.join(order)) == names


@given(mask=st.integers(0, ALL))
def test_round_trips(mask):
    held = CardSet(mask)
    assert held.mask == mask
    assert CardSet.parse(str(held)) == held
    assert CardSet.of(held) == held
    assert eval(repr(held), {"CardSet": CardSet}) == held
    assert str(held) == format_cards(mask) == " ".join(held)


def test_repr_is_readable():
    assert repr(CardSet.parse("D7 CJ H9 HT")) == "CardSet('CJ HT H9 D7')"
    assert repr(CardSet()) == "CardSet('')"
    assert str(CardSet(ALL)) == " ".join(DISPLAY)


def test_in_null_the_jack_stands_between_queen_and_ten():
    held = CardSet.parse("CJ C7 CT CQ HT HJ HA SJ DK D9")
    assert format_cards(held.mask, GameType.NULL) == "CQ CJ CT C7 SJ HA HJ HT DK D9"
    for game_type in (None, *GameType)[:-1]:
        assert format_cards(held.mask, game_type) == "CJ SJ HJ CT CQ C7 HA HT DK D9"


def test_a_mask_may_come_from_an_array():
    held = CardSet(np.array([0xF0000001], dtype=np.uint32)[0])
    assert (str(held), type(held.mask)) == ("CJ SJ HJ DJ D7", int)


@pytest.mark.parametrize("read", [CardSet.parse, CardSet])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CJ C1", "unknown card 'C1': write suit and rank, such as CJ"),
        ("CJSJ", "unknown card 'CJSJ'"),
        ("CJ SJ CJ", "card CJ stands twice in 'CJ SJ CJ'"),
        ("CJ SJ cj", "card CJ stands twice in 'CJ SJ cj'"),
        ("H7,H8/H9", "unknown card 'H8/H9'"),
        ("XA", "unknown card 'XA'"),
    ],
)
def test_errors_name_the_card(read, text, message):
    with pytest.raises(SkatsimError, match=message):
        read(text)


def test_other_errors():
    with pytest.raises(SkatsimError, match="unknown card 'JC'"):
        CardSet.of(["CJ", "JC"])
    with pytest.raises(SkatsimError, match="unknown card 'foo'"):
        CardSet.parse("CJ") | {"foo"}
    for mask in (-1, ALL + 1, True, 1.0, float("nan"), None):
        with pytest.raises(SkatsimError, match="32-bit mask"):
            CardSet(mask)
