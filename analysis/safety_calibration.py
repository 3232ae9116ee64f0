"""Bid safety on trial: do predicted win rates come true, do intervals hold, is the recommended limit the better one?

Run from a clean checkout: ``python analysis/safety_calibration.py [games] [hands]`` (defaults 20,000 and 2,000; some
minutes on one core).  Everything is printed.  The numbers were fixed beforehand; seeds of predictions and of what
happens are different.
"""

# %%
import sys

import numpy as np

from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.reports.safety.curve import BID_OF_STEP, Curve
from skatsim.rules.auction import STEP_OF_BID
from skatsim.rules.deals import Deal, deal
from skatsim.rules.ruleset import ISKO
from skatsim.stats.intervals import sample_mean, wilson
from skatsim.table import limits as at
from skatsim.table.choices import play_choices
from skatsim.table.engine import simulate_games
from skatsim.table.given import play_hands
from skatsim.table.heard import hear
from skatsim.table.limits import limit_sums
from skatsim.table.referee.bots import BotTable
from skatsim.table.worlds import Asked

ARGUMENTS = [int(text) for text in sys.argv[1:]]
GAMES = ARGUMENTS[0] if ARGUMENTS else 20_000
HANDS = ARGUMENTS[1] if len(ARGUMENTS) > 1 else 2_000
GAME_SEED, WORLD_SEED, FRESH_SEED = 2027, 31, 32
PREDICTION_DEALS = 300
LEARN, TRY = 1_000, 500
SEATS = ("forehand", "middlehand", "rearhand")
HEURISTIC = make_lineup([(registry.get("heuristic@1"), {})] * 3)


# %% predicted win rates against what happened: the unit is a declared game of a fresh run


def words(game, seat):
    """The auction of a simulated game as the declarer heard it."""
    table = BotTable(GAME_SEED, game, HEURISTIC, ISKO, compiled=True)
    table.bid()
    said = ", ".join(f"{SEATS[who]} {word}" for who, word in table.referee.auction.said)
    return hear(said, seat)


def prediction(game, seat):
    """Win rate of the declarer's ten cards in deals that fit the auction; NaN where none was found."""
    asked = Asked(seat, int(deal(GAME_SEED, game)[seat]), HEURISTIC, seed=WORLD_SEED, heard=words(game, seat))
    sums = limit_sums(asked, range(PREDICTION_DEALS))
    return sums.totals[at.WON, -1] / sums.worlds if sums.worlds else np.nan


def calibration():
    outcomes = simulate_games(GAME_SEED, 0, GAMES, HEURISTIC).outcomes
    games = np.flatnonzero(outcomes.declarer >= 0)
    seats = [int(outcomes.declarer[game]) for game in games]
    predicted = np.array([prediction(int(game), seat) for game, seat in zip(games, seats, strict=True)])
    won = outcomes.won[games].astype(float)
    known = ~np.isnan(predicted)
    print(f"\n{len(games):,} declared games; no deal fits the auction of {(~known).sum()}")
    predicted, won = predicted[known], won[known]
    print(f"predicted {100 * predicted.mean():.2f} %, won {100 * won.mean():.2f} %", end="; ")
    print(f"Brier {np.mean((predicted - won) ** 2):.4f}, AUC {auc(predicted, won):.3f}")
    order = np.argsort(predicted, kind="stable")
    chi2, worst = 0.0, 0.0
    print("decile  games  predicted    won  (95 %)        difference")
    for number, part in enumerate(np.array_split(order, 10), 1):
        p, hits = predicted[part].mean(), won[part].sum()
        share, low, high = wilson(hits, len(part))
        chi2 += (hits - predicted[part].sum()) ** 2 / (predicted[part] * (1 - predicted[part])).sum() / 10
        worst = max(worst, abs(share - p))
        print(
            f"{number:6}  {len(part):5}  {100 * p:8.1f}  {100 * share:5.1f}  ({100 * low:.1f}-{100 * high:.1f})"
            f"  {100 * (share - p):+6.1f}"
        )
    print(f"worst decile {100 * worst:.1f} points off; chi2 of deciles {chi2:.2f} (1 = exact)")


