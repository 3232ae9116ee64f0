"""The text report says what the frames say."""

import re

import pyarrow.compute as pc
import pytest

from skatsim.reports import frames
from skatsim.reports.games import make_report
from skatsim.reports.headline import headline
from skatsim.reports.page import page
from skatsim.reports.tables import game_bid_table, tables
from skatsim.reports.tally import tally
from skatsim.reports.text import report_text, table_text
from skatsim.reports.wording import (
    band_text,
    contract_text,
    matador_band_text,
    mean,
    percent,
    rate,
    score_band_text,
    signed,
)
from skatsim.stats.intervals import wilson
from tests.reports.making import made_up_rows

RATE = re.compile(r"(?:<0\.0+1|[\d.]+) \((<0\.0+1|[\d.]+)–([\d.]+)\)")


def of_some_width(text):
    found = RATE.fullmatch(text)
    return found and found[1] != found[2]


def test_three_games(three_games):
    text = report_text(make_report(three_games, "three games", {"source": "made up"}))
    assert text.startswith("three games\n\n50.0 % of declared games were won (95 % interval 9.5 to 90.5 %, 2 games).\n")
    assert text.endswith("\nsource: made up\n")
    contracts = text[text.index("By contract") : text.index("By the bid")]
    assert contracts.startswith(
        """By contract
contract    games           won %  list score          share %
----------  -----  --------------  ----------  ---------------
clubs           1  100 (20.7–100)       +24.0  50.0 (9.5–90.5)
grand hand      1      0 (0–79.3)      −192.0  50.0 (9.5–90.5)
n = 2 declared games; Schneider"""
    )


def test_every_table_tells_unit_and_n(report):
    for table in tables(report.tally):
        assert table.rows
        assert re.search(r"n = [\d,]+|[\d,]+ deals|Bids played|table before|unit is the deal", table.note), table.name
        assert all(len(row) == len(table.header) for row in table.rows)
        rates = [name for name in table.header if name.endswith("%") and name not in ("tournaments %", "ISS %")]
        for row in table.rows:
            for name, cell in zip(table.header, row, strict=True):
                assert name not in rates or cell.text == "–" or of_some_width(cell.text)


def test_real_play_has_one_word_and_its_source(report):
    text = report_text(report)
    assert "real games" not in text
    assert "tournaments: 17,967,106 deals played in tournaments at Skat-Online, published at skatblog.com" in text
    assert "ISS: about 20,000 published games of the International Skat Server" in text


def test_numbers_are_the_frames(report):
    lines = report_text(report).splitlines()
    frame = frames.by_bid(report.tally, fold=True)
    bids = [f"{bid}+" if bid == frame.index[-1] else str(bid) for bid in frame.index]
    for bid, (_, row) in zip(bids, frame.iterrows(), strict=True):
        line = next(line for line in lines if line.split()[:2] == [bid, f"{row['games']:,}"])
        won = 100 * row["won"]
        assert f" {int(won)} (" in line if won in (0, 100) else f" {won:.1f} (" in line
        assert f" {row['pays']} " in line
        declaring = f" {row['declaring']:+.1f}".replace("-", "−")
        assert re.search(
            rf"{re.escape(declaring)} [±−]\d" if row["games"] >= 10 else rf"{re.escape(declaring)}  ", line
        )


def test_fits_a_terminal(report):
    assert max(map(len, report_text(report).splitlines())) <= 110


@pytest.mark.parametrize("games", [10**3, 10**5, 10**7, 10**9])
@pytest.mark.parametrize("share", [0.0004, 0.05, 0.82, 0.999])
def test_digits_follow_n(games, share):
    """Whatever the number of games: no interval of zero width, no digits that say nothing."""
    value, low, high = wilson(round(share * games), games)
    lowest, highest = (
        float(end) for end in re.fullmatch(r".* \((?:<0\.0+1|([\d.]+))–([\d.]+)\)", rate(value, low, high)).groups("0")
    )
    assert lowest < highest
    assert highest - lowest == pytest.approx(100 * (high - low), rel=1)
    half = 30 / games**0.5
    text = mean(24.06, 24.06 - half, 24.06 + half, games)
    assert float(text.partition("±")[2]) == pytest.approx(half, rel=0.5)


def test_one_is_told_in_the_singular(rows):
    """In text and page, for one deal played and one passed in."""
    one = rows.filter(pc.greater_equal(rows["declarer"], 0)).slice(0, 1)
    for table in (one, rows.filter(pc.equal(rows["declarer"], -1)).slice(0, 1)):
        report = make_report(table, "1 game")
        words = report_text(report) + re.sub(r"<style>.*?</style>|<[^>]+>", " ", page(report), flags=re.DOTALL)
        assert not re.search(r"(?<![\d,.])1 (?:[A-Za-z]+ )?(?:games|deals|players|boards|wins)\b", words)
        assert re.search(r"\b1 (declared )?game|\b1 deal", words)


