"""What lies in the scratch memory of `rollout`, and what every question needs: the base's answer and worlds."""

from typing import Final

from skatsim.bots import abi
from skatsim.bots.chain import EPSILONS_AT, POOL_AT, begin_chain, draw_worlds
from skatsim.bots.inference import ONE, WORLD_SIZE, ask_seat
from skatsim.bots.rollout.parameters import MODEL, MOST_WORLDS, OWN, At
from skatsim.bots.rollouts import seat_models
from skatsim.bots.worlds import WORDS, draw_world
from skatsim.kernel import borrow, kernel
from skatsim.kernel.types import Floats, Ints

CARDS: Final = 10
"""The most cards to choose from."""
CARDS_AT: Final = POOL_AT + MOST_WORLDS * WORLD_SIZE
WINS_AT: Final = CARDS_AT + CARDS
CANDIDATES: Final = 80
"""The most contracts or discards tried at a time."""
CANDIDATE: Final = 4
"""Words of a candidate: contract, cards put away (0 in a hand game), sum of its points, whether it stays."""
CANDIDATES_AT: Final = WINS_AT + CARDS
SKETCH_AT: Final = CANDIDATES_AT + CANDIDATES * CANDIDATE
"""A view to ask the base with."""
SIZE: Final = SKETCH_AT + abi.VIEW_SIZE


@kernel
def ask_base(view: Ints, params: Floats, workspace: Ints, question: int) -> int:
    """What the bot it bids by would answer; from then on the seats of the rollouts' table have their parameters."""
    seat_models(workspace, view[abi.SEAT], params, OWN, MODEL)
    return ask_seat(workspace, view, view[abi.SEAT], question)


@kernel
def fill_pool(view: Ints, params: Floats, workspace: Ints, word: int, first: int, end: int) -> None:
    """Draw the worlds first ... end - 1 into the pool; `first` = 0 begins anew."""
    plain = True
    for i in range(3):
        workspace[EPSILONS_AT + i] = int(ONE * params[At.EPS_BID + i])
        plain = plain and workspace[EPSILONS_AT + i] == ONE
    if plain:
        for world in range(first, end):
            draw_world(view, borrow(workspace, POOL_AT + WORLD_SIZE * world, WORLD_SIZE), word, world * WORDS)
        return
    if first == 0:
        begin_chain(workspace, view, int(params[At.BURN]), word)
    draw_worlds(workspace, view, first, end, int(params[At.THIN]), word)
