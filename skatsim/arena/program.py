"""XSkat as a process: found, its display library stood in for, deals handed in, screens handed out.

Nothing of XSkat is changed or read: it is started with options of its own, in a folder of its own.
"""

import atexit
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from skatsim.errors import SkatsimError

VERSION: Final = "4.0"
"""Of XSkat: what is played against, and what its screen looks like."""
_USUAL: Final = "/usr/games"
_SILENCE: Final = 60
"""Seconds without a line after which XSkat hangs."""
_POLLS: Final = 200
"""Answers in a row that change nothing, after which nothing ever will."""
_OPTIONS: Final = (
    "-game - -start 1 -unfmt -noshortcut -fastdeal -tdelay 0 -mb 3 -lang english -nohint -keyboard 0 -verbosemsg -seq"
)


@dataclass(frozen=True)
class Program:
    """XSkat and the folder with the library that stands in for its display; `options` is its file of options."""

    path: str
    folder: str
    options: bytes = b""


@cache
def installed() -> Program:
    """XSkat ready to be started, the library built once a process.

    Raises
    ------
    SkatsimError
        Where XSkat or a C compiler is missing, or XSkat is another version, with the remedy.
    """
    path = shutil.which("xskat", path=os.pathsep.join([os.environ.get("PATH", ""), _USUAL]))
    if path is None:
        raise SkatsimError("xskat: not found; install it, on Debian with: apt install xskat")
    folder = tempfile.mkdtemp(prefix="skatsim-xskat-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _build(Path(folder))
    return Program(path, folder, _first_options(Program(path, folder)))


def _build(folder: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise SkatsimError("gcc: not found; install it, on Debian with: apt install gcc libc6-dev")
    with as_file(files("skatsim.arena") / "xstub.c") as source:
        command = [compiler, "-shared", "-fPIC", "-O2", "-fno-builtin", "-o", str(folder / "libX11.so.6"), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        fault = next((line for line in done.stderr.splitlines() if "error" in line), "it failed").strip()
        raise SkatsimError(
            f"{compiler}: cannot build the display for xskat: {fault}; on Debian: apt install gcc libc6-dev"
        )


def _first_options(program: Program) -> bytes:
    """The file of options that XSkat writes when it finds none; its first screen tells the version."""
    shown: list[str] = []
    some_deal = " ".join("1" * 10 + "2" * 10 + "3" * 10 + "0" * 2)
    with _started(program, [some_deal], 1, 1) as process:
        for lines in process.screens():
            shown += lines
            break
        options = process.home / "opt"
        if not any(f"XSKAT{VERSION}" in line.replace(" ", "") for line in shown) or not options.exists():
            raise SkatsimError(f"{program.path}: is not XSkat {VERSION}; install that version")
        return options.read_bytes()


@dataclass
class Process:
    """A started XSkat."""

    home: Path
    child: "subprocess.Popen[bytes]"
    output: int
    answers: int

    def screens(self) -> Iterator[list[str]]:
        """What was drawn until XSkat waits for an answer, again and again; the last line says for whose."""
        waiting = b""
        while True:
            ready, _, _ = select.select([self.output], [], [], _SILENCE)
            more = os.read(self.output, 1 << 16) if ready else b""
            if not more:
                raise SkatsimError("xskat: " + ("ended before its deals were played" if ready else "hangs"))
            waiting += more
            if waiting.endswith(b"\n") and waiting[waiting.rfind(b"\n", 0, -1) + 1 :].startswith(b"? "):
                yield waiting.decode("latin-1").splitlines()
                waiting = b""

    def answer(self, line: str) -> None:
        """Answer XSkat."""
        os.write(self.answers, f"{line}\n".encode())


@contextmanager
def _started(program: Program, deals: Sequence[str], chairs: int, seed: int) -> Iterator[Process]:
    """XSkat with these deals; it ends with the block, whatever happens in it."""
    with tempfile.TemporaryDirectory(prefix="game-", dir=program.folder) as home:
        folder = Path(home)
        (folder / "deals").write_text("".join(f"{deal}\n" for deal in deals))
        if program.options:
            (folder / "opt").write_bytes(program.options)
        their_input, answers = os.pipe()
        output, their_output = os.pipe()
        try:
            child = _child(program, folder, chairs, seed, their_input, their_output)
        finally:
            os.close(their_input)
            os.close(their_output)
        try:
            yield Process(folder, child, output, answers)
        finally:
            child.kill()
            child.wait()
            os.close(output)
            os.close(answers)


def _child(
    program: Program, home: Path, chairs: int, seed: int, their_input: int, their_output: int
) -> "subprocess.Popen[bytes]":
    """In a session of its own: ctrl-C ends what is played here, and that ends XSkat."""
    others = [f"out{chair + 1}@:{chair}" for chair in range(1, chairs)]
    paths = [word for name in ("opt", "list", "log") for word in (f"-{name}", str(home / name))]
    surroundings = {
        "LD_LIBRARY_PATH": program.folder,
        "STUB_IN": str(their_input),
        "STUB_OUT": str(their_output),
        "XSKAT_SEED": str(seed),
        "HOME": str(home),
        "LOGNAME": "out",
    }
    with (home / "deals").open("rb") as deals:
        return subprocess.Popen(
            [program.path, *others, *paths, *_OPTIONS.split()],
            stdin=deals,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=home,
            env=surroundings,
            pass_fds=(their_input, their_output),
            start_new_session=True,
        )


def run(
    deals: Sequence[str], chairs: int, seed: int, answer: Callable[[int, list[str]], str]
) -> tuple[list[str], list[str]]:
    """Play deals with outsiders in the first chairs, one or two; XSkat has the others.

    Parameters
    ----------
    deals
        Each as `skatsim.arena.cards.places` writes it; chair 0 deals first.
    chairs
        Outsiders: 1 or 2.
    seed
        Of XSkat's chances.
    answer
        Is told the chair that is asked and what was drawn since the last question, and gives the answer; "q" ends.

    Returns
    -------
    log, results
        What XSkat wrote down: by deal, a text; the rows of its list.

    Raises
    ------
    SkatsimError
        If XSkat ends early, hangs or makes no progress.
    """
    program = installed()
    with _started(program, deals, chairs, seed) as process:
        idle = 0
        for lines in process.screens():
            done = answer(int(lines[-1].split()[1]), lines[:-1])
            process.answer(done)
            if done == "q":
                process.child.wait(_SILENCE)
                break
            idle = idle + 1 if len(lines) == 1 else 0
            if idle == _POLLS:
                raise SkatsimError("xskat: makes no progress: its screen was not understood")
        log = (process.home / "log").read_text(encoding="latin-1")
        rows = (process.home / "list").read_text(encoding="latin-1").splitlines()
        return log.split("=" * 40 + "\n")[:-1], [row for row in rows if row.startswith("e ")]
