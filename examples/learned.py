"""A bot that bids by a small neural network; cards are played by `heuristic`.

    python examples/learned.py                                      # plays games, learns from them: some 20 s
    skatsim compare examples/learned.py:BOT heuristic --boards 500

The network is shown hands that were declared by players who bid too far, and what they got: so it learns what a hand
is worth at a bid, and bids as far as that pays.
"""

import pickle
import sys
from pathlib import Path

import numpy as np

from skatsim import simulate
from skatsim.bots.plain import plain_bot
from skatsim.rules.contracts import BIDS

MODEL = Path(__file__).with_name("learned.pkl")
FILES = (MODEL.name,)  # a run notes which model it was played with
LADDER = np.array(BIDS[:30])


def features(hands, bids):
    """Float[n, 33]: a column a card, and the bid."""
    return np.column_stack([(np.asarray(hands)[:, None] >> np.arange(32)) & 1, np.asarray(bids) / 24]).astype(float)


def learn(games=150_000):
    """Train on games of three reckless bidders and write the model."""
    from sklearn.neural_network import MLPRegressor

    run = simulate({"games": games, "lineup": "heuristic:boldness=40," * 3, "store": "deals", "seed": 11})
    rows = run.to_pandas(where="declarer >= 0")
    hands = np.choose(rows["declarer"], [rows[f"hand_{seat}"] for seat in ("forehand", "middlehand", "rearhand")])
    worth = rows["score"] + np.where(rows["won"], 50, -50 - 2 * 40)  # and what the opponents get for a lost game
    model = MLPRegressor(hidden_layer_sizes=(32,), learning_rate_init=0.005, random_state=1)
    for _ in range(12):
        model.partial_fit(features(hands, rows["bid"]), worth / 100)
    MODEL.write_bytes(pickle.dumps(model))


model = pickle.loads(MODEL.read_bytes()) if MODEL.exists() else None


def reserve(view):
    """The highest bid up to which every one promises more than `nerve` tournament points."""
    ladder = LADDER[view.ladder_top >= LADDER]
    worth = 100 * model.predict(features(np.full(len(ladder), view.hand.mask), ladder))
    good = np.logical_and.accumulate(worth > view.params["nerve"])
    return int(ladder[good.sum() - 1]) if good[0] else None


BOT = plain_bot(
    "learned",
    reserve=reserve,
    base="heuristic@1",
    params={"nerve": 0.0},
    meanings={"nerve": "tournament points that a bid must promise"},
    about="bids by a neural network, plays like heuristic",
)

if __name__ == "__main__":
    learn(*map(int, sys.argv[1:]))
