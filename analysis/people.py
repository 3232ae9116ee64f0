"""Do the games of bots look like people's?  Tournament figures beside those of any bots, in one table.

Run from a clean checkout: ``python analysis/people.py [deals] [BOT ...] [FILE ...]`` (default 1,000,000 deals, the bots
below; two minutes on one core).  Three seats of each bot play the same deals, a bot that searches the first of them, as
many as it plays in `SECONDS` by its own account; the unit is a deal or a declared game, in brackets Wilson's 95 %
interval.  The deals of each record file named (Skat server or XSkat) are played again by the first bot.

People: 17,967,106 deals of tournaments at Skat-Online ("Skat in Zahlen (2)", skatblog.com), whose own chance error is
below 0.1 % wherever a share is above 1 %; the declarer's seat of some 20,000 games of the International Skat Server,
hand games of several sources, the standard deviation of club play.  Left out: how strong the players are.
"""

# %%
import sys
from pathlib import Path

import numpy as np

from skatsim.bots.bot import make_lineup
from skatsim.records import read_records
from skatsim.reports.reference import CLUB_POINTS_SD, SERVER_SEAT, TOURNAMENT_OVERALL, TOURNAMENT_SHARE, TOURNAMENT_WON
from skatsim.reports.wording import GAME_NAMES
from skatsim.rules.contracts import GAME_LETTERS, HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, TYPE_BITS
from skatsim.rules.deals import Deal
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import RunConfig
from skatsim.stats.intervals import wilson
from skatsim.table.engine import simulate_games
from skatsim.table.given import play_hands

BOTS = ("heuristic@1", "heuristic@2", "rollout@1", "random:top_bid=18")
SECONDS = 100
SEED = 1
LETTERS = "GCSHDN"
NULLS = {"plain": (0, 50.8, 70.7), "hand": (HAND_BIT, 1.8, 65.7), "ouvert": (OUVERT_BIT, 42.8, 86.9),
         "ouvert hand": (HAND_BIT | OUVERT_BIT, 4.6, 91.1)}  # fmt: skip
SCHNEIDERS = {"G": "48.9", "C": "17.8", "S": "13.6", "H": "11.0", "D": "8.7"}


def three(bot):
    """Three seats of a bot, by any text that names one: `heuristic:boldness=5`."""
    return make_lineup(RunConfig(lineup=[bot] * 3).players())


def in_time(bot, deals):
    """How many of the deals the bot plays."""
    return min(deals, int(SECONDS * RunConfig(lineup=[bot] * 3).pace))


# %% the figures of a bot's games


class Figures:
    """Rows of the table: name, what people do, and a cell with its interval."""

    def __init__(self):
        self.rows = []

    def share(self, name, people, these, of):
        """A share of the games (or deals) `of`, both boolean arrays, in per cent."""
        hits, trials = int((these & of).sum()), int(of.sum())
        told = "-"
        if trials:
            value, low, high = (100 * x for x in wilson(hits, trials))
            digits = 2 if high < 2 else 1
            told = f"{value:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"
        self.rows.append((name, people, told))


def figures(bot, deals):
    """All rows of one bot."""
    out = simulate_games(SEED, 0, deals, three(bot)).outcomes
    told, declared, games = Figures(), out.declarer >= 0, out.contract & TYPE_BITS
    told.share("passed in", f"{100 * TOURNAMENT_OVERALL['passed_in']:.1f}", ~declared, np.ones(deals, dtype=bool))
    told.share("won", f"{100 * TOURNAMENT_OVERALL['won']:.1f}", out.won, declared)
    told.share("overbid", "-", out.overbid, declared)
    by_game(told, out, declared, games)
    hands_and_seats(told, out, declared, games)
    nulls(told, out, declared & (games == GAME_LETTERS.index("N")))
    schneiders(told, out, declared, games)
    points = np.stack([out.seeger_fabian_forehand, out.seeger_fabian_middlehand, out.seeger_fabian_rearhand])
    told.rows.append(("tournament points of a seat, SD", f"about {CLUB_POINTS_SD:.0f}", f"{points.std():.1f}"))
    return told.rows


