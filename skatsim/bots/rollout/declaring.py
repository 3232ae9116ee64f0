"""Hand game or pick-up, contract and discard by rollouts, in worlds that explain the bids.

Candidates are played in the same worlds, a few at first; the worse half goes after each round, and the last ones are
compared over all worlds.  What a candidate is worth is the mean of its tournament points against passing.  The answer
of the bot it bids by stands first and stays to the end.
"""

from typing import Final

from skatsim.bots import abi
from skatsim.bots.chain import POOL_AT
from skatsim.bots.inference import WORLD_SIZE, ask_seat
from skatsim.bots.mover import name_contract
from skatsim.bots.rollout.memory import (
    CANDIDATE,
    CANDIDATES,
    CANDIDATES_AT,
    SKETCH_AT,
    ask_base,
    fill_pool,
)
from skatsim.bots.rollout.parameters import At
from skatsim.bots.rollouts import begin_play, play_through
from skatsim.bots.worlds import AWAY
from skatsim.kernel import borrow, copy_words, kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT
from skatsim.rules.declaring import may_declare
from skatsim.rules.tricks import NULL

_CONTRACT, _PUT_AWAY, _SUM, _STAYS = range(CANDIDATE)
_PICK_UP: Final = -1
"""A candidate with ten cards: pick up, then as the bot it bids by."""
_GAMES: Final = 7
"""The games of a declaration without announcements: D H S C G N and null ouvert."""
_FIRST_ROUND: Final = 8
"""Worlds before the first half goes."""


