"""The report on a comparison, as on any other run."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.reports.comparison.page import comparison_page
from skatsim.reports.comparison.result import Comparison, comparison_of
from skatsim.reports.comparison.text import comparison_text
from skatsim.reports.report import Report
from skatsim.runs.filters import Where
from skatsim.runs.run import Run


@dataclass(frozen=True)
class ComparisonReport(Report):
    """What a comparison found, and the run it is from."""

    result: Comparison
    title: str
    facts: Mapping[str, str]

    def text(self) -> str:
        """The answer in words, and the tables."""
        return comparison_text(self.result)

    def page(self) -> str:
        """The page with its plots and the largest swings card by card."""
        return comparison_page(self.result)

    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames of `Comparison`."""
        return self.result.frames


def comparison_report(run: Run, where: Where = None, player: str | None = None) -> ComparisonReport:
    """Count the boards of a comparison.

    Raises
    ------
    SkatsimError
        For a choice of rows, which would tear boards apart, and what `comparison_of` refuses.
    """
    for name, chosen in (("where", where), ("player", player)):
        if chosen is not None:
            raise SkatsimError(f"{name}: a comparison counts whole boards, and not some games of them; leave it out")
    result = comparison_of(run)
    facts = {"configuration": f"SHA-256 {run.config.digest}", "skatsim": run.manifest.skatsim_version}
    return ComparisonReport(
        result, f"{len(run):,} games on {result.boards:,} boards, " + ", ".join(result.names), facts
    )
