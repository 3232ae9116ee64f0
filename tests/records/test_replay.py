"""Replay against games made on card names alone: equal when whole, and each single falsehood found and named."""

import pytest

from skatsim.records import Difference, ReplaySummary, parse_iss, read_records, replay
from skatsim.rules.ruleset import PRESETS, RuleSet
from tests.records.making import (
    declaration,
    group,
    iss_line,
    iss_moves,
    iss_result,
    make,
    many,
    points,
)

GAME = make(3, "G", 1, 20)
HAND_GAME = make(8, "SH", 2, 24)


def test_made_games_replay_without_a_difference(scaled, replay_made):
    for game in many(scaled(1500)):
        replayed = replay_made(game)
        assert replayed.equal, (replayed.lines, iss_line(game))
        assert replayed.trick_winners == tuple(game.won_tricks)
        assert (replayed.declarer, replayed.bid, replayed.matadors) == (game.declarer, game.bid, game.matadors)
        assert (replayed.card_points, replayed.tricks) == (game.card_points, game.tricks)
        assert replayed.ending == ("tricks" if len(game.plays) == 30 else "decided")


@pytest.mark.parametrize(("figure", "changed", "recorded", "expected"), [
    ("outcome", {"outcome": "win"}, "won", "lost"),
    ("outcome", {"outcome": "penalty"}, "penalty", "lost"),
    ("declarer", {"d": 0}, "0", "1"),
    ("score", {"v": -96}, "-96", "-144"),
    ("matadors", {"m": 2}, "2", "-1"),
    ("overbid", {"overbid": "overbid"}, "yes", "no"),
    ("card points", {"p": 28}, "28", "27"),
    ("tricks", {"t": 3}, "3", "1"),
    ("schneider", {"s": 0}, "no", "yes"),
    ("schwarz", {"z": 1}, "yes", "no"),
    ("penalised", {"p0": 1, "p2": 1}, "forehand and rearhand", "nobody"),
    ("left", {"l": 2}, "2", "-1"),
    ("timed out", {"to": 0}, "0", "-1"),
    ("resigned", {"r": 1}, "yes", "no"),
])  # fmt: skip
def test_each_wrong_figure_is_one_difference_in_words(figure, changed, recorded, expected, replay_made):
    replayed = replay_made(GAME, result=iss_result(GAME, **changed))
    assert replayed.differences == (Difference(figure, recorded, expected),)
    assert replayed.lines == [f"line 7: {figure} {recorded} recorded, {expected} by the rules"]
    assert not replayed.known


def test_a_game_recorded_as_passed_in_is_a_difference(replay_made):
    assert "outcome passed recorded, lost by the rules" in replay_made(GAME, result="passed").lines[0]


SEAT_NAMES = ("forehand", "middlehand", "rearhand")


def faulty(replayed, words):
    assert replayed.kind == "faulty"
    assert words in replayed.fault
    assert replayed.lines == ["line 7: " + replayed.fault]
    assert not replayed.known
    assert replayed.settlement is None


def with_plays(game, plays):
    return " ".join([declaration(game), *(f"{seat} {card}" for seat, card in plays)])


def test_a_card_out_of_turn_is_a_fault(replay_made):
    plays = [*GAME.plays[1:2], *GAME.plays[:1], *GAME.plays[2:]]
    faulty(replay_made(GAME, moves=with_plays(GAME, plays)), "but it is forehand's turn")


def test_a_card_that_is_not_in_the_hand_is_a_fault(replay_made):
    first, rest = GAME.plays[0][0], GAME.plays[1:]
    other = next(c for seat, c in GAME.plays if seat != first)
    faulty(
        replay_made(GAME, moves=with_plays(GAME, [(first, other), *rest])), f"plays {other}, which is not in the hand"
    )
    played_again = [*GAME.plays[:6], (GAME.plays[6][0], next(c for s, c in GAME.plays[:6] if s == GAME.plays[6][0]))]
    faulty(replay_made(GAME, moves=with_plays(GAME, played_again)), "trick 3: ")


def test_every_revoke_is_found(replay_made):
    """Wherever a seat had to follow and holds another card too, playing that one is a fault at that very card."""
    found = 0
    for game in many(60):
        for at, (seat, card) in enumerate(game.plays):
            lead = game.plays[at - at % 3][1]
            later = [c for s, c in game.plays[at:] if s == seat]
            kind = game.contract[0]
            revokes = [c for c in later if group(c, kind) != group(lead, kind)]
            if at % 3 and group(card, kind) == group(lead, kind) and revokes:
                moves = with_plays(game, [*game.plays[:at], (seat, revokes[0])])
                words = f"trick {at // 3 + 1}: {SEAT_NAMES[seat]} plays {revokes[0]}, but must play another card"
                faulty(replay_made(game, moves=moves), words)
                found += 1
    assert found > 200


