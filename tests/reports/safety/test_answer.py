"""The whole answer: the same on any number of threads, honest intervals, and worlds as they should be."""

import re
import time

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.reports.safety import Safety, safety
from skatsim.reports.safety.answer import Work, prepare
from skatsim.reports.safety.curve import Curve
from skatsim.reports.safety.page import page
from skatsim.reports.safety.plots import contract_plot, two_lines
from skatsim.reports.safety.question import read_question
from skatsim.reports.safety.tables import contract_name, limit_table, tables
from skatsim.reports.safety.words import answer_text
from skatsim.rules.cards import ALL, CardSet
from skatsim.rules.deals import Deal
from skatsim.runs.executors import SerialExecutor, ThreadExecutor
from skatsim.stats.intervals import wilson
from skatsim.table import limits as at
from skatsim.table.choices import AS_BOT, play_choices
from skatsim.table.given import play_hands
from skatsim.table.heard import hear
from skatsim.table.limits import limit_sums
from skatsim.table.worlds import Asked
from tests.conftest import COMPILED

HAND = "CJ DJ CA CK C9 SA H9 H8 D8 D7"
JACKS = CardSet("CJ SJ HJ DJ").mask

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of games")


@pytest.fixture(scope="module")
def answer():
    return safety(HAND, seat=1, deals=3000, threads=1)


def test_threads_change_nothing(answer):
    other = Work(ThreadExecutor(3)).answer(prepare(read_question(HAND, seat=1), deals=3000), 3000)
    assert isinstance(other, Safety)
    assert list(answer.parts) == list(other.parts)
    for name, frame in answer.parts.items():
        assert frame.equals(other.parts[name]), name


def test_the_parts_agree_with_each_other(answer):
    limits, bids = answer.limits.set_index("limit"), answer.bids
    assert limits.loc[0, "declared"] == 0
    assert (limits["declared"].diff().dropna() >= 0).all()
    assert limits["declared"].iloc[-1] == bids["declared"].sum()
    assert limits["deals"].eq(3000).all()
    assert answer.contracts["deals"].eq(limits.loc[answer.limit, "declared"]).all()
    assert answer.skat_cards["card"].tolist() != []
    assert (answer.open_cards["deals"] == 187).all()
    assert len(answer.skat_pairs) == 231
    assert {"limits", "bids", "contracts", "values", "covers", "matadors", "skat_cards"} <= set(answer.parts)


def test_text_and_page_say_the_same(answer):
    text, html = answer_text(answer), page(answer)
    assert text.startswith(f"CJ DJ CA CK C9 SA H9 H8 D8 D7 at middlehand.\nBid up to {answer.limit}: then you play in ")
    assert "What a card is worth in the skat" in text
    assert max(map(len, text.splitlines())) <= 125
    for words in ("What a card is worth in the skat", "With open cards", f">Bid up to {answer.limit}.<small>Then you "):
        assert words in html
    assert html.count("<svg") == 3
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert page(answer) == html


def test_one_deal_has_no_interval_and_no_harm():
    text = answer_text(safety("CJ SJ HA HT HK CA CT S9 D8 D7", deals=1, threads=1))
    assert "\nBid up to 18: then you play in 100 % of the deals" in text
    assert "nan" not in text


def test_a_hopeless_bid_is_told_in_words():
    text = answer_text(safety(HAND, heard="middlehand 59", deals=60))
    assert "\nPass: " in text
    assert "best ," not in text
    assert "nan" not in text


def test_a_game_that_the_bot_does_not_choose_carries_the_bid_further():
    """The bot never plays null hand ouvert (59), and at 48 declares clubs or grand, which lose."""
    told = safety("C7 C8 CQ S7 S9 H7 H8 D7 D9 DJ", deals=2000, threads=1)
    text = answer_text(told).replace("\n", " ")
    assert told.limit < 48
    assert re.search(r"at 48 it turns \(−\d\d\.\d ±", text)
    best = told.contracts.iloc[0]
    assert (best["contract"], best["least_value"], best["of_bot"]) == ("NHO", 59, 0)
    assert (
        f"own choice of game: null hand ouvert would carry the bid up to 59 (made {100 * best['won_covered']:.1f}"
        in text
    )
    assert "null ouvert: the bot's defence against it is weak" in text
    solved = told.open_cards.set_index("contract")["makeable"]
    assert (solved["NO"], solved["NHO"]) == (solved["N"], solved["NH"])


def test_a_better_game_is_named_below_the_bid_that_loses():
    """Null hand ouvert (59, it cannot be lost) covers more than the limit, but not the 72 at which the bot loses."""
    told = safety("C7 C8 C9 S7 S8 S9 H7 H8 H9 D7", deals=2000, threads=1)
    text = answer_text(told).replace("\n", " ")
    assert told.limit < 59
    assert "at 72 it turns" in text
    assert "null hand ouvert would carry the bid up to 59 (made 100" in text


