"""`simulate`, `resume`, `open_run`, `write_table` and what a `Run` answers."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from skatsim.bots import abi, random
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel
from skatsim.rules.ruleset import PRESETS
from skatsim.runs import run as runs
from skatsim.runs.config import RecordsConfig, RunConfig, make_config
from skatsim.runs.executors import SerialExecutor
from skatsim.runs.run import open_run, records_config, resume, simulate, write_table
from skatsim.runs.store import LocalStore
from skatsim.table.columns import RecordColumns
from skatsim.table.engine import simulate_games
from skatsim.table.schema import SCHEMA_VERSION, outcome_table
from tests.runs.making import LINEUP, Unfinished, contents, fake_engine, small_config

TWO_PARTS = ["_part-000000.json", "_part-000001.json", "_run.json", "part-000000.parquet", "part-000001.parquet"]


@pytest.fixture
def finished(tmp_path):
    return simulate(small_config(), tmp_path / "run", threads=1, engine=fake_engine)


def interrupted(tmp_path, after_games=600):
    """A run that was stopped by ctrl-C after so many games."""

    def stop(progress):
        if progress.done > after_games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(small_config(), tmp_path / "run", threads=2, chunk_games=100, progress=stop, engine=fake_engine)
    return tmp_path / "run"


# --- the same bytes


@pytest.mark.parametrize(("threads", "chunk_games"), [(1, 10**6), (2, 50_000), (2, 70), (3, 299), (1, 1000)])
def test_threads_and_chunks_do_not_change_a_byte(tmp_path, finished, threads, chunk_games):
    config = small_config()
    simulate(config, tmp_path / "other", threads=threads, chunk_games=chunk_games, engine=fake_engine)
    assert contents(tmp_path / "other") == contents(finished.path)
    assert len(contents(finished.path)) == 6


def test_the_real_engine_gives_the_same_bytes_on_two_threads(tmp_path):
    config = make_config(games=3000, lineup=LINEUP, shard_games=2000, store="deals,plays", seed=11)
    simulate(config, tmp_path / "one", threads=1)
    simulate(config, tmp_path / "two", threads=2, chunk_games=333)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    frame = open_run(tmp_path / "two").to_pandas()
    plan = runs.plan_of(config)
    again = simulate_games(11, 2500, 10, plan.lineup, config.rules, deals=True).outcomes
    assert frame["card_points"][2500:2510].to_list() == again.card_points.tolist()
    assert frame["score"][2500:2510].to_list() == again.score.tolist()


def test_memory_and_folder_hold_the_same_rows(finished):
    in_memory = simulate(small_config(), engine=fake_engine)
    assert (in_memory.path, in_memory.simulated, len(in_memory)) == (None, 1000, 1000)
    assert in_memory.table.to_pylist() == finished.dataset.to_table().to_pylist()
    assert in_memory.to_pandas(where="won and bid > 100").equals(finished.to_pandas(where="won and bid > 100"))


def test_memory_is_not_for_long_runs():
    with pytest.raises(SkatsimError, match="give a folder"):
        simulate(RunConfig(games=2_000_001, lineup=small_config().lineup), engine=fake_engine)


def test_what_simulate_takes(tmp_path):
    (tmp_path / "RUN.toml").write_text(f"games = 30\nlineup = '{LINEUP}'\n")
    keys = {"games": 30, "lineup": LINEUP}
    for config in (tmp_path / "RUN.toml", str(tmp_path / "RUN.toml"), keys, make_config(**keys)):
        assert len(simulate(config, engine=fake_engine)) == 30
    with pytest.raises(SkatsimError, match="chunk_games: 0 is too few"):
        simulate(keys, engine=fake_engine, chunk_games=0)
    with pytest.raises(SkatsimError, match="threads: -1 is too few"):
        simulate(keys, engine=fake_engine, threads=-1)


@pytest.mark.parametrize("nonsense", [None, 3, b"run", ["run"], "r\0n", "r\ud800n"])
def test_what_is_no_path(nonsense):
    for read in (open_run, resume):
        with pytest.raises(SkatsimError, match=r"^directory: .* is no path"):
            read(nonsense)


def test_what_is_no_run_and_no_number():
    for config in (None, 3, ["games"]):
        with pytest.raises(SkatsimError, match=r"^config: .* is no run; give a RunConfig"):
            simulate(config)
    for keys, problem in (
        ({"threads": "2"}, "threads: expected int, got str"),
        ({"threads": True}, "threads: expected int, got bool"),
        ({"threads": 1000}, "threads: 1000 is too many; take at most 256"),
        ({"chunk_games": 1.5}, "chunk_games: expected int, got float"),
        ({"chunk_games": float("nan")}, "chunk_games: expected int, got float"),
        ({"chunk_games": -1}, "chunk_games: -1 is too few; take at least 1"),
        ({"progress": 3}, "progress: 3 cannot be called"),
        ({"engine": 3}, "engine: 3 cannot be called"),
        ({"executor": 3}, "executor: 3 is none; give a concurrent.futures.Executor"),
        ({"executor": SerialExecutor(), "threads": 2}, "threads: the executor has workers of its own"),
    ):
        with pytest.raises(SkatsimError, match=f"^{problem}"):
            simulate(small_config(), **{"engine": fake_engine, **keys})
    numpy_keys = {"games": np.int64(20), "lineup": LINEUP, "rules": PRESETS["web-99"]}
    assert len(simulate(numpy_keys, threads=np.int32(1), chunk_games=np.int64(7), engine=fake_engine)) == 20


def test_a_bot_that_answers_illegally_stops_the_run(tmp_path):
    def faulty(seed, first_game, games, *rest, **kept):
        if first_game >= 600:
            raise SkatsimError("player 2 answered play illegally")
        return fake_engine(seed, first_game, games, *rest, **kept)

    with pytest.raises(SkatsimError, match="player 2 answered"):
        simulate(small_config(), tmp_path, threads=2, engine=faulty)
    assert sorted(contents(tmp_path)) == TWO_PARTS


# --- stopped and resumed


def test_ctrl_c_keeps_the_finished_parts_and_resume_ends_with_the_same_bytes(tmp_path, finished):
    out = interrupted(tmp_path / "stopped")
    assert sorted(contents(out)) == TWO_PARTS
    steps = []
    run = resume(out, progress=steps.append, chunk_games=150, engine=fake_engine)
    assert (run.simulated, len(run), run.complete) == (400, 1000, True)
    assert [(step.done, step.total) for step in steps] == [(750, 1000), (900, 1000), (1000, 1000)]
    assert contents(out) == contents(finished.path)
    assert resume(out, engine=fake_engine).simulated == 0


def test_a_damaged_part_is_computed_again(tmp_path, finished):
    out = interrupted(tmp_path / "stopped")
    (out / "part-000001.parquet").write_bytes(b"PAR1")
    assert resume(out, engine=fake_engine).simulated == 700
    assert contents(out) == contents(finished.path)


def test_an_incomplete_run_says_how_to_finish_it_and_opens_in_part(tmp_path):
    out = interrupted(tmp_path)
    with pytest.raises(SkatsimError) as caught:
        open_run(out)
    assert str(caught.value) == (
        f"{out}: the run is not complete (parts so far: 2); to finish it, run: skatsim resume {out} "
        "(or read what is there: report --partial, open_run(partial=True))"
    )
    part = open_run(out, partial=True)
    assert (part.complete, len(part)) == (False, 600)
    assert part.to_pandas()["game"].to_list() == list(range(600))
    assert part.config == small_config()


def test_a_run_without_a_part_yet_has_no_rows(tmp_path):
    part = open_run(interrupted(tmp_path, after_games=0), partial=True)
    assert len(part) == 0
    assert part.to_pandas().empty


def test_no_run_there(tmp_path):
    for read in (resume, open_run):
        for path in (tmp_path, tmp_path / "absent"):
            with pytest.raises(SkatsimError, match=f"^{path}: no run here"):
                read(path)


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("skatsim_version", "0.0.1", "skatsim version 0.0.1, not "),
        ("schema_version", 0, f"schema version 0, not {SCHEMA_VERSION}"),
    ],
)
def test_a_run_of_another_version_is_not_resumed(tmp_path, key, value, what):
    out = interrupted(tmp_path)
    claim = json.loads((out / "_run.json").read_text())
    (out / "_run.json").write_text(json.dumps({**claim, key: value}))
    before = contents(out)
    with pytest.raises(SkatsimError, match=re.escape(f"holds another run ({what}")):
        resume(out, engine=fake_engine)
    assert contents(out) == before


def test_a_run_of_another_bot_version_is_not_resumed(tmp_path):
    out = interrupted(tmp_path)
    claim = json.loads((out / "_run.json").read_text())
    claim["players"][1]["version"] = 99
    (out / "_run.json").write_text(json.dumps(claim))
    words = r"_run\.json: lineup\[1\]: bot 'random@99' is not installed; this skatsim has random@1; restore it, or"
    with pytest.raises(SkatsimError, match=words):
        resume(out, engine=fake_engine)


@kernel
def _lowest(view, params, workspace, word):
    return view[abi.LEGAL] & -view[abi.LEGAL]


def test_a_run_keeps_its_bots_when_newer_ones_are_installed(tmp_path, monkeypatch):
    """Begun with a bot that is now an older version, a run is resumed to the bytes that it would have had."""
    config = small_config(lineup="random:top_bid=18,random,random", store="plays")
    expected = contents(simulate(config, tmp_path / "expected", threads=1).path)
    out = tmp_path / "run"
    simulate(config, out, threads=1)
    for name in ("_manifest.json", "part-000002.parquet"):
        (out / name).unlink()
    old = random.BOT
    monkeypatch.setattr(random, "BOT", replace(old, version=2, play=_lowest))
    monkeypatch.setattr(random, "VERSIONS", (old,), raising=False)
    with pytest.raises(SkatsimError, match=r"another run \(players\[0\]\.label random@1\(top_bid=18\), not random@2"):
        simulate(config, out, threads=1)
    assert resume(out, threads=1).simulated > 0
    assert contents(out) == expected
    pinned = simulate(small_config(lineup="random@1:top_bid=18,random@1,random@1", store="plays"), threads=1)
    newest = simulate(config, threads=1)
    old_rows = open_run(out).to_pandas()
    assert pinned.to_pandas().equals(old_rows)
    assert newest.to_pandas()["bot_forehand"].iloc[1] == "random@2"
    assert not np.array_equal(np.stack(newest.to_pandas()["plays"]), np.stack(old_rows["plays"]))


# --- what is in the folder


def test_the_manifest_says_what_is_there(finished):
    manifest = json.loads((finished.path / "_manifest.json").read_text())
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert manifest["rows"] == 1000
    assert manifest["config"]["rules"]["lost_hand"] == "double"
    assert [player["label"] for player in manifest["players"]] == ["random@1"] * 3
    assert manifest["players"][0]["params"] == {"top_bid": 264, "game": -1, "hand_share": 0.5}
    assert [(part["name"], part["rows"]) for part in manifest["parts"]] == [
        ("part-000000.parquet", 300),
        ("part-000001.parquet", 300),
        ("part-000002.parquet", 300),
        ("part-000003.parquet", 100),
    ]
    opened = open_run(finished.path)
    assert opened.manifest == finished.manifest
    assert opened.manifest.rules == small_config().rules
    assert opened.config == small_config()


def test_changed_and_missing_parts_are_noticed(finished):
    opened = open_run(finished.path)
    opened.verify()
    part = finished.path / "part-000002.parquet"
    content = bytearray(part.read_bytes())
    content[100] ^= 1
    part.write_bytes(content)
    with pytest.raises(SkatsimError, match=r"part-000002\.parquet: has changed"):
        opened.verify()
    part.unlink()
    with pytest.raises(SkatsimError, match=r"part-000002\.parquet: is missing; run: skatsim resume"):
        open_run(finished.path)
    assert resume(finished.path, engine=fake_engine).simulated == 300


# --- reading


def test_pandas_reads_the_folder_itself(finished):
    frame = pd.read_parquet(finished.path)
    assert frame["game"].to_list() == list(range(1000))
    assert frame["bid"].to_list() == finished.to_pandas()["bid"].to_list()


def test_columns_and_where(finished):
    everything = finished.to_pandas()
    assert len(everything) == 1000
    assert everything["game"].is_monotonic_increasing
    some = finished.to_pandas(columns=["game", "bid", "game_type"], where="bid >= 60 and game_type in ('G', 'N')")
    chosen = everything[(everything["bid"] >= 60) & everything["game_type"].isin(["G", "N"])]
    assert 0 < len(some) < 1000
    assert list(some.columns) == ["game", "bid", "game_type"]
    assert some["game"].to_list() == chosen["game"].to_list()
    assert finished.to_pandas(where=ds.field("bid") >= 60)["bid"].min() >= 60


def test_wrong_columns_and_filters_are_named(finished):
    with pytest.raises(SkatsimError, match="columns: unknown column 'bit'; the run has: seed, game, "):
        finished.to_pandas(columns=["bit"])
    with pytest.raises(SkatsimError, match="where: unknown column 'bit'"):
        finished.to_pandas(where="bit > 3")
    with pytest.raises(SkatsimError, match="where: bid > 'a' does not fit the columns"):
        finished.to_pandas(where="bid > 'a'")
    with pytest.raises(SkatsimError, match="does not fit the columns"):
        finished.batches(where="bid and won")


@pytest.mark.parametrize("columns", ["won", 3])
def test_columns_that_are_no_list(finished, columns):
    with pytest.raises(SkatsimError, match=f"^columns: {columns!r} is no list of names"):
        finished.to_pandas(columns=columns)


def test_words_that_no_row_can_have_are_refused_with_those_that_can(finished):
    with pytest.raises(SkatsimError, match=r"where: game_type is never 'clubs'; it can be .*'C'"):
        finished.to_pandas(where="game_type == 'clubs'")
    with pytest.raises(SkatsimError, match=r"where: bot_forehand is never 'heuristic@1'; it can be 'random@1'$"):
        finished.batches(where="bot_forehand == 'heuristic@1'")
    assert len(finished.to_pandas(where="bot_forehand == 'random@1'")) == 1000


def test_an_endless_plan_needs_no_list_of_its_shards(tmp_path, monkeypatch):
    monkeypatch.setattr(LocalStore, "free", lambda store: None)

    def full(progress):
        raise SkatsimError("enough")

    with pytest.raises(SkatsimError, match="enough"):
        simulate(
            small_config(games=4 * 10**11, shard_games=4_000_000),
            tmp_path,
            threads=2,
            progress=full,
            engine=fake_engine,
        )


def test_batches_stream_in_order(finished):
    batches = list(finished.batches(columns=["game"], where="game >= 250"))
    assert len(batches) > 1
    assert [game for batch in batches for game in batch["game"].to_pylist()] == list(range(250, 1000))


# --- converted games


def records_table(first, games, names):
    numbers = np.arange(first, first + games)
    return outcome_table(
        fake_engine(0, first, games, None).outcomes,
        seed=None,
        games=numbers,
        bots=[[names[(first + i + seat) % len(names)] for i in range(games)] for seat in range(3)],
        records=RecordColumns(["games.sgf"] * games, numbers + 1, *[[None] * games] * 2, numbers * 0, [None] * games),
    )


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[Skat])\n")
    return records_config([path])


def test_converted_games_are_stored_like_a_run(tmp_path, source, monkeypatch):
    monkeypatch.setattr(runs, "ROW_GROUPS_PER_PART", 1)
    sizes = [30, 0, 70_000, 5, 60_000]
    starts = np.cumsum([0, *sizes])
    tables = [
        records_table(int(start), size, names)
        for start, size, names in zip(
            starts, sizes, (["ann"], ["x"], ["bo", "cy"], ["di"], ["ann", "eve"]), strict=False
        )
    ]
    run = write_table(tmp_path / "real", iter(tables), source)
    assert (len(run), run.complete, len(run.manifest.parts)) == (130_035, True, 2)
    opened = open_run(tmp_path / "real")
    assert isinstance(opened.config, RecordsConfig)
    assert [(file.name, file.bytes) for file in opened.config.files] == [("games.sgf", 12)]
    back = opened.dataset.to_table()
    assert back.cast(tables[0].schema).to_pylist()[::997] == pa.concat_tables(tables).to_pylist()[::997]
    assert back["seed"].null_count == 130_035
    assert opened.manifest.players == ()


def test_what_tables_say_of_themselves_is_kept_and_not_mixed(tmp_path, source):
    names = [f"player {i}" for i in range(400)]
    tables = [records_table(first, 1000, names) for first in range(0, 5000, 1000)]
    for i in (2, 3):
        tables[i] = tables[i].replace_schema_metadata({**tables[i].schema.metadata, "skatsim.bids": "declarer"})
    run = write_table(tmp_path / "real", tables, source)
    assert [part.rows for part in run.manifest.parts] == [2000, 2000, 1000]
    said = [pq.read_schema(run.path / part.name).metadata.get(b"skatsim.bids") for part in run.manifest.parts]
    assert said == [None, b"declarer", None]
    frame = run.to_pandas(columns=["game", "bot_rearhand"])
    assert frame["game"].to_list() == list(range(5000))
    assert frame["bot_rearhand"].to_list() == [names[(i + 2) % 400] for i in range(5000)]


def test_converting_again_changes_nothing_and_other_content_is_refused(tmp_path, source, finished):
    out = tmp_path / "real"
    write_table(out, [records_table(0, 10, ["ann"])], source)
    before = contents(out)
    assert write_table(out, [], source).simulated == 0
    assert contents(out) == before
    (tmp_path / "games.sgf").write_text("(;GM[Skat]other)\n")
    with pytest.raises(SkatsimError, match=r"holds another run \(files\[0\]\.bytes 12, not 17"):
        write_table(out, [], records_config([tmp_path / "games.sgf"]))
    with pytest.raises(SkatsimError, match="holds another run \\(converted records\\)"):
        simulate(small_config(), out, engine=fake_engine)
    with pytest.raises(SkatsimError, match="holds another run \\(a simulation\\)"):
        write_table(finished.path, [], source)
    with pytest.raises(SkatsimError, match="holds converted records; run skatsim convert again"):
        resume(out)


def test_a_conversion_that_broke_off_is_done_again(tmp_path, source):
    def broken():
        yield records_table(0, 10, ["ann"])
        raise SkatsimError("games.sgf: line 11 is cut short")

    out = tmp_path / "real"
    with pytest.raises(SkatsimError, match="line 11"):
        write_table(out, broken(), source)
    assert not out.exists()
    out.mkdir()
    with pytest.raises(SkatsimError, match="line 11"):
        write_table(out, broken(), source)
    assert list(out.iterdir()) == []
    assert len(write_table(out, [records_table(0, 12, ["ann"])], source)) == 12


def test_converting_again_mends_a_damaged_conversion(tmp_path, source):
    out = tmp_path / "real"
    write_table(out, [records_table(0, 12, ["ann"])], source)
    whole = contents(out)
    (out / "part-000000.parquet").write_bytes(b"PAR1")
    with pytest.raises(SkatsimError, match=f"run skatsim convert again with the same files and {out}$"):
        open_run(out)
    assert len(write_table(out, [records_table(0, 12, ["ann"])], source)) == 12
    assert contents(out) == whole


def test_a_conversion_that_was_killed_names_convert(tmp_path, source):
    class Killed(Unfinished):
        def remove(self, names):
            """The dead do not tidy up."""

    out = tmp_path / "real"
    with pytest.raises(KeyboardInterrupt):
        write_table(Killed(out), [records_table(0, 12, ["ann"])], source)
    with pytest.raises(SkatsimError, match=f"to finish it, run skatsim convert again with the same files and {out} "):
        open_run(out)
    assert len(open_run(out, partial=True)) == 12


def test_no_games_and_wrong_tables(tmp_path, source):
    empty = write_table(tmp_path / "none", [], source)
    assert len(empty) == 0
    assert open_run(tmp_path / "none").to_pandas().empty
    with pytest.raises(SkatsimError, match="columns won do not fit"):
        write_table(tmp_path / "wrong", [records_table(0, 3, ["ann"]).drop(["won"])], source)
    with pytest.raises(SkatsimError, match=r"absent\.sgf: No such file"):
        records_config([tmp_path / "absent.sgf"])
