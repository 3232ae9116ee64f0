"""The command compare: which strategy is better, and by how much."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skatsim.cli.application import Rules, Seed, Threads, app
from skatsim.cli.progress import resumable, show_progress
from skatsim.cli.telling import Targets, tell
from skatsim.cli.terminal import one_line
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.runs.config import BoardsConfig

_SWEEP = re.compile(r"(.+\.py(?::\w+)?|[A-Za-z_][\w@]*)\.(\w+)=([^:]+):([^:]+):([^:]+)")
MAX_STEPS = 25
MOST_BOARDS = 300_000
"""A sequential test without a verdict by then ends without one, unless --boards allows more."""


@app.command()
def compare(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B [C ...]", help="Bots: heuristic, heuristic:boldness=5,null=0, mybot.py:BOT, players.toml#bold."
        ),
    ] = None,
    boards: Annotated[
        int | None, typer.Option(help="Deals, each played in all six seatings of a pair (default 20,000).")
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="Stop as soon as A's difference is found to be LOW or HIGH."),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(help="With --sprt: chance of finding HIGH where LOW holds (default 0.05).")
    ] = None,
    beta: Annotated[
        float | None, typer.Option(help="With --sprt: chance of finding LOW where HIGH holds (default 0.05).")
    ] = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="BOT.PARAM=FROM:TO:STEP", help="Try values of a parameter against A.")
    ] = None,
    seed: Seed = None,
    rules: Rules = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the games, to be resumed; default: keep none.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the answer as one self-contained page to this file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV and Parquet.")] = None,
    threads: Threads = None,
) -> None:
    """Compare bots on the same deals in every seating, with intervals and a verdict."""
    from skatsim.reports.run_report import report_of
    from skatsim.runs.config import make_boards
    from skatsim.runs.run import check_target
    from skatsim.runs.run import simulate as play

    players = [*(bots or []), *(_variants(sweep, not bots) if sweep else [])]
    if len(players) < 2:
        raise SkatsimError("compare: name two bots or more, such as: skatsim compare heuristic heuristic:boldness=0")
    for option, error in (("--alpha", alpha), ("--beta", beta)):
        if error is not None and sprt is None:
            raise SkatsimError(f"{option}: is an error of the sequential test; give --sprt LOW HIGH, or leave it out")
    chosen: dict[str, Any] = {"boards": boards, "seed": seed, "rules": rules}
    if sweep:
        chosen["opponents"] = "first"
    if sprt:
        errors = {"alpha": alpha, "beta": beta}
        known = {name: error for name, error in errors.items() if error is not None}
        chosen["sequential"] = {"low": sprt[0], "high": sprt[1], **known}
        chosen["boards"] = MOST_BOARDS if boards is None else boards
    config = make_boards(players, **{key: value for key, value in chosen.items() if value is not None})
    if out is None:
        config = _in_memory(config, is_asked=boards is not None)
    targets = Targets(html, csv).check(out)
    if out is not None:
        check_target(config, out)
    with resumable(out), show_progress(config.unit) as progress:
        run = play(config, out, threads=threads, progress=progress)
    tell(report_of(run), targets)
    if out is not None:
        print(f"games: {one_line(out)}")


def _in_memory(config: "BoardsConfig", *, is_asked: bool) -> "BoardsConfig":
    """The comparison with no more boards than memory holds; more are refused where they were asked for."""
    import msgspec

    from skatsim.runs.run import MAX_GAMES_IN_MEMORY

    most = MAX_GAMES_IN_MEMORY // len(config.seatings)
    if config.boards <= most:
        return config
    if is_asked:
        fault = f"--boards {config.boards}: {config.games:,} games do not fit memory"
        raise SkatsimError(f"{fault}; give --out, or {most:,} boards at most")
    return msgspec.structs.replace(config, boards=most, shard_boards=min(config.shard_boards, most))


def _variants(sweep: str, with_default: bool) -> list[str]:
    """The bots of a sweep: the parameter at each value, after the bot's default where no A was named."""
    match = _SWEEP.fullmatch(sweep.strip())
    if match is None:
        raise SkatsimError(f"--sweep {sweep!r}: write BOT.PARAM=FROM:TO:STEP, such as heuristic.boldness=0:20:5")
    bot, param = match[1], match[2]
    try:
        low, high, step = (float(match[group]) for group in (3, 4, 5))
    except ValueError:
        raise SkatsimError(f"--sweep {sweep!r}: FROM, TO and STEP are numbers, such as 0:20:5") from None
    steps = (high - low) / step if step else -1.0
    if not 0 <= steps < MAX_STEPS:
        raise SkatsimError(f"--sweep {sweep!r}: has no step from FROM to TO, or more than {MAX_STEPS}; such as 0:20:5")
    values = [low + step * k for k in range(int(steps + 1e-9) + 1)]
    return [*([bot] if with_default else []), *(f"{bot}:{param}={value:g}" for value in values)]
