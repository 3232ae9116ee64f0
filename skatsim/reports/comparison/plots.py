"""The plots of a comparison's page, inline SVG."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from skatsim.reports.comparison.boards import SWING_BINS, SWING_WIDTH
from skatsim.reports.comparison.result import BETTER, WORSE, Comparison
from skatsim.reports.drawing import COLOUR, SMALL, Drawing
from skatsim.reports.wording import GAME_NAMES, MINUS, count, signed
from skatsim.runs.again import sweep_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE: Final = 390
_ROW: Final = 24
_COLOURS: Final = {BETTER: COLOUR["gain"], WORSE: COLOUR["loss"]}


def forest_plot(result: Comparison) -> str:
    """Every pair's difference with its interval."""
    frame = result.differences
    names = [f"{row['a'][0]} less {row['b'][0]}" for row in frame.to_dict("records")]
    return _forest("pairs", "Difference in tournament points a deal and seat", names, frame)


def parts_plot(result: Comparison) -> str:
    """Where the first pair's difference comes from: roles, then games."""
    first = result.differences.iloc[0]
    parts = [
        frame[(frame["a"] == first["a"]) & (frame["b"] == first["b"])].rename(columns={column: "part"})
        for frame, column in ((result.roles, "role"), (result.contracts, "game_type"))
    ]
    frame = pd.concat(parts, ignore_index=True)
    names = [GAME_NAMES.get(part, part) for part in frame["part"]]
    title = f"{first['a'][0]} less {first['b'][0]} by role and by game, tournament points a deal and seat"
    return _forest("parts", title, names, frame)


def spread_plot(result: Comparison) -> str:
    """How far apart the boards of the first pair are."""
    boards = result.counts.spread[0]
    centres = (np.arange(SWING_BINS) - SWING_BINS // 2) * SWING_WIDTH
    shown = np.nonzero(boards)[0]
    label = (
        f"Boards by difference in tournament points: {count(boards[SWING_BINS // 2])} of {count(boards.sum())} near 0."
    )
    with Drawing("spread", label, WIDE, 200) as drawing:
        axes = drawing.axes(52, 30, 8, 10)
        colours = [COLOUR["gain"] if x > 0 else COLOUR["loss"] if x < 0 else COLOUR["muted"] for x in centres]
        axes.bar(centres, np.maximum(boards, 0), width=0.86 * SWING_WIDTH, color=colours)
        axes.set_yscale("log")
        axes.set_ylim(0.7, boards.max() * 2)
        axes.set_xlim(centres[shown[0]] - SWING_WIDTH, centres[shown[-1]] + SWING_WIDTH)
        ticks = [10**power for power in range(len(str(boards.max())))]
        axes.set_yticks(ticks, [count(tick) for tick in ticks])
        axes.set_yticks([], minor=True)
        axes.grid(axis="y")
    return drawing.svg


def sweep_plot(result: Comparison) -> str:
    """The differences of a sweep against its parameter; "" for another comparison."""
    swept = sweep_of(result.config)
    if swept is None:
        return ""
    name, values = swept
    frame = result.differences
    label = f"Difference to A by {name}: " + ", ".join(
        f"{value:g} {signed(-row['difference'], 2)}"
        for value, row in zip(values, frame.to_dict("records"), strict=True)
    )
    with Drawing("sweep", label, WIDE, 220) as drawing:
        axes = drawing.axes(40, 34, 8, 10)
        axes.axhline(0, color=COLOUR["muted"], linewidth=0.8)
        axes.vlines(values, -frame["high"], -frame["low"], color=COLOUR["ink"], linewidth=1.2)
        axes.scatter(values, -frame["difference"], s=26, color=COLOUR["ink"], zorder=3)
        axes.set_xticks(values, [f"{value:g}".replace("-", MINUS) for value in values])
        axes.set_xlabel(name)
        axes.grid(axis="y")
    return drawing.svg


def _forest(name: str, title: str, names: list[str], frame: pd.DataFrame) -> str:
    values = [f"{label} {signed(value, 2)}" for label, value in zip(names, frame["difference"], strict=True)]
    with Drawing(name, f"{title}: {', '.join(values)}.", WIDE, 54 + _ROW * len(names)) as drawing:
        axes = drawing.axes(84, 28, 12, 8)
        axes.axvline(0, color=COLOUR["muted"], linewidth=0.8)
        for place, row in enumerate(frame.to_dict("records")):
            _interval(axes, place, row)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_yticks(range(len(names)), names)
        axes.tick_params(axis="y", labelcolor=COLOUR["ink"], labelsize=SMALL)
        axes.locator_params(axis="x", nbins=7)
        axes.grid(axis="x")
    return drawing.svg


def _interval(axes: "Axes", place: int, row: dict[Any, Any]) -> None:
    verdict = BETTER if row["low"] > 0 else WORSE if row["high"] < 0 else ""
    colour = _COLOURS.get(verdict, COLOUR["muted"])
    axes.hlines(place, row["low"], row["high"], color=colour, linewidth=1.6)
    face = colour if verdict else COLOUR["paper"]
    axes.scatter([row["difference"]], [place], s=28, facecolor=face, edgecolor=colour, zorder=3)
