"""The same worlds played with each of several choices: a contract and two cards to put away, given or left to the bot.

Used where the seat that asks becomes declarer when it holds up to a limit: what would each contract have brought, each
skat, each discard.  The others bid, and all play, as in `skatsim.table.limits`; a choice that names the bot's own
contract plays the very game the bot plays.  Values and list points are as by the rules, tournament points those of the
declarer (Seeger-Fabian, table of three).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from skatsim.bots import abi
from skatsim.bots.card_play import play_tricks
from skatsim.bots.failures import raise_failure
from skatsim.bots.mover import name_contract
from skatsim.bots.state import ASKED, DEALT_SKAT, FAULT, HANDS, PUT_AWAY, VIEW, ask, fault, new_state
from skatsim.kernel import kernel, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BIDS, HAND_BIT
from skatsim.rules.declaring import may_declare
from skatsim.rules.ruleset import RuleNumbers
from skatsim.rules.scoring import OTHERS_POINTS, made, seeger_fabian, settle_game
from skatsim.table.columns import OutcomeColumns, empty_outcomes
from skatsim.table.engine import ask_discard, book, declare, pick_up, play_on, put_away, raise_fault
from skatsim.table.worlds import (
    CANDIDATE,
    FIRST_LIMIT,
    FIRST_WORLD,
    LIMIT,
    ME,
    ONLY_BID,
    WORLD,
    WORLDS,
    Asked,
    hold_up_to,
    lay_world,
    next_world,
)

AS_BOT: Final = -1
"""A choice: whatever the bot declares."""
AFTER_PICK_UP: Final = -2
"""A choice: pick up the skat, then whatever the bot declares."""
NEVER_PASS: Final = len(BIDS)
"""The limit of a seat that plays at any bid."""
ANY_BID: Final = 0
BOTS_DISCARD: Final = 0
"""In place of two cards: whatever the bot puts away."""

CONTRACT, MADE, VALUE, COVERED, WON, LIST, TOURNAMENT = range(7)
"""What a choice brought: contract code; 1 if the play reached what was declared (61 card points, the announced level,
no trick); the game value and the list points if the bid is covered; 1 if the game was won at the bid, 0 if not; its
points there.  A null that may not be declared at the bid has `WON` -1 and no points."""
FIGURES: Final = 7

_THREE: Final = OTHERS_POINTS[3]


class Choices(NamedTuple):
    """Rows of worlds in which the seat that asks declares, in the order of the worlds.

    `deals` int64[n, 4]: hands and skat as dealt; `bids` int64[n]; `passing` int64[n]: the tournament points of the seat
    in the same world when it passes at once; `results` int64[n, choices, FIGURES]; `counts` int64[3]: rows, and
    the worlds and candidates looked at.
    """

    deals: Ints
    bids: Ints
    passing: Ints
    results: Ints
    counts: Ints


def joined(parts: Sequence[Choices]) -> Choices:
    """Rows one after the other."""
    deals, bids, passing, results = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:4])
    return Choices(deals, bids, passing, results, np.sum([part.counts for part in parts], axis=0))


@kernel
def declare_as(state: Ints, declarer: int, contract: int, discard: int) -> None:
    """The declaration of one choice, with the words the bot's own would have had."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    if contract == AS_BOT:
        declare(state, declarer)
        return
    picked_up = contract == AFTER_PICK_UP or contract & HAND_BIT == 0
    state[ASKED + declarer] += 1
    if picked_up:
        pick_up(state, declarer)
        if contract == AFTER_PICK_UP:
            contract = ask(state, declarer, abi.DECLARE)
            if not may_declare(contract, 1, view[abi.BID], view[abi.NULL_BELOW_BID]):
                fault(state, declarer, abi.DECLARE, contract)
                return
        else:
            state[ASKED + declarer] += 1
    name_contract(view, contract)
    if picked_up and discard == BOTS_DISCARD:
        ask_discard(state, declarer)
    elif picked_up:
        put_away(state, declarer, discard)


