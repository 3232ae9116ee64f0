"""Fit the weights of the bot `heuristic` to games it plays, and write skatsim/bots/heuristic/weights.py.

Run from a clean checkout: ``python analysis/heuristic_weights.py [--write]``.  Each model is a logistic regression
(ridge, Newton steps) of "won" on the cards of one declarer, who alone bids and always plays the game in question;
the deals are random, those with a hopeless hand for the game left out.  Suit games are played in the best suit; what
few trumps are worth (SHORT_TRUMPS) is then fitted to games in any suit, hopeless or not.
"""

# %%
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import numpy as np

from skatsim.bots import abi, registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic import evaluation
from skatsim.bots.heuristic.evaluation import grand_count, null_suit, side_class, suit_count, trump_length
from skatsim.kernel import kernel
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT
from skatsim.table.engine import simulate_games

HEURISTIC = registry.get("heuristic")
FIRST = len(HEURISTIC.params)
SUIT, GRAND, NULL, ANY = 0, 4, 5, 6
GAMES = 200_000
SEED = 20_260_101

# %% a declarer who plays one game whatever he holds, and two who never bid


@kernel
def best_suit(hand):
    best = 0
    for suit in range(1, 4):
        if suit_count(hand, suit) >= suit_count(hand, best):
            best = suit
    return best


@kernel
def null_gaps(hand):
    """Number of suits without a 7 or 8 low card, a rough sieve."""
    gaps = 0
    for suit in range(4):
        held = null_suit(hand, suit)
        if held and held & 3 == 0:
            gaps += 1
        if held >> 5 and held & 7 == 0:
            gaps += 1
    return gaps


@kernel
def always(view, params, _workspace, _word):
    game, hand = params[FIRST], view[abi.HAND]
    if game == NULL:
        return 18 if null_gaps(hand) <= params[FIRST + 2] else 0
    count = grand_count(hand) if game == GRAND else suit_count(hand, best_suit(hand))
    return 18 if count >= params[FIRST + 2] else 0


@kernel
def never(_view, _params, _workspace, _word):
    return 0


@kernel
def forced(view, params, _workspace, _word):
    flags = int(params[FIRST + 1])
    if view[abi.SKAT] == 0 and not flags & HAND_BIT:
        return 0
    game = int(params[FIRST])
    if game >= ANY:
        return (game - ANY) | flags
    return (best_suit(view[abi.HAND]) if game == SUIT else game) | flags


def games(game, flags, least):
    """Arrays of played games: dealt ten, kept ten, points put away, seat, game type, won, card points."""
    extra = {"forced_game": game, "forced_flags": flags, "least": least}
    bidder = replace(HEURISTIC, name="forced", reserve=always, declare=forced, params={**HEURISTIC.params, **extra})
    passer = replace(HEURISTIC, name="passer", reserve=never)
    lineup = make_lineup([(bidder, {}), (passer, {}), (passer, {})])
    chunk = simulate_games(SEED + game + flags, 0, GAMES, lineup, deals=True)
    out, deals = chunk.outcomes, chunk.deals
    played = out.declarer >= 0
    hands = np.stack([deals.hand_forehand, deals.hand_middlehand, deals.hand_rearhand]).astype(np.int64)
    dealt = hands[np.maximum(out.declarer, 0), np.arange(GAMES)][played]
    away = deals.discard.astype(np.int64)[played]
    skat = np.where(away == 0, 0, deals.skat[played].astype(np.int64))
    return {
        "dealt": dealt,
        "kept": (dealt | skat) & ~away,
        "away": np.array(evaluation_points(away)),
        "seat": out.declarer[played].astype(int),
        "type": (out.contract[played] & 7).astype(int),
        "won": out.won[played],
        "points": out.card_points[played],
    }


def evaluation_points(cards):
    """Card points of masks."""
    return sum(
        (cards >> (7 * suit + bit) & 1) * worth
        for suit in range(4)
        for bit, worth in enumerate(evaluation.PLAIN_POINTS)
    )


# %% features and the regression

