"""The referee against values and positions worked out by hand from the rules."""

import csv
from pathlib import Path

import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BIDS, Contract, GameType
from skatsim.rules.ruleset import ISKO, PRESETS, RuleSet
from skatsim.table.referee import Auction, Referee, Result, row_of, settle
from skatsim.table.referee.cards import RANK_POINTS, matadors, playable, points, winning_place
from skatsim.table.referee.scoring import seeger_fabian

CASES = list(csv.DictReader((Path(__file__).parents[1] / "data" / "scoring.csv").read_text("utf-8").splitlines()))
MUST_TRUMP = RuleSet(void="must_trump")

# Forehand's ten cards take every trick in grand; middlehand and rearhand have what makes early ends.
OPEN_AND_SHUT = (
    ("CJ SJ CA CT CK CQ HA HT SA ST", "HJ DJ C9 C8 C7 HK HQ SK SQ DA", "DT DK DQ D9 D8 D7 H9 H8 H7 S9"),
    "S8 S7",
)
# Nobody but forehand has a plain spade: the nine makes a trick without a card point.
EMPTY_TRICK = (
    ("S9 S8 S7 SA ST SK SQ HA HK HQ", "D9 DA DT DK CA CK HT H9 DJ HJ", "D8 D7 DQ CJ SJ CT CQ C9 C8 H8"),
    "C7 H7",
)
# Forehand's null stands until the ace of diamonds takes the tenth trick.
LATE_ACE = (
    ("C7 C8 C9 S7 S8 S9 H7 H8 H9 DA", "CA CK CT SA SK ST HA HK HT DT", "CQ CJ SQ SJ HQ HJ D7 D8 D9 DK"),
    "DQ DJ",
)


def new_deal(cards: tuple[tuple[str, str, str], str], rules: RuleSet = ISKO) -> Referee:
    hands, skat = cards
    return Referee([hand.split() for hand in hands], skat.split(), rules)


def won_by(seat: int, cards: tuple[tuple[str, str, str], str], rules: RuleSet = ISKO, bid: int = 18) -> Referee:
    """A deal whose auction `seat` has won at `bid`, the others silent."""
    deal = new_deal(cards, rules)
    order = {0: (1, 2), 1: (0, 2), 2: (1, 0)}[seat]
    if seat == 0:
        assert bid == 18
        for other in order:
            deal.pass_(other)
        deal.bid(0, bid)
    elif seat == 1:
        deal.bid(1, bid)
        for other in order:
            deal.pass_(other)
    else:
        deal.pass_(1)
        deal.bid(2, bid)
        deal.pass_(0)
    assert deal.declarer == seat
    return deal


def hand_game(contract: str, seat: int, cards: tuple[tuple[str, str, str], str], rules: RuleSet = ISKO) -> Referee:
    deal = won_by(seat, cards, rules)
    deal.declare(Contract.parse(contract))
    return deal


def play(deal: Referee, text: str) -> None:
    for card in text.split():
        deal.play(deal.turn, card)


def result_of(deal: Referee) -> Result:
    result = deal.result()
    assert result is not None
    return result


