"""Replayed records as rows of the run schema (`skatsim.table.schema`): real games beside simulated ones.

Rows carry the result *by the rules*; what a record says otherwise stands in ``differs``.  Seeds are null, games
numbered in the order written, ``bot_*`` are players' names.  Left out are penalties (there was no game) and records
against the rules of play, which cannot be played on; the caller sees each through `on_replay` and counts.

Of a record without auction (XSkat) only the last bid is known: the declarer is entered with it, the others with 0.
Schema metadata ``skatsim.bids`` says ``all`` or ``declarer`` accordingly.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import numpy as np

from skatsim.records.auction import auction_text
from skatsim.records.lines import visible
from skatsim.records.record import GameRecord
from skatsim.records.replay import Replay, replay
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.columns import ENDINGS, OUTCOME_TYPES, DealColumns, OutcomeColumns, RecordColumns, empty_plays
from skatsim.table.schema import arrow_schema, outcome_table

ROWS_PER_TABLE: Final = 50_000


def records_table(
    records: Iterable[GameRecord],
    *,
    rules: RuleSet = ISKO,
    deals: bool = True,
    plays: bool = True,
    rows: int = ROWS_PER_TABLE,
    on_replay: Callable[[Replay], None] | None = None,
) -> Iterator[Any]:
    """Replay records and yield them as Arrow tables of the run schema.

    Parameters
    ----------
    records
        From `skatsim.records.read_records`.
    rules
        The rules they were played by.
    deals, plays
        Whether to keep the cards dealt and put away, and the card play.
    rows
        At most so many rows a table; a table ends earlier when the names at a seat fill the column's dictionary.
    on_replay
        Called with each replayed record, written or left out (`ReplaySummary.add`, for one).

    Yields
    ------
    pyarrow.Table
        Tables that are not empty, all of one schema but for ``skatsim.bids``; one table at a time is in memory.

    Raises
    ------
    SkatsimError
        From `records`, for a damaged line: what was yielded before is whole, but the conversion is not.
    """
    batch = _Batch()
    game = 0
    for record in records:
        replayed = replay(record, rules)
        if on_replay is not None:
            on_replay(replayed)
        if replayed.kind not in ("game", "passed"):
            continue
        if batch.replays and (len(batch.replays) >= rows or not batch.takes(record)):
            yield batch.table(game, deals, plays)
            game += len(batch.replays)
            batch = _Batch()
        batch.add(replayed)
    if batch.replays:
        yield batch.table(game, deals, plays)


def _most_names() -> int:
    """How many different names a seat's dictionary column can hold."""
    index = arrow_schema().field(f"bot_{SEAT_NAMES[0]}").type.index_type
    return int(2 ** (index.bit_width - 1))


class _Batch:
    """The rows of one table: equal in what is known of the bids, names within the dictionary."""

    def __init__(self) -> None:
        self.replays: list[Replay] = []
        self._names: tuple[set[str], ...] = (set(), set(), set())
        self._most_names = _most_names()

    def takes(self, record: GameRecord) -> bool:
        """Whether the record can stand in this table."""
        same_bids = (self.replays[0].record.auction is None) == (record.auction is None)
        names = zip(self._names, record.players, strict=True)
        return same_bids and all(name in seen or len(seen) < self._most_names for seen, name in names)

    def add(self, replayed: Replay) -> None:
        self.replays.append(replayed)
        for seen, name in zip(self._names, replayed.record.players, strict=True):
            seen.add(name)

    def table(self, first_game: int, deals: bool, plays: bool) -> Any:
        games = np.arange(first_game, first_game + len(self.replays), dtype=np.int64)
        known = "declarer" if self.replays[0].record.auction is None else "all"
        return outcome_table(
            _outcomes(self.replays),
            seed=None,
            games=games,
            bots=list(zip(*(each.record.players for each in self.replays), strict=True)),
            deals=_deals(self.replays) if deals else None,
            plays=_plays(self.replays) if plays else None,
            records=RecordColumns(*zip(*map(_told, self.replays), strict=True)),
            metadata={"skatsim.bids": known},
        )


def _outcomes(replays: list[Replay]) -> OutcomeColumns:
    columns = zip(*(_outcome(each) for each in replays), strict=True)
    return OutcomeColumns(*(np.array(values, dtype=kind) for values, kind in zip(columns, OUTCOME_TYPES, strict=True)))


def _outcome(replayed: Replay) -> OutcomeColumns:
    """One row; a passed-in deal is 0 throughout but for its declarer, -1, and the bids (none)."""
    row = OutcomeColumns(*(0,) * len(OutcomeColumns._fields))._replace(declarer=-1)
    settlement, contract = replayed.settlement, replayed.record.contract
    if settlement is None or contract is None:
        return row
    tournament = [settlement.seeger_fabian(declarer=seat == replayed.declarer) for seat in range(3)]
    return row._replace(
        **{f"bid_{name}": bid for name, bid in zip(SEAT_NAMES, replayed.bids, strict=True)},
        **{f"seeger_fabian_{name}": points for name, points in zip(SEAT_NAMES, tournament, strict=True)},
        declarer=replayed.declarer,
        contract=contract.code,
        bid=replayed.bid,
        matadors=replayed.matadors,
        card_points=replayed.card_points,
        tricks=replayed.tricks,
        schneider=settlement.schneider,
        schwarz=settlement.schwarz,
        won=settlement.won,
        overbid=settlement.overbid,
        game_value=settlement.game_value,
        score=settlement.score,
        ending=ENDINGS.index(replayed.ending),
    )


def _told(replayed: Replay) -> RecordColumns:
    """What the record tells beside its result."""
    record = replayed.record
    return RecordColumns(
        record_file=visible(os.path.basename(record.source)),
        record_line=record.line,
        record_id=record.name or None,
        record_auction=None if record.auction is None else auction_text(record.auction),
        ended_by=replayed.ended_by,
        differs="; ".join(replayed.words) or None,
    )


def _deals(replays: list[Replay]) -> DealColumns:
    rows = ((*each.record.hands, each.record.skat, each.record.discard) for each in replays)
    return DealColumns(*(np.array(column, dtype=np.uint32) for column in zip(*rows, strict=True)))


def _plays(replays: list[Replay]) -> Any:
    plays = empty_plays(len(replays))
    for row, each in zip(plays, replays, strict=True):
        cards = [card for _, card in each.record.plays]
        row[: len(cards)] = cards
    return plays
