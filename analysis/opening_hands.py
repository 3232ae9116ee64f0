"""How safe is a hand, and what are rules of thumb worth?  Declared games by the declarer's ten cards as dealt.

Run from a clean checkout: ``python analysis/opening_hands.py [games] [open deals]`` (defaults 1,000,000 and 3,000; a
minute on one core).  Three seats of `heuristic`; a game is one deal and the unit.  Win rates have Wilson's 95 %
interval, means Student's.  They are of hands with which this bot chose to declare and got the game: where it seldom
declares, it does so with the best of the class.
"""

# %%
import sys
from typing import NamedTuple

import numpy as np
import pandas as pd

from skatsim import OpenTableConfig, simulate
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.evaluation import grand_count, suit_count
from skatsim.kernel import kernel
from skatsim.reports.wording import GAME_NAMES
from skatsim.rules.auction import STEP_OF_BID
from skatsim.rules.cards import ACES, JACKS, SUIT_BITS, TENS
from skatsim.rules.contracts import GAME_LETTERS, HAND_BIT, TYPE_BITS, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import trump_mask
from skatsim.stats.intervals import sample_mean, wilson
from skatsim.table.choices import TOURNAMENT, WON, play_choices
from skatsim.table.engine import simulate_games
from skatsim.table.worlds import Asked

ARGUMENTS = [int(text) for text in sys.argv[1:]]
GAMES = ARGUMENTS[0] if ARGUMENTS else 1_000_000
OPEN_DEALS = ARGUMENTS[1] if len(ARGUMENTS) > 1 else 3_000
SEED = 2028
FEWEST = 300
"""Games of a class that is printed."""
HEURISTIC = make_lineup([(registry.get("heuristic"), {})] * 3)


class Played(NamedTuple):
    """Games by deal; `games` those declared, a row each."""

    hands: np.ndarray
    bids: np.ndarray
    games: pd.DataFrame


def played(seed, deals):
    chunk = simulate_games(seed, 0, deals, HEURISTIC, deals=True)
    out, rows = chunk.outcomes, np.arange(deals)
    hands = np.stack(chunk.deals[:3], axis=1).astype(np.int64)
    points = np.stack([out.seeger_fabian_forehand, out.seeger_fabian_middlehand, out.seeger_fabian_rearhand], axis=1)
    hand, game = hands[rows, out.declarer], out.contract & TYPE_BITS
    trumps = np.array([trump_mask(kind) for kind in range(len(GAME_LETTERS))])[game]
    kept = (hand | chunk.deals[3].astype(np.int64)) & ~chunk.deals[4].astype(np.int64)
    frame = pd.DataFrame(
        {
            "seat": out.declarer,
            "game": game,
            "is_hand": out.contract & HAND_BIT > 0,
            "hand": hand,
            "bid": out.bid,
            "skat": chunk.deals[3].astype(np.int64),
            "jacks": np.bitwise_count(hand & JACKS),
            "trumps": np.bitwise_count(hand & trumps),
            "aces": np.bitwise_count(hand & ACES & ~trumps),
            "later": np.where(out.contract & HAND_BIT > 0, -1, np.bitwise_count(kept & trumps).astype(int)),
            "won": out.won,
            "points": points[rows, out.declarer],
        }
    )
    return Played(hands, np.stack(out[:3], axis=1), frame[out.declarer >= 0])


# %% how safe each class of hand is


def rate(games):
    """Won % and tournament points of the declarer, with intervals, and how many games."""
    share = wilson(games["won"].sum(), len(games))
    mean = sample_mean(games["points"])
    low, high = (100 * x for x in share[1:])
    return f"{100 * share.value:5.1f} ({low:.1f}-{high:.1f})  {mean.value:+6.1f} ±{mean.half:.1f}  n = {len(games):,}"


