"""The commands: parse, call the library, print.  The only module that prints or knows typer and rich.

Exit codes: 0 done; 1 what was checked differs (`replay`); 2 bad input, with one line on stderr; 130 interrupted.
Heavy imports stand inside the commands, so that help comes at once.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.runs.executors import Progress
    from skatsim.runs.run import Run

app = typer.Typer(
    help="Deal, bid, play and score Skat by the million, and say how safe a bid is.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Threads = Annotated[int | None, typer.Option(help="Threads; default: one for each core. Never changes a result.")]
Rules = Annotated[str | None, typer.Option(help="Rule preset: isko, stargames-no, stargames-cs, web-99, pre-1999.")]
Seed = Annotated[
    int | None, typer.Option(help="Seed (default: the run file's, else 1); with the game number it names a deal.")
]
Lineup = Annotated[str | None, typer.Option(help="Three bots, such as heuristic,heuristic,random.")]


_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]  # typer does not export click's UsageError


def main() -> None:
    """Entry point: run a command, turn what can go wrong into one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without the sign for "times" gets a question mark
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `skatsim ... | head` ends quietly
    signal.signal(signal.SIGTERM, _interrupt)  # ends like ctrl-C: nothing lost, and says how to go on
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # ignored in the background of a shell script
        signal.signal(signal.SIGINT, _interrupt)
    try:
        sys.exit(app(standalone_mode=False))
    except _USAGE_ERROR as error:
        command = error.ctx.command_path if error.ctx else "skatsim"
        _fail(f"{error.format_message().rstrip('.')}; see: {command} --help")
    except SkatsimError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except (typer.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except Exception:
        if _interrupted:
            _fail("interrupted", 130)
        raise


_interrupted: list[int] = []
"""Signals that came: the compiler turns an interrupt into errors of its own."""


def _interrupt(number: int, _frame: Any) -> None:
    _interrupted.append(number)
    raise KeyboardInterrupt


def _fail(line: str, code: int = 2) -> NoReturn:
    print(f"skatsim: {line}", file=sys.stderr)
    sys.exit(code)


@app.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


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
    with _resumable(folder), _progress() as progress:
        run = run_simulation(config, folder, threads=threads, progress=progress)
    _print_run(run, folder)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(help="Folder of an interrupted run.")], threads: Threads = None
) -> None:
    """Finish an interrupted run; the result is the same as without the interruption."""
    from skatsim.runs.config import OpenTableConfig
    from skatsim.runs.run import claimed
    from skatsim.runs.run import resume as finish

    config = claimed(folder)  # a wrong folder is refused before anything is compiled
    told = ("deals", "the solver", "open_table.sweep") if isinstance(config, OpenTableConfig) else ()
    with _resumable(folder), _progress(*told) as progress:
        run = finish(folder, threads=threads, progress=progress)
    _print_run(run, folder)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="Folder of a run: simulated, converted, or an open table.")],
    html: Annotated[Path | None, typer.Option(help="Write the report as one self-contained page to this file.")] = None,
    partial: Annotated[bool, typer.Option(help="Also report on a run that is not complete.")] = False,
) -> None:
    """Say how often games win, at which bids, seats and matadors, each rate with its 95 % interval."""
    from skatsim.reports.run_report import run_report
    from skatsim.runs.config import OpenTableConfig
    from skatsim.runs.run import open_run

    run = open_run(folder, partial=partial)
    if html is None and isinstance(run.config, OpenTableConfig):
        _print_open_table(run)
        return
    result = run_report(run)
    if html is None:
        from skatsim.reports.text import report_text

        print(report_text(result), end="")
    else:
        from skatsim.reports.page import write_page

        target = html.resolve()
        if folder.resolve() in target.parents or (target.exists() and not target.is_file()):
            raise SkatsimError(f"--html {html}: is no place for a page; name a file outside the run's folder")
        write_page(result, target)
        print(f"report: {html}")


