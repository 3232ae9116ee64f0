"""The folder: whole files or none, one writer, nothing of others touched."""

import errno
import os
import resource
import shutil

import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.folder import RunFolder
from skatsim.runs.manifest import Claim, Manifest, Part, decode, encode, with_parts
from skatsim.runs.plans import plan_of
from skatsim.runs.run import open_run, simulate
from skatsim.runs.store import LocalStore
from tests.runs.making import contents, fake_engine, small_config, unfinished

CLAIM = plan_of(small_config()).claim


def run(out, **keys):
    return simulate(small_config(**keys), out, threads=1, engine=fake_engine)


def snapshot(folder):
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}


@pytest.fixture
def expected(tmp_path):
    run(tmp_path / "undisturbed")
    return contents(tmp_path / "undisturbed")


@pytest.fixture
def file_limit():
    """Set the longest file this process may write; lifted after the test."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda length: resource.setrlimit(resource.RLIMIT_FSIZE, (length, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_claim_and_manifest_survive_json():
    manifest = with_parts(CLAIM, 7, (Part("part-000000.parquet", 7, 99, "ab"),))
    assert decode(encode(CLAIM), Claim, "_run.json") == CLAIM
    assert decode(encode(manifest), Manifest, "_manifest.json") == manifest


@pytest.mark.parametrize("text", [b"", b"{}", b"{'games': 3}", b'{"schema_version": 1, "colour": "red"}', b"\xff"])
def test_a_damaged_claim_is_one_line(text):
    with pytest.raises(SkatsimError, match=r"^DIR/_run\.json: not written by this version of skatsim, or damaged"):
        decode(text, Claim, "DIR/_run.json")


def test_a_full_disk_is_one_line_and_the_run_can_go_on(tmp_path, monkeypatch, expected):
    out = tmp_path / "run"
    synced = []

    def full_at_the_third_part(handle):
        synced.append(handle)
        if len(synced) >= 13:  # _run.json, two parts and three records take two calls each: the file, the folder
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full_at_the_third_part)
    with pytest.raises(
        SkatsimError, match=r"part-000002\.parquet: cannot be written: No space left on device"
    ) as caught:
        run(out)
    assert str(caught.value).endswith("run the same command again: finished parts are kept")
    assert "\n" not in str(caught.value)
    assert sorted(contents(out)) == [
        "_part-000000.json",
        "_part-000001.json",
        "_part-000002.json",
        "_run.json",
        "part-000000.parquet",
        "part-000001.parquet",
    ]
    monkeypatch.undo()
    assert run(out).simulated == 400
    assert contents(out) == expected


def test_a_file_cut_short_by_the_system_leaves_nothing_half_written(tmp_path, file_limit, expected):
    out = tmp_path / "run"
    file_limit(len(expected["_run.json"]) + 10)
    with pytest.raises(SkatsimError, match=r"part-000000\.parquet: cannot be written: File too large"):
        run(out)
    assert not [name for name in contents(out) if name.endswith(".parquet")]
    file_limit(resource.RLIM_INFINITY)
    run(out)
    assert contents(out) == expected


def test_a_full_disk_before_the_claim_leaves_a_folder_that_can_be_used(tmp_path, file_limit, expected):
    file_limit(10)
    with pytest.raises(SkatsimError, match=r"run\.json: cannot be written"):
        run(tmp_path / "run")
    file_limit(resource.RLIM_INFINITY)
    run(tmp_path / "run")
    assert contents(tmp_path / "run") == expected


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("a file")
    for out in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(SkatsimError, match="Not a directory") as caught:
            run(out)
        assert str(caught.value).startswith(f"{out}: ")
    with pytest.raises(SkatsimError, match=r"^/proc/run: cannot be made"):
        run("/proc/run")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "run").mkdir(mode=0o500)
    with pytest.raises(SkatsimError, match="Permission denied"):
        run(tmp_path / "run")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 2}, "seed 1, not 2"),
        ({"games": 1001}, "games 1000, not 1001"),
        ({"rules": "web-99"}, "rules.ladder_top 264, not 99)"),
        ({"store": "deals"}, "store [], not "),
        ({"lineup": ["random", "random", {"bot": "random", "params": {"game": 1}}]}, "lineup[2].params {}, not "),
    ],
)
def test_another_run_in_the_folder_is_refused_and_not_touched(tmp_path, change, what):
    run(tmp_path)
    before = snapshot(tmp_path)
    with pytest.raises(SkatsimError) as caught:
        run(tmp_path, **change)
    assert str(caught.value).startswith(f"{tmp_path}: holds another run ({what}")
    assert str(caught.value).endswith("choose another folder")
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("name", ["notes.txt", "part-000000.parquet", "_manifest.json", ".hidden"])
def test_a_folder_with_other_files_is_refused_and_not_touched(tmp_path, name):
    (tmp_path / name).write_text("precious")
    before = snapshot(tmp_path)
    with pytest.raises(SkatsimError, match=f"holds other files \\({name}\\)"):
        run(tmp_path)
    assert snapshot(tmp_path) == before


def test_a_finished_run_is_returned_as_it_is(tmp_path):
    assert run(tmp_path).simulated == 1000
    before = snapshot(tmp_path)
    again = run(tmp_path)
    assert (again.simulated, len(again), again.complete) == (0, 1000, True)
    assert snapshot(tmp_path) == before


def test_leftovers_of_a_dead_writer_are_removed(tmp_path, expected):
    out = tmp_path / "run"
    out.mkdir()
    (out / ".writing-_run.json").write_text('{"schema_')
    (out / ".writing-part-000001.parquet").write_text("PAR1")
    (out / ".lock").touch()
    run(out)
    assert contents(out) == expected


def test_two_writers_at_once_are_refused(tmp_path, expected):
    out = tmp_path / "run"
    with RunFolder(LocalStore(out)).owned(CLAIM):
        before = snapshot(out)
        with pytest.raises(SkatsimError, match=f"^{out}: another process is writing this run"):
            run(out)
        assert snapshot(out) == before
        with pytest.raises(SkatsimError, match="the run is not complete"):
            open_run(out)
    run(out)
    assert contents(out) == expected


@pytest.mark.parametrize(
    ("keys", "free", "words"),
    [
        (
            {"games": 10**11, "shard_games": 10**6},
            50 * 10**9,
            r"needs about 760\.0 GB more and the disk has 50\.0 GB free",
        ),
        ({"games": 10**11, "shard_games": 10**6, "store": "deals,plays"}, 50 * 10**9, r"about 3,760\.0 GB more"),
        ({"games": 10**6}, 10**6, r"needs about 7\.6 MB more and the disk has 1\.0 MB free; .* or fewer games$"),
    ],
)
def test_a_run_that_will_not_fit_the_disk_is_refused_before_anything_is_made(tmp_path, monkeypatch, keys, free, words):
    monkeypatch.setattr(LocalStore, "free", lambda store: free)
    with pytest.raises(SkatsimError, match=words):
        run(tmp_path / "run", **keys)
    assert not (tmp_path / "run").exists()


def test_what_is_there_already_needs_no_room(tmp_path, monkeypatch, expected):
    out = unfinished(small_config(), tmp_path / "run")
    monkeypatch.setattr(LocalStore, "free", lambda store: 1000)
    run(out)
    assert contents(out) == expected


def test_the_estimate_of_the_room_is_near_what_is_written_and_not_above(tmp_path):
    for store in ("", "deals", "plays"):
        config = small_config(games=20_000, shard_games=20_000, store=store)
        written = sum(part.bytes for part in simulate(config, tmp_path / f"with-{store}", threads=1).manifest.parts)
        assert 0.5 * written < config.row_bytes * config.games <= written


def test_a_folder_that_is_not_there_yet_has_the_room_of_its_disk(tmp_path):
    assert LocalStore(tmp_path / "not" / "yet").free() == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.01)
