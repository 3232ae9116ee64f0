"""The club player: positions in which common Skat wisdom knows the answer, and the statistics of its games.

The wisdom is that of the beginners' books (Lehnhoff, Harmel; the rules of thumb quoted beside each position).
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skatsim import compare
from skatsim.bots import abi, registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.parameters import SWITCHES, At
from skatsim.errors import SkatsimError
from skatsim.records import read_records
from skatsim.rules.auction import BID_OF_STEP
from skatsim.rules.cards import ACES, JACKS, CardSet, format_cards
from skatsim.rules.contracts import GAME_LETTERS, HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, TYPE_BITS, Contract
from skatsim.rules.deals import Deal
from skatsim.rules.tricks import GRAND, NULL, led_mask, legal_cards, trump_mask
from skatsim.table.engine import simulate_games
from skatsim.table.given import play_hands

HEURISTIC = registry.get("heuristic@1")
RANDOM = registry.get("random")
OF_FIRST = [switch for switch in SWITCHES if switch in HEURISTIC.params]
FOREHAND, MIDDLEHAND, REARHAND = range(3)


def cards(text: str) -> int:
    return CardSet.parse(text).mask


def asked(kernel, view, **chosen: float) -> int:
    params = np.array(HEURISTIC.param_values(chosen))
    return int(kernel(view, params, np.zeros(1, dtype=np.int64), 0))


def auction_view(hand: str, *, seat: int = FOREHAND, bid: int = 0, skat: str = "") -> np.ndarray:
    view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
    view[abi.SEAT], view[abi.BID], view[abi.LADDER_TOP] = seat, bid, 264
    view[abi.HAND] = cards(hand) | cards(skat)
    view[abi.SKAT] = cards(skat)
    view[abi.DECLARER] = seat if bid else -1
    view[abi.STAGE] = 3 if bid else 0
    view[abi.REACHED + seat] = bid
    return view


def play_view(
    contract: str,
    hand: str,
    *,
    seat: int,
    declarer: int,
    table: str = "",
    history: str = "",
    leaders: tuple[int, ...] = (),
    away: str = "",
    lacks: Mapping[int, str] | None = None,
    open_hand: str = "",
    points: tuple[int, int] = (0, 0),
) -> np.ndarray:
    """What `seat` sees when it is to play; `history` are the full tricks before, `leaders` who led them."""
    code = Contract.parse(contract).code
    game_type = code & TYPE_BITS
    view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
    on_table = table.split()
    done = history.split()
    view[abi.SEAT], view[abi.HAND], view[abi.DECLARER] = seat, cards(hand), declarer
    view[abi.CONTRACT], view[abi.GAME_TYPE], view[abi.TRUMPS] = code, game_type, trump_mask(game_type)
    view[abi.STAGE], view[abi.BID], view[abi.LADDER_TOP] = 3, 18, 264
    view[abi.DISCARD] = cards(away)
    view[abi.OPEN_HAND] = cards(open_hand)
    led = led_mask(cards(on_table[0]), game_type) if on_table else 0
    view[abi.LED] = led
    view[abi.LEGAL] = legal_cards(cards(hand), led, view[abi.TRUMPS], 0)
    view[abi.TRICK], view[abi.TRICK_SIZE] = len(done) // 3, len(on_table)
    view[abi.LEADER] = (seat - len(on_table)) % 3
    for place, card in enumerate(on_table):
        view[abi.TABLE + place] = cards(card)
    for place, card in enumerate(done + on_table):
        view[abi.HISTORY + place] = cards(card)
    view[abi.PLAYED] = cards(" ".join(done + on_table))
    view[abi.LEADERS : abi.LEADERS + 10] = -1
    for trick, leader in enumerate((*leaders, view[abi.LEADER])):
        view[abi.LEADERS + trick] = leader
    for other, what in (lacks or {}).items():
        view[abi.LACKS + other] = cards(what)
    view[abi.DECLARER_POINTS], view[abi.DEFENDER_POINTS] = points
    return view


def played(contract: str, hand: str, **position) -> str:
    return format_cards(asked(HEURISTIC.play, play_view(contract, hand, **position)))


# --- the auction


@pytest.mark.parametrize(
    ("hand", "least", "most"),
    [
        ("CJ SJ HJ DJ CA CT CK HA HT S7", 120, 264),  # the four jacks and three suits' tops: a grand for any bid
        ("CJ HJ SA ST SK S8 HA H7 DA D8", 22, 72),  # six trumps with the old one, two aces: spades at least
        ("DK D9 HK HQ SK SQ CQ C9 ST HT", 0, 0),  # no jack, no ace: pass
        ("DJ DQ D8 HK HQ SK SQ CQ C9 HT", 0, 0),  # one jack and nothing beside: pass
        ("C7 C8 C9 S7 S8 H7 H8 D7 D8 D9", 46, 59),  # nobody can make it take a trick: null ouvert
        ("SJ DJ DA DT DK D9 D7 HA S8 C9", 18, 72),  # seven trumps without the old one: diamonds, 18 at least
    ],
)
def test_reserve(hand: str, least: int, most: int) -> None:
    assert least <= asked(HEURISTIC.reserve, auction_view(hand)) <= most


def test_an_opponent_who_passed_makes_bolder() -> None:
    """Whoever passes has little: with two weak opponents no hand is worth less than before they spoke."""
    deals = simulate_games(3, 0, 300, make_lineup([(RANDOM, {"top_bid": 0.0})] * 3), deals=True).deals
    raised = 0
    for hand in deals.hand_forehand:
        view = auction_view("")
        view[abi.HAND] = int(hand)
        before = asked(HEURISTIC.reserve, view)
        view[abi.STAGE] = 2
        view[abi.PASSED + 1] = view[abi.PASSED + 2] = 1
        after = asked(HEURISTIC.reserve, view)
        assert after >= before
        raised += after > before
    assert raised > 10


# --- the declaration


def declared(hand: str, **auction) -> int:
    return asked(HEURISTIC.declare, auction_view(hand, **auction))


def test_tops_everywhere_are_a_grand() -> None:
    assert declared("CJ SJ HJ CA CT HA HT SA S9 D8", bid=18, skat="D7 DQ") == GRAND


def test_a_weak_suit_game_is_not_declared_below_the_bid() -> None:
    """Hearts with 1 is worth 20 and does not cover 24, though hearts are the longest suit; clubs does."""
    contract = declared("CJ HA HT HK H9 H8 CA CT CQ C8", bid=24, skat="D7 S8")
    assert contract & TYPE_BITS in (3, GRAND)


def test_only_grand_covers_the_bid() -> None:
    """At 40 clubs with 1 (24) would be overbid; grand with 1 makes 48."""
    assert declared("CJ CA CT CK C9 C8 HA HT DA D7", bid=40, skat="S8 H9") == GRAND


def test_a_sure_hand_announces_schneider() -> None:
    """Nine trumps from the top and an ace: nobody makes 31 against it."""
    contract = declared("CJ SJ HJ DJ CA CT CK CQ C9 SA", bid=18)
    assert contract & HAND_BIT
    assert contract & SCHNEIDER_BIT


def test_a_middling_hand_looks_into_the_skat() -> None:
    assert declared("CJ HJ SA ST SK S8 HA H7 DT D8", bid=18) & HAND_BIT == 0


def test_a_null_that_cannot_be_beaten_is_played_ouvert() -> None:
    contract = declared("C7 C8 C9 S7 S8 H7 H8 D7 D8 D9", bid=18, skat="SK HA")
    assert contract == NULL | OUVERT_BIT


NO_JACK = [  # ten cards, the skat, the bid at which the game was once lost, and the game: no trumps, or two small ones
    ("CA CT C7 SA ST SQ S7 DQ D9 D8", "CK DK", 72, "H"),
    ("CA CT CK C9 SA ST S8 H7 DA DK", "D9 D7", 96, "H"),
    ("CA CT SA ST S9 S7 DA DT DQ D8", "CQ C9", 72, "H"),
    ("C8 SA ST SQ HA HT DA DQ D9 D8", "C7 S9", 96, "C"),
]


@pytest.mark.parametrize(("hand", "skat", "once", "game"), NO_JACK)
def test_without_a_jack_the_bidding_stops_early(hand: str, skat: str, once: int, game: str) -> None:
    """Aces and tens make a game without four jacks, but a jack in the skat halves its value: not for 72 or more."""
    view = auction_view(hand)
    view[abi.PASSED + 1] = 1
    assert asked(HEURISTIC.reserve, view) <= 55 < once


@pytest.mark.parametrize(("hand", "skat", "once", "game"), NO_JACK)
def test_without_a_jack_no_game_in_a_suit_not_held(hand: str, skat: str, once: int, game: str) -> None:
    """At a bid they may reach, the game declared is in a suit of four cards or more, or grand, or null."""
    contract = declared(hand, bid=22, skat=skat)
    assert contract & TYPE_BITS in (GRAND, NULL) or popcount_in(hand, skat, contract) >= 4
    assert GAME_LETTERS[contract & TYPE_BITS] != game


def popcount_in(hand: str, skat: str, contract: int) -> int:
    return ((cards(hand) | cards(skat)) & trump_mask(contract & TYPE_BITS)).bit_count()


def test_where_all_is_lost_the_loss_is_small() -> None:
    """At 72 nothing can be won: an overbid diamonds or clubs costs 144, hearts without a trump 240 and more."""
    hand, skat, bid, _ = NO_JACK[0]
    assert declared(hand, bid=bid, skat=skat) & TYPE_BITS in (0, 3)


# --- the discard


def put_away(hand: str, contract: str) -> str:
    view = auction_view(hand, bid=18)
    view[abi.GAME_TYPE] = Contract.parse(contract).code & TYPE_BITS
    return format_cards(asked(HEURISTIC.discard, view))


def test_a_blank_ten_is_put_away() -> None:
    """A ten without its ace or a small card falls under the ace: ten points better safe in the skat."""
    assert "DT" in put_away("CJ SJ CA CK C9 C8 HA H9 DT SA SK S7", "C")


def test_two_blank_tens_are_put_away() -> None:
    assert put_away("CJ SJ HJ CA CK C9 C8 HA H9 HT DT ST", "C") == "ST DT"


def test_trumps_and_aces_are_kept() -> None:
    away = cards(put_away("CJ SJ CA CT CK C9 HA HT D9 D7 S8 SA", "C"))
    assert away & (trump_mask(3) | ACES) == 0


def test_a_void_is_made() -> None:
    """Two small cards of a suit: away with both, and the suit can be trumped."""
    assert put_away("CJ SJ HJ CA CT CK C9 HA HT SA D9 D8", "C") == "D9 D8"


def test_null_puts_the_high_cards_away() -> None:
    assert put_away("C7 C8 C9 S7 S8 H7 H8 D7 D8 D9 HA SK", "N") in ("SK HA", "HA SK")


# --- the declarer's play

PLAIN = {"seat": FOREHAND, "declarer": FOREHAND}


def test_draws_trumps_from_the_top() -> None:
    assert played("C", "CJ SJ CA CT C9 C8 HA DA D7 S7", **PLAIN) in ("CJ", "SJ")


def test_forces_with_a_small_trump() -> None:
    """Without the top trumps a long trump suit is led from below: the jacks must come."""
    assert played("S", "HJ DJ ST SK SQ S9 S8 HA DA D7", **PLAIN) in ("S8", "S9", "SQ")


def test_plays_aces_when_trumps_are_drawn() -> None:
    gone = "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 S7 S8 S9 D9"
    assert played("C", "HA D7 D8 H7 DA", history=gone, leaders=(0,) * 5, **PLAIN) == "HA"


@pytest.mark.parametrize(
    ("hand", "table", "right"),
    [
        ("HT H7 CJ D7", "H9 H8", "HT"),  # last in the trick: bring the ten home
        ("HT H7 CJ D7", "HA H8", "H7"),  # it is lost: give the least
        ("CT C7 D7", "HA HT", "CT"),  # last: trump rich tricks with the fat trump
        ("C9 CJ D7 SA", "H7 H8", "D7"),  # a trick without points: throw a loser instead of a trump
        ("CJ CA C8 HA", "C9 DJ", "CJ"),  # only the old one beats this jack
        ("CA C8 SA ST", "CK C9", "CA"),  # trumps led: the ace comes home
    ],
)
def test_declarer_last(hand: str, table: str, right: str) -> None:
    assert played("C", hand, seat=REARHAND, declarer=REARHAND, table=table) == right


def test_declarer_trumps_the_trick_that_decides() -> None:
    """The defenders have 58: with the queen on the table they would be out of the game's reach."""
    position = {"seat": REARHAND, "declarer": REARHAND, "table": "H9 HQ"}
    assert played("C", "C9 D7", points=(40, 58), **position) == "C9"
    assert played("C", "C9 D7", points=(40, 20), **position) == "D7"


