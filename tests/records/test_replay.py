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
    (" 1 20 ", " 1 300 ", "no game is worth the bid of 300"),
    (" 1 20 ", " 1 -20 ", "bid -20 does not go beyond the bid of 0"),
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
