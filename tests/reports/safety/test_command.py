"""The command: what it prints and writes, and one line for anything that is wrong."""

import pandas as pd
import pytest

from skatsim.rules.cards import CardSet
from tests.conftest import COMPILED

HAND = "CJ SJ HA HT HK CA CT S9 D8 D7"


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_the_answer_its_tables_and_its_page(skatsim, tmp_path):
    out, html = tmp_path / "out", tmp_path / "answer.html"
    code, text, _ = skatsim("safety", HAND, "--seat", "middlehand", "--deals", 400, "--out", out, "--html", html)
    assert code == 0
    assert text.startswith(f"{CardSet(HAND)} at middlehand.\nBid up to ")
    assert f"tables: {out}" in text
    limits = pd.read_parquet(out / "limits.parquet")
    assert limits["deals"].eq(400).all()
    assert pd.read_csv(out / "skat_cards.csv")["card"].nunique() == 22
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["CJ SJ HA"], "hand: 3 cards"),
        ([HAND, "--skat", "CJ C7"], "skat: CJ is in the hand already"),
        ([HAND, "--heard", "middlehand 20, I yes, middlehand 18"], "cannot be said after"),
        ([HAND, "--bots", "oracle"], "unknown bot 'oracle'"),
        ([HAND, "--stronger", "oracle"], "unknown bot 'oracle'"),
        ([HAND, "--deals", "-1"], "deals"),
        ([HAND, "--seat", "north"], "seat 'north'"),
        ([HAND[:-3]], "hand: 9 cards"),
        ([f"{HAND} D8"], "card D8 stands twice"),
        ([HAND, "--heard", "middlehand 19"], "'19' is neither a bid of the ladder nor yes nor pass"),
        ([HAND, "--deals", "0"], "deals: 0 is out of range"),
        ([HAND, "--deals", "9" * 20], "is out of range"),
        ([HAND, "--precision", "0"], "precision: 0 is out of range"),
        ([HAND, "--precision", "0.01", "--deals", "9"], "deals or precision, not both"),
        ([HAND, "--confidence", "0"], "confidence: 0 is out of range"),
        ([HAND, "--confidence", "1"], "confidence: 1 is out of range"),
        ([HAND, "--confidence", "nan"], "confidence: nan is out of range"),
        ([HAND, "--rules", ""], "unknown rules ''"),
        ([HAND, "--where", "won"], "--where: chooses among the rows of a run; give --run"),
        ([HAND, "--skat", "C7 D9", "--confidence", "0.8"], "--confidence: with twelve cards the bid is made"),
        ([HAND, "--skat", "C7 D9", "--bid", "17"], "bid 17 is not on the ladder"),
        (
            [HAND, "--html", "/nosuch/page.html"],
            "--html /nosuch/page.html: is no place for a report: there is no folder",
        ),
        ([HAND, "--out", __file__], f"--csv/--out {__file__}: is no place for a report: {__file__} is no folder"),
        (["--run", "nosuch", "--bots", "random"], "--bots: asks about one hand"),
        (["--run", "nosuch", "--confidence", "0.8"], "--confidence: asks about one hand"),
        (["--run", "nosuch", "--bid", "0"], "--bid: asks about one hand"),
        (["--run", "nosuch", "--precision", "0"], "--precision: asks about one hand"),
        (["--run", "nosuch", "--seed", "0"], "--seed: asks about one hand"),
        (["--run", "nosuch", "--rules", ""], "--rules: asks about one hand"),
        (["--run", "nosuch"], "no run here"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(skatsim, arguments, words):
    code, out, err = skatsim("safety", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert len([line for line in err.splitlines() if not line.startswith("compiling ")]) == 1


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_progress_with_twelve_cards_counts_the_screening_too():
    from skatsim.reports.safety.answer import safety

    told = []
    safety(HAND, skat="C7 D9", deals=10, threads=1, progress=told.append)
    assert {each.total for each in told} == {2_048 + 10}
    assert told[-1].done >= told[-1].total
    assert all(each.seconds_left is None or each.seconds_left >= 0 for each in told)


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@pytest.mark.parametrize("fresh", [0, 3, 9])
def test_ctrl_c_with_twelve_cards_tells_what_is_known(skatsim, monkeypatch, fresh):
    """In the first round nothing, in later rounds what leads, on fresh deals the choices as far as they were played."""
    from skatsim.reports.safety.twelve import Dealer

    play, calls, deals = Dealer.play, [], []

    def interrupted(self, choices, count):
        calls.append(len(choices))
        for number, results in enumerate(play(self, choices, count)):
            if len(calls) > fresh and number == (2 if fresh == 9 else 0):
                raise KeyboardInterrupt
            deals.append(len(results))
            yield results

    monkeypatch.setattr(Dealer, "play", interrupted)
    monkeypatch.setattr("skatsim.reports.safety.twelve.CHUNK", 8)
    monkeypatch.setattr("skatsim.reports.safety.twelve.FIRST_ROUND", 4)
    monkeypatch.setattr("skatsim.reports.safety.twelve.SURVIVORS", 2)
    code, out, err = skatsim("safety", HAND, "--skat", "C7 D9", "--deals", 60)
    assert code == 130
    if fresh == 0:
        assert (out, err.splitlines()[-1]) == ("", "skatsim: interrupted; nothing is known yet")
        return
    title, first, *_ = out.splitlines()
    assert title == "CJ SJ CA CT C7 S9 HA HT HK D9 D8 D7 at forehand at 18."
    assert err.endswith("interrupted; above is what is known so far\n")
    if fresh == 3:
        assert calls == [462, 231, 116, 58]
        assert first.startswith("So far ")
        assert "leads 116 choices after 16 deals of screening" in out
        assert [line.split()[:2] for line in out.splitlines() if " grand " in line and line.split()[0].isdigit()] == [
            ["462", "4"], ["231", "8"], ["116", "16"]
        ]  # fmt: skip
    else:
        assert first.startswith("Play ")
        played = sum(deals) - 4 * 2**8
        assert 0 < played < 60
        assert f"were then played on {played} fresh deals" in " ".join(out.split())


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_ctrl_c_tells_what_is_known(skatsim, monkeypatch):
    from skatsim.reports.safety.answer import Work

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Work, "skat", interrupted)
    code, out, err = skatsim("safety", HAND, "--deals", 300)
    assert code == 130
    assert out.startswith(f"{CardSet(HAND)} at forehand.\nBid up to ")
    assert "Every contract on the same deals" in out
    assert err.endswith("interrupted; above is what is known so far\n")


@pytest.mark.parametrize(
    ("arguments", "told"), [((), "expert against you"), (("--stronger", "none"), ""), (("--bots", "expert"), "")]
)
def test_the_win_rate_is_told_once_more_with_the_next_bot(skatsim, arguments, told):
    code, out, _ = skatsim("safety", HAND, "--deals", "400", *arguments)
    assert code == 0
    assert ("against you" in out) == bool(told)
    assert told in out
