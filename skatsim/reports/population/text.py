"""The bid safety of a run for the terminal: the answer in words, then the tables."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from skatsim.reports.cells import rows_of
from skatsim.reports.population.counts import rates
from skatsim.reports.population.moves import ALL, BIDS_ITSELF, PASSES
from skatsim.reports.population.result import Population
from skatsim.reports.population.tables import LEAST, population_tables
from skatsim.reports.text import fill, table_text
from skatsim.reports.wording import counted, mean, places, rate, signed

_TOLD_BIDS: Final = (18, 24, 36, 48)


def population_text(result: Population) -> str:
    """The whole answer, ending with a line break."""
    words = "\n".join(fill(line) for line in headline(result))
    tables = [table_text(table) for table in population_tables(result)]
    facts = "\n".join(fill(f"{name}: {value}") for name, value in result.facts.items())
    return "\n\n".join([result.title, words, *tables, facts]) + "\n"


def headline(result: Population) -> list[str]:
    """How safe the bids were, in sentences."""
    lines = [_by_bid(result), *_by_reserve(result), *_moved(result)]
    return [*lines, *(f"Not told: {reason}." for reason in result.left_out)]


def _by_bid(result: Population) -> str:
    rows = {row["bid"]: row for _, row in rows_of(result.by("bid")) if row["games"] >= LEAST}
    told = [f"bid to {bid} {_percent(rows[bid])}" for bid in _TOLD_BIDS if bid in rows]
    (whole,) = (row for _, row in rows_of(result.by()))
    loss = mean(whole["loss"], whole["loss_low"], whole["loss_high"], whole["games"], sign=False)
    by_bid = f"; games {', '.join(told)}" if told else ""
    return (
        f"Of {counted(whole['games'], 'declared game')} {_percent(whole)} are won{by_bid}.  "
        f"{_percent(whole, 'overbid')} are overbid; a lost game costs {loss} list points."
    )


def _by_reserve(result: Population) -> Iterator[str]:
    if result.reserves is None:
        return
    at_it = result.reserves[result.reserves["distance"] == 0]
    for _, row in rows_of(rates(at_it, "bot")):
        if row["games"] >= LEAST:
            points = mean(row["tournament"], row["tournament_low"], row["tournament_high"], row["games"])
            yield (
                f"Driven to its limit {row['bot']} wins {_percent(row)} of {counted(row['games'], 'game')} and gets "
                f"{points} tournament points a game."
            )


def _moved(result: Population) -> Iterator[str]:
    if result.moves is None:
        return
    rows = {(row["bot"], row["seats"], row["steps"]): row for _, row in rows_of(result.moves.frame)}
    for bot in result.moves.bots:
        if rows[bot, ALL, 1]["deals"] < LEAST:
            continue
        further, shorter = _effect(rows[bot, ALL, 1]), _effect(rows[bot, ALL, -1])
        yield (
            f"In tournament points a deal, one step further than the limits of {bot} {further}, one step shorter "
            f"{shorter}: one seat moved, the same {counted(result.moves.deals, 'deal')}."
        )
        if all((bot, group, 1) in rows for group in (BIDS_ITSELF, PASSES)):
            further, shorter = (_effect(rows[bot, BIDS_ITSELF, steps]) for steps in (1, -1))
            yield (
                f"Where it would bid, one step further {further}, one step shorter {shorter}; where it would pass, "
                f"bidding one step further {_effect(rows[bot, PASSES, 1])}."
            )


def _effect(row: Mapping[str, Any]) -> str:
    """What a move costs or brings.

    >>> _effect({"tournament": -0.31, "tournament_low": -0.35, "tournament_high": -0.27})
    'costs 0.31 ±0.04'
    """
    value, half = row["tournament"], (row["tournament_high"] - row["tournament_low"]) / 2
    decimals = places(half)
    if row["tournament_low"] <= 0 <= row["tournament_high"]:
        return f"makes no difference that shows ({signed(value, decimals)} ±{half:.{decimals}f})"
    return f"{'costs' if value < 0 else 'brings'} {abs(value):.{decimals}f} ±{half:.{decimals}f}"


def _percent(row: Mapping[str, Any], name: str = "won") -> str:
    share = rate(row[name], row[f"{name}_low"], row[f"{name}_high"])
    return share.replace(" (", " % (", 1)
