"""What each idea of the bot `heuristic` is worth, and whether its games look like people's.

Run from a clean checkout: ``python analysis/heuristic_ideas.py [boards] [games] [FILE ...]`` (defaults 100,000 and
1,000,000; two minutes and a half).  Worth is measured in duplicate: the bot with all its ideas against itself without
one, the same deals in all six 2-against-1 seatings; ± is half of the 95 % interval.  The deals of each record file
named (Skat server or XSkat) are played again by three heuristic seats.
"""

# %%
import sys
from dataclasses import replace

import numpy as np

from skatsim import compare
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.parameters import SWITCHES
from skatsim.records import read_records
from skatsim.rules.contracts import GAME_LETTERS, HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, TYPE_BITS
from skatsim.rules.deals import Deal
from skatsim.stats.intervals import sample_mean, wilson
from skatsim.table.engine import simulate_games
from skatsim.table.given import play_hands

ARGUMENTS = [int(text) for text in sys.argv[1:] if text.isdigit()]
BOARDS = ARGUMENTS[0] if ARGUMENTS else 100_000
GAMES = ARGUMENTS[1] if len(ARGUMENTS) > 1 else 1_000_000
RECORDS = [text for text in sys.argv[1:] if not text.isdigit()]
HEURISTIC, RANDOM = registry.get("heuristic"), registry.get("random")

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
    for chosen in (*(f"{name}=0" for name in SWITCHES), *OTHERS):
        row = compare("heuristic", f"heuristic:{chosen}", seed=77, boards=BOARDS).differences.iloc[0]
        worth, half = row["difference"], row["high"] - row["difference"]
        print(f"  against {chosen:22} {worth:+.3f} ±{half:.3f}", flush=True)


# %% the games it plays, beside the bands that tournament statistics suggest


def band(name, value, low, high):
    mark = "" if low <= value <= high else "   <-- outside"
    print(f"  {name:34} {value:6.2f}   {low:g} to {high:g}{mark}")


def bands():
    lineup = make_lineup([(HEURISTIC, {})] * 3)
    out = simulate_games(1, 0, GAMES, lineup).outcomes
    declared = out.declarer >= 0
    games = out.contract & TYPE_BITS
    print(f"{GAMES:,} deals of three heuristic seats, per cent")
    band("passed in", 100 * (~declared).mean(), 0, 8)
    band("won", 100 * out.won[declared].mean(), 76, 88)
    band("overbid", 100 * out.overbid[declared].mean(), 0, 2)
    band("Schneider", 100 * out.schneider[declared].mean(), 15, 30)
    band("hand", 100 * (out.contract[declared] & HAND_BIT > 0).mean(), 2, 14)
    shares = {"G": (22, 36), "N": (3, 9)}
    least_won = {"G": (85, 100), "N": (60, 100)}
    for game, letter in enumerate(GAME_LETTERS):
        these = declared & (games == game)
        band(f"{letter} share", 100 * these.sum() / declared.sum(), *shares.get(letter, (5, 30)))
        band(f"{letter} won", 100 * out.won[these].mean(), *least_won.get(letter, (70, 86)))
    seats = [100 * (out.declarer == seat).sum() / declared.sum() for seat in range(3)]
    band("forehand declares, above the others", seats[0] - (seats[1] + seats[2]) / 2, 1, 4)
    print("  declarer's seat", ", ".join(f"{share:.1f}" for share in seats))
    points = np.stack([out.seeger_fabian_forehand, out.seeger_fabian_middlehand, out.seeger_fabian_rearhand])
    band("standard deviation of a seat", points.std(axis=1).mean(), 52, 64)
    print("  by seat", ", ".join(f"{deviation:.1f}" for deviation in points.std(axis=1)))


# %% the rarer games, beside people's: 17,967,106 deals of tournaments ("Skat in Zahlen (2)", skatblog.com)

PEOPLE_NULLS = {
    "null": (50.8, 70.7),
    "null hand": (1.8, 65.7),
    "null ouvert": (42.8, 86.9),
    "null ouvert hand": (4.6, 91.1),
}
PEOPLE_SCHNEIDERS = {"G": 48.9, "C": 17.8, "S": 13.6, "H": 11.0, "D": 8.7}


def beside_people():
    out = simulate_games(1, 0, GAMES, make_lineup([(HEURISTIC, {})] * 3)).outcomes
    games, declared = out.contract & TYPE_BITS, out.declarer >= 0
    is_null = declared & (games == GAME_LETTERS.index("N"))
    for flags, (name, (share, won)) in zip(
        (0, HAND_BIT, OUVERT_BIT, HAND_BIT | OUVERT_BIT), PEOPLE_NULLS.items(), strict=True
    ):
        these = is_null & (out.contract & (HAND_BIT | OUVERT_BIT) == flags)
        told("of nulls " + name, these.sum(), is_null.sum(), share)
        told("  won", (these & out.won).sum(), these.sum(), won)
    schneider = out.schneider & declared
    for letter, share in PEOPLE_SCHNEIDERS.items():
        told(
            f"of Schneiders in {letter}",
            (schneider & (games == GAME_LETTERS.index(letter))).sum(),
            schneider.sum(),
            share,
        )
    told("of Schneiders by the declarer", (schneider & out.won).sum(), schneider.sum(), 98)
    grand = declared & (games == GAME_LETTERS.index("G"))
    told("Schneider in grand", (grand & schneider).sum(), grand.sum(), 36)
    announced = declared & (out.contract & SCHNEIDER_BIT > 0)
    told("announced Schneider", announced.sum(), declared.sum(), 0.1)
    told("  won", (announced & out.won).sum(), announced.sum(), 97.4)


def told(name, hits, trials, people):
    rate = wilson(int(hits), int(trials))
    print(f"  {name:34} {100 * rate.value:6.2f} [{100 * rate.low:.2f}, {100 * rate.high:.2f}]   people {people:g}")


# %% against random play with the same auction, declaration and discard


def against_chance():
    chance = replace(HEURISTIC, name="chance", play=RANDOM.play)
    games = GAMES // 10
    lineups = [make_lineup([(bot, {}), (HEURISTIC, {}), (HEURISTIC, {})]) for bot in (HEURISTIC, chance)]
    skilled, random = (simulate_games(5, 0, games, lineup).outcomes for lineup in lineups)
    mine = skilled.declarer == (-np.arange(games)) % 3
    gain = skilled.score[mine].astype(float) - random.score[mine]
    mean = sample_mean(gain)
    print(f"declarer's play against chance: {mean.value:+.1f} ±{mean.half:.1f} list points a game declared")


# %% the deals of recorded games, bid and played again


def again(path):
    records = list(read_records(path))
    declared = np.array([record.declarer >= 0 for record in records])
    won = np.array([record.result.outcome == "won" for record in records])
    outcomes = play_hands([Deal(*record.hands, record.skat) for record in records], make_lineup([(HEURISTIC, {})] * 3))
    ours = outcomes.declarer >= 0
    print(f"{path}: {len(records):,} deals, per cent declared and won of these, with Wilson 95 % intervals")
    for name, these, good in (("as recorded", declared, won), ("heuristic", ours, outcomes.won)):
        rates = [wilson(int(these.sum()), len(these)), wilson(int(good[these].sum()), int(these.sum()))]
        print(
            f"  {name:12} " + ", ".join(f"{100 * r.value:.2f} [{100 * r.low:.2f}, {100 * r.high:.2f}]" for r in rates)
        )


if __name__ == "__main__":
    worth_table()
    bands()
    beside_people()
    against_chance()
    for path in RECORDS:
        again(path)
