"""A comparison for the terminal: the answer in words, then the tables."""

from collections.abc import Iterator, Mapping
from typing import Any

from skatsim.reports.cells import rows_of
from skatsim.reports.comparison.result import Comparison
from skatsim.reports.comparison.tables import comparison_tables, p_text, verdict_text
from skatsim.reports.text import fill, table_text
from skatsim.reports.wording import MINUS, count, mean, percent, signed


def comparison_text(result: Comparison) -> str:
    """The whole answer, ending with a line break."""
    words = "\n".join(fill(line) for line in headline(result))
    tables = [table_text(table) for table in comparison_tables(result) if table.rows]
    return "\n\n".join([fill(title(result)), words, *tables]) + "\n"


def title(result: Comparison) -> str:
    """What was compared, on how many boards."""
    bots = " against ".join(result.names) if len(result.names) == 2 else ", ".join(result.names)
    games = count(result.boards * len(result.config.seatings))
    return f"{bots}: {count(result.boards)} boards, {games} games (seed {result.config.seed})"


def headline(result: Comparison) -> Iterator[str]:
    """Who is better and by how much, in sentences."""
    if len(result.config.pairs) == 1:
        yield from _pair(result)
    else:
        yield from _field(result)
    if result.sequential:
        yield _sequential(result)
    yield result.config.design


def _pair(result: Comparison) -> Iterator[str]:
    ((_, row),) = rows_of(result.differences)
    points = mean(row["difference"], row["low"], row["high"], result.boards)
    listed = mean(row["score"], row["score_low"], row["score_high"], result.boards)
    verdict = verdict_text(row)
    yield (
        f"{verdict[0].upper()}{verdict[1:]}: A less B is {points} tournament points a deal and seat "
        f"(95 % interval {signed(row['low'], 2)} to {signed(row['high'], 2)}, p {_equals(p_text(row['p']))}), "
        f"{listed} list points."
    )
    yield (
        f"On {percent(row['alike'])} % of the boards all six games went alike.  Effect: {signed(row['effect'], 3)} "
        f"standard deviations of a board ({row['deviation']:.1f} points)."
    )
    half = (row["high"] - row["low"]) / 2
    if half > 0:
        yield f"An interval half as wide needs {count(result.boards_for(half / 2))} boards."


def _field(result: Comparison) -> Iterator[str]:
    rows = [row for _, row in rows_of(result.differences)]
    found = "; ".join(_won_by(row, result.boards) for row in rows if row["verdict"] != "no difference found")
    if result.config.opponents == "all":
        best = result.ratings.iloc[0]
        yield f"Highest rated: {best['bot']}."
    alike = [row["b"] for row in rows if row["verdict"] == "no difference found"]
    yield f"Tournament points a deal and seat: {found}." if found else "No difference found between any two."
    if result.config.opponents == "first" and found and alike:
        yield f"Not told apart from {rows[0]['a']}: {', '.join(alike)}."


def _won_by(row: Mapping[str, Any], boards: int) -> str:
    """The better bot of a pair, the other, and by how much."""
    sign = 1 if row["verdict"] == "better" else -1
    better, other = (row["a"], row["b"]) if sign > 0 else (row["b"], row["a"])
    low, high = sorted((sign * row["low"], sign * row["high"]))
    return f"{better} is better than {other} ({mean(sign * row['difference'], low, high, boards)})"


def _sequential(result: Comparison) -> str:
    if result.sequential is None:
        return ""
    test, ratio, verdict = result.sequential
    row = result.differences.iloc[0]
    lower, upper = test.bounds
    accepted = {
        "low": f"stopped for {_points(test.low)} (H0): A is not better by {_points(test.high)}",
        "high": f"stopped for {_points(test.high)} (H1): A is better by more than {_points(test.low)}",
        None: "no verdict: it needs more boards",
    }[verdict]
    return (
        f"Sequential test of a difference of {_points(test.low)} against {_points(test.high)} tournament points (alpha "
        f"{test.alpha:g}, beta {test.beta:g}): {accepted}; log-likelihood ratio {signed(ratio, 2)}, bounds "
        f"{signed(lower, 2)} and {signed(upper, 2)}, a look after every {count(result.config.shard_boards)} boards.  A "
        f"test stops when the difference looks large, so the plain mean of the boards ({signed(row['mean'], 2)}) leans "
        f"away from the middle; estimate, interval and p of {row['a'][0]} less {row['b'][0]} make up for it "
        "(median-unbiased, by stages).  All else are plain means."
    )


def _points(value: float) -> str:
    return f"{value:+g}".replace("-", MINUS) if value else "0"


def _equals(text: str) -> str:
    return text if text.startswith("<") else f"= {text}"