def test_declarer_in_the_middle_waits_with_the_ten() -> None:
    """The ace is out and may sit behind: a small card first."""
    assert played("C", "HT H8 CJ", seat=MIDDLEHAND, declarer=MIDDLEHAND, table="H7") == "H8"


def test_declarer_in_the_middle_takes_with_the_ace() -> None:
    assert played("C", "HA H8 CJ", seat=MIDDLEHAND, declarer=MIDDLEHAND, table="HT") == "HA"


# --- the defenders' play


@pytest.mark.parametrize(
    ("hand", "table", "declarer", "right"),
    [
        ("H8 HT CJ", "HA H7", MIDDLEHAND, "HT"),  # the partner's ace stands: smear the ten
        ("ST S7 DK", "HA H7", MIDDLEHAND, "ST"),  # also from another suit
        ("HT H8 S7", "HA H7", FOREHAND, "H8"),  # the declarer's ace: the least
        ("HA H9 S7", "HK H7", FOREHAND, "HA"),  # beat the declarer's king
        ("CT S7 D8", "HA H7", FOREHAND, "CT"),  # trump the declarer's ace with the fat trump
        ("SJ S8 S9", "H9 H8", FOREHAND, "S8"),  # no jack for nothing
        ("SJ S8 S9", "HA HT", FOREHAND, "SJ"),  # but for twenty-one points
        ("ST S7 D8 D9 DQ", "HA H8", FOREHAND, "D8"),  # the seven guards the ten: from the long suit
        ("CJ CT C9", "SJ C7", FOREHAND, "CJ"),  # the declarer's jack falls to the old one
    ],
)
def test_defender_last(hand: str, table: str, declarer: int, right: str) -> None:
    assert played("C", hand, seat=REARHAND, declarer=declarer, table=table) == right


