"""The tables of a report, once for terminal and page: every rate with its interval, every table with its unit and n.

A cell carries its text and the number behind it, by which the page sorts.  Shares are printed in per cent with Wilson's
95 % interval in brackets, means with the half-width of theirs or, where it is uneven, with both sides.
"""

from collections.abc import Callable, Iterable
from math import isnan
from typing import Any, Final

import pandas as pd

from skatsim.reports import frames
from skatsim.reports.cells import Cell, Table, mean_cell, number, rate_cell, rows_by_name, rows_of, word
from skatsim.reports.players import mixed, player_tables
from skatsim.reports.reference import (
    CLUB_POINTS_SD,
    SERVER_SEAT,
    SOURCES,
    TOURNAMENT_OVERALL,
    TOURNAMENT_SHARE,
)
from skatsim.reports.tally import Tally
from skatsim.reports.wording import (
    DASH,
    GAME_NAMES,
    MINUS,
    NOTHING,
    band_text,
    bid_text,
    contract_text,
    counted,
    matador_band_text,
    matadors_text,
    percent,
    score_band_text,
)

_FIGURES: Final = {
    "passed_in": "passed in",
    "won": "won",
    "overbid": "overbid",
    "hand": "hand games",
    "schneider": "Schneider (either side)",
    "schwarz": "Schwarz (either side)",
}


def tables(tally: Tally) -> list[Table]:
    """All tables of the report in the order of reading: players first where several kinds of them play."""
    makers: tuple[Callable[[Tally], Table], ...] = (
        overall_table,
        game_table,
        level_table,
        contract_table,
        bid_table,
        seat_table,
        matador_table,
        cross_table,
        score_table,
        ending_table,
    )
    counted_tables = [make(tally) for make in makers]
    who = player_tables(tally)
    if mixed(tally):
        return [*who, *counted_tables]
    return [*counted_tables[:-1], *who, counted_tables[-1]]


def overall_table(tally: Tally) -> Table:
    """The run in a few figures beside real tournaments'."""
    figures = rows_by_name(frames.overall(tally))
    rows = []
    for figure, words in _FIGURES.items():
        if figure == "passed_in" and tally.chosen:
            continue
        row = figures[figure]
        real = TOURNAMENT_OVERALL.get(figure)
        known = Cell(NOTHING, "") if real is None else Cell(percent(real), real)
        rows.append((word(words), rate_cell(row, "value", "low", "high"), known, number(row["n"])))
    return Table(
        "overall",
        "All games",
        ("", "% (95 %)", "tournaments %", "of"),
        tuple(rows),
        f"{counted(tally.deals, 'deal')}, {counted(tally.declared, 'declared game')}{_of_what(tally)}.  "
        "Mean list score of a declared game: "
        f"{mean_cell(figures['score'], 'value', n=tally.declared, ends=('low', 'high')).text} list points.  "
        f"Tournaments: {SOURCES['tournaments']}.",
    )


def _of_what(tally: Tally) -> str:
    return "" if tally.chosen else "; passed in: of the deals, all else: of the declared games"


def game_table(tally: Tally) -> Table:
    """How often each game is played, won, and what it brings."""
    frame = frames.by_game_type(tally)
    rows = [
        (
            word(GAME_NAMES[letter]),
            number(row["games"]),
            rate_cell(row, "won"),
            rate_cell(row, "share"),
            Cell(percent(TOURNAMENT_SHARE[letter]), TOURNAMENT_SHARE[letter]),
            mean_cell(row, "score"),
            mean_cell(row, "card_points", sign=False),
        )
        for letter, row in rows_of(frame)
    ]
    return Table(
        "games",
        "By game",
        ("game", "games", "won %", "share %", "tournaments %", "list score", "card points"),
        tuple(rows),
        f"n = {counted(tally.declared, 'declared game')}.",
    )