@app.command()
def score(
    contract: Annotated[str, typer.Argument(help="Game C S H D G N, then H hand, S, Z announced, O ouvert: CHS.")],
    bid: Annotated[int, typer.Option(help="Bid at which the declarer plays.")],
    card_points: Annotated[int, typer.Option(help="Declarer's card points, the skat included.")],
    tricks: Annotated[int, typer.Option(help="Tricks of the declarer.")],
    matadors: Annotated[int, typer.Option(help="+n with, -n without, of hand and skat; 0 in null.")] = 0,
    rules: Rules = None,
) -> None:
    """Score one game and show the arithmetic."""
    from skatsim.rules.ruleset import preset
    from skatsim.rules.settlement import settle

    chosen = preset(rules or "isko")
    result = settle(contract, bid=bid, matadors=matadors, card_points=card_points, tricks=tricks, rules=chosen)
    others = "".join(
        f"; at a table of {players}: declarer {result.seeger_fabian(players=players):+d}, "
        f"each other {result.seeger_fabian(declarer=False, players=players):+d}"
        for players in (3, 4)
    )
    print(result.explanation)
    print(f"{'won' if result.won else 'lost'}{', overbid' if result.overbid else ''}: {result.score:+d} list points")
    print(f"tournament points{others.replace(';', '', 1)}")


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Game records: ISS SGF or XSkat JSON lines, plain or gzip.")],
    rules: Rules = None,
) -> None:
    """Play recorded games again, check every card and compare every result; exit 1 if any differs."""
    from skatsim.records import ReplaySummary, read_records
    from skatsim.records import replay as play_again
    from skatsim.rules.ruleset import preset

    chosen = preset(rules or "isko")
    summary = ReplaySummary()
    for file in files:
        for record in read_records(file):
            replayed = play_again(record, chosen)
            summary.add(replayed)
            for line in replayed.lines:
                print(f"{file}, {line}")
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
    chosen = preset(rules or "isko")
    summary = ReplaySummary()
    records = (record for file in sources for record in read_records(file))
    tables = records_table(records, rules=chosen, on_replay=summary.add)
    run = write_table(folder, tables, records_config(sources, chosen, ("deals", "plays")))
    if not run.simulated:
        print(f"{folder}: holds these records already ({len(run):,} games)")
        return
    print(summary)
    left_out = f" ({summary.records - len(run):,} without a game left out)" if summary.records > len(run) else ""
    print(f"{len(run):,} games written{left_out}\nreport: skatsim report {folder}")


@app.command()
def show(
    seed: Annotated[int, typer.Argument(help="Seed of the run.")],
    game: Annotated[int, typer.Argument(help="Number of the game.")],
    lineup: Lineup = None,
    rules: Rules = None,
    run: Annotated[Path | None, typer.Option(help="Take line-up and rules from the run in this folder.")] = None,
) -> None:
    """Show one game from the deal to the score, card by card."""
    from skatsim.bots.abi import make_lineup
    from skatsim.runs.config import RunConfig, load_config, player_label, players
    from skatsim.runs.run import open_run
    from skatsim.table.referee import transcript

    if run is None:
        config = load_config(lineup=lineup, rules=rules)
    else:
        stored = open_run(run, partial=True).config
        if not isinstance(stored, RunConfig):
            raise SkatsimError(f"{run}: holds no simulated games; name the folder of a simulation")
        if seed != stored.seed or not 0 <= game < stored.games:
            raise SkatsimError(f"{run}: has games 0 to {stored.games - 1:,} of seed {stored.seed}, not {seed} {game}")
        config = stored
    seated = players(config)
    names = [player_label(bot, params) for bot, params in seated]
    print(transcript(seed, game, make_lineup(seated), config.rules, players=names))


@app.command()
def solve(
    hands: Annotated[str, typer.Argument(metavar='"F | M | R"', help="Forehand's | middlehand's | rearhand's cards.")],
    game: Annotated[str, typer.Option(help="C S H D G N.")],
    declarer: Annotated[str, typer.Option(help="forehand, middlehand or rearhand.")],
    skat: Annotated[str, typer.Option(help="The two cards put away; their points are the declarer's.")] = "",
    leader: Annotated[str, typer.Option(help="Who leads, or has led, the trick.")] = "forehand",
    at_least: Annotated[int | None, typer.Option(help="Ask only for this many card points: much faster.")] = None,
    trick: Annotated[str, typer.Option(help="Cards already on the table, in the order played.")] = "",
    taken: Annotated[int, typer.Option(help="Card points the declarer has taken before.")] = 0,
    line: Annotated[bool, typer.Option("--line", help="Show one line of perfect play.")] = False,
) -> None:
    """Solve a deal with open cards: what the declarer makes when all play perfectly.

    With thirty cards given and no skat, the skat is what is left.
    """
    import time

    from skatsim.rules.cards import ALL, CardSet
    from skatsim.solver import best_line, new_workspace
    from skatsim.solver import solve as solve_deal

    question: dict[str, Any] = {
        "skat": skat,
        "contract": game,
        "declarer": _seat(declarer, "--declarer"),
        "leader": _seat(leader, "--leader"),
        "trick": trick,
        "taken": taken,
        "workspace": new_workspace(),
    }
    parts = _hands(hands)
    dealt = CardSet.parse(" ".join(parts))
    if len(dealt) == 30 and not skat:
        question["skat"] = CardSet(ALL & ~dealt.mask)
        print(f"skat: {question['skat']}")
    with _say_compiling("the solver", "play.value_of"):
        solve_deal(parts, **question, at_least=at_least)  # compiles on first use: the time below is the search's
    start = time.perf_counter()
    solution = solve_deal(parts, **{**question, "workspace": new_workspace()}, at_least=at_least)
    seconds = time.perf_counter() - start
    print(f"{_solved(game, solution, at_least)}  ({solution.nodes:,} nodes, {seconds * 1e3:.2f} ms)")
    if line:
        steps = best_line(parts, **question)
        for number, step in enumerate(steps, 1):
            print(f"{number:2}. {step}")
        if steps[-1].card_points is None and steps[-1].winner == question["declarer"]:
            print("    the declarer has a trick: the null game is lost")


