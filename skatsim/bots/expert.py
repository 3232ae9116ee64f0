"""The bot `expert`: bids and plays as the newest heuristic, and tries cards in a few worlds in the last tricks.

The kernels and parameters are those of `rollout`; what differs is how much is tried.  In the last tricks a rollout is
short and few worlds are left, so that four of them cost less than the rest of the game.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from skatsim.bots import rollout
from skatsim.bots.bot import Bot
from skatsim.bots.rollout.parameters import check, cost

_DEFAULTS: Final = {
    "worlds": 4.0,
    "first_trick": 6.0,
    "batch": 4.0,
    "declare_worlds": 0.0,
    "discard_worlds": 0.0,
    "try_null": 1.0,
    "boldness": 9.0,
    "eps_bid": 1.0,
    "eps_contract": 1.0,
    "eps_play": 1.0,
}
_PARAMS: Final = {**rollout.BOT.params, **_DEFAULTS}

BOT: Final[Bot] = replace(
    rollout.BOT,
    name="expert",
    params=_PARAMS,
    pace=1e6 / cost(_PARAMS),
    slowdown=lambda params: cost(params) / cost(_PARAMS),
    about="bids and plays as the newest heuristic, and tries cards in a few worlds in the last tricks",
    check=partial(check, name="expert"),
)
