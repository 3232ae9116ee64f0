"""The report on games as a page: `page.html` is the layout, filled from the same tables as the terminal's."""

from collections.abc import Mapping
from html import escape
from math import isnan
from string import Template
from typing import TYPE_CHECKING, Any, Final

from skatsim.reports import frames
from skatsim.reports.cells import rows_of
from skatsim.reports.headline import headline
from skatsim.reports.players import mixed
from skatsim.reports.plots import plots
from skatsim.reports.reference import SOURCES
from skatsim.reports.sheet import answer_html, definitions_html, made_by_html, resource, table_html, tiles_html
from skatsim.reports.tables import LEGEND, PAYS_IN, SELECTION, game_bid_table, tables
from skatsim.reports.tally import Tally
from skatsim.reports.wording import count, places, rate_parts, signed

if TYPE_CHECKING:
    from skatsim.reports.games import GamesReport

_PLOTS: Final = ("win_rates", "pays", "heat", "mix", "seats", "scores")
_PLAYERS: Final = ("differences", "bots")
_NO_PLOT: Final = f"<p>Too few games to draw: nothing was played {frames.FEW} times.</p>"


def page(report: "GamesReport") -> str:
    """The page as HTML text."""
    drawn = plots(report.tally)
    all_tables = [*tables(report.tally), game_bid_table(report.tally)]
    players = "\n".join(table_html(table) for name in _PLAYERS for table in all_tables if table.name == name)
    apart = mixed(report.tally)
    answer, *words = (escape(line) for line in headline(report.tally))
    return Template(resource("page.html")).substitute(
        {f"table_{table.name}": table_html(table) for table in all_tables if table.name not in _PLAYERS},
        **{f"plot_{name}": drawn.get(name, _NO_PLOT) for name in _PLOTS},
        title=escape(report.title),
        nav_players='<li><a href="#players">Player against player</a></li>' if apart else "",
        players_first=f'<section id="players">\n<h2>Player against player</h2>\n{players}\n</section>' if apart else "",
        players="" if apart else players,
        answer=answer_html(answer),
        words="\n".join(f"<p>{line}</p>" for line in words),
        tiles=_tiles(report.tally),
        few=frames.FEW,
        tournaments=escape(SOURCES["tournaments"]),
        server=escape(SOURCES["ISS"]),
        pays_in=escape(PAYS_IN),
        legend=escape(LEGEND).replace(" %", "&nbsp;%"),
        selection=escape(SELECTION),
        facts=_facts(report),
        made_by=made_by_html(report.made_by),
        sources=definitions_html(SOURCES),
        style=resource("page.css").strip(),
        script=resource("page.js").strip(),
    )


def _tiles(tally: Tally) -> str:
    """The run in a few large figures."""
    figures = frames.overall(tally).to_dict("index")
    tiles = [("deals", count(tally.deals), ""), ("declared games", count(tally.declared), "")]
    if mixed(tally):
        tiles += [(f"{name}, points a deal", *_mean(row, "points")) for name, row in rows_of(frames.bots(tally))]
        return tiles_html(tiles)
    names = {"passed_in": "passed in", "hand": "hand games", "schneider": "Schneider", "overbid": "overbid"}
    if tally.chosen:
        del names["passed_in"]
    for name, words in names.items() if tally.declared else ():
        row = figures[name]
        share, low, high = rate_parts(row["value"], row["low"], row["high"])
        tiles.append((words, f"{share}\u00a0%", f"{low} to {high}"))
    if tally.declared:
        tiles.append(("mean list score", *_mean(figures["score"], "")))
    return tiles_html(tiles)


def _mean(row: Mapping[Any, Any], name: str) -> tuple[str, str]:
    """A mean and its interval, for a tile."""
    value, low, high = (row[f"{name}{end}".lstrip("_") or "value"] for end in ("", "_low", "_high"))
    decimals = places((high - low) / 2)
    return signed(value, decimals), "" if isnan(low) else f"{signed(low, decimals)} to {signed(high, decimals)}"


def _facts(report: "GamesReport") -> str:
    return definitions_html(report.facts or {"deals": count(report.tally.deals)})
