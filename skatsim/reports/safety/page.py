"""The answer as one HTML page that can be mailed: the same sentences and tables as on the terminal, drawn."""

from html import escape
from pathlib import Path

from skatsim import __version__
from skatsim.reports.cells import Table
from skatsim.reports.safety.answer import Answer, Safety
from skatsim.reports.safety.plots import contract_plot, curve_plot, skat_plot
from skatsim.reports.safety.words import contract_name, headline, method, shown_contracts, tables, title
from skatsim.reports.sheet import Section, answer_html, definitions_html, sheet, table_html, write_html
from skatsim.reports.wording import rules_text
from skatsim.rules.seats import SEAT_NAMES


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
    drawn = _pictures(answer) if isinstance(answer, Safety) else {}
    return sheet(
        title(answer.question),
        [answer_html(first), *(f"<p>{line}</p>" for line in words)],
        [_section(table, drawn.get(table.name, "")) for table in tables(answer)],
        [f"<p>{escape(method(answer)).replace(' %', '&nbsp;%')}</p>", f'<dl class="facts">\n{_facts(answer)}\n</dl>'],
    )


def _section(table: Table, picture: str) -> Section:
    figure = f"<figure>\n{picture}\n</figure>\n" if picture else ""
    return Section(table.name, table.title, figure + table_html(table))


def _facts(answer: Answer) -> str:
    question = answer.question
    bots = ", ".join(f"{seat} {player}" for seat, player in zip(SEAT_NAMES, question.players, strict=True))
    rules, seed = rules_text(question.rules), str(question.asked.seed)
    return definitions_html({"bots": bots, "rules": rules, "seed": seed, "skatsim": __version__})


def _pictures(answer: Safety) -> dict[str, str]:
    """Pictures by the name of the table they belong to."""
    drawn = {}
    if answer.curve is not None and len(answer.curve.told) > 1:
        drawn["limits"] = curve_plot(answer.curve)
    if answer.contracts is not None and len(answer.contracts):
        frame = shown_contracts(answer.contracts)
        drawn["contracts"] = contract_plot(frame, [contract_name(letters) for letters in frame["contract"]])
    if answer.skat_cards is not None:
        drawn["skat_cards"] = skat_plot(answer.skat_cards)
    return drawn