SIDE_CLASS = np.array([side_class(held) for held in range(128)])
LENGTH = np.array([trump_length(t) for t in range(2048)])
NULL_RANKS = np.array([evaluation.null_ranks(held) for held in range(256)])


def one_hot(index, size):
    return (index[:, None] == np.arange(size)).astype(np.float64)


def trump_features(cards, data, is_grand):
    """base, seat 3, jacks 16, top 4, length 7, side 32, points."""
    sevens = [cards >> (7 * s) & 127 for s in range(4)]
    side = np.zeros((len(cards), 32))
    for suit in range(4):
        counts = np.ones(len(cards)) if is_grand else (data["type"] != suit).astype(float)
        side += one_hot(SIDE_CLASS[sevens[suit]], 32) * counts[:, None]
    top, length = np.zeros((len(cards), 4)), np.zeros((len(cards), 7))
    if not is_grand:
        own = np.choose(data["type"], sevens)
        top, length = one_hot(own >> 5, 4), one_hot(LENGTH[(cards >> 28) << 7 | own], 7)
    parts = [seat_part(data), one_hot(cards >> 28, 16), top, length, side, data["away"][:, None]]
    return np.hstack(parts)


def null_features(cards, data):
    """base, seat 3, and ranks of first, second and third card, 9 each."""
    parts = np.zeros((len(cards), 27))
    for suit in range(4):
        ranks = NULL_RANKS[null_index(cards, suit)]
        parts += np.hstack([one_hot(ranks[:, place], 9) for place in range(3)])
    return np.hstack([seat_part(data), parts])


def null_index(cards, suit):
    seven, jack = cards >> (7 * suit) & 127, cards >> (28 + suit) & 1
    return seven & 7 | (seven >> 5 & 1) << 3 | jack << 4 | (seven >> 3 & 3) << 5 | (seven >> 6) << 7


def seat_part(data):
    return np.hstack([np.ones((len(data["seat"]), 1)), one_hot(data["seat"], 3)])


def logistic(features, target, ridge=2.0):
    """Weights of a ridge logistic regression by Newton steps; the base is not shrunk."""
    weights = np.zeros(features.shape[1])
    shrink = np.full(len(weights), ridge)
    shrink[0] = 1e-6
    for _ in range(7):
        chance = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (target - chance) - shrink * weights
        hessian = (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(shrink)
        weights += np.linalg.solve(hessian, gradient)
    return weights


# %% the models


def trump_models(game, least):
    """Weights for BID, KEPT, HAND_GAME and NINETY, in this order."""
    is_grand = game == GRAND
    picked, hand = games(game, 0, least), games(game, HAND_BIT, least)
    tasks = [
        (picked["dealt"], {**picked, "away": 0 * picked["away"]}, picked["won"]),
        (picked["kept"], picked, picked["won"]),
        (hand["dealt"], hand, hand["won"]),
        (hand["dealt"], hand, hand["points"] >= 90),
    ]
    return [fit(trump_features(cards, data, is_grand), won) for cards, data, won in tasks]


def short_trumps(models):
    """What each model's log-odds lack for 0 to 3 trumps, on hands of any suit that it gives more than one in five."""
    away = [games(ANY + suit, 0, 0) for suit in range(4)]
    hand = [games(ANY + suit, HAND_BIT, 0) for suit in range(4)]
    asked = [
        [(data["dealt"], {**data, "away": 0 * data["away"]}, data["won"]) for data in away],
        [(data["kept"], data, data["won"]) for data in away],
        [(data["dealt"], data, data["won"]) for data in hand],
        [(data["dealt"], data, data["points"] >= 90) for data in hand],
    ]
    return [shortfall(weights, samples) for weights, samples in zip(models, asked, strict=True)]


def shortfall(weights, samples):
    """Log-odds to add by number of trumps, 0 to 3: ridge logistic regression beside the model's own log-odds."""
    logits, counts, won = [], [], []
    for cards, data, result in samples:
        own = np.choose(data["type"], [cards >> (7 * s) & 127 for s in range(4)])
        logits.append(trump_features(cards, data, False) @ weights)
        counts.append(np.array([int(t).bit_count() for t in (cards >> 28) << 7 | own]))
        won.append(result)
    logit, count, target = np.concatenate(logits), np.concatenate(counts), np.concatenate(won).astype(float)
    worth_a_thought = logit > np.log(0.2 / 0.8)
    return [offset(logit[these], target[these]) for n in range(4) for these in [worth_a_thought & (count == n)]]


def offset(logit, target, ridge=2.0):
    """The one number that, added to the log-odds, fits best."""
    add = 0.0
    for _ in range(12):
        chance = 1 / (1 + np.exp(-logit - add))
        add += ((target - chance).sum() - ridge * add) / ((chance * (1 - chance)).sum() + ridge)
    return add


def null_models():
    """Weights for null, then ouvert: each before the pick-up, after the discard, in a hand game."""
    models = []
    for flags in (0, OUVERT_BIT):
        picked, hand = games(NULL, flags, 3), games(NULL, flags | HAND_BIT, 2)
        for cards, data in ((picked["dealt"], picked), (picked["kept"], picked), (hand["dealt"], hand)):
            models.append(fit(null_features(cards, data), data["won"]))
    return models


def fit(features, won):
    """Fit, and print how well the model tells won from lost games (area under the curve)."""
    weights = logistic(features, won.astype(float))
    order = np.argsort(features @ weights)
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order))
    wins = won.sum()
    area = (ranks[won].sum() - wins * (wins - 1) / 2) / (wins * (len(won) - wins))
    print(f"{len(won):8} games, {100 * won.mean():5.1f} % won, area under the curve {area:.3f}", flush=True)
    return weights


