"""Damaged, foreign and surplus files in a run folder: noticed, named, and mended by `resume`."""

import json

import pyarrow.parquet as pq
import pytest

from skatsim.errors import SkatsimError
from skatsim.reports.run_report import run_report
from skatsim.runs.run import open_run, resume, simulate
from tests.runs.making import contents, fake_engine, small_config


def run(out, **keys):
    return simulate(small_config(**keys), out, threads=1, engine=fake_engine)


@pytest.fixture
def folder(tmp_path):
    return run(tmp_path / "run").path


@pytest.fixture
def expected(folder):
    return contents(folder)


def change_byte(path, position):
    content = bytearray(path.read_bytes())
    content[position] ^= 0xFF
    path.write_bytes(content)


def edit(path, change):
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


def change_row(part, name="game"):
    """A byte at the end of a column: most still decode, to other rows."""
    group = pq.read_metadata(part).row_group(0)
    column = next(c for c in map(group.column, range(group.num_columns)) if c.path_in_schema == name)
    change_byte(part, (column.dictionary_page_offset or column.data_page_offset) + column.total_compressed_size - 3)


DAMAGE = {
    "a byte of the rows": change_row,
    "a byte of the footer": lambda part: change_byte(part, -40),
    "the magic at the end": lambda part: change_byte(part, -1),
    "cut short": lambda part: part.write_bytes(part.read_bytes()[:-100]),
    "empty": lambda part: part.write_bytes(b""),
    "missing": lambda part: part.unlink(),
    "another part": lambda part: part.write_bytes((part.parent / "part-000002.parquet").read_bytes()),
}


@pytest.mark.parametrize("with_manifest", [True, False])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_resume_repairs_a_damaged_part_with_or_without_manifest(folder, expected, damage, with_manifest):
    damage(folder / "part-000001.parquet")
    if not with_manifest:
        (folder / "_manifest.json").unlink()
    assert resume(folder, threads=1, engine=fake_engine).simulated == 300
    assert contents(folder) == expected


@pytest.mark.parametrize("position", range(4, 24_000, 1_501))
def test_a_changed_byte_of_the_rows_is_named_on_reading(folder, position):
    part = folder / "part-000001.parquet"
    start = pq.read_metadata(part).row_group(0)
    end = max(
        (chunk.dictionary_page_offset or chunk.data_page_offset) + chunk.total_compressed_size
        for chunk in map(start.column, range(start.num_columns))
    )
    opened = open_run(folder)
    change_byte(part, position % (end - 4) + 4)
    for read in (opened.to_pandas, lambda: list(opened.batches()), lambda: opened.to_pandas(where="bid >= 0")):
        try:
            read()  # some bytes, such as statistics in a page's head, change no row
        except SkatsimError as error:
            assert str(error) == (  # noqa: PT017
                f"{part}: has changed since it was written; run: skatsim resume {folder}"
            )
    with pytest.raises(SkatsimError, match="has changed"):
        opened.verify()


def test_page_checksums_catch_a_change_that_still_decodes(folder):
    opened = open_run(folder)
    change_row(folder / "part-000001.parquet")
    with pytest.raises(
        SkatsimError, match=r"part-000001\.parquet: has changed since it was written; run: skatsim resume"
    ):
        opened.to_pandas()


def test_a_report_on_a_changed_part_is_one_line(tmp_path):
    played = simulate(small_config(games=300), tmp_path / "played", threads=1)
    run_report(played)
    change_row(played.path / "part-000000.parquet", "card_points")
    with pytest.raises(
        SkatsimError, match=r"part-000000\.parquet: has changed since it was written; run: skatsim resume"
    ):
        run_report(open_run(played.path))


def test_a_part_that_vanishes_while_reading_is_named(folder):
    opened = open_run(folder)
    (folder / "part-000003.parquet").unlink()
    with pytest.raises(SkatsimError, match=r"part-000003\.parquet: No such file or directory; run: skatsim resume"):
        opened.to_pandas()
    (folder / "part-000000.parquet").unlink()
    unchecked = type(opened)(opened.manifest, opened.path)
    with pytest.raises(SkatsimError, match=r"part-000000\.parquet: No such file or directory; run: skatsim resume"):
        unchecked.batches()


