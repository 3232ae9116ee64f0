"""Floor 7: the commands, one module a group: parse, call the library, print.

The only floor that prints or knows typer and rich.  Heavy imports stand inside the commands: help comes at once.

* `application` -- the application, the options commands share, `main`;
* `progress` -- what long work shows, and how to go on after ctrl-C;
* `runs` -- simulate, resume, report, open-table, bench;
* `games` -- score, show;
* `records` -- replay, convert;
* `solving` -- solve.
"""

from skatsim.cli import games, records, runs, solving  # each puts its commands into the application
from skatsim.cli.application import app, main

__all__ = ["app", "games", "main", "records", "runs", "solving"]
