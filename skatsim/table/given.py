"""Given deals played by any line-up: deals of a record, of a study, or the same ones again.

Nothing is dealt and nobody moves on: player 1 of the line-up is forehand in every deal.
"""

import numpy as np

from skatsim.bots.bot import Lineup
from skatsim.bots.state import DEALT_SKAT, FAULT, HANDS, new_state
from skatsim.kernel import kernel
from skatsim.kernel.types import Ints
from skatsim.rules.deals import Deal, check_deal
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.table.columns import OutcomeColumns, empty_outcomes
from skatsim.table.engine import book, play_deal, raise_fault, sit_down


@kernel
def _play_hands(state: Ints, outcomes: OutcomeColumns, cards: Ints, seed: int, rules: RuleNumbers) -> int:
    """Play the deals cards[n, 4], player 0 at forehand; returns the rows done, fewer after a fault."""
    for row in range(len(outcomes.declarer)):
        for seat in range(3):
            state[HANDS + seat] = cards[row, seat]
        state[DEALT_SKAT] = cards[row, 3]
        sit_down(state, seed, row, 0)
        play_deal(state, rules)
        if state[FAULT]:
            return row
        book(outcomes, row, state, rules)
    return len(outcomes.declarer)


def play_hands(deals: list[Deal], lineup: Lineup, rules: RuleSet = ISKO, *, seed: int = 0) -> OutcomeColumns:
    """Play given deals; player 1 of the line-up sits at forehand, 2 at middlehand, 3 at rearhand.

    Parameters
    ----------
    deals
        The hands of forehand, middlehand, rearhand, and the skat.
    lineup
        Three players, see `skatsim.bots.bot.make_lineup`.
    rules
        The rule set.
    seed
        Of the players' random words, one stream position a row.

    Raises
    ------
    SkatsimError
        For cards that are no deal, or a bot that answers illegally.

    Examples
    --------
    >>> from skatsim.bots import registry
    >>> from skatsim.bots.bot import make_lineup
    >>> from skatsim.rules.deals import deal
    >>> outcomes = play_hands([deal(7, 0)], make_lineup([(registry.get("random"), {"top_bid": 18})] * 3))
    >>> len(outcomes.score)
    1
    """
    cards = np.array([check_deal(deal) for deal in deals], dtype=np.int64).reshape(-1, 4)
    outcomes = empty_outcomes(len(cards))
    state = new_state(lineup)
    done = _play_hands(state, outcomes, cards, seed, rules.numbers)
    if done < len(cards):
        raise_fault(state, done)
    return outcomes
