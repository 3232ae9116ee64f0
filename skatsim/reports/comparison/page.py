"""A comparison as one HTML page: the verdict, where the difference comes from, and the largest swings card by card."""

from html import escape
from typing import Final

from skatsim.bots.bot import make_lineup
from skatsim.reports.comparison.plots import forest_plot, parts_plot, spread_plot, sweep_plot
from skatsim.reports.comparison.result import Comparison
from skatsim.reports.comparison.tables import comparison_tables, whole
from skatsim.reports.comparison.text import headline, title
from skatsim.reports.sheet import Section, answer_html, definitions_html, made_by_html, sheet, table_html
from skatsim.reports.wording import count, rules_text, signed
from skatsim.runs.again import MADE_BY
from skatsim.table.referee import transcript
from skatsim.table.referee.kept import told

REPLAYED: Final = 3
"""Boards shown card by card."""


def comparison_page(result: Comparison) -> str:
    """The page as HTML text."""
    answer, *words = (escape(line) for line in headline(result))
    tables = {table.name: table_html(table) for table in comparison_tables(result)}
    parts = (
        _figure(parts_plot(result), f"The roles add up to {whole(result)}, and so do the games.")
        + tables["roles"]
        + tables["games"]
    )
    boards = _figure(spread_plot(result), _SPREAD) + tables["swings"] + _replays(result)
    sections = [
        Section("pairs", "Who is better", _figure(forest_plot(result), _FOREST) + tables.get("pairs", "")),
        Section("field", "Against the field", tables.get("ratings", "")),
        Section("sweep", "The sweep", _figure(sweep_plot(result), _SWEEP)),
        Section("parts", "Where it comes from", parts),
        Section("bots", "How the bots play", tables["bots"] + tables["played"]),
        Section("boards", "The boards", boards),
    ]
    head = [answer_html(answer), *(f"<p>{line}</p>" for line in words)]
    return sheet(title(result), head, sections, [_facts(result), made_by_html({MADE_BY: result.config.page_made_by()})])


_FOREST: Final = (
    "Points: difference in tournament points a deal and seat; lines: intervals over boards. Filled: the interval lies "
    "on one side of 0."
)
_SWEEP: Final = (
    "Difference to A in tournament points a deal and seat, above 0: better than A. The intervals hold together."
)
_SPREAD: Final = (
    "Boards of the first pair by the mean difference of their six games; the scale of the bars is logarithmic."
)


def _figure(plot: str, caption: str) -> str:
    return f"<figure>\n{plot}\n<figcaption>{escape(caption)}</figcaption>\n</figure>\n" if plot else ""


def _replays(result: Comparison) -> str:
    """The boards with the largest swings of the first pair, every seating card by card."""
    swings = result.counts.swings[0][:REPLAYED]
    titles = (f"Board {count(swing.board)}: {signed(swing.difference, 0)} points a deal" for swing in swings)
    return "".join(
        f"<h3>{title}</h3>\n{_board(result, swing.board)}" for title, swing in zip(titles, swings, strict=True)
    )


def _board(result: Comparison, board: int) -> str:
    """All games of a board, folded."""
    return _board_played(result, board) if result.config.replayed else _board_kept(result, board)


def _board_kept(result: Comparison, board: int) -> str:
    """From the rows, where the games cannot be played again."""
    rows = [row for batch in result.run.batches(where=f"board == {board}") for row in batch.to_pylist()]
    return "".join(_folded(f"Seating {row['seating']}", told(row, result.config.rules)) for row in rows)


def _folded(summary: str, text: str) -> str:
    return f"<details>\n<summary>{escape(summary)}</summary>\n<pre>{escape(text)}</pre>\n</details>\n"


def _board_played(result: Comparison, board: int) -> str:
    config, labels = result.config, [player.label for player in result.run.manifest.players]
    bots = result.run.manifest.seated()
    shown = []
    for seating in config.seatings[:6]:
        numbers = [ord(letter) - ord("A") for letter in seating]
        lineup = make_lineup([bots[number] for number in numbers])
        names = [f"{letter}, {labels[number]}" for letter, number in zip(seating, numbers, strict=True)]
        game = transcript(config.seed, board, lineup, config.rules, players=names)
        at_seats = "".join(seating[(board + seat) % 3] for seat in range(3))
        shown.append(_folded(f"{at_seats} at forehand, middlehand, rearhand", str(game)))
    return "".join(shown)


def _facts(result: Comparison) -> str:
    manifest, config = result.run.manifest, result.config
    facts = {
        "boards": f"{count(result.boards)}, seed {config.seed}",
        "rules": rules_text(config.rules),
        "configuration": config.digest,
        "skatsim": manifest.skatsim_version,
    }
    for name, player in zip(result.names, manifest.players, strict=True):
        settings = ", ".join(f"{key} {value:g}" for key, value in player.params.items())
        facts[name] = settings or "no parameters"
    return f'<dl class="facts">\n{definitions_html(facts)}\n</dl>'
