"""XSkat's table without XSkat: the recorded screens, read again.

The oracles are the program's own log and list, and the view builder of the referee, which knows nothing of screens.
"""

import re
from collections import Counter

import numpy as np
import pytest

import skatsim as package
from skatsim.arena import match
from skatsim.arena.log import Logged, check, judged
from skatsim.arena.match import play_boards
from skatsim.arena.outsider import Outsider
from skatsim.arena.screen import LEFT, ME, RIGHT, Screen
from skatsim.bots import abi
from skatsim.bots.bot import make_lineup
from skatsim.errors import SkatsimError
from skatsim.rules.contracts import Contract
from skatsim.rules.deals import deal
from skatsim.rules.ruleset import ISKO
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import XskatConfig
from skatsim.runs.plans.xskat import XskatPlan
from skatsim.runs.run import simulate
from skatsim.table.referee.bots import BotTable
from skatsim.table.referee.deal import DISCARD, OVER
from skatsim.table.referee.kept import referee_of, told
from tests.arena.recording import BOARDS, FIRST, PLAYER, SEED, recordings, replayed


@pytest.fixture(scope="module")
def recorded():
    return recordings()


@pytest.fixture
def rows(recorded, monkeypatch):
    """The games of the recording, by board and seating; every answer is the one that was given."""
    monkeypatch.setattr(match, "run", replayed(recorded))
    games = play_boards(PLAYER, SEED, FIRST, BOARDS)
    return {(FIRST + place // 6, place % 6): game for place, game in enumerate(games)}


def at_table(recorded, chairs):
    """The outsiders of a recorded process after all its deals."""
    table = match._Table(PLAYER, SEED, [FIRST + n // 3 for n in range(3 * BOARDS)], chairs)
    replayed(recorded)([], chairs, 0, table.answer)
    return table


def test_the_recording_has_what_can_happen(rows):
    contracts = Counter(str(Contract.from_code(row.contract)) for row in rows.values() if row.declarer >= 0)
    assert {"NHO", "GHS", "SHSZ", "D", "G"} <= set(contracts)
    assert sum(row.declarer < 0 for row in rows.values()) == 1
    assert {row.ending for row in rows.values()} == {0, 1}


def test_every_game_is_booked_as_in_xskats_list_and_log(recorded, rows):
    """The list's value, the log's card points, the dealt cards: by board, seating and the dealer's turn."""
    for chairs, process in recorded.items():
        lone = 0 if chairs == 1 else 2
        for number, (text, listed) in enumerate(zip(process.log, process.listed, strict=True)):
            board, forehand = FIRST + number // 3, (number + 1) % 3
            seat = (lone - forehand) % 3
            place = ["AAB", "ABA", "BAA", "ABB", "BAB", "BBA"].index(
                "".join("AB"[((p - board) % 3 == seat) == (chairs == 2)] for p in range(3))
            )
            row, (_, declarer, _, _, value, won) = rows[board, place], listed.split()
            assert (row.hand_forehand, row.hand_middlehand, row.hand_rearhand, row.skat) == deal(SEED, board)
            assert int(value) - abs(row.score) == (48 if announced_and_no_trick(row) else 0)
            if row.declarer < 0:
                assert " played " not in text
                continue
            assert (row.won, row.declarer) == (won == "1", (int(declarer) - forehand) % 3)
            points = re.search(r"with: (\d+) points", text)
            assert points is None or int(points[1]) == row.card_points
            assert int(re.search(r"Last bid: (\d+)", text)[1]) == row.bid


def announced_and_no_trick(row):
    """The one game of the recording, a grand hand, in which XSkat charges Schwarz that the rules do not: 24 twice."""
    return (row.contract, row.tricks) == (Contract.parse("GHS").code, 0)


def test_the_auction_is_held_as_the_cards_say(rows):
    for row in rows.values():
        bids = [row.bid_forehand, row.bid_middlehand, row.bid_rearhand]
        assert max(bids) == row.bid == (bids[row.declarer] if row.declarer >= 0 else 0)


@pytest.mark.parametrize("chairs", [1, 2])
def test_a_bot_sees_what_it_would_see_at_our_own_table(recorded, monkeypatch, chairs):
    """Slot by slot, at each of its questions, as the referee fills the view from the whole game."""
    seen, tables = {}, []
    ask = Outsider._ask

    def noted(self, number, hand):
        view = self._view.copy()
        view[abi.SEAT], view[abi.HAND] = self.seat, hand
        seen.setdefault((tables[0].dealt[0] - 1, self.seat), []).append((number, view))
        return ask(self, number, hand)

    monkeypatch.setattr(Outsider, "_ask", noted)
    table = match._Table(PLAYER, SEED, [FIRST + n // 3 for n in range(3 * BOARDS)], chairs)
    tables.append(table)
    replayed(recorded)([], chairs, 0, table.answer)
    lineup, compared = make_lineup([PLAYER] * 3), Counter()
    for number, text in enumerate(recorded[chairs].log):
        forehand = (number + 1) % 3
        said = [((player - forehand) % 3, word) for player, word in table.said[number]]
        logged = Logged.read(text, match._NAMES[chairs])
        expected = views_of(lineup, FIRST + number // 3, said, logged, forehand)
        for chair in range(chairs):
            seat = (chair - forehand) % 3
            theirs = seen.get((number, seat), [])
            for question, view in theirs:
                wanted = next((each for each in expected[seat] if matches(each, question, view)), None)
                if wanted is None:
                    assert expected["over"], (number, seat, question)
                    continue
                differing = {slot: (int(view[slot]), wanted[1][slot]) for slot in np.nonzero(view != wanted[1])[0]}
                assert not differing, (number, seat, abi.QUESTIONS[question])
                compared[question] += 1
    assert min(compared[question] for question in range(4)) >= 1
    assert compared[abi.PLAY] > 100 * chairs


def matches(expected, question, view):
    """Whether a question is this one: in the auction by stage, in the declaration by cards, in play by trick."""
    number, slots = expected
    keys = {abi.RESERVE: [abi.STAGE], abi.PLAY: [abi.TRICK], abi.DECLARE: [abi.SKAT], abi.DISCARD_TWO: []}[question]
    return number == question and all(slots[key] == view[key] for key in keys)


def views_of(lineup, board, said, logged, forehand):
    """By seat, the questions of a game with the referee's views; "over": whether XSkat played on after the end."""
    table = BotTable(SEED, board, lineup, ISKO, compiled=True)
    referee, found = table.referee, {0: [], 1: [], 2: [], "over": False}
    stage = -1
    for seat, word in said:
        if referee.auction.stage != stage:
            stage = referee.auction.stage
            for each in {referee.auction.bidder, referee.auction.holder}:
                found[each].append((abi.RESERVE, table.see(each)))
        {"Pass": referee.pass_, "Yes": referee.hold}.get(word, lambda seat, word=word: referee.bid(seat, int(word)))(
            seat
        )
    if logged.contract is None:
        return found
    declarer = referee.declarer
    found[declarer].append((abi.DECLARE, table.see(declarer)))
    if not logged.contract.hand:
        referee.pick_up()
        found[declarer].append((abi.DECLARE, table.see(declarer)))
    referee.declare(logged.contract)
    table.contract_code = logged.contract.code
    if referee.phase == DISCARD:
        found[declarer].append((abi.DISCARD_TWO, table.see(declarer)))
        referee.discard(logged.skat)
    for leader, cards in logged.tricks:
        for place, card in enumerate(cards):
            if referee.phase == OVER:
                found["over"] = True
                return found
            seat, before = (leader + place - forehand) % 3, tuple(referee.trick)
            found[seat].append((abi.PLAY, table.see(seat)))
            referee.play(seat, card)
            table.remember(seat, card, before, logged.contract.game_type)
    return found


def test_two_outsiders_know_nothing_of_each_other(recorded):
    table = at_table(recorded, 2)
    first, second = table.outsiders
    assert first.screen is not second.screen
    assert first._state.ctypes.data != second._state.ctypes.data
    assert not np.shares_memory(first._view, second._view)


def test_lines_become_cards_words_and_buttons():
    screen = Screen()
    for line in [
        "C 0 -1 0 304", "C 0 20 0 304", "C 0 27 64 304", "T 0 526 121 Yes", "T 0 78 121 18", "T 0 526 121 ",
        "T 0 58 162 Forehand", "T 0 279 265 20", "T 0 334 265 Pass", "U 0 1",
    ]:  # fmt: skip
        screen.read(line)
    assert (screen.position, screen.box, screen.acts) == (2, "20", True)
    assert screen.words == [(RIGHT, "Yes"), (LEFT, "18")]
    assert {place: mask.bit_length() - 1 for place, mask in screen.hand.items()} == {0: 30, 1: 24}
    assert screen.click(screen.hand[1]) == "c 74 310"
    for line in ["F 0 256 247 64 28", "F 0 64 304 64 94", "C 0 27 288 145", "T 0 497 162 plays Null", "T 0 1 178 Hand"]:
        screen.read(line)
    assert (screen.box, list(screen.hand), screen.playing) == ("", [0], RIGHT)
    assert [player for player, _ in screen.cards] == [ME]
    assert str(screen.contract()) == "NH"
    for line in ["W 0 7 0 207 112", "W 0 8 7 71 15", "W 0 9 7 71 15", "S 0 8  Hand ? ", "S 0 9 No", "S 0 6 Yes"]:
        screen.read(line)
    assert screen.buttons == {"Hand ?": 8, "No": 9}
    assert screen.press("No") == "b 9"
    screen.read("D 0 7")
    assert not screen.buttons
    screen.read("C 0 -1 0 304")
    assert (screen.hand, screen.words, screen.position) == ({}, [], None)


@pytest.mark.parametrize(
    ("text", "announced", "letters"),
    [
        ("plays Club", "", "C"),
        ("plays Spade", "ouvert", "SHSZO"),
        ("plays Null", "ouvert", "NO"),
        ("plays Null", "ouvert Hand", "NHO"),
        ("plays Grand", "Schneider announced", "GHS"),
        ("plays Heart", "Schwarz announced", "HHSZ"),
        ("plays Diamond", "Hand", "DH"),
    ],
)
def test_what_a_neighbour_plays(text, announced, letters):
    screen = Screen()
    screen.read(f"T 1 49 162 {text}")
    if announced:
        screen.read(f"T 1 18 178 {announced}")
    assert screen.contract() == Contract.parse(letters)
    assert screen.playing == LEFT


def test_a_list_that_says_otherwise_is_told(recorded, rows):
    number, text = next((n, text) for n, text in enumerate(recorded[1].log) if "Lost with" in text)
    table, forehand = at_table(recorded, 1), (number + 1) % 3
    cards = deal(SEED, FIRST + number // 3)
    said = [((player - forehand) % 3, word) for player, word in table.said[number]]
    row = judged(Logged.read(text, match._NAMES[1]), cards[:3], cards.skat, forehand, said)
    kind, declarer, _, _, value, won = recorded[1].listed[number].split()
    assert check(row, recorded[1].listed[number], forehand) == ""
    assert "XSkat books" in check(row, f"{kind} {declarer} 0 0 {int(value) + 2} {won}", forehand)
    assert "XSkat books" in check(row, f"{kind} {declarer} 0 0 {value} 1", forehand)
    assert "XSkat has chair" in check(row, f"{kind} {(int(declarer) + 1) % 3} 0 0 {value} {won}", forehand)


def test_a_game_that_differs_from_the_list_stops_the_run(recorded, monkeypatch):
    process = recorded[1]
    spoiled = [f"e {row.split()[1]} 0 0 1 1" for row in process.listed]
    monkeypatch.setattr(match, "run", replayed({**recorded, 1: process._replace(listed=spoiled)}))
    with pytest.raises(SkatsimError, match=r"xskat: board 0 of seed 7, .*XSkat books"):
        play_boards(PLAYER, SEED, FIRST, BOARDS)


def test_a_missing_deal_stops_the_run(recorded, monkeypatch):
    process = recorded[1]
    monkeypatch.setattr(match, "run", replayed({**recorded, 1: process._replace(log=process.log[:-1])}))
    with pytest.raises(SkatsimError, match="wrote down 14 of 15 deals"):
        play_boards(PLAYER, SEED, FIRST, BOARDS)


@pytest.fixture
def match_run(recorded, monkeypatch):
    """The recorded games as a run."""
    monkeypatch.setattr(match, "run", replayed(recorded))
    monkeypatch.setattr(XskatPlan, "warm_up", lambda _: None)
    config = XskatConfig(bot={"bot": PLAYER[0].name, "params": PLAYER[1]}, boards=BOARDS, seed=SEED)
    return simulate(config, threads=1, chunk_games=6 * BOARDS)


def test_every_game_of_a_match_can_be_told(match_run, recorded):
    """A row says every word of the auction that was heard, and what was booked; each player sits where he should."""
    rows = [row for batch in match_run.batches() for row in batch.to_pylist()]
    assert [row["seating"] for row in rows[:6]] == ["AAB", "ABA", "BAA", "ABB", "BAB", "BBA"]
    heard = Counter()
    for row in rows:
        booked = f"books {row['score']:+d}" if row["declarer"] >= 0 else "Passed in: nobody plays, everybody books 0."
        assert told(row).endswith(booked)
        heard[row["board"], tuple((seat, word.lower()) for seat, word in referee_of(row).auction.said)] += 1
        by_seat = "".join("AB"[row[f"bot_{seat}"] == "xskat@4.0"] for seat in SEAT_NAMES)
        assert by_seat == "".join(row["seating"][(row["board"] + seat) % 3] for seat in range(3))
    for chairs in (1, 2):
        for number, said in enumerate(at_table(recorded, chairs).said):
            words = tuple(((player - number - 1) % 3, word.lower()) for player, word in said)
            heard[FIRST + number // 3, words] -= 1
    assert set(heard.values()) == {0}


def test_the_report_on_a_match(match_run, tmp_path):
    """The difference by hand: the bot's seats less XSkat's, the mean of a board's six games, the mean of the boards."""
    boards = []
    for _, games in match_run.to_pandas().groupby("board"):
        differences = []
        for _, game in games.iterrows():
            points = {ours: [] for ours in (True, False)}
            for seat in SEAT_NAMES:
                points[game[f"bot_{seat}"] != "xskat@4.0"].append(game[f"seeger_fabian_{seat}"])
            differences.append(np.mean(points[True]) - np.mean(points[False]))
        boards.append(np.mean(differences))
    report = package.report(match_run)
    assert report.frames()["differences"].loc[0, "difference"] == pytest.approx(np.mean(boards))
    assert "XSkat is the unmodified program" in report.text().replace("\n", " ")
    pytest.importorskip("matplotlib")
    report.write_page(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<details>") == 18
    assert "<summary>Seating AAB</summary>" in page