def _hands(text: str) -> list[str]:
    parts = text.split("|")
    if len(parts) != 3:
        raise SkatsimError(f"hands: {len(parts)} given; write three with | between them, forehand first")
    return parts


def _seat(name: str, option: str) -> int:
    from skatsim.rules.deals import SEAT_NAMES

    if name not in SEAT_NAMES:
        raise SkatsimError(f"{option} {name!r} is no seat; choose {', '.join(SEAT_NAMES)}")
    return SEAT_NAMES.index(name)


def _solved(game: str, solution: Any, at_least: int | None) -> str:
    if game.startswith("N"):
        return "the declarer stays without a trick" if solution.reached else "the declarer takes a trick"
    if at_least is not None:
        return f"the declarer {'reaches' if solution.reached else 'does not reach'} {at_least} card points"
    return f"the declarer makes {solution.value} card points"


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
    from skatsim.runs.config import OpenTableConfig
    from skatsim.runs.run import check_target
    from skatsim.runs.run import simulate as solve_deals

    if deals < 1:
        raise SkatsimError(f"--deals {deals} is too few; take at least 1")
    config = OpenTableConfig(deals, 1 if seed is None else seed, after_pick_up)
    if out is not None:
        check_target(config, out)
    with _resumable(out), _progress("deals", "the solver", "open_table.sweep") as progress:
        run = solve_deals(config, out, threads=threads, progress=progress)
    _print_open_table(run)
    if out is not None:
        _print_run(run, out)


def _print_open_table(run: "Run") -> None:
    from skatsim.reports.open_table import open_table_text

    print(open_table_text(run), end="")


@app.command()
def bench(
    lineup: Lineup = None,
    games: Annotated[int, typer.Option(help="Games to time.")] = 500_000,
    rules: Rules = None,
) -> None:
    """Time full games of a line-up on one core, in CPU time."""
    import time

    from skatsim.bots.abi import make_lineup
    from skatsim.runs.config import load_config, players
    from skatsim.table.engine import simulate_games

    config = load_config(games=games, lineup=lineup, rules=rules)
    seats = make_lineup(players(config))
    with _say_compiling():
        simulate_games(config.seed, 0, 1, seats, config.rules)
    chunk = 100_000
    start = time.process_time()
    for first in range(0, config.games, chunk):
        simulate_games(config.seed, first, min(chunk, config.games - first), seats, config.rules)
    seconds = time.process_time() - start
    print(f"{config.games:,} games in {seconds:.2f} s CPU: {config.games / seconds:,.0f} games/s on one core")


def _print_run(run: "Run", folder: Path) -> None:
    from skatsim.runs.config import OpenTableConfig

    size = sum(part.bytes for part in run.manifest.parts)
    what, done = ("deals", "solved") if isinstance(run.config, OpenTableConfig) else ("games", "simulated")
    state = f"{run.simulated:,} {done} now" if run.simulated else "complete already, nothing to do"
    print(f"{folder}: {len(run):,} {what}, {_size(size)}, {state}")
    print(f"report: skatsim report {folder}")


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"


@contextmanager
def _resumable(folder: Path | None) -> Iterator[None]:
    """Tell how to go on after ctrl-C."""
    from skatsim.runs.manifest import CLAIM_NAME

    try:
        yield
    except BaseException as error:
        if _interrupted or isinstance(error, KeyboardInterrupt):
            begun = folder and (folder / CLAIM_NAME).exists()
            _fail(f"interrupted; {f'finish with: skatsim resume {folder}' if begun else 'nothing was written'}", 130)
        raise


@contextmanager
def _say_compiling(what: str = "the table and the bots", kernel: str = "engine._simulate") -> Iterator[None]:
    """On a cold start say what takes the time."""
    from skatsim.kernel.compiling import has_compiled_code

    if not has_compiled_code(kernel):
        print(f"compiling {what} (once for this version of skatsim) ...", file=sys.stderr)
    yield


@contextmanager
def _progress(
    unit: str = "games", what: str = "the table and the bots", kernel: str = "engine._simulate"
) -> Iterator[Callable[["Progress"], None]]:
    """A bar with games/s and time left on a terminal; elsewhere a line now and then."""
    with _say_compiling(what, kernel):
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            with _bar(unit) as update:
                yield update
        else:
            yield _lines(unit)


@contextmanager
def _bar(unit: str) -> Iterator[Callable[["Progress"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (BarColumn(), TextColumn("{task.fields[words]}"))
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bars:
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


if __name__ == "__main__":
    main()
