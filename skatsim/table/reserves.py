"""What each seat's bot would bid up to on the cards it is dealt, before anything is said.

Each seat is asked at an empty table, as the engine asks it first: with its first random word and the view of stage 0.
For forehand and middlehand that is the very question of the game; rearhand is asked there once the others have spoken,
and may answer otherwise then.
"""

import numpy as np

from skatsim.bots import abi
from skatsim.bots.bot import Lineup
from skatsim.bots.failures import raise_failure
from skatsim.bots.state import HANDS, ask, new_state
from skatsim.kernel import kernel
from skatsim.kernel.types import Ints
from skatsim.rules.auction import step_of_reserve
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.table.engine import clear_table, sit_down


@kernel
def _ask_all(state: Ints, games: Ints, hands: Ints, seed: int, rules: RuleNumbers, steps: Ints) -> None:
    """Fill steps[n, 3]."""
    for row in range(len(games)):
        clear_table(state, rules)
        sit_down(state, seed, games[row], games[row] % 3)
        for seat in range(3):
            state[HANDS + seat] = hands[row, seat]
            steps[row, seat] = step_of_reserve(ask(state, seat, abi.RESERVE), rules.ladder_steps)


def dealt_reserves(seed: int, games: Ints, hands: Ints, lineup: Lineup, rules: RuleSet = ISKO) -> Ints:
    """Steps of the ladder up to which the seats would bid, 0 to pass: int64[n, 3], by seat.

    Parameters
    ----------
    seed
        Of the players' random words.
    games
        Game numbers, int64[n]: they say which word, and who of the line-up sits where.
    hands
        Masks of the ten cards by seat, int64[n, 3].
    lineup
        Three players, see `skatsim.bots.bot.make_lineup`.
    rules
        The ladder's top.

    Examples
    --------
    >>> from skatsim.bots import registry
    >>> from skatsim.bots.bot import make_lineup
    >>> from skatsim.rules.deals import deal_range
    >>> lineup = make_lineup([(registry.get("heuristic"), {})] * 3)
    >>> dealt_reserves(1, np.arange(2), deal_range(1, 0, 2)[:, :3], lineup).tolist()
    [[1, 4, 5], [4, 3, 5]]
    """
    steps = np.zeros((len(games), 3), dtype=np.int64)
    _ask_all(new_state(lineup), games, hands, seed, rules.numbers, steps)
    raise_failure()
    return steps