def auc(score, hit):
    """Chance that a game won was predicted higher than one lost, ties half."""
    _, ranks = np.unique(score, return_inverse=True)
    counts = np.bincount(ranks)
    middle = np.cumsum(counts) - (counts - 1) / 2
    ones = hit.sum()
    return (middle[ranks][hit == 1].sum() - ones * (ones + 1) / 2) / (ones * (len(hit) - ones))


# %% the recommended limit against the bot's own bidding and one step less or more: the unit is a random hand


def trial(number):
    """Mean tournament points on fresh deals of one hand: best limit, a step lower, a step higher, the bot itself."""
    seat = number % 3
    hand = int(deal(GAME_SEED + 1, number)[seat])
    learned = Curve(limit_sums(Asked(seat, hand, HEURISTIC, seed=WORLD_SEED), range(LEARN)), 0, 0.9)
    best = learned.best()
    fresh = Asked(seat, hand, HEURISTIC, seed=FRESH_SEED)
    points = limit_sums(fresh, range(TRY)).totals[at.TOURNAMENT] / TRY
    deals = [Deal(*map(int, row)) for row in play_choices(fresh, [], range(TRY)).deals]
    own = play_hands(deals, HEURISTIC)
    column = (own.seeger_fabian_forehand, own.seeger_fabian_middlehand, own.seeger_fabian_rearhand)[seat]
    reserve = STEP_OF_BID[int(np.max((own.bid_forehand, own.bid_middlehand, own.bid_rearhand)[seat]))]
    lower, higher = points[max(best - 1, 0)], points[min(best + 1, at.LIMITS - 1)]
    return best, reserve, points[best], lower, higher, column.mean(), points[0]


def limits_on_trial():
    rows = np.array([trial(number) for number in range(HANDS)], dtype=float)
    best, reserve, mine, lower, higher, own, passing = rows.T
    print(f"\n{HANDS:,} random hands, {LEARN:,} deals to find the limit, {TRY} fresh ones to try it,")
    print(f"{HANDS * TRY:,} games each")
    silent = 100 * (reserve == 0).mean()
    print(f"limit 0 (pass) for {100 * (best == 0).mean():.1f} % of hands; the bot never bids on {silent:.1f} %")
    for name, other in (
        ("one step lower", lower),
        ("one step higher", higher),
        ("the bot's own bidding", own),
        ("always passing", passing),
    ):
        told = sample_mean(mine - other)
        print(f"best limit over {name}: {told.value:+.2f} ±{told.half:.2f} tournament points a deal")
    for seat, name in enumerate(SEATS):
        told = sample_mean((mine - own)[seat::3])
        print(f"  over the bot's own bidding at {name}: {told.value:+.2f} ±{told.half:.2f}")
    print("limits:", {BID_OF_STEP[int(s)]: int((best == s).sum()) for s in np.unique(best)})


# %% intervals: the unit is a question asked anew


def coverage(repeats=2_000, deals=150):
    """How often 95 % intervals hold the value of a million deals; a cheap bot, few deals."""
    lineup = make_lineup([(registry.get("random"), {"top_bid": 22, "game": 4, "hand_share": 0})] * 3)
    hits = {"win rate": 0, "gain over passing": 0, "gain of one bid": 0}
    asked = Asked(0, int(deal(1, 5)[0]), lineup, seed=WORLD_SEED)
    truth = Curve(limit_sums(asked, range(10**7, 10**7 + 10**6)), 0, 0.9).frame().iloc[3]
    for number in range(repeats):
        row = Curve(limit_sums(asked, range(deals * number, deals * (number + 1))), 0, 0.9).frame().iloc[3]
        columns = ("won", "tournament_gain", "tournament_of_bid")
        for name, column in zip(hits, columns, strict=True):
            hits[name] += row[f"{column}_low"] <= truth[column] <= row[f"{column}_high"]
    print(f"\n95 % intervals of {repeats:,} questions of {deals} deals hold:")
    for name, count in hits.items():
        share, low, high = wilson(count, repeats)
        print(f"{name}: {100 * share:.1f} % ({100 * low:.1f}-{100 * high:.1f})")


# %%
if __name__ == "__main__":
    calibration()
    limits_on_trial()
    coverage()
