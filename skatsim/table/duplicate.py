"""The same deals again: given hands played by any line-up, and two bots compared in duplicate.

A *board* is one deal played in all six seatings of two bots at three seats (two of one against one of the other), with
the same random words at each seat.  On a board the cards are the same for both, so the luck of the deal cancels; a bot
against itself scores exactly zero.
"""

from typing import Final, NamedTuple

import numpy as np

from skatsim.bots.bot import Lineup, Player, make_lineup
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel
from skatsim.kernel.types import Ints
from skatsim.rules.deals import Deal, check_deal
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.stats.intervals import Estimate, sample_mean
from skatsim.table.columns import OutcomeColumns, empty_outcomes
from skatsim.table.engine import (
    DEALT_SKAT,
    FAULT,
    HANDS,
    book,
    new_state,
    play_deal,
    raise_fault,
    simulate_games,
    sit_down,
)

SEATINGS: Final = ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA")
"""Which bot is which of the line-up's three players."""


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


class Comparison(NamedTuple):
    """A against B on boards: points a deal and seat by which A is better, with their 95 % intervals over boards.

    `seeger_fabian` counts tournament points, `score` list points of the declarer (a seat that does not declare has 0).
    """

    boards: int
    seeger_fabian: Estimate
    score: Estimate

    def __str__(self) -> str:
        return (
            f"{self.seeger_fabian.value:+.3f} ±{self.seeger_fabian.half:.3f} tournament points a deal, "
            f"{self.score.value:+.3f} ±{self.score.half:.3f} list points "
            f"({self.boards:,} boards; ±: half of the 95 % interval)"
        )


def compare_in_duplicate(
    a: Player, b: Player, *, seed: int, boards: int, first_game: int = 0, rules: RuleSet = ISKO
) -> Comparison:
    """Play games [first_game, first_game + boards) in all six seatings of `a` and `b`.

    A board counts the mean of A's results at a seat less the mean of B's, over the six seatings.

    Raises
    ------
    SkatsimError
        For fewer than two boards, or what `simulate_games` refuses.

    Examples
    --------
    >>> from skatsim.bots import registry
    >>> random = (registry.get("random"), {"top_bid": 18.0})
    >>> str(compare_in_duplicate(random, random, seed=1, boards=100)).partition(",")[0]
    '+0.000 ±0.000 tournament points a deal'
    """
    if boards < 2:
        raise SkatsimError(f"{boards} boards have no interval; play 2 or more")
    tournament = np.zeros(boards, dtype=np.int64)
    listed = np.zeros(boards, dtype=np.int64)
    for seating in SEATINGS:
        lineup = make_lineup([a if letter == "A" else b for letter in seating])
        outcomes = simulate_games(seed, first_game, boards, lineup, rules).outcomes
        signs = _signs(seating, first_game, boards)
        points = (outcomes.seeger_fabian_forehand, outcomes.seeger_fabian_middlehand, outcomes.seeger_fabian_rearhand)
        for seat in range(3):
            tournament += signs[seat] * points[seat]
            listed += np.where(outcomes.declarer == seat, signs[seat] * outcomes.score, 0)
    counted = 2 * len(SEATINGS)  # six seatings, each counted twice (see `_signs`)
    return Comparison(boards, sample_mean(tournament / counted), sample_mean(listed / counted))


def _signs(seating: str, first_game: int, boards: int) -> Ints:
    """Twice the weight of each seat's result, int64[3, boards]: +2 / number of A's, -2 / number of B's."""
    weight = np.array([(2 if letter == "A" else -2) // seating.count(letter) for letter in seating])
    games = np.arange(first_game, first_game + boards)
    return np.stack([weight[(games + seat) % 3] for seat in range(3)])
