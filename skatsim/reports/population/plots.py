"""The plots of the page on a run's bid safety, inline SVG; lines are 95 % intervals."""

from typing import Final

import numpy as np

from skatsim.reports.drawing import COLOUR, Drawing
from skatsim.reports.population.moves import BIDS_ITSELF, Moves
from skatsim.reports.population.result import Population
from skatsim.reports.population.tables import LEAST
from skatsim.reports.wording import percent, signed

WIDE: Final = 390
_EVERY: Final = 12


def bids_plot(result: Population) -> str:
    """How often games are won, by bid."""
    frame = result.by("bid")
    frame = frame[frame["games"] >= LEAST]
    if not len(frame):
        return ""
    told = "; ".join(f"{bid} {percent(won)}" for bid, won in zip(frame["bid"], frame["won"], strict=True))
    with Drawing("bids", f"Games won in per cent, by bid: {told}.", WIDE, 220) as drawing:
        axes, x = drawing.axes(40, 34, 8, 10), np.arange(len(frame))
        axes.vlines(x, 100 * frame["won_low"], 100 * frame["won_high"], color=COLOUR["ink"], linewidth=1.2)
        axes.scatter(x, 100 * frame["won"], s=18, color=COLOUR["ink"], zorder=3)
        every = -(-len(frame) // _EVERY)
        axes.set_xticks(x[::every], [str(bid) for bid in frame["bid"]][::every])
        axes.set_xlabel("bid")
        axes.yaxis.set_major_formatter("{x:g}%")
        axes.grid(axis="y")
    return drawing.svg


def moves_plot(moves: Moves) -> str:
    """What moving the limit changes, by bot, for seats that would bid."""
    frame = moves.frame
    frame = frame[(frame["seats"] == BIDS_ITSELF) & (frame["deals"] >= LEAST)]
    if not len(frame):
        return ""
    told = "; ".join(
        f"{bot} {signed(steps, 0)} steps {signed(points, 2)}"
        for bot, steps, points in zip(frame["bot"], frame["steps"], frame["tournament"], strict=True)
    )
    with Drawing("moves", f"Change in tournament points a deal by steps moved: {told}.", WIDE, 220) as drawing:
        axes = drawing.axes(40, 34, 8, 10)
        axes.axhline(0, color=COLOUR["muted"], linewidth=0.8)
        for place, (_, group) in enumerate(frame.groupby("bot", sort=False)):
            x = group["steps"] + 0.12 * place
            axes.plot(x, group["tournament"], color=COLOUR["muted"], linewidth=0.8)
            axes.vlines(x, group["tournament_low"], group["tournament_high"], color=COLOUR["ink"], linewidth=1.2)
            axes.scatter(x, group["tournament"], s=24, color=COLOUR["ink"], zorder=3)
        axes.set_xticks([-2, -1, 0, 1, 2], ["−2", "−1", "0", "+1", "+2"])
        axes.set_xlabel("steps further")
        axes.grid(axis="y")
    return drawing.svg