@kernel
def _enter(state: Ints, result: Ints, rules: RuleNumbers) -> None:
    """What the game that was just played brought its declarer."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    declarer, contract, bid = view[abi.DECLARER], view[abi.CONTRACT], view[abi.BID]
    away = state[DEALT_SKAT] if contract & HAND_BIT else state[PUT_AWAY]
    points, tricks = view[abi.DECLARER_POINTS] + card_points(away), view[abi.DECLARER_TRICKS]
    twelve = view[abi.PLAYED_BY + declarer] | state[HANDS + declarer] | away
    result[CONTRACT] = contract
    result[MADE] = made(contract, points, tricks, rules)
    result[VALUE], _, _, result[COVERED] = settle_game(contract, BIDS[0], twelve, points, tricks, rules)
    _, won, _, score = settle_game(contract, bid, twelve, points, tricks, rules)
    refused = not may_declare(contract, contract & HAND_BIT == 0, bid, rules.null_below_bid)
    result[WON] = -1 if refused else won
    result[LIST] = score
    result[TOURNAMENT] = 0 if refused else seeger_fabian(score, True, _THREE)


@kernel
def _passing(state: Ints, question: Ints, one: OutcomeColumns, rules: RuleNumbers) -> int:
    """Tournament points of the seat that asks in the world at hand when it passes at once."""
    lay_world(state, question, rules)
    declarer, _ = hold_up_to(state, question, question[FIRST_LIMIT], rules.ladder_steps)
    play_on(state, declarer, rules)
    if declarer < 0 or state[FAULT]:
        return 0
    book(one, 0, state, rules)
    return seeger_fabian(one.score[0], declarer == question[ME], _THREE)


@kernel
def _plays(state: Ints, question: Ints, rules: RuleNumbers) -> bool:
    """Hold the auction of the world at hand; whether the seat that asks declares, at the bid that is asked for."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    lay_world(state, question, rules)
    declarer, _ = hold_up_to(state, question, question[LIMIT], rules.ladder_steps)
    view[abi.DECLARER] = declarer
    return declarer == question[ME] and (question[ONLY_BID] == 0 or view[abi.BID] == question[ONLY_BID])


@kernel
def _play_choices(
    state: Ints, question: Ints, choices: Ints, one: OutcomeColumns, rows: Choices, rules: RuleNumbers
) -> bool:
    """Fill rows from the worlds of the question; False after an illegal answer."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    for world in range(question[FIRST_WORLD], question[FIRST_WORLD] + question[WORLDS]):
        tried = next_world(state, question, world, rules)
        rows.counts[2] += abs(tried)
        if tried < 0:
            continue
        rows.counts[1] += 1
        if not _plays(state, question, rules):
            continue
        row = rows.counts[0]
        rows.counts[0] += 1
        rows.bids[row] = view[abi.BID]
        for place in range(4):
            rows.deals[row, place] = question[WORLD + place]
        for choice in range(len(choices)):
            _plays(state, question, rules)
            declare_as(state, question[ME], choices[choice, 0], choices[choice, 1])
            if state[FAULT] == 0:
                play_tricks(state, rules)
            if state[FAULT]:
                return False
            _enter(state, rows.results[row, choice], rules)
        rows.passing[row] = _passing(state, question, one, rules)
        if state[FAULT]:
            return False
    return True


def play_choices(
    asked: Asked, choices: Sequence[tuple[int, int]], worlds: range, *, limit: int = NEVER_PASS, only_bid: int = ANY_BID
) -> Choices:
    """Play each choice in those worlds in which the seat that asks declares; safe from several threads at once.

    Parameters
    ----------
    asked
        What is asked, and of whom.
    choices
        Pairs of a contract's code (or AS_BOT, AFTER_PICK_UP) and the mask of two of the twelve cards (or BOTS_DISCARD).
    worlds
        Which worlds: a range with step 1.
    limit
        The step up to which the seat holds.
    only_bid
        Only the worlds in which the game is played at this bid.

    Raises
    ------
    SkatsimError
        When a bot answered illegally.
    """
    count = len(worlds)
    shapes = ((count, 4), (count,), (count,), (count, len(choices), FIGURES), (3,))
    rows = Choices(*(np.zeros(shape, dtype=np.int64) for shape in shapes))
    codes = np.array(choices, dtype=np.int64).reshape(-1, 2)
    state, question = new_state(asked.lineup), asked.question(worlds, limit=limit, only_bid=only_bid)
    if not _play_choices(state, question, codes, empty_outcomes(1), rows, asked.rules.numbers):
        raise_fault(state, int(question[CANDIDATE]))
    raise_failure()
    found = int(rows.counts[0])
    arrays = {name: getattr(rows, name)[:found] for name in rows._fields[:-1]}
    return rows._replace(**arrays)