def level_table(tally: Tally) -> Table:
    """Hand games, Schneider, Schwarz and overbids by game."""
    rows = [
        (word(GAME_NAMES[letter]), *(rate_cell(row, name) for name in ("hand", "schneider", "schwarz", "overbid")))
        for letter, row in rows_of(frames.by_game_type(tally))
    ]
    return Table(
        "levels",
        "Hand, Schneider, Schwarz, overbid",
        ("game", "hand %", "Schneider %", "Schwarz %", "overbid %"),
        tuple(rows),
        "Per cent of the games in the table before, reached by either side.",
    )


def contract_table(tally: Tally) -> Table:
    """Won and scored by contract."""
    return _outcome_table(
        "contracts",
        "By contract",
        "contract",
        frames.by_contract(tally),
        contract_text,
        f"n = {counted(tally.declared, 'declared game')}; Schneider and Schwarz: announced.",
    )


def bid_table(tally: Tally) -> Table:
    """What came of games by the bid at which they were played."""
    frame = frames.by_bid(tally, fold=True)
    last = frame.index[-1] if len(frame) and frames.by_bid(tally).index[-1] > frame.index[-1] else None
    table = _outcome_table(
        "bids",
        "By the bid at which the game was played",
        "bid",
        frame,
        lambda bid: f"{bid}+" if bid == last else bid_text(bid),
        f"n = {counted(tally.declared, 'declared game')}.  {SELECTION}  {PAYS_IN}  {_DECLARING}",
    )
    table = _with_column(table, 4, _PAYS_HEAD, [word(pays) for pays in frame["pays"]])
    return _with_column(table, 5, _POINTS_HEAD, [mean_cell(row, "declaring") for _, row in rows_of(frame)])


def game_bid_table(tally: Tally) -> Table:
    """Each game by bid: the numbers behind the page's win rates."""
    rows = tuple(
        (
            word(GAME_NAMES[row["game_type"]]),
            Cell(bid_text(row["bid"]), row["bid"]),
            number(row["games"]),
            rate_cell(row, "won"),
            mean_cell(row, "score"),
            word(row["pays"]),
            mean_cell(row, "declaring"),
        )
        for _, row in rows_of(frames.by_game_type_and_bid(tally))
    )
    header = ("game", "bid", "games", "won %", "list score", _PAYS_HEAD, _POINTS_HEAD)
    return Table(
        "game_bids",
        "By game and bid",
        header,
        rows,
        f"n = {counted(tally.declared, 'declared game')}.  {PAYS_IN}  {_DECLARING}",
    )


def seat_table(tally: Tally) -> Table:
    """Who declares, and what a seat brings."""
    frame = frames.by_seat(tally)
    rows = [
        (
            word(str(seat)),
            number(row["games"]),
            rate_cell(row, "won"),
            rate_cell(row, "share"),
            Cell(percent(SERVER_SEAT[str(seat)]), SERVER_SEAT[str(seat)]),
            mean_cell(row, "score"),
            mean_cell(row, "points", n=tally.deals),
            Cell(f"{row['points_sd']:.1f}" if not isnan(row["points_sd"]) else NOTHING, row["points_sd"]),
        )
        for seat, row in rows_of(frame)
    ]
    return Table(
        "seats",
        "By the declarer's seat",
        ("seat", "games", "won %", "share %", "ISS %", "list score", "points a deal", "SD"),
        tuple(rows),
        f"n = {counted(tally.declared, 'declared game')}; points a deal and SD: mean and standard deviation of the "
        f"seat's tournament points (Seeger{DASH}Fabian) over {counted(tally.deals, 'deal')}, in clubs about "
        f"{CLUB_POINTS_SD:.0f}.  ISS: {SOURCES['ISS']}.",
    )


def matador_table(tally: Tally) -> Table:
    """Won and scored by matadors."""
    frame = frames.by_matadors(tally)
    return _outcome_table(
        "matadors",
        "By matadors",
        "matadors",
        frame,
        matadors_text,
        f"n = {counted(frame['games'].sum(), 'game')} in a suit or grand; + with, {MINUS} without, from the declarer's "
        f"twelve cards.",
    )


