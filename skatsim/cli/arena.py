"""The command arena: a bot against another program."""

from pathlib import Path
from typing import Annotated

import typer

from skatsim.cli.application import Seed, Threads, app
from skatsim.cli.progress import resumable, show_progress
from skatsim.cli.telling import Targets, tell
from skatsim.cli.terminal import one_line
from skatsim.errors import SkatsimError


@app.command()
def arena(
    opponent: Annotated[str, typer.Argument(metavar="xskat", help="The program: xskat, the real XSkat 4.0.")],
    bot: Annotated[
        str, typer.Option(help="The bot: heuristic, heuristic:boldness=5,null=0, mybot.py:BOT, players.toml#bold.")
    ],
    deals: Annotated[int | None, typer.Option(help="Deals, each played in all six seatings (default 1,000).")] = None,
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the games, to be resumed; default: keep none.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the answer as one self-contained page to this file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV and Parquet.")] = None,
    threads: Threads = None,
) -> None:
    """Play a bot against the real XSkat on the same deals in every seating, with intervals and a verdict."""
    if opponent != "xskat":
        raise SkatsimError(f"opponent {opponent!r} is unknown; choose xskat")
    from skatsim.arena.program import installed
    from skatsim.reports.run_report import report_of
    from skatsim.runs.run import check_target, simulate
    from skatsim.runs.xskat import make_match

    chosen = {"boards": deals, "seed": seed}
    config = make_match(bot, **{key: value for key, value in chosen.items() if value is not None})
    targets = Targets(html, csv).check(out)
    if out is not None:
        check_target(config, out)
    installed()
    with resumable(out), show_progress(config.unit) as progress:
        run = simulate(config, out, threads=threads, progress=progress)
    tell(report_of(run), targets)
    if out is not None:
        print(f"games: {one_line(out)}")