def test_defender_in_the_middle_beats_the_declarers_lead() -> None:
    """The declarer has played: what beats him now wins for the defence, the ten included."""
    assert played("C", "HT H7 S9", seat=MIDDLEHAND, declarer=FOREHAND, table="H9") == "HT"


def test_defender_does_not_lead_a_ten_below_its_ace() -> None:
    card = played("C", "ST S7 DK D9 HQ H8 H7 C9 C8 D8", seat=FOREHAND, declarer=REARHAND)
    assert card != "ST"
    assert cards(card) & JACKS == 0


def test_defender_returns_the_partners_suit() -> None:
    """The partner led hearts before; hearts again, everything else being equal."""
    hand = "HK H7 SK S7 DK D7"
    history, seats = "H9 HA H8 CT C9 CA", (MIDDLEHAND, REARHAND)
    position = {"seat": FOREHAND, "declarer": REARHAND, "history": history, "leaders": seats}
    assert played("C", hand, **position) == "H7"


def test_defender_holds_the_ace_back_from_a_void() -> None:
    """The declarer has no hearts but trumps: the ace of hearts is lost, a small heart forces a trump."""
    position = {"seat": FOREHAND, "declarer": REARHAND, "lacks": {REARHAND: "HA HT HK HQ H9 H8 H7"}}
    assert played("C", "HA H7 SK S9 DK D9", **position) != "HA"


