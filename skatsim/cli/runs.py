"""Commands on runs: simulate, resume, report, open-table, bench."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skatsim.cli.application import Lineup, Rules, Seed, Threads, app
from skatsim.cli.progress import resumable, show_progress
from skatsim.cli.telling import Targets, write
from skatsim.cli.terminal import command, one_line
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.runs.run import Run


@app.command()
def simulate(
    run_file: Annotated[
        Path | None, typer.Argument(metavar="[RUN.toml]", help="Run file; options override it.")
    ] = None,
    games: Annotated[int | None, typer.Option(help="Number of games (default 1,000,000).")] = None,
    seed: Seed = None,
    lineup: Lineup = None,
    rules: Rules = None,
    store: Annotated[str | None, typer.Option(help="Keep more than outcomes: deals, plays or deals,plays.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the run (default out/<hash of the run>).")] = None,
    threads: Threads = None,
) -> None:
    """Play games and write them as Parquet; an interrupted run in the folder is finished."""
    from skatsim.runs.config import load_config
    from skatsim.runs.run import check_target
    from skatsim.runs.run import simulate as run_simulation

    config = load_config(run_file, games=games, seed=seed, lineup=lineup, rules=rules, store=store)
    folder = out or Path("out") / config.digest[:12]
    check_target(config, folder)
    with resumable(folder), show_progress(config.unit) as progress:
        run = run_simulation(config, folder, threads=threads, progress=progress)
    _print_run(run, folder)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(help="Folder of an interrupted run.")], threads: Threads = None
) -> None:
    """Finish an interrupted run; the result is the same as without the interruption."""
    from skatsim.runs.run import claimed
    from skatsim.runs.run import resume as finish

    config = claimed(folder)  # a wrong folder is refused before anything is compiled
    with resumable(folder), show_progress(config.unit) as progress:
        run = finish(folder, threads=threads, progress=progress)
    _print_run(run, folder)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="Folder of a run: simulated, converted, or an open table.")],
    html: Annotated[Path | None, typer.Option(help="Write the report as one self-contained page to this file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write its tables to this folder, as CSV and Parquet.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    where: Annotated[
        str | None, typer.Option(metavar="EXPR", help='Only rows like these: "won and bid >= 24".')
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only games this player declared.")] = None,
    partial: Annotated[bool, typer.Option(help="Also report on a run that is not complete.")] = False,
) -> None:
    """Say how often games win, at which bids, seats and matadors, each rate with its 95 % interval."""
    from skatsim.reports.run_report import report_of
    from skatsim.runs.run import open_run

    targets = Targets(html, csv).check(folder)
    result = report_of(open_run(folder, partial=partial), where=where, player=player)
    write(result, targets)
    if as_json:
        print(result.to_json(), end="")
    elif html is None and csv is None:
        print(result.text(), end="")


@app.command("open-table")
def open_table(
    deals: Annotated[int, typer.Option(help="Number of deals.")] = 20_000,
    seed: Seed = None,
    after_pick_up: Annotated[
        bool, typer.Option("--after-pick-up", help="With the best discard of twelve cards; else hand games.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Folder for the deals, one row each; default: keep none.")] = None,
    threads: Threads = None,
) -> None:
    """Say how many random deals each seat makes with open cards; an interrupted table in the folder is finished."""
    from skatsim.runs.config import ConfigError, OpenTableConfig
    from skatsim.runs.run import check_target
    from skatsim.runs.run import simulate as solve_deals

    try:
        config = OpenTableConfig(deals, 1 if seed is None else seed, after_pick_up)
    except ConfigError as error:
        raise SkatsimError(str(error).replace("games:", "--deals", 1)) from None
    if out is not None:
        check_target(config, out)
    with resumable(out), show_progress(config.unit) as progress:
        run = solve_deals(config, out, threads=threads, progress=progress)
    _print_open_table(run)
    if out is not None:
        _print_run(run, out)


def _print_open_table(run: "Run") -> None:
    from skatsim.reports.run_report import report_of

    print(report_of(run), end="")


@app.command()
def bench(
    lineup: Lineup = None,
    games: Annotated[int, typer.Option(help="Games to time.")] = 500_000,
    rules: Rules = None,
) -> None:
    """Time full games of a line-up on one core, in CPU time."""
    import time

    from skatsim.bots.bot import make_lineup
    from skatsim.runs.config import load_config
    from skatsim.table.engine import simulate_games

    config = load_config(games=games, lineup=lineup, rules=rules)
    seats = make_lineup(config.players())
    simulate_games(config.seed, 0, 1, seats, config.rules)  # compiles on first use
    chunk = 100_000
    start = time.process_time()
    for first in range(0, config.games, chunk):
        simulate_games(config.seed, first, min(chunk, config.games - first), seats, config.rules)
    seconds = time.process_time() - start
    print(f"{config.games:,} games in {seconds:.2f} s CPU: {config.games / seconds:,.0f} games/s on one core")


def _print_run(run: "Run", folder: Path) -> None:
    size = sum(part.bytes for part in run.manifest.parts)
    state = f"{run.simulated:,} {run.config.verb} now" if run.simulated else "complete already, nothing to do"
    print(f"{one_line(folder)}: {len(run):,} {run.config.unit}, {_size(size)}, {state}")
    print(f"report: {command('report', folder)}")


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
