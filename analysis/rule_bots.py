"""Rules of thumb as bots: the play, declaration and discard of `heuristic`, the bidding (or the discard) of a rule.

Each rule speaks of some games and says for each of them whether the ten cards are good enough; then they bid up to its
value as they stand ("with" and "without" counted in the ten).  Of all other games the bot's own bidding decides, which
is its reserve with the games of the rule leaned against so far that it never bids them.  So a rule's parameters are
those of the bot twice, first as they are, then so leaned, and behind them the rule's own numbers.

`worth` measures a rule in duplicate against the bot's own bidding.
"""

from dataclasses import replace
from math import exp

import numpy as np

from skatsim.bots import abi, registry
from skatsim.bots.bot import Bot, make_lineup
from skatsim.bots.heuristic.bidding import expectation, others_bids, trump_logit
from skatsim.bots.heuristic.evaluation import BID_MODEL, HAND_GAME, grand_count, suit_count
from skatsim.bots.heuristic.parameters import At
from skatsim.kernel import kernel, popcount
from skatsim.reports.comparison.result import comparison_of
from skatsim.rules.cards import ACES, JACKS, SUIT_BITS, TENS, card_points
from skatsim.rules.contracts import BASE_VALUES
from skatsim.rules.scoring import matador_count
from skatsim.rules.seats import FOREHAND
from skatsim.rules.tricks import GRAND, NULL, trump_mask
from skatsim.runs.config import make_boards
from skatsim.runs.run import simulate
from skatsim.table.engine import simulate_games

HEURISTIC = "heuristic@1"
"""Whose play it is, and against whose own bidding rules are measured."""
BOT = registry.get(HEURISTIC)
RESERVE, DISCARD = BOT.reserve, BOT.discard
NUMBERS = {**BOT.params, **BOT.fixed}
"""All that its kernels read."""
SIZE = len(NUMBERS)
NEVER = -1000.0
"""A leaning with which the bot never bids a game."""
BASE = np.array(BASE_VALUES, dtype=np.int64)
SUITS = ("suit",)
GRANDS = ("grand",)
TRUMP_GAMES = SUITS + GRANDS


# %% bidding


@kernel
def value_of(hand, game_type):
    """Value of a game after a pick-up, by the ten cards."""
    return (abs(matador_count(hand, game_type)) + 1) * BASE[game_type]


@kernel
def sure_value(hand, game_type):
    """The least that a game after a pick-up can be worth, whatever lies in the skat.

    With a top jack the skat can only raise a value; without it, it can leave no more than "without one".
    """
    return (max(matador_count(hand, game_type), 1) + 1) * BASE[game_type]


@kernel
def other_games(view, params, workspace, word):
    """What the bot itself bids on the games of which the rule says nothing."""
    return RESERVE(view, params[SIZE : 2 * SIZE], workspace, word)


@kernel
def stegen_reserve(view, params, workspace, word):
    """Von Stegen's count: suit games from the first number, grand from the second."""
    hand = view[abi.HAND]
    best = other_games(view, params, workspace, word)
    for suit in range(4):
        if suit_count(hand, suit) >= params[2 * SIZE]:
            best = max(best, value_of(hand, suit))
    if grand_count(hand) >= params[2 * SIZE + 1]:
        best = max(best, value_of(hand, GRAND))
    return best


@kernel
def unaided_reserve(view, params, workspace, word):
    """Nothing is bid on the skat: games that the ten cards alone win, as hand games, with at least this chance."""
    hand, seat = view[abi.HAND], view[abi.SEAT]
    best = other_games(view, params, workspace, word)
    for game_type in range(5):
        chance = 1.0 / (1.0 + exp(-trump_logit(hand, game_type, seat, HAND_GAME, params)))
        if chance >= params[2 * SIZE]:
            best = max(best, value_of(hand, game_type))
    return best