# --- null


@pytest.mark.parametrize(
    ("hand", "table", "seat", "declarer", "right"),
    [
        ("S8 SK S7", "S9", MIDDLEHAND, MIDDLEHAND, "S8"),  # the declarer ducks, as high as he can
        ("SK S7", "SJ ST", REARHAND, REARHAND, "S7"),  # the declarer under the jack: the king would take it
        ("HA H7 S7 S8", "C9 C8", REARHAND, REARHAND, "HA"),  # void: the dangerous ace goes
        ("S8 SA", "S9", MIDDLEHAND, REARHAND, "S8"),  # a defender before the declarer leaves him no room below
        ("S7 S8 SA", "S9 C7", REARHAND, FOREHAND, "S8"),  # the declarer is winning: stay below
        ("S7 S8 SA", "S9 SJ", REARHAND, FOREHAND, "SA"),  # he is out of it: get rid of the ace
    ],
)
def test_null(hand: str, table: str, seat: int, declarer: int, right: str) -> None:
    assert played("N", hand, seat=seat, declarer=declarer, table=table) == right


def test_null_declarer_leads_what_is_surely_beaten() -> None:
    assert played("N", "S7 S8 HQ D7 D9", seat=FOREHAND, declarer=FOREHAND) in ("S7", "D7")


