"""The ISS reader on single lines: what it understands, and what it refuses in which words."""

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import AuctionMove, parse_iss, replay
from skatsim.rules.cards import CardSet
from tests.records.making import iss_line, iss_moves, make

GAME = make(3, "G", 1, 20)
LINE = iss_line(GAME)
D7, D8 = "D7", "D8"


def test_a_line_is_read_in_full():
    record = parse_iss(LINE, "a.sgf", 12)
    assert (record.source, record.line, record.players) == ("a.sgf", 12, ("Ann", "Bob", "Cem"))
    assert [CardSet(mask) for mask in record.hands] == [CardSet.of(hand) for hand in GAME.hands]
    assert CardSet(record.skat) == CardSet(record.skat_shown) == CardSet.of(GAME.skat)
    assert CardSet(record.discard) == CardSet.of(GAME.discard)
    assert record.auction == (AuctionMove(1, "bid", 20), AuctionMove(0, "pass"), AuctionMove(2, "pass"))
    assert (record.bid, record.declarer, record.picked_up, str(record.contract)) == (20, 1, True, "G")
    assert [(seat, str(CardSet(1 << card))) for seat, card in record.plays] == GAME.plays
    assert record.result.card_points == GAME.card_points


@pytest.mark.parametrize(("old", "new"), [
    ("CO[]", ""), ("CO[]", "CO[a \\] bracket]"), ("CO[]", "OW[Ann]"), (" ]R[", "]R["), (" ;)", ";)"), (" r:0", ""),
    ("(;", "(; "),
])  # fmt: skip
def test_harmless_variants_are_read_alike(old, new):
    assert old in LINE
    changed = parse_iss(LINE.replace(old, new, 1))
    assert (changed.plays, changed.hands) == (parse_iss(LINE).plays, parse_iss(LINE).hands)


def test_bars_between_the_groups_of_the_deal_are_read():
    dealt = LINE.split("MV[w ")[1].split(" ")[0]
    names = dealt.split(".")
    barred = "|".join(".".join(names[i : i + 10]) for i in (0, 10, 20, 30))
    assert parse_iss(LINE.replace(dealt, barred)) == parse_iss(LINE)


def test_a_split_declaration_is_the_same_game():
    joined = f"1 G.{'.'.join(GAME.discard)}"
    split = f"1 G 1 {'.'.join(GAME.discard)}"
    assert parse_iss(LINE.replace(joined, split)) == parse_iss(LINE)


@pytest.mark.parametrize("echo", [1, 2])
def test_open_cards_of_an_ouvert_declaration_are_read(echo):
    game = make(3, "NO", 1, 20)
    held = [card for card in game.twelve if card not in game.discard]
    discard = ".".join(game.discard)
    line = iss_line(game).replace(f"NO.{discard}", ".".join(["NO", discard, *held * echo]))
    record = parse_iss(line)
    assert CardSet(record.shown) == CardSet.of(held)
    assert replay(record).equal


def test_ouvert_letters_come_in_any_order_and_include_what_the_rules_do():
    game = make(3, "GHSZO", 0, 18)
    base = iss_line(game)
    for letters in ("GO", "GOHSZ", "GZOSH"):
        assert parse_iss(base.replace(" GHSZO ", f" {letters} ")).contract == parse_iss(base).contract


def test_hidden_moves_are_skipped_and_events_keep_their_place():
    moves = iss_moves(GAME, 4) + " 0 ?? 1 SC 2 RE 0 RE"
    record = parse_iss(iss_line(GAME, moves=moves))
    assert [(event.kind, event.seat, event.played) for event in record.events] == [
        ("claim", 1, 4), ("resign", 2, 4), ("resign", 0, 4),
    ]  # fmt: skip


