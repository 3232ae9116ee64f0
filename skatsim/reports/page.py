"""The report on games as a page, of the same tables as the terminal's."""

from collections.abc import Mapping
from html import escape
from math import isnan
from typing import TYPE_CHECKING, Any, Final

from skatsim.reports import frames
from skatsim.reports.cells import rows_of
from skatsim.reports.headline import headline
from skatsim.reports.players import mixed
from skatsim.reports.plots import plots
from skatsim.reports.reference import SOURCES
from skatsim.reports.sheet import Section, answer_html, definitions_html, made_by_html, sheet, table_html, tiles_html
from skatsim.reports.tables import LEGEND, PAYS_IN, SELECTION, game_bid_table, tables
from skatsim.reports.tally import Tally
from skatsim.reports.wording import count, places, rate_parts, signed

if TYPE_CHECKING:
    from skatsim.reports.games import GamesReport

_PLAYERS: Final = ("differences", "bots")
_TOURNAMENT_POINTS: Final = (
    "What declaring is worth in tournament points (Seeger–Fabian) stands beside it; as a win there brings 50 more and "
    "a loss costs 50 more, fewer wins suffice."
)
_PAID: Final = "By list points and the bid at which the game was played: paid, open and did not pay as told above."
_RATES: Final = (
    "By the bid at which the game was played. Lines are 95 % intervals; filled, hollow and crossed marks as above. The "
    "dashed line is 2/3, where games that are all worth the same break even: won they book their value, lost twice as "
    "much."
)
_HEAT: Final = (
    "Per cent won in suit games and grands by bid (across) and matadors (down; + with, − without). Orange: below 2/3, "
    f"blue: above; empty: fewer than {frames.FEW} games."
)
_OF_NULL: Final = "of null there only the plain game's win rate."
_SCORES: Final = "Share of declared games by the declarer's list score, in steps of 20 points: orange lost, blue won."
_NO_PLOT: Final = f"<p>Too few games to draw: nothing was played {frames.FEW} times.</p>"


def page(report: "GamesReport") -> str:
    """The page as HTML text."""
    counts = report.tally
    drawn = {name: plot for name, plot in plots(counts).items() if plot}
    all_tables = {table.name: table_html(table) for table in [*tables(counts), game_bid_table(counts)]}
    apart = mixed(counts)
    players = "\n".join(all_tables[name] for name in _PLAYERS if name in all_tables)
    answer, *words = (escape(line) for line in headline(counts))
    sections = [
        Section("players", "Player against player", players if apart else ""),
        Section("by-bid", "By the bid at which the game was played", _by_bid(drawn, all_tables), "By bid"),
        Section("which-games", "Which games are played, and how they end", _games(drawn, all_tables), "Which games"),
        Section("who", "Seats and players", _who(drawn, all_tables) + ("" if apart else players)),
        Section("results", "Scores and endings", _results(drawn, all_tables)),
    ]
    legend = escape(LEGEND).replace(" %", "&nbsp;%")
    head = [answer_html(answer), *(f"<p>{line}</p>" for line in words)]
    head += [f'<dl class="tiles">\n{_tiles(counts)}\n</dl>', f'<p class="note">{legend}</p>']
    facts = f'<dl class="facts">\n{_facts(report)}\n</dl>'
    sources = f'<h2>Compared with</h2>\n<dl class="facts">\n{definitions_html(SOURCES)}\n</dl>'
    return sheet(report.title, head, sections, [facts, made_by_html(report.made_by), sources])


def _figure(plot: str, caption: str) -> str:
    return f"<figure>\n{plot}\n<figcaption>{escape(caption).replace(' %', '&nbsp;%')}</figcaption>\n</figure>\n"


def _folded(summary: str, body: str) -> str:
    return f"<details>\n<summary>{escape(summary)}</summary>\n{body}\n</details>\n"


def _by_bid(drawn: Mapping[str, str], known: Mapping[str, str]) -> str:
    few = f"Bids played fewer than {frames.FEW} times are left out."
    rates = f'<div class="panels">\n{drawn.get("win_rates", _NO_PLOT)}\n</div>'
    return (
        f"<p>{escape(SELECTION)}</p>\n<p>{escape(PAYS_IN)} {escape(_TOURNAMENT_POINTS)}</p>\n"
        f"<h3>Where declaring paid</h3>\n{_figure(drawn.get('pays', _NO_PLOT), f'{_PAID} {few}')}"
        f"<h3>Win rate</h3>\n{_figure(rates, f'{_RATES} {few}')}{known.get('bids', '')}"
        f"{_folded('Each game by bid, in numbers', known.get('game_bids', ''))}"
        f"<h3>Bid and matadors</h3>\n{_figure(drawn.get('heat', _NO_PLOT), _HEAT)}{known.get('matadors', '')}"
        f"{_folded('Bid and matadors, in numbers', known.get('cross', ''))}"
    )


def _games(drawn: Mapping[str, str], known: Mapping[str, str]) -> str:
    caption = f"Bars and dots: this run, with 95 % intervals. ◇ tournaments: {SOURCES['tournaments']}; {_OF_NULL}"
    shown = "\n".join(known.get(name, "") for name in ("overall", "games", "levels", "contracts"))
    return _figure(drawn.get("mix", _NO_PLOT), caption) + shown


def _who(drawn: Mapping[str, str], known: Mapping[str, str]) -> str:
    caption = f"By the declarer's seat, with 95 % intervals. ◇ ISS: {SOURCES['ISS']}."
    return _figure(drawn.get("seats", _NO_PLOT), caption) + known.get("seats", "")


def _results(drawn: Mapping[str, str], known: Mapping[str, str]) -> str:
    pair = "\n".join(f"<div>{known.get(name, '')}</div>" for name in ("scores", "endings"))
    return _figure(drawn.get("scores", _NO_PLOT), _SCORES) + f'<div class="pair">\n{pair}\n</div>'


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
