"""The bid safety of a run: cells and reserves against referee games, what is left out, and the command."""

import re
from collections import Counter

import pandas as pd
import pytest

import skatsim as package
from skatsim.bots.bot import make_lineup
from skatsim.errors import SkatsimError
from skatsim.reports.population.counts import KEYS, Cells
from skatsim.reports.population.result import safety_of
from skatsim.reports.population.tables import LEAST, population_tables
from skatsim.rules.seats import SEAT_NAMES
from tests.conftest import COMPILED, DATA
from tests.reports.population import naive

GAMES = 200 if COMPILED else 4
LINEUP = "heuristic,random:top_bid=24,heuristic"


@pytest.fixture(scope="module")
def run():
    return package.simulate({"games": GAMES, "seed": 9, "lineup": LINEUP})


def referee_games(config):
    lineup = make_lineup(config.players())
    for game in range(config.games):
        referee = naive.play(config.seed, game, lineup)
        if referee.declarer >= 0:
            reserve = naive.first_reserve(config.seed, game, lineup, referee.declarer)
            yield game, referee, referee.result(), reserve


def key_of(referee, result):
    ten, letter = referee.dealt[referee.declarer], str(result.contract)[0]
    jacks = sum(card[1] == "J" for card in ten)
    trumps = len(naive.trumps_of(ten, letter))
    return (result.bid, letter, SEAT_NAMES[referee.declarer], result.matadors, jacks, trumps)


def test_cells_count_what_the_referee_played(run):
    games, won, overbid, score, lost, tournament = (Counter() for _ in range(6))
    for _, referee, result, _ in referee_games(run.config):
        key = key_of(referee, result)
        games[key] += 1
        won[key] += result.won
        overbid[key] += result.overbid
        score[key] += result.score
        lost[key] += 0 if result.won else -result.score
        tournament[key] += result.seeger_fabian(declarer=True)
    found = safety_of(run, deals=0)
    assert found.rows == GAMES
    assert found.passed_in == GAMES - games.total()
    rows = {tuple(row[key] for key in KEYS): row for row in found.cells.to_dict("records")}
    assert rows.keys() == games.keys()
    for name, counts in (("games", games), ("won", won), ("overbid", overbid), ("score", score), ("lost", lost)):
        assert {key: row[name] for key, row in rows.items()} == {key: counts[key] for key in rows}
    assert {key: row["tournament"] for key, row in rows.items()} == dict(tournament)


def test_reserves_are_what_a_seat_would_say_first(run):
    counts = Counter()
    for game, referee, result, reserve in referee_games(run.config):
        label = run.manifest.players[(game + referee.declarer) % 3].label
        distance = naive.LADDER.index(reserve) - naive.LADDER.index(result.bid)
        counts[label, reserve, distance, bool(result.won)] += 1
    frame = safety_of(run, deals=0).reserves
    for row in frame.to_dict("records"):
        key = (row["bot"], row["reserve"], row["distance"])
        assert (row["games"], row["won"]) == (counts[*key, True] + counts[*key, False], counts[*key, True])
    assert frame["games"].sum() == counts.total()


def test_rates_of_any_crossing(run):
    found = safety_of(run, deals=0)
    rows = run.to_pandas(where="declarer >= 0")
    for _, row in found.by("game_type", "seat").iterrows():
        mine = rows[(rows["game_type"] == row["game_type"]) & (rows["declarer"] == SEAT_NAMES.index(row["seat"]))]
        assert (row["games"], row["won"]) == (len(mine), pytest.approx(mine["won"].mean()))
        assert row["score"] == pytest.approx(mine["score"].mean())
        losses = -mine.loc[~mine["won"], "score"]
        assert row["loss"] == pytest.approx(losses.mean(), nan_ok=True)
    with pytest.raises(SkatsimError, match="by: unknown key 'aces'"):
        found.by("aces")


def test_cells_add_up_whatever_the_batches():
    whole, parts = Cells({"a": (0, 1, 2), "b": "xy"}), Cells({"a": (0, 1, 2), "b": "xy"})
    rows = [([2, 0, 2, 1], [1, 0, 1, 1]), ([0, 0, 2, 2], [0, 1, 0, 1])]
    for a, b in rows:
        parts.add((a, b), [[1, 2, 3, 4]] * 8)
    whole.add(tuple(x + y for x, y in zip(*rows, strict=True)), [[1, 2, 3, 4] * 2] * 8)
    pd.testing.assert_frame_equal(whole.frame(), parts.frame())
    naive_sums = Counter()
    for a, b in rows:
        for i, j, value in zip(a, b, (1, 2, 3, 4), strict=True):
            naive_sums[i, "xy"[j]] += value
    assert {(r["a"], r["b"]): r["games"] for r in whole.frame().to_dict("records")} == dict(naive_sums)


