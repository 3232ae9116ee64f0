"""What are rules of thumb worth?  As bidding rules in duplicate, and how the hands they speak of come out.

Run from a clean checkout: ``python analysis/rules_of_thumb.py [boards] [games]`` (defaults 200,000 and 1,000,000; three
minutes on one core).  Each rule is a bot (`rule_bots`) that differs from `heuristic` in the bidding or the discard
alone, compared with it on boards: a deal played in all six 2-against-1 seatings of the two.  The unit is a board, the
result tournament points a deal and seat, ± half of the 95 % interval; the number of boards was fixed beforehand.
Win rates are of three seats of `heuristic`, by the game, with Wilson's interval.
"""

# %%
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
from opening_hands import FEWEST, SEED, THREE, played, rate
from rule_bots import (
    BOT,
    GRANDS,
    SUITS,
    TRUMP_GAMES,
    bare_ten_away,
    bidder,
    guarded_ten_away,
    jacks_reserve,
    power_reserve,
    stegen_reserve,
    trumps_reserve,
    unaided_reserve,
    unhurt_reserve,
    worth,
)

from skatsim.bots.heuristic.evaluation import grand_count, suit_count
from skatsim.kernel import kernel
from skatsim.rules.auction import STEP_OF_BID
from skatsim.rules.cards import ACES, JACKS, SUIT_BITS, TENS
from skatsim.rules.contracts import GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import trump_mask
from skatsim.stats.intervals import sample_mean
from skatsim.table.choices import TOURNAMENT, WON, play_choices
from skatsim.table.worlds import Asked

# %% as bidding rules, against the bot's own bidding


def stegen(suit, grand):
    return bidder("stegen", stegen_reserve, TRUMP_GAMES, suit=suit, grand=grand)


def unaided(chance):
    return bidder("unaided", unaided_reserve, TRUMP_GAMES, chance=chance)


def power(need, fewer_in_forehand=0, ten=0):
    return bidder("power", power_reserve, GRANDS, need=need, forehand=fewer_in_forehand, ten=ten)


RULES = {
    "von Stegen: suit from 8, grand from 6": stegen(8, 6),
    "-- from 9 and 6": stegen(9, 6),
    "-- from 9.5 and 6": stegen(9.5, 6),
    "-- from 10 and 6, as he says": stegen(10, 6),
    "-- from 11 and 6": stegen(11, 6),
    "-- from 9 and 5": stegen(9, 5),
    "-- from 9 and 7": stegen(9, 7),
    "never on the skat: wins 35 % as hand game": unaided(0.35),
    "-- 50 %": unaided(0.5),
    "-- 65 %, where it breaks even": unaided(0.65),
    "never beyond what the skat can leave": bidder("unhurt", unhurt_reserve, TRUMP_GAMES),
    "grand from 4 jacks and aces": power(4),
    "-- from 5": power(5),
    "-- from 5, in forehand from 4": power(5, 1),
    "-- from 6 jacks, aces and tens": power(6, 0, 1),
    "-- from 6, in forehand from 5": power(6, 1, 1),
    "-- from 7, in forehand from 6": power(7, 1, 1),
    "no suit game without a jack": bidder("jacks", jacks_reserve, SUITS, jacks=1),
    "-- without two jacks": bidder("jacks", jacks_reserve, SUITS, jacks=2),
    "-- without three": bidder("jacks", jacks_reserve, SUITS, jacks=3),
    "no suit game below 5 trumps": bidder("trumps", trumps_reserve, SUITS, trumps=5),
    "-- below 6": bidder("trumps", trumps_reserve, SUITS, trumps=6),
    "-- below 7": bidder("trumps", trumps_reserve, SUITS, trumps=7),
    "a bare ten is put away": replace(BOT, name="bare_ten", discard=bare_ten_away),
    "a ten with one small card is, with it": replace(BOT, name="guarded_ten", discard=guarded_ten_away),
}


def worth_of_rules(boards):
    print(f"Rules against the bot's own bidding, {boards:,} boards: tournament points a deal and seat; of the games of")
    print("rule and bot on these boards: % of its seats that declare, % won, % overbid")
    for name, rule in RULES.items():
        result = worth(rule, boards, SEED)
        row = result.differences.iloc[0]
        shares = (f"{column} {' '.join(f'{100 * x:.1f}' for x in result.bots[column])}" for column in
                  ("declared", "won", "overbid"))  # fmt: skip
        half = row["high"] - row["difference"]
        print(f"  {name:42} {row['difference']:+.3f} ±{half:.3f}   {', '.join(shares)}", flush=True)


# %% how the hands come out that rules speak of


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


def aces_and_tens(games):
    """Grands by jacks and aces dealt, then by jacks, aces and tens, at each seat."""
    grand = games[games["game"] == GameType.GRAND]
    for name, cards in (("jacks and aces", JACKS | ACES), ("jacks, aces and tens", JACKS | ACES | TENS)):
        for (count, seat), group in grand.groupby([np.bitwise_count(grand["hand"] & cards), "seat"]):
            if len(group) >= FEWEST:
                print(f"  grands, {count} {name:20} {SEAT_NAMES[seat]:10} {rate(group)}")


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
            asked = Asked(row.seat, row.hand, THREE, seed=SEED, skat=row.skat)
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


# %%
if __name__ == "__main__":
    NUMBERS = [int(text) for text in sys.argv[1:]]
    worth_of_rules(NUMBERS[0] if NUMBERS else 200_000)
    PLAYED = played(SEED, NUMBERS[1] if len(NUMBERS) > 1 else 1_000_000)
    von_stegen(PLAYED)
    aces_and_tens(PLAYED.games)
    thumbs(PLAYED.games)
    bare_ten(PLAYED.games)
