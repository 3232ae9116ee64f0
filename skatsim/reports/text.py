"""The report for the terminal: the headline in plain words, then the tables in columns.  No table is wider than 110."""

import textwrap
from typing import TYPE_CHECKING, Final

from skatsim.reports.cells import Table
from skatsim.reports.headline import headline
from skatsim.reports.reference import SOURCES
from skatsim.reports.tables import LEGEND, tables

if TYPE_CHECKING:
    from skatsim.reports.games import GamesReport

WIDTH: Final = 100
_PAGE_ONLY: Final = ("cross", "scores")


def report_text(report: "GamesReport") -> str:
    """The whole report as text that ends with a line break."""
    shown = [table for table in tables(report.tally) if table.name not in _PAGE_ONLY and table.rows]
    sources = "Compared with\n" + "\n".join(fill(f"{name}: {source}") for name, source in SOURCES.items())
    facts = "\n".join(fill(f"{name}: {value}") for name, value in report.facts.items())
    words = "\n".join(fill(line) for line in headline(report.tally))
    parts = [report.title, words, fill(LEGEND), *(table_text(table) for table in shown), sources, facts]
    return "\n\n".join(part for part in parts if part) + "\n"


def table_text(table: Table) -> str:
    """One table: title, header, rows and note; numbers stand to the right."""
    lines = [table.header, *(tuple(cell.text for cell in row) for row in table.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.header))]
    numeric = table.numeric
    body = ["  ".join(_set(*cell) for cell in zip(line, widths, numeric, strict=True)).rstrip() for line in lines]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join([table.title, body[0], rule, *body[1:], fill(table.note)])


def fill(text: str) -> str:
    """A paragraph wrapped to WIDTH, per cent signs kept with their numbers."""
    return textwrap.fill(text.replace("  ", " ").replace(" %", "\u00a0%"), WIDTH).replace("\u00a0", " ")


def _set(text: str, width: int, numeric: bool) -> str:
    return text.rjust(width) if numeric else text.ljust(width)