def test_a_choice_of_rows_and_of_a_seat(run):
    chosen = safety_of(run, where="won")
    assert chosen.moves is None
    assert chosen.declared == run.to_pandas(columns=["won"])["won"].sum()
    assert "not among rows chosen by what happened in them" in chosen.text()
    seat = safety_of(run, seat="middlehand", deals=2)
    assert set(seat.cells["seat"]) <= {"middlehand"}
    assert seat.moves.frame.query("seats == 'all'").groupby("steps")["moved"].sum().eq(2).all()


def test_deals_that_are_stored_are_those_of_the_seed(tmp_path):
    kept = package.simulate({"games": 50 if COMPILED else 2, "store": ["deals"]}, tmp_path / "run")
    bare = package.simulate({"games": 50 if COMPILED else 2})
    pd.testing.assert_frame_equal(safety_of(kept, deals=0).cells, safety_of(bare, deals=0).cells)


@pytest.mark.skipif(not COMPILED, reason="needs games enough for a table")
def test_small_cells_stand_in_the_frames_only(run):
    found = safety_of(run, deals=20)
    tables = {table.name: table for table in population_tables(found)}
    bids = found.frames()["bids"]
    assert len(tables["bids"].rows) == (bids["games"] >= LEAST).sum() < len(bids)
    few = bids[bids["games"] < LEAST]
    assert f"{len(few)} cells with fewer than 30 games ({few['games'].sum()} in all)" in tables["bids"].note
    assert "moves" not in tables


def test_the_command_on_converted_records(skatsim, tmp_path):
    folder = tmp_path / "records"
    skatsim("convert", DATA / "records_made.sgf", folder)
    code, out, err = skatsim("safety", "--run", folder)
    assert (code, err) == (0, "")
    assert "Not told: reserves and moved limits: people cannot be asked again." in out


@pytest.mark.skipif(not COMPILED, reason="plays compiled games")
def test_ctrl_c_tells_what_is_counted(skatsim, tmp_path, monkeypatch):
    from skatsim.reports.population.moves import Replayed

    def interrupted(*_):
        raise KeyboardInterrupt

    skatsim("simulate", "--games", 500, "--out", tmp_path / "run")
    whole = skatsim("safety", "--run", tmp_path / "run", "--deals", 0)[1]
    monkeypatch.setattr(Replayed, "moves", interrupted)
    code, out, err = skatsim("safety", "--run", tmp_path / "run")
    assert (code, err) == (130, "skatsim: interrupted; above is what is known so far\n")
    missing = "Not told: one step further or shorter: no deals were played again yet.\n"
    assert missing in out
    assert out.replace(missing, "") == whole


@pytest.mark.skipif(not COMPILED, reason="plays compiled games")
def test_the_command_writes_tables_and_a_page(skatsim, tmp_path):
    pytest.importorskip("matplotlib")
    folder, tables, html = tmp_path / "run", tmp_path / "tables", tmp_path / "page.html"
    skatsim("simulate", "--games", 3000, "--out", folder)
    code, out, _ = skatsim("safety", "--run", folder, "--deals", 200, "--csv", tables, "--html", html)
    assert code == 0
    assert "one step further than the limits of heuristic@1" in " ".join(out.split())
    written = pd.read_csv(tables / "moves.csv")
    assert (written["deals"].max(), written["moved"].max()) == (200, 600)
    assert "<svg" in html.read_text()
    assert 'id="table-reserves"' in html.read_text()
    answer = re.search(r'<p class="answer">(.*?)</p>', html.read_text())[1]
    whole = r"Of [\d,]+ declared games [^;<]* \([^;<)]*\) are won\.<small>Games bid to 18 .*\)</small>"
    assert re.fullmatch(whole, answer), "the sentence is parted where it can be, not within"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--heard", "middlehand 20"], "--heard: asks about one hand"),
        (["--where", "aces > 1"], "unknown column 'aces'"),
        (["--seat", "dealer"], "is no seat"),
        (["--deals", "-1"], "deals"),
        (["--csv", "."], "outside the run's folder"),
    ],
)
def test_what_the_command_refuses(skatsim, tmp_path, monkeypatch, options, words):
    folder = tmp_path / "run"
    package.simulate({"games": 20 if COMPILED else 2, "lineup": "random,random,random"}, folder)
    monkeypatch.chdir(folder)
    code, out, err = skatsim("safety", "--run", folder, *options)
    assert (code, out) == (2, "")
    assert words in err


def test_other_runs_are_refused(skatsim):
    table = package.simulate(package.OpenTableConfig(games=1))
    with pytest.raises(SkatsimError, match="holds an open table; give a simulation or converted records"):
        safety_of(table)
    assert "give ten cards, or --run" in skatsim("safety")[2]
