"""What a seat may know, as an object for plain Python: the slots of `skatsim.bots.abi` by name, cards in words."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np

from skatsim.bots import abi
from skatsim.kernel.types import Ints
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import Contract


class View:
    """What the seat that is asked may know, by names; sets of cards are a `CardSet`, single cards text such as CJ.

    The slots of `skatsim.bots.abi` are attributes in small letters: `hand`, `trumps`, `skat`, `discard`, `open_hand`,
    `legal`, `led` and `played` are sets; `reached`, `passed`, `played_by` and `lacks` are tuples by seat; `table` and
    `history` tuples of cards, `leaders` one of seats; `declarer` (a seat) and `contract` are None until they are known;
    the others are numbers.  Besides: `slots` (all numbers as they are), `array` (the same as int64[VIEW_SIZE], for a
    model), `params` (by name), `word` (the random number of this question) and `random` (a generator made of it).

    >>> view = View((0,) * abi.VIEW_SIZE, {"boldness": 3.0}, 7)
    >>> view.hand, view.params["boldness"], view.random.choice("abc")
    (CardSet(''), 3.0, 'b')
    """

    __slots__ = ("params", "slots", "word")

    def __init__(self, slots: tuple[int, ...], params: Mapping[str, float], word: int) -> None:
        self.slots, self.params, self.word = slots, params, word

    def __getattr__(self, name: str) -> Any:
        reading = _READINGS.get(name)
        if reading is None:
            raise AttributeError(f"a view has no {name!r}; it has: {', '.join([*_READINGS, 'array', 'random'])}")
        return reading(self.slots)

    @property
    def array(self) -> Ints:
        """All slots, int64[VIEW_SIZE]."""
        return np.array(self.slots, dtype=np.int64)

    @property
    def random(self) -> Random:
        """A generator that is the same whenever this question is put again."""
        return Random(self.word)


def _cards(slot: int) -> Callable[[tuple[int, ...]], CardSet]:
    return lambda slots: CardSet(slots[slot])


def _by_seat(slot: int, read: Callable[[int], Any]) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
    return lambda slots: tuple(map(read, slots[slot : slot + 3]))


def _number(slot: int) -> Callable[[tuple[int, ...]], int]:
    return lambda slots: slots[slot]


def _names(slots: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card.bit_length() - 1] for card in slots if card)


_SETS: Final = ("HAND", "TRUMPS", "SKAT", "DISCARD", "OPEN_HAND", "LEGAL", "LED", "PLAYED")
_NUMBERS: Final = (
    *("SEAT", "STAGE", "BID", "NULL_BELOW_BID", "LADDER_TOP", "TRICK", "LEADER", "TRICK_SIZE"),
    *("DECLARER_POINTS", "DEFENDER_POINTS", "DECLARER_TRICKS", "DEFENDER_TRICKS", "MUST_TRUMP"),
)
_READINGS: Final[dict[str, Callable[[tuple[int, ...]], Any]]] = {
    **{name.lower(): _cards(getattr(abi, name)) for name in _SETS},
    **{name.lower(): _number(getattr(abi, name)) for name in _NUMBERS},
    "reached": _by_seat(abi.REACHED, int),
    "passed": _by_seat(abi.PASSED, bool),
    "played_by": _by_seat(abi.PLAYED_BY, CardSet),
    "lacks": _by_seat(abi.LACKS, CardSet),
    "declarer": lambda slots: None if slots[abi.DECLARER] < 0 else slots[abi.DECLARER],
    "contract": lambda slots: Contract.from_code(slots[abi.CONTRACT]) if _is_named(slots) else None,
    "table": lambda slots: _names(slots[abi.TABLE : abi.TABLE + 2]),
    "history": lambda slots: _names(slots[abi.HISTORY : abi.HISTORY + 30]),
    "leaders": lambda slots: tuple(seat for seat in slots[abi.LEADERS : abi.LEADERS + 10] if seat >= 0),
}


def _is_named(slots: tuple[int, ...]) -> bool:
    """Whether there is a contract: diamonds have the code 0, null has no trumps."""
    return slots[abi.CONTRACT] | slots[abi.TRUMPS] != 0
