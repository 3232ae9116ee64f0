"""What long work shows on stderr: a bar, the rate, the time left, and how to go on after ctrl-C."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skatsim.cli.terminal import command, interrupt, interrupted

if TYPE_CHECKING:
    from skatsim.runs.config import Kind
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
def say_compiling(what: str, kernel: str) -> Iterator[None]:
    """On a cold start say what takes the time."""
    from skatsim.kernel.compiling import has_compiled_code

    if not has_compiled_code(kernel):
        print(f"compiling {what} (once for this version of skatsim) ...", file=sys.stderr)
    yield


@contextmanager
def show_progress(config: "Kind") -> Iterator[Callable[["Progress"], None]]:
    """A bar with games/s and time left on a terminal; elsewhere a line now and then."""
    with say_compiling(*config.compiled):
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            with _bar(config.unit) as update:
                yield update
        else:
            yield _lines(config.unit)


@contextmanager
def _bar(unit: str) -> Iterator[Callable[["Progress"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (BarColumn(), TextColumn("{task.fields[words]}"))
    with RichProgress(*columns, console=Console(file=getattr(sys.stderr, "raw", sys.stderr)), transient=True) as bars:
        task = bars.add_task(unit, total=None, words="starting")

        def update(progress: "Progress") -> None:
            bars.update(task, total=progress.total, completed=progress.done, words=_words(progress, unit))

        yield update


def _lines(unit: str, every: float = 10.0) -> Callable[["Progress"], None]:
    told = 0.0

    def update(progress: "Progress") -> None:
        nonlocal told
        if progress.seconds - told >= every:
            told = progress.seconds
            print(_words(progress, unit), file=sys.stderr, flush=True)

    return update


def _words(progress: Any, unit: str) -> str:
    left = progress.seconds_left
    clock = "" if left is None else f", {left // 60:.0f}:{left % 60:02.0f} left"
    return f"{progress.done:,} of {progress.total:,} {unit}, {progress.games_per_second:,.0f} {unit}/s{clock}"
