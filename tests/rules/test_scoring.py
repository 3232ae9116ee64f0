"""Matadors, game value and results: worked-out cases, every level and switch by hand, a second reading of the rules.

Values in comments are worked out from the rule text: base value x (matadors + levels).
"""

import csv
import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import BIDS, Contract, GameType
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.rules.scoring import is_decided, matador_count, null_below_bid, round_up, settle_game
from skatsim.rules.settlement import matadors, settle
from tests.conftest import DATA

NAMES = sorted(CARD_NAMES)
CASES = list(csv.DictReader((DATA / "scoring.csv").read_text(encoding="utf-8").splitlines()))
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULLS = {"N": 23, "NH": 35, "NO": 46, "NHO": 59}
TRUMP_FORMS = ("", "H", "HS", "HSZ", "HSZO")


def score(contract, **game) -> tuple[int, bool, bool, int]:
    usual = {"matadors": 1, "card_points": 61} if contract[0] != "N" else {"matadors": 0, "card_points": 0}
    result = settle(contract, **{"bid": 18, "tricks": 5, **usual, **game})
    return result.game_value, result.won, result.overbid, result.score


# --- worked-out cases


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    result = settle(
        case["game"] + case["flags"],
        bid=int(case["bid"]),
        matadors=int(case["matadors"]),
        card_points=int(case["card_points"]),
        tricks=int(case["tricks"]),
    )
    expected = [int(case[column]) for column in ("game_value", "won", "overbid", "score")]
    assert [result.game_value, result.won, result.overbid, result.score] == expected, case["why"]


@pytest.mark.parametrize("case", [case for case in CASES if case["skat"]], ids=lambda case: case["id"])
def test_matadors_of_a_case(case):
    game = GameType("DHSCGN".index(case["game"]))
    assert matadors(f"{case['hand10']} {case['skat']}", game) == int(case["matadors"])


def test_all_75_cases_are_there():
    assert len(CASES) == 75
    assert sum(bool(case["skat"]) for case in CASES) >= 18