DEALT = LINE.split("MV[w ")[1].split(" ")[0]
FIRST, SECOND = DEALT.split(".")[:2]
SKAT = ".".join(GAME.skat)
DISCARD = ".".join(GAME.discard)
REFUSED = [
    # what is replaced, by what, the words of the error
    (FIRST + ".", SECOND + ".", f"card {SECOND} stands twice"),
    (DEALT.split(".")[10], FIRST, f"card {FIRST} is dealt twice"),
    (FIRST + ".", "", "the deal has 31 cards instead of 32"),
    (FIRST + ".", "XJ.", "unknown card 'XJ'"),
    (FIRST + ".", "C10.", "unknown card 'C10'"),
    (FIRST + ".", "??.", "hidden cards"),
    (FIRST + ".", ".", "unknown card ''"),
    (FIRST + "." + SECOND + ".", f"{FIRST},{SECOND}..", "unknown card"),
    ("MV[w ", "MV[", "odd number"),
    ("MV[w ", "MV[0 ", "does not begin with the deal"),
    (f"MV[w {DEALT} ", "MV[w 7 ", "the deal has 1 cards"),
    (LINE.split("MV[")[1].split("]")[0], "", "does not begin with the deal"),
    (" 0 p ", " w C7.C8 0 p ", "move w 'C7.C8' is not known here"),
    (" 0 p ", " 3 p ", "a move is made by w, 0, 1 or 2"),
    (" 0 p ", " 0 hold ", "before the declaration"),
    (" s w ", " w ", "odd number"),
    (f" w {SKAT} ", " ", "comes before the skat is shown"),
    (f" w {SKAT} ", f" w {GAME.skat[0]} ", "is not two cards"),
    (f" w {SKAT} ", " w XX.7 ", "unknown card"),
    (f" w {SKAT} ", " w TI.7 ", "unknown card 'TI'"),
    (f"G.{DISCARD}", "G." + GAME.discard[0], "is not two cards"),
    (f"G.{DISCARD}", f"G.{GAME.discard[0]}.{GAME.discard[0]}", "stands twice"),
    (f"G.{DISCARD}", f"G.{DISCARD}.{FIRST}", "two cards are put away"),
    (f"G.{DISCARD}", f"X.{DISCARD}", "before the declaration"),
    (f"G.{DISCARD}", f"GS.{DISCARD}", "announcing is possible only in a hand game"),
    (f"G.{DISCARD}", f"NS.{DISCARD}", "null knows no Schneider"),
    (f"1 G.{DISCARD}", f"0 G.{DISCARD}", "seat 1 took the skat"),
    (f"1 G.{DISCARD}", "1 G", "seat 1 took the skat and declares"),
    (f"1 G.{DISCARD}", "1 G 1 CJ", "is not two cards"),
    (" 0 p", " ٠ p", "a move is made by"),
    ("GM[Skat]", "GM[Chess]", "no record of a Skat game"),
    ("GM[Skat]", "GM[Skat]GM[Skat]", "tag GM[] stands twice"),
    ("P1[Bob]", "", "tag P1[] is missing"),
    ("P1[Bob]", "P1[Bob", "tag P2[] is missing"),
    ("P1[Bob]", "P1 Bob", "it is not a row of tags"),
    ("P1[Bob]", "p1[Bob]", "it is not a row of tags"),
    ("]R[d", "]X[d", "tag R[] is missing"),
    ("(;", ";", "begins with '(;'"),
    (" ;)", "", "cut off"),
    (" v:", " w:", "R[] has 'w:"),
    (" m:", " ", "R[] has '"),
    (" t:", " t:1 t:", "R[] has t: twice"),
    (" z:0", "", "R[] lacks z:"),
    (" bidok", "", "one of bidok, overbid"),
    (" bidok", " bidok overbid", "one of bidok, overbid"),
    (" loss", " lost", "one of win, loss, penalty"),
    (" l:-1", " l:3", "out of range"),
    (" z:0", " z:2", "out of range"),
    (" p0:0", " p0:0 passed", "R[] has 'passed'"),
    (" p0:0", " p0:" + "9" * 5000, "which is not known"),
]


@pytest.mark.parametrize(("old", "new", "words"), REFUSED)
def test_a_damaged_line_is_refused_in_words(old, new, words):
    assert old in LINE
    with pytest.raises(SkatsimError) as caught:
        parse_iss(LINE.replace(old, new, 1), "a.sgf", 12)
    assert str(caught.value).startswith("a.sgf, line 12: ")
    assert words in str(caught.value)


def test_two_different_open_hands_are_refused():
    game = make(3, "NHO", 1, 20)
    first, second = (".".join(hand) for hand in game.hands[:2])
    with pytest.raises(SkatsimError, match="two different hands"):
        parse_iss(iss_line(game).replace(" NHO ", f" NHO.{second}.{first} "))
