"""A regret as one HTML page: the losses by trick, by player and game, and the costliest cards as positions."""

from html import escape
from typing import Final

from skatsim.reports.making import made_by
from skatsim.reports.regret.plots import loss_plot, turned_plot
from skatsim.reports.regret.result import Regret
from skatsim.reports.regret.tables import regret_tables
from skatsim.reports.regret.text import CAVEAT, facts, headline, title
from skatsim.reports.sheet import Section, answer_html, definitions_html, made_by_html, sheet, table_html
from skatsim.runs.again import RUN
from skatsim.runs.commands import page_command

_CAPTION: Final = (
    "By trick, cards with a choice; lines: 95 % intervals over games. Circles: declarer, diamonds: defenders."
)


def regret_page(result: Regret) -> str:
    """The page as HTML text."""
    answer, *words = (escape(line) for line in headline(result))
    tables = {table.name: table_html(table) for table in regret_tables(result)}
    positions = "".join(
        f"<details{' open' * (not place)}>\n<summary>{escape(str(each).partition(chr(10))[0])}</summary>\n"
        f"<pre>{escape(str(each).partition(chr(10))[2])}</pre>\n</details>\n"
        for place, each in enumerate(result.costly)
    )
    figures = "".join(
        f"<div><figure>\n{plot}\n</figure></div>\n" for plot in (loss_plot(result), turned_plot(result)) if plot
    )
    sections = [
        Section("players", "Who loses how much", tables["players"]),
        Section(
            "tricks",
            "When it is lost",
            f'<div class="pair">\n{figures}</div>\n<p class="note">{_CAPTION}</p>\n{tables["tricks"]}',
        ),
        Section("contracts", "In which games", tables["contracts"]),
        Section("costliest", "The costliest cards", tables["costliest"] + positions),
    ]
    head = [answer_html(answer), f"<p>{escape(CAVEAT)}</p>", *(f"<p>{line}</p>" for line in words)]
    asked = {"games": len(result.played), "where": result.played.where}
    made = made_by(result.played.run, page_command("regret", [RUN], asked))
    foot = [f'<dl class="facts">\n{definitions_html(facts(result))}\n</dl>', made_by_html(made)]
    return sheet(title(result), head, sections, foot)
