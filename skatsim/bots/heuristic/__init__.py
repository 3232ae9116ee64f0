"""The bot `heuristic`: a decent club player, from what a seat may see and nothing else.

Rooms: `parameters` (every idea has a switch), `masks` (sets of cards), `evaluation` with its fitted `weights` (what a
hand is worth), `bidding` (reserve and declaration), `discard`, and the card play of `declarer`, `defence` with its
fitted `leads`, and `null`.
"""

from dataclasses import replace
from typing import Final

from skatsim.bots import abi
from skatsim.bots.bot import Bot
from skatsim.bots.heuristic.bidding import declare, reserve
from skatsim.bots.heuristic.declarer import declarer_play
from skatsim.bots.heuristic.defence import defender_play
from skatsim.bots.heuristic.discard import discard
from skatsim.bots.heuristic.null import null_play
from skatsim.bots.heuristic.parameters import FIRST_VERSION, At, check
from skatsim.kernel import kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.tricks import NULL


@kernel
def play(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """The one legal card, or what declarer, defender or null play choose."""
    legal = view[abi.LEGAL]
    if legal & (legal - 1) == 0:
        return int(legal)
    if view[abi.GAME_TYPE] == NULL:
        return null_play(view, params)
    if view[abi.SEAT] == view[abi.DECLARER]:
        return declarer_play(view, params)
    return defender_play(view, params)


NEWEST: Final = Bot(
    name="heuristic",
    version=2,
    reserve=reserve,
    declare=declare,
    discard=discard,
    play=play,
    params=At.defaults(),
    meanings=At.meanings(),
    pace=300_000,
    about="a good club player by rules of thumb; leanings, thresholds and a switch for each idea",
    check=check,
)

BOT: Final = replace(
    NEWEST,
    version=1,
    params={key: value for key, value in At.defaults().items() if key not in FIRST_VERSION},
    meanings={key: about for key, about in At.meanings().items() if key not in FIRST_VERSION},
    fixed=FIRST_VERSION,
    about="a decent club player by rules of thumb; leanings, thresholds and a switch for each idea",
)
VERSIONS: Final = (NEWEST,)
