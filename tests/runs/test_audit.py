"""Damaged, foreign and surplus files in a run folder: noticed, named, and mended by `resume`."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field

import pyarrow.parquet as pq
import pytest

from skatsim.errors import SkatsimError
from skatsim.reports.run_report import report_of
from skatsim.runs.run import open_run, resume, simulate
from skatsim.runs.store import LocalStore
from tests.runs.making import contents, fake_engine, small_config, unfinished


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
def test_resume_repairs_a_damaged_part_with_or_without_manifest(tmp_path, folder, expected, damage, with_manifest):
    if not with_manifest:
        folder = unfinished(small_config(), tmp_path / "unfinished")
    damage(folder / "part-000001.parquet")
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
    report_of(played)
    change_row(played.path / "part-000000.parquet", "card_points")
    with pytest.raises(
        SkatsimError, match=r"part-000000\.parquet: has changed since it was written; run: skatsim resume"
    ):
        report_of(open_run(played.path))


def test_a_part_that_vanishes_while_reading_is_named(folder):
    opened = open_run(folder)
    (folder / "part-000003.parquet").unlink()
    with pytest.raises(SkatsimError, match=r"part-000003\.parquet: No such file or directory; run: skatsim resume"):
        opened.to_pandas()
    (folder / "part-000000.parquet").unlink()
    unchecked = type(opened)(opened.manifest, opened.folder)
    with pytest.raises(SkatsimError, match=r"part-000000\.parquet: No such file or directory; run: skatsim resume"):
        unchecked.batches()


def test_a_part_of_another_seed_is_computed_again(tmp_path, expected):
    other = run(tmp_path / "other", seed=2).path
    folder = unfinished(small_config(), tmp_path / "unfinished")
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
        with pytest.raises(SkatsimError, match=rf"_manifest\.json: is of another run than _run.json \({what}\)"):
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
    with pytest.raises(SkatsimError, match=rf"_run\.json: {problem}"):
        resume(folder)


# --- what says whose folder it is


@pytest.mark.parametrize("damage", ["missing", "nonsense", "flipped"])
def test_a_damaged_claim_beside_a_whole_manifest_names_the_remedy_which_works(folder, expected, damage):
    claim = folder / "_run.json"
    if damage == "missing":
        claim.unlink()
    else:
        claim.write_bytes(b"{" if damage == "nonsense" else claim.read_bytes().replace(b'"seed"', b'"seee"'))
    with pytest.raises(SkatsimError, match=rf"^{claim}: .*; run: skatsim resume {folder}$"):
        open_run(folder)
    assert resume(folder, threads=1, engine=fake_engine).simulated == 0
    assert contents(folder) == expected


def test_a_damaged_claim_of_an_interrupted_run_is_refused_and_nothing_is_touched(tmp_path):
    folder = unfinished(small_config(), tmp_path / "run")
    (folder / "_run.json").write_bytes(b"{")
    before = contents(folder)
    for read in (resume, open_run, run):
        with pytest.raises(SkatsimError, match=r"_run\.json: not written .*; restore it, or move the folder"):
            read(folder)
    assert contents(folder) == before


def test_parts_written_for_another_claim_are_refused_with_the_remedy(tmp_path):
    folder = unfinished(small_config(), tmp_path / "run")
    edit(folder / "_run.json", lambda claim: claim["config"].update(seed=3))
    before = contents(folder)
    with pytest.raises(SkatsimError, match=r"_part-000000\.json: its part was written for another run than _run\.json"):
        resume(folder, threads=1, engine=fake_engine)
    assert contents(folder) == before


# --- flipped bits


def flipped(path, bit):
    content = bytearray(path.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)


def bits_of(path, count):
    """Some bits of a file, spread over all of it, and of a Parquet file its footer besides."""
    length = path.stat().st_size
    start = length - 8 - int.from_bytes(path.read_bytes()[-8:-4], "little") if path.suffix == ".parquet" else 0
    rng = random.Random(length)
    return {*rng.sample(range(8 * length), count), *rng.sample(range(8 * start, 8 * length), count)}


def names_file_and_remedy(error, folder):
    """One line that begins with a file of the folder, or with the folder, and says what to do."""
    remedies = (f"run: skatsim resume {folder}", "restore it, or ", "choose another folder")
    assert str(error).startswith(f"{folder}")
    assert any(remedy in str(error) for remedy in remedies)


FLIPS = 60


def test_a_flipped_bit_in_a_finished_run_is_named_with_its_remedy_or_changes_nothing(tmp_path):
    config = small_config(games=60, shard_games=30, store="deals,plays")
    folder = simulate(config, tmp_path / "run", threads=1, engine=fake_engine).path
    whole, before, rows = contents(folder), open_run(folder).manifest, open_run(folder).to_pandas()
    refused = 0
    for name in whole:
        for bit in bits_of(folder / name, FLIPS):
            flipped(folder / name, bit)
            try:
                opened = open_run(folder)
                frame = opened.to_pandas()
            except SkatsimError as error:
                refused += 1
                names_file_and_remedy(error, folder)
            else:
                assert name.endswith(".json"), "every bit of a part counts"
                assert (opened.manifest, opened.config) == (before, config)
                assert frame.equals(rows)
            (folder / name).write_bytes(whole[name])
    assert refused > 2 * FLIPS * 2 + FLIPS


def test_a_flipped_bit_in_an_interrupted_run_is_refused_or_mended(tmp_path):
    config = small_config(games=60, shard_games=30)
    expected = contents(simulate(config, tmp_path / "undisturbed", threads=1, engine=fake_engine).path)
    folder = unfinished(config, tmp_path / "run")
    whole = contents(folder)
    recomputed = 0
    for name in whole:
        for bit in bits_of(folder / name, FLIPS // 3):
            flipped(folder / name, bit)
            damaged_part = False
            try:
                recomputed += resume(folder, threads=1, engine=fake_engine).simulated
                assert {**contents(folder), "_run.json": expected["_run.json"]} == expected
                assert open_run(folder).config == config
            except SkatsimError as error:
                names_file_and_remedy(error, folder)
                damaged_part = name.endswith(".parquet")
            assert not damaged_part
            for path in folder.iterdir():
                path.unlink()
            for file, content in whole.items():
                (folder / file).write_bytes(content)
    assert recomputed > 2 * 30 * FLIPS // 3


# --- how often a file is read


@dataclass(frozen=True)
class Counting(LocalStore):
    """A store that counts what is read; a store need be no more than its methods."""

    reads: Counter = field(default_factory=Counter)

    def read(self, name):
        self.reads[name] += 1
        return super().read(name)

    def digest(self, name):
        self.reads[name] += 1
        return super().digest(name)


@pytest.mark.parametrize("with_manifest", [True, False])
def test_resume_reads_each_part_once(tmp_path, with_manifest):
    out = run(tmp_path / "run").path if with_manifest else unfinished(small_config(), tmp_path / "run")
    change_byte(out / "part-000002.parquet", -1)
    store = Counting(out)
    assert resume(store, threads=1, engine=fake_engine).simulated == 300
    assert {store.reads[f"part-{number:06d}.parquet"] for number in range(4)} == {1}
    assert store.reads["_run.json"] <= 3
    assert store.reads["_manifest.json"] <= 1
    assert {store.reads[f"_part-{number:06d}.json"] for number in range(4)} == {0 if with_manifest else 1}


def test_rows_are_read_through_the_store(tmp_path):
    store = Counting(run(tmp_path / "run").path)
    opened = open_run(store)
    assert sum(store.reads[name] for name in store.files() if name.startswith("part-")) == 0
    assert opened.to_pandas().equals(opened.to_pandas())
    assert {store.reads[f"part-{number:06d}.parquet"] for number in range(4)} == {1}
