"""The hidden state of one table and how its seats are asked: the room below engine, rollouts and replays.

The state is one int64 array of what is hidden, slots below.  A bot never gets it: the view (what is public, completed
with the private slots of whoever is asked), each player's parameters and each player's scratch memory are allocations
of their own, between zeros, and the state keeps their addresses.  The first illegal answer is remembered in FAULT.
"""

import weakref
from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.abi import decide
from skatsim.bots.bot import Lineup
from skatsim.kernel import apart, floats_at, kernel, random_word, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.deals import DECK_SIZE

HANDS: Final = 0
"""Three slots by seat: cards in hand."""
DEALT_SKAT: Final = 3
PUT_AWAY: Final = 4
"""The declarer's two discards; 0 in a hand game."""
FOUND: Final = 5
"""The skat as the declarer picked it up; 0 in a hand game."""
SEAT_KEYS: Final = 6
"""Three slots by seat: key of the seat's random stream."""
ASKED: Final = 9
"""Three slots by seat: position of the next word of its stream."""
PLAYERS: Final = 12
"""Three slots by seat: who of the line-up sits there."""
CARDS_PLAYED: Final = 15
FAULT: Final = 16
"""After an illegal answer: 1 + question, seat, answer."""
VIEW: Final = 19
"""Address of the view."""
PLAYER: Final = 20
"""Three records by player, each what `ask` needs of him: his four kernels, then the slots below."""
KERNELS: Final = len(abi.QUESTIONS)
PARAMS: Final = KERNELS
"""Address and length of his parameters (float64), address and length of his scratch memory."""
WORKSPACE: Final = PARAMS + 2
RECORD: Final = WORKSPACE + 2
DECK: Final = PLAYER + 3 * RECORD
"""DECK_SIZE slots: scratch for the shuffle."""
STATE_SIZE: Final = DECK + DECK_SIZE


def new_state(lineup: Lineup) -> Ints:
    """State for one thread: int64, with the addresses of kernels, parameters, fresh workspaces and a view."""
    state = apart(STATE_SIZE)
    view = apart(abi.VIEW_SIZE)
    state[VIEW] = view.ctypes.data
    owned = [view]
    for player, (numbers, workspace) in enumerate(zip(lineup.params, lineup.new_workspaces(), strict=True)):
        params = apart(len(numbers))
        params[:] = numbers.view(np.int64)
        addresses = lineup.addresses[KERNELS * player : KERNELS * (player + 1)]
        record = [*addresses, params.ctypes.data, len(params), workspace.ctypes.data, len(workspace)]
        state[PLAYER + RECORD * player : PLAYER + RECORD * (player + 1)] = record
        owned += [params, workspace]
    weakref.finalize(state, owned.clear)  # the state holds addresses: what they point to lives as long as it does
    return state


@kernel(inline=True)
def ask(state: Ints, seat: int, question: int) -> int:
    """Put one question to the seat, with the next word of its stream."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    view[abi.SEAT] = seat
    view[abi.HAND] = state[HANDS + seat]
    word = random_word(state[SEAT_KEYS + seat], state[ASKED + seat])
    state[ASKED + seat] += 1
    player = PLAYER + RECORD * state[PLAYERS + seat]
    answer = decide(
        state[player + question],
        view,
        floats_at(state[player + PARAMS], state[player + PARAMS + 1]),
        words_at(state[player + WORKSPACE], state[player + WORKSPACE + 1]),
        word,
    )
    if answer == abi.FAILED:
        fault(state, seat, question, answer)
    return answer


@kernel
def fault(state: Ints, seat: int, question: int, answer: int) -> None:
    """Remember the first illegal answer."""
    if state[FAULT] == 0:
        state[FAULT] = 1 + question
        state[FAULT + 1] = seat
        state[FAULT + 2] = answer
