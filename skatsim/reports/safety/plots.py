"""The pictures of an answer: the curve by limit, the 22 cards in the skat, the contracts.

Bids stand at equal distances, as on the ladder.  Lines and whiskers are 95 % intervals.  Above the dashed line a limit
brings more than passing at once.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Ints
from skatsim.reports.drawing import COLOUR, SMALL, Drawing
from skatsim.reports.safety.answer import Safety
from skatsim.reports.safety.curve import BID_OF_STEP, Curve
from skatsim.reports.safety.tables import contract_name, shown_contracts
from skatsim.reports.wording import percent, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE: Final = 390
_MOST_TICKS: Final = 12


def pictures(answer: Safety) -> dict[str, Drawing]:
    """Pictures by the name of the table they belong to."""
    drawn = {}
    if answer.curve is not None and len(answer.curve.told) > 1:
        drawn["limits"] = curve_plot(answer.curve)
    if answer.contracts is not None and len(answer.contracts):
        frame = shown_contracts(answer.contracts)
        drawn["contracts"] = contract_plot(frame, [two_lines(contract_name(letters)) for letters in frame["contract"]])
    if answer.skat_cards is not None:
        drawn["skat_cards"] = skat_plot(answer.skat_cards)
    return drawn


def curve_plot(curve: Curve) -> Drawing:
    """What holding up to each bid brings over passing at once, and how often it wins."""
    frame = shown_limits(curve)
    best, turn = BID_OF_STEP[curve.best()], BID_OF_STEP[curve.turns()]
    label = f"Points a deal over passing at once, by limit: {_in_words(frame, 'tournament_gain', signed)}"
    with Drawing("curve", label, WIDE, 330) as drawing:
        gain, won = drawing.axes(44, 150, 14, 26), drawing.axes(44, 34, 14, 206)
        x = np.arange(len(frame))
        colours = [COLOUR["gain"] if mean > 0 else COLOUR["loss"] for mean in frame["tournament_gain"]]
        gain.axhline(0, color=COLOUR["ink"], linewidth=1, dashes=(4, 3), zorder=1)
        gain.vlines(x, frame["tournament_gain_low"], frame["tournament_gain_high"], colors=colours, linewidth=1.4)
        gain.plot(x, frame["tournament_gain"], color=COLOUR["muted"], linewidth=0.8, zorder=1)
        gain.scatter(x, frame["tournament_gain"], s=26, c=colours, zorder=3)
        for bid, words, side, ha in ((best, "best", 0, "center"), (turn, "turns", 5, "left")):
            place = np.flatnonzero(frame["limit"].to_numpy() == bid)
            if bid and len(place):
                y = frame["tournament_gain_high"].iloc[place[0]]
                gain.annotate(words, (place[0], y), (side, 4), textcoords="offset points", ha=ha, size=SMALL)
        gain.set_title("points a deal over passing at once", size=SMALL, color=COLOUR["muted"], pad=8)
        low, high = gain.get_ylim()
        gain.set_ylim(low, high + 0.12 * (high - low))
        won.vlines(x, 100 * frame["won_low"], 100 * frame["won_high"], colors=COLOUR["ink"], linewidth=1.2)
        won.scatter(x, 100 * frame["won"], s=16, color=COLOUR["ink"], zorder=3)
        won.set_title("won of the games played, %", size=SMALL, color=COLOUR["muted"], pad=8)
        for axes in (gain, won):
            axes.grid(axis="y")
            axes.set_xlim(-0.7, len(frame) - 0.3)
            axes.set_xticks([])
            axes.yaxis.set_major_locator(_locator(4))
        every = -(-len(frame) // _MOST_TICKS)
        won.set_xticks(x[::every], [str(bid) for bid in frame["limit"]][::every])
        won.set_xlabel("I hold up to", labelpad=4)
    return drawing


def shown_limits(curve: Curve) -> pd.DataFrame:
    """The limits drawn and told: those that are not rare, without giving up at once."""
    frame = curve.frame()
    told = {BID_OF_STEP[step] for step in curve.told[1:]}
    return frame[frame["limit"].isin(told)].reset_index(drop=True)


def skat_plot(frame: pd.DataFrame) -> Drawing:
    """What each unseen card is worth in the skat."""
    label = "Win rate with a card in the skat less that without it, in points of per cent: " + _in_words(
        frame, "worth", lambda worth: signed(100 * worth), "card"
    )
    with Drawing("skat", label, WIDE, 40 + 18 * len(frame)) as drawing:
        axes = drawing.axes(34, 22, 14, 16)
        y = np.arange(len(frame))
        colours = [COLOUR["gain"] if worth > 0 else COLOUR["loss"] for worth in frame["worth"]]
        axes.barh(y, 100 * frame["worth"], height=0.66, color=colours)
        axes.hlines(y, 100 * frame["worth_low"], 100 * frame["worth_high"], colors=COLOUR["ink"], linewidth=1)
        axes.axvline(0, color=COLOUR["ink"], linewidth=1)
        _names(axes, y, frame["card"])
        axes.set_title("points of per cent more or less won", size=SMALL, color=COLOUR["muted"], pad=5)
    return drawing


def contract_plot(frame: pd.DataFrame, names: list[str]) -> Drawing:
    """How often each contract is made, and what it brings at a bid it covers."""
    label = "Made, in per cent: " + _in_words(
        frame.assign(name=[name.replace("\n", ", ") for name in names]), "won_covered", percent, "name"
    )
    with Drawing("contracts", label, WIDE, 56 + 27 * len(frame)) as drawing:
        made, points = drawing.axes(128, 24, 156, 24), drawing.axes(262, 24, 10, 24)
        y = np.arange(len(frame))
        made.barh(y, 100 * frame["won_covered"], height=0.62, color=COLOUR["gain"])
        _whiskers(made, frame, y, "won_covered", 100)
        made.set_xlim(0, 104)
        made.xaxis.set_major_formatter("{x:g}%")
        made.set_title("made", size=SMALL, color=COLOUR["muted"], pad=6)
        _names(made, y, names)
        colours = [COLOUR["gain"] if mean > 0 else COLOUR["loss"] for mean in frame["tournament_covered"]]
        points.barh(y, frame["tournament_covered"], height=0.62, color=colours)
        _whiskers(points, frame, y, "tournament_covered", 1)
        points.axvline(0, color=COLOUR["ink"], linewidth=1)
        points.set_yticks([])
        points.set_ylim(len(frame) - 0.4, -0.6)
        points.grid(axis="x")
        points.set_title("points, the bid covered", size=SMALL, color=COLOUR["muted"], pad=6)
        for axes in (made, points):
            axes.xaxis.set_major_locator(_locator(3))
    return drawing


def _whiskers(axes: "Axes", frame: pd.DataFrame, y: Ints, name: str, scale: float) -> None:
    axes.hlines(y, scale * frame[f"{name}_low"], scale * frame[f"{name}_high"], colors=COLOUR["ink"], linewidth=1)


def _names(axes: "Axes", y: Ints, names: Iterable[str]) -> None:
    axes.set_yticks(y, list(names))
    axes.tick_params(axis="y", labelcolor=COLOUR["ink"], labelsize=SMALL + 1)
    axes.set_ylim(len(y) - 0.4, -0.6)
    axes.grid(axis="x")


def _in_words(frame: pd.DataFrame, value: str, text: Callable[[float], str], name: str = "limit") -> str:
    return "; ".join(f"{n} {text(v)}" for n, v in zip(frame[name], frame[value], strict=True)) + "."


def two_lines(name: str) -> str:
    """A contract with its announcement below it, else it is too long for the margin."""
    return name.replace(", ", "\n")


def _locator(bins: int) -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(bins, steps=[1, 2, 5, 10])
