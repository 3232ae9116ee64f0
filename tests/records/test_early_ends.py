"""Games that stop early, against what a made game is worth at that card; and the server's known habits."""

import re
from dataclasses import replace

import pytest

from skatsim.records import parse_iss, read_records, replay
from skatsim.records.outcome import QUIRKS
from tests.conftest import DATA
from tests.records.making import (
    BASE,
    CONTRACTS,
    Made,
    broken_off,
    iss_line,
    iss_moves,
    iss_result,
    make,
    many,
    matadors,
    points,
    result_when_broken_off,
    taken,
)

GAME = make(3, "G", 1, 20)
KINDS = ["RE", "TI", "LE"]


def stops(kind, game, by_declarer):
    """Ways in which a side ends the game: (moves, flags of the result, ending)."""
    d = game.declarer
    seats = [d] if by_declarer else [(d + 1) % 3, (d + 2) % 3]
    if kind == "RE":
        return [(" ".join(f"{seat} RE" for seat in seats), {"r": 1}, "conceded")]
    flag, ending = {"TI": ("to", "time"), "LE": ("l", "left")}[kind]
    return [(f"w {kind}.{seat}", {flag: seat}, ending) for seat in seats]


def check_stop(game, cards, kind, by_declarer, replay_made):
    stopped = broken_off(game, cards, by_declarer)
    result = result_when_broken_off(stopped, by_declarer)
    for moves, flags, ending in stops(kind, game, by_declarer):
        text = iss_result(stopped, result, **flags)
        replayed = replay_made(game, moves=f"{iss_moves(game, cards)} {moves}", result=text)
        assert replayed.equal, (replayed.lines, iss_line(game), cards, moves)
        assert (replayed.ending, replayed.settlement.score) == (ending, result[3])
    return result


