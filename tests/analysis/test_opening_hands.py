"""Classes of opening hands recounted from card names; open cards as the open table has them."""

import numpy as np
import pytest

import skatsim
from skatsim.rules.cards import CardSet
from tests.conftest import COMPILED

DEALS = 3_000 if COMPILED else 60
SUITS = "DHSC"


@pytest.fixture(scope="module")
def study():
    import opening_hands

    return opening_hands


@pytest.mark.parametrize("name", ["ANY_SUIT", "ANY_GRAND"])
def test_any_hand_is_classed_by_its_ten_cards(study, name):
    games = study.any_hand(getattr(study, name), DEALS, 3)
    run = skatsim.simulate({"games": DEALS, "seed": 3, "store": ["deals"]}, threads=1).to_pandas()
    assert 0.1 * DEALS < len(games) < DEALS
    for number, row in games.head(300).iterrows():
        seat = (-number) % 3
        held = str(CardSet(int(run.loc[number, f"hand_{study.SEAT_NAMES[seat]}"]))).split()
        jacks = sum(card[1] == "J" for card in held)
        assert (row["seat"], row["jacks"]) == (seat, jacks)
        assert row["game"] == 4 if name == "ANY_GRAND" else row["game"] < 4
        if name == "ANY_GRAND":
            assert row["aces"] == sum(card[1] == "A" for card in held)
            assert row["jacks"] + row["aces"] >= 2
        else:
            lengths = {suit: jacks + sum(c[0] == suit and c[1] != "J" for c in held) for suit in SUITS}
            outside = {suit: sum(c[1] == "A" and c[0] != suit for c in held) for suit in SUITS}
            assert (row["trumps"], row["aces"]) in [(lengths[suit], outside[suit]) for suit in SUITS]


def test_open_cards_are_those_of_the_open_table(study):
    """Every declared game of the deals: the best discard makes it where the table of all contracts says so."""
    deals = 60 if COMPILED else 2
    play = study.played(study.SEED, deals)
    games = study.makes(play, play.games[~play.games["is_hand"]].copy())
    table = skatsim.simulate(skatsim.OpenTableConfig(deals, study.SEED, True), threads=1).to_pandas()
    names = ("diamonds", "hearts", "spades", "clubs", "grand", "null")
    cells = zip(games.index, games["game"], games["seat"], strict=True)
    told = [table.loc[number, f"{names[game]}_{study.SEAT_NAMES[seat]}"] for number, game, seat in cells]
    assert games["best"].tolist() == told
    assert (games["best"] | ~games["kept"]).all(), "the ten that were kept are one of the 66 choices"
    if COMPILED:
        assert 0 < games["kept"].sum() < games["best"].sum() < len(games)


def test_exact_coverage_of_one_trial():
    """Of one trial Wilson's interval is 0 to 0.793 or 0.207 to 1."""
    import interval_coverage

    assert [interval_coverage.exact(share, 1) for share in (0.1, 0.3, 0.85)] == pytest.approx([0.9, 1.0, 0.85])
    assert interval_coverage.exact(0.5, 400) == pytest.approx(0.95, abs=0.01)


def test_independent_trials_that_tell_as_much():
    import interval_coverage

    size, won = np.full(500, 4), np.where(np.arange(500) < 100, 4, 0)
    sums = np.array([500, size.sum(), won.sum(), (size**2).sum(), (won**2).sum(), (size * won).sum()])
    assert interval_coverage.effective(sums) == pytest.approx(500, rel=0.01)
