"""The tables of a regret, for terminal and page alike."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from skatsim.reports.cells import Cell, Table, mean_cell, number, rate_cell, rows_of, word
from skatsim.reports.regret.result import DECLARER, DEFENDER, Regret
from skatsim.reports.wording import GAME_NAMES
from skatsim.rules.words import contract_words

_ROLES: Final = (DECLARER, DEFENDER)
_MEASURES: Final = ("loss", "loses the game %")
_NOTE: Final = (
    "Loss: mean card points a card with a choice, in trump games; loses the game: share of these cards after which "
    "perfect play wins for the other side."
)
_UNKNOWN: Final = Cell("–", float("nan"))


def regret_tables(result: Regret) -> list[Table]:
    """All tables in the order of reading."""
    return [players_table(result), tricks_table(result), contracts_table(result), costliest_table(result)]


def players_table(result: Regret) -> Table:
    """Who loses how much, as declarer and as defender; one player stands for both roles alone."""
    rows = [
        (word(row["player"]), word(row["role"]), number(row["games"]), number(row["cards"]), *_measures(row))
        for _, row in rows_of(result.players)
    ]
    header = ("player", "role", "games", "cards", *_MEASURES)
    return Table("players", "By player", header, tuple(rows), f"{_NOTE}  Intervals over games, 95 %.")


def tricks_table(result: Regret) -> Table:
    """When it is lost."""
    return _side_by_side("tricks", "By trick", result.tricks, "trick", {n: str(n) for n in range(1, 11)})


def contracts_table(result: Regret) -> Table:
    """In which games it is lost."""
    return _side_by_side("contracts", "By game", result.contracts, "game_type", GAME_NAMES)


def costliest_table(result: Regret) -> Table:
    """The costliest decisions."""
    rows = [
        (
            number(each.game),
            word(contract_words(each.contract)),
            number(each.trick),
            word(each.role),
            word(each.player),
            word(each.played),
            word(" ".join(each.best)),
            _UNKNOWN if each.loss is None else number(each.loss),
            word("lost" if each.turned else "not lost"),
        )
        for each in result.costly
    ]
    header = ("game", "contract", "trick", "role", "player", "played", "best", "loss", "the game is")
    note = "Cards that lose the game first, of these the most card points first."
    return Table("costliest", "The costliest cards", header, tuple(rows), note)


def _side_by_side(name: str, title: str, frame: pd.DataFrame, column: str, words: Mapping[Any, str]) -> Table:
    """A row a value of `column`, the roles beside each other."""
    found = {(row["role"], row[column]): row for _, row in rows_of(frame)}
    rows = []
    for value, text in words.items():
        mine = [found.get((role, value)) for role in _ROLES]
        if any(mine):
            cells = [cell for row in mine for cell in (_measures(row) if row else (_UNKNOWN, _UNKNOWN))]
            rows.append((Cell(text, value), *cells))
    head = "trick" if column == "trick" else "game"
    heads = [f"{role} {measure}" for role in _ROLES for measure in _MEASURES]
    return Table(name, title, (head, *heads), tuple(rows), _NOTE)


def _measures(row: Mapping[str, Any]) -> tuple[Cell, Cell]:
    return mean_cell(row, "loss", sign=False), rate_cell(row, "turned")
