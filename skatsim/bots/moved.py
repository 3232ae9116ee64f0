"""A bot with its limit moved: what it would cost it to bid further or shorter, all else equal.

A moved bot answers every question as the bot it is made of, with the same random words; only its reserve is so many
steps of the ladder higher or lower, at every stage of the auction: below 18 it passes, beyond the top it stays there.
"""

from collections.abc import Mapping
from typing import Final

from skatsim.bots import abi
from skatsim.bots.abi import address_of, decide
from skatsim.bots.bot import Bot, Player
from skatsim.kernel import kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, step_of_reserve

_ADDRESS: Final = -2
"""Behind the bot's own parameters: where its reserve lies in memory, and the steps."""
_STEPS: Final = -1
_TAKEN_OVER: Final = ("name", "version", "declare", "discard", "play", "about", "workspace_size", "prepare", "pace")


@kernel
def moved_reserve(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """The reserve of the bot, moved."""
    reserve = decide(int(params[len(params) + _ADDRESS]), view, params, workspace, word)
    if reserve == abi.FAILED:
        return reserve
    top = STEP_OF_BID[view[abi.LADDER_TOP]]
    step = step_of_reserve(reserve, top) + int(params[len(params) + _STEPS])
    return BID_OF_STEP[max(0, min(step, top))]


def moved(player: Player, steps: int) -> Player:
    """The player with every reserve `steps` steps of the ladder higher, or lower where it is negative.

    It holds an address in this process and cannot travel to another.

    Raises
    ------
    SkatsimError
        When a parameter does not fit the bot or its reserve does not compile.

    Examples
    --------
    >>> from skatsim.bots import registry
    >>> from skatsim.bots.bot import make_lineup
    >>> from skatsim.table.engine import simulate_games
    >>> timid = (registry.get("random"), {"top_bid": 18.0})
    >>> bold = make_lineup([moved(timid, 1)] * 3)  # 18 or 20 where it would pass or bid 18
    >>> sorted(set(simulate_games(1, 0, 50, bold).outcomes.bid.tolist()))
    [18, 20]
    """
    bot, chosen = player
    params: Mapping[str, float] = dict(zip((*bot.params, *bot.fixed), bot.param_values(chosen), strict=True))
    behind = {"reserve_address": float(address_of(bot.reserve)), "reserve_steps": float(steps)}
    parts = {name: getattr(bot, name) for name in _TAKEN_OVER}
    return Bot(reserve=moved_reserve, params={**params, **behind}, **parts), {}