def test_null_ouvert_defender_leads_below_the_declarers_lone_card() -> None:
    """The declarer shows a blank nine of hearts: the seven under it, and the partner must not cover."""
    card = played(
        "NO",
        "H7 DA DK SA SK",
        seat=FOREHAND,
        declarer=MIDDLEHAND,
        open_hand="H9 D7 D8 S7 S8",
        history="C7 C8 C9 CQ CK CA",
    )
    assert card == "H7"


# --- the statistics of its games: bands wide enough for every sound change (tournament figures in the middle)


@pytest.fixture(scope="module")
def outcomes():
    return simulate_games(2026, 0, 40_000, make_lineup([(HEURISTIC, {})] * 3)).outcomes


@pytest.mark.usefixtures("compiled_only")
class TestStatistics:
    def test_games_won(self, outcomes) -> None:
        declared = outcomes.declarer >= 0
        assert declared.mean() > 0.92
        assert 0.76 < outcomes.won[declared].mean() < 0.88
        assert outcomes.overbid[declared].mean() < 0.02
        assert 0.15 < outcomes.schneider[declared].mean() < 0.30

    def test_mix_of_games(self, outcomes) -> None:
        games = outcomes.contract[outcomes.declarer >= 0]
        share = np.bincount(games & TYPE_BITS, minlength=6) / len(games)
        assert share[0] < share[1] < share[2] < share[3]
        assert 0.22 < share[GRAND] < 0.36
        assert 0.03 < share[NULL] < 0.10
        assert 0.02 < (games & HAND_BIT > 0).mean() < 0.14

    @pytest.mark.parametrize(
        ("game", "low", "high"), [(0, 0.68, 0.88), (3, 0.68, 0.88), (GRAND, 0.84, 0.97), (NULL, 0.6, 0.9)]
    )
    def test_won_by_game(self, outcomes, game: int, low: float, high: float) -> None:
        these = (outcomes.declarer >= 0) & (outcomes.contract & TYPE_BITS == game)
        assert low < outcomes.won[these].mean() < high

    def test_what_is_bid_high_is_declared(self, outcomes) -> None:
        """A null ouvert hand bid to 59 is played, not given up for a pick-up that covers nothing."""
        high = (outcomes.bid >= 50) & (outcomes.declarer >= 0)
        assert high.sum() > 100
        assert outcomes.overbid[high].mean() < 0.1
        assert outcomes.won[high].mean() > 0.65

    def test_forehand_declares_most(self, outcomes) -> None:
        """Tournaments: 35.7, 32.1, 32.2 %."""
        shares = [(outcomes.declarer == seat).sum() / (outcomes.declarer >= 0).sum() for seat in range(3)]
        assert shares[0] - max(shares[1:]) > 0.01
        assert shares[0] - min(shares[1:]) < 0.05

    def test_bids_are_on_the_ladder(self, outcomes) -> None:
        assert np.isin(outcomes.bid[outcomes.declarer >= 0], BID_OF_STEP).all()