class TestScoring:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
    def test_case(self, case: dict[str, str]) -> None:
        contract = Contract.parse(case["game"] + case["flags"])
        twelve = (case["hand10"] + " " + case["skat"]).split()
        if twelve:
            assert matadors(twelve, contract.game_type) == int(case["matadors"])
        result = settle(
            contract,
            bid=int(case["bid"]),
            matadors=int(case["matadors"]),
            card_points=int(case["card_points"]),
            tricks=int(case["tricks"]),
            twelve=twelve,
        )
        found = (result.game_value, result.won, result.overbid, result.score)
        won, overbid = case["won"] == "1", case["overbid"] == "1"
        assert found == (int(case["game_value"]), won, overbid, int(case["score"]))

    def test_there_are_cases(self) -> None:
        assert len(CASES) == 75

    @pytest.mark.parametrize(
        ("contract", "rules", "numbers", "value", "score"),
        [
            ("CH", RuleSet(lost_hand="single"), (18, 1, 60, 5), 36, -36),
            ("C", RuleSet(lost_hand="single"), (18, 1, 60, 5), 24, -48),
            ("NH", RuleSet(lost_hand="single"), (18, 0, 0, 1), 35, -35),
            # Missed announcement: 1 + 1 + hand + Schneider + announced = 5, times 12.
            ("CHS", RuleSet(missed_announcement="single"), (18, 1, 89, 8), 60, -60),
            ("CHS", RuleSet(missed_announcement="single"), (72, 1, 95, 8), 72, -144),
            # StarGames table: Schwarz of a hand game is level 5, so 1 + 5 = 6; after a pick-up 1 + 3 = 4.
            ("CH", RuleSet(hand_levels="table"), (18, 1, 120, 10), 72, 72),
            ("C", RuleSet(hand_levels="table"), (18, 1, 120, 10), 48, 48),
            ("CHS", RuleSet(hand_levels="table"), (18, 1, 120, 10), 72, 72),
            # No points: a trick of 7 8 9 does not save the defenders, nor points in the skat the declarer without one.
            ("D", RuleSet(schwarz="no_points"), (18, 1, 120, 9), 36, 36),
            ("D", RuleSet(schwarz="no_points"), (18, 1, 21, 0), 27, -54),
            ("DHSZ", RuleSet(schwarz="no_points"), (18, 1, 120, 9), 63, 63),
        ],
    )
    def test_switch(
        self, contract: str, rules: RuleSet, numbers: tuple[int, int, int, int], value: int, score: int
    ) -> None:
        bid, run, card_points, tricks = numbers
        result = settle(
            Contract.parse(contract), bid=bid, matadors=run, card_points=card_points, tricks=tricks, rules=rules
        )
        assert (result.game_value, result.score) == (value, score)

    def test_null_below_bid(self) -> None:
        # Clubs jack and the rest plain: with 1 in every game; clubs 2 x 12 = 24 is the cheapest that covers 24.
        twelve = ["CJ", "HJ", "C7", "C9", "D7", "D8", "D9", "S7", "S8", "S9", "H7", "H8"]
        null = Contract.parse("N")

        def booked(rule: str, bid: int) -> Result:
            rules = RuleSet(null_below_bid=rule)  # type: ignore[arg-type]
            return settle(null, bid=bid, matadors=0, card_points=0, tricks=0, rules=rules, twelve=twelve)

        best = booked("best_trump", 24)
        assert (best.game_value, best.won, best.overbid, best.score) == (24, False, True, -48)
        following = booked("next_null", 24)
        assert (following.game_value, following.won, following.overbid, following.score) == (35, False, True, -70)
        assert following.arithmetic == "null 23 < 24: overbid; lost at 35"
        with pytest.raises(SkatsimError, match="twelve cards; 0 were given"):
            settle(null, bid=24, matadors=0, card_points=0, tricks=0, rules=RuleSet(null_below_bid="best_trump"))
        for rule, bid in (("refuse", 24), ("next_null", 60)):
            with pytest.raises(SkatsimError, match="does not cover the bid"):
                booked(rule, bid)

    def test_levels_against_the_declarer_count_only_unannounced(self) -> None:
        plain = settle(Contract.parse("CH"), bid=18, matadors=1, card_points=10, tricks=0)
        announced = settle(Contract.parse("CHS"), bid=18, matadors=1, card_points=10, tricks=0)
        assert (plain.schneider, plain.schwarz, announced.schneider, announced.schwarz) == (True, True, False, False)

    @pytest.mark.parametrize(
        ("score", "declarer", "at_three", "at_four"),
        [(36, 86, 0, 0), (-48, -98, 40, 30), (0, 0, 0, 0), (264, 314, 0, 0)],
    )
    def test_tournament_points(self, score: int, declarer: int, at_three: int, at_four: int) -> None:
        for players, others in ((3, at_three), (4, at_four)):
            assert seeger_fabian(score, declarer=True, players=players) == declarer
            assert seeger_fabian(score, declarer=False, players=players) == others
        with pytest.raises(SkatsimError, match="not 5"):
            seeger_fabian(score, declarer=True, players=5)

    def test_arithmetic_in_words(self) -> None:
        result = settle(Contract.parse("C"), bid=59, matadors=3, card_points=88, tricks=8)
        assert result.arithmetic == "with 3, game 4; 4 × 12 = 48 < 59: overbid; 5 × 12 = 60"
        ouvert = settle(Contract.parse("NO"), bid=18, matadors=0, card_points=4, tricks=0)
        assert ouvert.arithmetic == "null ouvert 46"


