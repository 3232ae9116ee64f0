"""Who plays how well: every player's own figures, and the difference between players who sat in the same deals.

Players differ if their names in the rows do: another bot, version or parameter.  Up to `MOST_PAIRED` of them are
compared pair by pair: a deal in which both sit counts once, with the mean of the tournament points (Seeger-Fabian) of
the one's seats less that of the other's.  So the unit is the deal, and what the seats of a deal share cancels.
Several pairs are judged together: their intervals hold jointly (Bonferroni).
"""

from collections.abc import Mapping
from typing import Any, Final

from skatsim.reports import frames
from skatsim.reports.cells import Cell, Table, mean_cell, number, rate_cell, rows_of, word
from skatsim.reports.tally import MOST_PAIRED, Tally
from skatsim.reports.wording import DASH, counted, mean, places, signed

TOGETHER: Final = (
    "All other tables count the games of all players together; those of one: skatsim report RUN --player NAME."
)
TOP_BOTS: Final = 10
"""Players listed; of the others the number is told."""
DEALS_PER_SERIES: Final = 36


def mixed(tally: Tally) -> bool:
    """Whether players of different kinds sit at the table, so few that each is reported by itself."""
    return tally.player is None and 2 <= len(tally.bot_names) <= MOST_PAIRED


def player_tables(tally: Tally) -> list[Table]:
    """Every player, and where there are few, the differences between them."""
    pairs = difference_table(tally)
    return [bot_table(tally), *([pairs] if pairs.rows else [])]


def bot_table(tally: Tally) -> Table:
    """Who played, and how well."""
    frame = frames.bots(tally)
    rows = [
        (
            word(str(name)),
            number(row["seats"]),
            rate_cell(row, "declared"),
            rate_cell(row, "won"),
            mean_cell(row, "points", n=row["deals"]),
            Cell(signed(DEALS_PER_SERIES * row["points"], 0), row["points"]),
        )
        for name, row in rows_of(frame.head(TOP_BOTS))
    ]
    more = len(frame) - len(rows)
    rest = f"  {counted(more, 'more player')} sat in fewer seats." if more else ""
    return Table(
        "bots",
        "By player",
        ("player", "seats", "declared %", "won %", "points a deal", "in 36 deals"),
        tuple(rows),
        f"n = {counted(tally.deals, 'deal')} of three seats; points: tournament points (Seeger{DASH}Fabian), the seats "
        f"of one deal taken together.{rest}",
    )


def difference_table(tally: Tally) -> Table:
    """Player against player in the same deals."""
    frame = frames.differences(tally)
    rows = [
        (word(row["first"]), word(row["second"]), number(row["deals"]), _difference(row), word(verdict(row)))
        for _, row in rows_of(frame)
    ]
    joint = f"  The {len(rows)} intervals hold together with 95 % (Bonferroni)." if len(rows) > 1 else ""
    return Table(
        "differences",
        "Player against player, the same deals",
        ("player", "against", "deals", "points a deal", "verdict"),
        tuple(rows),
        f"Paired by deal, and the unit is the deal: the mean of the tournament points (Seeger{DASH}Fabian) of the "
        f"player's seats less that of the other's.  All deals of the run are counted.{joint}  {TOGETHER}",
    )


def verdict(row: Mapping[Any, Any]) -> str:
    """What a row of `frames.differences` says, in words."""
    if row["deals"] < frames.FEW:
        return "too few deals"
    if row["low"] > 0:
        return f"{row['first']} is stronger"
    return f"{row['second']} is stronger" if row["high"] < 0 else "no difference shown"


def strength(tally: Tally) -> list[str]:
    """The first sentences of a report on several kinds of players: who is stronger, and what each did."""
    pairs = frames.differences(tally).to_dict("records")
    players = frames.bots(tally).sort_values("points", ascending=False, kind="stable")
    return [*map(_against, pairs), *(_player(name, row) for name, row in rows_of(players))]


def _against(row: Mapping[Any, Any]) -> str:
    pair = f"{row['first']} and {row['second']}"
    if row["deals"] < frames.FEW:
        return f"{counted(row['deals'], 'deal')} with both are too few to tell {pair} apart."
    decimals = places((row["high"] - row["low"]) / 2)
    difference, low, high = (signed(row[end], decimals) for end in ("difference", "low", "high"))
    if verdict(row) == "no difference shown":
        words = f"No difference in strength shows between {pair}: {difference} tournament points a deal"
    else:
        better, worse = row["first"], row["second"]
        words = f"{better} is stronger than {worse}: {difference} tournament points a deal"
    return f"{words} (95\u00a0% interval {low} to {high}, paired in {counted(row['deals'], 'deal')})."


def _player(name: Any, row: Mapping[str, Any]) -> str:
    won = f" and won {rate_cell(row, 'won').text}\u00a0% of these games" if row["games"] else ""
    points = mean(row["points"], row["points_low"], row["points_high"], row["deals"])
    return (
        f"{name} declared in {rate_cell(row, 'declared').text}\u00a0% of the seats taken{won}: {points} "
        "tournament points a deal and seat."
    )


def _difference(row: Mapping[str, Any]) -> Cell:
    return mean_cell(row, "difference", n=row["deals"], ends=("low", "high"))
