"""The published figures, typed a second time from their sources and held against each other."""

import re

import pytest

from skatsim.reports import reference

PER_CENT = {
    "TOURNAMENT_OVERALL": "passed_in 4.9 won 81.6 schneider 23.4 schwarz 1.4",
    "TOURNAMENT_SHARE": "G 32.2 C 21.1 S 16.2 H 13.4 D 10.7 N 6.4",
    "TOURNAMENT_WON": "G 91.4 C 77.5 S 77.9 H 77.7 D 77.5 N 70.7",
    "SERVER_SEAT": "forehand 35.7 middlehand 32.1 rearhand 32.2",
}


@pytest.mark.parametrize("name", PER_CENT)
def test_figures_are_the_published_ones(name):
    words = PER_CENT[name].split()
    published = {key: float(value) / 100 for key, value in zip(words[::2], words[1::2], strict=True)}
    assert getattr(reference, name) == pytest.approx(published, abs=1e-12)


def test_numbers_of_games():
    assert reference.TOURNAMENT_DEALS == 17_967_106
    assert reference.SERVER_GAMES == 20_000
    assert reference.CLUB_POINTS_SD == 58


def test_shares_are_of_one_whole():
    for shares in (reference.TOURNAMENT_SHARE, reference.SERVER_SEAT):
        assert sum(shares.values()) == pytest.approx(1, abs=0.0011)  # rounded to 0.1 %


def test_games_won_by_type_make_up_those_won_in_all():
    """Of the nulls 50.8, 1.8, 42.8, 4.6 % were plain, hand, ouvert, ouvert hand, won 70.7, 65.7, 86.9, 91.1 %."""
    null = 0.508 * reference.TOURNAMENT_WON["N"] + 0.018 * 0.657 + 0.428 * 0.869 + 0.046 * 0.911
    won = {**reference.TOURNAMENT_WON, "N": null}
    total = sum(share * won[letter] for letter, share in reference.TOURNAMENT_SHARE.items())
    assert total == pytest.approx(reference.TOURNAMENT_OVERALL["won"], abs=0.006)


def test_every_figure_is_typed_here(shared):
    """And stands in the collection of published figures."""
    mine = {name for name, value in vars(reference).items() if name.isupper() and isinstance(value, dict)}
    assert mine == {*PER_CENT, "SOURCES"}
    text = (shared / "ANCHORS.md").read_text(encoding="utf-8")
    figures = set(re.findall(r"\d+(?:\.\d+)?", text))
    told = {word for words in PER_CENT.values() for word in words.split()[1::2]}
    assert told - figures <= {"32.2", "77.7"}  # there 32, and 77.5 to 77.9
