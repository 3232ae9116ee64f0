"""What all tests share: where the reference files are, and how many random cases a run can afford.

Three ways to run them, each with machine code of its own:

    pytest                          compiled
    NUMBA_DISABLE_JIT=1 pytest      plain Python, for coverage; counts shrink
    NUMBA_BOUNDSCHECK=1 pytest      compiled with checked array reads

`--scale 25` multiplies the random cases of every test that asks the fixture `scaled`.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
REPOSITORY = Path(__file__).resolve().parents[1]
DATA = REPOSITORY / "tests" / "data"
UNCOMPILED_SHARE = 50
"""Plain Python runs this many times fewer random cases."""

# The machine's load must not fail a property, and the same commit must test the same cases.
settings.register_profile("skatsim", deadline=None, max_examples=200 if COMPILED else 50, derandomize=True)
settings.load_profile("skatsim")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background of a shell script, which
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the commands under test would inherit


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--scale", type=float, default=1.0, help="multiply the number of random cases by this")


@pytest.fixture(scope="session")
def scaled(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many random cases to run where a compiled run takes `count`."""
    factor = request.config.getoption("--scale") * (1 if COMPILED else 1 / UNCOMPILED_SHARE)
    return lambda count: max(1, round(count * factor))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference files beside the repository (`SKATSIM_SHARED` names another), or a skipped test."""
    folder = Path(os.environ.get("SKATSIM_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"needs the reference files: no folder {folder} (SKATSIM_SHARED names another)")
    return folder


@pytest.fixture(autouse=True)
def signals():
    """A command that ends ignores signals from then on; the next test and what it starts must not."""
    numbers = (signal.SIGPIPE, signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
    handlers = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def skatsim(monkeypatch, capsys):
    """skatsim(*arguments) -> (exit code, stdout, stderr): a command in this process."""
    from skatsim.cli import main, terminal

    for name in ("stdin", "stdout", "stderr", "unraisablehook"):
        monkeypatch.setattr(sys, name, getattr(sys, name))

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["skatsim", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    yield run
    terminal.interrupted.clear()
