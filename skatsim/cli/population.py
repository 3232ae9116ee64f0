"""What `skatsim safety --run` prints: how safe the bids of a run were."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from skatsim.cli.progress import show_progress
from skatsim.cli.telling import Targets, known_so_far, tell
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.reports.population.result import Population


def tell_population(run: Path, targets: Targets, other: dict[str, object], **choice: Any) -> None:
    """Count the run and play deals again; `other` are options that ask about one hand, `choice` goes to `safety_of`."""
    from skatsim.reports.population.result import safety_of

    for name, value in other.items():
        if value is not None:
            raise SkatsimError(f"{name}: asks about one hand, not about a run; leave it or --run out")
    targets.check(run)
    known: list[Population] = []
    with known_so_far(lambda: known[0] if known else None), show_progress("games") as progress:
        result = safety_of(run, progress=progress, known=known.append, **choice)
    tell(result, targets)
