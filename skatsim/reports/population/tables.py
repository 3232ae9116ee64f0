"""The tables of a run's bid safety, for terminal and page alike; small cells stand in the frames only."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pandas as pd

from skatsim.reports.cells import Cell, Table, mean_cell, number, rate_cell, rows_of, word
from skatsim.reports.frames import GAME_ORDER
from skatsim.reports.population.counts import rates
from skatsim.reports.population.moves import SHIFTS
from skatsim.reports.population.result import Population
from skatsim.reports.wording import GAME_NAMES, MINUS, NOTHING, bid_text, count, counted, matadors_text, signed
from skatsim.rules.seats import SEAT_NAMES

LEAST: Final = 30
"""Cells with fewer games, or fewer deals played again, are left out of the tables."""
_FIGURES: Final = ("games", "won %", "overbid %", "lost", "list points", "tournament")
_MEANT: Final = (
    "Won, overbid: Wilson's 95 % interval; lost: list points of a lost game; list points, tournament: the declarer's "
    f"points a game; ±: half of the 95 % interval, {MINUS}/+ its two sides where they differ."
)
_NOTHING: Final = Cell(NOTHING, float("nan"))
_FAR: Final = 8
"""Distances beyond are taken together."""


def population_tables(result: Population) -> list[Table]:
    """All tables in the order of reading."""
    made = [
        bids_table(result),
        cards_table(result),
        matadors_table(result),
        seats_table(result),
        reserves_table(result),
        distances_table(result),
        moves_table(result),
        moves_by_reserve_table(result),
    ]
    return [table for table in made if table.rows]


def bids_table(result: Population) -> Table:
    """By bid."""
    frame = result.by("bid")
    return Table("bids", "By bid", ("bid", *_FIGURES), _rows(frame, "bid", bid_text), _note(frame, _MEANT))


def matadors_table(result: Population) -> Table:
    """By matadors, most first."""
    frame = result.frames()["matadors"].sort_values("matadors", ascending=False)
    note = _note(frame, "Of the declarer's twelve cards; null apart.")
    return Table("matadors", "By matadors", ("matadors", *_FIGURES), _rows(frame, "matadors", matadors_text), note)


def cards_table(result: Population) -> Table:
    """Won by jacks and trumps: one row a number of trumps."""
    frame = result.frames()["jacks_and_trumps"]
    cells = {(row["trumps"], row["jacks"]): _won(row) for _, row in rows_of(frame)}
    shown = [
        trumps for trumps in range(11) if any(cells.get((trumps, jacks), _NOTHING) != _NOTHING for jacks in range(5))
    ]
    rows = [(number(trumps), *(cells.get((trumps, jacks), _NOTHING) for jacks in range(5))) for trumps in shown]
    note = "Suit games: won % by the jacks and the trumps (jacks among them) of the declarer's ten dealt cards."
    heads = ("no jack", "1 jack", "2 jacks", "3 jacks", "4 jacks")
    return Table("cards", "By jacks and trumps", ("trumps", *heads), tuple(rows), _note(frame, note))


def seats_table(result: Population) -> Table:
    """Won by game and seat."""
    frame, alone = result.by("game_type", "seat"), result.by("game_type")
    cells = {(row["game_type"], row["seat"]): _won(row) for _, row in rows_of(frame)}
    whole = {row["game_type"]: row for _, row in rows_of(alone)}
    rows = [
        (
            word(GAME_NAMES[kind.letter]),
            number(whole[kind.letter]["games"]),
            _won(whole[kind.letter]),
            *(cells.get((kind.letter, seat), _NOTHING) for seat in SEAT_NAMES),
        )
        for kind in GAME_ORDER
        if kind.letter in whole
    ]
    heads = ("game", "games", "won %", *(f"{seat} %" for seat in SEAT_NAMES))
    return Table("seats", "By game and seat", heads, tuple(rows), _note(frame, "Won % by the declarer's seat."))


def reserves_table(result: Population) -> Table:
    """By reserve: the games played at it, and those played at or below it."""
    if result.reserves is None:
        return _no_table()
    kept = result.reserves[result.reserves["distance"] >= 0]
    frame, at_it = rates(kept, "bot", "reserve"), rates(kept[kept["distance"] == 0], "bot", "reserve")
    limits = {(row["bot"], row["reserve"]): row for _, row in rows_of(at_it)}
    rows = [
        (
            word(row["bot"]),
            Cell(bid_text(row["reserve"]), int(row["reserve"])),
            number(row["games"]),
            rate_cell(row, "won"),
            mean_cell(row, "tournament"),
            *_at_limit(limits.get((row["bot"], row["reserve"]))),
        )
        for _, row in rows_of(frame)
        if row["games"] >= LEAST
    ]
    heads = ("bot", "reserve", "games", "won %", "tournament", "at the reserve: games", "won %", "tournament")
    note = (
        "Games declared at or below what the bot would bid up to on its ten cards, and those at exactly that bid; "
        "tournament: the declarer's points a game.  A reserve promises that playing there still pays."
    )
    return Table("reserves", "What the reserve promised", heads, tuple(rows), _note(frame, note))


def _at_limit(row: Mapping[str, Any] | None) -> tuple[Cell, ...]:
    if row is None or row["games"] < LEAST:
        return (number(0 if row is None else row["games"]), _NOTHING, _NOTHING)
    return (number(row["games"]), rate_cell(row, "won"), mean_cell(row, "tournament"))


def distances_table(result: Population) -> Table:
    """By distance: how far below its reserve the bot came to play."""
    if result.reserves is None:
        return _no_table()
    near = result.reserves.assign(distance=result.reserves["distance"].clip(-1, _FAR))
    frame = rates(near, "bot", "distance")
    names = {-1: "beyond", 0: "at it", _FAR: f"{_FAR} or more below"}
    rows = [
        (
            word(row["bot"]),
            Cell(names.get(row["distance"], f"{row['distance']} below"), int(row["distance"])),
            *_cells(row),
        )
        for _, row in rows_of(frame)
        if row["games"] >= LEAST
    ]
    note = (
        "Distance: reserve less bid, in steps of the ladder.  Beyond: once others have spoken a bot may go further "
        "than it would have before anything was said."
    )
    return Table("distances", "How far below its reserve", ("bot", "bid", *_FIGURES), tuple(rows), _note(frame, note))


def moves_table(result: Population) -> Table:
    """One seat's limit moved."""
    if result.moves is None:
        return _no_table()
    frame = result.moves.frame
    rows = [
        (
            word(row["bot"]),
            word(row["seats"]),
            Cell(signed(row["steps"], 0), int(row["steps"])),
            number(row["moved"]),
            rate_cell(row, "changed"),
            rate_cell(row, "declared"),
            _change(row, "tournament"),
            _change(row, "score"),
        )
        for _, row in rows_of(frame)
        if row["deals"] >= LEAST and row["steps"]
    ]
    heads = ("bot", "seats", "steps", "moved", "differs %", "plays %", "tournament", "list points")
    note = (
        f"{counted(result.moves.deals, 'deal')} played again with the limit of one seat moved by steps of the ladder, "
        "all else equal: in how many the game differs, in how many the seat plays, and how its points change a deal "
        "(paired; intervals over deals).  Would pass, would bid: by what the bot would do on its ten cards."
    )
    return Table("moves", "One step further or shorter", heads, tuple(rows), note)


