"""What can be bid and declared: the 63-step bid ladder, the six game types, the contract with its announcements.

Source: International Skat Order (ISkO) 2 (game values) and 3 (bidding).  Game values are list points.
"""

from dataclasses import dataclass
from enum import IntEnum
from numbers import Integral
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.rules.notation import contract_letters


class GameType(IntEnum):
    """The six games; suits carry the suit index of `skatsim.rules.cards`."""

    DIAMONDS = 0
    HEARTS = 1
    SPADES = 2
    CLUBS = 3
    GRAND = 4
    NULL = 5

    @classmethod
    def _missing_(cls, value: object) -> "GameType":
        raise SkatsimError(f"unknown game type {value!r}: 0 diamonds to 3 clubs, 4 grand, 5 null")

    @property
    def letter(self) -> str:
        """The letter of the game in ISS records: D H S C G N."""
        return GAME_LETTERS[self]


GAME_LETTERS: Final = "DHSCGN"
BASE_VALUES: Final = (9, 10, 11, 12, 24)
"""Base value by game type; null has fixed values instead."""
NULL_VALUES: Final = (23, 35, 46, 59)
"""Null, null hand, null ouvert, null hand ouvert: index = hand + 2 * ouvert."""


def _ladder() -> tuple[int, ...]:
    """Every value a game can have: base x multiplier up to 11 matadors (4 in grand) with all levels, and the nulls."""
    suits = {base * m for base in BASE_VALUES[:4] for m in range(2, 19)}
    grand = {BASE_VALUES[4] * m for m in range(2, 12)}
    return tuple(sorted(suits | grand | set(NULL_VALUES)))


BIDS: Final = _ladder()
"""The 63 bid values 18 ... 264, ascending."""

HAND_BIT: Final = 1 << 3
SCHNEIDER_BIT: Final = 1 << 4
SCHWARZ_BIT: Final = 1 << 5
OUVERT_BIT: Final = 1 << 6
TYPE_BITS: Final = 7
"""A contract's code in kernels and Parquet: game type in three bits, then hand, Schneider, Schwarz, ouvert."""
CONTRACT_FLAGS: Final = (("H", HAND_BIT), ("S", SCHNEIDER_BIT), ("Z", SCHWARZ_BIT), ("O", OUVERT_BIT))


@dataclass(frozen=True, slots=True)
class Contract:
    """A declared game (Spielansage).

    Announcements imply what the rules include: Schwarz includes Schneider, ouvert in a trump game includes hand and
    both announcements.

    Raises
    ------
    SkatsimError
        For an announcement that cannot stand: Schneider or Schwarz without hand or in null.

    Examples
    --------
    >>> Contract.parse("CHS")
    Contract(game_type=<GameType.CLUBS: 3>, hand=True, schneider_announced=True, schwarz_announced=False, ouvert=False)
    >>> str(Contract.parse("GO"))
    'GHSZO'
    """

    game_type: GameType
    hand: bool = False
    schneider_announced: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "game_type", _checked(self.game_type))
        for name in ("hand", "schneider_announced", "schwarz_announced", "ouvert"):
            if not isinstance(getattr(self, name), bool):
                raise SkatsimError(f"contract: {name} is {getattr(self, name)!r}; give True or False")
        is_null = self.game_type == GameType.NULL
        if self.ouvert and not is_null:
            object.__setattr__(self, "hand", True)
            object.__setattr__(self, "schwarz_announced", True)
        if self.schwarz_announced:
            object.__setattr__(self, "schneider_announced", True)
        if is_null and self.schneider_announced:
            raise SkatsimError(f"contract {self}: null knows no Schneider or Schwarz; drop S and Z")
        if self.schneider_announced and not self.hand:
            raise SkatsimError(f"contract {self}: announcing is possible only in a hand game; add H or drop S and Z")

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Read a game with its announcements: in letters as records have them, C S H D G N and any of H S Z O.

        Words and signs are read too, see `skatsim.rules.notation.contract_letters`.

        Raises
        ------
        SkatsimError
            For an unknown game or word, an announcement that stands twice or is impossible.

        Examples
        --------
        >>> str(Contract.parse("Kreuz Hand")), str(Contract.parse("null ouvert"))
        ('CH', 'NO')
        """
        if not isinstance(text, str):
            raise SkatsimError(f"contract {text!r} is no text such as CHS")
        letters = contract_letters(text)
        game, flags = letters[0], letters[1:]
        return cls(GameType(GAME_LETTERS.index(game)), "H" in flags, "S" in flags, "Z" in flags, "O" in flags)

    @classmethod
    def from_code(cls, code: int) -> "Contract":
        """The contract of a kernel code (see `TYPE_BITS`)."""
        if not isinstance(code, Integral) or isinstance(code, bool) or not 0 <= code < 2 * OUVERT_BIT:
            raise SkatsimError(f"contract code {code!r} is out of range; codes are whole numbers from 0 to 127")
        flags = [bool(code & bit) for _, bit in CONTRACT_FLAGS]
        return cls(GameType(code & TYPE_BITS), *flags)

    @property
    def code(self) -> int:
        """The contract as the number kernels and columns carry."""
        flags = (self.hand, self.schneider_announced, self.schwarz_announced, self.ouvert)
        return int(self.game_type) | sum(bit for (_, bit), on in zip(CONTRACT_FLAGS, flags, strict=True) if on)

    @property
    def null_value(self) -> int:
        """Fixed value of a null game (23, 35, 46 or 59)."""
        return NULL_VALUES[self.hand + 2 * self.ouvert]

    def __str__(self) -> str:
        flags = (self.hand, self.schneider_announced, self.schwarz_announced, self.ouvert)
        return GAME_LETTERS[self.game_type] + "".join(
            letter for (letter, _), on in zip(CONTRACT_FLAGS, flags, strict=True) if on
        )


def game_type_of(game: "GameType | Contract | str | int") -> GameType:
    """The game type of a contract, of its name or letters, or of a number 0-5.

    Raises
    ------
    SkatsimError
        For anything that names no game.

    Examples
    --------
    >>> game_type_of("Pik"), game_type_of(4)
    (<GameType.SPADES: 2>, <GameType.GRAND: 4>)
    """
    if isinstance(game, str):
        return Contract.parse(game).game_type
    if isinstance(game, Contract):
        return game.game_type
    return _checked(game)


def _checked(game: object) -> GameType:
    """A game type given as such or as its number."""
    if isinstance(game, bool) or not isinstance(game, Integral):
        return GameType._missing_(game)
    return GameType(int(game))


def check_bid(bid: int, top: int = BIDS[-1]) -> int:
    """Return `bid` if it stands on the ladder (up to `top`).

    Raises
    ------
    SkatsimError
        With the neighbouring values of the ladder.
    """
    if isinstance(bid, bool) or not isinstance(bid, Integral):
        raise SkatsimError(f"bid {bid!r} is no whole number; bids run from {BIDS[0]} to {top}")
    if bid in BIDS and bid <= top:
        return bid
    lower = max((b for b in BIDS if b < bid and b <= top), default=None)
    upper = min((b for b in BIDS if b > bid and b <= top), default=None)
    near = [str(b) for b in (lower, upper) if b is not None]
    nearest = "the nearest values are" if len(near) > 1 else "the nearest value is"
    raise SkatsimError(f"bid {bid} is not on the ladder; {nearest} {' and '.join(near)}")
