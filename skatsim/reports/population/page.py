"""The bid safety of a run as one HTML page: the same sentences and tables as on the terminal, drawn."""

from html import escape
from typing import Final

from skatsim.reports.population.plots import bids_plot, moves_plot
from skatsim.reports.population.result import Population
from skatsim.reports.population.tables import population_tables
from skatsim.reports.sheet import Section, answer_html, definitions_html, made_by_html, sheet, table_html

_MOVES: Final = (
    "Change in the seat's tournament points a deal when its limit is moved, for seats that would bid; with several "
    "bots each stands a little further to the right, in the order of the table."
)


def population_page(result: Population) -> str:
    """The page as HTML text."""
    answer, *words = (escape(line) for line in result.headline())
    first, _, rest = answer.partition(".  ")
    tables = {table.name: table_html(table) for table in population_tables(result)}
    moves = _figure(moves_plot(result.moves), _MOVES) if result.moves is not None else ""
    sections = [
        Section(
            "bids", "By bid", _figure(bids_plot(result), "Games won by the bid played at.") + tables.get("bids", "")
        ),
        Section("cards", "By cards", tables.get("cards", "") + tables.get("matadors", "")),
        Section("seats", "By game and seat", tables.get("seats", "")),
        Section("reserves", "The reserves", tables.get("reserves", "") + tables.get("distances", "")),
        Section("moves", "One step further", moves + tables.get("moves", "") + tables.get("reserve-moves", "")),
    ]
    head = [answer_html(first), *(f"<p>{line}</p>" for line in (rest, *words) if line)]
    foot = [f'<dl class="facts">\n{definitions_html(result.facts)}\n</dl>', made_by_html(result.made_by)]
    return sheet(result.title, head, sections, foot)


def _figure(plot: str, caption: str) -> str:
    return f"<figure>\n{plot}\n<figcaption>{escape(caption)}</figcaption>\n</figure>\n" if plot else ""
