"""Fit the tables by which the defenders of `heuristic@2` lead, and write lead_weights.py and null_weights.py.

Run from a clean checkout: ``python analysis/heuristic_leads.py [games] [--write]`` (default 400,000 games; 19 runs of
so many, half a minute).  In each run every lead of one defender to one trick, tricks 1 to 9, is another card than the
bot's, drawn at random, and all else goes on as the bot plays.  What that changes in the game's tournament points,
declarer less another, is regressed (ridge least squares) on what the two cards are, by the rows of the tables.
Each fit is on games played with the tables before; those in use for suit and grand are a mean of two fits, the second
counted twice, since the second alone wins less than the even mean of both (by 1.9 and 2.0 tournament points a deal over
the rules for leads); those for null are one fit.  ``--write`` therefore writes the mean of the tables in use and the
new ones.  Nulls are bid for more often here than by default.
"""

# %%
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import lsqr

from skatsim.bots import abi, mover, registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic import lead_weights, null_leads, null_weights, play
from skatsim.bots.heuristic.evaluation import null_suit
from skatsim.bots.heuristic.leads import place
from skatsim.bots.heuristic.masks import ACES, FAT, KINGS, LOW, QUEENS, TENS, partner, plain, unseen
from skatsim.kernel import below, kernel, lowest_index, nth_set_bit, popcount
from skatsim.rules.cards import JACKS
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT
from skatsim.rules.tricks import NULL, NULL_STRENGTH, suit_of
from skatsim.table.engine import simulate_games

ARGUMENTS = [int(text) for text in sys.argv[1:] if text.isdigit()]
GAMES = ARGUMENTS[0] if ARGUMENTS else 400_000
SEED = 20_260_201
HEURISTIC = registry.get("heuristic@2")
FIRST = len(HEURISTIC.params)
NULLS = {"null": 1.0}
RIDGE = 60.0

SHAPES = {
    "lead": (lead_weights, {"RANKS": (4, 9, 5), "VOIDS": (12, 4, 2), "LENGTHS": (4, 5), "TRUMPS": (12, 3)}),
    "open": (
        null_weights,
        {
            "OPEN_CATCH": (4, 3, 3, 2),
            "OPEN_LENGTH": (5, 4, 2),
            "OPEN_PLACE": (4, 4),
            "OPEN_PARTNER": (4, 3, 2),
            "OPEN_RANK": (8, 2),
        },
    ),
    "closed": (
        null_weights,
        {"RANK": (8, 5, 2), "BELOW": (4, 3, 2), "VOID": (4, 3), "GONE": (5, 4), "OUT": (5, 3)},
    ),
}
"""By kind of lead: the module of its weights, and its tables with their shapes."""

# %% what a card is: its row in each table, one behind the other, -1 where a table has none


