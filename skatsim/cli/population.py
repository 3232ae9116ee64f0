"""What `skatsim safety --run` prints: how safe the bids of a run were."""

from pathlib import Path
from typing import Any

from skatsim.cli.progress import show_progress
from skatsim.cli.telling import Targets, tell
from skatsim.errors import SkatsimError


def tell_population(run: Path, targets: Targets, other: dict[str, object], **choice: Any) -> None:
    """Count the run and play deals again; `other` are options that ask about one hand, `choice` goes to `safety_of`."""
    from skatsim.reports.population.result import safety_of

    for name, value in other.items():
        if value is not None:
            raise SkatsimError(f"{name}: asks about one hand, not about a run; leave it or --run out")
    targets.check(run)
    with show_progress("games") as progress:
        result = safety_of(run, progress=progress, **choice)
    tell(result, targets)
