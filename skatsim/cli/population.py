"""What `skatsim safety --run` prints: how safe the bids of a run were."""

from pathlib import Path
from typing import Any

from skatsim.cli.progress import show_progress
from skatsim.cli.runs import check_outside
from skatsim.cli.terminal import one_line
from skatsim.errors import SkatsimError


def tell_population(run: Path, html: Path | None, csv: Path | None, other: dict[str, object], **choice: Any) -> None:
    """Count the run and play deals again; `other` are options that ask about one hand, `choice` goes to `safety_of`."""
    from skatsim.reports.population.result import safety_of

    for name, value in other.items():
        if value:
            raise SkatsimError(f"{name}: asks about one hand, not about a run; leave it or --run out")
    for option, target in (("--html", html), ("--csv", csv)):
        if target is not None:
            check_outside(run, option, target)
    with show_progress("games") as progress:
        result = safety_of(run, progress=progress, **choice)
    print(result.text(), end="")
    if csv is not None:
        result.write_tables(csv.resolve())
        print(f"\ntables: {one_line(str(csv))}")
    if html is not None:
        result.write_page(html.resolve())
        print(f"\npage: {one_line(str(html))}")