def by_class(title, games, columns):
    print(f"\n{title}: won %, tournament points of the declarer")
    for values, group in games.groupby(columns):
        if len(group) >= FEWEST:
            named = ", ".join(f"{value} {column}" for value, column in zip(values, columns, strict=True))
            print(f"  {named:32} {rate(group)}")


def classes(games):
    suit, grand = games[games["game"] < GameType.GRAND], games[games["game"] == GameType.GRAND]
    by_class("Suit games", suit, ["jacks", "trumps", "aces"])
    by_class("Grand", grand, ["jacks", "aces"])
    for name, these in (("Suit games", suit), ("Grand", grand)):
        for seat, words in enumerate(SEAT_NAMES):
            print(f"  {name} of {words:11} {rate(these[these['seat'] == seat])}")
    seats(suit)


def seats(suit):
    """Win rates of the seats with the same classes of hands: each class weighted by how often it is declared."""
    cells = suit.groupby(["jacks", "trumps", "aces", "seat"])["won"].agg(["mean", "size"])
    cells = cells.reset_index().pivot_table(index=["jacks", "trumps", "aces"], columns="seat", values=["mean", "size"])
    full = cells[(cells["size"] >= 30).all(axis=1)]
    weight = full["size"].sum(axis=1)
    share = weight / weight.sum()
    means = (full["mean"].mul(share, axis=0)).sum()
    error = np.sqrt((full["mean"] * (1 - full["mean"]) / full["size"]).mul(share**2, axis=0).sum())
    told = (f"{name} {100 * means[seat]:.1f} ±{196 * error[seat]:.1f}" for seat, name in enumerate(SEAT_NAMES))
    print("  suit games with the same jacks, trumps and aces, won %:", ", ".join(told))


# %% rules of thumb


@kernel
def count_hands(hands, suits, grands):
    """Von Stegen's count of each hand: the best suit's, and grand's."""
    for row in range(len(hands)):
        for suit in range(4):
            suits[row] = max(suits[row], suit_count(hands[row], suit))
        grands[row] = grand_count(hands[row])


def counted(hands):
    suits, grands = np.zeros(len(hands)), np.zeros(len(hands))
    count_hands(np.ascontiguousarray(hands), suits, grands)
    return suits, grands


def von_stegen(play):
    """Middlehand speaks first, so it bids exactly if its reserve is 18 or more."""
    suits, grands = counted(play.hands[:, 1])
    rule, bot = (suits >= 10) | (grands >= 6), play.bids[:, 1] > 0
    print(
        f"\nVon Stegen's rule bids with {100 * rule.mean():.1f} % of middlehand's hands, the bot {100 * bot.mean():.1f}"
    )
    print(f"  of the rule's bids the bot makes {100 * bot[rule].mean():.1f} %", end="; ")
    print(f"of the bot's the rule makes {100 * rule[bot].mean():.1f} %")
    games = play.games
    games = games.assign(suit_count=counted(games["hand"])[0], grand_count=counted(games["hand"])[1].astype(int))
    bins = [-1, 7, 8, 9, 10, 11, 12, 13, 99]
    suit = games[games["game"] < GameType.GRAND]
    for low, group in suit.groupby(pd.cut(suit["suit_count"], bins, right=False), observed=True):
        print(f"  suit games, count in {low!s:10} {rate(group)}")
    for count, group in games[games["game"] == GameType.GRAND].groupby("grand_count"):
        if len(group) >= FEWEST:
            print(f"  grands, count {count:3}           {rate(group)}")
    for name, low in (("from 10", suit["suit_count"] >= 10), ("below 10", suit["suit_count"] < 10)):
        print(f"  suit games, count {name:9}    {rate(suit[low])}")


def thumbs(games):
    suit = games[games["game"] < GameType.GRAND]
    for jacks, group in suit.groupby("jacks"):
        print(f"  suit games dealt {jacks} jacks      {rate(group)}")
    for trumps, group in suit[suit["later"] >= 0].groupby("later"):
        if len(group) >= FEWEST:
            print(f"  suit games played with {trumps:2} trumps {rate(group)}")