def test_limits_that_are_recommended_have_a_row_and_one_beyond():
    """Of this hand 50 comes up in fewer deals than a row needs; two hand games of it cannot be lost."""
    told = safety("CJ SJ HJ C8 SA H7 DA DT DK D9", deals=10_000, threads=1)
    limits = told.limits.set_index("limit")
    rows = [row[0].value for row in limit_table(told.curve).rows]
    assert limits.loc[told.limit, "asked"] < 0.01 * 10_000
    assert rows[-2] == told.limit
    assert len(rows) == len(set(rows))
    assert "safe at any bid that it covers: grand hand (up to 120)" in answer_text(told).replace("\n", " ")


def test_printed_it_is_the_text_of_the_terminal(answer):
    assert str(answer) == answer_text(answer)
    assert repr(answer).startswith("<Safety CJ DJ CA CK C9 SA H9 H8 D8 D7 at middlehand: limits, bids, ")
    assert len(repr(answer)) < 200


def test_the_first_rate_is_that_of_play_alone(monkeypatch):
    """Compiling is slow: here the first call, before any deal is played."""
    calls, seen = [], []

    def slow_at_first(asked, worlds):
        if not calls:
            time.sleep(1)
        calls.append(worlds)
        return limit_sums(asked, worlds)

    monkeypatch.setattr("skatsim.reports.safety.answer.limit_sums", slow_at_first)
    safety(HAND, deals=500, threads=1, progress=seen.append)
    assert seen[0].seconds < 1


def test_long_names_of_contracts_stay_within_the_picture():
    """Left edges of the labels, drawn."""
    names = ["DHS", "CHSZ", "GHSZO", "NHO"]
    ends = [f"{name}{end}" for name in ("won_covered", "tournament_covered") for end in ("", "_low", "_high")]
    frame = pd.DataFrame({"contract": names, **dict.fromkeys(ends, 0.5)})
    figure = contract_plot(frame, [two_lines(contract_name(letters)) for letters in names]).figure
    figure.draw_without_rendering()
    assert min(label.get_window_extent().x0 for label in figure.axes[0].get_yticklabels()) >= 0


def test_figures_have_colours_of_their_own(answer, tmp_path):
    assert set(answer.figures) == {"limits", "contracts", "skat_cards"}
    for name, figure in answer.figures.items():
        figure.savefig(tmp_path / f"{name}.svg")
        text = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert "#0a0b" not in text
        assert "#1f61a8" in text


def test_precision_is_looked_at_after_whole_rounds():
    found = Work(SerialExecutor()).answer(prepare(read_question(HAND, seat=1), precision=0.02))
    assert isinstance(found, Safety)
    assert found.curve is not None
    assert found.curve.sums.worlds == 10_000
    assert found.curve.half_width() <= 0.02


def test_an_interruption_leaves_what_is_done():
    empty = prepare(read_question(HAND, seat=1), deals=5000)

    def interrupt(progress):
        if progress.done >= 2500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Work(SerialExecutor(), interrupt).answer(empty, 5000)
    assert empty.contracts is None
    text = answer_text(empty)
    assert "Bid up to" in text
    assert "2,500 deals" in text


def test_a_stronger_bot_in_either_place():
    """Here the stronger one is the weaker: as declarer it wins less, against it more is won."""
    told = safety(HAND, seat=1, deals=2000, stronger="random:top_bid=18")
    assert isinstance(told, Safety)
    won = told.strength.set_index("stronger")["won"]
    assert won["with you"] < won["nowhere"] < won["against you"]
    assert "random:top_bid=18 against you" in answer_text(told)


def test_what_was_heard_and_over():
    told = safety(HAND, seat=0, heard="middlehand 20, rearhand pass", deals=300)
    assert isinstance(told, Safety)
    text = answer_text(told)
    assert "\nYou play at 20: you win " in text
    assert "In brackets: what must have been said. What was heard fits " in text.replace("\n", " ")
    assert "middlehand 20, [you yes], [middlehand pass], rearhand pass" in text.replace("\n", " ")
    assert len(told.limits) == 1
    asked = safety(HAND, seat=0, heard="middlehand 20", deals=300)
    assert asked.limits["limit"].iloc[0] == 0
    assert asked.limits["limit"].iloc[1] == 20


def test_twelve_cards():
    found = safety("CJ SJ HA HT HK CA CT S9 D8 D7", skat="C7 D9", bid=24, deals=300, threads=2)
    again = safety("CJ SJ HA HT HK CA CT S9 D8 D7 C7 D9", bid=24, deals=300, threads=1)
    best = found.choices.iloc[0]
    assert best["contract"] == "G"
    assert best["behind"] == 0
    assert found.choices.equals(again.choices)
    assert found.screening["choices"].tolist()[:3] == [396, 198, 99]  # a null does not cover 24, null ouvert does
    assert found.choices["bot"].sum() == 1
    text = answer_text(found).replace("\n", " ")
    assert "at forehand at 24. Play grand and put away " in text
    behind = [cells[-1].text for cells in tables(found)[0].rows if cells[0].value != "bot"]
    assert f"({behind[1]} behind)" in text
    assert str(found) == answer_text(found)
    assert repr(found) == f"<TwelveCards {found.question.cards} at forehand at 24: choices, screening>"


