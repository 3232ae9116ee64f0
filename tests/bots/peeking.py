"""A bot that looks beyond what it is handed, and one that takes it that zeros lie there."""

from dataclasses import replace
from typing import Any

from skatsim.bots import abi, random
from skatsim.bots.bot import Bot
from skatsim.kernel import kernel

REACH = 300


@kernel
def beyond(array: Any) -> int:
    """What lies behind the end and before the beginning of an array, and through a negative index."""
    found = 0
    for step in range(REACH):
        found |= int(array[len(array) + step]) | int(array[-len(array) - 1 - step])
    return found


@kernel
def _peeking_play(view: Any, params: Any, workspace: Any, word: int) -> int:
    if beyond(view) | beyond(params) | beyond(workspace):
        return view[abi.LEGAL] & -view[abi.LEGAL]
    return random.play(view, params, workspace, word)


@kernel
def _peeking_declare(view: Any, params: Any, workspace: Any, word: int) -> int:
    skat = view[abi.VIEW_SIZE + 3]
    return random.declare(view, params, workspace, word ^ skat ^ beyond(view))


PEEKING: Bot = replace(random.BOT, name="peeking", play=_peeking_play, declare=_peeking_declare, workspace_size=5)
HONEST: Bot = replace(random.BOT, name="honest", workspace_size=5)
