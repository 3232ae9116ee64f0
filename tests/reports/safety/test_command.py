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
        ([HAND, "--bots", "expert"], "unknown bot 'expert'"),
        ([HAND, "--stronger", "expert"], "unknown bot 'expert'"),
        ([HAND, "--deals", "-1"], "deals"),
        ([HAND, "--seat", "north"], "seat 'north'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(skatsim, arguments, words):
    code, out, err = skatsim("safety", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


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
