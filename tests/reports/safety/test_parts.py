"""Contracts, skats and open cards: exact counts by other means, and figures worked out by hand."""

from itertools import combinations

import numpy as np
import pytest

from skatsim.reports.safety import contracts, open_cards, proofs, skat
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import HAND_BIT, Contract, GameType
from skatsim.rules.deals import deal_range
from skatsim.solver.open_table import made_by, made_contracts
from skatsim.table import choices as at
from skatsim.table.referee import cards as names
from tests.conftest import COMPILED

HAND = CardSet("CJ SJ HA HT HK CA CT S9 D8 D7")
ANCHORS = {  # matadors of twelve random cards, with or without, from the literature
    "suit": (0.483871, 0.241935, 0.125695, 0.067575, 0.037131, 0.020525, 0.011243),
}


def test_matadors_are_counted_over_every_skat():
    """The referee's count, card by card, over the 231 pairs of names."""
    frame = contracts.matador_frame(HAND.mask).set_index(["game", "matadors"])["skats"]
    unseen = [name for name in CARD_NAMES if name not in HAND]
    for game in list(GameType)[:5]:
        counts = {}
        for pair in combinations(unseen, 2):
            matadors = names.matadors([*HAND, *pair], game)
            counts[matadors] = counts.get(matadors, 0) + 1
        assert frame.loc[game.letter].to_dict() == counts
        assert sum(counts.values()) == 231


def test_matadors_over_random_hands_are_those_of_the_literature(scaled):
    hands = [int(row[0]) for row in deal_range(4, 0, scaled(300))]
    shares = np.zeros(12)
    per_hand = []
    for hand in hands:
        frame = contracts.matador_frame(hand)
        clubs = frame[frame["game"] == "C"]
        one = np.zeros(12)
        np.add.at(one, clubs["matadors"].abs().to_numpy(), clubs["share"].to_numpy())
        per_hand.append(one)
        shares += one / len(hands)
    errors = np.std(per_hand, axis=0) / np.sqrt(len(hands))
    for run, share in enumerate(ANCHORS["suit"], 1):
        assert abs(shares[run] - share) <= 4.5 * errors[run] + (0.002 if COMPILED else 0.4)


@pytest.mark.parametrize(
    ("letters", "values"),
    [
        ("G", {72: 210, 96: 20, 120: 1}),  # with 2, 3 and 4
        ("GH", {96: 210, 120: 20, 144: 1}),
        ("HHS", {60: 210, 70: 20, 110: 1}),  # hand, Schneider announced; all eleven down to the king: with 7
        ("N", {23: 231}),
        ("NHO", {59: 231}),
        ("CHSZO", {108: 210, 120: 20, 156: 1}),
    ],
)
def test_values_of_games_just_made(letters, values):
    plain = contracts.plain_values(HAND.mask, Contract.parse(letters))
    found, counts = np.unique(plain, return_counts=True)
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == values


def rows_of(results, passing=0, deals=None):
    """Rows as if played: results int[n, choices, FIGURES]."""
    n = len(results)
    return at.Choices(
        np.zeros((n, 4), dtype=np.int64) if deals is None else deals,
        np.full(n, 18),
        np.full(n, passing),
        results,
        np.array([n, n, n]),
    )


def made_up_rows(n=10):
    results = np.zeros((n, len(contracts.CHOICES), at.FIGURES), dtype=np.int64)
    for place, code in enumerate(contracts.CONTRACTS, 1):
        results[:, place, at.CONTRACT] = code
        results[:, place, at.VALUE] = 40
    clubs = 1 + contracts.CONTRACTS.index(3)
    results[:, clubs, at.MADE] = results[:, clubs, at.WON] = np.arange(n) < 7
    results[:, clubs, at.COVERED] = results[:, clubs, at.LIST] = np.where(np.arange(n) < 7, 40, -80)
    results[:, clubs, at.TOURNAMENT] = np.where(np.arange(n) < 7, 90, -130)
    results[:, 0] = results[:, clubs]
    results[3:, 0] = results[3:, 1 + contracts.CONTRACTS.index(4)]
    return results


