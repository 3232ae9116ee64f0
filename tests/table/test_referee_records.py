"""The referee against games other programs played and scored: XSkat's log and the records of the Skat server."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from skatsim.rules.contracts import Contract
from skatsim.table.referee import Referee, Result


def _win_auction(deal: Referee, seat: int, bid: int) -> None:
    """Let `seat` become declarer at `bid`, by any legal way."""
    if seat == 0:
        deal.bid(1, bid)
        deal.hold(0)
        deal.pass_(1)
        deal.pass_(2)
    elif seat == 1:
        deal.bid(1, bid)
        deal.pass_(0)
        deal.pass_(2)
    else:
        deal.pass_(1)
        deal.bid(2, bid)
        deal.pass_(0)
    assert (deal.declarer, deal.bid_value) == (seat, bid)


def _xskat_game(record: dict[str, Any]) -> Referee:
    leader = record["leader"]
    hands = [hand.split() for hand in record["hands"]]
    put_away, dealt_skat = record["skat"].split(), record["skat_dealt"].split()
    declarer = record["declarer"]
    held = [card for card in hands[declarer] + put_away if card not in dealt_skat]
    hands[declarer] = hands[declarer] if record["hand"] else held
    deal = Referee([hands[(leader + seat) % 3] for seat in range(3)], dealt_skat)
    _win_auction(deal, (declarer - leader) % 3, record["bid"])
    contract = record["game"] + "H" * record["hand"] + "O" * record["ouvert"]
    if not record["hand"]:
        deal.pick_up()
    deal.declare(Contract.parse(contract))
    if not record["hand"]:
        deal.discard(put_away)
    for card in record["play"].split():
        deal.play(deal.turn, card)
    return deal


def test_xskat(shared: Path) -> None:
    lines = gzip.decompress((shared / "records" / "xskat_games.jsonl.gz").read_bytes()).splitlines()
    games = [record for record in map(json.loads, lines) if "declarer" in record]
    assert len(games) > 4_000
    for record in games:
        deal = _xskat_game(record)
        result = deal.result()
        assert result is not None
        found = {
            "tricks_played": len(deal.tricks),
            "declarer_tricks": result.tricks,
            "matadors": result.matadors,
            "won": int(result.won),
            "overbid": int(result.overbid),
            "value": result.game_value,
            "list_score": result.score,
        }
        if record["declarer_points"] is not None:
            found["declarer_points"] = result.card_points
        assert found == {key: record[key] for key in found}, record["seed"]


def _say(deal: Referee, seat: int, word: str) -> None:
    if word == "y":
        deal.hold(seat)
    elif word == "p":
        deal.pass_(seat)
    else:
        deal.bid(seat, int(word))


def _declare(deal: Referee, game: str, cards: list[str]) -> None:
    letters = [letter for letter in game[1:] if letter in "HSZO"]
    deal.declare(Contract.parse(game[0] + "".join(letters)))
    if deal.phase == "discard" and len(cards) >= 2:
        deal.discard(cards[:2])


def _server_game(moves: list[str]) -> tuple[Referee, str]:
    """Replay the moves of a record; also what ended it outside the cards (RE, TI, LE), if anything.

    On the server both defenders must resign: after the first `RE` they may play on.
    """
    resigned: set[str] = set()
    pairs = list(zip(moves[::2], moves[1::2], strict=True))
    cards = pairs[0][1].split(".")
    deal = Referee([cards[0:10], cards[10:20], cards[20:30]], cards[30:])
    for who, move in pairs[1:]:
        word, *rest = move.split(".")
        if word == "RE" and who != str(deal.declarer):
            resigned.add(who)
        if word in ("TI", "LE") or len(resigned) == 2 or (word == "RE" and who not in resigned):
            return deal, word
        if who == "w" or word in ("SC", "RE", "??"):
            continue
        if deal.phase == "auction":
            _say(deal, int(who), word)
        elif deal.phase == "declaration" and word == "s":
            deal.pick_up()
        elif deal.phase == "declaration":
            _declare(deal, word, rest)
        elif deal.phase == "discard":
            deal.discard([word, *rest])
        else:
            deal.play(int(who), word)
    return deal, ""


def _recorded(result: str) -> dict[str, int | bool]:
    numbers = {key: int(value) for key, value in re.findall(r"\b(d|v|m|p|t|s|z):(-?\d+)", result)}
    return {**numbers, "won": " win " in result, "overbid": " overbid " in result}


def _as_recorded(deal: Referee, result: Result) -> dict[str, int | bool]:
    return {
        "d": deal.declarer,
        "v": result.score,
        "m": result.matadors,
        "p": result.card_points,
        "t": result.tricks,
        "s": int(result.schneider),
        "z": int(result.schwarz),
        "won": result.won,
        "overbid": result.overbid,
    }


def test_server_records(shared: Path) -> None:
    """Every record that ended by its cards: 37 games and two passed in."""
    compared = passed = 0
    for line in (shared / "records" / "iss_games.sgf").read_text("utf-8").splitlines():
        moves = re.search(r"MV\[(.*?)\]", line)
        recorded = re.search(r" ?R\[([^\]]*)\]", line[moves.end() :]) if moves else None
        assert moves is not None
        assert recorded is not None
        deal, ended = _server_game(moves[1].split())
        if ended:
            continue
        result = deal.result()
        if result is None:
            passed += 1
            assert recorded[1] == "passed"
            continue
        compared += 1
        assert _as_recorded(deal, result) == _recorded(recorded[1])
    assert (compared, passed) == (37, 2)