@kernel
def unhurt_reserve(view, params, workspace, word):
    """The bot's own bidding, but no game is bid beyond what it is worth whatever lies in the skat."""
    hand, seat = view[abi.HAND], view[abi.SEAT]
    best = other_games(view, params, workspace, word)
    for game_type in range(5):
        sure = sure_value(hand, game_type)
        for model, value, leaning in ((BID_MODEL, sure, 0.0), (HAND_GAME, sure + BASE[game_type], params[At.HAND])):
            logit = trump_logit(hand, game_type, seat, model, params) + others_bids(view, params) + leaning
            if expectation(logit, value) + params[At.BOLDNESS] > 0:
                best = max(best, value)
    return best


@kernel
def power_reserve(view, params, workspace, word):
    """Grand from so many jacks and aces (and tens, each counting the third number), fewer of them in forehand."""
    hand = view[abi.HAND]
    need = params[2 * SIZE] - (params[2 * SIZE + 1] if view[abi.SEAT] == FOREHAND else 0.0)
    best = other_games(view, params, workspace, word)
    if popcount(hand & (JACKS | ACES)) + params[2 * SIZE + 2] * popcount(hand & TENS) >= need:
        best = max(best, value_of(hand, GRAND))
    return best


@kernel
def jacks_reserve(view, params, workspace, word):
    """The bot's own bid, but suit games only with at least so many jacks."""
    if popcount(view[abi.HAND] & JACKS) >= params[2 * SIZE]:
        return RESERVE(view, params[:SIZE], workspace, word)
    return other_games(view, params, workspace, word)


@kernel
def trumps_reserve(view, params, workspace, word):
    """The bot's own bid, but suit games only if the longest suit makes at least so many trumps with the jacks."""
    hand, most = view[abi.HAND], 0
    for suit in range(4):
        most = max(most, popcount(hand & trump_mask(suit)))
    if most >= params[2 * SIZE]:
        return RESERVE(view, params[:SIZE], workspace, word)
    return other_games(view, params, workspace, word)


# %% putting away


@kernel
def with_it(view, params, workspace, word, card):
    """The bot's two cards, the one with fewer card points given up for `card` if that is not among them."""
    two = DISCARD(view, params, workspace, word)
    if two & card:
        return two
    first = two & -two
    second = two ^ first
    return card | (first if card_points(first) >= card_points(second) else second)


@kernel
def bare_ten_away(view, params, workspace, word):
    """A ten that stands alone in its plain suit is put away."""
    game_type = view[abi.GAME_TYPE]
    for suit in range(4):
        held = view[abi.HAND] & (SUIT_BITS << 7 * suit)
        if game_type not in (suit, NULL) and held and held & ~TENS == 0:
            return with_it(view, params, workspace, word, held)
    return DISCARD(view, params, workspace, word)


@kernel
def guarded_ten_away(view, params, workspace, word):
    """A ten with one small card in its plain suit is put away together with it."""
    game_type = view[abi.GAME_TYPE]
    for suit in range(4):
        held = view[abi.HAND] & (SUIT_BITS << 7 * suit)
        if game_type not in (suit, NULL) and held & TENS and popcount(held) == 2 and not held & ACES:
            return held
    return DISCARD(view, params, workspace, word)


# %% bots


def bidder(name, reserve, games, **numbers):
    """A bot that bids by `reserve` on `games` (of "suit", "grand"), with the rule's numbers in the kernel's order."""
    leaned = {**NUMBERS, **dict.fromkeys(games, NEVER)}
    twice = {**NUMBERS, **{f"leaned_{key}": value for key, value in leaned.items()}}
    params = {**twice, **{f"rule_{key}": float(value) for key, value in numbers.items()}}
    return replace(BOT, name=name, reserve=reserve, params=params, fixed={}, meanings={})


def worth(rule: Bot, boards: int, seed: int):
    """The comparison of a rule with the bot's own bidding, rule first; in its plan the rule is called `random`."""

    def engine(seed, first, games, lineup, rules, **kept):
        players = [(rule, {}) if bot.name == "random" else (bot, params) for bot, params in lineup.players]
        return simulate_games(seed, first, games, make_lineup(players), rules, **kept)

    config = make_boards(["random", HEURISTIC], boards=boards, seed=seed)
    return comparison_of(simulate(config, threads=1, engine=engine))
