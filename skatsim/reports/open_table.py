"""The open table in shares: how many random deals each seat makes with open cards, each with its interval.

The unit is a deal.  A share of deals has Wilson's 95 % interval.  "A given suit" is the mean of the four suits; they
share their deal, so its interval is Student's over the deals' own means, below 1,000 deals Wilson's for whole deals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.reports.cells import Cell, Table
from skatsim.reports.report import Report
from skatsim.reports.text import table_text
from skatsim.reports.wording import GAME_NAMES, counted, rate
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import OpenTableConfig
from skatsim.runs.filters import Where
from skatsim.runs.run import Run
from skatsim.stats.intervals import mean_interval, wilson
from skatsim.table.schema import OPEN_CONTRACTS

SUITS: Final = 4
ANY_SEAT: Final = "any seat"
FEW_DEALS: Final = 1_000
"""Below it a mean of deals is not yet near enough to normal."""
A_SUIT, ANY_CONTRACT = "a given suit", "any contract"


class MadeCounts(NamedTuple):
    """What a stream of deals adds up to; seats are forehand, middlehand, rearhand and "any of them".

    `made` int64[7, 4]: deals by game type (last: any contract) and seat; `suits` int64[4, 5]: deals by seat and number
    of suits made.
    """

    deals: int
    made: Any
    suits: Any


def count_made(run: Run, where: Where = None) -> MadeCounts:
    """Read the rows of an open table, in memory that does not grow with their number."""
    run.config_of(OpenTableConfig)
    deals, made, suits = 0, np.zeros((7, 4), dtype=np.int64), np.zeros((4, 5), dtype=np.int64)
    for batch in run.batches(OPEN_CONTRACTS, where):
        if not batch.num_rows:  # none fits
            continue
        truths = np.stack([column.to_numpy(zero_copy_only=False) for column in batch.columns])
        by_seat = truths.reshape(-1, len(SEAT_NAMES), batch.num_rows)
        cells = np.concatenate([by_seat, by_seat.any(axis=1, keepdims=True)], axis=1)
        deals += batch.num_rows
        made[:-1] += cells.sum(axis=2)
        made[-1] += cells.any(axis=0).sum(axis=1)
        for seat, number in enumerate(cells[:SUITS].sum(axis=0)):
            suits[seat] += np.bincount(number, minlength=SUITS + 1)
    return MadeCounts(deals, made, suits)


def open_table_frame(run: Run, where: Where = None) -> pd.DataFrame:
    """Shares by contract and seat.

    Returns
    -------
    pandas.DataFrame
        A row a contract ("a given suit" and "any contract" too) and seat ("any seat" too): `deals`, `made` (deals, for
        the given suit suits), `share` (0 to 1), and the ends `low`, `high` of its 95 % interval.

    Raises
    ------
    SkatsimError
        For a run that holds no open table, or damaged parts.
    """
    counts = count_made(run, where)
    seats = (*SEAT_NAMES, ANY_SEAT)
    rows = []
    for game, name in enumerate((*(GAME_NAMES[letter] for letter in GAME_LETTERS), ANY_CONTRACT)):
        shares = wilson(counts.made[game], counts.deals)
        rows += [
            (name, seat, counts.deals, counts.made[game, place], *(end[place] for end in shares))
            for place, seat in enumerate(seats)
        ]
    number = np.arange(SUITS + 1)
    total, squares = counts.suits @ number, counts.suits @ number**2
    pooled = mean_interval(counts.deals, total / SUITS, squares / SUITS**2)
    if counts.deals < FEW_DEALS:  # as if all suits of a deal stood or fell together: too wide rather than too narrow
        pooled = wilson(total / SUITS, counts.deals)
    rows += [
        (A_SUIT, seat, counts.deals, total[place], *(end[place] for end in pooled)) for place, seat in enumerate(seats)
    ]
    return pd.DataFrame(rows, columns=["contract", "seat", "deals", "made", "share", "low", "high"])


@dataclass(frozen=True)
class OpenTableReport(Report):
    """Shares of deals made, and the run they are from."""

    shares: pd.DataFrame
    title: str
    facts: Mapping[str, str]

    def frames(self) -> dict[str, pd.DataFrame]:
        """The one frame, see `open_table_frame`."""
        return {"open_table": self.shares}

    def text(self) -> str:
        """The shares as a table of contracts by seats."""
        frame = self.shares.set_index(["contract", "seat"])
        names = [*(GAME_NAMES[letter] for letter in "CSHD"), A_SUIT, GAME_NAMES["G"], GAME_NAMES["N"], ANY_CONTRACT]
        seats = [*SEAT_NAMES, ANY_SEAT]
        rows = tuple((Cell(name, name), *(_cell(frame.loc[(name, seat)]) for seat in seats)) for name in names)
        deals = int(self.shares["deals"].iloc[0])
        method = "Student" if deals >= FEW_DEALS else "Wilson"
        note = (
            f"n = {counted(deals, 'random deal')} ({_in_brackets(self.facts)}); all play perfectly and see all cards, "
            "forehand leads. Made: 61 card points or more, null without a trick. In brackets: 95 % interval, of shares "
            f"of deals Wilson's, of a given suit (the mean of four) {method}'s over deals."
        )
        return table_text(Table("open_table", self.title, ("contract", *seats), rows, note)) + "\n"


def open_table_report(run: Run, where: Where = None, player: str | None = None) -> OpenTableReport:
    """Count the rows of an open table.

    Raises
    ------
    SkatsimError
        For a run that holds no open table, no deal (of this kind), or damaged parts; for a player, as there is none.
    """
    config = run.config_of(OpenTableConfig)
    if player is not None:
        raise SkatsimError(f"player: an open table has no players, nor {player!r}; leave it out")
    shares = open_table_frame(run, where)
    if not shares["deals"].iloc[0]:
        remedy = "ask for others" if len(run) else f"finish with: skatsim resume {run.path}"
        raise SkatsimError(f"{run.path or 'the run'}: holds no deals{' like that' if len(run) else ' yet'}; {remedy}")
    kind = "after pick-up with the best discard" if config.after_pick_up else "as hand games"
    facts = {"seed": str(config.seed)} | ({} if where is None else {"where": str(where)})
    return OpenTableReport(shares, f"Made with open cards {kind}, % of deals", facts)


def _in_brackets(facts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in facts.items())


def _cell(row: Any) -> Cell:
    return Cell(rate(row["share"], row["low"], row["high"]), row["share"])
