"""The reference archives, with the figures that their description gives; the made files by hand."""

from collections import Counter

import pytest

from skatsim.records import ReplaySummary, read_records, replay


def summarised(path):
    summary, replays = ReplaySummary(), []
    for record in read_records(path):
        replays.append(replay(record))
        summary.add(replays[-1])
    return summary, replays


def test_iss_archive_replays_with_one_known_quirk(archives):
    summary, replays = summarised(archives / "iss_games.sgf")
    assert summary == ReplaySummary(
        records=47, games=43, passed=2, penalties=2, faulty=0, complete=35, early=8, cards=1097, tricks=365,
        equal=46, quirks=1, differences=0,
    )  # fmt: skip
    lines = [line for each in replays for line in each.lines]
    assert lines == [
        "line 47: known server quirk: ended between declaration and discard "
        "(matadors -11 recorded, 3 by the rules; score -288 recorded, -96 by the rules)"
    ]


def test_iss_archive_has_the_contracts_of_its_description(archives):
    games = [each.record for each in summarised(archives / "iss_games.sgf")[1] if each.kind == "game"]
    counts = Counter(str(record.contract) for record in games)
    assert counts == {
        "D": 4, "DHS": 14, "G": 9, "C": 6, "H": 3, "S": 1, "CH": 1, "CHSZ": 1, "CHSZO": 1, "GHSZO": 1, "NO": 1,
        "NHO": 1,
    }  # fmt: skip
    overbid = Counter(str(record.contract) for record in games if record.result.overbid)
    assert overbid == {"D": 2, "DHS": 2}


def test_iss_archive_lines_read_the_ways_the_server_changed(archives):
    records = {record.line: record for record in read_records(archives / "iss_games.sgf")}
    assert [n for n, r in records.items() if r.result.outcome != "passed" and r.result.resigned is None] == [4, 5, 7, 8]
    assert records[46].discard.bit_count() == records[12].discard.bit_count() == 2  # declaration split in two moves
    assert records[13].players[1:] == ("A17:2", "A17")
    assert [event.kind for event in records[5].events] == ["claim", "resign", "resign"]


def test_xskat_archive_replays_without_a_difference(archives):
    summary, _ = summarised(archives / "xskat_games.jsonl.gz")
    assert summary == ReplaySummary(
        records=5100, games=5080, passed=20, complete=5080, cards=152400, tricks=50800, equal=5100
    )


HAND_WORKED = [
    # kind, ending, contract, declarer, bid, matadors, card points, tricks, value, score, reached by each seat
    ("passed", "", None, -1, 0, 0, 0, 0, None, None, (0, 0, 0)),
    ("penalty", "", None, -1, 0, 0, 0, 0, None, None, (0, 18, 0)),
    ("game", "conceded", "GH", 0, 18, 1, 120, 10, 24 * 5, 120, (18, 0, 0)),
    ("game", "conceded", "G", 0, 24, 1, 10, 0, 24 * 2, -96, (24, 22, 24)),
    ("game", "time", "C", 0, 18, 1, 0, 0, 12 * 2, -48, (18, 18, 0)),
    ("game", "conceded", "NO", 2, 18, 0, 4, 0, 46, 46, (0, 0, 18)),
    ("game", "decided", "N", 2, 18, 0, 4, 1, 23, -46, (0, 0, 18)),
    ("game", "conceded", "G", 0, 18, 1, 120, 10, 24 * 4, 96, (18, 18, 0)),
    ("game", "left", "G", 0, 18, 1, 16, 1, 24 * 3, -144, (18, 18, 0)),
    ("game", "left", "G", 0, 18, 1, 120, 10, 24 * 4, 96, (18, 18, 0)),
]


def test_made_iss_records_come_out_as_worked_by_hand(made_iss):
    _, replays = summarised(made_iss)
    found = [
        (
            each.kind, each.ending, each.record.contract and str(each.record.contract), each.declarer, each.bid,
            each.matadors, each.card_points, each.tricks, each.settlement and each.settlement.game_value,
            each.settlement and each.settlement.score, each.bids,
        )
        for each in replays
    ]  # fmt: skip
    assert found == HAND_WORKED
    assert [each.quirk for each in replays if not each.equal] == ["ended between declaration and discard"]
    assert [each.known for each in replays] == [True] * 10


def test_made_xskat_records_replay_without_a_difference(made_xskat):
    summary, replays = summarised(made_xskat)
    assert (summary.records, summary.games, summary.passed, summary.early, summary.equal) == (4, 3, 1, 1, 4)
    lost_null = replays[2]
    assert (lost_null.ending, lost_null.trick_winners, lost_null.settlement.score) == (
        "decided",
        (2, 0),
        -118,
    )  # S9 S8 SJ, D7 DK DJ


def test_a_summary_says_what_was_found(made_iss):
    text = str(summarised(made_iss)[0])
    assert text.splitlines() == [
        "10 records: 8 games (0 with all ten tricks, 8 ended early), 1 passed in, 1 penalty",
        "11 cards and 3 tricks, every card legal",
        "9 equal to the rules, 1 known server quirk, 0 with differences",
    ]


@pytest.mark.parametrize("name", ["made_iss", "made_xskat"])
def test_records_know_where_they_stand(name, request):
    path = request.getfixturevalue(name)
    records = list(read_records(path))
    assert [(record.source, record.line) for record in records] == [(str(path), n + 1) for n in range(len(records))]
