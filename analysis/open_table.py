"""The open table: how many random deals each seat makes with open cards, and what follows from it.

Run from a clean checkout: ``python analysis/open_table.py [hand deals] [pick-up deals]`` (defaults 1,000,000 and
100,000; 25 minutes on one core).  The deals, solved, lie in `out/open_table` and are solved once, resumably; the shares
go to `data/open_table/*.csv`, what else is found is printed.  The numbers of deals were fixed beforehand.
"""

# %%
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy import stats

from skatsim import OpenTableConfig, simulate
from skatsim.reports.open_table import count_made, open_table_frame, open_table_report
from skatsim.rules.contracts import GameType
from skatsim.rules.deals import deal_range
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import trump_mask
from skatsim.stats.intervals import normal_quantile, sample_mean, wilson

ARGUMENTS = [int(text) for text in sys.argv[1:]]
HAND_DEALS = ARGUMENTS[0] if ARGUMENTS else 1_000_000
PICK_UP_DEALS = ARGUMENTS[1] if len(ARGUMENTS) > 1 else 100_000
SEED = 2026
CLUBS_TRUMPS = trump_mask(GameType.CLUBS)
ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "data" / "open_table"
PUBLISHED = {  # share, half of the 95 % interval; other people's solver, some 3,500 deals
    ("a given suit", "forehand"): (0.080, 0.009),
    ("a given suit", "middlehand"): (0.057, 0.009),
    ("a given suit", "rearhand"): (0.074, 0.009),
    ("grand", "forehand"): (0.101, 0.010),
    ("grand", "middlehand"): (0.058, 0.008),
    ("grand", "rearhand"): (0.069, 0.008),
    ("null", "forehand"): (0.010, 0.003),
    ("null", "middlehand"): (0.007, 0.003),
    ("null", "rearhand"): (0.009, 0.003),
    ("any contract", "any seat"): (0.520, 0.016),
}
"""Of grand and null no interval was published; the one here is Wilson's for as many deals."""


# %% the two tables


def solved(deals, after_pick_up):
    name = "after_pick_up" if after_pick_up else "hand"
    run = simulate(OpenTableConfig(deals, SEED, after_pick_up), ROOT / "out" / "open_table" / name, progress=tell)
    print(file=sys.stderr)
    print(open_table_report(run))
    FOLDER.mkdir(exist_ok=True)
    frame = open_table_frame(run)
    frame.round(7).to_csv(FOLDER / f"{name}.csv", index=False, lineterminator="\n")
    return run, frame.set_index(["contract", "seat"])


def tell(progress):
    words = f"{progress.done:,} of {progress.total:,} deals, {progress.games_per_second:,.0f}/s"
    print(f"\r{words}  ", end="", file=sys.stderr)


# %% is it right?  The suits must be alike; and what others found


def check_suits(run):
    """Relabelling suits changes no deal's chance, so the four suits must agree: Cochran's Q, by seat."""
    frame = run.to_pandas()
    for seat in SEAT_NAMES:
        made = frame[[f"{suit}_{seat}" for suit in ("diamonds", "hearts", "spades", "clubs")]].to_numpy()
        columns, rows = made.sum(axis=0), made.sum(axis=1)
        q = 3 * (4 * (columns**2).sum() - columns.sum() ** 2) / (4 * rows.sum() - (rows**2).sum())
        print(f"  {seat:10} suits alike: Cochran's Q {q:.2f}, p = {stats.chi2.sf(q, 3):.3f}")


def compare(frame):
    print("beside the figures published before")
    for key, (share, half) in PUBLISHED.items():
        ours = frame.loc[key]
        error = np.hypot(half, (ours["high"] - ours["low"]) / 2) / normal_quantile(0.975)
        text = f"{100 * ours['share']:.2f} against {100 * share:.1f} ± {100 * half:.1f}"
        print(f"  {' '.join(key):24} {text}, difference {(ours['share'] - share) / error:+.1f} standard errors")


# %% what the leader's place is worth, and how much the skat


def leader(run):
    """Forehand against middlehand in the same deals: paired by deal."""
    frame = run.to_pandas()
    for game in ("diamonds", "hearts", "spades", "clubs", "grand", "null"):
        first, others = frame[f"{game}_forehand"], (frame[f"{game}_middlehand"], frame[f"{game}_rearhand"])
        gaps = [sample_mean(first.astype(int) - other) for other in others]
        text = ", ".join(
            f"{100 * gap.value:+.2f} ±{100 * gap.half:.2f} points over {seat}"
            for gap, seat in zip(gaps, SEAT_NAMES[1:], strict=True)
        )
        print(f"  {game:9} forehand {text}")


def by_trumps(run):
    """Share of club games forehand makes, by the trumps among his ten cards: one hand a deal."""
    hands = deal_range(SEED, 0, len(run))[:, 0]
    trumps = np.bitwise_count(hands & CLUBS_TRUMPS)
    held = np.bincount(trumps)
    made = np.bincount(trumps[run.to_pandas(columns=["clubs_forehand"])["clubs_forehand"]], minlength=len(held))
    for count in range(len(held)):
        if held[count]:
            share = wilson(made[count], held[count])
            print(f"  {count:2} trumps: {100 * share.value:6.2f} % [{100 * share.low:.2f}, {100 * share.high:.2f}]")


def together(run):
    """How often two seats both make something, per cent of deals: the auction's quarrels."""
    frame = run.to_pandas()
    anything = {seat: frame.filter(regex=f"_{seat}$").any(axis=1) for seat in SEAT_NAMES}
    for first, second in combinations(SEAT_NAMES, 2):
        print(f"  {first} and {second}: {100 * (anything[first] & anything[second]).mean():.2f}")
    print(f"  all three: {100 * (anything['forehand'] & anything['middlehand'] & anything['rearhand']).mean():.2f}")


if __name__ == "__main__":
    for deals, after_pick_up in ((HAND_DEALS, False), (PICK_UP_DEALS, True)):
        run, shares = solved(deals, after_pick_up)
        check_suits(run)
        if not after_pick_up:
            compare(shares)
        print("the lead, paired by deal, 95 % intervals")
        leader(run)
        print("clubs made by forehand, by trumps in the ten cards dealt")
        by_trumps(run)
        print("several seats make something in the same deal, per cent")
        together(run)
        print(f"suits made by a seat (0 to 4), deals:\n{count_made(run).suits}")
