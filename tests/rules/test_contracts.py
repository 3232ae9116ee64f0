"""Contracts, their notation and codes, and the bid ladder as the rules print it."""

import itertools

import numpy as np
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BASE_VALUES, BIDS, NULL_VALUES, Contract, GameType, check_bid, game_type_of
from skatsim.rules.declaring import is_contract, may_declare

# The rules' own list, written out.
LADDER = """18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100 108 110
117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240 264"""
LADDER = tuple(int(value) for value in LADDER.split())

# Everything that can be declared, as ISkO 2-3 lists it: in trump games plain, hand, then each announcement with all it
# includes; null in its four forms.
TRUMP_FORMS = ("", "H", "HS", "HSZ", "HSZO")
NULL_FORMS = ("", "H", "O", "HO")
CONTRACTS = [game + form for game in "DHSCG" for form in TRUMP_FORMS] + ["N" + form for form in NULL_FORMS]


def test_the_ladder_is_the_rules_list():
    assert len(LADDER) == 63
    assert LADDER == BIDS


def test_base_and_null_values():
    assert dict(zip("DHSCG", BASE_VALUES, strict=True)) == {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
    values = {text: Contract.parse(text).null_value for text in ("N", "NH", "NO", "NHO")}
    assert values == {"N": 23, "NH": 35, "NO": 46, "NHO": 59}
    assert sorted(NULL_VALUES) == sorted(values.values())


@pytest.mark.parametrize("text", CONTRACTS)
def test_round_trips_of_every_contract(text):
    contract = Contract.parse(text)
    assert str(contract) == text
    assert contract.game_type.letter == text[0]
    assert Contract.from_code(contract.code) == contract
    assert Contract(contract.game_type, *(letter in text[1:] for letter in "HSZO")) == contract
    assert Contract.parse(f" {text}\n") == contract


def test_flags():
    contract = Contract.parse("CHS")
    assert contract.game_type is GameType.CLUBS
    assert (contract.hand, contract.schneider_announced, contract.schwarz_announced, contract.ouvert) == (
        True,
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    ("short", "full"),
    [("GO", "GHSZO"), ("CHZ", "CHSZ"), ("DHO", "DHSZO"), ("GHSO", "GHSZO"), ("NOH", "NHO"), ("CSH", "CHS")],
)
def test_announcements_include_what_the_rules_include_in_any_order(short, full):
    assert str(Contract.parse(short)) == full


def test_codes_are_frozen():
    """The numbers of the `contract` column: game type in three bits, then H 8, S 16, Z 32, O 64."""
    codes = {text: Contract.parse(text).code for text in ("D", "H", "S", "C", "G", "N", "CHS", "GHSZO", "NHO")}
    assert codes == {"D": 0, "H": 1, "S": 2, "C": 3, "G": 4, "N": 5, "CHS": 27, "GHSZO": 124, "NHO": 77}


def test_exactly_these_29_codes_are_contracts():
    valid = {code for code in range(-300, 1024) if is_contract(code)}
    assert valid == {Contract.parse(text).code for text in CONTRACTS}
    assert len(valid) == 29


@pytest.mark.parametrize("letters", ["".join(some) for n in range(5) for some in itertools.combinations("HSZO", n)])
@pytest.mark.parametrize("game", "DHSCGN")
def test_every_combination_of_flags_is_a_contract_or_a_clear_refusal(game, letters):
    flags = set(letters)
    announces = bool(flags & {"S", "Z"})
    in_hand = game != "N" and bool(flags & {"H", "O"})  # ouvert in a trump game includes hand
    if in_hand or not announces:
        contract = Contract.parse(game + letters)
        assert str(contract) in CONTRACTS
        assert flags <= set(str(contract)[1:])
    else:
        with pytest.raises(SkatsimError, match=f"contract {game}"):
            Contract.parse(game + letters)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown game in contract ''"),
        ("X", "unknown game in contract 'X'.*G \\(grand\\)"),
        ("x", "unknown game in contract 'x'"),
        ("HC", "contract 'HC': 'C' is not allowed here"),
        ("CHH", "contract 'CHH': 'H' is not allowed here.*each once"),
        ("CX", "'X' is not allowed here"),
        ("CS", "contract CS: announcing is possible only in a hand game"),
        ("CZ", "contract CSZ: announcing is possible only in a hand game"),
        ("NHS", "contract NHS: null knows no Schneider"),
        ("NZ", "null knows no Schneider"),
    ],
)
def test_errors(text, message):
    with pytest.raises(SkatsimError, match=message):
        Contract.parse(text)


