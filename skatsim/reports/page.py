"""The report as one HTML page that can be mailed: nothing is loaded, the plots are inline SVG, the tables sort.

`page.html` is the layout, `page.css` the looks in light, dark and print, `page.js` the sorting; here they are filled
from the same tables as the terminal's.  The same report gives the same bytes.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from importlib import resources
from math import isnan
from pathlib import Path
from string import Template
from typing import Any, Final

from skatsim.errors import SkatsimError
from skatsim.reports import frames
from skatsim.reports.cells import Table, rows_of
from skatsim.reports.headline import headline
from skatsim.reports.players import mixed
from skatsim.reports.plots import plots
from skatsim.reports.reference import SOURCES
from skatsim.reports.tables import LEGEND, PAYS_IN, SELECTION, GamesReport, game_bid_table, tables
from skatsim.reports.tally import Tally
from skatsim.reports.wording import count, places, rate_parts, signed

_PLOTS: Final = ("win_rates", "pays", "heat", "mix", "seats", "scores")
_PLAYERS: Final = ("differences", "bots")
_NO_PLOT: Final = f"<p>Too few games to draw: nothing was played {frames.FEW} times.</p>"


def write_page(report: GamesReport, path: Path | str) -> None:
    """Write the page; a file of that name is replaced once the new one is complete.

    Raises
    ------
    SkatsimError
        When matplotlib is not installed, or naming a path that cannot be written.
    """
    target = Path(path)
    text = page(report)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, target)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise SkatsimError(f"cannot write the page {target}: {error.strerror}; choose another path") from error


def page(report: GamesReport) -> str:
    """The page as HTML text."""
    drawn = plots(report.tally)
    all_tables = [*tables(report), game_bid_table(report.tally)]
    players = "\n".join(table_html(table) for name in _PLAYERS for table in all_tables if table.name == name)
    apart = mixed(report.tally)
    answer, *words = (escape(line) for line in headline(report.tally))
    return Template(_file("page.html")).substitute(
        {f"table_{table.name}": table_html(table) for table in all_tables if table.name not in _PLAYERS},
        **{f"plot_{name}": drawn.get(name, _NO_PLOT) for name in _PLOTS},
        title=escape(report.title),
        nav_players='<li><a href="#players">Player against player</a></li>' if apart else "",
        players_first=f'<section id="players">\n<h2>Player against player</h2>\n{players}\n</section>' if apart else "",
        players="" if apart else players,
        answer=_answer(answer),
        words="\n".join(f"<p>{line}</p>" for line in words),
        tiles=_tiles(report.tally),
        few=frames.FEW,
        tournaments=escape(SOURCES["tournaments"]),
        server=escape(SOURCES["ISS"]),
        pays_in=escape(PAYS_IN),
        legend=escape(LEGEND).replace(" %", "&nbsp;%"),
        selection=escape(SELECTION),
        facts=_facts(report),
        made_by=_made_by(report),
        sources=_definitions(SOURCES),
        style=_file("page.css").strip(),
        script=_file("page.js").strip(),
    )


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
    return f'<th scope="col"{_class("number" if number else "")}>{escape(text) or "figure"}</th>'


def _row(row: Any, numeric: tuple[bool, ...]) -> str:
    cells = []
    for column, (cell, number) in enumerate(zip(row, numeric, strict=True)):
        verdict = cell.text if cell.text in (frames.PAYS, frames.PAYS_NOT) else ""
        tag, scope = ("th", ' scope="row"') if column == 0 else ("td", "")
        look = _class("number" if number else verdict)
        cells.append(f'<{tag}{scope}{look} data-value="{_sort_value(cell.value)}">{escape(cell.text)}</{tag}>')
    return "".join(cells)


def _sort_value(value: float | str) -> str:
    """What a cell sorts by: a number in full, nothing for NaN."""
    if isinstance(value, str):
        return escape(value)
    return "" if isnan(value) else f"{value:.10g}"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _answer(sentence: str) -> str:
    """The first sentence large, its interval small below."""
    main, _, rest = sentence.rstrip(".").partition(" (")
    small = f"<small>{rest.rstrip(')')}</small>" if rest else ""
    return f'<p class="answer">{main}.{small}</p>'


def _tiles(tally: Tally) -> str:
    """The run in a few large figures."""
    figures = frames.overall(tally).to_dict("index")
    tiles = [("deals", count(tally.deals), ""), ("declared games", count(tally.declared), "")]
    if mixed(tally):
        tiles += [(f"{name}, points a deal", *_mean(row, "points")) for name, row in rows_of(frames.bots(tally))]
        return _tile_list(tiles)
    names = {"passed_in": "passed in", "hand": "hand games", "schneider": "Schneider", "overbid": "overbid"}
    for name, words in names.items() if tally.declared else ():
        row = figures[name]
        share, low, high = rate_parts(row["value"], row["low"], row["high"])
        tiles.append((words, f"{share}\u00a0%", f"{low} to {high}"))
    if tally.declared:
        tiles.append(("mean list score", *_mean(figures["score"], "")))
    return _tile_list(tiles)


def _mean(row: Mapping[Any, Any], name: str) -> tuple[str, str]:
    """A mean and its interval, for a tile."""
    value, low, high = (row[f"{name}{end}".lstrip("_") or "value"] for end in ("", "_low", "_high"))
    decimals = places((high - low) / 2)
    return signed(value, decimals), "" if isnan(low) else f"{signed(low, decimals)} to {signed(high, decimals)}"


def _tile_list(tiles: list[tuple[str, str, str]]) -> str:
    return "\n".join(
        f"<div><dt>{escape(words)}</dt><dd>{value}{f'<small>{interval}</small>' if interval else ''}</dd></div>"
        for words, value, interval in tiles
    )


def _facts(report: GamesReport) -> str:
    return _definitions(report.facts or {"deals": count(report.tally.deals)})


def _made_by(report: GamesReport) -> str:
    """The bots' parameters in full, and the run file and the commands that make this page again."""
    return "".join(f"<h3>{escape(name)}</h3>\n<pre>{escape(text)}</pre>\n" for name, text in report.made_by.items())


def _definitions(texts: Mapping[str, str]) -> str:
    return "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in texts.items())


def _file(name: str) -> str:
    return resources.files("skatsim.reports").joinpath(name).read_text(encoding="utf-8")
