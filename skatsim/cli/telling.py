"""How a command hands out an answer: printed, as tables and as a page; after ctrl-C what is known so far.

Where tables and page go is looked at before anything is worked out: a folder that cannot be written is told at once.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skatsim.cli.terminal import interrupt, interrupted, one_line
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.reports.report import Answer


class Targets(NamedTuple):
    """Where the page and the tables of an answer go; None: nowhere."""

    html: Path | None
    csv: Path | None
    tables: str = "--csv"
    """The option that names the folder of the tables."""

    def check(self, run: Path | None = None) -> "Targets":
        """Refuse places that cannot be written, and those in the folder of this or another run.

        Raises
        ------
        SkatsimError
            Naming the option and the path.
        """
        for option, target in (("--html", self.html), (self.tables, self.csv)):
            try:
                fault = _fault(target, run, is_page=option == "--html") if target is not None else ""
            except OSError as error:
                fault = str(error.strerror)
            if fault:
                raise SkatsimError(f"{option} {target}: is no place for a report: {fault}; name another")
        return self


def _fault(target: Path, run: Path | None, *, is_page: bool) -> str:
    """What is wrong with a file for a page or a folder for tables; "" if nothing is."""
    place = target.resolve()
    folder = place.parent if is_page else place
    above = next(each for each in (folder, *folder.parents) if each.exists())
    if run is not None and run.resolve() in (place, *place.parents):
        return "it does not lie outside the run's folder"
    if is_page and above != folder:
        return f"there is no folder {target.parent}"
    if not above.is_dir():
        return f"{above} is no folder"
    if is_page and place.exists() and not place.is_file():
        return "it is no file"
    if not os.access(above, os.W_OK):
        return "Permission denied"
    return "it lies in the folder of a run" if _is_run(above) else ""


def _is_run(folder: Path) -> bool:
    from skatsim.runs.run import has_begun

    return has_begun(folder)


def tell(answer: "Answer", targets: Targets) -> None:
    """Print the answer, write its tables and its page, and say where they are."""
    print(answer.text(), end="", flush=True)
    write(answer, targets)


def write(answer: "Answer", targets: Targets) -> None:
    """Write tables and page, and say where they are."""
    if targets.csv is not None:
        answer.write_tables(targets.csv.resolve())
        print(f"tables: {one_line(targets.csv)}")
    if targets.html is not None:
        answer.write_page(targets.html.resolve())
        print(f"page: {one_line(targets.html)}")


@contextmanager
def known_so_far(known: Callable[[], "Answer | None"]) -> Iterator[None]:
    """After ctrl-C print what is known by then."""
    try:
        yield
    except BaseException as error:
        if not (interrupted or isinstance(error, KeyboardInterrupt)):
            raise
        answer = known()
        if answer is None:
            interrupt("; nothing is known yet")
        print(answer.text(), end="", flush=True)
        interrupt("; above is what is known so far")