class TestCards:
    @pytest.mark.parametrize(
        ("hand", "trick", "game", "may"),
        [
            ("CJ HA H7", "DJ", GameType.GRAND, "CJ"),  # the lone CJ on a jack lead
            ("CJ HA S7", "D7", GameType.DIAMONDS, "CJ"),  # and on a trump of the suit
            ("HJ HA H7", "HT", GameType.CLUBS, "HA H7"),  # a jack is no card of its suit
            ("HJ C7", "HT", GameType.CLUBS, "HJ C7"),  # so it does not follow it
            ("HJ C7", "HT", GameType.NULL, "HJ"),  # but in null it does
            ("CJ C7 S7", "DJ", GameType.NULL, "CJ C7 S7"),
            ("CJ C7 S7", "SJ", GameType.CLUBS, "CJ C7"),
            ("S7 D8", "HT HA", GameType.CLUBS, "S7 D8"),  # who cannot follow plays anything
            ("S7 H8", "HT CA", GameType.CLUBS, "H8"),  # the lead is what must be followed
        ],
    )
    def test_follow(self, hand: str, trick: str, game: GameType, may: str) -> None:
        assert playable(hand.split(), trick.split(), game, must_trump=False) == may.split()

    def test_must_trump(self) -> None:
        hand = ["C7", "DJ", "S8", "D8"]
        assert playable(hand, ["HT"], GameType.CLUBS, must_trump=True) == ["C7", "DJ"]
        assert playable(hand, ["HT"], GameType.CLUBS, must_trump=False) == hand
        assert playable(hand, ["ST"], GameType.CLUBS, must_trump=True) == ["S8"]
        assert playable(["S8", "D8"], ["HT"], GameType.CLUBS, must_trump=True) == ["S8", "D8"]
        assert playable(["S8", "DJ"], ["HT"], GameType.NULL, must_trump=True) == ["S8", "DJ"]

    @pytest.mark.parametrize(
        ("trick", "game", "place"),
        [
            ("HT HA H9", GameType.CLUBS, 1),
            ("HK HT HQ", GameType.CLUBS, 1),  # trump games: A T K Q
            ("HK HT HQ", GameType.NULL, 0),  # null: A K Q J T
            ("HT HJ HQ", GameType.NULL, 2),
            ("H9 HT H8", GameType.NULL, 1),
            ("HK CA DA", GameType.NULL, 0),  # no trumps in null
            ("HA C7 CJ", GameType.CLUBS, 2),
            ("HA C7 H7", GameType.CLUBS, 1),
            ("DJ HJ SJ", GameType.GRAND, 2),
            ("CA DJ CT", GameType.CLUBS, 1),
            ("CA SA HA", GameType.GRAND, 0),
            ("C7 SA C8", GameType.HEARTS, 2),
        ],
    )
    def test_winner(self, trick: str, game: GameType, place: int) -> None:
        assert winning_place(trick.split(), game) == place

    def test_points_of_the_pack(self) -> None:
        assert points(suit + rank for suit in "CSHD" for rank in RANK_POINTS) == 120


