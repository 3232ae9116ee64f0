"""What is published: the wheel, the source archive, the version, the pinned requirements."""

import subprocess
import sys
import tarfile
import tomllib
from email import message_from_bytes
from zipfile import ZipFile

import pytest

import skatsim
from tests.conftest import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def packaged(suffixes):
    """Names of the package's own files."""
    return {
        path.relative_to(REPOSITORY).as_posix()
        for path in (REPOSITORY / "skatsim").rglob("*")
        if path.suffix in suffixes and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the source archive."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def test_the_wheel_holds_the_package_and_nothing_else(built):
    about = f"skatsim-{skatsim.__version__}.dist-info/"
    with ZipFile(built[0]) as wheel:
        names = set(wheel.namelist())
        metadata = message_from_bytes(wheel.read(about + "METADATA"))
    assert {name for name in names if not name.startswith(about)} == packaged(
        {".py", ".typed", ".html", ".css", ".js", ".c"}
    )
    assert {"skatsim/py.typed", "skatsim/reports/sheet.html", about + "licenses/LICENSE"} <= names
    assert (metadata["Version"], metadata["License-Expression"]) == (skatsim.__version__, "MIT")


def test_the_source_archive_holds_what_the_wheel_is_built_from(built):
    with tarfile.open(built[1]) as archive:
        top = {name.split("/")[1] for name in archive.getnames()}
    assert top == {"skatsim", "README.md", "LICENSE", "pyproject.toml", "PKG-INFO", ".gitignore"}


def test_the_version_stands_once():
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in PROJECT


def test_every_requirement_is_pinned_with_hashes_and_names_no_host():
    extras = PROJECT["optional-dependencies"]
    wanted = {"run": PROJECT["dependencies"] + extras["report"], "dev": extras["dev"] + extras["build"]}
    for name, requirements in wanted.items():
        text = (REPOSITORY / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        pins = [
            block for block in text.replace("\\\n", " ").splitlines() if block and not block.lstrip().startswith("#")
        ]
        assert "://" not in text
        assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
        pinned = {pin.split("==")[0] for pin in pins}
        bare = {word.split(">")[0].split("[")[0].replace("_", "-") for word in requirements}
        assert bare - {"skatsim"} <= pinned
