"""The card that brings its side home in most worlds; ties go to the card of the bot it bids by.

Worlds come in batches.  A card far behind the best is dropped, and when after a while all have won as often, the rest
of the worlds would not tell them apart either.
"""

from math import sqrt

from skatsim.bots import abi
from skatsim.bots.chain import POOL_AT
from skatsim.bots.inference import WORLD_SIZE
from skatsim.bots.rollout.cards import choices, needed_points
from skatsim.bots.rollout.memory import CARDS, CARDS_AT, WINS_AT, ask_base, fill_pool
from skatsim.bots.rollout.parameters import At
from skatsim.bots.rollouts import lay_world, roll_out
from skatsim.bots.worlds import AWAY
from skatsim.kernel import borrow, kernel
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.tricks import NULL


@kernel
def play(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """One card."""
    legal = view[abi.LEGAL]
    if legal & (legal - 1) == 0:
        return int(legal)
    wanted = ask_base(view, params, workspace, abi.PLAY)
    if view[abi.TRICK] < params[At.FIRST_TRICK] or plays_null_as_base(view, params):
        return wanted
    listed, wins = borrow(workspace, CARDS_AT, CARDS), borrow(workspace, WINS_AT, CARDS)
    count = list_cards(listed, wins, choices(view, wanted), wanted)
    count = try_cards(view, params, workspace, word, count)
    best = 0
    for i in range(1, count):
        if wins[i] > wins[best]:
            best = i
    return int(listed[best])


@kernel
def plays_null_as_base(view: Ints, params: Floats) -> bool:
    """Whether the seat declares a null and leaves it to the base: modelled defenders let too many risks pass."""
    mine = view[abi.SEAT] == view[abi.DECLARER]
    return mine and view[abi.GAME_TYPE] == NULL and params[At.TRY_NULL] == 0


@kernel
def list_cards(listed: Ints, wins: Ints, cards: int, wanted: int) -> int:
    """Write the cards down, `wanted` first, with no wins yet; returns their number."""
    listed[0] = wanted
    wins[0] = 0
    count = 1
    cards ^= wanted
    while cards:
        listed[count] = cards & -cards
        wins[count] = 0
        cards &= cards - 1
        count += 1
    return count


@kernel
def try_cards(view: Ints, params: Floats, workspace: Ints, word: int, count: int) -> int:
    """Play the listed cards out, batch of worlds after batch, while more than one may be best; returns those left."""
    listed, wins = borrow(workspace, CARDS_AT, CARDS), borrow(workspace, WINS_AT, CARDS)
    worlds, done = int(params[At.WORLDS]), 0
    while done < worlds and count > 1:
        end = min(worlds, done + int(params[At.BATCH]))
        fill_pool(view, params, workspace, word, done, end)
        for world in range(done, end):
            try_world(view, workspace, world, count)
        done = end
        count = drop_worse(listed, wins, count, done, params[At.DROP])
        if done >= params[At.ALIKE] and all_alike(wins, count):
            break
    return count


@kernel
def try_world(view: Ints, workspace: Ints, world: int, count: int) -> None:
    """Play each listed card in one world of the pool, and count for whom it goes well."""
    listed, wins = borrow(workspace, CARDS_AT, CARDS), borrow(workspace, WINS_AT, CARDS)
    places = borrow(workspace, POOL_AT + WORLD_SIZE * world, WORLD_SIZE)
    mine = view[abi.SEAT] == view[abi.DECLARER]
    needed = needed_points(view, places)
    for i in range(count):
        lay_world(workspace, view, places)
        made = roll_out(workspace, listed[i], places[AWAY], needed)
        wins[i] += made if mine else 1 - made


@kernel
def drop_worse(listed: Ints, wins: Ints, count: int, done: int, drop: float) -> int:
    """Drop the cards more than `drop` standard errors behind the best; returns how many are left."""
    most = 0
    for i in range(count):
        most = max(most, wins[i])
    share = most / done
    behind = drop * sqrt(done * max(share * (1.0 - share), 0.5 / done))
    kept = 0
    for i in range(count):
        if wins[i] + behind >= most:
            listed[kept] = listed[i]
            wins[kept] = wins[i]
            kept += 1
    return kept


@kernel
def all_alike(wins: Ints, count: int) -> bool:
    """Whether no card has won more often than another."""
    differing = 0
    for i in range(1, count):
        differing += 1 if wins[i] != wins[0] else 0
    return differing == 0
