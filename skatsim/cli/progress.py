"""What long work shows on stderr: a bar, the rate, the time left, and how to go on after ctrl-C."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from skatsim.cli.terminal import command, interrupt, interrupted

if TYPE_CHECKING:
    from skatsim.runs.executors import Progress


@contextmanager
def resumable(folder: Path | None) -> Iterator[None]:
    """Tell how to go on after ctrl-C."""
    from skatsim.runs.run import has_begun

    try:
        yield
    except BaseException as error:
        if interrupted or isinstance(error, KeyboardInterrupt):
            begun = folder and has_begun(folder)
            interrupt(f"; finish with: {command('resume', folder)}" if begun else "; nothing was written")
        raise


@contextmanager
def show_progress(unit: str) -> Iterator[Callable[["Progress"], None]]:
    """A bar with games/s and time left on a terminal; elsewhere a line now and then."""
    with _shown(lambda progress: _words(progress, unit)) as update:
        yield update


@contextmanager
def show_reading(size: int) -> Iterator[Callable[[int, int], None]]:
    """The same for files of `size` bytes in all: call what it gives with the records and the bytes read so far."""
    from skatsim.runs.executors import Progress

    start, told, done = time.monotonic(), 0.0, 0

    def words(progress: "Progress") -> str:
        return f"{done:,} records, {done / progress.seconds:,.0f} records/s{_time_left(progress)}"

    with _shown(words) as update:

        def read(records: int, position: int) -> None:
            nonlocal told, done
            done, seconds = records, time.monotonic() - start
            if seconds - told >= 0.1:
                told = seconds
                update(Progress(position, size, position / seconds, seconds))

        yield read


@contextmanager
def _shown(words: Callable[["Progress"], str]) -> Iterator[Callable[["Progress"], None]]:
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with _bar(words) as update:
            yield update
    else:
        yield _lines(words)


@contextmanager
def _bar(words: Callable[["Progress"], str]) -> Iterator[Callable[["Progress"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (BarColumn(), TextColumn("{task.fields[words]}"))
    with RichProgress(*columns, console=Console(file=getattr(sys.stderr, "raw", sys.stderr)), transient=True) as bars:
        task = bars.add_task("", total=None, words="starting")

        def update(progress: "Progress") -> None:
            bars.update(task, total=progress.total, completed=progress.done, words=words(progress))

        yield update


def _lines(words: Callable[["Progress"], str], every: float = 10.0) -> Callable[["Progress"], None]:
    told = 0.0

    def update(progress: "Progress") -> None:
        nonlocal told
        if progress.seconds - told >= every:
            told = progress.seconds
            print(words(progress), file=sys.stderr, flush=True)

    return update


def _words(progress: "Progress", unit: str) -> str:
    rate = f"{progress.games_per_second:,.0f} {unit}/s"
    return f"{progress.done:,} of {progress.total:,} {unit}, {rate}{_time_left(progress)}"


def _time_left(progress: "Progress") -> str:
    left = progress.seconds_left
    return "" if left is None else f", {left // 60:.0f}:{left % 60:02.0f} left"
