"""The answer in plain words: how often a game is won, and at which bid it is safe."""

from collections.abc import Mapping
from typing import Any, Final

from skatsim.reports import frames
from skatsim.reports.reference import TOURNAMENT_OVERALL
from skatsim.reports.tally import Tally
from skatsim.reports.wording import GAME_NAMES, count, percent, signed

FEW: Final = 100
"""Games of a type played less often than this are not named as the safest or the riskiest."""
LARGE_GAP: Final = 2
"""From this factor on between rates of passing in, the players bid otherwise than people do."""
PER_CENT: Final = "\u00a0%"


def headline(tally: Tally) -> list[str]:
    """Sentences for the top of a report, the first the answer, each a line of its own; "81.6 %" does not break."""
    if not tally.declared:
        return [f"None of the {count(tally.deals)} deals was played: all were passed in."]
    figures = frames.overall(tally).to_dict("index")
    return [
        _won(figures["won"]),
        _deals(tally.deals, figures),
        *_bidding(figures["passed_in"]),
        _safe(tally),
        *_games(tally),
    ]


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


def _bidding(passed_in: Mapping[Any, Any]) -> list[str]:
    """How to read the bids of players who pass in far more or less often than people, if the whole interval says so."""
    people = TOURNAMENT_OVERALL["passed_in"]
    more, fewer = passed_in["high"] <= people / LARGE_GAP, passed_in["low"] >= people * LARGE_GAP
    if not (more or fewer):
        return []
    bid, hands = ("more", "weaker") if more else ("less", "stronger")
    return [
        f"Passed in {percent(passed_in['value'])}{PER_CENT} against {percent(people)}{PER_CENT} in tournaments: these "
        f"players bid {bid} than people do there, so a bid here stands for {hands} hands; read the tables by bid "
        "accordingly."
    ]


def _safe(tally: Tally) -> str:
    limits = frames.safe_bids(tally).to_dict("index")
    everything, together = limits.pop("all"), "All games taken together and by list points"
    if everything["stops_at"] and everything["stops_at"] == _lowest(tally):
        return (
            f"{together}, declaring does not pay even at {everything['stops_at']}, the lowest bid: clearly fewer than "
            "two in three are won."
        )
    if everything["safe_to"]:
        pays = f"declaring clearly pays at every bid up to {everything['safe_to']}: more than two in three are won"
    else:
        pays = "it is open at the lowest bid played whether two in three games are won, from where declaring pays"
    stops = f"the first bid at which clearly fewer are won is {everything['stops_at']}"
    rest = stops if everything["stops_at"] else "there is no bid at which clearly fewer are won"
    return f"{together}, {pays}; {rest}.{_earliest(limits, everything['stops_at'])}"


def _lowest(tally: Tally) -> int:
    """The lowest bid played often enough for a verdict, 0 without one."""
    games = frames.by_bid(tally)["games"]
    return int(next(iter(games.index[games >= frames.FEW]), 0))


def _earliest(limits: Mapping[Any, Any], together: int) -> str:
    """The single game that stops paying first, if it does so before all games taken together."""
    stops = {name: row["stops_at"] for name, row in limits.items() if row["stops_at"]}
    first = min(stops, key=lambda name: stops[name], default=None)
    if first is None or 0 < together <= stops[first]:
        return ""
    return f" Single games differ: the first that no longer pays is {_game(first)}, at {stops[first]}."


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