class TestAuction:
    def test_jumps_up_to_the_ladder_top(self) -> None:
        auction = Auction()
        auction.bid(1, 36)
        auction.hold(0)
        auction.bid(1, 264)
        auction.hold(0)
        for value in BIDS:
            assert not auction.can_bid(1, value)
        auction.pass_(1)
        auction.pass_(2)
        assert (auction.declarer, auction.standing, auction.reached) == (0, 264, [264, 264, 0])
        assert auction.said[:2] == [(1, "36"), (0, "yes")]

    def test_middlehand_survives(self) -> None:
        auction = Auction()
        auction.bid(1, 18)
        auction.pass_(0)
        auction.bid(2, 20)
        auction.hold(1)
        auction.bid(2, 23)
        auction.pass_(1)
        assert (auction.over, auction.declarer, auction.standing) == (True, 2, 23)
        assert (auction.reached, auction.passed) == ([0, 20, 23], [True, True, False])

    def test_forehands_last_18(self) -> None:
        auction = Auction()
        auction.pass_(1)
        auction.pass_(2)
        assert (auction.stage, auction.turn) == (2, 0)
        assert not auction.can_bid(0, 20)
        assert not auction.can_hold(0)
        auction.bid(0, 18)
        assert (auction.declarer, auction.standing, auction.reached) == (0, 18, [18, 0, 0])

    def test_rearhand_bids_after_two_silent_seats(self) -> None:
        auction = Auction()
        auction.pass_(1)
        auction.bid(2, 20)
        assert auction.turn == 0
        auction.hold(0)
        auction.pass_(2)
        assert (auction.declarer, auction.standing) == (0, 20)

    def test_passed_in(self) -> None:
        deal = new_deal(OPEN_AND_SHUT)
        for seat in (1, 2, 0):
            deal.pass_(seat)
        assert (deal.phase, deal.passed_in, deal.turn, deal.result()) == ("over", True, -1, None)
        row = row_of(deal)
        assert (row.declarer, row.score, row.seeger_fabian_rearhand, set(row.plays)) == (-1, 0, 0, {255})

    @pytest.mark.parametrize(
        ("seat", "value", "reason"),
        [
            (0, 18, "it is middlehand's turn"),
            (1, 19, "not on the ladder"),
            (1, 0, "not on the ladder"),
            (1, 265, "not on the ladder"),
            (3, 18, "seat 3 is unknown"),
            (1, 22, "above the highest bid of these rules, 20"),
        ],
    )
    def test_illegal_bid(self, seat: int, value: int, reason: str) -> None:
        auction = Auction(RuleSet(ladder_top=20))
        assert not auction.can_bid(seat, value)
        with pytest.raises(SkatsimError, match=reason):
            auction.bid(seat, value)
        assert auction.said == []

    def test_bids_rise_and_answers_are_answers(self) -> None:
        auction = Auction()
        with pytest.raises(SkatsimError, match="no bid to hold"):
            auction.hold(1)
        auction.bid(1, 20)
        with pytest.raises(SkatsimError, match="he holds 20 or passes"):
            auction.bid(0, 22)
        auction.hold(0)
        with pytest.raises(SkatsimError, match="does not go beyond the bid of 20"):
            auction.bid(1, 20)
        auction.pass_(1)
        auction.pass_(2)
        assert not auction.can_pass(0)
        with pytest.raises(SkatsimError, match="the auction is over"):
            auction.pass_(0)


