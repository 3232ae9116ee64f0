"""The application: options that commands share, and `run`, which turns bad input into one line.

Exit codes: 0 done; 1 what was checked differs (`replay`); 2 bad input, with one line on stderr; 130 interrupted.
"""

from importlib import import_module
from typing import Annotated, Any

import typer

from skatsim import __version__
from skatsim.cli.terminal import fail
from skatsim.errors import SkatsimError

app = typer.Typer(
    help="Deal, bid, play and score Skat by the million, and say how safe a bid is.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Threads = Annotated[int | None, typer.Option(help="Threads; default: one for each core. Never changes a result.")]
Rules = Annotated[str | None, typer.Option(help="Rule preset: isko, stargames-no, stargames-cs, web-99, pre-1999.")]
Seed = Annotated[
    int | None, typer.Option(help="Seed (default: the run file's, else 1); with the game number it names a deal.")
]
Lineup = Annotated[str | None, typer.Option(help="Three bots, such as heuristic,heuristic:boldness=5,mybot.py:BOT.")]


_GROUPS = ("runs", "comparing", "arena", "safety", "regret", "games", "records", "solving", "bots")
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]  # typer does not export click's UsageError


def run() -> Any:
    """Run the command of the command line; its exit code."""
    for group in _GROUPS:  # each puts its commands into the application
        import_module(f"skatsim.cli.{group}")
    try:
        return app(standalone_mode=False, prog_name="skatsim")
    except _USAGE_ERROR as error:
        command = error.ctx.command_path if error.ctx else "skatsim"
        fail(f"{error.format_message().rstrip('.')}{_value(error)}; see: {command} --help")
    except SkatsimError as error:
        fail(str(error))
    except typer.Abort:
        raise KeyboardInterrupt from None


def _value(error: Exception) -> str:
    """The value at fault, where typer's words leave it out."""
    faults: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    return f": {faults[0]['input']!r}" if faults else ""


def _print_version(asked: bool) -> None:
    if asked:
        print(f"skatsim {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _help(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
