"""Conversion to the run schema: every column against the made game it comes from."""

import pyarrow as pa

from skatsim.records import ReplaySummary, parse_iss, parse_xskat, read_records, records_table
from skatsim.rules.cards import CardSet, card_index
from skatsim.table.schema import arrow_schema
from tests.records.making import flags_of, iss_line, iss_result, make, many, xskat_line

SEATS = ("forehand", "middlehand", "rearhand")


def records_of(games, names=("Ann", "Bob", "Cem")):
    return [parse_iss(iss_line(game, names=names), "made", n + 1) for n, game in enumerate(games)]


def rows_of(records, **options):
    return [row for table in records_table(records, **options) for row in table.to_pylist()]


def test_every_column_is_the_games(scaled):
    games = many(scaled(300))
    rows = rows_of(records_of(games))
    assert [row["game"] for row in rows] == list(range(len(games)))
    for row, game in zip(rows, games, strict=True):
        value, won, overbid, score, schneider, schwarz = game.result()
        hand, announced, schwarz_announced, ouvert = flags_of(game.contract)
        assert row["seed"] is None
        assert [row[f"bot_{seat}"] for seat in SEATS] == ["Ann", "Bob", "Cem"]
        assert (row["declarer"], row["game_type"], row["bid"]) == (game.declarer, game.contract[0], game.bid)
        assert (row["hand"], row["schneider_announced"]) == (hand, announced)
        assert (row["schwarz_announced"], row["ouvert"]) == (schwarz_announced, ouvert)
        assert (row["matadors"], row["card_points"], row["tricks"]) == (game.matadors, game.card_points, game.tricks)
        assert (row["schneider"], row["schwarz"]) == (schneider, schwarz)
        assert (row["won"], row["overbid"], row["game_value"], row["score"]) == (won, overbid, value, score)
        points = [score + (50 if won else -50) if s == game.declarer else 0 if won else 40 for s in range(3)]
        assert [row[f"seeger_fabian_{seat}"] for seat in SEATS] == points
        assert row["ending"] == ("tricks" if len(game.plays) == 30 else "decided")


def test_cards_and_plays_are_kept():
    games = many(40)
    for row, game in zip(rows_of(records_of(games)), games, strict=True):
        assert [CardSet(row[f"hand_{seat}"]) for seat in SEATS] == [CardSet.of(hand) for hand in game.hands]
        assert (CardSet(row["skat"]), CardSet(row["discard"])) == (CardSet.of(game.skat), CardSet.of(game.discard))
        cards = [card_index(card) for _, card in game.plays]
        assert row["plays"] == cards + [255] * (30 - len(cards))


def test_schema_is_that_of_a_run(made_iss):
    for deals in (True, False):
        for plays in (True, False):
            (table,) = records_table(read_records(made_iss), deals=deals, plays=plays)
            assert table.schema.equals(arrow_schema(deals=deals, plays=plays, records=True))
            table.validate(full=True)


def test_made_records_as_rows(made_iss):
    summary = ReplaySummary()
    rows = rows_of(read_records(made_iss), on_replay=summary.add)
    assert (summary.records, summary.penalties, summary.quirks) == (10, 1, 1)
    assert len(rows) == 9
    passed = rows[0]
    assert (passed["declarer"], passed["game_type"], passed["ending"], passed["score"]) == (-1, None, None, 0)
    assert [row["ending"] for row in rows[1:]] == [
        "conceded", "conceded", "time", "conceded", "decided", "conceded", "left", "left",
    ]  # fmt: skip
    assert [row["score"] for row in rows[1:]] == [120, -96, -48, 46, -46, 96, -144, 96]  # by the rules, also the quirk
    assert [rows[2][f"bid_{seat}"] for seat in SEATS] == [24, 22, 24]
    assert [rows[1][f"bot_{seat}"] for seat in SEATS] == ["Ann", "Bob:2", "@Cem"]


def test_xskat_rows_carry_the_declarers_bid_only():
    game = make(3, "G", 1, 20)
    (table,) = records_table([parse_xskat(xskat_line(game, 2))])
    (row,) = table.to_pylist()
    assert [row[f"bid_{seat}"] for seat in SEATS] == [0, 20, 0]
    assert table.schema.metadata[b"skatsim.bids"] == b"declarer"
    assert (CardSet(row["hand_middlehand"]), CardSet(row["skat"])) == (CardSet.of(game.hands[1]), CardSet.of(game.skat))


def test_formats_do_not_share_a_table(made_iss, made_xskat):
    both = [*read_records(made_iss), *read_records(made_xskat)]
    tables = list(records_table(both))
    assert [table.schema.metadata[b"skatsim.bids"] for table in tables] == [b"all", b"declarer"]
    assert [row["game"] for table in tables for row in table.to_pylist()] == list(range(9 + 4))


