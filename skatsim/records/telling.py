"""A converted game told card by card: its row becomes a record again, is replayed, and reads like a simulated game.

A row holds the words of the auction, the cards and who ended the game; claims and the resignation of one defender alone
are gone.  Units as in the rows.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from skatsim.records.auction import auction_moves
from skatsim.records.record import AuctionMove, Event, GameRecord, Play, RecordedResult
from skatsim.records.replay import Replay, replay
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import GAME_LETTERS, Contract, GameType
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.settlement import Settlement
from skatsim.table.columns import NO_CARD
from skatsim.table.referee import Playthrough, Result, TrickStep
from skatsim.table.referee.auction import HOLD, PASS
from skatsim.table.referee.cards import points
from skatsim.table.referee.scoring import announced_level_made, value_levels

_STOPPED: Final = {"conceded": "gave up", "time": "ran out of time", "left": "left the table"}


def record_of(row: Mapping[str, Any]) -> GameRecord:
    """The record behind a row of a converted run, as far as the row keeps it.

    Parameters
    ----------
    row
        All columns of the row by name, with deals and plays.
    """
    contract = _contract(row)
    plays = _plays(row, contract)
    return GameRecord(
        source=row["record_file"],
        line=row["record_line"],
        name=row["record_id"] or "",
        players=(row["bot_forehand"], row["bot_middlehand"], row["bot_rearhand"]),
        hands=(row["hand_forehand"], row["hand_middlehand"], row["hand_rearhand"]),
        skat=row["skat"],
        auction=None if row["record_auction"] is None else auction_moves(row["record_auction"]),
        bid=row["bid"],
        declarer=row["declarer"],
        picked_up=contract is not None and not contract.hand,
        skat_shown=0,
        contract=contract,
        discard=row["discard"],
        shown=0,
        plays=plays,
        events=tuple(_events(row, len(plays))),
        result=RecordedResult("passed" if contract is None else "won" if row["won"] else "lost"),
    )


def _contract(row: Mapping[str, Any]) -> Contract | None:
    if row["game_type"] is None:
        return None
    flags = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
    return Contract(GameType(GAME_LETTERS.index(row["game_type"])), *(row[flag] for flag in flags))


def _plays(row: Mapping[str, Any], contract: Contract | None) -> tuple[Play, ...]:
    """The cards, each under the seat that holds it."""
    if contract is None:
        return ()
    hands = [row[f"hand_{name}"] for name in SEAT_NAMES]
    if not contract.hand:
        hands[row["declarer"]] |= row["skat"]
    cards = [card for card in row["plays"] if card != NO_CARD]
    return tuple(Play(next(seat for seat in range(3) if hands[seat] >> card & 1), card) for card in cards)


def _events(row: Mapping[str, Any], played: int) -> Iterator[Event]:
    seat = row["ended_by"]
    if row["ending"] in ("time", "left"):
        yield Event(row["ending"], seat, played)
    elif row["ending"] == "conceded":
        if seat != row["declarer"]:
            yield Event("resign", 3 - seat - row["declarer"], played)  # the other defender first
        yield Event("resign", seat, played)


def told(row: Mapping[str, Any], rules: RuleSet = ISKO) -> Iterator[str]:
    """A converted game in words, line by line: where it was recorded, the game, and what the record says otherwise.

    Parameters
    ----------
    row
        As for `record_of`.
    rules
        The rules of the run.
    """
    number = f", number {row['record_id']}" if row["record_id"] else ""
    yield f"Record: {row['record_file']}, line {row['record_line']}{number}"
    yield from playthrough_of(replay(record_of(row), rules), rules).lines()
    if row["differs"]:
        yield f"The record: {row['differs']}"


def playthrough_of(replayed: Replay, rules: RuleSet = ISKO) -> Playthrough:
    """A replayed game, not a faulty one, in the form of the referee's transcripts."""
    record, settlement = replayed.record, replayed.settlement
    forehand, middlehand, rearhand = map(CardSet, record.hands)
    full = 3 * len(replayed.trick_winners)
    return Playthrough(
        hands=(forehand, middlehand, rearhand),
        skat=CardSet(record.skat),
        auction=tuple((move.seat, _word(move)) for move in record.auction or ()),
        declarer=replayed.declarer,
        bid=replayed.bid,
        contract=record.contract if settlement else None,
        discard=CardSet(record.discard),
        tricks=tuple(_tricks(replayed)),
        open_trick=tuple(map(_named, record.plays[full:])),
        ending=_ending(replayed),
        result=_result(replayed, settlement, rules) if settlement else None,
        players=record.players,
    )


def _word(move: AuctionMove) -> str:
    return {"hold": HOLD, "pass": PASS}.get(move.word, str(move.bid))


def _named(play: Play) -> tuple[int, str]:
    return play.seat, CARD_NAMES[play.card]


def _tricks(replayed: Replay) -> Iterator[TrickStep]:
    by_side = [0, 0]  # declarer, defenders
    for number, winner in enumerate(replayed.trick_winners):
        plays = tuple(map(_named, replayed.record.plays[3 * number : 3 * number + 3]))
        worth = points(card for _, card in plays)
        by_side[winner != replayed.declarer] += worth
        yield TrickStep(number + 1, plays, winner, worth, *by_side)


def _ending(replayed: Replay) -> str:
    """How it ended: the referee's word, or who stopped."""
    if replayed.ended_by < 0:
        return replayed.ending
    words = f"{SEAT_NAMES[replayed.ended_by]} {_STOPPED[replayed.ending]}"
    contract = replayed.record.contract
    falls_to_declarer = replayed.ended_by != replayed.declarer and contract and contract.game_type != GameType.NULL
    return f"{words}: what was left is the declarer's" if falls_to_declarer else words


def _result(replayed: Replay, settlement: Settlement, rules: RuleSet) -> Result:
    contract = replayed.record.contract
    assert contract is not None
    levels: tuple[tuple[str, int], ...] = ()
    if contract.game_type != GameType.NULL:
        levels = value_levels(contract, replayed.matadors, settlement.schneider, settlement.schwarz, rules)
    return Result(
        contract=contract,
        bid=replayed.bid,
        matadors=replayed.matadors,
        card_points=replayed.card_points,
        tricks=replayed.tricks,
        schneider=settlement.schneider,
        schwarz=settlement.schwarz,
        made=settlement.won or announced_level_made(contract, replayed.card_points, replayed.tricks, rules),
        won=settlement.won,
        overbid=settlement.overbid,
        game_value=settlement.game_value,
        score=settlement.score,
        levels=levels,
    )