@pytest.mark.usefixtures("compiled_only")
def test_plays_far_better_than_chance() -> None:
    """The same auction, declaration and discard with random play: the declarer loses 25 list points a deal and more."""
    chance = replace(HEURISTIC, name="chance", play=RANDOM.play)
    games = 10_000
    skilled = make_lineup([(HEURISTIC, {})] * 3)
    # Only player 0 plays by chance: compare the games in which he is the declarer.
    mixed = make_lineup([(chance, {}), (HEURISTIC, {}), (HEURISTIC, {})])
    ours, theirs = simulate_games(5, 0, games, skilled).outcomes, simulate_games(5, 0, games, mixed).outcomes
    seat = (-np.arange(games)) % 3
    mine = ours.declarer == seat
    assert np.array_equal(ours.declarer, theirs.declarer)
    assert ours.score[mine].mean() - theirs.score[mine].mean() > 25


@pytest.mark.usefixtures("compiled_only")
def test_declares_and_wins_like_xskat_on_its_deals(shared: Path) -> None:
    """On XSkat's 5,100 deals: won within five points of the 81 % it wins in a long match, declared as often."""
    records = list(read_records(shared / "records" / "xskat_games.jsonl.gz"))
    deals = [Deal(*record.hands, record.skat) for record in records]
    outcomes = play_hands(deals, make_lineup([(HEURISTIC, {})] * 3))
    declared = outcomes.declarer >= 0
    assert declared.sum() >= sum(record.declarer >= 0 for record in records)
    assert abs(outcomes.won[declared].mean() - 0.81) < 0.05


@pytest.mark.usefixtures("compiled_only")
@pytest.mark.parametrize("idea", ["draw_trumps", "force_trumps", "fat_ruff", "smear"])
def test_its_great_ideas_are_worth_points(idea: str) -> None:
    worth = compare("heuristic@1", f"heuristic@1:{idea}=0", seed=11, boards=5_000).differences.iloc[0]
    assert worth["difference"] > 1.5 * (worth["high"] - worth["difference"])  # three standard errors


def test_given_hands_are_played_as_dealt() -> None:
    """The engine's own deal, handed in, comes out the same."""
    lineup = make_lineup([(HEURISTIC, {})] * 3)
    chunk = simulate_games(9, 0, 30, lineup, deals=True)
    hands = [
        tuple(int(column[row]) for column in chunk.deals[:4]) for row in range(30)
    ]  # forehand, middlehand, rearhand, skat
    again = play_hands(hands, lineup)
    for name, column in chunk.outcomes._asdict().items():
        assert np.array_equal(column, getattr(again, name)), name


def test_unknown_parameters_and_values_are_refused() -> None:
    with pytest.raises(SkatsimError, match="no parameter 'courage'"):
        HEURISTIC.param_values({"courage": 1})
    with pytest.raises(SkatsimError, match=r"heuristic\.smear = 2; it is a switch"):
        HEURISTIC.param_values({"smear": 2})
    with pytest.raises(SkatsimError, match=r"heuristic\.boldness = 5000 is out of range"):
        HEURISTIC.param_values({"boldness": 5000})


# --- each switch does what it says, and no other does it

