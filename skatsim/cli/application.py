"""The application: options that commands share, and `main`, which turns what can go wrong into one line.

Exit codes: 0 done; 1 what was checked differs (`replay`); 2 bad input, with one line on stderr; 130 interrupted.
"""

import signal
import sys
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer

from skatsim.errors import SkatsimError

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
        fail(f"{error.format_message().rstrip('.')}; see: {command} --help")
    except SkatsimError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except (typer.Abort, KeyboardInterrupt):
        fail("interrupted", 130)
    except Exception:
        if interrupted:
            fail("interrupted", 130)
        raise


interrupted: list[int] = []
"""Signals that came: the compiler turns an interrupt into errors of its own."""


def _interrupt(number: int, _frame: Any) -> None:
    interrupted.append(number)
    raise KeyboardInterrupt


def fail(line: str, code: int = 2) -> NoReturn:
    """Say what is wrong in one line on stderr and end."""
    print(f"skatsim: {line}", file=sys.stderr)
    sys.exit(code)


@app.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
