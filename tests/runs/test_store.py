"""The folder: whole files or none, one writer, nothing of others touched."""

import errno
import os
import resource

import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.manifest import Claim, Manifest, Part, decode, encode, with_parts
from skatsim.runs.plans import plan_of
from skatsim.runs.run import open_run, simulate
from skatsim.runs.store import RunFolder
from tests.runs.making import contents, fake_engine, small_config

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
        if len(synced) >= 7:  # _run.json and two parts take two calls each: the file, the folder
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full_at_the_third_part)
    with pytest.raises(
        SkatsimError, match=r"part-000002\.parquet: cannot be written: No space left on device"
    ) as caught:
        run(out)
    assert "\n" not in str(caught.value)
    assert sorted(contents(out)) == ["_run.json", "part-000000.parquet", "part-000001.parquet"]
    monkeypatch.undo()
    assert run(out).simulated == 400
    assert contents(out) == expected


def test_a_file_cut_short_by_the_system_leaves_nothing_half_written(tmp_path, file_limit, expected):
    out = tmp_path / "run"
    file_limit(len(expected["_run.json"]) + 10)
    with pytest.raises(SkatsimError, match=r"part-000000\.parquet: cannot be written: File too large"):
        run(out)
    assert sorted(contents(out)) == ["_run.json"]
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
    with RunFolder(out).owned(CLAIM):
        before = snapshot(out)
        with pytest.raises(SkatsimError, match=f"^{out}: another process is writing this run"):
            run(out)
        assert snapshot(out) == before
        with pytest.raises(SkatsimError, match="the run is not complete"):
            open_run(out)
    run(out)
    assert contents(out) == expected
