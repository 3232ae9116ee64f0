"""What every page shares: one self-contained HTML file that can be mailed, with sortable tables and inline SVG.

`sheet.html` is the frame (title, answer, sections, the run at the foot), `page.css` the looks in light, dark and print,
`page.js` the sorting.  Nothing is loaded from elsewhere; the same report gives the same bytes.
"""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from html import escape
from importlib import resources
from math import isnan
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from skatsim.errors import SkatsimError
from skatsim.reports.cells import Cell, Table

_LABEL_BREAK: Final = re.compile(r"[(,](?=[A-Za-z_])")
VERDICTS: Final = ("yes", "no")
"""Cells of these words are set in the colours of gain and loss."""


class Section(NamedTuple):
    """A part of a page: its anchor, its title, and its HTML."""

    anchor: str
    title: str
    body: str
    short: str = ""
    """In the list of sections, where the title is too long for it."""


def sheet(title: str, head: Iterable[str], sections: Iterable[Section], foot: Iterable[str]) -> str:
    """A whole page.

    Parameters
    ----------
    title
        What the page is about, plain text.
    head
        HTML under the title: the answer, words, tiles.
    sections
        The parts; those with an empty body are left out.
    foot
        HTML about the run: how the page is made again, sources.
    """
    shown = [section for section in sections if section.body]
    return Template(resource("sheet.html")).substitute(
        title=escape(title),
        head="\n".join(head),
        nav="\n".join(f'<li><a href="#{each.anchor}">{escape(each.short or each.title)}</a></li>' for each in shown),
        sections="\n".join(
            f'<section id="{each.anchor}">\n<h2>{escape(each.title)}</h2>\n{each.body}\n</section>' for each in shown
        ),
        foot="\n".join(foot),
        style=resource("page.css").strip(),
        script=resource("page.js").strip(),
    )


def write_html(text: str, path: Path | str) -> None:
    """Write a page; a file of that name is replaced once the new one is complete.

    Raises
    ------
    SkatsimError
        Naming a path that cannot be written.
    """
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, target)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise SkatsimError(f"cannot write the page {target}: {error.strerror}; choose another path") from error


def table_html(table: Table) -> str:
    """One table that scrolls by itself where it is too wide, with its note; nothing for a table without rows."""
    if not table.rows:
        return ""
    numeric = table.numeric
    heads = "".join(_head(text, number) for text, number in zip(table.header, numeric, strict=True))
    rows = "\n".join(f"<tr>{_row(row, numeric)}</tr>" for row in table.rows)
    return (
        f'<div class="scroll" role="region" aria-labelledby="caption-{table.name}" tabindex="0">\n'
        f'<table id="table-{table.name}">\n<caption id="caption-{table.name}">{escape(table.title)}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>\n"
        f'<p class="note">{escape(table.note).replace(" %", "&nbsp;%")}</p>'
    )


def _head(text: str, number: bool) -> str:
    return f'<th scope="col"{_class("number" if number else "")}>{_heading(text) or "figure"}</th>'


def _heading(text: str) -> str:
    """Words of a heading; a bot's label may break after the bracket and after a comma, and nowhere else inside."""
    return _LABEL_BREAK.sub(r"\g<0><wbr>", escape(text))


def _row(row: tuple[Cell, ...], numeric: tuple[bool, ...]) -> str:
    cells = []
    for column, (cell, number) in enumerate(zip(row, numeric, strict=True)):
        verdict = cell.text if cell.text in VERDICTS else ""
        tag, scope = ("th", ' scope="row"') if column == 0 else ("td", "")
        look = _class("number" if number else verdict)
        text = escape(cell.text) if column else _heading(cell.text)
        cells.append(f'<{tag}{scope}{look} data-value="{_sort_value(cell.value)}">{text}</{tag}>')
    return "".join(cells)


def _sort_value(value: float | str) -> str:
    """What a cell sorts by: a number in full, nothing for NaN."""
    if isinstance(value, str):
        return escape(value)
    return "" if isnan(value) else f"{value:.10g}"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def answer_html(sentence: str) -> str:
    """The first sentence large; its interval, or what stands after a semicolon, small below.

    >>> answer_html("A is better: +1.1 (interval +0.5 to +1.7), +0.5 list points.")
    '<p class="answer">A is better: +1.1.<small>interval +0.5 to +1.7; +0.5 list points</small></p>'
    >>> answer_html("82.3 % (82.0 to 82.6) are won; bid to 18 90 %.")
    '<p class="answer">82.3 % (82.0 to 82.6) are won.<small>Bid to 18 90 %</small></p>'
    """
    text = sentence.rstrip(".")
    main, _, inside = text.partition(" (")
    inside, _, after = inside.partition(")")
    small = "; ".join(filter(None, (inside, after.removeprefix(", "))))
    if after and not after.startswith(", "):  # the sentence goes on
        main, _, small = text.partition("; ")
        small = small[:1].upper() + small[1:]
    return f'<p class="answer">{main}.{f"<small>{small}</small>" if small else ""}</p>'


def tiles_html(tiles: list[tuple[str, str, str]]) -> str:
    """Large figures: what it is, the figure (HTML), its interval."""
    return "\n".join(
        f"<div><dt>{escape(words)}</dt><dd>{value}{f'<small>{interval}</small>' if interval else ''}</dd></div>"
        for words, value, interval in tiles
    )


def definitions_html(texts: Mapping[str, str]) -> str:
    """Terms and what they stand for."""
    return "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in texts.items())


def made_by_html(texts: Mapping[str, str]) -> str:
    """Headings and texts at the foot: the commands and settings that make the page again."""
    return "".join(f"<h3>{escape(name)}</h3>\n<pre>{escape(text)}</pre>\n" for name, text in texts.items())


def resource(name: str) -> str:
    """A file of this folder."""
    return resources.files("skatsim.reports").joinpath(name).read_text(encoding="utf-8")
