"""The tables of a comparison, for terminal and page alike."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from skatsim.reports.cells import Cell, Table, mean_cell, rate_cell, rows_of, word
from skatsim.reports.comparison.result import Comparison
from skatsim.reports.wording import GAME_NAMES, count, percent, signed
from skatsim.runs.again import RUN
from skatsim.runs.commands import command_line

_SIDE_BY_SIDE: Final = 3
"""With more bots the games declared are too wide for a table; the frame has them."""
_UNIT: Final = "tournament points a deal and seat"
WORDS: Final = {"better": "A is better", "worse": "B is better", "no difference found": "no difference found"}


def comparison_tables(result: Comparison) -> list[Table]:
    """All tables in the order of reading."""
    made = [roles_table(result), contracts_table(result), bots_table(result), games_table(result), swings_table(result)]
    if len(result.config.pairs) > 1:
        made = [pairs_table(result), *([ratings_table(result)] if result.config.opponents == "all" else []), *made]
    return made


def pairs_table(result: Comparison) -> Table:
    """Every pair: who is better, by how much."""
    frame = result.differences
    rows = [
        (
            word(row["a"]),
            word(row["b"]),
            _mean(result, row, "difference"),
            _mean(result, row, "score"),
            Cell(p_text(row["p"]), float(row["p"])),
            Cell(percent(row["alike"]), float(row["alike"])),
            word(verdict_text(row)),
        )
        for _, row in rows_of(frame)
    ]
    return Table(
        "pairs",
        "Who is better",
        ("A", "B", "tournament points", "list points", "p", "boards alike %", "verdict"),
        tuple(rows),
        f"A less B a deal and seat, n = {count(result.boards)} boards; ±: half of the interval over boards, at "
        f"{percent(result.confidence)} % each, so that all {len(frame)} hold together with 95 %; p is of each alone.",
    )


def ratings_table(result: Comparison) -> Table:
    """The bots, best first."""
    rows = [(word(row["bot"]), _mean(result, row, "rating")) for _, row in rows_of(result.ratings)]
    return Table(
        "ratings",
        "Against the field",
        ("bot", "rating"),
        tuple(rows),
        f"Rating: mean difference to the others, {_UNIT}, with its 95 % interval over {count(result.boards)} boards.",
    )


def roles_table(result: Comparison) -> Table:
    """Where the difference comes from."""
    return _split_table(result, result.roles, "role", "By role", f"They add up to {whole(result)}.")


def contracts_table(result: Comparison) -> Table:
    """In which games the difference is made."""
    frame = result.contracts.assign(game_type=result.contracts["game_type"].map(GAME_NAMES))
    return _split_table(
        result, frame, "game_type", "By game", f"Declaring and defending; they add up to {whole(result)}."
    )


def whole(result: Comparison) -> str:
    """What roles and games add up to."""
    return "the difference" if result.test is None else "the plain mean of the boards"


def _split_table(result: Comparison, frame: pd.DataFrame, column: str, title: str, note: str) -> Table:
    pairs = list(dict.fromkeys(zip(frame["a"], frame["b"], strict=True)))
    cells = {(row["a"], row["b"], row[column]): _mean(result, row, "difference") for _, row in rows_of(frame)}
    rows = [(word(name), *(cells[a, b, name] for a, b in pairs)) for name in dict.fromkeys(frame[column])]
    heads = [f"{a[0]} less {b[0]}" for a, b in pairs]
    return Table(
        column.replace("_type", "s") if column == "game_type" else "roles",
        title,
        (column.replace("_type", ""), *heads),
        tuple(rows),
        f"{_UNIT[0].upper()}{_UNIT[1:]}, ±: half of the interval over boards.  {note}",
    )


def bots_table(result: Comparison) -> Table:
    """How each bot bids and what it wins."""
    rows = [
        (
            word(row["bot"]),
            *(rate_cell(row, name) for name in ("declared", "won", "overbid")),
            *(_mean(result, row, name) for name in ("value", "points", "defence")),
        )
        for _, row in rows_of(result.bots)
    ]
    return Table(
        "bots",
        "The bots",
        ("bot", "declares %", "won %", "overbid %", "list points", "tournament points", "defending"),
        tuple(rows),
        "Declares: of its seats; won, overbid, list and tournament points: of the games it declares; defending: "
        "tournament points of a game it defends.  Intervals over boards (ratio estimates).",
    )


def games_table(result: Comparison) -> Table:
    """Which games each bot plays and wins."""
    frame = result.games
    rows = []
    if len(result.names) > _SIDE_BY_SIDE:
        return Table("played", "Games declared", (), (), "")
    for letter, words in GAME_NAMES.items():
        mine = frame[frame["game_type"] == letter]
        if len(mine):
            cells = [(rate_cell(row, "share"), rate_cell(row, "won")) for _, row in rows_of(mine)]
            rows.append((word(words), *(cell for pair in cells for cell in pair)))
    heads = [f"{name[0]} {what} %" for name in result.names for what in ("plays", "wins")]
    return Table(
        "played",
        "Games declared",
        ("game", *heads),
        tuple(rows),
        "Share of the games a bot declares, and how many of them it wins.  Intervals over boards (ratio estimates).",
    )


def swings_table(result: Comparison) -> Table:
    """The boards that differ most."""
    rows = [
        (Cell(count(row["board"]), int(row["board"])), word(f"{row['a'][0]} less {row['b'][0]}"),
         Cell(signed(row["difference"], 0), float(row["difference"])))
        for _, row in rows_of(result.swings)
    ]  # fmt: skip
    return Table(
        "swings",
        "The largest swings",
        ("board", "pair", "tournament points"),
        tuple(rows[:10]),
        f"Mean of the six games of a board.{_show(result)}",
    )


def _show(result: Comparison) -> str:
    """How to see the first of the swings in its first seating."""
    if result.swings.empty:
        return ""
    config, row = result.config, result.swings.iloc[0]
    if not config.replayed:
        return f"  See one: {command_line('show', [str(row['board'])], {'run': RUN})}" if result.run.path else ""
    pair = config.pairs[[(result.names[a], result.names[b]) for a, b in config.pairs].index((row["a"], row["b"]))]
    line = config.board_shown_by(int(row["board"]), pair)
    return f"  See one: {line}" if line else ""


def verdict_text(row: Mapping[str, Any]) -> str:
    """Who is better, with the letters of the pair."""
    words = WORDS[row["verdict"]]
    letter = {"A is better": row["a"][0], "B is better": row["b"][0]}.get(words)
    return f"{letter} is better" if letter else words


def p_text(p: float) -> str:
    """A p value with two digits that count.

    >>> p_text(0.0341), p_text(0.00000012)
    ('0.034', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"


def _mean(result: Comparison, row: Mapping[str, Any], name: str) -> Cell:
    ends = ("low", "high") if name == "difference" else None
    return mean_cell(row, name, n=result.boards, ends=ends)
