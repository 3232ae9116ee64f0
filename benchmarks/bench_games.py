"""Full games a second on one core: shuffle, auction, declaration, discard, ten tricks, score, columns.

The checksums pin what was computed: they change only with the rules, the engine's protocol or a bot's version.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from skatsim.bots.bot import Lineup, make_lineup
from skatsim.bots.registry import get
from skatsim.kernel import kernel, stream_key
from skatsim.rules.deals import DECK_SIZE, deal_masks
from skatsim.table.engine import simulate_games

GAMES = 100_000


def _lineup(bot: str, params: Mapping[str, float]) -> Lineup:
    return make_lineup([(get(bot), params)] * 3)


def _score_sum(seed: int, games: int, lineup: Lineup) -> int:
    return int(simulate_games(seed, 0, games, lineup).outcomes.score.sum(dtype=np.int64))


@pytest.mark.parametrize(
    ("bot", "params", "checksum"),
    [
        pytest.param("random", {"top_bid": 18, "game": 4, "hand_share": 0}, -9201672, id="random-grand-at-18"),
        pytest.param("random", {"top_bid": 18}, -9527945, id="random-any-game-at-18"),
        pytest.param("random", {}, -21943948, id="random-bidding"),
    ],
)
def bench_random_games(timed: Callable[..., Any], bot: str, params: Mapping[str, float], checksum: int) -> None:
    lineup = _lineup(bot, params)
    assert timed(_score_sum, 1, GAMES, lineup, count=GAMES, unit="games") == checksum


def bench_heuristic_games(timed: Callable[..., Any]) -> None:
    lineup = _lineup("heuristic", {})
    assert timed(_score_sum, 1, GAMES, lineup, count=GAMES, unit="games") == 2712166


@kernel
def _deal_many(key: int, games: int, deck: Any) -> int:
    total = 0
    for game in range(games):
        forehand, middlehand, rearhand, skat = deal_masks(key, game, deck)
        total += forehand ^ middlehand ^ (rearhand >> 1) ^ skat
    return total


def bench_deals(timed: Callable[..., Any]) -> None:
    key, deck = stream_key(1, 0), np.empty(DECK_SIZE, np.int64)
    assert timed(_deal_many, key, GAMES, deck, count=GAMES, unit="deals") == 267236827058398
