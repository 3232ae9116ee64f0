"""Contracts and values in words, the words written out by hand."""

import pytest

from skatsim.rules.contracts import Contract
from skatsim.rules.words import contract_words, value_words


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        ("D", "diamonds"),
        ("CH", "clubs hand"),
        ("SHS", "spades hand, Schneider announced"),
        ("GHSZ", "grand hand, Schwarz announced"),
        ("DO", "diamonds hand, ouvert"),
        ("N", "null"),
        ("NH", "null hand"),
        ("NO", "null ouvert"),
        ("NHO", "null hand ouvert"),
    ],
)
def test_contracts(contract, words):
    assert contract_words(Contract.parse(contract)) == words


@pytest.mark.parametrize(
    ("contract", "levels", "result", "words"),
    [
        ("C", [("with 3", 3), ("game", 4)], (18, 48, True), "with 3, game 4; 4 × 12 = 48"),
        (
            "C",
            [("with 3", 3), ("game", 4)],
            (59, 60, True),
            "with 3, game 4; 4 × 12 = 48 < 59: overbid; 5 × 12 = 60",
        ),
        (
            "GHSZ",
            [("without 1", 1), ("game", 2), ("hand", 3)],
            (18, 72, False),
            "without 1, game 2, hand 3; 3 × 24 = 72; the announced Schwarz was missed",
        ),
        ("NO", [], (46, 46, True), "null ouvert 46"),
        ("NH", [], (36, 46, False), "null hand 35 < 36: overbid; lost at 46"),
    ],
)
def test_values(contract, levels, result, words):
    bid, game_value, made = result
    assert value_words(Contract.parse(contract), levels, bid=bid, game_value=game_value, made=made) == words
