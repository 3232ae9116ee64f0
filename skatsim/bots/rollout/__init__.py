"""The bot `rollout`: it tries what it may do in worlds it may be in, every seat playing on as a heuristic would.

Imperfect-information Monte Carlo: no seat of a rollout sees the cards of the others, so nothing is won by a play that
only works with open cards.  Worlds are weighed by how well they explain bids, contract, discard and plays (the rooms
below: `skatsim.bots.worlds`, `inference`, `chain`, `rollouts`).  The number of worlds is fixed, not the time.

Rooms: `parameters`, `memory` (scratch), `declaring` (hand or pick-up, contract, discard), `playing`, `cards` (which
cards differ, what is needed).
"""

from typing import Final

from skatsim.bots.bot import Bot
from skatsim.bots.rollout.declaring import declare, discard, reserve
from skatsim.bots.rollout.memory import SIZE
from skatsim.bots.rollout.parameters import BASE, DEFAULTS, MEANINGS, check, cost
from skatsim.bots.rollout.playing import play
from skatsim.bots.rollouts import prepare_table
from skatsim.kernel.types import Ints


def _prepare(workspace: Ints) -> None:
    prepare_table(workspace, BASE)


BOT: Final = Bot(
    name="rollout",
    version=1,
    reserve=reserve,
    declare=declare,
    discard=discard,
    play=play,
    params=DEFAULTS,
    meanings=MEANINGS,
    workspace_size=SIZE,
    prepare=_prepare,
    pace=1e6 / cost(DEFAULTS),
    slowdown=lambda params: cost(params) / cost(DEFAULTS),
    about="tries cards, contracts and discards in sampled worlds that explain what was seen",
    check=check,
)
