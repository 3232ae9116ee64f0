"""The answer in plain words: how often a game is won, and what it brings."""

from collections.abc import Mapping
from typing import Any, Final

from skatsim.reports import frames
from skatsim.reports.players import mixed, strength
from skatsim.reports.reference import TOURNAMENT_OVERALL
from skatsim.reports.tally import Tally
from skatsim.reports.wording import GAME_NAMES, counted, percent, rate_parts, signed

FEW: Final = 100
"""Games of a type played less often than this are not named as won most or least often."""
LARGE_GAP: Final = 2
"""From this factor on between rates of passing in, the players bid otherwise than people do."""
PER_CENT: Final = "\u00a0%"


def headline(tally: Tally) -> list[str]:
    """Sentences for the top of a report, the first the answer, each a line of its own; "81.6 %" does not break."""
    if not tally.declared and tally.player:
        return [f"{tally.player} declared no game in {counted(tally.deals, 'deal')}."]
    if not tally.declared:
        return [f"No game was declared: {counted(tally.deals, 'deal')}, all passed in."]
    figures = frames.overall(tally).to_dict("index")
    if mixed(tally):
        return [*strength(tally), *_bidding(tally, figures["passed_in"])]
    return [
        _won(figures["won"], f"games declared by {tally.player}" if tally.player else "declared games"),
        _deals(tally, figures),
        *_bidding(tally, figures["passed_in"]),
        *_games(tally),
    ]


def _won(won: Mapping[Any, Any], games: str) -> str:
    share, low, high = rate_parts(won["value"], won["low"], won["high"])
    return (
        f"{share}{PER_CENT} of {games} were won "
        f"(95{PER_CENT} interval {low} to {high}{PER_CENT}, {counted(won['n'], 'game')})."
    )


def _deals(tally: Tally, figures: Mapping[Any, Any]) -> str:
    passed_in = f"{percent(figures['passed_in']['value'])}{PER_CENT}"
    dealt = "A" if tally.chosen else f"Of {counted(tally.deals, 'deal')} {passed_in} were passed in; a"
    return (
        f"{dealt} declared game brought its declarer {signed(figures['score']['value'])} list points on average, and "
        f"{percent(figures['overbid']['value'])}{PER_CENT} were overbid."
    )


def _bidding(tally: Tally, passed_in: Mapping[Any, Any]) -> list[str]:
    """How to read the bids of players who pass in far more or less often than people, if the whole interval says so."""
    people = TOURNAMENT_OVERALL["passed_in"]
    more, fewer = passed_in["high"] <= people / LARGE_GAP, passed_in["low"] >= people * LARGE_GAP
    if tally.chosen or not (more or fewer):
        return []
    bid, hands = ("more", "weaker") if more else ("less", "stronger")
    return [
        f"Passed in {percent(passed_in['value'])}{PER_CENT} against {percent(people)}{PER_CENT} in tournaments: these "
        f"players bid {bid} than people do there, so a bid here stands for {hands} hands; read the tables by bid "
        "accordingly."
    ]


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