@kernel
def lead_rows(view, card, rows):
    trumps, out = view[abi.TRUMPS], unseen(view)
    setting = 2 * null_leads.plays_last(view) + (1 if trumps == JACKS else 0)
    time = 3 * setting + min(view[abi.TRICK] // 3, 2)
    rows[:] = -1
    if card & trumps:
        rows[0] = 180 + 96 + 20 + 3 * time + (2 if card & JACKS else (1 if card & FAT else 0))
        return
    cards = plain(suit_of(card))
    held, there = view[abi.HAND] & cards, out & cards
    rank = 0 if card & LOW else (1 if card & QUEENS else (2 if card & KINGS else (3 if card & TENS else 4)))
    void = 0 if there & ~view[abi.LACKS + view[abi.DECLARER]] else 2
    void += 0 if there & ~view[abi.LACKS + partner(view)] else 1
    rows[0] = (9 * setting + 3 * place(ACES, held, there) + place(TENS, held, there)) * 5 + rank
    rows[1] = 180 + (4 * time + void) * 2 + (1 if rank > 2 else 0)
    rows[2] = 180 + 96 + 5 * setting + min(popcount(held), 5) - 1


@kernel
def open_rows(view, card, rows):
    suit, rank = suit_of(card), NULL_STRENGTH[lowest_index(card)]
    held, shown = null_suit(view[abi.HAND], suit), null_suit(view[abi.OPEN_HAND], suit)
    mates = null_suit(unseen(view) & ~view[abi.OPEN_HAND] & ~view[abi.LACKS + partner(view)], suit)
    danger, last = null_leads._DANGER[shown, held | mates], null_leads.plays_last(view)
    lower, higher = min(popcount(null_leads.below(shown, rank)), 2), min(popcount(shown >> (rank + 1)), 2)
    rows[0] = ((danger * 3 + lower) * 3 + higher) * 2 + (0 if mates else 1)
    rows[1] = 72 + ((min(popcount(held), 5) - 1) * 4 + min(popcount(shown), 3)) * 2 + last
    rows[2] = 112 + null_leads.own_place(held, rank) * 4 + danger
    rows[3] = 128 + (min(popcount(mates), 3) * 3 + lower) * 2 + last
    rows[4] = 152 + rank * 2 + last


@kernel
def closed_rows(view, card, rows):
    suit, rank = suit_of(card), NULL_STRENGTH[lowest_index(card)]
    held, out = null_suit(view[abi.HAND], suit), null_suit(unseen(view), suit)
    void = 0 if out & ~null_suit(view[abi.LACKS + view[abi.DECLARER]], suit) else 2
    void += 0 if out & ~null_suit(view[abi.LACKS + partner(view)], suit) else 1
    last, time, lower = null_leads.plays_last(view), min(view[abi.TRICK] // 3, 2), popcount(null_leads.below(out, rank))
    rows[0] = (rank * 5 + min(popcount(held), 5) - 1) * 2 + last
    rows[1] = 80 + (min(lower, 3) * 3 + time) * 2 + last
    rows[2] = 104 + void * 3 + time
    rows[3] = 116 + min(8 - popcount(held | out), 4) * 4 + null_leads.own_place(held, rank)
    rows[4] = 136 + min(popcount(out), 4) * 3 + min(lower, 2)


# %% games in which one lead is another card


@kernel
def another_lead(view, params, workspace, word):
    card = play(view, params, workspace, word)
    others = view[abi.LEGAL] & ~card
    mine = (view[abi.SEAT] - view[abi.DECLARER] + 3) % 3 == params[FIRST + 1]
    if mine and view[abi.TRICK_SIZE] == 0 and view[abi.TRICK] == params[FIRST] and others:
        return nth_set_bit(others, below(word, popcount(others)))
    return card


DEVIANT = replace(
    HEURISTIC, name="deviant", play=another_lead, params={**HEURISTIC.params, "at_trick": -1.0, "by": 0.0}
)


def games(trick, by):
    """The same deals, auctions and contracts, the lead of one seat to one trick changed."""
    lineup = make_lineup([(DEVIANT, {**NULLS, "at_trick": trick, "by": by})] * 3)
    return simulate_games(SEED, 0, GAMES, lineup, deals=True, plays=True)


def swing(outcomes):
    """Tournament points of the declarer less those of each defender; 0 when passed in."""
    seats = ("forehand", "middlehand", "rearhand")
    points = np.stack([getattr(outcomes, f"seeger_fabian_{seat}").astype(int) for seat in seats])
    declarer, game = np.maximum(outcomes.declarer, 0).astype(int), np.arange(GAMES)
    return np.where(outcomes.declarer >= 0, points[declarer, game] - points[(declarer + 1) % 3, game], 0)


@kernel
def position(view, declarer, contract, hands, skat, away, plays, cards):
    """The view of the seat that leads after so many cards."""
    mover.clear_view(view, 1, 0, 264)
    view[abi.DECLARER] = declarer
    mover.name_contract(view, contract)
    owned = (hands[declarer] | skat) & ~away if contract & HAND_BIT == 0 else hands[declarer]
    view[abi.OPEN_HAND] = owned if contract & OUVERT_BIT else 0
    mover.open_trick(view, 0, 0)
    seat = 0
    for number in range(cards):
        seat = mover.play_card(view, 1 << plays[number])
    mover.show_turn(view, seat, (owned if seat == declarer else hands[seat]) & ~view[abi.PLAYED], 0, 0)


@kernel
def collect(view, declarer, contract, hands, skat, away, base, other, trick, kinds, rows):
    """By game with another lead to the trick: its kind (0 lead, 1 open, 2 closed, -1 none), rows of both cards."""
    for game in range(len(declarer)):
        kinds[game] = -1
        at = 3 * trick
        if declarer[game] < 0 or base[game, at] == other[game, at] or max(base[game, at], other[game, at]) > 31:
            continue
        position(view, declarer[game], contract[game], hands[game], skat[game], away[game], base[game], at)
        kinds[game] = 0 if view[abi.GAME_TYPE] != NULL else (1 if view[abi.OPEN_HAND] else 2)
        for which in range(2):
            card = 1 << (base[game, at] if which == 0 else other[game, at])
            if kinds[game] == 0:
                lead_rows(view, card, rows[game, which])
            elif kinds[game] == 1:
                open_rows(view, card, rows[game, which])
            else:
                closed_rows(view, card, rows[game, which])


def samples():
    """By kind: rows (int64[n, 2, 5]: the bot's card, the other) and what the other card gained the defenders."""
    base = games(-1.0, 0.0)
    out, deals = base.outcomes, base.deals
    hands = np.stack([deals.hand_forehand, deals.hand_middlehand, deals.hand_rearhand], 1).astype(np.int64)
    skat, away = deals.skat.astype(np.int64), deals.discard.astype(np.int64)
    declarer, contract = out.declarer.astype(np.int64), out.contract.astype(np.int64)
    kinds, rows = np.empty(GAMES, dtype=np.int64), np.full((GAMES, 2, 5), -1)
    found = {kind: [] for kind in range(3)}
    for trick in range(9):
        for by in (1, 2):
            other = games(float(trick), float(by))
            gain = swing(out) - swing(other.outcomes)
            view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
            collect(view, declarer, contract, hands, skat, away, base.plays, other.plays, trick, kinds, rows)
            for kind in range(3):
                found[kind].append((rows[kinds == kind].copy(), gain[kinds == kind]))
    return [tuple(np.concatenate(part) for part in zip(*found[kind], strict=True)) for kind in range(3)]


# %% the fit


def one_hot(rows, size):
    """A sparse row of ones where the card has its rows in the tables."""
    card, column = np.nonzero(rows >= 0)
    return sparse.csr_matrix((np.ones(len(card)), (card, rows[card, column])), shape=(len(rows), size))


def fit(rows, gain, size):
    """Weights of all tables of a kind, in a row; printed: what the other card gains where it looks better."""
    change = one_hot(rows[:, 1], size) - one_hot(rows[:, 0], size)
    weights = lsqr(change, gain.astype(float), damp=RIDGE)[0]
    better = change @ weights > 0
    print(f"{len(gain):8,} leads changed, {100 * better.mean():.0f} % look better and gain {gain[better].mean():+.1f}")
    return weights


def module_text(title, tables):
    lines = [f'"""{title}, in tournament points, fitted by analysis/heuristic_leads.py; do not edit by hand."""', ""]
    lines += ["from typing import Final", "", "# fmt: off"]
    for name, table in tables.items():
        lines.append(f"{name}: Final = (")
        for row in table:
            text = literal(row) + ","
            lines += textwrap.wrap(
                text, 114, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False
            )
        lines.append(")")
    return "\n".join(lines) + "\n"


def literal(table):
    return f"{table + 0.0:.1f}" if table.ndim == 0 else "(" + ", ".join(literal(row) for row in table) + ")"


if __name__ == "__main__":
    new = {lead_weights: {}, null_weights: {}}
    for (module, shapes), (rows, gain) in zip(SHAPES.values(), samples(), strict=True):
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        weights = np.split(fit(rows, gain, sum(sizes)), np.cumsum(sizes)[:-1])
        for (name, shape), fitted in zip(shapes.items(), weights, strict=True):
            old = np.array(getattr(module, name))
            new[module][name] = (old + fitted.reshape(shape)) / 2
            print(f"  {name:12} old and new correlate by {np.corrcoef(old.ravel(), fitted)[0, 1]:.2f}")
    if "--write" in sys.argv:
        for module, title in ((lead_weights, "Weights of the leads"), (null_weights, "Weights of the leads in null")):
            Path(module.__file__).write_text(module_text(title, new[module]))
