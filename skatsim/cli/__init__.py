"""Floor 7: the commands, one module a group: parse, call the library, print.

The only floor that prints or knows typer and rich.  Heavy imports stand inside the commands: help comes at once.

* `terminal` -- streams, signals and the line with which a command ends early;
* `application` -- the application and the options commands share;
* `progress` -- what long work shows, and how to go on after ctrl-C;
* `runs` -- simulate, resume, report, open-table, bench;
* `comparing` -- compare; `arena` -- arena;
* `safety` -- safety; `population` -- safety --run;
* `games` -- score, show; `bots` -- bots;
* `records` -- replay, convert;
* `solving` -- solve; `proving` -- solve --unlosable.
"""

import sys

from skatsim.cli.terminal import close_stdout, fail, interrupt, interrupted, open_streams, take_signals

__all__ = ["main"]


def main() -> None:
    """Entry point: run a command, turn what can go wrong into one line and an exit code."""
    take_signals()
    open_streams()
    try:
        from skatsim.cli.application import run

        code = run()
        close_stdout()
    except OSError as error:
        fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        interrupt()
    except Exception:
        if interrupted:
            interrupt()
        raise
    if code == 130:  # typer's answer to an interrupt
        interrupt()
    sys.exit(code)