def test_contracts_by_hand():
    frame = contracts.contract_frame(HAND.mask, rows_of(made_up_rows(), passing=4)).set_index("contract")
    clubs = frame.loc["C"]
    assert (clubs["deals"], clubs["won_covered"], clubs["of_bot"]) == (10, 0.7, 0.3)
    assert frame.loc["G", "of_bot"] == 0.7
    assert clubs["tournament"] == clubs["tournament_covered"] == pytest.approx((7 * 90 - 3 * 130) / 10)
    assert clubs["tournament_gain"] == pytest.approx(clubs["tournament"] - 4)
    assert clubs["list"] == pytest.approx((7 * 40 - 3 * 80) / 10)
    assert (clubs["least_value"], clubs["most_value"]) == (36, 84)
    assert frame.index[0] == "C"
    covers = contracts.cover_frame(HAND.mask, rows_of(made_up_rows())).set_index(["contract", "bid"])
    assert covers.loc[("C", 36), ["skats", "covers", "covers_played"]].tolist() == [231, 1, 1]
    assert covers.loc[("C", 48), ["skats", "covers_played"]].tolist() == [21, 0]
    assert ("C", 88) not in covers.index
    values = contracts.value_frame(rows_of(made_up_rows())).set_index("contract").loc["C"]
    assert values.tolist() == [40, 7, 10, 1]


def test_a_null_that_may_not_be_declared_counts_for_the_cards_only():
    results = made_up_rows()
    null = 1 + contracts.CONTRACTS.index(5)
    results[:, null, at.MADE] = 1
    results[:4, null, at.WON] = -1
    results[4:, null, at.WON] = 1
    results[4:, null, at.TOURNAMENT] = 73
    row = contracts.contract_frame(HAND.mask, rows_of(results)).set_index("contract").loc["N"]
    assert (row["won_covered"], row["won"], row["playable"], row["tournament"]) == (1, 1, 0.6, 73)


def test_cards_in_the_skat_by_hand():
    """Every skat with DJ wins, no other does: with it 1, without 0."""
    skats = contracts.skats(HAND.mask)
    jack = CardSet("DJ").mask
    sums = [skat.SkatSums(10, 8, 8 if pair & jack else 0, 80 if pair & jack else -80, 800) for pair in skats.tolist()]
    frame = skat.card_frame(HAND.mask, skats, sums).set_index("card")
    assert len(frame) == 22
    assert frame.index[0] == "DJ"
    row = frame.loc["DJ"]
    assert (row["won_with"], row["won_without"], row["worth"], row["declared"]) == (1, 0, 1, 21 * 8)
    assert row["worth_low"] < 1
    other = frame.loc["HJ"]
    assert other["won_with"] == pytest.approx(1 / 21)
    assert other["won_without"] == pytest.approx(20 / 210)
    assert (row["gain_with"], row["gain_without"]) == (10, -10)
    pairs = skat.pair_frame(skats, sums)
    assert len(pairs) == 231
    assert all("DJ" in pair for pair in pairs["skat"].head(21))
    assert (pairs["gain"] > 0).sum() == 21


def test_one_seat_makes_what_the_open_table_says():
    deals = deal_range(6, 0, 4 if COMPILED else 1)
    for seat in range(3):
        made = made_by(deals, seat)
        np.testing.assert_array_equal(made[:, 0], made_contracts(deals)[:, :, seat])
        if COMPILED:
            np.testing.assert_array_equal(made[:, 1], made_contracts(deals, after_pick_up=True)[:, :, seat])


@pytest.mark.skipif(not COMPILED, reason="a search of its own")
def test_unlosable_is_what_the_proof_says():
    four_jacks = CardSet("CJ SJ HJ DJ CA CT CK CQ C9 C8").mask
    assert proofs.verdict(four_jacks, 0, Contract.parse("CH"), 0) == "yes"
    assert proofs.verdict(CardSet("C7 C8 C9 S7 S8 S9 H7 H8 H9 D7").mask, 0, Contract.parse("NH"), 1) == "yes"
    assert proofs.verdict(HAND.mask, 0, Contract.parse("NH"), 0) == "no"
    two = CardSet("D8 D7").mask
    assert proofs.verdict(four_jacks, two, Contract.parse("C"), 2) == "yes"
    frame = proofs.hand_games(four_jacks, 1, [("CH", 1.0), ("CHS", 0.95), ("C", 1.0), ("CHSZ", 1.0), ("DH", 0.2)])
    assert frame.to_numpy().tolist() == [["CH", "yes"], ["CHS", "yes"]]


def test_open_cards_beside_the_bots():
    made = np.zeros((4, 2, 6), dtype=bool)
    made[0, 1, 3] = made[1, 1, 4] = made[2, 0, 3] = True
    results = made_up_rows(6)
    results[2, 0, at.CONTRACT] = 3 | HAND_BIT
    frame = open_cards.open_frame(rows_of(results), made).set_index("contract")
    assert frame.loc["C", ["deals", "makeable", "won"]].tolist() == [4, 0.25, 1]
    assert frame.loc["any", "makeable"] == 0.5
    own = results[:4, 0, at.CONTRACT].tolist()
    assert own == [3, 3, 3 | HAND_BIT, 4]
    assert frame.loc["of the bot", "makeable"] == 0.5  # deals 0 and 2
    assert "CHS" not in frame.index
