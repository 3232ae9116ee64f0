"""The parameters of the bot `heuristic`, one table: name, default and meaning; a member is its place in `params`.

Switches are 1 (on) or 0 (off); what each idea is worth is measured in analysis/heuristic_ideas.py.
"""

from collections.abc import Mapping
from typing import Final

from skatsim.bots.bot import ParameterTable
from skatsim.errors import SkatsimError


class At(ParameterTable):
    """Where each parameter lies: leanings, then switches of ideas, then numbers."""

    BOLDNESS = 9.0, "auction: tournament points by which declaring may look worse than passing and is still tried"
    SUIT = 0.0, "added to the log-odds of winning a suit game"
    GRAND = -0.5, "added to the log-odds of grand, whose loss costs twice a suit game's"
    NULL = -0.5, "added to the log-odds of null"
    HAND = -0.5, "added to the log-odds of a hand game (the pick-up keeps the choice among games open)"
    ANNOUNCE = 0.0, "added to the log-odds of announced Schneider"
    PASSED_WEAK = 0.45, "added to the log-odds in the auction, for each opponent who passed without a bid"
    LAST_WORD = 1.5, "forehand, who holds what others named and speaks last, counts such a pass so many times"
    OPENING = 0.3, "added to the log-odds for middlehand, who speaks first: what he passes is often another's game"

    PLAY_HAND = 1.0, "hand games"
    PLAY_NULL = 1.0, "null games"
    PLAY_OUVERT = 1.0, "null ouvert"
    DRAW_TRUMPS = 1.0, "declarer: leads trumps from the top while defenders have some"
    FORCE_TRUMPS = 1.0, "declarer: forces with a small trump when the top one is out"
    THROW_LOSERS = 1.0, "declarer: throws a loser on a poor trick instead of trumping it"
    FAT_RUFF = 1.0, "declarer: last in the trick, trumps with ace or ten"
    COUNT_POINTS = 1.0, "both sides: take the trick that decides 61 or 60"
    SMEAR = 1.0, "defender: fat cards on the partner's trick"
    SMEAR_HOPE = 1.0, "defender: fat cards on the partner's master before the declarer has played"
    LEAD_LONG = 1.0, "defender: leads long suits to a declarer in the middle, short ones when he plays last"
    LEAD_ACES = 1.0, "defender: leads the ace from ace and ten or a long suit"
    RETURN_SUIT = 1.0, "defender: returns the partner's suit"
    FORCE_DECLARER = 1.0, "defender: makes a void declarer trump, holds back aces against the void"
    KEEP_GUARDS = 1.0, "defender: keeps the small card beside a ten"
    SAVE_JACKS = 1.0, "defender: does not spend a jack on a poor trick"
    NULL_WEAK = 1.0, "null defenders: lead the suit in which the declarer can be caught"

    GOES_ROUND = 1.0, "a suit of which so many cards are out will be followed by the declarer"
    POOR_TRICK = 4.0, "a trick below so many card points is poor"
    DRAW_MARGIN = 2.0, "declarer: draws trumps while the defenders have at most so many more"
    FORCE_MARGIN = 2.0, "declarer: forces while the defenders have at most so many more"
    SMEAR_BEHIND = 2.0, "defender: smears before the partner has played when so many cards out beat the card (0 never)"


SWITCHES: Final = tuple(member.key for member in At if At.PLAY_HAND <= member <= At.NULL_WEAK)


def check(params: Mapping[str, float]) -> None:
    """Refuse values the bot cannot use.

    Raises
    ------
    SkatsimError
        Naming the parameter and what it may be.
    """
    for name, value in params.items():
        if name in SWITCHES and value not in (0, 1):
            raise SkatsimError(f"heuristic.{name} = {value:g}; it is a switch, take 1 (on) or 0 (off)")
        if not -1000 <= value <= 1000:
            raise SkatsimError(f"heuristic.{name} = {value:g} is out of range; take a number from -1000 to 1000")
