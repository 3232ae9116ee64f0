"""A random bot that looks at everything: each decision hangs on every slot of the view, so that two tables that show
a seat anything different soon play different games."""

from dataclasses import replace
from typing import Any

from skatsim.bots import abi, random
from skatsim.kernel import kernel, mix


@kernel
def _digest(view: Any, word: int) -> int:
    for slot in range(abi.VIEW_SIZE):
        word = mix(word ^ int(view[slot]))
    return word


@kernel
def _reserve(view: Any, params: Any, workspace: Any, word: int) -> int:
    return random.reserve(view, params, workspace, _digest(view, word))


@kernel
def _declare(view: Any, params: Any, workspace: Any, word: int) -> int:
    return random.declare(view, params, workspace, _digest(view, word))


@kernel
def _discard(view: Any, params: Any, workspace: Any, word: int) -> int:
    return random.discard(view, params, workspace, _digest(view, word))


@kernel
def _play(view: Any, params: Any, workspace: Any, word: int) -> int:
    return random.play(view, params, workspace, _digest(view, word))


BOT = replace(random.BOT, name="probing", reserve=_reserve, declare=_declare, discard=_discard, play=_play)
