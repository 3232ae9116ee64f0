"""Rows in the schema of a run, made up with numpy: bots that rotate through the seats, all game types and endings."""

import numpy as np

from skatsim.rules.contracts import BIDS, HAND_BIT, OUVERT_BIT
from skatsim.table.columns import ENDINGS, empty_outcomes
from skatsim.table.schema import outcome_table

GAMES = 20_000


def made_up_rows(games=GAMES, seed=7, names=("careful@1", "bold@2", "careful@1")):
    """Rows that are no real games but have all the values real games have, and depend on each other as those do."""
    rng = np.random.default_rng(seed)
    o = empty_outcomes(games)
    kind = rng.choice(6, games, p=[0.11, 0.14, 0.16, 0.21, 0.31, 0.07])
    hand = rng.random(games) < 0.1
    passed_in = rng.random(games) < 0.05
    bid = np.array(BIDS)[np.minimum(rng.geometric(0.18, games) - 1, len(BIDS) - 1)]
    matadors = np.where(rng.random(games) < 0.6, 1, -1) * np.minimum(rng.geometric(0.5, games), 11)
    trump = kind != 5
    won = rng.random(games) < np.clip(0.98 - bid / 110 + 0.04 * matadors + 0.1 * (kind == 4), 0.02, 0.99)
    points = np.where(won, rng.integers(61, 121, games), rng.integers(0, 61, games))
    value = np.where(trump, np.array([9, 10, 11, 12, 24, 0])[kind] * (np.abs(matadors) + 1 + hand), 23)
    outcomes = {
        "declarer": rng.choice(3, games, p=[0.36, 0.32, 0.32]),
        "contract": kind | np.where(hand, HAND_BIT, 0) | np.where(~trump & (rng.random(games) < 0.3), OUVERT_BIT, 0),
        "bid": bid,
        "matadors": np.where(trump, matadors, 0),
        "card_points": points,
        "schneider": trump & ((points >= 90) | (points <= 30)),
        "schwarz": trump & (points == 120),
        "won": won,
        "overbid": ~won & (rng.random(games) < 0.05),
        "game_value": value,
        "score": np.where(won, value, -2 * value),
        "ending": rng.choice(len(ENDINGS), games, p=[0.8, 0.1, 0.07, 0.02, 0.01]),
    }
    for name, values in outcomes.items():
        getattr(o, name)[:] = np.where(passed_in, -1 if name == "declarer" else 0, values)
    for seat, column in enumerate((o.seeger_fabian_forehand, o.seeger_fabian_middlehand, o.seeger_fabian_rearhand)):
        mine, other = np.where(o.won, value + 50, -2 * value - 50), np.where(o.won, 0, 40)
        column[:] = np.where(passed_in, 0, np.where(o.declarer == seat, mine, other))
    number = np.arange(games)
    bots = [np.array(names)[(number + seat) % 3] for seat in range(3)]
    return outcome_table(o, seed=3, games=number, bots=bots)
