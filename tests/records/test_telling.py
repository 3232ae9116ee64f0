"""A row of a converted run becomes a record again: the same game, told with its auction, tricks, end and arithmetic."""

import pytest

from skatsim.records import parse_iss, parse_xskat, read_records, records_table, replay
from skatsim.records.telling import record_of, told
from tests.conftest import DATA
from tests.records.making import iss_line, iss_moves, make, many, xskat_line


def row_of(record):
    (table,) = records_table([record])
    (row,) = table.to_pylist()
    return row


def lines_of(line):
    return list(told(row_of(parse_iss(line, "games.sgf", 7))))


def check(record):
    """The replay of the record from the row is that of the record itself."""
    first, again = replay(record), replay(record_of(row_of(record)))
    assert again.fault == ""
    for name in ("kind", "bids", "declarer", "bid", "matadors", "card_points", "tricks", "trick_winners", "settlement",
                 "ending", "ended_by", "flaws"):  # fmt: skip
        assert getattr(again, name) == getattr(first, name), name
    text = "\n".join(told(row_of(record)))
    if first.settlement is not None:
        assert f"books {first.settlement.score:+d}" in text
        assert first.settlement.explanation in text


@pytest.mark.parametrize("end", ["", "{d} RE", "{o} RE {p} RE", "w TI.{d}", "w TI.{o}", "w LE.{p}", "w LE.{d}"])
def test_the_row_is_the_whole_game(end, scaled):
    for number, game in enumerate(many(scaled(200))):
        cards = 5 * number % len(game.plays) if end else 30
        seats = {"d": game.declarer, "o": (game.declarer + 1) % 3, "p": (game.declarer + 2) % 3}
        check(parse_iss(iss_line(game, moves=f"{iss_moves(game, cards)} {end.format(**seats)}")))
    check(parse_xskat(xskat_line(make(3, "G", 1, 20), 1)))


@pytest.mark.parametrize("name", ["records_made.sgf", "records_faults.sgf", "records_made.jsonl"])
def test_every_kind_of_record_comes_back(name):
    for record in read_records(DATA / name):
        if replay(record).kind != "penalty":
            check(record)


def test_a_game_in_words():
    """Worked out by hand: 6 in the trick, 10 put away; Schneider."""
    line = (DATA / "records_made.sgf").read_text().splitlines()[8].replace("v:-144", "v:-96")
    assert lines_of(line)[:1] + lines_of(line)[5:] == [
        "Record: games.sgf, line 7, number 1",
        "Auction: middlehand 18, forehand yes, middlehand pass",
        "Auction: rearhand pass",
        "Forehand picks up D8 D7 and discards C7 DT",
        "Forehand plays grand (G) at 18",
        "Trick  1: forehand CJ  middlehand SJ  rearhand HJ  -> forehand +6 (declarer 6, defenders 0)",
        "The declarer has 16 card points (10 of them put away: C7 DT) and 1 trick; forehand left the table",
        "Value: with 1, game 2, Schneider 3; 3 × 24 = 72",
        "Lost: forehand books -144",
        "The record: score -96 recorded, -144 by the rules",
    ]


def test_who_stopped_and_what_it_left():
    lines = (DATA / "records_made.sgf").read_text().splitlines()
    assert lines_of(lines[9])[-3].endswith("; rearhand left the table: what was left is the declarer's")
    assert lines_of(lines[4])[-4].endswith("; forehand ran out of time")
    assert "Forehand picks up D8 D7 and discards nothing yet" in lines_of(lines[4])
    assert lines_of(lines[5])[-3].endswith("; middlehand gave up")  # a null ouvert: nothing is left to take
    assert lines_of(lines[0])[-1] == "Passed in: nobody plays, everybody books 0."


def test_an_unfinished_trick_is_shown():
    game = make(3, "G", 1, 20)
    lines = lines_of(iss_line(game, moves=f"{iss_moves(game, 4)} 1 RE"))
    seat, card = game.plays[3]
    assert f"On the table: {('forehand', 'middlehand', 'rearhand')[seat]} {card}" in lines
