"""A valid line, changed anywhere: a SkatsimError, a reported difference, or a record that is still true."""

import json

from hypothesis import assume, example, given
from hypothesis import strategies as st

from skatsim.errors import SkatsimError
from skatsim.records import Replay, ReplaySummary, parse_iss, parse_xskat, records_table, replay
from tests.records.making import DECK, iss_line, make, many, xskat_fields, xskat_line

GAMES = many(40)
ISS_LINES = [iss_line(game) for game in GAMES]
XSKAT_LINES = [xskat_line(game, 1) for game in GAMES if game.contract[1:] in ("", "H", "O", "HO")]
WORDS = [
    *DECK,
    "p",
    "y",
    "s",
    "w",
    "0",
    "1",
    "2",
    "18",
    "20",
    "264",
    "SC",
    "RE",
    "TI.0",
    "LE.1",
    "??",
    "N",
    "GHO",
    "C.",
    "",
]


def outcome(parse, text):
    """The replay, or None where the line is refused with its place."""
    try:
        record = parse(text, "made", 3)
    except SkatsimError as error:
        message = str(error)
    else:
        return replay(record)
    assert message.startswith("made, line 3: ")
    assert "\n" not in message
    return None


def check(replayed):
    """A replay that came through says what it is and can be counted and converted."""
    if replayed is None:
        return
    assert isinstance(replayed, Replay)
    assert replayed.equal == (not replayed.lines)
    assert (replayed.kind == "game") == (replayed.settlement is not None)
    ReplaySummary().add(replayed)
    rows = sum(table.num_rows for table in records_table([replayed.record]))
    assert rows == (replayed.kind in ("game", "passed"))


@given(st.sampled_from(ISS_LINES), st.integers(0, 10**6), st.characters())
def test_one_character_of_an_iss_line(line, place, character):
    place %= len(line)
    check(outcome(parse_iss, line[:place] + character + line[place + 1 :]))


@given(st.sampled_from(ISS_LINES), st.integers(0, 10**6), st.integers(0, 40))
def test_characters_missing_from_an_iss_line(line, place, count):
    place %= len(line)
    check(outcome(parse_iss, line[:place] + line[place + count :]))


@given(st.sampled_from(ISS_LINES), st.integers(0, 10**6), st.sampled_from(WORDS), st.booleans())
def test_one_word_of_the_moves(line, place, word, replace):
    head, rest = line.split("MV[")
    moves, tail = rest.split("]", 1)
    words = moves.split()
    place %= len(words)
    words[place : place + replace] = [word]
    check(outcome(parse_iss, f"{head}MV[{' '.join(words)}]{tail}"))


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_cards_swapped_in_the_play_never_pass_unseen(game, first, second):
    """The same cards in another order: it is either illegal or another game."""
    first, second = first % len(game.plays), second % len(game.plays)
    plays = list(game.plays)
    plays[first], plays[second] = (plays[first][0], plays[second][1]), (plays[second][0], plays[first][1])
    assume(plays[first][1] != plays[second][1] and plays[first][0] != plays[second][0])
    moves = iss_line(game)
    old = " ".join(f"{seat} {card}" for seat, card in game.plays)
    replayed = outcome(parse_iss, moves.replace(old, " ".join(f"{seat} {card}" for seat, card in plays)))
    assert replayed is not None
    assert "is not in the hand" in replayed.fault or "must play another card" in replayed.fault


@given(st.sampled_from(ISS_LINES), st.sampled_from(["v", "m", "p", "t"]), st.integers(-300, 300))
def test_a_changed_figure_is_a_difference(line, key, number):
    head, rest = line.split(f" {key}:", 1)
    old, tail = rest.split(" ", 1)
    assume(int(old) != number)
    replayed = outcome(parse_iss, f"{head} {key}:{number} {tail}")
    assert len(replayed.differences) == 1
    assert not replayed.known


@given(st.text())
def test_any_text_as_an_iss_line(text):
    assert outcome(parse_iss, text) is None
    assert outcome(parse_iss, f"(;GM[Skat]MV[{text}]R[passed] ;)") is None


@given(st.sampled_from(XSKAT_LINES), st.integers(0, 10**6), st.characters())
@example(XSKAT_LINES[0], 1, "\ud800")
def test_one_character_of_an_xskat_line(line, place, character):
    place %= len(line)
    check(outcome(parse_xskat, line[:place] + character + line[place + 1 :]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(DECK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)
FIELDS = xskat_fields(make(3, "G", 1, 20), 1)


@given(st.sampled_from(sorted(FIELDS)), JSON)
def test_one_field_of_an_xskat_line(name, value):
    check(outcome(parse_xskat, json.dumps({**FIELDS, name: value})))


@given(st.binary())
def test_any_bytes_as_an_xskat_line(data):
    assert outcome(parse_xskat, data) is None