RULINGS = list(csv.DictReader((DATA / "rulings.csv").read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("row", [row for row in RULINGS if row["matadors"] and "decided" not in row["right"]])
def test_rulings(row):
    """Disputes about values; a case that leaves card points or tricks open holds for any."""
    matador, bid = int(row["matadors"]), int(row["bid"])
    points = int(row["card_points"] or 61)
    tricks = int(row["tricks"] or 6)
    booked = int(re.search(r"-?\d+", row["right"])[0])
    assert score(row["contract"], bid=bid, matadors=matador, card_points=points, tricks=tricks)[3] == booked
    assert ("overbid" in row["right"] or bid > 22) == score(row["contract"], bid=bid, matadors=matador)[2]
    before = re.search(r"pre-1999: (-\d+)", row["right"])
    if before:
        old = PRESETS["pre-1999"]
        assert score(row["contract"], bid=bid, card_points=points, tricks=tricks, matadors=matador, rules=old)[3] == (
            int(before[1])
        )


def test_rulings_on_the_tournament_worth_of_null():
    (row,) = [row for row in RULINGS if row["contract"] == "N / NO"]
    worth = [
        settle(contract, bid=18, matadors=0, card_points=0, tricks=tricks).seeger_fabian()
        for contract in ("N", "NO")
        for tricks in (0, 1)
    ]
    assert worth == [int(number) for number in re.findall(r"-?\d+", row["right"])]
    assert len(RULINGS) == 9


# --- matadors


def matadors_by_name(held: set[str], game: GameType) -> int:
    """The unbroken run from the club jack down, held or missing."""
    if game == GameType.NULL:
        return 0
    trumps = ["CJ", "SJ", "HJ", "DJ"]
    if game != GameType.GRAND:
        trumps += [game.letter + rank for rank in "ATKQ987"]
    having = trumps[0] in held
    run = len(list(itertools.takewhile(lambda name: (name in held) == having, trumps)))
    return run if having else -run


def cards_with(count: int, game: GameType) -> CardSet:
    """Trumps with these matadors and no other card."""
    trumps = ["CJ", "SJ", "HJ", "DJ"]
    if game != GameType.GRAND:
        trumps += [game.letter + rank for rank in "ATKQ987"]
    held = trumps[:count] if count > 0 else trumps[-count:]
    assert (matadors_by_name(set(held), game)) == count
    return CardSet.of(held)


@given(held=st.permutations(NAMES).map(lambda deck: set(deck[:12])), game=st.sampled_from(list(GameType)))
def test_matadors_of_any_twelve_cards(held, game):
    assert matadors(CardSet.of(held), game) == matadors_by_name(held, game)


@pytest.mark.parametrize("game", list(GameType))
def test_every_run_of_matadors(game):
    """Also the long ones that random hands never show: all 2**11 holdings of the eleven trumps of a suit."""
    trumps = ["CJ", "SJ", "HJ", "DJ", *("DHSCDD"[game] + rank for rank in "ATKQ987")]
    for choice in itertools.product((False, True), repeat=11):
        held = set(itertools.compress(trumps, choice))
        assert matador_count(CardSet.of(held).mask, int(game)) == matadors_by_name(held, game)


@pytest.mark.parametrize("count", [10, 11, 13])
def test_matadors_need_twelve_cards(count):
    with pytest.raises(SkatsimError, match=f"twelve cards .*not {count}: "):
        matadors(CardSet.of(NAMES[:count]), GameType.GRAND)


# --- levels


@pytest.mark.parametrize(
    ("contract", "card_points", "tricks", "levels"),
    [
        # levels beside the matadors, for the declarer and against him
        ("C", 61, 5, 1),  # game
        ("C", 90, 8, 2),  # Schneider
        ("C", 120, 9, 2),  # a trick of 7 8 9 is a trick
        ("C", 120, 10, 3),  # Schneider, Schwarz
        ("C", 60, 5, 1),  # lost
        ("C", 30, 3, 2),  # the declarer is Schneider
        ("C", 21, 0, 3),  # the declarer is Schwarz; what he discarded does not help
        ("CH", 61, 5, 2),  # game, hand
        ("CH", 90, 8, 3),
        ("CH", 120, 10, 4),
        ("CH", 30, 3, 3),
        ("CHS", 90, 8, 4),  # game, hand, Schneider, announced
        ("CHS", 120, 10, 5),  # and Schwarz
        ("CHS", 89, 8, 4),  # missed: charged all the same
        ("CHS", 25, 2, 4),  # missed: nothing extra for the declarer's own Schneider
        ("CHS", 4, 0, 4),  # nor for his own Schwarz
        ("CHSZ", 120, 10, 6),  # game, hand, Schneider, announced, Schwarz, announced
        ("CHSZ", 120, 9, 6),
        ("CHSZ", 4, 0, 6),
        ("CHSZO", 120, 10, 7),
        ("CHSZO", 100, 8, 7),
        ("CHSZO", 4, 0, 7),
    ],
)
def test_all_eight_levels(contract, card_points, tricks, levels):
    won = {"C": 61, "CH": 61, "CHS": 90}.get(contract, 120) <= card_points and not ("Z" in contract and tricks < 10)
    for matador, sign in itertools.product((1, 4, 11), (1, -1)):
        value = 12 * (matador + levels)
        expected = (value, won, False, value if won else -2 * value)
        assert score(contract, matadors=sign * matador, card_points=card_points, tricks=tricks) == expected


@pytest.mark.parametrize(("game", "base"), BASE.items())
def test_base_values(game, base):
    assert score(game, matadors=-2) == (3 * base, True, False, 3 * base)
    assert score(game, matadors=-2, card_points=60) == (3 * base, False, False, -6 * base)


def test_the_highest_game():
    assert score("GHSZO", matadors=4, card_points=120, tricks=10, bid=264) == (264, True, False, 264)


@pytest.mark.parametrize(("contract", "value"), NULLS.items())
def test_null_is_won_without_a_trick(contract, value):
    for points in (0, 21):
        assert score(contract, matadors=0, tricks=0, card_points=points) == (value, True, False, value)
    for tricks in (1, 9):
        assert score(contract, matadors=0, tricks=tricks, card_points=40) == (value, False, False, -2 * value)


# --- overbid


@pytest.mark.parametrize(
    ("contract", "bid", "matador", "card_points", "tricks", "expected"),
    [
        ("D", 36, 1, 70, 7, (36, False, True, -72)),  # 18 < 36 = 4 x 9
        ("D", 40, 1, 70, 7, (45, False, True, -90)),  # 36 < 40 <= 45
        ("G", 50, 1, 70, 7, (72, False, True, -144)),  # 48 < 50 <= 72
        ("S", 33, 1, 90, 8, (33, True, False, 33)),  # Schneider saves the bid, equality is enough
        ("S", 33, 1, 89, 8, (33, False, True, -66)),
        ("H", 33, 1, 20, 2, (40, False, True, -80)),  # own Schneider counts, 30 is still short of 33
        ("H", 30, 1, 20, 2, (30, False, False, -60)),  # own Schneider covers the bid; lost by the cards
        ("C", 264, -1, 120, 10, (264, False, True, -528)),  # 4 x 12 = 48
        ("CH", 120, 1, 120, 10, (120, False, True, -240)),  # 5 x 12 = 60
    ],
)
def test_overbid(contract, bid, matador, card_points, tricks, expected):
    assert score(contract, bid=bid, matadors=matador, card_points=card_points, tricks=tricks) == expected


@given(bid=st.sampled_from(BIDS), base=st.sampled_from(sorted(BASE.values())))
def test_round_up_is_the_smallest_multiple_that_covers(bid, base):
    assert round_up(bid, base) == min(k * base for k in range(60) if k * base >= bid)


# --- the rule switches, one by one


def test_lost_hand_single():
    rules = RuleSet(lost_hand="single")
    assert score("CH", card_points=60, rules=rules) == (36, False, False, -36)
    assert score("C", card_points=60, rules=rules) == (24, False, False, -48)
    assert score("CH", card_points=61, rules=rules) == (36, True, False, 36)
    assert score("NH", matadors=0, tricks=1, rules=rules) == (35, False, False, -35)
    assert score("N", matadors=0, tricks=1, rules=rules) == (23, False, False, -46)
    assert score("CH", bid=40, rules=rules) == (48, False, True, -48)


def test_schwarz_no_points():
    rules = RuleSet(schwarz="no_points")
    assert score("C", card_points=120, tricks=9, rules=rules) == (48, True, False, 48)  # 1 + game, Schneider, Schwarz
    assert score("C", card_points=120, tricks=10, rules=rules) == (48, True, False, 48)
    assert score("C", card_points=21, tricks=0, rules=rules) == (36, False, False, -72)  # the skat has points
    assert score("C", card_points=0, tricks=1, rules=rules) == (48, False, False, -96)
    assert score("CHSZ", card_points=120, tricks=9, rules=rules) == (84, True, False, 84)
    assert score("CHSZ", card_points=118, tricks=9, rules=rules) == (84, False, False, -168)


@pytest.mark.parametrize(
    ("contract", "card_points", "tricks", "level"),
    [
        ("CH", 61, 6, 2),  # the printed table: hand 2
        ("CH", 90, 8, 3),  # Schneider 3
        ("CHS", 90, 8, 4),  # Schneider announced 4
        ("CH", 120, 10, 5),  # Schwarz 5, without an announcement too
        ("CH", 4, 0, 5),  # against the declarer too
        ("CHS", 120, 10, 5),
        ("CHSZ", 120, 10, 6),  # Schwarz announced 6
        ("CHSZO", 120, 10, 7),  # ouvert 7
        ("C", 120, 10, 3),  # after a pick-up: game 1, Schneider 2, Schwarz 3
    ],
)
def test_hand_levels_table(contract, card_points, tricks, level):
    result = settle(
        contract, bid=18, matadors=1, card_points=card_points, tricks=tricks, rules=RuleSet(hand_levels="table")
    )
    assert result.game_value == 12 * (1 + level)


def test_missed_announcement_single():
    rules = RuleSet(missed_announcement="single")
    assert score("CHS", card_points=89, tricks=8, rules=rules) == (60, False, False, -60)
    assert score("CHSZ", card_points=120, tricks=9, rules=rules) == (84, False, False, -84)
    assert score("CHS", card_points=90, tricks=8, rules=rules) == (60, True, False, 60)
    assert score("CH", card_points=60, rules=rules) == (36, False, False, -72)
    assert score("CHS", card_points=89, tricks=8, bid=63, rules=rules) == (72, False, True, -144)  # overbid: double


def test_null_below_its_bid():
    refused = "null is worth 23 and does not cover the bid of 24"
    with pytest.raises(SkatsimError, match=refused):
        score("N", bid=24, tricks=0)
    best = RuleSet(null_below_bid="best_trump")
    # bid 24, with 1 everywhere: clubs 2 x 12 = 24 is the cheapest that covers it
    assert score("N", bid=24, matadors=1, tricks=0, rules=best) == (24, False, True, -48)
    # with 1, hand: 3 x 9 = 27 covers 36 only as 4 x 9; clubs 3 x 12 = 36 does too
    assert score("NH", bid=36, matadors=1, tricks=0, rules=best) == (36, False, True, -72)
    # without 3, hand, bid 40: diamonds 5 x 9 = 45 is cheaper than 5 x 10, 5 x 11, 5 x 12, 5 x 24
    assert score("NH", bid=40, matadors=-3, tricks=0, rules=best) == (45, False, True, -90)
    following = RuleSet(null_below_bid="next_null")
    assert score("N", bid=24, tricks=0, rules=following) == (35, False, True, -70)
    assert score("NH", bid=36, tricks=0, rules=following) == (46, False, True, -92)
    assert score("NO", bid=48, tricks=0, rules=following) == (59, False, True, -118)
    with pytest.raises(SkatsimError, match="null hand ouvert is worth 59 and does not cover the bid of 60"):
        score("NHO", bid=60, tricks=0, rules=following)


def test_null_below_its_bid_looks_at_the_twelve_cards():
    best = RuleSet(null_below_bid="best_trump")
    twelve = CardSet.parse("CJ SJ HJ DJ C7 C8 C9 D7 D8 D9 H7 H8")  # with 4 in every game: 5 x 9 is cheapest
    assert score("N", bid=24, tricks=0, rules=best, cards=twelve) == (45, False, True, -90)
    with pytest.raises(SkatsimError, match="by the declarer's twelve cards, not by matadors 4; give cards"):
        score("N", bid=24, matadors=4, tricks=0, rules=best)


@given(
    held=st.permutations(NAMES).map(lambda deck: set(deck[:12])),
    bid=st.sampled_from([bid for bid in BIDS if bid > 23]),
    hand=st.booleans(),
)
def test_null_below_its_bid_is_booked_at_the_cheapest_trump_game(held, bid, hand):
    candidates = []
    for game in list(GameType)[:5]:
        base = BASE[game.letter]
        level = abs(matadors_by_name(held, game)) + 1 + hand
        candidates.append(base * max(level, -(-bid // base)))
    code = Contract(GameType.NULL, hand=hand).code
    assert null_below_bid(code, bid, CardSet.of(held).mask, 1) == min(candidates)


def test_ladder_top():
    rules = PRESETS["web-99"]
    assert score("GH", matadors=2, bid=99, card_points=120, tricks=9, rules=rules)[0] == 120
    with pytest.raises(SkatsimError, match="bid 100 is not on the ladder; the nearest value is 99"):
        score("G", bid=100, rules=rules)


# --- the rules once more, as a set of levels


def level_names(contract: Contract, card_points: int, tricks: int, rules: RuleSet) -> set[str]:
    letters = str(contract)[1:]
    names = {"game"} | {{"H": "hand", "S": "announced", "Z": "schwarz announced", "O": "ouvert"}[c] for c in letters}
    if "S" in letters:
        names.add("schneider")
    if "Z" in letters:
        names.add("schwarz")
    nothing = {"no_trick": (tricks == 10, tricks == 0), "no_points": (card_points == 120, card_points == 0)}
    swept, blank = nothing[rules.schwarz]
    if card_points >= 90:
        names.add("schneider")
    if swept:
        names.add("schwarz")
    if "S" not in letters:
        names |= ({"schneider"} if card_points <= 30 else set()) | ({"schwarz"} if blank else set())
    return names


PRINTED_TABLE = {
    "game": 1,
    "hand": 2,
    "schneider": 3,
    "announced": 4,
    "schwarz": 5,
    "schwarz announced": 6,
    "ouvert": 7,
}


def by_the_book(contract: Contract, bid, matador, card_points, tricks, rules: RuleSet) -> tuple[int, bool, bool, int]:
    """Value, won, overbid and list score of a trump game, written from the rule text."""
    names = level_names(contract, card_points, tricks, rules)
    level = max(map(PRINTED_TABLE.get, names)) if rules.hand_levels == "table" and contract.hand else len(names)
    base = BASE[str(contract)[0]]
    value = base * (abs(matador) + level)
    needed = 90 if contract.schneider_announced else 61
    made = card_points >= needed
    if contract.schwarz_announced:
        made = card_points == 120 if rules.schwarz == "no_points" else tricks == 10
    overbid = value < bid
    if made and not overbid:
        return value, True, False, value
    while value < bid:
        value += base
    single = rules.lost_hand == "single" and contract.hand
    single |= rules.missed_announcement == "single" and contract.schneider_announced and not overbid
    return value, False, overbid, -value * (1 if single else 2)


def possible_results() -> list[tuple[int, int]]:
    """Card points and tricks that can meet: t tricks and the skat are 3 t + 2 of the 32 cards."""
    worth = sorted([0] * 12 + [2] * 4 + [3] * 4 + [4] * 4 + [10] * 4 + [11] * 4)
    piles = [(tricks, 3 * tricks + 2) for tricks in range(11)]
    return [(points, t) for t, cards in piles for points in range(sum(worth[:cards]), sum(worth[-cards:]) + 1)]


EDGES = {0, 1, 22, 30, 31, 60, 61, 89, 90, 119, 120}
RESULTS = [(points, tricks) for points, tricks in possible_results() if points in EDGES and tricks in (0, 1, 5, 9, 10)]
RULES = {**PRESETS, "all": RuleSet("single", "no_points", "table", "free", "single")}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_any_game_under_any_rules(rules, scaled):
    chance = random.Random(1)
    contracts = [Contract.parse(game + form) for game in BASE for form in TRUMP_FORMS]
    ladder = [bid for bid in BIDS if bid <= rules.ladder_top]
    for _ in range(scaled(20_000)):
        contract, bid = chance.choice(contracts), chance.choice(ladder)
        points, tricks = chance.choice(RESULTS if chance.random() < 0.7 else possible_results())
        matador = chance.choice((1, -1)) * chance.randint(1, 4 if contract.game_type == GameType.GRAND else 11)
        expected = by_the_book(contract, bid, matador, points, tricks, rules)
        twelve = cards_with(matador, contract.game_type).mask
        found = settle_game(contract.code, bid, twelve, points, tricks, rules.numbers)
        assert found == expected, (str(contract), bid, matador, points, tricks)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_the_words_add_up(rules, scaled):
    """Each level is one more (two for Schwarz by the printed table); the product is the value, or called overbid."""
    chance = random.Random(2)
    for _ in range(scaled(1000)):
        text = chance.choice("DHSCG") + chance.choice(TRUMP_FORMS)
        bid = chance.choice([bid for bid in BIDS if bid <= rules.ladder_top])
        points, tricks = chance.choice(RESULTS)
        result = settle(text, bid=bid, matadors=-3, card_points=points, tricks=tricks, rules=rules)
        sum_, product = result.explanation.split("; ")[:2]
        numbers = [int(word.split()[-1]) for word in sum_.split(", ")]
        assert sum_.startswith("without 3, game 4")
        for word, (before, after) in zip(sum_.split(", ")[1:], itertools.pairwise(numbers), strict=True):
            two = after - before == 2 and word.startswith("Schwarz") and rules.hand_levels == "table"
            assert two or after - before == 1
        factors = re.match(r"(\d+) × (\d+) = (\d+)", product)
        level, base, value = (int(number) for number in factors.groups())
        assert (level, base, level * base) == (numbers[-1], BASE[text[0]], value)
        assert ("overbid" in result.explanation) == (value < bid)
        if value >= bid:
            assert value == result.game_value
        else:
            final = re.search(r"overbid; (\d+) × (\d+) = (\d+)", result.explanation)
            assert int(final[1]) * int(final[2]) == int(final[3]) == result.game_value
        assert ("missed" in result.explanation) == ("S" in text[1:] and not by_cards(text, points, tricks, rules))


def by_cards(text: str, points: int, tricks: int, rules: RuleSet) -> bool:
    """Won if the bid were 18."""
    return by_the_book(Contract.parse(text), 18, 1, points, tricks, rules)[1]


@pytest.mark.parametrize(
    ("contract", "game", "words"),
    [
        (
            "CHS",
            {"bid": 24, "matadors": 3, "card_points": 95, "tricks": 8},
            "with 3, game 4, hand 5, Schneider 6, announced 7; 7 × 12 = 84",
        ),
        ("G", {"bid": 60, "matadors": 1}, "with 1, game 2; 2 × 24 = 48 < 60: overbid; 3 × 24 = 72"),
        (
            "DHS",
            {"card_points": 83, "matadors": -2},
            "without 2, game 3, hand 4, Schneider 5, announced 6; 6 × 9 = 54; the announced Schneider was missed",
        ),
        ("NO", {"matadors": 0, "card_points": 0, "tricks": 0}, "null ouvert 46"),
    ],
)
def test_words(contract, game, words):
    given_game = {"bid": 18, "matadors": 1, "card_points": 61, "tricks": 5, **game}
    assert settle(contract, **given_game).explanation == words


def test_words_of_the_printed_table():
    table = RuleSet(hand_levels="table")
    result = settle("SH", bid=18, matadors=-1, card_points=120, tricks=10, rules=table)
    assert result.explanation == "without 1, game 2, hand 3, Schneider 4, Schwarz 6; 6 × 11 = 66"


def test_schneider_and_schwarz_are_told_whoever_reached_them():
    def told(contract="C", **game):
        result = settle(contract, **{"bid": 18, "matadors": 1, "card_points": 61, "tricks": 5, **game})
        return result.schneider, result.schwarz

    assert told() == (False, False)
    assert told(card_points=90) == told(card_points=30) == (True, False)
    assert told(card_points=120, tricks=10) == told(card_points=10, tricks=0) == (True, True)
    assert told("CHS", card_points=89) == (False, False)
    assert told("N", matadors=0, tricks=0, card_points=0) == (False, False)


# --- early ends


@pytest.mark.parametrize(
    ("contract", "state", "decided"),
    [
        # state: declarer's tricks, defenders' tricks, defenders' card points
        ("N", (0, 9, 120), False),
        ("NHO", (1, 0, 0), True),
        ("C", (0, 9, 120), False),  # ordinary games run on: Schneider and Schwarz still count
        ("GH", (0, 5, 61), False),
        ("CHS", (4, 2, 30), False),
        ("CHS", (4, 2, 31), True),
        ("CHSZ", (4, 0, 0), False),
        ("CHSZ", (4, 1, 0), True),
        ("GHSZO", (0, 1, 0), True),
    ],
)
def test_early_ends(contract, state, decided):
    assert is_decided(Contract.parse(contract).code, *state, 0) == decided


def test_where_schwarz_means_no_points_an_empty_trick_does_not_end_it():
    code = Contract.parse("CHSZ").code
    assert not is_decided(code, 4, 1, 0, 1)
    assert is_decided(code, 4, 1, 2, 1)


# --- tournament points


@pytest.mark.parametrize(("players", "others"), [(3, 40), (4, 30)])
@given(
    contract=st.sampled_from(["D", "CH", "GHS", "N", "NHO"]),
    bid=st.sampled_from([18, 20, 22, 23]),
    result=st.sampled_from(possible_results()),
)
def test_seeger_fabian_sums(players, others, contract, bid, result):
    """One deal: v + 50 when won; -2 v - 50 and 40 (30) for each other player when lost."""
    points, tricks = result
    result = settle(contract, bid=bid, matadors=0 if contract[0] == "N" else 2, card_points=points, tricks=tricks)
    declarer = result.seeger_fabian(players=players)
    other = result.seeger_fabian(declarer=False, players=players)
    total = declarer + (players - 1) * other
    if result.won:
        assert (declarer, other) == (result.game_value + 50, 0)
        assert total == result.game_value + 50
    else:
        assert (declarer, other) == (-2 * result.game_value - 50, others)
        assert total == -2 * result.game_value - 50 + {3: 80, 4: 90}[players]


@pytest.mark.parametrize("players", [2, 5, 0])
def test_a_table_has_three_or_four_players(players):
    with pytest.raises(SkatsimError, match=f"3 or 4 players, not {players}"):
        settle("C", bid=18, matadors=1, card_points=61, tricks=5).seeger_fabian(players=players)


# --- bad input


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ({"bid": 19}, "bid 19 is not on the ladder"),
        ({"matadors": 0}, "matadors 0 are out of range"),
        ({"matadors": 12}, "matadors 12 are out of range; give 1 to 11"),
        ({"contract": "G", "matadors": -5}, "matadors -5 are out of range; give 1 to 4"),
        ({"card_points": 121}, "card points 121 are out of range"),
        ({"card_points": -1}, "card points -1 are out of range"),
        ({"tricks": 11}, "tricks 11 are out of range"),
        ({"tricks": -1}, "tricks -1 are out of range"),
        ({"tricks": 10}, "61 card points do not go with 10 tricks and the skat; possible are 120$"),
        ({"tricks": 0}, "61 card points do not go with 0 tricks and the skat; possible are 0 to 22"),
        (
            {"tricks": 9, "card_points": 86},
            "86 card points do not go with 9 tricks and the skat; possible are 87 to",
        ),
        ({"contract": "N", "tricks": 0, "matadors": 0, "card_points": 23}, "23 card points do not go with 0 tricks"),
        ({"contract": "NO", "matadors": 1, "tricks": 0, "card_points": 0}, "matadors 1 do not count in null; leave"),
        ({"contract": "N", "bid": 24, "matadors": 12, "tricks": 0, "card_points": 0}, "matadors 12 do not count"),
        ({"contract": "CS"}, "contract CS: announcing is possible only in a hand game"),
        ({"contract": "X"}, "unknown game in contract 'X'"),
    ],
)
def test_errors_name_the_fault(game, message):
    with pytest.raises(SkatsimError, match=message):
        score(**{"contract": "C", **game})