class TestDeclaration:
    def test_pick_up_and_discard_jacks(self) -> None:
        deal = won_by(1, OPEN_AND_SHUT)
        deal.pick_up()
        assert len(deal.hands[1]) == 12
        assert not deal.can_pick_up()
        deal.declare(Contract.parse("H"))
        assert (deal.phase, deal.turn) == ("discard", 1)
        deal.discard(["HJ", "S8"])
        assert (deal.phase, deal.turn, deal.card_points) == ("play", 0, 2)
        assert len(deal.hands[1]) == 10
        assert "HJ" not in deal.hands[1]

    @pytest.mark.parametrize("contract", ["CH", "CHS", "CO", "GHSZ", "NH", "NHO"])
    def test_no_announcement_after_a_pick_up(self, contract: str) -> None:
        deal = won_by(1, OPEN_AND_SHUT)
        deal.pick_up()
        assert not deal.can_declare(Contract.parse(contract))
        with pytest.raises(SkatsimError, match="after a pick-up"):
            deal.declare(Contract.parse(contract))

    @pytest.mark.parametrize("contract", ["C", "N", "NO"])
    def test_no_hand_no_game_without_pick_up(self, contract: str) -> None:
        deal = won_by(1, OPEN_AND_SHUT)
        with pytest.raises(SkatsimError, match="pick up the skat first"):
            deal.declare(Contract.parse(contract))
        deal.pick_up()
        assert deal.can_declare(Contract.parse(contract))

    @pytest.mark.parametrize(
        ("rule", "bid", "contract", "may"),
        [
            ("refuse", 23, "NH", True),
            ("refuse", 35, "NH", True),
            ("refuse", 36, "NH", False),
            ("refuse", 36, "NHO", True),
            ("best_trump", 120, "NH", True),
            ("next_null", 59, "NH", True),
            ("next_null", 60, "NH", False),
            ("refuse", 264, "DH", True),
        ],
    )
    def test_null_below_bid(self, rule: str, bid: int, contract: str, may: bool) -> None:
        deal = won_by(1, OPEN_AND_SHUT, RuleSet(null_below_bid=rule), bid)  # type: ignore[arg-type]
        assert deal.can_declare(Contract.parse(contract)) is may

    @pytest.mark.parametrize(
        ("cards", "reason"),
        [("HJ", "two different"), ("HJ HJ", "two different"), ("HJ DJ C9", "two different"), ("HJ CJ", "CJ")],
    )
    def test_illegal_discard(self, cards: str, reason: str) -> None:
        deal = won_by(1, OPEN_AND_SHUT)
        assert not deal.can_discard(["HJ", "DJ"])
        deal.pick_up()
        deal.declare(Contract.parse("C"))
        assert not deal.can_discard(cards.split())
        with pytest.raises(SkatsimError, match=reason):
            deal.discard(cards.split())

    def test_only_after_the_auction(self) -> None:
        deal = new_deal(OPEN_AND_SHUT)
        for action in (deal.pick_up, lambda: deal.declare(Contract.parse("C")), lambda: deal.discard(["CJ", "SJ"])):
            with pytest.raises(SkatsimError, match="during: auction"):
                action()
        with pytest.raises(SkatsimError, match="no result yet"):
            deal.result()

    def test_the_deal_answers_for_the_auction(self) -> None:
        deal = new_deal(OPEN_AND_SHUT)
        assert (deal.can_bid(1, 18), deal.can_bid(0, 18), deal.can_hold(0)) == (True, False, False)
        deal.bid(1, 18)
        assert (deal.can_hold(0), deal.can_pass(0), deal.can_pass(1), deal.can_bid(0, 20)) == (True, True, False, False)
        for verify in (deal.verify_hold, deal.verify_pass, lambda seat: deal.verify_bid(seat, 20)):
            with pytest.raises(SkatsimError, match="it is forehand's turn"):
                verify(1)
        assert not deal.can_play(0, "CJ")
        with pytest.raises(SkatsimError, match="forehand cannot play CJ during: auction"):
            deal.play(0, "CJ")

    def test_bad_deals(self) -> None:
        hands, skat = OPEN_AND_SHUT
        with pytest.raises(SkatsimError, match="three hands, not 2"):
            Referee([hand.split() for hand in hands[:2]], skat.split())
        rest = hands[1:]
        with pytest.raises(SkatsimError, match="forehand has 9 cards"):
            new_deal(((hands[0][3:], *rest), skat))
        with pytest.raises(SkatsimError, match="HJ is dealt twice"):
            new_deal((("HJ" + hands[0][2:], *rest), skat))
        with pytest.raises(SkatsimError, match="unknown card 'XX'"):
            new_deal((("XX" + hands[0][2:], *rest), skat))


ALL_TRICKS = (
    "CJ HJ D7 SJ DJ D8 CA C7 D9 CT C8 DQ CK C9 DK CQ DA DT HA HQ H7 HT HK H8 SA SQ S9 ST SK H9"  # forehand leads all
)