def test_a_part_of_another_seed_is_computed_again(tmp_path, folder, expected):
    other = run(tmp_path / "other", seed=2).path
    (folder / "_manifest.json").unlink()
    (folder / "part-000002.parquet").write_bytes((other / "part-000002.parquet").read_bytes())
    assert len(open_run(folder, partial=True)) == 700
    assert resume(folder, threads=1, engine=fake_engine).simulated == 300
    assert contents(folder) == expected


def test_parts_beyond_the_plan_are_refused_and_kept(folder):
    (folder / "_manifest.json").unlink()
    edit(folder / "_run.json", lambda claim: claim["config"].update(games=600))
    before = contents(folder)
    for read in (resume, open_run):
        with pytest.raises(SkatsimError, match=r"part-00000[23]\.parquet: is no part of this run; move it"):
            read(folder)
    assert contents(folder) == before


@pytest.mark.parametrize("name", ["part-000004.parquet", "part-0.parquet", "part-000001 (copy).parquet"])
def test_a_surplus_part_is_not_mixed_in(folder, name):
    (folder / name).write_bytes((folder / "part-000001.parquet").read_bytes())
    for read in (resume, open_run):
        with pytest.raises(SkatsimError, match="is no part of this run"):
            read(folder)


NONSENSE = {
    "_manifest.json: says 5 rows where its parts have 1000": lambda m: m.update(rows=5),
    "_manifest.json: says that part-000000.parquet has -3 rows": lambda m: m["parts"][0].update(rows=-3),
    "_manifest.json: says that part-000000.parquet has 299 rows where the run has 300": (
        lambda m: m["parts"][0].update(rows=299)
    ),
    "_manifest.json: lists part-000000.parquet where part-000001.parquet belongs": (
        lambda m: m["parts"].insert(1, m["parts"][0])
    ),
    "_manifest.json: lists 3 parts where the run has 4": lambda m: m["parts"].pop(),
    "_manifest.json: lists ../part-000000.parquet where": lambda m: m["parts"][0].update(name="../part-000000.parquet"),
    "_manifest.json: not written by this version of skatsim, or damaged": lambda m: m.update(parts=3),
    "part-000002.parquet: 7 bytes where": None,
}


@pytest.mark.parametrize(("problem", "change"), NONSENSE.items(), ids=NONSENSE)
def test_nonsense_in_the_manifest_is_one_line_and_resume_mends_it(folder, expected, problem, change):
    if change:
        edit(folder / "_manifest.json", change)
    else:
        (folder / "part-000002.parquet").write_bytes(b"7 bytes")
    with pytest.raises(SkatsimError) as caught:
        open_run(folder)
    assert str(caught.value).startswith(f"{folder}/{problem}")
    assert str(caught.value).endswith(f"; run: skatsim resume {folder}")
    assert "\n" not in str(caught.value)
    resume(folder, threads=1, engine=fake_engine)
    assert contents(folder) == expected


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda m: m["config"].update(seed=2), r"seed 2, not 1"),
        (lambda m: m["config"]["rules"].update(lost_hand="single"), r"rules\.lost_hand single, not double"),
        (lambda m: m["players"][2].update(label="ann"), r"players\[2\]\.label ann, not random@1"),
    ],
)
def test_a_manifest_of_another_run_is_refused_and_not_touched(folder, change, what):
    edit(folder / "_manifest.json", change)
    before = contents(folder)
    for read in (resume, open_run):
        with pytest.raises(SkatsimError, match=rf"_manifest\.json: is of another run than the folder \({what}\)"):
            read(folder)
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda spec: spec.update(params={"wit": 3}), r"lineup\[1\]\.params\.wit: unknown parameter; it has: "),
        (lambda spec: spec.update(bot="rondom"), r"lineup\[1\]: unknown bot 'rondom'"),
    ],
)
def test_a_claim_edited_to_what_no_bot_knows_is_one_line(folder, change, problem):
    edit(folder / "_run.json", lambda claim: change(claim["config"]["lineup"][1]))
    with pytest.raises(SkatsimError, match=f"^{problem}"):
        resume(folder)