def test_pays_is_the_column_beside_its_score(report):
    """The verdict a reader draws from the printed list score is the one in the column headed so."""
    for table in [*tables(report.tally), game_bid_table(report.tally)]:
        if "pays" not in table.header:
            continue
        score, verdict = (table.header.index(name) for name in ("list score", "pays"))
        assert verdict == score + 1
        for row in table.rows:
            numbers = re.fullmatch(r"([+−]?[\d.]+) (?:±([\d.]+)|−([\d.]+)/\+([\d.]+))", row[score].text)
            middle, half, below, above = (
                (float((x or "0").replace("−", "-")) for x in numbers.groups()) if numbers else (0, 1, 0, 0)
            )
            side = half or (below if middle > 0 else above)
            if abs(abs(middle) - side) > max(0.2, 0.06 * side):  # else the printed decimals do not tell
                assert row[verdict].text == ("open" if abs(middle) < side else "yes" if middle > 0 else "no")
    assert [table.header.index("pays") for table in tables(report.tally) if "pays" in table.header] == [4]


def test_headline():
    counts = tally(made_up_rows(names=["careful@1"] * 3))
    won = frames.overall(counts).loc["won"]
    lines = headline(counts)
    assert lines[0].startswith(f"{100 * won['value']:.1f}\u00a0% of declared games were won")


@pytest.mark.parametrize(("passed_in", "word"), [(40, "bid more"), (490, None), (700, None), (1300, "bid less")])
def test_a_large_gap_in_passing_in_is_told(rows, passed_in, word):
    """490 of 10,000 are passed in in tournaments."""
    counts = tally(rows)
    counts.deals = round(counts.declared / (1 - passed_in / 10_000))
    counts.passed_in = counts.deals - counts.declared
    lines = [line for line in headline(counts) if line.startswith("Passed in")]
    assert len(lines) == (word is not None)
    assert word is None or word in lines[0]


def test_all_passed_in(three_games):
    passed = make_report(three_games.slice(2), "one deal")
    text = report_text(passed)
    assert "No game was declared: 1 deal, all passed in." in text
    assert "By contract" not in text


def test_many_players_are_not_all_listed(three_games):
    import pyarrow as pa

    single = [
        three_games.slice(0, 1).set_column(2 + seat, f"bot_{name}", pa.array([f"player {k}"]))
        for k in range(40)
        for seat, name in enumerate(("forehand",))
    ]
    table = next(table for table in tables(tally(single)) if table.name == "bots")
    assert len(table.rows) == 10
    assert "32 more players" in table.note
    assert "player 39" not in table_text(table)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (percent(1.0), "100"),
        (percent(0.00999), "1.00"),
        (rate(0.0, 0.0, 0.0004), "0 (0–0.04)"),
        (rate(float("nan"), 0, 0), "–"),
        (percent(0.00004), "<0.01"),
        (rate(0.00003, 0.00001, 0.00004), "0.003 (0.001–0.004)"),
        (rate(0.00003, 0.00001, 0.0002), "0.003 (0.001–0.020)"),
        (rate(0.823456, 0.823432, 0.823480), "82.346 (82.343–82.348)"),
        (rate(1.0, 0.9999996, 1.0), "100 (99.99996–100)"),
        (mean(-3.21, -4.21, -2.21, 10), "−3.2 ±1.0"),
        (mean(-3.21, -4.21, -2.21, 9), "−3.2"),
        (mean(5.0, float("nan"), float("nan"), 1), "+5.0"),
        (mean(24.0, 24.0, 24.0, 50), "+24.0"),
        (mean(22.6, 22.55, 22.65, 10**6), "+22.60 ±0.05"),
        (mean(22.6, 22.599, 22.601, 10**9), "+22.600 ±0.001"),
        (mean(22.6, 22.51, 22.69, 10**6), "+22.60 ±0.09"),
        (contract_text("NHO"), "null hand ouvert"),
        (contract_text("GHS"), "grand hand Schneider"),
        (signed(-0.04), "0.0"),
        (band_text(18, 18), "18"),
        (band_text(35, 36), "35–36"),
        (band_text(60, 264), "60+"),
        (matador_band_text(-11, -5), "−5 or more"),
        (matador_band_text(2, 2), "+2"),
        (score_band_text(-20, 0), "−20 to −1"),
        (score_band_text(-4095, -200), "below −200"),
        (score_band_text(140, 4096), "140 or more"),
    ],
)
def test_wording(text, expected):
    assert text == expected
