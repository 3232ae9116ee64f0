"""Games of the program XSkat as JSON, one object a line.

``hands`` are the cards as played (after the discard) by player, ``skat`` the two put away, ``skat_dealt`` the skat as
dealt, so the dealt hand of the declarer is rebuilt from the three; ``leader`` is the player who leads, forehand.  Seats
are counted from there.  Of the auction only the last bid is known.  A passed deal names no leader; the third number of
``seed`` does: modulo 3 it is the leader of every game that has one.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from skatsim.errors import SkatsimError
from skatsim.records.lines import located
from skatsim.records.record import GameRecord, Play, RecordedResult
from skatsim.rules.cards import CardSet, card_index, mask_of_names
from skatsim.rules.contracts import GAME_LETTERS, Contract, GameType

_Player = Annotated[int, msgspec.Meta(ge=0, le=2)]
_Flag = Literal[0, 1]
_Small = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]


class _Game(msgspec.Struct, forbid_unknown_fields=True):
    """One line; the fields from `leader` on are absent in a passed deal (`declarer_points` may be null in null)."""

    game: Literal["C", "S", "H", "D", "G", "N", "passed"]
    hands: Annotated[list[str], msgspec.Meta(min_length=3, max_length=3)]
    skat: str
    seed: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(min_length=3, max_length=3)] | None = None
    leader: _Player | None = None
    declarer: _Player | None = None
    hand: _Flag | None = None
    ouvert: _Flag | None = None
    bid: _Small | None = None
    skat_dealt: str | None = None
    play: str | None = None
    tricks_played: _Small | None = None
    declarer_points: _Small | None = None
    declarer_tricks: _Small | None = None
    matadors: _Small | None = None
    won: _Flag | None = None
    overbid: _Flag | None = None
    value: _Small | None = None
    list_score: _Small | None = None


_MAY_LACK: Final = ("seed", "declarer_points", "tricks_played")
_ONLY_PLAYED: Final = tuple(
    name for name in _Game.__struct_fields__ if name not in ("game", "hands", "skat", *_MAY_LACK)
)
_DECODER: Final = msgspec.json.Decoder(_Game)


def parse_xskat(text: str | bytes, source: str = "<text>", line: int = 1) -> GameRecord:
    """Read one line of an XSkat archive.

    Parameters
    ----------
    text
        The line.
    source, line
        Where it stands, for messages.

    Raises
    ------
    SkatsimError
        For anything that is not a whole record, naming `source`, `line` and what is wrong.

    Examples
    --------
    >>> record = parse_xskat(
    ...     '{"game":"passed","seed":[7,0,1],"skat":"D8 D7","hands":['
    ...     '"CJ CA CT SA ST HA HT DA DT C7","SJ CK CQ SK SQ HK HQ DK DQ C8","HJ DJ C9 S9 S8 S7 H9 H8 H7 D9"]}'
    ... )
    >>> record.result.outcome, record.players
    ('passed', ('xskat-1', 'xskat-2', 'xskat-0'))
    """
    with located(source, line):
        try:
            game = _DECODER.decode(text)
        except msgspec.ValidationError as error:
            raise SkatsimError(f"not a game of XSkat: {error}") from None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise SkatsimError(f"the record is cut off or damaged: {error}") from None
        hands = [_cards(text, 10) for text in game.hands]
        skat = _cards(game.skat, 2)
        _check_no_card_twice([*hands, skat])
        parts = _passed_deal(game) if game.game == "passed" else _played_game(game, hands, skat)
        leader = parts.pop("leader")
        dealt = parts.pop("dealt", hands)
        return GameRecord(
            source=source,
            line=line,
            name="",
            players=_by_seat([f"xskat-{player}" for player in range(3)], leader),
            hands=_by_seat(dealt, leader),
            skat=parts.pop("skat", skat),
            auction=None,
            shown=0,
            events=(),
            **parts,
        )


def _cards(text: str, size: int) -> int:
    mask = mask_of_names(text.split(), text)
    if mask.bit_count() != size:
        raise SkatsimError(f"{text!r} has {mask.bit_count()} cards instead of {size}")
    return mask


def _check_no_card_twice(parts: Sequence[int]) -> None:
    seen = 0
    for mask in parts:
        if mask & seen:
            raise SkatsimError(f"card {CardSet(mask & seen)} stands twice in hands and skat")
        seen |= mask


def _by_seat(values: Sequence[Any], leader: int) -> tuple[Any, Any, Any]:
    return values[leader], values[(leader + 1) % 3], values[(leader + 2) % 3]


def _passed_deal(game: _Game) -> dict[str, Any]:
    for name in _ONLY_PLAYED:
        if name != "leader" and getattr(game, name) is not None:
            raise SkatsimError(f"a passed deal with {name!r}")
    if game.leader is None and game.seed is None:
        raise SkatsimError("a passed deal needs 'leader' or 'seed' to tell who is forehand")
    return {
        "leader": game.leader if game.leader is not None else game.seed[2] % 3,  # type: ignore[index]
        "bid": 0,
        "declarer": -1,
        "picked_up": False,
        "skat_shown": 0,
        "contract": None,
        "discard": 0,
        "plays": (),
        "result": RecordedResult("passed"),
    }


def _played_game(game: _Game, hands: list[int], skat: int) -> dict[str, Any]:
    for name in _ONLY_PLAYED:
        if getattr(game, name) is None:
            raise SkatsimError(f"the record is not whole: {name!r} is missing")
    known: Any = game  # every field above is there
    dealt_skat = _cards(known.skat_dealt, 2)
    twelve = hands[known.declarer] | skat
    if dealt_skat & ~twelve:
        raise SkatsimError(f"skat_dealt {known.skat_dealt!r} is not among the declarer's cards and the skat")
    if known.hand and dealt_skat != skat:
        raise SkatsimError("a hand game leaves the skat as dealt, but 'skat' and 'skat_dealt' differ")
    return {
        "leader": known.leader,
        "dealt": [twelve & ~dealt_skat if p == known.declarer else hand for p, hand in enumerate(hands)],
        "skat": dealt_skat,
        "bid": known.bid,
        "declarer": (known.declarer - known.leader) % 3,
        "picked_up": not known.hand,
        "skat_shown": 0 if known.hand else dealt_skat,
        "contract": Contract(GameType(GAME_LETTERS.index(game.game)), bool(known.hand), ouvert=bool(known.ouvert)),
        "discard": 0 if known.hand else skat,
        "plays": _plays(known, _by_seat(hands, known.leader)),
        "result": _result(known),
    }


def _plays(game: Any, hands: tuple[int, int, int]) -> tuple[Play, ...]:
    """The cards in order, each under the seat that holds it (the record does not name the player)."""
    cards = [card_index(name) for name in game.play.split()]
    if game.tricks_played is not None and len(cards) // 3 != game.tricks_played:
        raise SkatsimError(f"'play' has {len(cards)} cards, but 'tricks_played' is {game.tricks_played}")
    plays = []
    for card in cards:
        holders = [seat for seat, hand in enumerate(hands) if hand >> card & 1]
        if not holders:
            raise SkatsimError(f"card {CardSet(1 << card)} is played but lies in the skat")
        plays.append(Play(holders[0], card))
    return tuple(plays)


def _result(game: Any) -> RecordedResult:
    return RecordedResult(
        outcome="won" if game.won else "lost",
        declarer=(game.declarer - game.leader) % 3,
        matadors=game.matadors,
        overbid=bool(game.overbid),
        card_points=game.declarer_points,
        tricks=game.declarer_tricks,
        game_value=game.value,
        score=game.list_score,
    )
