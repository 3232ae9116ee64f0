"""The ideas of the second version: for each a position in which it changes the card, and why a good player wants it.

What the whole version is worth against the first is measured in duplicate.
"""

import hashlib

import numpy as np
import pytest

from skatsim import compare
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.heuristic.parameters import FIRST_VERSION
from skatsim.rules.cards import format_cards
from skatsim.table.engine import simulate_games
from tests.bots.test_heuristic import play_view

FIRST, SECOND = registry.get("heuristic@1"), registry.get("heuristic@2")

ANSWERS = {
    # the king takes the trick as well, and the ace will catch the ten
    "king_first": ("HK", "HA", "S", "HA HK H9 CJ", {"seat": 2, "declarer": 2, "table": "H7 CA"}),
    # the jack draws two trumps; a small one gives the trick away
    "force_jack": ("HJ", "S8", "S", "HJ DJ ST SK SQ S9 S8 HA DA D7", {"seat": 0, "declarer": 0}),
    # whoever plays last may hold the bare ten: trump it with points, do not make a present of the queen
    "ruff_ten": ("CT", "D7", "C", "CT C7 D7 SA", {"seat": 1, "declarer": 1, "table": "HQ"}),
    # the partner may have the ten or take with the king; the ace waits for the ten
    "duck_behind": ("H7", "HA", "G", "HA H7 S8", {"seat": 1, "declarer": 0, "table": "H9"}),
    # the trick is the partner's: the king brings points too, and the ace still catches the declarer's ten
    "keep_aces": ("HQ", "HA", "C", "HA HQ S7", {"seat": 2, "declarer": 0, "table": "H7 HK"}),
    # the partner may have neither of the two jacks that are higher: a king is a smaller stake than an ace
    "hope_less": ("HK", "HA", "G", "HA HK S7", {"seat": 1, "declarer": 0, "table": "HJ"}),
    # the declarer must take the king with the ace, and the partner's ten is high
    "high_king": ("HK", "H8", "C", "HK H8 S7", {"seat": 1, "declarer": 2, "table": "H7"}),
    # never lead away from below an ace against a grand
    "fitted_leads": ("S7", "H7", "G", "HA H8 H7 SK S9 S7", {"seat": 0, "declarer": 2}),
    # every card below the lone jack catches it: the lowest can still be needed
    "fitted_null": ("D9", "D7", "NO", "DQ D9 D8 D7", {"seat": 0, "declarer": 2, "open_hand": "DJ SQ S7"}),
    # a poor trick is a fair price for the ten
    "duck_last": ("H9", "HA", "C", "HA H9 CJ", {"seat": 2, "declarer": 2, "table": "H7 HQ"}),
    "duck_second": ("H9", "HA", "C", "HA H9 CJ", {"seat": 1, "declarer": 1, "table": "H7"}),
    # four card points are not worth a jack in grand
    "poor_grand": ("D7", "CJ", "G", "CJ D7", {"seat": 2, "declarer": 2, "table": "HK H9"}),
    # one trump beats the declarer's: with luck the partner has it
    "smear_suit": ("HT", "S7", "C", "HT S7 S8", {"seat": 1, "declarer": 0, "table": "SJ"}),
    # a jack is too good for the declarer's nine while the partner still plays
    "duck_trumps": ("C8", "SJ", "C", "SJ C8 H7", {"seat": 1, "declarer": 0, "table": "C9"}),
}
"""By idea: the card with all ideas, the card without it, and the position."""


def card(bot, view: np.ndarray, **chosen: float) -> str:
    return format_cards(int(bot.play(view, np.array(bot.param_values(chosen)), np.zeros(1, dtype=np.int64), 0)))


@pytest.mark.parametrize("idea", ANSWERS)
def test_an_idea_changes_what_it_says(idea: str) -> None:
    with_it, without, contract, hand, position = ANSWERS[idea]
    view = play_view(contract, hand, **position)
    for other, off in FIRST_VERSION.items():
        assert card(SECOND, view, **{other: off}) == (without if other == idea else with_it), other
    assert card(FIRST, view) == without


def test_every_idea_is_tried() -> None:
    assert set(ANSWERS) == set(FIRST_VERSION)


def test_without_its_ideas_the_second_version_is_the_first() -> None:
    assert SECOND.param_values(FIRST_VERSION) == FIRST.param_values({})


@pytest.mark.usefixtures("compiled_only")
@pytest.mark.parametrize(("bot", "digest"), [(FIRST, "c653b00712b4acfe"), (SECOND, "ccfeed332883482b")])
def test_a_version_plays_on_as_it_did(bot, digest: str) -> None:
    chunk = simulate_games(5, 0, 20_000, make_lineup([(bot, {})] * 3), deals=True, plays=True)
    found = hashlib.sha256()
    for column in (*chunk.outcomes, *chunk.deals, chunk.plays):
        found.update(np.ascontiguousarray(column).astype(np.int64).tobytes())
    assert found.hexdigest()[:16] == digest


@pytest.mark.usefixtures("compiled_only")
def test_the_second_version_beats_the_first() -> None:
    """In duplicate, by more than two and a half tournament points a deal."""
    row = compare("heuristic@2", "heuristic@1", seed=21, boards=5_000).differences.iloc[0]
    assert row["low"] > 2.5