def test_a_game_that_differs_is_kept_with_the_result_by_the_rules_and_says_how():
    good, game = make(1), make(3, "G", 1, 20)
    odd = iss_line(game).replace(" 1 20 ", " 1 19 ")
    wrong = [iss_line(game, result=iss_result(game, v=1, t=2)), iss_line(game, moves=""), odd]
    records = [*records_of([good]), *(parse_iss(line) for line in wrong), *records_of([good])]
    summary = ReplaySummary()
    rows = rows_of(records, on_replay=summary.add)
    assert [row["game"] for row in rows] == [0, 1, 2, 3]
    assert [row["differs"] for row in rows] == [
        None,
        f"tricks 2 recorded, 1 by the rules; score 1 recorded, {game.result()[3]} by the rules",
        "auction: middlehand's bid 19 is not on the ladder of 18, 20, 22, 23, 24 ... 264",
        None,
    ]
    assert [row["score"] for row in rows[1:3]] == [game.result()[3]] * 2
    assert (summary.records, summary.differences, summary.faulty) == (5, 3, 1)


def test_a_recorded_win_of_a_passed_deal_is_kept_as_passed_in():
    game = make(3, "G", 1, 20)
    line = iss_line(game, moves="").replace("1 20 0 p 2 p", "1 p 2 p 0 p")
    (row,) = rows_of([parse_iss(line)])
    assert (row["declarer"], row["score"]) == (-1, 0)
    assert row["differs"] == "outcome lost recorded, passed by the rules; declarer 1 recorded, -1 by the rules"


def test_rows_say_where_they_were_recorded_and_how_they_ended(made_iss, made_xskat):
    rows = rows_of(read_records(made_iss))
    assert {row["record_file"] for row in rows} == {"records_made.sgf"}
    assert [row["record_line"] for row in rows] == [1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert {row["record_id"] for row in rows} == {"1"}
    assert [row["record_auction"] for row in rows[:3]] == ["1 p 2 p 0 p", "1 p 2 p 0 18", "1 22 0 y 1 p 2 24 0 y 2 p"]
    assert [row["ended_by"] for row in rows] == [-1, 2, 0, 0, 1, -1, 2, 0, 2]
    assert [bool(row["differs"]) for row in rows] == [False] * 3 + [True] + [False] * 5
    rows = rows_of(read_records(made_xskat))
    assert [(row["record_line"], row["record_id"], row["record_auction"]) for row in rows] == [
        (line, None, None) for line in (1, 2, 3, 4)
    ]


def test_a_line_without_the_servers_number_has_none():
    line = iss_line(make(1))
    (row,) = rows_of([parse_iss(line.replace("ID[1]", ""))])
    assert row["record_id"] is None
    (row,) = rows_of([parse_iss(line.replace("ID[1]", "ID[a\x1b]"))])
    assert row["record_id"] == r"a\x1b"


def test_tables_have_at_most_so_many_rows():
    records = records_of([make(1)] * 25)
    assert [table.num_rows for table in records_table(records, rows=10)] == [10, 10, 5]
    assert [table.num_rows for table in records_table(records)] == [25]
    assert list(records_table([])) == []


def test_any_number_of_names_fits():
    game = make(1)
    line = iss_line(game)
    records = [parse_iss(line.replace("[Ann]", f"[player {n}]")) for n in range(300)]
    tables = list(records_table(records))
    names = [row["bot_forehand"] for table in tables for row in table.to_pylist()]
    assert names == [f"player {n}" for n in range(300)]
    assert pa.concat_tables(tables, promote_options="permissive").num_rows == 300


def test_conversion_streams():
    """The first table comes out before the second batch is read."""
    records = iter([*records_of([make(1)] * 3), None])
    assert next(records_table(records, rows=2)).num_rows == 2


def test_reference_archives_convert(archives):
    summary = ReplaySummary()
    records = list(read_records(archives / "iss_games.sgf"))
    rows = rows_of(records, on_replay=summary.add)
    assert (len(rows), summary.records) == (45, 47)
    written = [record for record in records if record.result.outcome != "penalty"]
    assert [row["score"] for row in rows[:-1]] == [record.result.score or 0 for record in written[:-1]]
    assert rows[-1]["score"] == -96  # the server's quirk: -288 in the record
    tables = list(records_table(read_records(archives / "xskat_games.jsonl.gz"), rows=2000))
    assert [table.num_rows for table in tables] == [2000, 2000, 1100]