def test_the_bots_choice_with_twelve_cards_is_that_of_the_bot_with_ten():
    question = read_question("CJ SJ HA HT HK CA CT S9 D8 D7", skat="C7 D9")
    rows = play_choices(question.asked, [(AS_BOT, 0)], range(50))
    assert (rows.deals[:, 3] == question.asked.skat).all()


# --- worlds


def test_unseen_cards_lie_anywhere_alike():
    """Each of 22 cards in each of three places: chi-square of 9,000 worlds, and the pairs of the skat."""
    hand = CardSet(HAND).mask
    asked = Asked(0, hand, make_lineup([(registry.get("random"), {"top_bid": 0})] * 3), seed=3)
    deals = play_choices(asked, [(4, 0)], range(6000)).deals
    unseen = [1 << i for i in range(32) if (ALL & ~hand) >> i & 1]
    for place, size in ((1, 10), (2, 10), (3, 2)):
        counts = [int(((deals[:, place] & card) != 0).sum()) for card in unseen]
        expected = len(deals) * size / 22
        spread = len(deals) * (size / 22) * (1 - size / 22)
        chi2 = sum((count - expected) ** 2 for count in counts) / spread * (21 / 22)
        assert 0.001 < stats.chi2.sf(chi2, 21) < 0.9999
    _, pairs = np.unique(deals[:, 3], return_counts=True)
    assert len(pairs) == 231
    assert stats.chisquare(pairs).pvalue > 0.001


@pytest.mark.parametrize(
    ("heard", "fits"), [("middlehand pass", lambda bid: bid == 0), ("middlehand 22", lambda b: b >= 22)]
)
def test_worlds_given_what_was_heard_are_those_of_brute_force(heard, fits):
    """Deals shuffled by numpy, bid by the engine, kept where they fit: the same jacks and aces at middlehand."""
    hand, lineup = CardSet(HAND).mask, make_lineup([(registry.get("heuristic"), {})] * 3)
    deals = shuffled(hand, 15_000)
    never = make_lineup([(registry.get("heuristic"), {"boldness": 1000}), *[(registry.get("heuristic"), {})] * 2])
    bids = play_hands(deals, never).bid_middlehand  # forehand holds whatever comes
    kept = [deal.middlehand for deal, bid in zip(deals, bids, strict=True) if fits(bid)]
    asked = Asked(0, hand, lineup, seed=9, heard=hear(heard, 0))
    sampled = play_choices(asked, [(4, 0)], range(5000)).deals[:, 1].tolist()
    for cards in (JACKS, CardSet("CA SA HA DA CT ST HT DT").mask, CardSet("C7 C8 C9 CT CJ CQ CK CA").mask):
        tables = [np.bincount([(h & cards).bit_count() for h in group], minlength=9) for group in (kept, sampled)]
        both = np.array(tables)[:, (np.array(tables).sum(axis=0) > 20)]
        assert stats.chi2_contingency(both).pvalue > 0.001
    share = len(kept) / len(deals)
    tried = play_choices(asked, [(4, 0)], range(5000)).counts[2]
    assert abs(5000 / tried - share) < 5 * (share * (1 - share) / len(deals)) ** 0.5 + 0.005


def shuffled(hand, count):
    rng = np.random.default_rng(1)
    unseen = np.array([1 << i for i in range(32) if (ALL & ~hand) >> i & 1], dtype=np.int64)
    deals = []
    for order in rng.permuted(np.tile(unseen, (count, 1)), axis=1):
        deals.append(Deal(hand, int(order[:10].sum()), int(order[10:20].sum()), int(order[20:].sum())))
    return deals


# --- intervals


def test_intervals_hold_as_often_as_they_say(scaled):
    """Of 95 % intervals of win rates and gains from 150 deals each, 95 % hold the value of 300,000 deals."""
    lineup = make_lineup([(registry.get("random"), {"top_bid": 22, "game": 4, "hand_share": 0})] * 3)
    asked = Asked(0, CardSet(HAND).mask, lineup, seed=17)
    truth = limit_sums(asked, range(1_000_000, 1_300_000))
    step = 3
    won = truth.totals[at.WON, step] / truth.totals[at.DECLARED, step]
    gain = (truth.totals[at.TOURNAMENT, step] - truth.totals[at.TOURNAMENT, 0]) / truth.worlds
    repeats, hits = scaled(600), np.zeros(2)
    for number in range(repeats):
        sums = limit_sums(asked, range(150 * number, 150 * number + 150))
        share = wilson(sums.totals[at.WON, step], sums.totals[at.DECLARED, step])
        paired = Curve(sums, 0, 0.9).difference("tournament", step, 0)
        hits += [share.low <= won <= share.high, paired.low <= gain <= paired.high]
    assert (np.abs(hits / repeats - 0.95) < 0.04).all(), hits / repeats
