"""The parameters of the bot `heuristic`, one table: name, default and meaning; a member is its place in `params`.

Switches are 1 (on) or 0 (off); what each idea is worth is measured in analysis/heuristic_ideas.py.
"""

from collections.abc import Mapping
from typing import Final

from skatsim.bots.bot import ParameterTable
from skatsim.errors import SkatsimError


class At(ParameterTable):
    """Where each parameter lies: leanings, then switches of ideas, then numbers; those of the second version last."""

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

    KING_FIRST = 1.0, "both sides: take with king or queen while the ten is out, the ace catches it later"
    FORCE_JACK = 1.0, "declarer: forces with the highest jack rather than with a small trump"
    RUFF_TEN = 1.0, "declarer: in the middle, trumps fat where the ten may fall"
    DUCK_BEHIND = 1.0, "defender: keeps the ace from the declarer's side suit lead while the ten is out"
    KEEP_ACES = 1.0, "defender: no ace on the partner's trick while the ten of the suit the declarer led is out"
    HOPE_LESS = 1.0, "defender: no ace, in grand no ten either, in hope of the partner under the declarer's trump lead"
    HIGH_KING = 1.0, "defender: plays the king on the partner's lead, so that the declarer must spend the ace"
    FITTED_LEADS = 1.0, "defender: leads by a fitted table; without it by the four ideas on leads above"
    FITTED_NULL = 1.0, "null defenders: lead by fitted tables; without them by null_weak"

    DUCK_LAST = 4.0, "declarer: last, no ace on a trick of at most so many points while the ten is out (-1 never)"
    DUCK_SECOND = 2.0, "declarer: in the middle, keeps the ace while the ten and in all so many cards are out (0 never)"
    POOR_GRAND = 8.0, "the same as poor_trick in grand (-1: poor_trick)"
    SMEAR_SUIT = 1.0, "the same as smear_behind in suit games (-1: smear_behind)"
    DUCK_TRUMPS = 3.0, "defender: plays small under the declarer's trump while so many trumps are out (0 never)"


FIRST_VERSION: Final = {
    "king_first": 0.0,
    "force_jack": 0.0,
    "ruff_ten": 0.0,
    "duck_behind": 0.0,
    "keep_aces": 0.0,
    "hope_less": 0.0,
    "high_king": 0.0,
    "fitted_leads": 0.0,
    "fitted_null": 0.0,
    "duck_last": -1.0,
    "duck_second": 0.0,
    "poor_grand": -1.0,
    "smear_suit": -1.0,
    "duck_trumps": 0.0,
}
"""What the first version fixes: ideas that came later."""

SWITCHES: Final = tuple(
    member.key for member in At if At.PLAY_HAND <= member <= At.NULL_WEAK or At.KING_FIRST <= member <= At.FITTED_NULL
)


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