class TestPlay:
    def test_ten_tricks(self) -> None:
        deal = hand_game("GH", 0, OPEN_AND_SHUT)
        play(deal, ALL_TRICKS)
        assert (deal.phase, deal.ending) == ("over", "tricks")
        result = result_of(deal)
        # with 2, game 3, hand 4, Schneider 5, Schwarz 6
        assert (result.card_points, result.tricks, result.game_value, result.score) == (120, 10, 144, 144)
        row = row_of(deal)
        tournament = (row.seeger_fabian_forehand, row.seeger_fabian_middlehand, row.seeger_fabian_rearhand)
        assert tournament == (194, 0, 0)
        assert (row.bid_forehand, row.bid_middlehand, row.bid_rearhand, row.bid) == (18, 0, 0, 18)
        assert (row.ending, row.discard, row.skat, row.plays[:3]) == (0, 0, 3 << 14, (31, 29, 0))

    def test_ouvert_value(self) -> None:
        deal = hand_game("GO", 0, OPEN_AND_SHUT)
        play(deal, ALL_TRICKS)
        assert result_of(deal).score == 9 * 24

    def test_follow_and_turn(self) -> None:
        deal = hand_game("GH", 0, OPEN_AND_SHUT)
        assert not deal.can_play(1, "HJ")
        with pytest.raises(SkatsimError, match="it is forehand's turn"):
            deal.play(1, "HJ")
        with pytest.raises(SkatsimError, match="forehand cannot play HJ: he does not hold it"):
            deal.play(0, "HJ")
        deal.play(0, "CJ")
        with pytest.raises(SkatsimError, match="cannot play DA on CJ: he must play one of HJ DJ"):
            deal.play(1, "DA")
        assert deal.legal_cards(1) == ["HJ", "DJ"]
        assert deal.legal_cards(2) == []
        play(deal, "DJ DT SJ")
        assert deal.legal_cards(1) == ["HJ"]  # a lone jack must be played on a jack lead

    def test_must_trump_at_the_table(self) -> None:
        for rules, may in ((MUST_TRUMP, 6), (ISKO, 10)):
            deal = hand_game("DH", 0, OPEN_AND_SHUT, rules)
            play(deal, "CA C7")
            assert len(deal.legal_cards(2)) == may  # six diamonds, no club

    def test_null_ends_at_the_declarers_first_trick(self) -> None:
        deal = hand_game("NH", 2, OPEN_AND_SHUT)
        play(deal, "HT HK H9 DJ DK SA")  # king over jack in null
        assert (deal.phase, deal.ending) == ("over", "decided")
        result = result_of(deal)
        assert (result.tricks, result.game_value, result.score, result.matadors) == (1, 35, -70, 0)
        assert row_of(deal).plays[6:] == (255,) * 24

    def test_null_taken_in_the_last_trick_is_no_early_end(self) -> None:
        deal = hand_game("NH", 0, LATE_ACE)
        play(deal, "C7 CA CQ CK CJ C8 CT D7 C9 SA SQ S7 SK SJ S8 ST D8 S9 HA HQ H7 HK HJ H8 HT D9 H9 DT DK")
        assert (deal.phase, deal.declarer_tricks, deal.legal_cards(0)) == ("play", 0, ["DA"])
        deal.play(0, "DA")
        assert (deal.phase, deal.ending, result_of(deal).score) == ("over", "tricks", -70)

    def test_announced_schneider_ends_when_the_defenders_pass_30(self) -> None:
        deal = hand_game("CHS", 1, OPEN_AND_SHUT)
        play(deal, "CJ C7 D7 SJ C8 D8 ST SQ S9 HT HQ H7")
        assert (deal.defender_points, deal.phase) == (30, "play")
        play(deal, "CK C9 D9")
        assert (deal.defender_points, deal.phase, deal.ending) == (34, "over", "decided")
        result = result_of(deal)
        # without 2, game 3, hand 4, Schneider 5, announced 6
        assert (result.score, result.card_points, result.schneider) == (-2 * 6 * 12, 0, False)

    def test_announced_schwarz_ends_at_the_first_trick(self) -> None:
        for contract, level in (("GHSZ", 8), ("GO", 9)):
            deal = hand_game(contract, 2, EMPTY_TRICK)
            play(deal, "S9 D9 D8")
            assert (deal.ending, deal.defender_points, deal.defender_tricks) == ("decided", 0, 1)
            result = result_of(deal)
            assert (result.score, result.schwarz) == (-2 * level * 24, False)  # with 2

    def test_announced_schwarz_of_points(self) -> None:
        deal = hand_game("GHSZ", 2, EMPTY_TRICK, RuleSet(schwarz="no_points"))
        play(deal, "S9 D9 D8")
        assert (deal.phase, deal.defender_tricks) == ("play", 1)
        play(deal, "S8 DK D7")
        assert (deal.ending, deal.defender_points) == ("decided", 4)

    def test_ordinary_games_run_on(self) -> None:
        deal = hand_game("CH", 1, OPEN_AND_SHUT)
        play(deal, "CJ C7 DT SJ C8 DK CA C9 DQ HA HK H7 HT HQ H8")
        assert (deal.defender_points, deal.phase) == (60, "play")

    def test_card_points_count_the_discard(self) -> None:
        deal = won_by(2, OPEN_AND_SHUT)
        deal.pick_up()
        deal.declare(Contract.parse("N"))
        deal.discard(["DT", "DK"])
        play(deal, "HT HK H9 DJ DQ SA")
        assert result_of(deal).card_points == 14 + 2 + 3 + 11


