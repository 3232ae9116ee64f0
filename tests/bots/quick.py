"""Parameters with which a bot that searches is quick enough to be tested as the others are."""

from collections.abc import Mapping
from typing import Final

FEW_WORLDS: Final = dict.fromkeys(("worlds", "batch", "declare_worlds", "discard_worlds"), 2.0) | {
    "burn": 3.0,
    "thin": 1.0,
}
_QUICK: Final[Mapping[str, Mapping[str, float]]] = {"rollout": FEW_WORLDS, "expert": {}}


def quick(name: str) -> Mapping[str, float]:
    """Few worlds for a bot that searches, else its defaults."""
    return _QUICK.get(name.partition("@")[0], {})


def slower(name: str) -> int:
    """How many times fewer games a bot gets that searches."""
    return 30 if name.partition("@")[0] in _QUICK else 1
