"""The text report says what the frames say."""

import re

import pytest

from skatsim.reports import frames
from skatsim.reports.headline import headline
from skatsim.reports.tables import make_report, tables
from skatsim.reports.text import report_text, table_text
from skatsim.reports.wording import (
    band_text,
    matador_band_text,
    mean,
    percent,
    rate,
    score_band_text,
    signed,
)


def test_three_games(three_games):
    text = report_text(make_report(three_games, "three games", {"source": "made up"}))
    assert text.startswith("three games\n\n50.0 % of declared games were won (95 % interval 9.5 to 90.5 %, 2 games).\n")
    assert text.endswith("\nsource: made up\n")
    contracts = text[text.index("By contract") : text.index("By bid")]
    assert contracts.startswith(
        """By contract
contract  games           won %  list score          share %
--------  -----  --------------  ----------  ---------------
C             1  100 (20.7–100)       +24.0  50.0 (9.5–90.5)
GH            1      0 (0–79.3)      −192.0  50.0 (9.5–90.5)
n = 2 declared games."""
    )


def test_every_table_tells_unit_and_n(report):
    for table in tables(report):
        assert table.rows
        assert re.search(r"n = [\d,]+|[\d,]+ deals|Bids played|table before", table.note), table.name
        assert all(len(row) == len(table.header) for row in table.rows)
        rates = [name for name in table.header if name.endswith("%") and name not in ("tournaments %", "real games %")]
        for row in table.rows:
            for name, cell in zip(table.header, row, strict=True):
                assert name not in rates or cell.text == "–" or re.fullmatch(r"[\d.]+ \([\d.]+–[\d.]+\)", cell.text)


def test_numbers_are_the_frames(report):
    lines = report_text(report).splitlines()
    for bid, row in frames.by_bid(report.tally).iterrows():
        line = next(line for line in lines if line.split()[:2] == [str(bid), f"{row['games']:,}"])
        won = 100 * row["won"]
        assert f" {int(won)} (" in line if won in (0, 100) else f" {won:.1f} (" in line
        assert f" {row['pays']} " in line


def test_fits_a_terminal(report):
    assert max(map(len, report_text(report).splitlines())) <= 110


def test_headline(report):
    won = frames.overall(report.tally).loc["won"]
    lines = headline(report.tally)
    assert lines[0].startswith(f"{100 * won['value']:.1f}\u00a0% of declared games were won")
    assert "up to" in lines[2]


def test_all_passed_in(three_games):
    passed = make_report(three_games.slice(2), "one deal")
    text = report_text(passed)
    assert "None of the 1 deals was played" in text
    assert "By contract" not in text


def test_many_players_are_not_all_listed(three_games):
    import pyarrow as pa

    single = [
        three_games.slice(0, 1).set_column(2 + seat, f"bot_{name}", pa.array([f"player {k}"]))
        for k in range(40)
        for seat, name in enumerate(("forehand",))
    ]
    table = next(table for table in tables(make_report(single, "many")) if table.name == "bots")
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
        (mean(-3.21, -4.21, -2.21), "−3.2 ±1.0"),
        (mean(5.0, float("nan"), float("nan")), "+5.0"),
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
