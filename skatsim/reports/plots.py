"""The plots of the page, each an inline SVG drawn from the frames.

Bids stand at equal distances, as on the ladder.  Circles and bars carry 95 % intervals; a filled circle stands for
games that paid by list points, a hollow one for an open case, a cross for games that did not, so that nothing hangs on
colour.  Hollow diamond marks are real play.  Bids and cells with fewer than `FEW` games are left to the tables.
"""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Ints
from skatsim.reports import frames
from skatsim.reports.drawing import COLOUR, SMALL, Drawing
from skatsim.reports.frames import FEW
from skatsim.reports.reference import SERVER_SEAT, TOURNAMENT_SHARE, TOURNAMENT_WON
from skatsim.reports.tally import Tally
from skatsim.reports.wording import DASH, GAME_NAMES, MINUS, band_text, counted, matador_band_text, percent
from skatsim.rules.contracts import BIDS, GAME_LETTERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

MOST_TICKS: Final = 10
WIDE: Final = 390
NARROW: Final = 330

_HEAT_STEPS: Final = (0.4, 0.55, 2 / 3, 0.75, 0.85, 0.95)
_VERDICTS: Final = {frames.PAYS: "gain", frames.OPEN: "muted", frames.PAYS_NOT: "loss"}
_MARKS: Final[dict[str, dict[str, Any]]] = {
    frames.PAYS: {"marker": "o", "facecolor": COLOUR["gain"], "edgecolor": COLOUR["gain"]},
    frames.OPEN: {"marker": "o", "facecolor": COLOUR["paper"], "edgecolor": COLOUR["muted"]},
    frames.PAYS_NOT: {"marker": "x", "color": COLOUR["loss"]},
}


def plots(tally: Tally) -> dict[str, str]:
    """All plots by name; those are missing for which too few games were played."""
    if not tally.declared:
        return {}
    by_game = {str(letter): frames.by_bid(tally, (_number(letter),)) for letter in frames.by_game_type(tally).index}
    win_rates = [win_rate_plot(tally, letter) for letter, frame in by_game.items() if len(_often(frame))]
    cells = frames.by_bid_and_matadors(tally)["games"]
    return {
        **({"win_rates": "\n".join(win_rates)} if win_rates else {}),
        **({"pays": pays_plot(tally)} if len(_often(frames.by_bid(tally))) else {}),
        **({"heat": heat_plot(tally)} if (cells >= FEW).any() else {}),
        "mix": mix_plot(tally),
        "seats": seat_plot(tally),
        "scores": score_plot(tally),
    }


def win_rate_plot(tally: Tally, letter: str) -> str:
    """Win rate against bid in one game."""
    last = _last_step(tally)
    frame = _often(frames.by_bid(tally, (_number(letter),)))
    games = int(tally.games[_number(letter)].sum())
    label = f"{GAME_NAMES[letter].capitalize()}: win rate against bid. {_in_words(frame)}"
    with Drawing(f"rate-{letter}", label, NARROW, 190) as drawing:
        axes = drawing.axes(32, 24, 22, 26)
        axes.set_title(GAME_NAMES[letter].capitalize(), weight="bold", pad=10)
        axes.text(
            1, 1.09, counted(games, "game"), transform=axes.transAxes, ha="right", color=COLOUR["muted"], size=SMALL
        )
        _per_cent(axes)
        _break_even(axes)
        x = _steps(frame)
        colours = [COLOUR[_VERDICTS[pays]] for pays in frame["pays"]]
        axes.vlines(x, 100 * frame["won_low"], 100 * frame["won_high"], colors=colours, linewidth=1.2)
        _marks(axes, x, 100 * frame["won"], frame["pays"], 24)
        _bid_axis(axes, last)
    return drawing.svg


def pays_plot(tally: Tally) -> str:
    """By game and bid: did declaring pay?"""
    games = frames.by_game_type(tally).index
    rows = {"all": frames.by_bid(tally), **{g: frames.by_bid(tally, (_number(g),)) for g in games}}
    label = "By game and bid, whether declaring paid. " + _verdicts_in_words(rows)
    with Drawing("pays", label, WIDE, 60 + 26 * len(rows)) as drawing:
        axes = drawing.axes(72, 26, 8, 26)
        for place, (name, frame) in enumerate(rows.items()):
            often = _often(frame)
            axes.axhline(place, color=COLOUR["grid"], linewidth=0.8, zorder=0)
            _marks(axes, _steps(often), np.full(len(often), place), often["pays"], 34)
            axes.text(
                -1.1, place, GAME_NAMES[name], ha="right", va="center", weight="bold" if name == "all" else "normal"
            )
        axes.set_ylim(len(rows) - 0.5, -0.6)
        axes.set_yticks([])
        _bid_axis(axes, _last_step(tally))
        _key(axes, {"paid": frames.PAYS, "open": frames.OPEN, "did not pay": frames.PAYS_NOT})
    return drawing.svg


