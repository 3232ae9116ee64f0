"""Title and facts of a run: who played, by which parameters, or which files the games are from."""

import hashlib
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import skatsim
from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.reports import run_report
from skatsim.reports.comparison.result import comparison_of
from skatsim.reports.comparison.text import comparison_text
from skatsim.reports.page import page
from skatsim.reports.run_report import report_of
from skatsim.reports.text import report_text
from skatsim.rules.ruleset import preset
from skatsim.runs.config import Config, load_config, make_boards, make_config
from skatsim.runs.manifest import Player, claim_of, with_parts
from skatsim.runs.run import Run, records_config, write_table
from tests.reports.making import made_up_rows

ALL = ", ".join(f"{name} {value:g}" for name, value in registry.get("heuristic").params.items())


def simulated(rows, lineup="heuristic,heuristic,heuristic", complete=True, change=None, choice=None, **keys):
    """A run with this claim over made-up rows: what is reported does not hang on how they came about."""
    config = make_config(games=rows.num_rows, lineup=lineup, **keys)
    manifest = with_parts(claim_of(config), rows.num_rows, ())
    if change:
        manifest = msgspec.structs.replace(manifest, players=tuple(map(change, manifest.players)))
    return report_of(Run(manifest, table=rows, complete=complete), **(choice or {}))


BOLD = {"bot": "heuristic", "params": {"boldness": 12, "hand": 0.25}}


@pytest.mark.parametrize(
    ("lineup", "title", "bots"),
    [
        (
            ["heuristic"] * 3,
            "heuristic@1 at all three seats",
            "heuristic@1 (defaults) at all three seats",
        ),
        (
            ["heuristic", BOLD, "heuristic"],
            "two of heuristic@1 and one of heuristic@1(boldness=12,hand=0.25)",
            "two of heuristic@1 (defaults) and one of heuristic@1 (boldness 12, hand 0.25)",
        ),
        (
            [BOLD] * 3,
            "heuristic@1(boldness=12,hand=0.25) at all three seats",
            "heuristic@1 (boldness 12, hand 0.25) at all three seats",
        ),
        (
            ["random", "heuristic", BOLD],
            "one each of random@1, heuristic@1 and heuristic@1(boldness=12,hand=0.25)",
            "one each of random@1 (defaults), heuristic@1 (defaults) and heuristic@1 (boldness 12, hand 0.25)",
        ),
    ],
)
def test_who_played(rows, lineup, title, bots):
    version = f"@{registry.get('heuristic').version}"
    report = simulated(rows, lineup)
    assert report.title == "20,000 games, " + title.replace("heuristic@1", f"heuristic{version}")
    assert report.facts["bots"] == bots.replace("heuristic@1", f"heuristic{version}")


@pytest.mark.parametrize("change", [{"version": 99}, {"bot": "stranger"}])
def test_all_parameters_where_the_defaults_are_not_known(rows, change):
    report = simulated(rows, change=lambda player: msgspec.structs.replace(player, **change))
    assert f"({ALL}) at all three seats" in report.facts["bots"]


def test_a_bot_without_parameters(rows):
    report = simulated(rows, change=lambda _: Player("plain@3", "plain", 3, {}))
    assert report.facts["bots"] == "plain@3 at all three seats"


def test_facts_of_a_simulation(rows):
    facts = simulated(rows, seed=7, rules={"preset": "isko", "void": "must_trump"}).facts
    assert list(facts) == ["seed", "bots", "rules", "configuration", "skatsim"]
    assert facts["seed"] == "7, games 0 to 19,999"
    assert facts["rules"] == "isko with void must_trump"
    assert simulated(rows, rules="web-99").facts["rules"] == "web-99"


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"lineup": ["random", "heuristic", BOLD], "seed": 7, "store": ["deals", "plays"]},
        {"rules": {"preset": "isko", "lost_hand": "single", "ladder_top": 99}, "shard_games": 5_000},
        {"rules": "stargames-no"},
    ],
)
def test_the_foot_makes_the_same_run_again(rows, tmp_path, keys):
    """The run file it prints has the configuration's hash, which stands there too."""
    report = simulated(rows, **{"lineup": ["heuristic"] * 3, **keys})
    path = tmp_path / "run.toml"
    path.write_text(report.made_by["run.toml"])
    assert report.facts["configuration"] == f"SHA-256 {load_config(path).digest}"
    assert report.made_by["Made by"].startswith("skatsim simulate run.toml --out RUN\nskatsim report RUN --html")


def test_the_foot_has_every_parameter_defaults_included(rows):
    report = simulated(rows, ["heuristic", BOLD, "random"])
    told = page(report).partition('<footer id="run">')[2]
    bold = dict(registry.get("heuristic").params) | BOLD["params"]
    for params in (registry.get("heuristic").params, bold, registry.get("random").params):
        assert ", ".join(f"{name} {value:g}" for name, value in params.items()) in told
    assert "skatsim simulate run.toml" in told
    assert report.facts["configuration"] in told


