"""The referee: one deal in plain Python, written from the rules and not from the kernels.

It is the oracle of the compiled engine and the place to read how Skat is played.

* `cards` -- following, winning, card points, matadors, by card names;
* `auction` -- the auction word by word;
* `deal` -- `Referee`: a deal from the first bid to the result, with verify, can and do for every operation;
* `scoring` -- values, results and tournament points;
* `bots`, `played` -- simulated games: `run_game`, and `play_game` for a row as the engine writes it;
* `playthrough` -- `transcript`: a simulated game in words;
* `kept` -- a row with deal and plays as a game again.
"""

from skatsim.table.referee.auction import Auction
from skatsim.table.referee.deal import Referee, Trick
from skatsim.table.referee.played import PlayedGame, play_game, row_of, run_game
from skatsim.table.referee.playthrough import Playthrough, TrickStep, playthrough, transcript
from skatsim.table.referee.scoring import Result, settle

__all__ = [
    "Auction",
    "PlayedGame",
    "Playthrough",
    "Referee",
    "Result",
    "Trick",
    "TrickStep",
    "play_game",
    "playthrough",
    "row_of",
    "run_game",
    "settle",
    "transcript",
]