def heat_plot(tally: Tally) -> str:
    """Win rate by bid and matadors."""
    frame = frames.by_bid_and_matadors(tally)
    runs, bids = list(frames.MATADOR_BANDS), list(frames.BID_BANDS)
    label = "Win rate by bid and matadors in suit games and grands; the table that follows has the numbers."
    with Drawing("heat", label, WIDE, 296) as drawing:
        axes = drawing.axes(78, 4, 2, 30)
        for row in frame[frame["games"] >= FEW].to_dict("records"):
            x = bids.index((row["bid_from"], row["bid_to"]))
            y = runs.index((row["matadors_from"], row["matadors_to"]))
            _heat_cell(axes, x, y, row["won"])
        axes.set_xlim(-0.5, len(bids) - 0.5)
        axes.set_ylim(len(runs) - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.set_xticks(range(len(bids)), [band_text(*band).replace(DASH, f"{DASH}\n") for band in bids])
        axes.set_yticks(range(len(runs)), [matador_band_text(*sorted(run)) for run in runs])
        axes.tick_params(axis="y", labelcolor=COLOUR["ink"])
        axes.spines[:].set_visible(False)
    return drawing.svg


def mix_plot(tally: Tally) -> str:
    """How often each game is played and won, beside real tournaments."""
    frame = frames.by_game_type(tally)
    frame.index = pd.Index([GAME_NAMES[letter] for letter in frame.index])
    real = {GAME_NAMES[g]: (TOURNAMENT_SHARE[g], TOURNAMENT_WON[g]) for g in TOURNAMENT_SHARE}
    return _share_and_won("mix", "game", frame, real, "tournaments")


def seat_plot(tally: Tally) -> str:
    """How often each seat declares and wins, beside games of the International Skat Server."""
    frame = frames.by_seat(tally)
    return _share_and_won("seats", "seat", frame, {s: (share, None) for s, share in SERVER_SEAT.items()}, "ISS")


def score_plot(tally: Tally) -> str:
    """How list scores are distributed."""
    bands = frames.score_bands(tally)
    lost = bands["to"] <= 0
    label = f"Distribution of list scores: {percent(bands.loc[lost, 'share'].sum())} per cent below 0."
    edges = bands["from"].to_numpy()[1:]
    with Drawing("scores", label, WIDE, 230) as drawing:
        axes = drawing.axes(32, 40, 8, 12)
        colours = [COLOUR["loss"] if below else COLOUR["gain"] for below in lost]
        axes.bar(np.arange(len(bands)), 100 * bands["share"], width=0.86, color=colours)
        ticks = [place for place, edge in enumerate(edges) if edge % 100 == 0 or edge == edges[-1]]
        axes.set_xticks([place + 0.5 for place in ticks], [str(edges[t]).replace("-", MINUS) for t in ticks])
        axes.set_xlim(-0.6, len(bands) - 0.4)
        axes.set_xlabel("list score of the declarer; the outermost bars are open", labelpad=6)
        axes.yaxis.set_major_locator(_locator(5))
        axes.yaxis.set_major_formatter("{x:g}%")
        axes.grid(axis="y")
    return drawing.svg


def _share_and_won(name: str, what: str, frame: pd.DataFrame, real: dict[str, Any], key: str) -> str:
    """Two panels over the same rows: bars of shares and dots of win rates, hollow diamond marks for real play."""
    rows = frame[frame["games"] > 0]
    shares_and_wins = zip(rows.index, rows["share"], rows["won"], strict=True)
    parts = [f"{row} {percent(share)}, won {percent(won)}" for row, share, won in shares_and_wins]
    label = f"Share of games and win rate by {what}, in per cent: " + "; ".join(parts) + "."
    with Drawing(name, label, WIDE, 74 + 27 * len(frame)) as drawing:
        shares, won = drawing.axes(76, 26, 172, 40), drawing.axes(246, 26, 14, 40)
        y = np.arange(len(frame))
        shares.barh(y, 100 * frame["share"], height=0.62, color=COLOUR["gain"])
        shares.set_yticks(y, frame.index)
        shares.tick_params(axis="y", labelcolor=COLOUR["ink"], labelsize=11.5)
        won.set_yticks([])
        won.errorbar(100 * frame["won"], y, xerr=_errors(frame, "won"), fmt="o", color=COLOUR["gain"], markersize=5.5)
        shares.errorbar(
            100 * frame["share"], y, xerr=_errors(frame, "share"), fmt="none", color=COLOUR["ink"], linewidth=1
        )
        for axes, column in ((shares, 0), (won, 1)):
            known = [(100 * real[row][column], place) for place, row in enumerate(frame.index) if real[row][column]]
            _diamonds(axes, known)
            axes.set_ylim(len(frame) - 0.4, -0.6)
            axes.grid(axis="x")
            axes.xaxis.set_major_locator(_locator(3 if column else 4))
            axes.xaxis.set_major_formatter("{x:g}%")
        won.set_xlim(*_rounded(frame, [real[row][1] for row in frame.index if real[row][1]]))
        shares.set_title("share of games", size=SMALL, color=COLOUR["muted"], pad=6)
        won.set_title("won", size=SMALL, color=COLOUR["muted"], pad=6)
        _diamond_key(drawing, key)
    return drawing.svg


def _rounded(frame: pd.DataFrame, real: list[float]) -> tuple[float, float]:
    """Ends of a per cent axis that holds all win rates with their intervals, at multiples of 10."""
    low, high = np.nanmin([*frame["won_low"], *real]), np.nanmax([*frame["won_high"], *real])
    return max(0, 10 * np.floor(10 * low - 0.1)), min(101, 10 * np.ceil(10 * high + 0.1))


def _errors(frame: pd.DataFrame, name: str) -> Any:
    return 100 * np.stack([frame[name] - frame[f"{name}_low"], frame[f"{name}_high"] - frame[name]])


def _diamonds(axes: "Axes", points: list[tuple[float, int]]) -> None:
    if points:
        x, y = zip(*points, strict=True)
        axes.scatter(
            x, y, marker="D", s=26, facecolor=COLOUR["paper"], edgecolor=COLOUR["real"], linewidth=1.5, zorder=4
        )


def _diamond_key(drawing: Drawing, words: str) -> None:
    axes = drawing.axes(76, drawing.height - 14, 4, 2)
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width - 80)
    axes.set_ylim(-6, 6)
    _diamonds(axes, [(5, 0)])
    axes.text(14, 0, words, va="center_baseline", size=SMALL, color=COLOUR["muted"])


