"""Memory ends where the view ends: what a bot reads beyond it, its parameters or its workspace, tells it nothing."""

import os

import numpy as np
import pytest

from skatsim.bots.bot import Bot, make_lineup
from skatsim.kernel import apart, floats_at, kernel, words_at
from skatsim.kernel.arrays import MARGIN
from skatsim.table.engine import Chunk, simulate_games
from tests.bots.peeking import HONEST, PEEKING
from tests.conftest import COMPILED

UNCHECKED = COMPILED and os.environ.get("NUMBA_BOUNDSCHECK", "0") in ("", "0")


def play(bot: Bot, games: int) -> Chunk:
    rich = {"top_bid": 18.0, "hand_share": 0.25}
    return simulate_games(5, 0, games, make_lineup([(bot, rich), (bot, {}), (bot, rich)]), deals=True, plays=True)


@pytest.mark.skipif(not UNCHECKED, reason="reads beyond the end")
def test_a_peeking_bot_gains_nothing() -> None:
    peeking, honest = play(PEEKING, 2_000), play(HONEST, 2_000)
    assert np.array_equal(peeking.plays, honest.plays)
    assert np.array_equal(peeking.outcomes.contract, honest.outcomes.contract)


@pytest.mark.skipif(UNCHECKED, reason="indices are not checked")
def test_a_checked_index_tells_on_a_peeking_bot() -> None:
    play(HONEST, 20)
    with pytest.raises(IndexError):
        play(PEEKING, 20)


def test_memory_of_its_own_is_aligned_and_between_zeros() -> None:
    arrays = [apart(words) for words in (0, 1, 78, 1_000)]
    for array in arrays:
        array[:] = -1
    for array in arrays:
        assert array.ctypes.data % 64 == 0
        around = array.base
        assert around is not None
        assert int(np.count_nonzero(around)) == len(array)
        assert len(around) - len(array) >= 2 * MARGIN


@kernel
def _copy(address: int, length: int, words: np.ndarray, floats: np.ndarray) -> None:  # type: ignore[type-arg]
    for i in range(length):
        words[i] = words_at(address, length)[i]
        floats[i] = floats_at(address, length)[i]


def test_arrays_at_an_address() -> None:
    source = np.array([3, -7, 2**62, 4611686018427387904])
    words, floats = np.zeros(4, np.int64), np.zeros(4)
    _copy(source.ctypes.data, 4, words, floats)
    assert words.tolist() == source.tolist()
    assert floats.tobytes() == source.tobytes()
