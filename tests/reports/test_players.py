"""Players against each other: paired by deal, against scipy on the rows themselves; and one player's own games."""

import re
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from skatsim.errors import SkatsimError
from skatsim.reports import frames
from skatsim.reports.games import make_report
from skatsim.reports.headline import headline
from skatsim.reports.players import difference_table, verdict
from skatsim.reports.tables import tables
from skatsim.reports.tally import tally
from skatsim.reports.text import report_text
from tests.reports.making import made_up_rows

SEATS = ("forehand", "middlehand", "rearhand")


def paired(rows, first, second):
    """By deal the mean points of one's seats less the other's."""
    frame = rows.to_pandas()
    names = np.stack([frame[f"bot_{seat}"].astype(str) for seat in SEATS], axis=1)
    points = np.stack([frame[f"seeger_fabian_{seat}"] for seat in SEATS], axis=1).astype(float)
    means = [np.where(names == name, points, 0).sum(axis=1) / (names == name).sum(axis=1) for name in (first, second)]
    return means[0] - means[1]


@pytest.mark.parametrize("names", [("a", "b", "a"), ("a", "b", "c")])
def test_differences_are_paired_by_deal(names):
    rows = made_up_rows(5_000, names=names)
    frame = frames.differences(tally(rows))
    pairs = list(combinations(sorted(set(names)), 2))
    assert {frozenset(pair) for pair in zip(frame["first"], frame["second"], strict=True)} == set(map(frozenset, pairs))
    for row in frame.to_dict("records"):
        values = paired(rows, row["first"], row["second"])
        assert row["deals"] == 5_000
        assert row["difference"] == pytest.approx(values.mean())
        level = 1 - 0.05 / len(pairs)
        expected = stats.t.interval(level, 4_999, values.mean(), stats.sem(values))
        assert (row["low"], row["high"]) == pytest.approx(expected, rel=1e-3, abs=1e-3)
    points = frames.bots(tally(rows))["points"]
    assert [points[name] for name in frame["first"]] == sorted((points[n] for n in frame["first"]), reverse=True)
    assert (frame["difference"] >= 0).all()


def test_batches_do_not_matter():
    rows = made_up_rows(900, names=("a", "b", "c"))
    whole, parts = (frames.differences(tally(source)) for source in (rows, rows.to_batches(max_chunksize=7)))
    assert whole.equals(parts)


@pytest.mark.parametrize("names", [("a", "a", "a"), ("a", "b", "c", "d")])
def test_no_pairs_among_one_or_many(names):
    rows = [made_up_rows(50, names=[names[(k + seat) % len(names)] for seat in range(3)]) for k in range(len(names))]
    assert len(frames.differences(tally(rows))) == 0
    assert difference_table(tally(rows)).rows == ()
    assert "of declared games were won" in headline(tally(rows))[0]


def boosted(rows, name, points):
    """The same rows, every seat of `name` with so many tournament points more."""
    for seat in SEATS:
        column = f"seeger_fabian_{seat}"
        place = rows.schema.names.index(column)
        more = np.where(np.array(rows[f"bot_{seat}"].to_pylist()) == name, points, 0)
        rows = rows.set_column(place, column, [(rows[column].to_numpy() + more).astype(np.int16)])
    return rows


@pytest.mark.parametrize(
    ("more", "answer", "word"),
    [
        (
            20,
            r"a is stronger than b: \+[\d.]+ tournament points a deal \(95\u00a0% interval [\d.]+ to",
            "a is stronger",
        ),
        (-20, r"b is stronger than a: \+", "b is stronger"),
        (0, r"No difference in strength shows between [ab] and [ab]: ", "no difference shown"),
    ],
)
def test_a_mixed_table_is_reported_by_player_first(more, answer, word):
    rows = boosted(made_up_rows(3_000, names=("a", "b", "a")), "a", more)
    report = make_report(rows, "3,000 games")
    lines = headline(report.tally)
    assert re.match(answer.replace("interval [", "interval \\+?["), lines[0])
    assert "paired in 3,000 deals" in lines[0]
    assert [line.split()[0] for line in lines[1:3]] == list(
        frames.bots(report.tally).sort_values("points", ascending=False).index
    )
    assert not any("of declared games" in line or "Most played" in line for line in lines), "pooled"
    assert [table.name for table in tables(report.tally)][:2] == ["bots", "differences"]
    assert word in report_text(report)


def test_few_deals_are_no_verdict():
    counts = tally(boosted(made_up_rows(9, names=("a", "b", "a")), "a", 500))
    assert verdict(frames.differences(counts).iloc[0]) == "too few deals"
    assert headline(counts)[0] == "9 deals with both are too few to tell a and b apart."


def test_one_players_games(rows, frame):
    counts = tally(rows, "careful@1")
    mine = np.any(
        [(frame["declarer"] == seat) & (frame[f"bot_{name}"] == "careful@1") for seat, name in enumerate(SEATS)], axis=0
    )
    assert counts.declared == mine.sum()
    assert counts.deals == len(frame)
    figures = frames.overall(counts)
    assert figures.loc["won", "value"] == pytest.approx(frame.loc[mine, "won"].mean())
    assert figures.loc["score", "value"] == pytest.approx(frame.loc[mine, "score"].mean())
    assert figures.loc["passed_in", "value"] == pytest.approx((frame["declarer"] < 0).mean())
    assert frames.bots(counts).equals(frames.bots(tally(rows)))
    assert "of games declared by careful@1 were won" in headline(counts)[0]


def test_a_player_nobody_knows(rows):
    with pytest.raises(SkatsimError, match="nobody is called 'x'; there played: bold@2, careful@1"):
        tally(rows, "x")
