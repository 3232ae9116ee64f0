"""Given deals are played as the same deals are in a run."""

import numpy as np

from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.rules.deals import deal
from skatsim.table.engine import simulate_games
from skatsim.table.given import play_hands


def test_given_hands_are_played_as_the_referee_plays_them() -> None:
    """Players 1, 2, 3 sit at forehand, middlehand, rearhand, whatever the row."""
    lineup = make_lineup(
        [(registry.get("heuristic"), {}), (registry.get("random"), {}), (registry.get("heuristic"), {})]
    )
    outcomes = play_hands([deal(9, 3 * game) for game in range(20)], lineup, seed=9)
    again = play_hands([deal(9, 3 * game) for game in range(20)], lineup, seed=9)
    assert all(map(np.array_equal, outcomes, again))
    first = simulate_games(9, 0, 1, lineup).outcomes
    assert [int(column[0]) for column in first] == [int(column[0]) for column in outcomes]
