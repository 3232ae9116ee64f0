"""The one place that knows which report a kind of run has."""

from collections.abc import Callable
from os import PathLike
from typing import Final

from skatsim.reports.comparison.report import comparison_report
from skatsim.reports.games import games_report
from skatsim.reports.open_table import open_table_report
from skatsim.reports.report import Report
from skatsim.runs.config import BoardsConfig, Kind, OpenTableConfig, RecordsConfig, RunConfig, XskatConfig
from skatsim.runs.filters import Where
from skatsim.runs.run import Run, open_run

_REPORTS: Final[dict[type[Kind], Callable[[Run, Where, str | None], Report]]] = {
    RunConfig: games_report,
    RecordsConfig: games_report,
    OpenTableConfig: open_table_report,
    BoardsConfig: comparison_report,
    XskatConfig: comparison_report,
}


def report_of(run: Run, *, where: Where = None, player: str | None = None) -> Report:
    """The report on a run of any kind; see `report`."""
    return _REPORTS[type(run.config)](run, where, player)


def report(run: Run | str | PathLike[str], *, where: Where = None, player: str | None = None) -> Report:
    """What a run says: `print` it, or take its `frames`, its page (`write_page`), `to_json` or `write_tables`.

    Parameters
    ----------
    run
        A run or its folder.
    where
        Which rows count, as in `Run.to_pandas`; None: all.
    player
        Count the games this player declared; None: all.

    Raises
    ------
    SkatsimError
        For a run that is not complete or damaged, a filter that is not understood, a player nobody knows, or when no
        row is left.

    Examples
    --------
    >>> import skatsim
    >>> run = skatsim.simulate({"games": 500, "lineup": "random,random,random"})
    >>> skatsim.report(run, where="game_type == 'G'").frames()["game_types"]["name"].to_dict()
    {'G': 'grand'}
    """
    return report_of(run if isinstance(run, Run) else open_run(run), where=where, player=player)
