"""Commands on records of real games: replay, convert."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from skatsim.cli.application import Rules, app
from skatsim.cli.progress import resumable, show_reading
from skatsim.cli.terminal import command, one_line
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.records import BadLine, GameRecord, RecordFile, Replay, ReplaySummary

Rejects = Annotated[
    Path | None, typer.Option(help="Write the lines that cannot be read or played on to this file, as they are.")
]


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Game records: ISS SGF or XSkat JSON lines, plain or gzip.")],
    rules: Rules = None,
    rejects: Rejects = None,
) -> None:
    """Play recorded games again, check every card and compare every result; exit 1 if any differs or cannot be read."""
    from skatsim.records import replay as play_again
    from skatsim.rules.ruleset import preset

    chosen = preset("isko" if rules is None else rules)
    with _reading(files, rejects) as reading:
        for record in reading.records():
            reading.tell(play_again(record, chosen))
    print(reading.summary)
    raise typer.Exit(not reading.summary.clean)


@app.command()
def convert(
    files: Annotated[list[Path], typer.Argument(metavar="FILE... DIR", help="Record files, then the folder to write.")],
    rules: Rules = None,
    rejects: Rejects = None,
) -> None:
    """Write recorded games as a run, with deals and card play, for reports and pandas; exit codes as of replay."""
    from skatsim.records import records_table
    from skatsim.rules.ruleset import preset
    from skatsim.runs.run import records_config, write_table

    if len(files) < 2:
        raise SkatsimError("convert: name one or more record files and then the folder to write")
    *sources, folder = files
    if rejects is not None and folder.resolve() in rejects.resolve().parents:
        raise SkatsimError(f"--rejects {rejects}: lies in the run's folder; name a file outside")
    chosen = preset("isko" if rules is None else rules)
    with resumable(folder), _reading(sources, rejects) as reading:
        tables = records_table(reading.records(), rules=chosen, on_replay=reading.tell)
        run = write_table(folder, tables, records_config(sources, chosen, ("deals", "plays")))
    summary = reading.summary
    if not run.simulated:
        print(f"{one_line(folder)}: holds these records already ({len(run):,} games)")
        return
    print(summary)
    left_out = ((summary.penalties, "without a game"), (summary.faulty, "against the rules of play"))
    words = ", ".join(f"{count:,} {what}" for count, what in left_out if count)
    print(f"{len(run):,} games written{f' (left out: {words})' if words else ''}")
    print(f"report: {command('report', folder)}")
    raise typer.Exit(not summary.clean)


@dataclass
class _Reading:
    """Record files on their way through a command: what is wrong is printed, kept apart on request, and counted."""

    files: "list[RecordFile]"
    rejects: IO[bytes] | None
    progress: Callable[[int, int], None]
    summary: "ReplaySummary"
    raw: bytes = b""

    def records(self) -> "Iterator[GameRecord]":
        """The games of all files, one after the other."""
        before = 0
        for file in self.files:
            for record in file.records(self.refuse):
                self.raw = file.raw
                yield record
                if self.summary.records % 100 == 0:
                    self.progress(self.summary.records, before + file.position)
            before += file.size

    def refuse(self, bad: "BadLine") -> None:
        """Tell of a line that is no record."""
        print(one_line(f"{bad.message}; not read"))
        self.summary.unread += 1
        self._keep(bad.raw)

    def tell(self, replayed: "Replay") -> None:
        """Count a replayed record and tell what is wrong with it."""
        self.summary.add(replayed)
        for line in replayed.lines:
            print(one_line(f"{replayed.record.source}, {line}"))
        if replayed.kind == "faulty":
            self._keep(self.raw)

    def _keep(self, raw: bytes) -> None:
        if self.rejects is not None:
            self.rejects.write(raw + b"\n")


@contextmanager
def _reading(paths: list[Path], rejects: Path | None) -> Iterator[_Reading]:
    from skatsim.records import RecordFile, ReplaySummary

    files = [RecordFile(path) for path in paths]  # what cannot be opened is refused before anything is written
    if rejects is not None and any(rejects.resolve() == path.resolve() for path in paths):
        raise SkatsimError(f"--rejects {rejects}: is a file of records to read; name another file")
    kept = nullcontext() if rejects is None else rejects.open("wb")
    with kept as sink, show_reading(sum(file.size for file in files)) as progress:
        yield _Reading(files, sink, progress, ReplaySummary())
