"""How safe is each class of opening hand, jacks x trumps x aces, at each seat?  And with open cards, beside the table?

Run from a clean checkout: ``python analysis/opening_hands.py [games] [open deals]`` (defaults 3,000,000 and 10,000; two
minutes on one core).  The unit is a game, one deal each.  Win rates have Wilson's 95 % interval, means Student's.

Three questions, as a bot's declared hands are the better ones of their class:

* *Any hand*: one seat bids every hand to the value of its longest suit that no skat can lower and then plays a suit
  game, or every hand with two jacks or aces to that of grand and plays grand; the other two bid as `heuristic` does,
  so whoever is hard to outbid meets stronger defenders.
* *Hands declared*: three seats of `heuristic`, its games by the declarer's ten cards as dealt.
* *Open cards*: on the same deals, whether the game that was declared can be made when all cards lie open.
"""

# %%
import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from rule_bots import BOT, sure_value

from skatsim import CardSet, best_discard, solve_many
from skatsim.bots import abi
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.evaluation import suit_count
from skatsim.kernel import kernel, popcount
from skatsim.rules.cards import ACES, JACKS
from skatsim.rules.contracts import GAME_LETTERS, HAND_BIT, TYPE_BITS, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import GRAND, trump_mask
from skatsim.solver.layout import new_workspace
from skatsim.stats.intervals import sample_mean, wilson
from skatsim.table.engine import simulate_games

SEED = 2028
FEWEST = 300
"""Games of a class that is printed."""
THREE = make_lineup([(BOT, {})] * 3)
TRUMPS = np.array([trump_mask(kind) for kind in range(len(GAME_LETTERS))])


class Played(NamedTuple):
    """Games by deal; `games` those declared, a row each with the deal's number as index."""

    hands: np.ndarray
    bids: np.ndarray
    games: pd.DataFrame


def played(seed, deals, lineup=THREE):
    """Deals from the first on, dealt and played."""
    chunk = simulate_games(seed, 0, deals, lineup, deals=True)
    out, rows = chunk.outcomes, np.arange(deals)
    hands = np.stack(chunk.deals[:3], axis=1).astype(np.int64)
    points = np.stack([out.seeger_fabian_forehand, out.seeger_fabian_middlehand, out.seeger_fabian_rearhand], axis=1)
    hand, game = hands[rows, out.declarer], out.contract & TYPE_BITS
    kept = (hand | chunk.deals[3].astype(np.int64)) & ~chunk.deals[4].astype(np.int64)
    frame = pd.DataFrame(
        {
            "seat": out.declarer,
            "game": game,
            "is_hand": out.contract & HAND_BIT > 0,
            "hand": hand,
            "bid": out.bid,
            "skat": chunk.deals[3].astype(np.int64),
            "away": chunk.deals[4].astype(np.int64),
            "jacks": np.bitwise_count(hand & JACKS),
            "trumps": np.bitwise_count(hand & TRUMPS[game]),
            "aces": np.bitwise_count(hand & ACES & ~TRUMPS[game]),
            "later": np.where(out.contract & HAND_BIT > 0, -1, np.bitwise_count(kept & TRUMPS[game]).astype(int)),
            "won": out.won,
            "points": points[rows, out.declarer],
        }
    )
    return Played(hands, np.stack(out[:3], axis=1), frame[out.declarer >= 0])


# %% any hand of a class: one seat bids and plays its longest suit, or grand, whatever it holds


@kernel
def best_suit(hand):
    """The suit with the best count by von Stegen's rule."""
    best = 0
    for suit in range(1, 4):
        if suit_count(hand, suit) > suit_count(hand, best):
            best = suit
    return best


@kernel
def best_suits(hands, suits):
    for row in range(len(hands)):
        suits[row] = best_suit(hands[row])


@kernel
def suit_reserve(view, params, workspace, word):
    return sure_value(view[abi.HAND], best_suit(view[abi.HAND]))


@kernel
def suit_declare(view, params, workspace, word):
    return best_suit(view[abi.HAND])


@kernel
def grand_reserve(view, params, workspace, word):
    return sure_value(view[abi.HAND], GRAND) if popcount(view[abi.HAND] & (JACKS | ACES)) > 1 else 0


@kernel
def grand_declare(view, params, workspace, word):
    return GRAND


ANY_SUIT = replace(BOT, name="any_suit", reserve=suit_reserve, declare=suit_declare)
ANY_GRAND = replace(BOT, name="any_grand", reserve=grand_reserve, declare=grand_declare)


def any_hand(bot, deals, seed):
    """The games of one seat that bids every hand, by the suit that was best in its ten cards."""
    games = played(seed, deals, make_lineup([(bot, {}), (BOT, {}), (BOT, {})])).games
    games = games[games["seat"] == -games.index.to_numpy() % 3]
    if bot is ANY_GRAND:
        return games
    suits = np.zeros(len(games), dtype=np.int64)
    best_suits(games["hand"].to_numpy(), suits)
    suits = TRUMPS[suits]
    held, aces = games["hand"] & suits, games["hand"] & ACES & ~suits
    return games.assign(trumps=np.bitwise_count(held), aces=np.bitwise_count(aces))


