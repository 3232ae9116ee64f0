"""The plots of a regret's page, inline SVG: losses by trick, declarer and defenders side by side."""

from typing import Final

from skatsim.reports.drawing import COLOUR, SMALL, Drawing
from skatsim.reports.regret.result import DECLARER, DEFENDER, Regret
from skatsim.reports.wording import percent

WIDE: Final = 390
_SHIFT: Final = 0.12
_LOOKS: Final = {DECLARER: ("o", "ink", -_SHIFT), DEFENDER: ("D", "real", _SHIFT)}


def loss_plot(result: Regret) -> str:
    """Mean card points a card, by trick; "" where only null was played."""
    if result.cards["loss"].isna().all():
        return ""
    return _by_trick(result, "loss", "Card points lost a card", 1)


def turned_plot(result: Regret) -> str:
    """Share of the cards that lose the game, by trick."""
    return _by_trick(result, "turned", "Cards that lose the game, %", 100)


def _by_trick(result: Regret, name: str, title: str, scale: int) -> str:
    frames = {role: result.tricks[result.tricks["role"] == role].dropna(subset=[name]) for role in _LOOKS}
    words = "; ".join(
        f"{role} " + ", ".join(percent(value) if name == "turned" else f"{value:.1f}" for value in frame[name])
        for role, frame in frames.items()
    )
    with Drawing(name, f"{title}, by trick from the first: {words}.", WIDE, 220) as drawing:
        axes = drawing.axes(34, 34, 8, 26)
        axes.set_title(title, size=SMALL, color=COLOUR["muted"])
        for role, (marker, colour, shift) in _LOOKS.items():
            frame = frames[role]
            x = frame["trick"] + shift
            axes.vlines(x, scale * frame[f"{name}_low"], scale * frame[f"{name}_high"], color=COLOUR[colour])
            axes.plot(x, scale * frame[name], color=COLOUR[colour], linewidth=0.8)
            axes.scatter(x, scale * frame[name], s=22, marker=marker, color=COLOUR[colour], zorder=3, label=role)
        axes.legend(frameon=False, fontsize=SMALL, labelcolor=COLOUR["ink"])
        axes.set_xticks(range(1, 11))
        axes.set_xlim(0.5, 10.5)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("trick")
        axes.grid(axis="y")
    return drawing.svg
