"""Commands on records of real games: replay, convert."""

from pathlib import Path
from typing import Annotated

import typer

from skatsim.cli.application import Rules, app
from skatsim.cli.terminal import command, one_line
from skatsim.errors import SkatsimError


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Game records: ISS SGF or XSkat JSON lines, plain or gzip.")],
    rules: Rules = None,
) -> None:
    """Play recorded games again, check every card and compare every result; exit 1 if any differs."""
    from skatsim.records import ReplaySummary, read_records
    from skatsim.records import replay as play_again
    from skatsim.rules.ruleset import preset

    chosen = preset("isko" if rules is None else rules)
    summary = ReplaySummary()
    for file in files:
        for record in read_records(file):
            replayed = play_again(record, chosen)
            summary.add(replayed)
            for line in replayed.lines:
                print(one_line(f"{file}, {line}"))
    print(summary)
    if summary.differences:
        raise typer.Exit(1)


@app.command()
def convert(
    files: Annotated[list[Path], typer.Argument(metavar="FILE... DIR", help="Record files, then the folder to write.")],
    rules: Rules = None,
) -> None:
    """Write recorded games as a run, with deals and card play, for reports and pandas."""
    from skatsim.records import ReplaySummary, read_records, records_table
    from skatsim.rules.ruleset import preset
    from skatsim.runs.run import records_config, write_table

    if len(files) < 2:
        raise SkatsimError("convert: name one or more record files and then the folder to write")
    *sources, folder = files
    chosen = preset("isko" if rules is None else rules)
    summary = ReplaySummary()
    records = (record for file in sources for record in read_records(file))
    tables = records_table(records, rules=chosen, on_replay=summary.add)
    run = write_table(folder, tables, records_config(sources, chosen, ("deals", "plays")))
    if not run.simulated:
        print(f"{one_line(folder)}: holds these records already ({len(run):,} games)")
        return
    print(summary)
    left_out = f" ({summary.records - len(run):,} without a game left out)" if summary.records > len(run) else ""
    print(f"{len(run):,} games written{left_out}\nreport: {command('report', folder)}")
