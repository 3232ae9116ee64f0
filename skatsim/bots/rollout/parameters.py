"""The parameters of the bot `rollout`: its own, then those of the bot it bids by, then those of the bot it models."""

from collections.abc import Mapping
from typing import Final

from skatsim.bots import heuristic
from skatsim.bots.bot import ParameterTable
from skatsim.errors import SkatsimError

BASE: Final = heuristic.NEWEST
"""Bids for it, breaks its ties, and is how it thinks of the others."""


class At(ParameterTable):
    """Where each parameter lies."""

    WORLDS = 16.0, "worlds in which a card is tried, at most"
    FIRST_TRICK = 0.0, "the first trick, 0 to 9, in which cards are tried (10: none); before it as the bot it bids by"
    TRY_NULL = 0.0, "declarer of a null: 1 tries contract, discard and cards too, 0 is the bot it bids by"
    BATCH = 16.0, "worlds tried before cards that fall behind are dropped"
    DROP = 3.0, "standard errors behind the best at which a card is dropped"
    ALIKE = 16.0, "worlds after which cards that have all won as often are tried no further"
    DECLARE_WORLDS = 64.0, "worlds in which contracts and hand games are tried; 0: as the bot it bids by"
    DISCARD_WORLDS = 64.0, "worlds in which discards are tried; 0: as the bot it bids by"
    BURN = 40.0, "exchanges of cards before the first world"
    THIN = 8.0, "exchanges of cards from world to world"
    EPS_BID = 0.3, "what a world counts in which the modelled bot would have bid otherwise; 1: bids are not looked at"
    EPS_CONTRACT = 0.3, "the same for the contract; below 1 the discard follows from the twelve cards too"
    EPS_PLAY = 0.5, "the same for each card played"


BASE_SIZE: Final = len(BASE.params)
OWN: Final = len(At)
"""Where the base's parameters begin as the bot itself bids and plays on by them."""
MODEL: Final = OWN + BASE_SIZE
"""Where the base's parameters begin as the bot ascribes them to the others."""
MOST_WORLDS: Final = 4096
MODELLED: Final = "model_"
"""Before a parameter of the base: as the bot ascribes it to the others."""
_BOLDER: Final = {"boldness": 20.0}
"""Who plays better than the base wins more of what he bids on: +0.9 ± 0.5 tournament points a deal."""
DEFAULTS: Final = {
    **At.defaults(),
    **BASE.params,
    **_BOLDER,
    **{MODELLED + key: value for key, value in BASE.params.items()},
}
MEANINGS: Final = {
    **At.meanings(),
    **BASE.meanings,
    **{MODELLED + key: f"the others, as they are modelled: {about}" for key, about in BASE.meanings.items()},
}
_RANGES: Final = {
    At.WORLDS: (1, MOST_WORLDS),
    At.FIRST_TRICK: (0, 10),
    At.TRY_NULL: (0, 1),
    At.BATCH: (1, MOST_WORLDS),
    At.DROP: (0, 1000),
    At.ALIKE: (1, MOST_WORLDS),
    At.DECLARE_WORLDS: (0, MOST_WORLDS),
    At.DISCARD_WORLDS: (0, MOST_WORLDS),
    At.BURN: (0, 1_000_000),
    At.THIN: (1, 1_000_000),
    At.EPS_BID: (0.000_001, 1),
    At.EPS_CONTRACT: (0.000_001, 1),
    At.EPS_PLAY: (0.000_001, 1),
}


def cost(params: Mapping[str, float]) -> float:
    """Microseconds that three such bots take for a game, roughly: measured parts, added up."""
    weighed = min(params["eps_bid"], params["eps_contract"], params["eps_play"]) < 1
    tricks = max(0.0, 9 - params["first_trick"])
    each = 1.0 + (0.35 * params["thin"] if weighed else 0.0)  # one world of a decision, its cards played out
    started = 0.35 * params["burn"] if weighed else 0.0
    cards = 2.2 * tricks * (started + params["worlds"] * each * (0.3 + 0.1 * tricks))
    declared = params["declare_worlds"] + params["discard_worlds"]
    return 3.0 + cards + (7.0 + each) * declared


def check(params: Mapping[str, float], *, name: str = "rollout") -> None:
    """Refuse values the bot cannot use.

    Raises
    ------
    SkatsimError
        Naming the parameter and what it may be.
    """
    BASE.check({key: params[key] for key in BASE.params})
    BASE.check({key: params[MODELLED + key] for key in BASE.params})
    for place, (least, most) in _RANGES.items():
        value = params[place.key]
        if not least <= value <= most:
            raise SkatsimError(f"{name}.{place.key} = {value:g} is out of range; take {least:g} to {most:g}")
