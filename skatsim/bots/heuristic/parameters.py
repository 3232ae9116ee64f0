"""The parameters of the bot `heuristic`: defaults, and their places in a kernel's `params`.

Switches are 1 (on) or 0 (off); what each idea is worth is measured in analysis/heuristic_ideas.py.
"""

from collections.abc import Mapping
from typing import Final

from skatsim.errors import SkatsimError

_LEANINGS: Final = {
    "boldness": 9.0,  # auction: tournament points by which declaring may look worse than passing and is still tried
    "suit": 0.0,  # added to the log-odds of winning a suit game,
    "grand": -0.5,  # grand (its loss costs twice a suit game's, and the weights come from weaker hands too),
    "null": -0.5,  # null,
    "hand": -0.5,  # a hand game (the pick-up keeps the choice among games open),
    "announce": 0.0,  # announced Schneider
    "passed_weak": 0.45,  # added to them in the auction for each opponent who passed without a bid
    "last_word": 1.5,  # ... forehand, who holds what others named and speaks last, counts a pass so many times
    "opening": 0.3,  # and for middlehand, who speaks first: what is passed now is often another's game
}
SWITCHES: Final = {
    "play_hand": 1.0,  # hand games
    "play_null": 1.0,  # null games
    "play_ouvert": 1.0,  # null ouvert
    "draw_trumps": 1.0,  # declarer: leads trumps from the top while defenders have some
    "force_trumps": 1.0,  # ... and a small one when the top one is out
    "throw_losers": 1.0,  # declarer: throws a loser on a poor trick instead of trumping it
    "fat_ruff": 1.0,  # declarer: last in the trick, trumps with ace or ten
    "count_points": 1.0,  # both sides: take the trick that decides 61 or 60
    "smear": 1.0,  # defender: fat cards on the partner's trick
    "smear_hope": 1.0,  # ... also on his master before the declarer has played
    "lead_long": 1.0,  # defender: leads long suits to a declarer in the middle, short ones when he plays last
    "lead_aces": 1.0,  # defender: leads the ace from ace and ten or a long suit
    "return_suit": 1.0,  # defender: returns the partner's suit
    "force_declarer": 1.0,  # defender: makes a void declarer trump, holds back aces against the void
    "keep_guards": 1.0,  # defender: keeps the small card beside a ten
    "save_jacks": 1.0,  # defender: does not spend a jack on a poor trick
    "null_weak": 1.0,  # null defenders: lead the suit in which the declarer can be caught
}
_NUMBERS: Final = {
    "goes_round": 1.0,  # a suit of which so many cards are out will be followed by the declarer
    "poor_trick": 4.0,  # a trick below so many card points is poor
    "draw_margin": 2.0,  # declarer: draws trumps while the defenders have at most so many more
    "force_margin": 2.0,  # declarer: forces while the defenders have at most so many more
    "smear_behind": 2.0,  # smears before the partner has played when so many cards out beat the declarer's (0 never)
}

DEFAULTS: Final[Mapping[str, float]] = {**_LEANINGS, **SWITCHES, **_NUMBERS}

(
    BOLDNESS,
    SUIT,
    GRAND,
    NULL,
    HAND,
    ANNOUNCE,
    PASSED_WEAK,
    LAST_WORD,
    OPENING,
    PLAY_HAND,
    PLAY_NULL,
    PLAY_OUVERT,
    DRAW_TRUMPS,
    FORCE_TRUMPS,
    THROW_LOSERS,
    FAT_RUFF,
    COUNT_POINTS,
    SMEAR,
    SMEAR_HOPE,
    LEAD_LONG,
    LEAD_ACES,
    RETURN_SUIT,
    FORCE_DECLARER,
    KEEP_GUARDS,
    SAVE_JACKS,
    NULL_WEAK,
    GOES_ROUND,
    POOR_TRICK,
    DRAW_MARGIN,
    FORCE_MARGIN,
    SMEAR_BEHIND,
) = range(len(DEFAULTS))


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
