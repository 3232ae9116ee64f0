"""Title and facts of a run: who played, by which parameters, or which files the games are from."""

import hashlib
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest

from skatsim.bots import registry
from skatsim.reports.run_report import run_report
from skatsim.reports.text import report_text
from skatsim.rules.ruleset import preset
from skatsim.runs.config import make_config
from skatsim.runs.manifest import Player, claim_of, with_parts
from skatsim.runs.run import Run, records_config, write_table
from tests.reports.making import made_up_rows

ALL = ", ".join(f"{name} {value:g}" for name, value in registry.get("heuristic").params.items())


def simulated(rows, lineup="heuristic,heuristic,heuristic", complete=True, change=None, **keys):
    """A run with this claim over made-up rows: what is reported does not hang on how they came about."""
    config = make_config(games=rows.num_rows, lineup=lineup, **keys)
    manifest = with_parts(claim_of(config), rows.num_rows, ())
    if change:
        manifest = msgspec.structs.replace(manifest, players=tuple(map(change, manifest.players)))
    return run_report(Run(manifest, table=rows, complete=complete))


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
    assert list(facts) == ["seed", "bots", "rules", "skatsim"]
    assert facts["seed"] == "7, games 0 to 19,999"
    assert facts["rules"] == "isko with void must_trump"
    assert simulated(rows, rules="web-99").facts["rules"] == "web-99"


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
    report = run_report(write_table(tmp_path / "run", [rows], config))
    assert report.title == "200 games from club.sgf, league.sgf"
    assert list(report.facts) == ["records", "rules", "skatsim"]
    digests = [hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] for file in (first, second)]
    assert report.facts["records"] == f"club.sgf (SHA-256 {digests[0]}…); league.sgf (SHA-256 {digests[1]}…)"
    assert report.tally.deals == 200
