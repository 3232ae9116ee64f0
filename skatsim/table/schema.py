"""The rows of runs as Arrow tables, which Parquet keeps: names, types and meaning of the columns.

This is the one place that says so; the table in README.md is held to it.  `SCHEMA_VERSION` changes only when a column's
name, type or meaning does.  In a passed-in deal `game_type` and `ending` are null.  All numbers are int64, so that a
column times 200 and the sum over a hundred million games are what they say: int8 and int16 wrap at once, Polars sums
int32 as int32.  On disk, where a column keeps each value once, they cost no more.  Cards are bit masks, uint32.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa

from skatsim.kernel.types import Bools, Bytes, Ints
from skatsim.rules.contracts import (
    GAME_LETTERS,
    HAND_BIT,
    OUVERT_BIT,
    SCHNEIDER_BIT,
    SCHWARZ_BIT,
    TYPE_BITS,
    GameType,
)
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.columns import ENDINGS, PLAYS_PER_GAME, DealColumns, OutcomeColumns, RecordColumns

SCHEMA_VERSION: Final = 2
"""1: numbers in the narrowest type that holds them, int8 and int16."""

_NAMES: Final = pa.dictionary(pa.int8(), pa.string())
_PLAYERS: Final = pa.dictionary(pa.int32(), pa.string())
"""Archives of real games name more players than a byte can count."""

_SEATINGS: Final = pa.dictionary(pa.int16(), pa.string())

_OUTCOME_FIELDS: Final = (
    ("seed", pa.int64(), "seed of the run; null for a game not simulated"),
    ("game", pa.int64(), "game number: with the seed it names the deal and every decision"),
    *((f"bot_{seat}", _PLAYERS, f"who sat at {seat}: bot@version, or a player's name") for seat in SEAT_NAMES),
    *((f"bid_{seat}", pa.int64(), f"highest bid {seat} said or held, 0 none") for seat in SEAT_NAMES),
    ("declarer", pa.int64(), "declarer's seat: 0 forehand, 1 middlehand, 2 rearhand, -1 passed in"),
    ("game_type", _NAMES, "C S H D G(rand) N(ull), null when passed in"),
    ("hand", pa.bool_(), "hand game: the skat was not picked up"),
    ("schneider_announced", pa.bool_(), "Schneider announced"),
    ("schwarz_announced", pa.bool_(), "Schwarz announced"),
    ("ouvert", pa.bool_(), "ouvert"),
    ("bid", pa.int64(), "bid at which the declarer plays"),
    ("matadors", pa.int64(), "matadors: +n with, -n without, 0 in null"),
    ("card_points", pa.int64(), "declarer's card points 0-120, the skat included; at an early end those he has then"),
    ("tricks", pa.int64(), "tricks of the declarer"),
    ("schneider", pa.bool_(), "Schneider reached, by the declarer or against him"),
    ("schwarz", pa.bool_(), "Schwarz reached, by the declarer or against him"),
    ("won", pa.bool_(), "the declarer won; False too when passed in"),
    ("overbid", pa.bool_(), "the game value does not cover the bid"),
    ("game_value", pa.int64(), "game value (rounded up to the bid when overbid)"),
    ("score", pa.int64(), "declarer's list points: +value won, -2 x value lost (where the rules say so, -value)"),
    *((f"seeger_fabian_{seat}", pa.int64(), f"tournament points of {seat}, table of three") for seat in SEAT_NAMES),
    ("ending", _NAMES, "how it ended: " + ", ".join(ENDINGS)),
)
_BOARD_FIELDS: Final = (
    ("board", pa.int64(), "board: all games of a board have the same cards, so they are no independent results"),
    (
        "seating",
        _NAMES,
        "which bot plays: letters of the bots A B C ..., first the one at forehand in board 0, 3, 6 ...",
    ),
)
POSSIBLE: Final[Mapping[str, tuple[Any, ...]]] = {
    "declarer": (-1, 0, 1, 2),
    "game_type": tuple(GAME_LETTERS),
    "ending": ENDINGS,
}
"""What a column can hold beside null, where that is a short list."""
_DEAL_FIELDS: Final = (
    *((f"hand_{seat}", pa.uint32(), f"cards dealt to {seat}, mask") for seat in SEAT_NAMES),
    ("skat", pa.uint32(), "the two cards of the skat as dealt, mask: skatsim.CardSet(mask) reads it"),
    ("discard", pa.uint32(), "the two cards put away, mask; 0 in a hand game"),
)
_PLAY_FIELDS: Final = (
    ("plays", pa.list_(pa.uint8(), PLAYS_PER_GAME), "cards in the order played: bit numbers of the masks, 255 beyond"),
)
_RECORD_FIELDS: Final = (
    ("record_file", _PLAYERS, "file of the record"),
    ("record_line", pa.int64(), "its line, from 1"),
    ("record_id", pa.string(), "the server's number of the game, null where it has none"),
    ("record_auction", pa.string(), "every word: seat and bid, y(es) or p(ass); null where only the last bid is known"),
    ("ended_by", pa.int64(), "seat that gave up, ran out of time or left and so ended the game, else -1"),
    ("differs", pa.string(), "what the record says otherwise than the rules, null when equal"),
)


def arrow_schema(
    *,
    boards: bool = False,
    deals: bool = False,
    plays: bool = False,
    records: bool = False,
    metadata: dict[str, str] | None = None,
) -> pa.Schema:
    """The Arrow schema of a run's rows; each field's metadata says what it means."""
    kept = ((boards, _BOARD_FIELDS), (deals, _DEAL_FIELDS), (plays, _PLAY_FIELDS), (records, _RECORD_FIELDS))
    fields = [*_OUTCOME_FIELDS, *(field for wanted, fields in kept if wanted for field in fields)]
    return _schema(fields, metadata)


def _schema(fields: Sequence[tuple[str, pa.DataType, str]], metadata: dict[str, str] | None) -> pa.Schema:
    """Fields (name, type, meaning) under the schema's version and `metadata`."""
    merged: dict[bytes | str, bytes | str] = {"skatsim.schema": str(SCHEMA_VERSION)}
    merged.update(metadata or {})
    return pa.schema(
        [pa.field(name, kind, metadata={"about": about}) for name, kind, about in fields],
        metadata=merged,
    )


