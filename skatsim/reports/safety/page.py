"""The answer as one HTML page that can be mailed: the same sentences and tables as on the terminal, drawn."""

from html import escape
from typing import Any, Final

from skatsim import __version__
from skatsim.bots.files import is_file
from skatsim.reports.cells import Table
from skatsim.reports.drawing import Drawing
from skatsim.reports.safety.answer import CONFIDENCE, Answer, Safety, stronger_than
from skatsim.reports.safety.plots import pictures
from skatsim.reports.safety.tables import tables
from skatsim.reports.safety.words import headline, method, title
from skatsim.reports.sheet import Section, definitions_html, made_by_html, sheet, table_html
from skatsim.reports.wording import rules_text
from skatsim.rules.cards import CardSet
from skatsim.rules.ruleset import ISKO
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.commands import call, page_command, preset_name, rules_table
from skatsim.runs.keys import BotSpec, spec_text

TITLES: Final = {
    "limits": "Up to where to bid",
    "bids": "Driven higher",
    "contracts": "Which game",
    "skat_cards": "The skat",
    "open_cards": "Open cards",
    "strength": "A stronger bot",
    "choices": "What to play",
    "screening": "The screening",
}
"""Titles of the sections, by table."""


def page(answer: Answer) -> str:
    """The page as HTML text."""
    first, *words = (escape(line) for line in headline(answer))
    main, _, rest = first.partition(": ")
    drawn = pictures(answer) if isinstance(answer, Safety) else {}
    return sheet(
        title(answer.question),
        [f'<p class="answer">{main}.<small>{rest[:1].upper()}{rest[1:]}</small></p>', *(f"<p>{w}</p>" for w in words)],
        [_section(table, drawn.get(table.name)) for table in tables(answer)],
        [
            f"<p>{escape(method(answer)).replace(' %', '&nbsp;%')}</p>",
            f'<dl class="facts">\n{_facts(answer)}\n</dl>',
            made_by_html({"Made by": made_by(answer)}),
        ],
    )


def _section(table: Table, picture: Drawing | None) -> Section:
    figure = f"<figure>\n{picture.svg}\n</figure>\n" if picture else ""
    return Section(table.name, TITLES[table.name], figure + table_html(table))


def _facts(answer: Answer) -> str:
    question = answer.question
    bots = ", ".join(f"{seat} {player}" for seat, player in zip(SEAT_NAMES, question.players, strict=True))
    rules, seed = rules_text(question.rules), str(question.asked.seed)
    return definitions_html({"bots": bots, "rules": rules, "seed": seed, "skatsim": __version__})


def made_by(answer: Answer) -> str:
    """The command that makes the page again, or what does in Python where single rules are set."""
    question = answer.question
    asked, heard = question.asked, question.heard
    players = [
        spec_text(BotSpec(spec.bot if is_file(spec.bot) else bot.label, spec.params))
        for spec, (bot, _) in zip(question.specs, question.seated, strict=True)
    ]
    words = [
        f"{'I' if seat == question.seat else SEAT_NAMES[seat]} {word}"
        for (seat, word), implied in zip(heard.said, heard.implied, strict=True)
        if not implied
    ]
    options: dict[str, Any] = {
        "seat": SEAT_NAMES[question.seat],
        "heard": ", ".join(words),
        "bots": players[0] if len(set(players)) == 1 else ",".join(players),
        "skat": str(CardSet(asked.skat)),
        "bid": question.bid or None,
        **_amount(answer),
        "seed": asked.seed,
    }
    cards, preset = [str(CardSet(asked.hand))], preset_name(question.rules)
    if preset is None:
        line = call("safety", cards, options | {"rules": rules_table(question.rules)})
        return f'answer = {line}\nanswer.write_page("PAGE.html")'
    return page_command("safety", cards, options | {"rules": None if question.rules == ISKO else preset})


def _amount(answer: Answer) -> dict[str, Any]:
    """How much was played, and how it was looked at."""
    if not isinstance(answer, Safety):
        return {} if answer.choices is None else {"deals": int(answer.choices["deals"].max())}
    confidence = None if answer.confidence == CONFIDENCE else answer.confidence
    return {
        "stronger": answer.stronger or ("none" if stronger_than(answer.question) else None),
        "deals": answer.deals,
        "precision": answer.precision,
        "confidence": confidence,
    }