ANSWERS = {
    "draw_trumps": ("SJ", "HA", "C", "CJ SJ CA CT C9 C8 HA DA D7 S7", {"seat": 0, "declarer": 0}),
    "force_trumps": ("S8", "HA", "S", "HJ DJ ST SK SQ S9 S8 HA DA D7", {"seat": 0, "declarer": 0}),
    "throw_losers": ("D7", "C9", "C", "C9 CJ D7 SA", {"seat": 2, "declarer": 2, "table": "H7 H8"}),
    "fat_ruff": ("CT", "C7", "C", "CT C7 D7", {"seat": 2, "declarer": 2, "table": "HA HT"}),
    "count_points": ("C9", "D7", "C", "C9 D7", {"seat": 2, "declarer": 2, "table": "H9 HQ", "points": (40, 58)}),
    "smear": ("HT", "H8", "C", "H8 HT CJ", {"seat": 2, "declarer": 1, "table": "HA H7"}),
    "smear_hope": ("HT", "H7", "C", "HT H7 S9", {"seat": 1, "declarer": 2, "table": "HA"}),
    "lead_long": ("S7", "D9", "C", "S7 S8 S9 D9", {"seat": 0, "declarer": 1}),
    "lead_aces": ("HA", "H7", "G", "HA HT H7 S7", {"seat": 0, "declarer": 1}),
    "return_suit": (
        *("H7", "D7", "C", "HK H7 SK S7 DK D7"),
        {"seat": 0, "declarer": 2, "history": "H9 HA H8 CT C9 CA", "leaders": (1, 2)},
    ),
    "force_declarer": (
        *("H7", "D9", "C", "HA H7 SK S9 DK D9"),
        {"seat": 0, "declarer": 2, "lacks": {2: "HA HT HK HQ H9 H8 H7"}},
    ),
    "keep_guards": ("S8", "D7", "C", "DT D7 S8 S9 SQ", {"seat": 2, "declarer": 0, "table": "HA H8"}),
    "save_jacks": ("S8", "SJ", "C", "SJ S8 S9", {"seat": 2, "declarer": 0, "table": "H9 H8"}),
    "null_weak": ("S7", "H7", "NO", "H7 S7 S8", {"seat": 0, "declarer": 1, "open_hand": "SK CA C7"}),
}
"""By switch: the card with all switches on, the card without it, and the position."""
SMEARS = {"smear_hope": {"smear"}}
"""A hope is a smear: it needs that switch too."""
BIDS_WITHOUT = {
    "play_hand": ("CJ SJ CA CT CK C9 C8 HA HT S7", {"play_hand": 72, "play_null": 96, "play_ouvert": 96}),
    "play_null": ("C7 C8 C9 S7 S8 H7 H8 D7 D8 D9", {"play_hand": 59, "play_null": 0, "play_ouvert": 35}),
}
"""The reserve without each of three kinds of games: a grand with four in hand, a null nobody can beat."""


@pytest.mark.parametrize("switch", ANSWERS)
def test_a_switch_changes_what_it_says(switch: str) -> None:
    with_it, without, contract, hand, position = ANSWERS[switch]
    view = play_view(contract, hand, **position)
    for other in OF_FIRST:
        card = format_cards(asked(HEURISTIC.play, view, **{other: 0}))
        assert card == (without if other == switch or other in SMEARS.get(switch, ()) else with_it), other


@pytest.mark.parametrize("kind", BIDS_WITHOUT)
def test_a_kind_of_game_that_is_switched_off_is_not_bid_for(kind: str) -> None:
    hand, reserves = BIDS_WITHOUT[kind]
    view = auction_view(hand)
    assert {other: asked(HEURISTIC.reserve, view, **{other: 0}) for other in reserves} == reserves


def test_every_switch_is_tried() -> None:
    assert {*ANSWERS, "play_hand", "play_null", "play_ouvert"} == set(OF_FIRST)


def test_parameters_are_one_table() -> None:
    """A member of the table is the place of its own default among the values a kernel is given."""
    newest = registry.get("heuristic@2")
    for number, member in enumerate(At):
        values = newest.param_values({member.key: 1 - member.default if member.key in SWITCHES else 77.0})
        changed = [place for place, value in enumerate(values) if value != list(At)[place].default]
        assert (changed, int(member)) == ([number], number)
    assert list(newest.params) == list(newest.meanings)


def test_the_first_version_keeps_its_parameters_and_fixes_the_later_ones() -> None:
    later = [member.key for member in At if member >= At.KING_FIRST]
    assert list(HEURISTIC.params) == list(HEURISTIC.meanings) == [member.key for member in At if member < At.KING_FIRST]
    assert list(HEURISTIC.fixed) == later
    assert HEURISTIC.param_values({})[At.KING_FIRST] == 0
    with pytest.raises(SkatsimError, match="no parameter 'king_first'"):
        HEURISTIC.param_values({"king_first": 1})