def test_a_choice_of_rows_is_told_and_can_be_asked_again(rows):
    report = simulated(rows, choice={"where": "bid >= 24", "player": "careful@1"})
    frame = rows.to_pandas()
    names = frame[["bot_forehand", "bot_middlehand", "bot_rearhand"]].astype(str).to_numpy()
    declarer = frame["declarer"].to_numpy()
    mine = (declarer >= 0) & (names[np.arange(len(frame)), declarer] == "careful@1") & (frame["bid"] >= 24)
    assert report.tally.declared == mine.sum()
    assert report.title.startswith(f"{mine.sum():,} games declared by careful@1, of {len(frame):,} games, ")
    assert report.title.endswith(", where bid >= 24")
    assert report.facts["where"] == "bid >= 24"
    assert "--where 'bid >= 24' --player careful@1" in report.made_by["Made by"]


def test_nothing_is_concluded_from_chosen_rows(rows):
    """Neither that nobody passes in where only games were asked for, nor that who won is stronger."""
    alone = simulated(made_up_rows(3_000, names=["a"] * 3), choice={"where": "declarer >= 0"})
    assert "assed in" not in alone.text().replace("for a deal passed in", "").replace("against passing in", "")
    assert "passed in</dt>" not in alone.page()
    report = simulated(rows, choice={"where": "won"})
    assert not re.search("stronger|difference", report.text())
    assert report.headline()[0].startswith("careful@1 declared in ")


def test_no_row_left(rows):
    with pytest.raises(SkatsimError, match="no games to report on"):
        simulated(rows, choice={"where": "bid == 19"})


def test_other_programs_get_the_frames(rows, tmp_path):
    report = simulated(rows)
    whole = json.loads(report.to_json())
    assert whole["facts"]["seed"] == "1, games 0 to 19,999"
    assert whole["headline"] == report.headline()
    assert set(whole["tables"]) == set(report.frames())
    games = {row["game_type"]: row for row in whole["tables"]["game_types"]}
    won = rows.to_pandas().query("game_type == 'G'")["won"]
    assert games["G"]["won"] == pytest.approx(won.mean(), abs=1e-9)
    assert games["G"]["name"] == "grand"
    assert games["N"]["card_points"] is None
    report.write_tables(tmp_path / "new" / "tables")
    names = sorted(f"{name}.{kind}" for name in report.frames() for kind in ("csv", "parquet"))
    assert sorted(file.name for file in (tmp_path / "new" / "tables").iterdir()) == names
    parquet = pd.read_parquet(tmp_path / "new" / "tables" / "bids.parquet")
    assert parquet["bid"].is_monotonic_increasing
    csv = pd.read_csv(tmp_path / "new" / "tables" / "contracts.csv").set_index("contract")
    assert csv.loc["CH", "name"] == "clubs hand"
    assert csv["games"].sum() == report.tally.declared
    (tmp_path / "file").touch()
    with pytest.raises(SkatsimError, match="file: cannot be made: File exists; choose another folder"):
        report.write_tables(tmp_path / "file")


def test_a_run_answers_in_a_notebook(rows):
    config = make_config(games=rows.num_rows, lineup="heuristic,heuristic,heuristic")
    run = Run(with_parts(claim_of(config), rows.num_rows, ()), table=rows)
    html = run._repr_html_()
    assert "<td>20,000</td>" in html
    assert config.digest[:12] in html
    assert run.report().headline()[0].split(" (")[0] in html
    assert str(run.report()) == skatsim.report(run).text()
    empty = Run(with_parts(claim_of(config), 0, ()), table=rows.slice(0, 0), complete=False)
    assert "not complete" in empty._repr_html_()


def test_every_kind_of_run_has_a_report():
    assert set(run_report._REPORTS) == set(get_args(Config))


def test_a_comparison_is_reported_as_any_run():
    run = skatsim.simulate(make_boards(["random", "random:top_bid=0"], boards=30))
    report = run.report()
    assert report.text() == comparison_text(comparison_of(run))
    whole = json.loads(report.to_json())
    assert whole["tables"]["differences"][0]["boards"] == 30
    assert whole["title"].startswith("180 games on 30 boards, A random@1")
    with pytest.raises(SkatsimError, match="counts whole boards"):
        run.report(where="won")


def test_a_run_that_is_not_complete_says_so(rows):
    assert simulated(rows, complete=False).title.startswith("20,000 games so far, ")


def test_rows_are_counted(rows):
    report = simulated(rows)
    assert report.tally.deals == rows.num_rows
    assert report_text(report).startswith(report.title)


def test_converted_games(tmp_path):
    """Title and facts name the files, and no bots."""
    first, second = tmp_path / "club.sgf", tmp_path / "league.sgf"
    first.write_text("(;GM[Skat])")
    second.write_text("(;GM[Skat]PC[Club])")
    config = records_config([first, second], rules=preset("isko"))
    schema, rows = config.schema({}), made_up_rows(200)
    rows = pa.table([rows[f.name] if f.name in rows.column_names else pa.nulls(200, f.type) for f in schema], schema)
    report = report_of(write_table(tmp_path / "run", [rows], config))
    assert report.title == "200 games from club.sgf, league.sgf"
    assert list(report.facts) == ["records", "rules", "configuration", "skatsim"]
    digests = [hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] for file in (first, second)]
    assert report.facts["records"] == f"club.sgf (SHA-256 {digests[0]}…); league.sgf (SHA-256 {digests[1]}…)"
    assert report.tally.deals == 200
