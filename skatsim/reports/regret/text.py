"""A regret for the terminal: what it measures, the answer in words, the tables, and the costliest positions."""

from collections.abc import Iterator
from typing import Final

from skatsim.reports.cells import rows_by_name
from skatsim.reports.regret.result import DECLARER, DEFENDER, Regret
from skatsim.reports.regret.tables import regret_tables
from skatsim.reports.text import fill, table_text
from skatsim.reports.wording import count, counted, places, rate, rules_text

_WHOSE: Final = {DECLARER: "declarer's", DEFENDER: "defenders'"}
SHOWN: Final = 3
"""Positions in the text."""
CAVEAT: Final = (
    "Measured with open cards: a card that was right given what its player could know may have regret, and no player "
    "who sees only his own cards has none.  A small figure is no error; compare players, and over many games."
)


def regret_text(result: Regret) -> str:
    """The whole answer, ending with a line break."""
    words = "\n".join(fill(line) for line in headline(result))
    tables = [table_text(table) for table in regret_tables(result) if table.rows]
    shown = [str(each) for each in result.costly[:SHOWN]]
    return "\n\n".join([fill(title(result)), fill(CAVEAT), words, *tables, *shown]) + "\n"


def title(result: Regret) -> str:
    """Which games."""
    played = result.played
    games = f"{'all' if played.complete else 'the first'} {counted(len(played), 'game')}"
    where = f" where {played.where}" if played.where is not None else ""
    return f"Regret: {games} played{where}, in a run of {count(len(played.run))}: {_source(result)}"


def headline(result: Regret) -> Iterator[str]:
    """How much each side gives away, in sentences."""
    ends = {role: result.a_game(role) for role in (DECLARER, DEFENDER)}
    shown = {role: f"{end.value:.{places(end.half)}f}" for role, end in ends.items()}
    if ends[DECLARER].value >= 0:
        half = " and ".join(f"±{end.half:.{places(end.half)}f}" for end in ends.values() if end.half > 0)
        yield (
            f"The declarer gives away {shown[DECLARER]} card points a game, the two defenders {shown[DEFENDER]}"
            + (f" (95 % intervals {half}, trump games)" if half else "")
            + "."
        )
    rows = rows_by_name(result.roles.set_index("role"))
    parts = [
        f"{rate(row['turned'], row['turned_low'], row['turned_high'])} % of the {_WHOSE[name]} cards"
        for name, row in rows.items()
    ]
    yield f"{' and '.join(parts)} lose the game: after them perfect play wins for the other side."
    cards = counted(int(result.roles["cards"].sum()), "card")
    yield f"Counted are {cards} with a choice; a forced card costs nothing."


def facts(result: Regret) -> dict[str, str]:
    """What it takes to make the same again."""
    run = result.played.run
    return {
        "rules": rules_text(run.manifest.rules),
        "configuration": run.config.digest,
        "skatsim": run.manifest.skatsim_version,
    }


def _source(result: Regret) -> str:
    run = result.played.run
    if run.config.sources is not None:
        return ", ".join(file.name for file in run.config.sources)
    return f"{', '.join(dict.fromkeys(player.label for player in run.manifest.players))} (seed {run.config.seed})"