def moves_by_reserve_table(result: Population) -> Table:
    """How the tournament points change, by reserve and steps."""
    if result.moves is None:
        return _no_table()
    frame = result.moves.by_reserve
    steps = [shift for shift in SHIFTS if shift]
    rows = []
    for _, group in frame.groupby(["bot", "reserve"], sort=False):
        bot, reserve = str(group["bot"].iloc[0]), int(group["reserve"].iloc[0])
        if group["deals"].iloc[0] >= LEAST:
            cells = {row["steps"]: _change(row, "tournament") for _, row in rows_of(group)}
            rows.append((word(bot), Cell(bid_text(reserve) if reserve else "pass", int(reserve)),
                         number(group["moved"].iloc[0]), *(cells[shift] for shift in steps)))  # fmt: skip
    heads = ("bot", "reserve", "moved", *(signed(shift, 0) for shift in steps))
    note = "Change of the seat's tournament points a deal, by what its bot would bid up to and by the steps moved."
    few = frame[(frame["deals"] < LEAST) & (frame["steps"] == 0)]
    left = f"  Left out: {counted(len(few), 'reserve')} with fewer than {LEAST} deals." if len(few) else ""
    return Table("reserve-moves", "One step further or shorter, by reserve", heads, tuple(rows), note + left)


def _no_table() -> Table:
    return Table("", "", (), (), "")


def _rows(frame: pd.DataFrame, key: str, text: Callable[[int], str]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (Cell(text(row[key]), int(row[key])), *_cells(row)) for _, row in rows_of(frame) if row["games"] >= LEAST
    )


def _cells(row: Mapping[str, Any]) -> Iterator[Cell]:
    """`_FIGURES` of a row of `rates`."""
    yield number(row["games"])
    yield rate_cell(row, "won")
    yield rate_cell(row, "overbid")
    lost = round(row["games"] * (1 - row["won"]))
    yield mean_cell(row, "loss", n=lost, sign=False)
    yield mean_cell(row, "score")
    yield mean_cell(row, "tournament")


def _won(row: Mapping[str, Any]) -> Cell:
    return rate_cell(row, "won") if row["games"] >= LEAST else _NOTHING


def _change(row: Mapping[str, Any], name: str) -> Cell:
    return mean_cell(row, name, n=row["deals"])


def _note(frame: pd.DataFrame, note: str) -> str:
    """The note, and what is left out."""
    few = frame[frame["games"] < LEAST]
    if not len(few):
        return note
    left = f"{counted(len(few), 'cell')} with fewer than {LEAST} games ({count(few['games'].sum())} in all)"
    return f"{note}  Left out: {left}."