def test_must_trump_is_a_rule_of_its_table(replay_made):
    """A game that discards on a void breaks the rules of a table where trumping is compulsory, and only there."""
    faults = [
        replay(replay_made(game).record, RuleSet(void="must_trump")).fault for game in many(20, ["C", "S", "H", "D"])
    ]
    assert sum("but must play another card" in fault for fault in faults) > 10


@pytest.mark.parametrize(("old", "new", "words"), [
    (" 0 p ", " 0 y 1 p ", "auction was won by forehand"),
    (" 2 p ", " 2 22 1 p ", "auction was won by rearhand"),
    (" 2 p ", " ", "the auction gives nobody the game"),
    (" 1 20 ", " 1 21 ", "bid 21 is not on the ladder"),
    (" 1 20 ", " 0 20 ", "it is middlehand's turn"),
])  # fmt: skip
def test_a_faulty_auction_is_a_fault(old, new, words):
    line = iss_line(GAME)
    assert old in line
    faulty(replay(parse_iss(line.replace(old, new, 1), "made", 7)), words)


def test_a_declaration_must_fit_the_pick_up(replay_made):
    moves = iss_moves(GAME)
    faulty(replay_made(GAME, moves=moves.replace(" G.", " GH.")), "contract GH after a pick-up")
    moves = iss_moves(HAND_GAME)
    faulty(
        replay_made(HAND_GAME, moves=moves.replace(" SH ", " S ")),
        "contract S without a pick-up",
    )


def test_the_skat_shown_is_the_skat_dealt(replay_made):
    moves = iss_moves(GAME).replace(f"w {'.'.join(GAME.skat)}", "w " + ".".join(GAME.hands[0][:2]))
    faulty(replay_made(GAME, moves=moves), "skat shown is")


def test_the_discard_is_of_the_twelve(replay_made):
    foreign = GAME.hands[0][0]
    moves = iss_moves(GAME).replace("." + GAME.discard[0], "." + foreign, 1)
    faulty(replay_made(GAME, moves=moves), f"discard {foreign} is not among")


def test_open_cards_are_the_declarers(replay_made):
    game = make(3, "NHO", 1, 20)
    moves = iss_moves(game).replace("NHO", "NHO." + ".".join(game.hands[0]))
    faulty(replay_made(game, moves=moves), "laid open is")
    claim = f"{iss_moves(GAME, 3)} 1 SC.{'.'.join(GAME.hands[1])}"
    faulty(replay_made(GAME, moves=claim + " 1 RE"), "claimed with")
    faulty(replay_made(GAME, moves=iss_moves(GAME, 3) + " 0 SC 1 RE"), "forehand claims, but is not the declarer")


def test_a_null_below_its_bid_is_a_fault(replay_made):
    game = make(3, "N", 1, 24)
    faulty(replay_made(game), "null is worth 23 and does not cover the bid of 24")


def test_a_null_below_its_bid_is_settled_where_the_rules_do(replay_made):
    record = replay_made(make(3, "N", 1, 24)).record
    settlement = replay(record, RuleSet(null_below_bid="next_null")).settlement
    assert (settlement.game_value, settlement.score) == (35, -70)


@pytest.mark.parametrize("contract", ["N", "DHS", "GHSZO"])
def test_cards_after_the_end_are_a_fault(contract, replay_made):
    game = next(game for game in many(200, [contract]) if len(game.plays) < 28)
    extra = next(card for card in game.hands[0] + game.hands[1] if card not in dict(game.plays).values())
    moves = with_plays(game, [*game.plays, (0, extra)])
    faulty(replay_made(game, moves=moves), "comes after the end of the game")
    faulty(replay_made(GAME, moves=iss_moves(GAME, 3) + " w LE.0 " + "1 " + GAME.plays[3][1]), "comes after the end")


@pytest.mark.parametrize("cards", [0, 1, 3, 14, 29])
def test_a_record_that_breaks_off_is_a_fault(cards, replay_made):
    faulty(replay_made(GAME, moves=iss_moves(GAME, cards)), f"the record breaks off after {cards} cards")


