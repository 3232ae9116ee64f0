"""Record files for the tests: a few made ones in tests/data, the reference archives where they are present."""

from pathlib import Path

import pytest

from skatsim.records import parse_iss, replay
from tests.conftest import DATA
from tests.records.making import iss_line


@pytest.fixture(scope="session")
def made_iss() -> Path:
    return DATA / "records_made.sgf"


@pytest.fixture(scope="session")
def made_xskat() -> Path:
    return DATA / "records_made.jsonl"


@pytest.fixture(scope="session")
def archives(shared: Path) -> Path:
    """The folder with the reference archives, or a skipped test."""
    folder = shared / "records"
    if not folder.is_dir():
        pytest.skip(f"needs the reference archives: no folder {folder}")
    return folder


@pytest.fixture(scope="session")
def replay_made():
    """Replay a made game, with other moves or another result where given."""

    def replayed(game, **changed):
        return replay(parse_iss(iss_line(game, **changed), "made", 7))

    return replayed
