"""The study of exact figures, small: all ten-card hands, fewer deals; and that it can fail.

In full (twelve-card hands too, ten million deals):  python analysis/exact_figures.py
"""

import importlib.util
import sys
from dataclasses import replace

import numpy as np
import pytest

from tests.conftest import COMPILED, REPOSITORY

PATH = REPOSITORY / "analysis" / "exact_figures.py"


@pytest.fixture(scope="module")
def study():
    spec = importlib.util.spec_from_file_location("exact_figures", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules["exact_figures"] = module  # where its dataclasses look for their annotations
    spec.loader.exec_module(module)
    yield module
    del sys.modules["exact_figures"]


def differing(figures) -> list[str]:
    return [str(figure) for figure in figures if not figure.fits]


def test_numbers_of_possibilities(study):
    figures = study.counted()
    assert len(figures) == 18
    assert differing(figures) == []


@pytest.mark.skipif(not COMPILED, reason="64,512,240 hands take an hour in plain Python")
def test_every_ten_card_hand(study):
    ten = study.enumerate_all(10)
    figures = study.by_enumeration(ten)
    assert len(figures) == 44
    assert differing(figures) == []

    one_suit_bid_more = replace(ten, bids=(ten.bids[0] + 1, *ten.bids[1:]))
    assert len(differing(study.by_enumeration(one_suit_bid_more))) == 1
    tally = ten.tally.copy()
    tally[study.JACK_ROW, 3:5] += (-1, 1)
    assert len(differing(study.by_enumeration(replace(ten, tally=tally)))) == 1


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_hands_by_enumeration_and_by_combinatorics(study, size):
    """Compiled and in plain Python alike."""
    enumeration = study.enumerate_all(size)
    assert enumeration.hands == [32, 496, 4960][size - 1]
    assert differing(study.by_combinatorics(size, enumeration)) == []


def test_deals(study, scaled):
    games = scaled(300_000)
    figures = study.by_dealing(games, seed=5)
    assert len(figures) >= 26
    assert differing(figures) == []


def test_an_unfair_deal_is_noticed(study):
    ways = study.with_so_many_of(4, 10)
    fair = [round(1_000_000 * number / 64_512_240) for number in ways.values()]
    assert study.fitted("jacks", fair, list(ways.values())).p > 0.99
    unfair = [fair[0] + 3000, fair[1] - 3000, *fair[2:]]
    assert not study.fitted("jacks", unfair, list(ways.values())).fits
    impossible = np.array([*fair, 1])
    assert not study.fitted_or_impossible("jacks", impossible, [*ways.values(), 0]).fits
    places = np.full((32, 4), 10_000) // [1, 1, 1, 5]
    assert study.where_cards_lie(places).fits
    places[7] += (600, -600, 0, 0)
    assert not study.where_cards_lie(places).fits


def test_a_published_figure_is_right_to_its_last_digit(study):
    assert study.rounded("x", ".203420", 0.2034204999).fits
    assert not study.rounded("x", ".203420", 0.2034207).fits
    assert not study.rounded("x", ".203420", 0.203419).fits


def test_it_exits_with_1_if_a_figure_differs(study, monkeypatch, capsys):
    monkeypatch.setattr(study, "by_dealing", lambda games, seed: [study.exact("games", games, seed)])
    monkeypatch.setattr(study, "by_enumeration", lambda ten, twelve: [])
    monkeypatch.setattr(study, "enumerate_all", lambda size: None)
    for seed, code in ((7, 0), (8, 1)):
        monkeypatch.setattr(sys, "argv", ["exact_figures.py", "--deals", "7", "--seed", str(seed)])
        assert study.main() == code
        assert f"figures, {code} differ" in capsys.readouterr().out
