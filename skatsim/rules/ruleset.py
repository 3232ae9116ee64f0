"""The rule switches and the named presets; ISkO by default.

Each switch is a field of `RuleSet`, spelled as users write it.  Kernels take `RuleSet.numbers`, a tuple of int64: each
switch as the index of its value among those listed in `SWITCHES`, the ladder top as the index of its bid.

The readings behind the switches:

* ``lost_hand`` single: a lost hand game books -1 x value (double: -2 x value).
* ``schwarz`` no_points: a side is Schwarz when it has no card *points* (declarer's include the skat), not no trick;
  an announced Schwarz then ends at the defenders' first card point.
* ``hand_levels`` table: in a hand game Schwarz reached without Schneider announced counts one level more (level 5 of
  the printed table: hand 2, Schneider 3, announced 4, Schwarz 5, announced 6, ouvert 7).
* ``void`` must_trump: who cannot follow must play a trump if he has one.
* ``missed_announcement`` single: a game whose bid is covered but whose announced level is missed books -1 x value.
* ``null_below_bid``: refuse (cannot be declared); best_trump (ISkO 3.6.2: booked as lost at the suit game or grand that
  is cheapest for the declarer, multiplier max(matadors + 1 + hand, ceil(bid / base)), doubled); next_null (lost at the
  next of 23, 35, 46, 59 that covers the bid; above 59 refused).  Such a null books -2 x value, whatever ``lost_hand``.
* ``ladder_top``: the highest bid that may be said.
* ``concede`` isko: the declarer alone with nine or ten cards in hand, later with a defender's consent; a defender at
  any time, binding both.  stargames: the declarer at any own turn; defenders only against a hand game.
"""

from typing import Final, Literal, NamedTuple, get_args

import msgspec

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BIDS, check_bid

LostHand = Literal["double", "single"]
Schwarz = Literal["no_trick", "no_points"]
HandLevels = Literal["cumulative", "table"]
Void = Literal["free", "must_trump"]
MissedAnnouncement = Literal["double", "single"]
NullBelowBid = Literal["refuse", "best_trump", "next_null"]
Concede = Literal["isko", "stargames"]

REFUSE, BEST_TRUMP, NEXT_NULL = range(3)


class RuleNumbers(NamedTuple):
    """A `RuleSet` as kernels take it: switches as 0 (default), 1, 2; `ladder_steps` = number of bids allowed."""

    lost_hand_single: int
    schwarz_no_points: int
    hand_levels_table: int
    void_must_trump: int
    missed_announcement_single: int
    null_below_bid: int
    ladder_steps: int


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table's rules.

    Examples
    --------
    >>> RuleSet(lost_hand="single").numbers.lost_hand_single
    1
    >>> PRESETS["web-99"].ladder_top
    99
    """

    lost_hand: LostHand = "double"
    schwarz: Schwarz = "no_trick"
    hand_levels: HandLevels = "cumulative"
    void: Void = "free"
    missed_announcement: MissedAnnouncement = "double"
    null_below_bid: NullBelowBid = "refuse"
    ladder_top: int = 264
    concede: Concede = "isko"

    def __post_init__(self) -> None:
        for field, values in SWITCHES.items():
            if getattr(self, field) not in values:
                raise SkatsimError(
                    f"rules.{field} = {getattr(self, field)!r} is not known; choose one of {', '.join(values)}"
                )
        check_bid(self.ladder_top)

    @property
    def numbers(self) -> RuleNumbers:
        """The rules as plain numbers for kernels."""
        index = {field: values.index(getattr(self, field)) for field, values in SWITCHES.items()}
        return RuleNumbers(
            index["lost_hand"],
            index["schwarz"],
            index["hand_levels"],
            index["void"],
            index["missed_announcement"],
            index["null_below_bid"],
            BIDS.index(self.ladder_top) + 1,
        )


SWITCHES: Final[dict[str, tuple[str, ...]]] = {
    "lost_hand": get_args(LostHand),
    "schwarz": get_args(Schwarz),
    "hand_levels": get_args(HandLevels),
    "void": get_args(Void),
    "missed_announcement": get_args(MissedAnnouncement),
    "null_below_bid": get_args(NullBelowBid),
    "concede": get_args(Concede),
}

ISKO: Final = RuleSet()
PRESETS: Final = {
    "isko": ISKO,
    "stargames-no": RuleSet(hand_levels="table", schwarz="no_points", void="must_trump", concede="stargames"),
    "stargames-cs": RuleSet(hand_levels="table", missed_announcement="single"),
    "web-99": RuleSet(ladder_top=99),
    "pre-1999": RuleSet(lost_hand="single"),
}


def preset(name: str) -> RuleSet:
    """The preset called `name`.

    Raises
    ------
    SkatsimError
        With the known names.
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise SkatsimError(f"unknown rules {name!r}; choose one of {', '.join(PRESETS)}")
    return PRESETS[name]