def _heat_cell(axes: "Axes", x: int, y: int, share: float) -> None:
    step = int(np.searchsorted(_HEAT_STEPS, share, side="right"))
    axes.fill([x - 0.47, x + 0.47, x + 0.47, x - 0.47], [y - 0.46, y - 0.46, y + 0.46, y + 0.46], COLOUR[f"heat{step}"])
    axes.text(x, y, f"{100 * share:.0f}", ha="center", va="center_baseline", size=SMALL, color=COLOUR["on-heat"])


def _number(letter: Any) -> int:
    return GAME_LETTERS.index(letter)


def _often(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[(frame["games"] >= FEW) & (frame.index > 0)]


def _steps(frame: pd.DataFrame) -> Ints:
    return np.array([BIDS.index(bid) for bid in frame.index], dtype=np.int64)


def _last_step(tally: Tally) -> int:
    """The place on the ladder where all bid axes end."""
    often = _often(frames.by_bid(tally))
    return max(BIDS.index(int(often.index[-1])) if len(often) else 0, 5)


def _bid_axis(axes: "Axes", last: int) -> None:
    axes.set_xlim(-0.7, last + 0.7)
    ticks = list(range(0, last + 1, -(-(last + 1) // MOST_TICKS)))
    axes.set_xticks(ticks, [str(BIDS[step]) for step in ticks])


def _per_cent(axes: "Axes") -> None:
    axes.set_ylim(0, 102)
    axes.set_yticks([0, 25, 50, 75, 100], ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(axis="y")


def _break_even(axes: "Axes") -> None:
    axes.axhline(100 * frames.BREAK_EVEN, color=COLOUR["ink"], linewidth=1, dashes=(4, 3), zorder=1)
    place: dict[str, Any] = {
        "xycoords": ("axes fraction", "data"),
        "va": "center_baseline",
        "size": SMALL,
        "color": COLOUR["muted"],
    }
    axes.annotate("2/3", (1.02, 100 * frames.BREAK_EVEN), **place)


def _marks(axes: "Axes", x: Ints, y: "ArrayLike", pays: "pd.Series[str]", size: float) -> None:
    for verdict, style in _MARKS.items():
        here = (pays == verdict).to_numpy()
        axes.scatter(x[here], np.asarray(y)[here], s=size, linewidth=1.3, zorder=3, **style)


def _key(axes: "Axes", words: dict[str, str]) -> None:
    """What the marks stand for, above the axes."""
    for text, verdict in words.items():
        axes.scatter([], [], s=34, linewidth=1.2, label=text, **_MARKS[verdict])
    box = {"loc": "lower right", "bbox_to_anchor": (1.02, 0.97), "ncols": 3, "frameon": False, "fontsize": SMALL}
    axes.legend(handletextpad=0.1, columnspacing=1.0, labelcolor=COLOUR["muted"], borderaxespad=0.2, **box)


def _locator(bins: int) -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(bins, steps=[1, 2, 5, 10])


def _in_words(frame: pd.DataFrame) -> str:
    return "; ".join(f"{bid}: {percent(won)} per cent" for bid, won in frame["won"].items()) + "."


def _verdicts_in_words(rows: dict[str, pd.DataFrame]) -> str:
    parts = []
    for name, frame in rows.items():
        often = _often(frame)
        found = {verdict: often.index[often["pays"] == verdict] for verdict in _VERDICTS}
        told = [f"{verdict} at {', '.join(map(str, bids))}" for verdict, bids in found.items() if len(bids)]
        parts += [f"{GAME_NAMES[name]}: {'; '.join(told)}."] if told else []
    return " ".join(parts)