class TestConceding:
    def test_declarer_alone_with_nine_cards(self) -> None:
        deal = hand_game("CH", 1, OPEN_AND_SHUT)
        play(deal, "CJ C7 D7")
        assert deal.can_concede(1)
        play(deal, "SJ C8")
        assert len(deal.hands[1]) == 8
        assert not deal.can_concede(1)
        with pytest.raises(SkatsimError, match="with 8 cards in hand"):
            deal.concede(1)
        with pytest.raises(SkatsimError, match="a defender consents"):
            deal.concede(1, consent=1)
        deal.concede(1, consent=2)
        result = result_of(deal)
        # lost without Schneider or Schwarz: without 2, game 3, hand 4
        assert (deal.ending, result.score, result.schneider, result.schwarz) == ("conceded", -2 * 48, False, False)
        assert row_of(deal).ending == 2

    def test_a_defender_binds_both(self) -> None:
        deal = hand_game("GH", 0, OPEN_AND_SHUT)
        with pytest.raises(SkatsimError, match="a defender consents"):
            deal.concede(2, consent=1)
        deal.concede(2)
        result = result_of(deal)
        # with 2, game 3, hand 4; no Schneider by giving up early
        assert (result.won, result.score, result.schneider) == (True, 96, False)

    def test_schneider_already_reached_counts(self) -> None:
        deal = hand_game("GH", 0, OPEN_AND_SHUT)
        play(deal, " ".join(ALL_TRICKS.split()[:27]))
        assert deal.declarer_points == 106
        deal.concede(1)
        result = result_of(deal)
        assert (result.schneider, result.schwarz, result.score) == (True, False, 5 * 24)

    def test_an_overbid_game_is_lost_all_the_same(self) -> None:
        deal = won_by(1, OPEN_AND_SHUT, bid=60)
        deal.declare(Contract.parse("CH"))
        deal.concede(0)
        result = result_of(deal)
        assert (result.won, result.overbid, result.score) == (False, True, -120)

    def test_null_conceded(self) -> None:
        for seat, score in ((0, 35), (2, -70)):
            deal = hand_game("NH", 2, OPEN_AND_SHUT)
            deal.concede(seat)
            assert result_of(deal).score == score

    def test_stargames(self) -> None:
        rules = PRESETS["stargames-no"]
        deal = hand_game("CH", 1, OPEN_AND_SHUT, rules)
        assert not deal.can_concede(1)  # not his turn
        assert deal.can_concede(0)
        play(deal, "CJ C7 D7 SJ C8 D8 CK")
        assert deal.can_concede(1)  # at his own turn, with any number of cards
        picked_up = won_by(1, OPEN_AND_SHUT, rules)
        picked_up.pick_up()
        picked_up.declare(Contract.parse("C"))
        picked_up.discard(["S7", "S8"])
        with pytest.raises(SkatsimError, match="only against a hand game"):
            picked_up.concede(0)

    def test_only_during_the_play(self) -> None:
        deal = new_deal(OPEN_AND_SHUT)
        with pytest.raises(SkatsimError, match="during: auction"):
            deal.concede(0)
