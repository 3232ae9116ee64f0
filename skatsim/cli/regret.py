"""The command regret: what the cards of played games cost, measured with open cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skatsim.cli.application import Threads, app
from skatsim.cli.progress import show_progress
from skatsim.cli.telling import Targets, known_so_far, tell

if TYPE_CHECKING:
    from skatsim.solver.course import Courses


@app.command()
def regret(
    folder: Annotated[Path, typer.Argument(help="Folder of a run with deals and plays: simulated or converted.")],
    games: Annotated[
        int | None, typer.Option(help="At most so many: the first that were played (default 10,000).")
    ] = None,
    where: Annotated[
        str | None, typer.Option(metavar="EXPR", help="Only rows like these: \"game_type == 'G' and bid >= 24\".")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the answer as one self-contained page to this file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV and Parquet.")] = None,
    threads: Threads = None,
) -> None:
    """Say what each card cost against perfect play with open cards: by player, role, trick and game."""
    from skatsim.reports.regret.games import read_played
    from skatsim.reports.regret.result import GAMES, measure, regret_of
    from skatsim.runs.executors import local_executor
    from skatsim.runs.keys import whole_number
    from skatsim.runs.run import open_run

    targets = Targets(html, csv).check(folder)
    executor = local_executor(threads)
    played = read_played(open_run(folder), GAMES if games is None else whole_number("games", games, 1), where)
    done: list[Courses] = []
    with known_so_far(lambda: regret_of(played, done) if done else None), show_progress("games") as progress:
        measure(played, executor, done, progress)
    tell(regret_of(played, done), targets)