@pytest.mark.parametrize("by_declarer", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_any_game_stopped_at_any_card(kind, by_declarer, scaled, replay_made):
    """61 points brought in, or all that was announced, stay won; 60 for the defenders too; the rest is by its side."""
    won = lost = 0
    for number, game in enumerate(many(scaled(1000), [*CONTRACTS, "C", "G", "CH", "GH"])):
        cards = number * 7 % len(game.plays)
        result = check_stop(game, cards, kind, by_declarer, replay_made)
        won, lost = won + result[1], lost + (not result[1])
    assert scaled(1000) < 1000 or min(won, lost) > 5


def decided_by(side, contracts, count=400):
    """(game, cards) where a side of a trump game has just brought in what it needs, with tricks still to play."""
    for game in many(count, contracts):
        for cards in range(3, len(game.plays), 3):
            (mine, _), (theirs, _) = taken(game, cards)
            enough = theirs >= 60
            if side == "declarer":
                enough = broken_off(game, cards, True).result()[1] and mine + points(game.discard or game.skat) >= 61
            if enough and cards < 30:
                yield game, cards
                break


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by_declarer", [True, False])
@pytest.mark.parametrize("contract", ["C", "D", "G", "CH", "GH", "DHS", "GHS"])
def test_a_declarer_who_has_won_stays_the_winner(contract, kind, by_declarer, replay_made):
    games = list(decided_by("declarer", [contract], 400 if contract[1:] != "HS" else 3000))[:12]
    assert games
    for game, cards in games:
        assert check_stop(game, cards, kind, by_declarer, replay_made)[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by_declarer", [True, False])
@pytest.mark.parametrize("contract", ["C", "G", "SH"])
def test_defenders_who_have_won_stay_the_winners(contract, kind, by_declarer, replay_made):
    games = list(decided_by("defenders", [contract], 150))[:12]
    assert games
    for game, cards in games:
        assert not check_stop(game, cards, kind, by_declarer, replay_made)[1]


def test_61_points_below_the_bid_decide_nothing(replay_made):
    """The bid needs Schneider: 61 points are not what the declarer needs; with 90 they are."""
    hands = [text.split() for text in (
        "CJ SJ HJ DJ CA CT CK CQ C9 SA", "C8 ST SK SQ S9 HA HT HK HQ H9", "C7 S8 S7 H8 H7 DA DT DK DQ D9")]  # fmt: skip
    won = []
    for seed in range(20):
        game = make(seed, "C", 0, 132, hands, ["D8", "D7"], ["D8", "D7"])  # with 9, game 10, Schneider 11
        for cards in range(3, 30, 3):
            stopped = broken_off(game, cards, True)
            assert check_stop(game, cards, "LE", True, replay_made)[1] == (stopped.card_points >= 90)
            won.append(stopped.card_points >= 90)
    assert 10 < sum(won) < len(won) - 10


@pytest.mark.parametrize("cards", [0, 2])
def test_before_the_first_trick_nobody_is_schneider(cards, replay_made):
    text = iss_result(GAME, outcome="loss", v=-96, p=points(GAME.discard), t=0, s=0, z=0, r=1)
    replayed = replay_made(GAME, moves=f"{iss_moves(GAME, cards)} 1 RE", result=text)
    assert replayed.equal, replayed.lines  # without 1, game 2


def test_one_defender_who_resigns_does_not_end_the_game(replay_made):
    moves = iss_moves(GAME, 4) + " 0 RE 0 RE " + " ".join(f"{seat} {card}" for seat, card in GAME.plays[4:])
    replayed = replay_made(GAME, moves=moves)
    assert (replayed.equal, replayed.ending) == (True, "tricks")


# --- before the declaration


NOTHING = {"outcome": "penalty", "overbid": "bidok", **dict.fromkeys(("v", "m", "p", "t", "s", "z"), 0)}


@pytest.mark.parametrize(("kind", "flag"), [("TI", "to"), ("LE", "l")])
@pytest.mark.parametrize("culprit", [0, 1, 2])
@pytest.mark.parametrize(("before", "declarer"), [
    ("", -1), ("1 p", -1), ("1 18 0 y", -1), ("1 18 0 p", -1), ("1 p 2 p", -1), ("1 18 0 p 2 p", 1),
    ("1 18 0 p 2 p 1 s", 1), ("1 18 0 p 2 p 1 s w {skat}", 1), ("1 p 2 18 0 p 2 s w {skat}", 2), ("1 p 2 p 0 18", 0),
])  # fmt: skip
def test_going_before_the_game_is_named_is_a_penalty(before, declarer, culprit, kind, flag):
    result = iss_result(GAME, d=declarer, **NOTHING, **{f"p{culprit}": 1, flag: culprit})
    moves = f"{before.format(skat='.'.join(GAME.skat))} w {kind}.{culprit}"
    line = iss_line(GAME, moves="", result=result).replace("1 20 0 p 2 p  ", moves)
    replayed = replay(parse_iss(line, "made", 7))
    assert (replayed.kind, replayed.lines) == ("penalty", [])
    wrong = replay(parse_iss(line.replace(f"{kind}.{culprit}", f"{kind}.{(culprit + 1) % 3}"), "made", 7))
    assert [each.figure for each in wrong.differences] == [{"to": "timed out", "l": "left"}[flag], "penalised"]


def test_who_goes_after_a_deal_was_passed_in_changes_nothing():
    line = iss_line(GAME, moves="", result="passed").replace("1 20 0 p 2 p  ", "1 p 2 p 0 p w LE.1 ")
    assert replay(parse_iss(line)).equal


# --- the server counts matadors on the two cards of the skat where the discard is missing


def before_the_discard(game, moves, flags, by_declarer, as_server=False):
    """Replay of a game that stops between declaration and discard, its result by the rules or as the server has it."""
    d = game.declarer
    put_away = {"card_points": points(game.skat), "tricks": 0} if by_declarer else {"card_points": 120, "tricks": 10}
    if not by_declarer and game.contract == "N":
        put_away = {"card_points": points(game.skat), "tricks": 0}
    stopped = replace(game, plays=[], discard=[], **put_away)
    server = Skatless(**vars(stopped)) if as_server else stopped
    text = iss_result(server, result_when_broken_off(server, by_declarer), **flags)
    start = f"{d} s w {'.'.join(game.skat)} {d} {game.contract}"
    return replay(parse_iss(iss_line(game, moves=f"{start} {moves}", result=text), "made", 7))


class Skatless(Made):
    """A made game as the server sees it: no cards but the skat."""

    @property
    def matadors(self):
        return matadors(self.skat, self.contract[0])


@pytest.mark.parametrize("by_declarer", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_between_declaration_and_discard_the_servers_figures_are_its_quirk(kind, by_declarer, scaled):
    quirks = trumps = 0
    for game in many(scaled(400), ["C", "S", "H", "D", "G", "N"]):
        for moves, flags, ending in stops(kind, game, by_declarer):
            right = before_the_discard(game, moves, flags, by_declarer)
            assert right.equal, right.lines
            server = before_the_discard(game, moves, flags, by_declarer, as_server=True)
            assert server.known
            assert server.ending == ending
            assert server.settlement == right.settlement
            if not server.equal:
                assert server.quirk == "ended between declaration and discard"
                quirks += 1
                trumps += abs(matadors(game.skat, game.contract[0])) not in (4, 11)
    assert scaled(400) < 400 or (quirks > 100 and trumps > 20)


def test_the_quirk_is_one_line_with_its_figures():
    game = make(3, "C", 1, 20)
    replayed = before_the_discard(game, "w TI.1", {"to": 1}, True, as_server=True)
    (line,) = replayed.lines
    assert line.startswith("line 7: known server quirk: ended between declaration and discard (matadors ")
    assert "; score -" in line


@pytest.mark.parametrize("changed", [{"v": -264}, {"m": -10}, {"v": 288}, {"p": 1}, {"t": 1}, {"z": 1}])
def test_other_figures_are_no_quirk(changed):
    game = make(3, "C", 1, 20)
    d, skat = game.declarer, ".".join(game.skat)
    server = {"outcome": "loss", "v": -288, "m": -11, "p": points(game.skat), "t": 0, "s": 0, "z": 0, "to": d}
    moves = f"{d} s w {skat} {d} C w TI.{d}"
    assert replay(parse_iss(iss_line(game, moves=moves, result=iss_result(game, **server)))).quirk == QUIRKS[0]
    wrong = replay(parse_iss(iss_line(game, moves=moves, result=iss_result(game, **(server | changed)))))
    assert not wrong.known


def test_the_quirks_figures_after_the_discard_are_no_quirk(replay_made):
    flags = {"p": points(GAME.discard), "to": 1}
    figures = iss_result(GAME, v=-240, m=-4, t=0, s=0, **flags)
    replayed = replay_made(GAME, moves=f"{iss_moves(GAME, 0)} w TI.1", result=figures)
    assert [each.figure for each in replayed.differences] == ["matadors", "score"]
    assert not replayed.known


# --- the server charges Schwarz where Schneider was announced and no trick taken


def schwarz_added(game, result):
    """The server's result: one level more than the rules'."""
    base = BASE[game.contract[0]]
    level = base * (abs(game.matadors) + 5)  # game, hand, Schneider, announced, Schwarz
    booked = max(level, -(-game.bid // base) * base)
    assert not result[1]
    return booked, False, level < game.bid, -2 * booked, True, True


@pytest.mark.parametrize("bid", [18, 48, 60, 72, 84])
@pytest.mark.parametrize("stop", ["", "RE", "TI", "LE"])
def test_schwarz_against_an_announced_schneider_is_a_quirk(stop, bid, replay_made):
    found = 0
    for game in many(400, ["CHS", "DHS", "GHS", "HHS"]):
        tricks_before = next(
            (n for n, seat in enumerate(game.won_tricks) if seat == game.declarer), len(game.won_tricks)
        )
        cards = 3 * (tricks_before - bool(stop))
        if cards < 3 or (not stop and game.tricks):
            continue
        stopped = broken_off(replace(game, bid=bid), cards, True)
        result = result_when_broken_off(stopped, True)
        assert stopped.tricks == 0
        ((moves, flags, _),) = stops(stop, game, True) if stop else [("", {}, "")]
        moves = f"{iss_moves(stopped, cards)} {moves}"
        assert replay_made(stopped, moves=moves, result=iss_result(stopped, result, **flags)).equal
        text = iss_result(stopped, schwarz_added(stopped, result), **flags)
        replayed = replay_made(stopped, moves=moves, result=text)
        assert replayed.quirk == "no trick in an announced Schneider", (replayed.lines, cards)
        assert replayed.settlement.score == result[3]
        found += 1
    assert found > 10


def test_schwarz_is_no_quirk_once_the_declarer_has_a_trick(replay_made):
    game = next(game for game in many(300, ["CHS"]) if game.tricks == 1 and not game.result()[1])
    result = game.result()
    text = iss_result(game, (*result[:3], result[3] - 24, True, True))
    assert not replay_made(game, result=text).known


@pytest.mark.parametrize(("suit", "score"), [("C", -360), ("S", -330), ("H", -300), ("D", -270)])
def test_a_missed_schwarz_with_99_points_is_recorded_without_schneider(suit, score):
    line = (DATA / "records_faults.sgf").read_text().splitlines()[5]
    other = re.sub(f"[C{suit}](?=[AKQT987])", lambda found: suit if found[0] == "C" else "C", line)
    other = other.replace("CHZ", f"{suit}HZ").replace("v:-360", f"v:{score}")
    assert replay(parse_iss(other)).equal
    assert not replay(parse_iss(other.replace(" s:0 ", " s:1 "))).known
    assert not replay(parse_iss(other.replace(f"v:{score}", "v:-384"))).known


# --- numbers that the rules of the auction do not know


@pytest.mark.parametrize(("bid", "settled_at"), [(17, 18), (19, 20), (21, 22), (47, 48), (97, 99), (171, 176)])
def test_a_game_at_a_number_off_the_ladder_is_settled_and_flagged(bid, settled_at, replay_made):
    for contract in ("C", "G", "D", "SH"):
        game = make(5, contract, 1, settled_at)
        result = game.result()
        odd = replace(game, bid=bid)
        replayed = replay_made(odd, result=iss_result(game, result))
        assert (replayed.kind, replayed.bid, replayed.differences) == ("game", bid, ())
        assert replayed.settlement.score == result[3]
        assert replayed.lines == [
            f"line 7: auction: middlehand's bid {bid} is not on the ladder of 18, 20, 22, 23, 24 ... 264"
        ]
        assert not replayed.known


def test_forehand_alone_above_18_is_flagged(replay_made):
    game = make(5, "C", 0, 18)
    line = iss_line(game).replace("1 18 0 y 1 p 2 p", "1 p 2 p 0 24")
    replayed = replay(parse_iss(line, "made", 7))
    assert (replayed.kind, replayed.bid, replayed.bids) == ("game", 24, (24, 0, 0))
    assert "when nobody has bid, forehand takes 18" in replayed.lines[0]


# --- one example of each kind, as the server writes it


def test_the_fault_file():
    replays = [replay(record) for record in read_records(DATA / "records_faults.sgf")]
    found = [(each.kind, each.settlement and each.settlement.score, each.quirk) for each in replays]
    assert found == [
        ("game", -360, ""),
        ("penalty", None, ""),
        ("game", 132, ""),
        ("game", -240, QUIRKS[0]),
        ("game", -240, QUIRKS[0]),
        ("game", -360, ""),
        ("game", -144, QUIRKS[1]),
        ("game", 156, ""),
    ]
    assert [each.known for each in replays] == [True] * 7 + [False]
    assert replays[7].lines == [
        "line 8: auction: forehand's bid 20: when nobody has bid, forehand takes 18 or passes the deal in"
    ]