def cross_table(tally: Tally) -> Table:
    """Win rate by bid and matadors."""
    frame = frames.by_bid_and_matadors(tally)
    frame = frame[frame["games"] > 0]
    rows = [
        (
            Cell(band_text(row["bid_from"], row["bid_to"]), row["bid_from"]),
            Cell(matador_band_text(row["matadors_from"], row["matadors_to"]), row["matadors_from"]),
            number(row["games"]),
            rate_cell(row, "won"),
        )
        for _, row in rows_of(frame)
    ]
    return Table(
        "cross",
        "By bid and matadors",
        ("bid", "matadors", "games", "won %"),
        tuple(rows),
        f"n = {counted(frame['games'].sum(), 'game')} in a suit or grand.",
    )


def score_table(tally: Tally) -> Table:
    """How list scores are distributed."""
    frame = frames.score_bands(tally)
    frame = frame[frame["games"] > 0]
    rows = [
        (Cell(score_band_text(row["from"], row["to"]), row["from"]), number(row["games"]), rate_cell(row, "share"))
        for _, row in rows_of(frame)
    ]
    return Table(
        "scores",
        "Distribution of list scores",
        ("list score", "games", "share %"),
        tuple(rows),
        f"n = {counted(tally.declared, 'declared game')}, declarer's list points: +value won, {MINUS}2 × value lost.",
    )


def ending_table(tally: Tally) -> Table:
    """How games ended."""
    words = {
        "tricks": "all ten tricks",
        "decided": "early, once decided",
        "conceded": "given up",
        "time": "a player's time was up",
        "left": "a player left",
    }
    frame = frames.endings(tally)
    rows = [(word(words[str(name)]), number(row["games"]), rate_cell(row, "share")) for name, row in rows_of(frame)]
    note = f"n = {counted(tally.declared, 'declared game')}."
    return Table("endings", "How games ended", ("ending", "games", "share %"), tuple(rows), note)


LEGEND: Final = (
    "In brackets: the 95 % interval of a share (Wilson).  ±: half of that of a mean, "
    f"{MINUS}/+ its two sides where they differ, from {frames.FEW} games on."
)
"""How intervals are written, told once in a report."""
PAYS_IN: Final = (
    "Pays is reckoned in list points, against 0 for a deal passed in: yes where the whole interval of the list score "
    f"lies above 0, no where below; open: undecided, or fewer than {frames.FEW} games."
)
_DECLARING: Final = (
    f"Tourn. points: the declarer's tournament points (Seeger{DASH}Fabian) against passing in, the list score "
    f"and +{frames.WON_OR_LOST} for a win, {MINUS}{frames.WON_OR_LOST} for a loss; above 0 declaring pays in that "
    "currency (the 40 each defender gets for a loss not counted)."
)
_PAYS_HEAD: Final = "pays"
_POINTS_HEAD: Final = "tourn. points"
SELECTION: Final = (
    "Games stand at the bid at which they were played, not at a bid someone chose: who plays at 24, say, was driven "
    "there by an opponent, mostly at the limit of his hand, while for 27 he must hold more.  So the hands differ from "
    "bid to bid, and no row says how safe that bid is for a given hand."
)


def _outcome_table(
    name: str, title: str, key: str, frame: pd.DataFrame, words: Callable[[Any], str], note: str
) -> Table:
    rows = tuple(
        (
            Cell(words(value), value),
            number(row["games"]),
            rate_cell(row, "won"),
            mean_cell(row, "score"),
            rate_cell(row, "share"),
        )
        for value, row in rows_of(frame)
    )
    return Table(name, title, (key, "games", "won %", "list score", "share %"), rows, note)


def _with_column(table: Table, at: int, header: str, cells: Iterable[Cell]) -> Table:
    rows = tuple((*row[:at], cell, *row[at:]) for row, cell in zip(table.rows, cells, strict=True))
    return table._replace(header=(*table.header[:at], header, *table.header[at:]), rows=rows)