@kernel
def reserve(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """As the bot it bids by."""
    return ask_base(view, params, workspace, abi.RESERVE)


@kernel
def declare(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Hand game or pick-up with ten cards, the contract with twelve."""
    base = ask_base(view, params, workspace, abi.DECLARE)
    worlds = int(params[At.DECLARE_WORLDS])
    if worlds == 0:
        return base
    games = _GAMES if params[At.TRY_NULL] else NULL
    if view[abi.SKAT]:
        count = list_contracts(view, workspace, base, games)
    else:
        count = list_hand_games(view, workspace, base, games)
    best = best_candidate(view, params, workspace, word, count, worlds)
    return max(0, workspace[CANDIDATES_AT + CANDIDATE * best + _CONTRACT])


@kernel
def discard(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """The two cards with which the game goes best."""
    base = ask_base(view, params, workspace, abi.DISCARD_TWO)
    worlds = int(params[At.DISCARD_WORLDS])
    if worlds == 0 or (view[abi.GAME_TYPE] == NULL and params[At.TRY_NULL] == 0):
        return base
    count = list_discards(view, workspace, base)
    best = best_candidate(view, params, workspace, word, count, worlds)
    return workspace[CANDIDATES_AT + CANDIDATE * best + _PUT_AWAY]


@kernel
def game_code(game: int) -> int:
    """The contract of one of `_GAMES`, without a hand bit."""
    return game if game <= NULL else NULL | OUVERT_BIT


@kernel
def list_hand_games(view: Ints, workspace: Ints, base: int, games: int) -> int:
    """Candidates with ten cards of the first `games` games, the base's answer first; returns their number."""
    count = _enter(workspace, 0, base if base & HAND_BIT else _PICK_UP, 0)
    if base & HAND_BIT:
        count = _enter(workspace, count, _PICK_UP, 0)
    for game in range(games):
        code = game_code(game) | HAND_BIT
        if code != base and may_declare(code, 0, view[abi.BID], view[abi.NULL_BELOW_BID]):
            count = _enter(workspace, count, code, 0)
    return count


@kernel
def list_contracts(view: Ints, workspace: Ints, base: int, games: int) -> int:
    """Candidates with twelve cards of the first `games` games, with the discard of the base; its own contract first."""
    count = _enter(workspace, 0, base, base_discard(view, workspace, base))
    for game in range(games):
        code = game_code(game)
        if code != base and may_declare(code, 1, view[abi.BID], view[abi.NULL_BELOW_BID]):
            count = _enter(workspace, count, code, base_discard(view, workspace, code))
    return count


@kernel
def list_discards(view: Ints, workspace: Ints, base: int) -> int:
    """Candidates for the contract in the view: every pair without trumps, the base's first."""
    count = _enter(workspace, 0, view[abi.CONTRACT], base)
    rest = view[abi.HAND] & ~view[abi.TRUMPS]
    while rest:
        first = rest & -rest
        rest ^= first
        others = rest
        while others:
            pair = first | (others & -others)
            others &= others - 1
            if pair != base:
                count = _enter(workspace, count, view[abi.CONTRACT], pair)
    return count


@kernel
def _enter(workspace: Ints, count: int, contract: int, away: int) -> int:
    candidate = borrow(workspace, CANDIDATES_AT + CANDIDATE * count, CANDIDATE)
    candidate[_CONTRACT] = contract
    candidate[_PUT_AWAY] = away
    candidate[_SUM] = 0
    return count + 1


@kernel
def base_discard(view: Ints, workspace: Ints, contract: int) -> int:
    """What the base puts away for a contract."""
    sketch = borrow(workspace, SKETCH_AT, abi.VIEW_SIZE)
    copy_words(sketch, view)
    name_contract(sketch, contract)
    return ask_seat(workspace, sketch, view[abi.SEAT], abi.DISCARD_TWO)


@kernel
def best_candidate(view: Ints, params: Floats, workspace: Ints, word: int, count: int, worlds: int) -> int:
    """Play the candidates off against each other; returns the place of the best, 0 in doubt."""
    done = 0
    while True:
        end = min(worlds, max(_FIRST_ROUND, 2 * done))
        fill_pool(view, params, workspace, word, done, end)
        for world in range(done, end):
            for i in range(count):
                try_candidate(view, workspace, world, i)
        done = end
        if done >= worlds or count == 1:
            return _first_best(borrow(workspace, CANDIDATES_AT, CANDIDATE * CANDIDATES), count)
        count = keep_better(borrow(workspace, CANDIDATES_AT, CANDIDATE * CANDIDATES), count)


@kernel
def _first_best(listed: Ints, count: int) -> int:
    best = 0
    for i in range(1, count):
        if listed[CANDIDATE * i + _SUM] > listed[CANDIDATE * best + _SUM]:
            best = i
    return best


@kernel
def keep_better(listed: Ints, count: int) -> int:
    """Keep the first and the better half of the others, at least one, in the order they stood; returns how many."""
    keep = max(1, (count - 1) // 2)
    for i in range(1, count):
        ahead = 0
        for j in range(1, count):
            difference = listed[CANDIDATE * j + _SUM] - listed[CANDIDATE * i + _SUM]
            ahead += 1 if difference > 0 or (difference == 0 and j < i) else 0
        listed[CANDIDATE * i + _STAYS] = 1 if ahead < keep else 0
    kept = 1
    for i in range(1, count):
        if listed[CANDIDATE * i + _STAYS]:
            copy_words(borrow(listed, CANDIDATE * kept, CANDIDATE), borrow(listed, CANDIDATE * i, CANDIDATE))
            kept += 1
    return kept


@kernel
def try_candidate(view: Ints, workspace: Ints, world: int, number: int) -> None:
    """Add what a candidate brings in one world, in tournament points."""
    candidate = borrow(workspace, CANDIDATES_AT + CANDIDATE * number, CANDIDATE)
    places = borrow(workspace, POOL_AT + WORLD_SIZE * world, WORLD_SIZE)
    contract, away = candidate[_CONTRACT], candidate[_PUT_AWAY]
    twelve = view[abi.HAND] | places[AWAY]
    if contract == _PICK_UP:
        sketch = borrow(workspace, SKETCH_AT, abi.VIEW_SIZE)
        copy_words(sketch, view)
        sketch[abi.HAND] = twelve
        sketch[abi.SKAT] = places[AWAY]
        contract = ask_seat(workspace, sketch, view[abi.SEAT], abi.DECLARE)
        name_contract(sketch, contract)
        away = ask_seat(workspace, sketch, view[abi.SEAT], abi.DISCARD_TWO)
    kept = view[abi.HAND] if contract & HAND_BIT else twelve & ~away
    begin_play(workspace, view, places, contract, kept, away)
    candidate[_SUM] += int(play_through(workspace, contract, twelve, view[abi.BID]))
