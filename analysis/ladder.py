"""The ladder of bots: how strong each is, how fast, and how it fares against players its model does not describe.

Run from a clean checkout: ``python analysis/ladder.py [boards] [searchers' boards] [folder]`` (defaults 10,000, 1,000,
out/ladder; some minutes).  Strength is the difference in tournament points (Seeger-Fabian) a deal in duplicate, all six
2-against-1 seatings, 95 % intervals over boards; speed is games a CPU-second of one core, three such bots at the table.
The page shows both, and which bots nothing faster beats.
"""

# %%
import sys
import time
from pathlib import Path

import pandas as pd

from skatsim import compare
from skatsim.bots.bot import make_lineup
from skatsim.reports.cells import Table, mean_cell, number, word
from skatsim.reports.drawing import COLOUR, Drawing
from skatsim.reports.sheet import Section, answer_html, sheet, table_html, write_html
from skatsim.runs.config import make_boards
from skatsim.table.engine import simulate_games

BOARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
SEARCHERS_BOARDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
FOLDER = Path(sys.argv[3] if len(sys.argv) > 3 else "out/ladder")
SEED = 77
YARDSTICK = "heuristic@1"
BOTS = ("random", YARDSTICK, "heuristic@2", "expert", "rollout:worlds=4", "rollout", "rollout:worlds=64")
OFF = "draw_trumps,throw_losers,smear_hope,lead_long,return_suit,keep_guards,save_jacks"
VARIED = f"{YARDSTICK}:boldness=-12,grand=0.3," + ",".join(f"{name}=0" for name in OFF.split(","))
"""A player as strong as the yardstick's kin, and unlike any model: bids less, likes grand, seven ideas missing."""

# %% how fast


def speed(bot):
    """Games a CPU-second of three such bots, the best of three tries of about a second."""
    lineup = make_lineup(make_boards([bot, bot]).players()[:1] * 3)
    simulate_games(SEED, 0, 2, lineup)
    games, best = 2, 0.0
    while True:
        start = time.process_time()
        simulate_games(SEED, 0, games, lineup)
        spent = time.process_time() - start
        best = max(best, games / spent)
        if spent > 1:
            return best
        games *= 4


# %% how strong


def strength(bot, against):
    """The row of differences of `bot` against another, and the boards it took."""
    boards = SEARCHERS_BOARDS if any("rollout" in name for name in (bot, against)) else BOARDS
    row = compare(bot, against, boards=boards, seed=SEED).differences.iloc[0]
    return {"difference": row["difference"], "low": row["low"], "high": row["high"], "boards": boards}


def ladder():
    rows = []
    for place, bot in enumerate(BOTS):
        found = {"bot": bot, "speed": speed(bot)}
        pairs = {"yardstick": YARDSTICK, "step": BOTS[max(0, place - 1)], "varied": VARIED}
        for name, against in pairs.items():
            if against != bot:
                found |= {f"{name}_{key}": value for key, value in strength(bot, against).items()}
        rows.append(found)
        print(pd.Series(found).to_string(), end="\n\n", flush=True)
    return pd.DataFrame(rows)


# %% the page


def pareto(frame):
    told = "; ".join(f"{row.bot} {row.speed:,.0f} games/s" for row in frame.itertuples())
    with Drawing("pareto", f"Strength over speed: {told}.", 640, 300) as drawing:
        axes = drawing.axes(46, 34, 8, 10)
        frame = frame[frame["bot"] != "random"]  # too far below to leave the others room
        points = frame["yardstick_difference"].fillna(0)
        axes.vlines(frame["speed"], frame["yardstick_low"].fillna(0), frame["yardstick_high"].fillna(0),
                    color=COLOUR["ink"], linewidth=1.2)  # fmt: skip
        axes.scatter(frame["speed"], points, s=24, color=COLOUR["ink"], zorder=3)
        for row, height in zip(frame.itertuples(), points, strict=True):
            axes.annotate(row.bot, (row.speed, height), xytext=(6, 5), textcoords="offset points", fontsize=8)
        axes.set_xscale("log")
        axes.set_xlabel("games a CPU-second")
        axes.set_ylabel(f"tournament points a deal above {YARDSTICK}")
        axes.grid(axis="y")
    return drawing.svg


def difference_cell(row, name):
    if pd.isna(row[f"{name}_difference"]):
        return word("")
    ends = (f"{name}_low", f"{name}_high")
    return mean_cell(row, f"{name}_difference", n=int(row[f"{name}_boards"]), ends=ends)


def page(frame):
    header = ("bot", "games a CPU-second", f"over {YARDSTICK}", "over the one above", "over a varied player")
    rows = tuple(
        (
            word(row["bot"]),
            number(row["speed"]),
            *(difference_cell(row, name) for name in ("yardstick", "step", "varied")),
        )
        for _, row in frame.iterrows()
    )
    note = f"{BOARDS:,} boards, {SEARCHERS_BOARDS:,} where one searches; the varied player is {VARIED}."
    table = Table("ladder", "Strength and speed", header, rows, note)
    best = frame.iloc[-1]
    answer = (
        f"{best['bot']} is the strongest: {best['yardstick_difference']:.1f} tournament points a deal more than "
        f"{YARDSTICK}, at {best['speed']:,.0f} games a CPU-second"
    )
    words = (
        "<p>Strength: difference in tournament points (Seeger-Fabian) a deal, the same deals in all six 2-against-1 "
        "seatings, 95 % intervals over boards. Speed: one core, three such bots at the table.</p>"
    )
    sections = [Section("ladder", "The ladder", f"<figure>{pareto(frame)}</figure>" + table_html(table))]
    return sheet("The ladder of bots", [answer_html(answer), words], sections, [])


if __name__ == "__main__":
    ladder_frame = ladder()
    FOLDER.mkdir(parents=True, exist_ok=True)
    ladder_frame.to_csv(FOLDER / "ladder.csv", index=False)
    write_html(page(ladder_frame), FOLDER / "ladder.html")
    print(f"{FOLDER / 'ladder.html'}")
