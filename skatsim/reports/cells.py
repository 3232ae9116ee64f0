"""Tables as they are printed, for terminal and page: cells with the number they sort by, and rows out of frames."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pandas as pd

from skatsim.reports.wording import count, mean, rate


class Cell(NamedTuple):
    """What is printed, and the number (or text) it sorts by."""

    text: str
    value: float | str


class Table(NamedTuple):
    """One table: `name` is its anchor, `numeric` tells by column whether it is set to the right."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str

    @property
    def numeric(self) -> tuple[bool, ...]:
        """By column: numbers, not words."""
        return tuple(
            any(not isinstance(row[column].value, str) for row in self.rows) for column in range(len(self.header))
        )


def rows_of(frame: pd.DataFrame) -> Iterable[tuple[Any, Mapping[str, Any]]]:
    """Index and row, values with their own types (`iterrows` would make counts floats)."""
    return zip(frame.index.tolist(), frame.to_dict("records"), strict=True)  # type: ignore[arg-type]


def rows_by_name(frame: pd.DataFrame) -> dict[str, Mapping[str, Any]]:
    """The rows by their index."""
    return {str(name): row for name, row in rows_of(frame)}


def word(text: str) -> Cell:
    """Words, sorted by themselves."""
    return Cell(text, text)


def number(value: float) -> Cell:
    """How many."""
    return Cell(count(value), int(value))


def rate_cell(row: Mapping[str, Any], value: str, low: str = "", high: str = "") -> Cell:
    """A share with its interval."""
    share = float(row[value])
    return Cell(rate(share, row[low or f"{value}_low"], row[high or f"{value}_high"]), share)


def mean_cell(
    row: Mapping[str, Any], value: str, *, n: int | None = None, ends: tuple[str, str] | None = None, sign: bool = True
) -> Cell:
    """A mean of `n` values with the half of its interval; n is by default the row's games."""
    middle = float(row[value])
    low, high = ends or (f"{value}_low", f"{value}_high")
    return Cell(mean(middle, row[low], row[high], row["games"] if n is None else n, sign), middle)
