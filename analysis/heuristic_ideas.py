"""What each idea of the bot `heuristic` is worth.

Run from a clean checkout: ``python analysis/heuristic_ideas.py [boards] [games]`` (defaults 100,000 and 100,000; two
minutes).  Worth is measured in duplicate: the bot with all its ideas against itself without one, the same deals in all
six 2-against-1 seatings; ± is half of the 95 % interval.
"""

# %%
import sys
from dataclasses import replace

import numpy as np

from skatsim import compare
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.parameters import SWITCHES
from skatsim.stats.intervals import sample_mean
from skatsim.table.engine import simulate_games

ARGUMENTS = [int(text) for text in sys.argv[1:]]
BOARDS = ARGUMENTS[0] if ARGUMENTS else 100_000
GAMES = ARGUMENTS[1] if len(ARGUMENTS) > 1 else 100_000
NAME = "heuristic@1"
HEURISTIC, RANDOM = registry.get(NAME), registry.get("random")

# %% each idea switched off, and each threshold or leaning moved

OTHERS = (
    "passed_weak=0",
    "last_word=1",
    "opening=0",
    "smear_behind=0",
    "goes_round=3",
    "poor_trick=11",
    "draw_margin=0",
    "force_margin=0",
    "grand=0",
    "null=0",
    "hand=0",
    "boldness=0",
)


def worth_table():
    print(f"all ideas against all but one, {BOARDS:,} boards: tournament points a deal")
    for chosen in (*(f"{name}=0" for name in SWITCHES if name in HEURISTIC.params), *OTHERS):
        row = compare(NAME, f"{NAME}:{chosen}", seed=77, boards=BOARDS).differences.iloc[0]
        worth, half = row["difference"], row["high"] - row["difference"]
        print(f"  against {chosen:22} {worth:+.3f} ±{half:.3f}", flush=True)


# %% against random play with the same auction, declaration and discard


def against_chance():
    chance = replace(HEURISTIC, name="chance", play=RANDOM.play)
    lineups = [make_lineup([(bot, {}), (HEURISTIC, {}), (HEURISTIC, {})]) for bot in (HEURISTIC, chance)]
    skilled, random = (simulate_games(5, 0, GAMES, lineup).outcomes for lineup in lineups)
    mine = skilled.declarer == (-np.arange(GAMES)) % 3
    gain = skilled.score[mine].astype(float) - random.score[mine]
    mean = sample_mean(gain)
    print(f"declarer's play against chance: {mean.value:+.1f} ±{mean.half:.1f} list points a game declared")


if __name__ == "__main__":
    worth_table()
    against_chance()
