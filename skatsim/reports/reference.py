"""What real play looks like, to set a run beside.

"Tournaments" are those of Skat-Online; shares by game are of the declared games.  "ISS" is the International Skat
Server.  The standard deviation of a seat's tournament points a deal is that of club play.  They tell plausible play,
not strong play.
"""

from typing import Final

TOURNAMENT_DEALS: Final = 17_967_106
SERVER_GAMES: Final = 20_000
"""About so many."""
SOURCES: Final = {
    "tournaments": f"{TOURNAMENT_DEALS:,} deals played in tournaments at Skat-Online, published at skatblog.com as "
    '"Skat in Zahlen (2)"',
    "ISS": f"about {SERVER_GAMES:,} published games of the International Skat Server",
}
"""By the word that reports use for it, where a figure comes from."""
TOURNAMENT_OVERALL: Final = {"passed_in": 0.049, "won": 0.816, "schneider": 0.234, "schwarz": 0.014}
TOURNAMENT_SHARE: Final = {"G": 0.322, "C": 0.211, "S": 0.162, "H": 0.134, "D": 0.107, "N": 0.064}
TOURNAMENT_WON: Final = {"G": 0.914, "C": 0.775, "S": 0.779, "H": 0.777, "D": 0.775, "N": 0.707}
SERVER_SEAT: Final = {"forehand": 0.357, "middlehand": 0.321, "rearhand": 0.322}
CLUB_POINTS_SD: Final = 58.0
