"""Worlds: every way to lay the hidden cards that the view allows, each equally often, and no other."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from skatsim.bots import abi
from skatsim.bots.worlds import AWAY, PLACES, WORDS, draw_world
from skatsim.kernel import kernel
from skatsim.kernel.types import Ints
from skatsim.rules.cards import ALL, CardSet
from skatsim.table.referee.bots import mask
from tests.bots.positions import Position, positions
from tests.conftest import COMPILED


@kernel
def _draw_many(view: Ints, worlds: Ints, key: int) -> None:
    for i in range(len(worlds)):
        draw_world(view, worlds[i], key, i * WORDS)


def _drawn(view: Ints, number: int, key: int = 1) -> Ints:
    worlds = np.zeros((number, PLACES), dtype=np.int64)
    _draw_many(view, worlds, key)
    return worlds


def _ways(position: Position) -> list[tuple[int, ...]]:
    """All worlds of a position by trying every split of the hidden cards."""
    me, places = position.seat, position.hidden
    pool = sorted(card for cards in places.values() for card in cards)
    found = []
    first, *rest = places
    for cards in combinations(pool, len(places[first])):
        left = [card for card in pool if card not in cards]
        for others in combinations(left, len(places[rest[0]])) if rest else [()]:
            dealt = {first: cards}
            if rest:
                dealt[rest[0]] = others
            if len(rest) > 1:
                dealt[rest[1]] = tuple(card for card in left if card not in others)
            if all(not set(dealt[place]) & position.lacks.get(place, set()) for place in dealt):
                known = dict(position.known)
                known[me] = position.hand
                found.append(tuple(mask(dealt.get(place, known.get(place, ()))) for place in range(PLACES)))
    return found


@pytest.mark.parametrize("trick", [6, 7, 8])
def test_every_world_comes_up_equally_often(trick: int) -> None:
    tried = 0
    for position in positions(trick, seed=trick):
        ways = _ways(position)
        if not 3 <= len(ways) <= (400 if COMPILED else 12):
            continue
        counts = Counter(map(tuple, _drawn(position.view, 40 * len(ways)).tolist()))
        assert set(counts) <= set(ways)
        assert chisquare([counts[way] for way in ways]).pvalue > 1e-5
        tried += 1
    assert tried >= (10 if COMPILED else 1)


@pytest.mark.parametrize("trick", [0, 2, 4, 5])
def test_worlds_fit_what_is_certain(trick: int) -> None:
    for position in positions(trick, seed=50 + trick):
        for world in _drawn(position.view, 20):
            assert world[position.seat] == position.view[abi.HAND]
            together = 0
            for place, cards in {**position.hidden, **position.known}.items():
                assert len(CardSet(int(world[place]))) == len(cards)
                lacks = position.lacks.get(place, set())
                assert not set(CardSet(int(world[place]))) & lacks
            for place in range(PLACES):
                assert together & int(world[place]) == 0
                together |= int(world[place])
            seen = position.view[abi.PLAYED]
            assert together | int(seen) == ALL


def test_what_lies_away_is_the_discard_to_the_declarer() -> None:
    looked = 0
    for position in positions(3, seed=9):
        if position.view[abi.DISCARD]:
            assert all(world[AWAY] == position.view[abi.DISCARD] for world in _drawn(position.view, 5))
            looked += 1
    assert looked > 0