# %% write them

HEAD = '''"""Weights of the evaluation: log-odds, fitted by analysis/heuristic_weights.py; do not edit by hand."""

from typing import Final, NamedTuple


class TrumpWeights(NamedTuple):
    """Weights of one model of a trump game; see `evaluation` for the classes they are indexed by."""

    base: float
    seat: tuple[float, ...]
    jacks: tuple[float, ...]
    top: tuple[float, ...]
    length: tuple[float, ...]
    side: tuple[float, ...]
    points: float


class NullWeights(NamedTuple):
    """Weights of one model of null: by the ranks of each suit's lowest, second and third card."""

    base: float
    seat: tuple[float, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    third: tuple[float, ...]


# fmt: off'''


def wrapped(kind, parts):
    """One model's weights as lines of at most 120 characters."""
    text = f"{kind}({', '.join(parts)}),"
    return textwrap.wrap(text, 118, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False)


def numbers(weights):
    return "(" + ", ".join(f"{w + 0.0:.2f}" for w in weights) + ")"


def trump_lines(w):
    parts = [numbers(w[i:j]) for i, j in ((1, 4), (4, 20), (20, 24), (24, 31), (31, 63))]
    return wrapped("TrumpWeights", [f"{w[0]:.2f}", *parts, f"{w[63]:.4f}"])


def short_lines(adds):
    return ["    " + numbers(adds) + ","]


def null_lines(w):
    parts = [numbers(w[i:j]) for i, j in ((1, 4), (4, 13), (13, 22), (22, 31))]
    return wrapped("NullWeights", [f"{w[0]:.2f}", *parts])


def module_text(suit, grand, null, short):
    lines = [HEAD]
    for name, kind, models, form in (
        ("SUIT_WEIGHTS", "TrumpWeights", suit, trump_lines),
        ("GRAND_WEIGHTS", "TrumpWeights", grand, trump_lines),
        ("NULL_WEIGHTS", "NullWeights", null, null_lines),
    ):
        lines.append(f"{name}: Final[tuple[{kind}, ...]] = (")
        lines += [line for w in models for line in form(w)]
        lines.append(")")
    lines.append("SHORT_TRUMPS: Final[tuple[tuple[float, ...], ...]] = (")
    lines += [line for adds in short for line in short_lines(adds)]
    lines.append(")")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    suit_models = trump_models(SUIT, 7.0)
    text = module_text(suit_models, trump_models(GRAND, 4.0), null_models(), short_trumps(suit_models))
    if "--write" in sys.argv:
        Path(evaluation.__file__).with_name("weights.py").write_text(text)