@pytest.mark.parametrize("game_type", [-1, 6, 7, "C", None, True, 1.0, float("nan")])
def test_an_unknown_game_type_is_named(game_type):
    with pytest.raises(SkatsimError, match=f"unknown game type {game_type!r}"):
        Contract(game_type)


@pytest.mark.parametrize("flag", [float("nan"), 0, 1, None, "H", "", np.int64(1)])
@pytest.mark.parametrize("place", range(4))
def test_announcements_are_true_or_false(flag, place):
    flags = [False] * 4
    flags[place] = flag
    name = ("hand", "schneider_announced", "schwarz_announced", "ouvert")[place]
    with pytest.raises(SkatsimError, match=f"contract: {name} is .*; give True or False"):
        Contract(GameType.GRAND, *flags)


def test_a_code_of_an_unknown_game_is_refused():
    with pytest.raises(SkatsimError, match="unknown game type 7"):
        Contract.from_code(7)
    for code in (-1, 128, 3.0, True, None, "C"):
        with pytest.raises(SkatsimError, match=f"contract code {code!r} is out of range"):
            Contract.from_code(code)
    assert Contract.from_code(np.uint8(27)) == Contract.parse("CHS")


@pytest.mark.parametrize("odd", [True, 2.0, float("nan"), None, 6, -1, "X"])
def test_game_types_of_anything_else(odd):
    with pytest.raises(SkatsimError, match="unknown game"):
        game_type_of(odd)


def test_game_types_of_numbers_names_and_contracts():
    for game in (2, "S", "Pik", "SH", Contract(GameType.SPADES), GameType.SPADES, np.int64(2)):
        assert game_type_of(game) is GameType.SPADES


# --- bids


def test_every_bid_of_the_ladder_passes_and_nothing_else():
    for value in range(-5, 300):
        if value in LADDER:
            assert check_bid(value) == value
        else:
            with pytest.raises(SkatsimError, match=f"bid {value} is not on the ladder"):
                check_bid(value)


@pytest.mark.parametrize(
    ("bid", "top", "near"),
    [
        (19, 264, "values are 18 and 20"),
        (17, 264, "value is 18"),
        (265, 264, "value is 264"),
        (100, 99, "value is 99"),
        (98, 99, "values are 96 and 99"),
        (0, 99, "value is 18"),
    ],
)
def test_a_wrong_bid_names_its_neighbours(bid, top, near):
    with pytest.raises(SkatsimError, match=f"bid {bid} is not on the ladder; the nearest {near}$"):
        check_bid(bid, top)


@pytest.mark.parametrize("bid", ["18", 18.5, None, True])
def test_a_bid_is_a_whole_number(bid):
    with pytest.raises(SkatsimError, match="is no whole number; bids run from 18 to 264"):
        check_bid(bid)


def test_a_bid_may_come_from_an_array():
    assert check_bid(np.array([24])[0]) == 24


# --- who may declare what


def test_hand_contracts_without_a_pick_up_and_only_those():
    for text in CONTRACTS:
        code = Contract.parse(text).code
        assert may_declare(code, False, 18, 0) == ("H" in text[1:])
        assert may_declare(code, True, 18, 0) == ("H" not in text[1:])


@pytest.mark.parametrize(("text", "value"), [("N", 23), ("NH", 35), ("NO", 46), ("NHO", 59)])
def test_a_null_must_cover_its_bid_unless_a_switch_says_otherwise(text, value):
    code = Contract.parse(text).code
    picked_up = "H" not in text
    for bid in LADDER:
        refuse, best_trump, next_null = (may_declare(code, picked_up, bid, rule) for rule in range(3))
        assert refuse == (bid <= value)
        assert best_trump
        assert next_null == (bid <= 59)


def test_a_trump_game_may_be_declared_below_the_bid():
    """It is played and lost as overbid (ISkO 3.6)."""
    assert may_declare(Contract.parse("D").code, True, 264, 0)
    assert may_declare(Contract.parse("GH").code, False, 264, 0)


def test_letters_may_be_small():
    assert Contract.parse("chs") == Contract.parse("CHS")