def test_a_record_that_breaks_off_earlier_is_a_fault(replay_made):
    faulty(replay_made(GAME, moves=""), "breaks off before the declaration")
    faulty(replay_made(GAME, moves=f"1 s w {'.'.join(GAME.skat)}"), "breaks off before the declaration")
    faulty(replay_made(GAME, moves=f"1 s w {'.'.join(GAME.skat)} 1 G"), "breaks off before the discard")


# --- early ends on GAME: middlehand plays grand without 1, base value 24

DISCARDED = points(GAME.discard)


def ended(replay_made, moves, game=GAME, **result):
    replayed = replay_made(game, moves=moves, result=iss_result(game, **result))
    assert replayed.equal, replayed.lines
    return replayed


def taken_by(game, declarer, cards):
    """Points of one side in the full tricks among the first `cards`."""
    full = [game.plays[at : at + 3] for at in range(0, cards - cards % 3, 3)]
    won = zip(full, game.won_tricks, strict=False)
    return sum(points([card for _, card in trick]) for trick, seat in won if (seat == game.declarer) == declarer)


@pytest.mark.parametrize(("end", "ending", "flags"), [
    ("0 RE 2 RE", "conceded", {"r": 1}), ("2 RE 0 RE", "conceded", {"r": 1}), ("w LE.0", "left", {"l": 0}),
    ("w LE.2", "left", {"l": 2}), ("w TI.0", "time", {"to": 0}), ("w TI.2", "time", {"to": 2}),
])  # fmt: skip
@pytest.mark.parametrize("cards", [0, 2, 7, 9])
def test_what_is_left_falls_to_the_declarer_when_the_defence_ends_it(end, ending, flags, cards, replay_made):
    theirs = taken_by(GAME, False, cards)
    their_tricks = sum(seat != 1 for seat in GAME.won_tricks[: cards // 3])
    mine = 120 - theirs
    levels = 2 + (mine >= 90) + (their_tricks == 0)
    won = mine >= 61
    result = {"p": mine, "t": 10 - their_tricks, "s": int(mine >= 90 or mine <= 30), "z": int(their_tricks == 0)}
    score = 24 * levels if won else -48 * levels
    assert won, "choose a game in which the declarer still wins"
    replayed = ended(replay_made, f"{iss_moves(GAME, cards)} {end}", outcome="win", v=score, **result, **flags)
    assert replayed.ending == ending


@pytest.mark.parametrize(("end", "ending", "flags"), [
    ("1 RE", "conceded", {"r": 1}), ("w LE.1", "left", {"l": 1}), ("w TI.1", "time", {"to": 1}),
])  # fmt: skip
@pytest.mark.parametrize("cards", [0, 2, 3, 8, 29])
def test_a_declarer_who_ends_it_has_lost(end, ending, flags, cards, replay_made):
    mine = taken_by(GAME, True, cards) + DISCARDED
    my_tricks = GAME.won_tricks[: cards // 3].count(1)
    schneider = cards >= 3 and mine <= 30
    schwarz = cards >= 3 and my_tricks == 0
    score = -48 * (2 + schneider + schwarz)
    result = {"outcome": "loss", "v": score, "p": mine, "t": my_tricks, "s": int(schneider), "z": int(schwarz)}
    assert ended(replay_made, f"{iss_moves(GAME, cards)} {end}", **result, **flags).ending == ending


def test_a_declarer_who_leaves_with_61_has_lost_all_the_same(replay_made):
    game = next(
        game for game in many(300, ["G"]) if game.result()[1] and taken_by(game, True, 27) > 70 and game.bid < 24
    )
    points_so_far = taken_by(game, True, 27) + points(game.discard)
    tricks = game.won_tricks[:9].count(game.declarer)
    flags = {"p": points_so_far, "t": tricks, "s": 0, "z": 0, "l": game.declarer}
    score = -48 * (abs(game.matadors) + 1)
    moves = f"{iss_moves(game, 27)} w LE.{game.declarer}"
    ended(replay_made, moves, game, outcome="loss", v=score, **flags)


def test_a_null_given_up_by_either_side(replay_made):
    game = next(game for game in many(300, ["N"]) if len(game.plays) > 9)
    d, others = game.declarer, [seat for seat in range(3) if seat != game.declarer]
    start = iss_moves(game, 4)
    skat = points(game.discard)
    won = f"{start} {others[0]} RE {others[1]} RE"
    ended(replay_made, won, game, outcome="win", v=23, p=skat, t=0, r=1)
    ended(replay_made, f"{start} {d} RE", game, outcome="loss", v=-46, p=skat, t=0, r=1)


def test_one_defender_who_resigns_does_not_end_the_game(replay_made):
    moves = iss_moves(GAME, 4) + " 0 RE 0 RE " + " ".join(f"{seat} {card}" for seat, card in GAME.plays[4:])
    assert ended(replay_made, moves).ending == "tricks"


@pytest.mark.parametrize(("kind", "flag"), [("TI", "to"), ("LE", "l")])
@pytest.mark.parametrize(
    "before", ["", "1 p", "1 18 0 y", "1 18 0 p 2 p", "1 18 0 p 2 p 1 s", "1 18 0 p 2 p 1 s w {skat}"]
)
def test_going_before_the_declaration_is_a_penalty(before, kind, flag):
    nothing = {
        "d": -1,
        "outcome": "penalty",
        "v": 0,
        "m": 0,
        "overbid": "bidok",
        "p": 0,
        "t": 0,
        "s": 0,
        "z": 0,
        "p1": 1,
    }
    result = iss_result(GAME, **nothing, **{flag: 1})
    line = iss_line(GAME, moves="", result=result).replace("1 20 0 p 2 p", before.format(skat=".".join(GAME.skat)))
    replayed = replay(parse_iss(line.replace("  ]", f" w {kind}.1 ]"), "made", 7))
    assert (replayed.kind, replayed.lines) == ("penalty", [])
    wrong = replay(parse_iss(line.replace("  ]", f" w {kind}.2 ]"), "made", 7))
    assert "line 7: penalised middlehand recorded, rearhand by the rules" in wrong.lines


# --- the known quirk


def quirk_line(game, v, m):
    moves = f"{game.declarer} s w {'.'.join(game.skat)} {game.declarer} {game.contract} w TI.{game.declarer}"
    result = {"outcome": "loss", "v": v, "m": m, "p": points(game.skat), "t": 0, "s": 0, "z": 0, "to": game.declarer}
    return replay(parse_iss(iss_line(game, moves=moves, result=iss_result(game, **result)), "made", 7))


@pytest.mark.parametrize(("contract", "v", "m"), [("C", -288, -11), ("D", -216, -11), ("G", -240, -4)])
def test_the_quirk_is_named_with_its_figures(contract, v, m):
    replayed = quirk_line(make(3, contract, 1, 20), v, m)
    assert replayed.quirk == "timed out between declaration and discard"
    assert replayed.known
    assert not replayed.equal
    (line,) = replayed.lines
    assert line.startswith("line 7: known server quirk: timed out between declaration and discard (")
    assert f"score {v} recorded" in line


@pytest.mark.parametrize("moves", [f"{iss_moves(GAME, 0)} w TI.1", f"1 s w {'.'.join(GAME.skat)} 1 G w LE.1"])
def test_the_quirks_figures_at_another_moment_are_no_quirk(moves, replay_made):
    flags = {"p": points(GAME.discard), "to": 1} if "TI" in moves else {"p": points(GAME.skat), "l": 1}
    replayed = replay_made(GAME, moves=moves, result=iss_result(GAME, v=-240, m=-4, t=0, s=0, **flags))
    assert [each.figure for each in replayed.differences] == ["matadors", "score"]
    assert not replayed.known


@pytest.mark.parametrize(
    ("contract", "v", "m"), [("C", -264, -11), ("C", -288, -10), ("G", -288, -11), ("C", 288, -11)]
)
def test_other_figures_are_no_quirk(contract, v, m):
    replayed = quirk_line(make(3, contract, 1, 20), v, m)
    assert not replayed.known
    assert replayed.differences


def test_the_same_figures_elsewhere_are_no_quirk(replay_made):
    assert not replay_made(GAME, result=iss_result(GAME, v=-240, m=-4)).known


# --- counting


def test_a_summary_counts_each_kind(replay_made, made_iss):
    summary = ReplaySummary()
    for record in read_records(made_iss):
        summary.add(replay(record))
    summary.add(replay_made(GAME, result=iss_result(GAME, v=1)))
    summary.add(replay_made(GAME, moves=""))
    assert summary == ReplaySummary(
        records=12, games=9, passed=1, penalties=1, faulty=1, complete=1, early=8,
        cards=41, tricks=13, equal=9, quirks=1, differences=2,
    )  # fmt: skip
    assert "1 record against the rules of play" in str(summary)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_rule_set_can_replay(name, replay_made):
    """Card points and tricks do not depend on the rules of scoring."""
    for game in many(30, ["C", "G", "SH", "N"]):
        replayed = replay(replay_made(game).record, PRESETS[name])
        assert "must play another card" in replayed.fault or replayed.card_points == game.card_points
