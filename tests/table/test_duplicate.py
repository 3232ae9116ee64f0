"""What a comparison in duplicate says."""

from statistics import fmean

import numpy as np
import pytest
from scipy import stats

from skatsim.bots import registry
from skatsim.bots.bot import Player, make_lineup
from skatsim.errors import SkatsimError
from skatsim.rules.deals import deal
from skatsim.stats.intervals import sample_mean
from skatsim.table.duplicate import Comparison, compare_in_duplicate, play_hands
from skatsim.table.engine import simulate_games
from skatsim.table.referee import play_game


def test_plus_minus_is_half_of_the_95_per_cent_interval():
    boards = range(40)
    half = stats.t.ppf(0.975, 39) * stats.sem(boards)
    assert str(Comparison(40, sample_mean(boards), sample_mean([-3] * 40))) == (
        f"+19.500 ±{half:.3f} tournament points a deal, "
        "-3.000 ±0.000 list points (40 boards; ±: half of the 95 % interval)"
    )


def by_hand(a: Player, b: Player, seed: int, first: int, boards: int) -> tuple[list[float], list[float]]:
    """What A's seats make less what B's make, board after board, seating after seating, as the referee plays them."""
    tournament, listed = [], []
    for game in range(first, first + boards):
        differences: dict[str, list[float]] = {"tournament": [], "listed": []}
        for seating in ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA"):
            row = play_game(seed, game, make_lineup([a if letter == "A" else b for letter in seating]))
            made = (row.seeger_fabian_forehand, row.seeger_fabian_middlehand, row.seeger_fabian_rearhand)
            mine: dict[str, list[float]] = {"A": [], "B": []}
            scores: dict[str, list[float]] = {"A": [], "B": []}
            for seat in range(3):
                bot = seating[(game + seat) % 3]
                mine[bot].append(made[seat])
                scores[bot].append(row.score if seat == row.declarer else 0)
            differences["tournament"].append(fmean(mine["A"]) - fmean(mine["B"]))
            differences["listed"].append(fmean(scores["A"]) - fmean(scores["B"]))
        tournament.append(fmean(differences["tournament"]))
        listed.append(fmean(differences["listed"]))
    return tournament, listed


@pytest.mark.parametrize("first", [0, 7])
def test_a_comparison_is_what_counting_by_hand_gives(first: int) -> None:
    random = registry.get("random")
    a, b, boards = (random, {"top_bid": 24.0}), (random, {"top_bid": 0.0, "hand_share": 1.0}), 24
    result = compare_in_duplicate(a, b, seed=5, boards=boards, first_game=first)
    assert result.boards == boards
    for estimate, values in zip((result.seeger_fabian, result.score), by_hand(a, b, 5, first, boards), strict=True):
        half = stats.t.ppf(0.975, boards - 1) * stats.sem(values)
        assert estimate.value == pytest.approx(fmean(values))
        assert estimate.half == pytest.approx(half, rel=1e-3)
        assert half > 1


def test_one_board_is_no_comparison() -> None:
    player = (registry.get("random"), {})
    with pytest.raises(SkatsimError, match="1 boards have no interval; play 2 or more"):
        compare_in_duplicate(player, player, seed=1, boards=1)


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