OPEN_CONTRACTS: Final = tuple(f"{game.name.lower()}_{seat}" for game in GameType for seat in SEAT_NAMES)
"""Columns of an open table: what a seat makes with open cards, contract after contract."""


def open_schema(metadata: dict[str, str] | None = None) -> pa.Schema:
    """The Arrow schema of deals solved with open cards: seed, game and one truth a contract and seat."""
    made = "whole deal with open cards, forehand leading"
    fields = [
        ("seed", pa.int64(), "seed of the run"),
        ("game", pa.int64(), "game number: with the seed it names the deal"),
        *((name, pa.bool_(), f"{' made by '.join(name.rsplit('_', 1))}: {made}") for name in OPEN_CONTRACTS),
    ]
    return _schema(fields, metadata)


def open_table(seed: int, games: Ints, made: Bools, metadata: dict[str, str] | None = None) -> pa.Table:
    """Rows as an Arrow table.

    Parameters
    ----------
    seed
        Of the run.
    games
        Game numbers, int64[n].
    made
        bool[n, 6, 3]: by game type and seat.
    metadata
        Further schema metadata.
    """
    truths = made.reshape(len(made), len(OPEN_CONTRACTS)).T
    columns = [np.full(len(made), seed), games, *map(np.ascontiguousarray, truths)]
    return pa.table([pa.array(column) for column in columns], schema=open_schema(metadata))


def outcome_table(
    outcomes: OutcomeColumns,
    *,
    seed: int | None,
    games: Ints,
    bots: Sequence[Sequence[str] | pa.DictionaryArray],
    seatings: pa.DictionaryArray | None = None,
    deals: DealColumns | None = None,
    plays: Bytes | None = None,
    records: RecordColumns | None = None,
    metadata: dict[str, str] | None = None,
) -> pa.Table:
    """Rows as an Arrow table.

    Parameters
    ----------
    outcomes
        Arrays of n games.
    seed
        Seed of the run, None for real games.
    games
        Game numbers, int64[n].
    bots
        By seat, the names of who sat there: string array-likes of length n or pyarrow dictionary arrays.
    seatings
        Of games of boards: how the bots sit; the game's number is then that of the board.
    deals, plays
        Cards and card play where they are kept.
    records
        Of real games, what their records tell beside.
    metadata
        Further schema metadata.
    """
    rows = len(outcomes.declarer)
    contract = outcomes.contract
    passed_in = outcomes.declarer < 0
    flags = {"hand": HAND_BIT, "schneider_announced": SCHNEIDER_BIT, "schwarz_announced": SCHWARZ_BIT}
    columns: dict[str, Any] = {
        "seed": pa.array(np.full(rows, seed or 0, dtype=np.int64), mask=np.full(rows, seed is None)),
        "game": pa.array(games, pa.int64()),
        **{f"bot_{seat}": _dictionary(names) for seat, names in zip(SEAT_NAMES, bots, strict=True)},
        "game_type": _words(contract & TYPE_BITS, GAME_LETTERS, passed_in),
        **{name: (contract & bit) != 0 for name, bit in {**flags, "ouvert": OUVERT_BIT}.items()},
        **{name: array for name, array in outcomes._asdict().items() if name not in ("contract", "ending")},
        "ending": _words(outcomes.ending, ENDINGS, passed_in),
    }
    if seatings is not None:
        columns |= {"board": games, "seating": seatings}
    if deals is not None:
        columns |= deals._asdict()
    if plays is not None:
        columns["plays"] = pa.FixedSizeListArray.from_arrays(pa.array(plays.reshape(-1)), PLAYS_PER_GAME)
    if records is not None:
        columns |= records._asdict() | {"record_file": _dictionary(records.record_file)}
    schema = arrow_schema(
        boards=seatings is not None,
        deals=deals is not None,
        plays=plays is not None,
        records=records is not None,
        metadata=metadata,
    )
    return pa.table([_array(columns[field.name], field.type) for field in schema], schema=schema)


def _array(column: Any, kind: pa.DataType) -> pa.Array:
    return column if isinstance(column, pa.Array) else pa.array(column, kind)


def _words(codes: Ints, words: Sequence[str], unknown: Bools) -> pa.DictionaryArray:
    """What the codes stand for, null where it is unknown."""
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8), mask=unknown), pa.array(list(words)))


def _dictionary(names: Sequence[str] | pa.DictionaryArray) -> pa.DictionaryArray:
    if isinstance(names, pa.DictionaryArray):
        return names.cast(_PLAYERS)
    return pa.array(list(names), pa.string()).dictionary_encode().cast(_PLAYERS)