def by_seat(title, games, columns):
    """Won % with half its interval, a class a line, a column a seat; and all seats together, won and points."""
    print(f"\n{title}: won % at {', '.join(SEAT_NAMES)}; at all seats, with the declarer's tournament points")
    for values, group in games.groupby(columns):
        seats = [group[group["seat"] == seat] for seat in range(3)]
        if min(map(len, seats)) < FEWEST:
            continue
        named = ", ".join(f"{value} {column}" for value, column in zip(values, columns, strict=True))
        cells = [wilson(each["won"].sum(), len(each)) for each in seats]
        told = "  ".join(f"{100 * share.value:5.1f} ±{100 * share.half:.1f}" for share in cells)
        print(f"  {named:28} {told}   {rate(group)}")


# %% hands that were declared


def rate(games):
    """Won % and tournament points of the declarer, with intervals, and how many games."""
    share = wilson(games["won"].sum(), len(games))
    mean = sample_mean(games["points"])
    low, high = (100 * x for x in share[1:])
    return f"{100 * share.value:5.1f} ({low:.1f}-{high:.1f})  {mean.value:+6.1f} ±{mean.half:.1f}  n = {len(games):,}"


def classes(games):
    """Every class that was declared `FEWEST` times at each seat; and each seat with the same classes of hands."""
    suit, grand = games[games["game"] < GameType.GRAND], games[games["game"] == GameType.GRAND]
    by_seat("Suit games declared", suit, ["jacks", "trumps", "aces"])
    by_seat("Grands declared", grand, ["jacks", "aces"])
    for name, these, columns in (
        ("suit games", suit, ["jacks", "trumps", "aces"]),
        ("grand", grand, ["jacks", "aces"]),
    ):
        seats(name, these, columns)


def seats(name, games, columns):
    """Win rates of the seats with the same classes of hands: each class weighted by how often it is declared."""
    cells = games.groupby([*columns, "seat"])["won"].agg(["mean", "size"])
    cells = cells.reset_index().pivot_table(index=columns, columns="seat", values=["mean", "size"])
    full = cells[(cells["size"] >= 30).all(axis=1)]
    weight = full["size"].sum(axis=1)
    share = weight / weight.sum()
    means = (full["mean"].mul(share, axis=0)).sum()
    error = np.sqrt((full["mean"] * (1 - full["mean"]) / full["size"]).mul(share**2, axis=0).sum())
    told = (f"{seat} {100 * means[number]:.1f} ±{196 * error[number]:.1f}" for number, seat in enumerate(SEAT_NAMES))
    print(f"  {name} with the same {', '.join(columns)}, won %:", ", ".join(told))


# %% with open cards, and at the table: the same deals


def makes(play, rows):
    """By game: made with open cards with the ten cards that were kept; and after the best of 66 discards."""
    hands = play.hands[rows.index]
    hands[np.arange(len(rows)), rows["seat"]] = (rows["hand"] | rows["skat"]) & ~rows["away"]
    asked = {"skat": rows["away"], "game_type": rows["game"], "declarer": rows["seat"]}
    kept = solve_many(hands, **asked, at_least=61, threads=1) > 0
    memory = new_workspace()
    best = [
        best_discard(
            CardSet(row.hand | row.skat),
            [CardSet(int(hands[place, seat])) for seat in range(3) if seat != row.seat],
            contract=GAME_LETTERS[row.game],
            declarer=row.seat,
            at_least=None if row.game == GameType.NULL else 61,
            workspace=memory,
        ).value
        > 0
        for place, row in enumerate(rows.itertuples())
    ]
    return rows.assign(kept=kept, best=np.array(best))


def open_cards(deals):
    """Games after pick-up: what can be made with open cards, as the bot put away and at best, and the table's rate."""
    play = played(SEED, deals)
    games = makes(play, play.games[~play.games["is_hand"]].copy())
    print(f"\n{deals:,} deals, games declared after pick-up: % made with open cards at best, with the ten kept; won")
    for name, kinds in (("suit games", range(4)), *((letter, [number]) for number, letter in enumerate(GAME_LETTERS))):
        told = games[games["game"].isin(list(kinds))]
        shares = [wilson(told[column].sum(), len(told)) for column in ("best", "kept")]
        cells = "  ".join(f"{100 * x.value:.1f} ({100 * x.low:.1f}-{100 * x.high:.1f})" for x in shares)
        print(f"  {name:10} {cells}   {rate(told)}")
        for made in (True, False):
            print(f"    won where {'made    ' if made else 'not made'} at best {rate(told[told['best'] == made])}")


# %%
if __name__ == "__main__":
    NUMBERS = [int(text) for text in sys.argv[1:]]
    GAMES = NUMBERS[0] if NUMBERS else 3_000_000
    by_seat("Any hand, suit game", any_hand(ANY_SUIT, GAMES, SEED + 1), ["jacks", "trumps", "aces"])
    by_seat("Any hand, grand", any_hand(ANY_GRAND, GAMES, SEED + 2), ["jacks", "aces"])
    classes(played(SEED, GAMES).games)
    open_cards(NUMBERS[1] if len(NUMBERS) > 1 else 10_000)
