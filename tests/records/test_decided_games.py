"""A decided game stays decided (ISkO 4.1.3): the referee and the replay on the same cards, and rulings by hand."""

import pytest

from skatsim.records import parse_iss, read_records, replay
from skatsim.rules.contracts import Contract
from skatsim.table.referee import Referee
from tests.conftest import DATA
from tests.records.making import Made, broken_off, iss_line, iss_moves, many, points, taken


def refereed(game, cards, by_declarer):
    """The result of the referee's table when a side concedes after so many cards."""
    deal = Referee(game.hands, game.skat)
    d = game.declarer
    if d == 2:
        deal.pass_(1)
    deal.bid(d or 1, game.bid)
    if d == 0:
        deal.hold(0)
        deal.pass_(1)
    else:
        deal.pass_(0)
    if d < 2:
        deal.pass_(2)
    if not game.hand_game:
        deal.pick_up()
    deal.declare(Contract.parse(game.contract))
    if not game.hand_game:
        deal.discard(game.discard)
    for seat, card in game.plays[:cards]:
        deal.play(seat, card)
    others = [(d + 1) % 3, (d + 2) % 3]
    if by_declarer:
        deal.concede(d, consent=others[0])
    else:
        deal.concede(others[0])
    assert deal.ending == "conceded"
    return deal.result()


def replayed(game, cards, by_declarer):
    d = game.declarer
    seats = [d] if by_declarer else [(d + 1) % 3, (d + 2) % 3]
    moves = f"{iss_moves(game, cards)} {' '.join(f'{seat} RE' for seat in seats)}"
    return replay(parse_iss(iss_line(game, moves=moves))).settlement


@pytest.mark.parametrize("by_declarer", [True, False])
def test_referee_and_replay_agree_who_has_won(by_declarer, scaled):
    """They part only where the order and the server do: what a defence that gives up an open game leaves."""
    decided = 0
    for game in many(scaled(250), ["C", "S", "G", "D", "CH", "GH", "DHS", "N", "NO"]):
        for cards in range(0, len(game.plays), 4):
            by_order, by_record = refereed(game, cards, by_declarer), replayed(game, cards, by_declarer)
            (mine, _), (theirs, _) = taken(game, cards)
            lost = game.contract[0] != "N" and theirs >= 60
            won = game.contract[0] != "N" and broken_off(game, cards, True).result()[1]
            decided += won or lost
            if by_declarer or won or lost:
                assert by_order.won == by_record.won == won, (iss_line(game), cards)
            if (won and by_declarer) or (lost and not by_declarer):
                assert (by_order.score, by_order.schneider) == (by_record.score, by_record.schneider)
            if won:
                assert by_order.card_points == mine + points(game.discard or game.skat)
    assert scaled(250) < 250 or decided > 80


def test_the_declarer_has_61_points_in_a_hand_game_and_then_resigns():
    """The ruling: clubs hand with 9 at 18, 68 card points in six tricks: won, +132."""
    record = list(read_records(DATA / "records_faults.sgf"))[2]
    assert (replay(record).settlement.won, replay(record).settlement.score) == (True, 132)
    hands = [
        ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "SA"],
        ["C8", "ST", "SK", "SQ", "S9", "HA", "HT", "HK", "HQ", "H9"],
        ["C7", "S8", "S7", "H8", "H7", "DA", "DT", "DK", "DQ", "D9"],
    ]
    plays = ["CJ", "C8", "C7", "SJ", "ST", "S8", "HJ", "SK", "S7", "DJ", "SQ", "H8", "CA", "S9", "H7", "CT", "HA", "DA"]
    game = Made(hands, ["D8", "D7"], 0, "CH", 18, [], [(n % 3, card) for n, card in enumerate(plays)])
    result = refereed(game, 18, True)
    assert (result.won, result.score, result.card_points, result.tricks) == (True, 132, 68, 6)


@pytest.mark.parametrize(("king", "queen", "theirs"), [("DT", "D7", 63), ("DK", "DQ", 60), ("DK", "D7", 57)])
def test_the_defenders_have_60_points_and_a_side_then_gives_up(king, queen, theirs):
    """The ruling: clubs hand with 9 at 18, the declarer has three tricks: lost with 60 or 63, 11 x 12 doubled."""
    rest = [card for card in ("D9", "D8", "D7", "DQ", "DK", "DT") if card not in (king, queen)]
    hands = [
        ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "S7", "H7", queen],
        ["C8", "SA", "SK", "SQ", "S9", "S8", "HT", king, *rest[:2]],
        ["C7", "ST", "HA", "HK", "HQ", "H9", "H8", "DA", *rest[2:]],
    ]
    cards = ["CJ", "C8", "C7", "SJ", rest[0], "H8", "HJ", rest[1], "H9", "S7", "SA", "ST", "HT", "HA", "H7"]
    seats = [0, 1, 2] * 4 + [1, 2, 0] + [2, 0, 1]
    plays = list(zip(seats, [*cards, "DA", queen, king], strict=True))
    game = Made(hands, ["CQ", "C9"], 0, "CH", 18, [], plays, [0, 0, 0, 1, 2, 2])
    assert (game.matadors, taken(game, 18)) == (9, ((6, 3), (theirs, 3)))
    by_order = refereed(game, 18, False)
    assert (by_order.won, by_order.score) == ((False, -264) if theirs >= 60 else (True, 132))
    assert (by_order.card_points, by_order.tricks) == (9, 3)
    assert replayed(game, 18, False).score == by_order.score
    assert refereed(game, 18, True).score == -264
    assert not replayed(game, 18, True).won