def by_game(told, out, declared, games):
    for letter in LETTERS:
        these = declared & (games == GAME_LETTERS.index(letter))
        name = GAME_NAMES[letter]
        told.share(f"{name}, of games", f"{100 * TOURNAMENT_SHARE[letter]:.1f}", these, declared)
        told.share("-- won", f"{100 * TOURNAMENT_WON[letter]:.1f}", out.won, these)


def hands_and_seats(told, out, declared, games):
    by_hand = declared & (out.contract & HAND_BIT > 0)
    told.share("hand games", "3 to 14", by_hand, declared)
    told.share("-- won", "-", out.won, by_hand)
    for letter in LETTERS:
        told.share(f"-- of {GAME_NAMES[letter]}", "-", by_hand, declared & (games == GAME_LETTERS.index(letter)))
    for number, seat in enumerate(SEAT_NAMES):
        told.share(f"declared by {seat}", f"{100 * SERVER_SEAT[seat]:.1f}", out.declarer == number, declared)


def nulls(told, out, these):
    for name, (flags, share, won) in NULLS.items():
        kind = these & (out.contract & (HAND_BIT | OUVERT_BIT) == flags)
        told.share(f"null {name}, of nulls", f"{share}", kind, these)
        told.share("-- won", f"{won}", out.won, kind)


def schneiders(told, out, declared, games):
    schneider = declared & out.schneider
    told.share("Schneider", f"{100 * TOURNAMENT_OVERALL['schneider']:.1f}", schneider, declared)
    told.share("-- by the declarer", "97 to 99", out.won, schneider)
    for letter, people in SCHNEIDERS.items():
        told.share(f"-- in {GAME_NAMES[letter]}", people, games == GAME_LETTERS.index(letter), schneider)
    told.share("grands that end in it", "about 36", schneider, declared & (games == GAME_LETTERS.index("G")))
    told.share("Schwarz", f"{100 * TOURNAMENT_OVERALL['schwarz']:.1f}", out.schwarz, declared)
    announced = declared & (out.contract & SCHNEIDER_BIT > 0)
    told.share("Schneider announced", "0.1", announced, declared)
    told.share("-- won", "97.4", out.won, announced)


def table(bots, deals):
    numbers = [in_time(bot, deals) for bot in bots]
    columns = [[("deals", "", f"{n:,}"), *figures(bot, n)] for bot, n in zip(bots, numbers, strict=True)]
    print("Per cent")
    print(f"| {'':32} | {'people':8} | {' | '.join(f'{bot:18}' for bot in bots)} |")
    for rows in zip(*columns, strict=True):
        name, people, _ = rows[0]
        print(f"| {name:32} | {people:8} | {' | '.join(f'{cell:18}' for _, _, cell in rows)} |")


# %% the deals of recorded games, bid and played again


def again(path, bot):
    records = list(read_records(path))
    declared = np.array([record.declarer >= 0 for record in records])
    won = np.array([record.result.outcome == "won" for record in records])
    outcomes = play_hands([Deal(*record.hands, record.skat) for record in records], three(bot))
    ours = outcomes.declarer >= 0
    told = Figures()
    for name, these, good in (("as recorded", declared, won), (bot, ours, outcomes.won)):
        told.share(f"{name}, declared", "", these, np.ones(len(records), dtype=bool))
        told.share(f"{name}, won", "", good, these)
    print(
        f"{path}: {len(records):,} deals, per cent", *(f"  {name:30} {cell}" for name, _, cell in told.rows), sep="\n"
    )


# %%
if __name__ == "__main__":
    WORDS = sys.argv[1:]
    DEALS = [int(word) for word in WORDS if word.isdigit()] or [1_000_000]
    FILES = [word for word in WORDS if Path(word).is_file()]
    NAMED = [word for word in WORDS if not word.isdigit() and word not in FILES] or BOTS
    table(NAMED, DEALS[0])
    for FILE in FILES:
        again(FILE, NAMED[0])
