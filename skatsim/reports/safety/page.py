"""The answer as one HTML page that can be mailed: the same sentences and tables as on the terminal, drawn."""

from html import escape
from pathlib import Path
from typing import Final

from skatsim import __version__
from skatsim.reports.cells import Table
from skatsim.reports.drawing import Drawing
from skatsim.reports.safety.answer import Answer, Safety
from skatsim.reports.safety.plots import pictures
from skatsim.reports.safety.tables import tables
from skatsim.reports.safety.words import headline, method, title
from skatsim.reports.sheet import Section, definitions_html, sheet, table_html, write_html
from skatsim.reports.wording import rules_text
from skatsim.rules.seats import SEAT_NAMES

TITLES: Final = {
    "limits": "Up to where to bid",
    "bids": "Driven higher",
    "contracts": "Which game",
    "skat_cards": "The skat",
    "open_cards": "Open cards",
    "strength": "A stronger bot",
    "choices": "What to play",
}
"""Titles of the sections, by table."""


def write_page(answer: Answer, path: Path | str) -> None:
    """Write the page; a file of that name is replaced once the new one is complete.

    Raises
    ------
    SkatsimError
        When matplotlib is not installed, or naming a path that cannot be written.
    """
    write_html(page(answer), path)


def page(answer: Answer) -> str:
    """The page as HTML text."""
    first, *words = (escape(line) for line in headline(answer))
    main, _, rest = first.partition(": ")
    drawn = pictures(answer) if isinstance(answer, Safety) else {}
    return sheet(
        title(answer.question),
        [f'<p class="answer">{main}.<small>{rest[:1].upper()}{rest[1:]}</small></p>', *(f"<p>{w}</p>" for w in words)],
        [_section(table, drawn.get(table.name)) for table in tables(answer)],
        [f"<p>{escape(method(answer)).replace(' %', '&nbsp;%')}</p>", f'<dl class="facts">\n{_facts(answer)}\n</dl>'],
    )


def _section(table: Table, picture: Drawing | None) -> Section:
    figure = f"<figure>\n{picture.svg}\n</figure>\n" if picture else ""
    return Section(table.name, TITLES[table.name], figure + table_html(table))


def _facts(answer: Answer) -> str:
    question = answer.question
    bots = ", ".join(f"{seat} {player}" for seat, player in zip(SEAT_NAMES, question.players, strict=True))
    rules, seed = rules_text(question.rules), str(question.asked.seed)
    return definitions_html({"bots": bots, "rules": rules, "seed": seed, "skatsim": __version__})
