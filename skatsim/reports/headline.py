"""The answer in plain words: how often a game is won, and at which bid it is safe."""

from collections.abc import Mapping
from typing import Any, Final

from skatsim.reports import frames
from skatsim.reports.tally import Tally
from skatsim.reports.wording import GAME_NAMES, count, percent, signed

FEW: Final = 100
"""Games of a type played less often than this are not named as the safest or the riskiest."""
PER_CENT: Final = "\u00a0%"


def headline(tally: Tally) -> list[str]:
    """Sentences for the top of a report, the first the answer, each a line of its own; "81.6 %" does not break."""
    if not tally.declared:
        return [f"None of the {count(tally.deals)} deals was played: all were passed in."]
    figures = frames.overall(tally).to_dict("index")
    return [_won(figures["won"]), _deals(tally.deals, figures), _safe(tally), *_games(tally)]


def _won(won: Mapping[Any, Any]) -> str:
    return (
        f"{percent(won['value'])}{PER_CENT} of declared games were won "
        f"(95{PER_CENT} interval {percent(won['low'])} to {percent(won['high'])}{PER_CENT}, {count(won['n'])} games)."
    )


def _deals(deals: int, figures: Mapping[Any, Any]) -> str:
    return (
        f"Of {count(deals)} deals {percent(figures['passed_in']['value'])}{PER_CENT} were passed in; a declared game "
        f"brought its declarer {signed(figures['score']['value'])} list points on average, and "
        f"{percent(figures['overbid']['value'])}{PER_CENT} were overbid."
    )


def _safe(tally: Tally) -> str:
    limits = frames.safe_bids(tally).to_dict("index")["all"]
    if limits["safe_to"]:
        pays = f"Declaring clearly pays at every bid up to {limits['safe_to']}: more than two in three games are won"
    else:
        pays = "At the lowest bid played it is open whether two in three games are won, from where declaring pays"
    if limits["stops_at"]:
        return f"{pays}. The first bid at which clearly fewer are won is {limits['stops_at']}."
    return f"{pays}. There is no bid at which clearly fewer are won."


def _games(tally: Tally) -> list[str]:
    """The game most often played and those won most and least often."""
    frame = frames.by_game_type(tally)
    rows = frame[frame["games"] >= FEW].to_dict("index")
    if len(rows) < 2:
        return []
    often = max(rows, key=lambda letter: rows[letter]["games"])
    best, worst = (pick(rows, key=lambda letter: rows[letter]["won"]) for pick in (max, min))
    return [
        f"Most played is {_game(often)} ({percent(rows[often]['share'])}{PER_CENT} of games); {_game(best)} is won "
        f"most often ({percent(rows[best]['won'])}{PER_CENT}), {_game(worst)} least often "
        f"({percent(rows[worst]['won'])}{PER_CENT})."
    ]


def _game(letter: Any) -> str:
    return GAME_NAMES[str(letter)]