# %% a ten and one small card of a plain suit: put away both, one of them, or neither

TEN_HANDS, TEN_DEALS = 1_500, 100


def pairs_with(hand, trumps):
    """The four discards about a plain suit of ten and one small card: both, the ten, the small one, neither; or None.

    What goes with a single one, or in place of both, are the lowest other plain cards that are no aces.
    """
    for suit in range(4):
        mine = hand & (SUIT_BITS << 7 * suit) & ~trumps
        ten = TENS & mine
        if ten and int(mine).bit_count() == 2 and not mine & ACES:
            small = mine ^ ten
            rest = hand & ~(trumps | mine | ACES | TENS)
            if int(rest).bit_count() >= 2:
                first = rest & -rest
                second = rest ^ first
                return mine, ten | first, small | first, first | (second & -second)
    return None


def bare_ten(games):
    """Each hand on the same deals, those in which its bid is enough, with each discard; the unit is a hand."""
    results = []
    suit = games[(games["game"] < GameType.GRAND) & ~games["is_hand"]]
    for row in suit.itertuples():
        away = pairs_with(row.hand | row.skat, int(trump_mask(row.game)))
        if away is not None:
            asked = Asked(row.seat, row.hand, HEURISTIC, seed=SEED, skat=row.skat)
            choices = [(row.game, pair) for pair in away]
            made = play_choices(asked, choices, range(TEN_DEALS), limit=int(STEP_OF_BID[row.bid])).results
            if len(made):
                results.append(made[:, :, [WON, TOURNAMENT]].mean(axis=0))
        if len(results) == TEN_HANDS:
            break
    rows = np.array(results)
    names = ("both put away", "the ten put away", "the bare ten kept", "both kept")
    print(
        f"\nTen and one small card of a plain suit, suit games after pick-up, {len(rows):,} hands, "
        f"up to {TEN_DEALS} deals each"
    )
    for number, name in enumerate(names):
        won, points = (sample_mean(rows[:, number, figure] - rows[:, 0, figure]) for figure in (0, 1))
        level = 100 * rows[:, number, 0].mean()
        print(
            f"  {name:18} won {level:.1f} %; less both put away {100 * won.value:+.1f} ±{100 * won.half:.1f} %, "
            f"{points.value:+.1f} ±{points.half:.1f} points"
        )


# %% with open cards, and at the table: the same deals


def open_cards(deals):
    """Games after pick-up by whether the seat makes that game with open cards and the best of 66 discards."""
    frame = simulate(OpenTableConfig(deals, SEED, True), threads=1).to_pandas()
    games = played(SEED, deals).games
    games = games[~games["is_hand"]]
    names = {number: GAME_NAMES[letter] for number, letter in enumerate(GAME_LETTERS)}
    makes = [frame.loc[row, f"{names[game]}_{SEAT_NAMES[seat]}"] for row, game, seat in zip(
        games.index, games["game"], games["seat"], strict=True)]  # fmt: skip
    games = games.assign(makes=np.array(makes, dtype=bool))
    print(f"\n{deals:,} deals, games declared after pick-up")
    for name, kinds in (("suit games", range(4)), ("grand", [GameType.GRAND]), ("null", [GameType.NULL])):
        these = games[games["game"].isin(list(kinds))]
        share = wilson(these["makes"].sum(), len(these))
        print(
            f"  {name}: made with open cards {100 * share.value:.1f} ({100 * share.low:.1f}-{100 * share.high:.1f}) %"
        )
        for made in (True, False):
            print(f"    won where {'made    ' if made else 'not made'}  {rate(these[these['makes'] == made])}")


# %%
if __name__ == "__main__":
    PLAYED = played(SEED, GAMES)
    classes(PLAYED.games)
    von_stegen(PLAYED)
    thumbs(PLAYED.games)
    bare_ten(PLAYED.games)
    open_cards(OPEN_DEALS)
