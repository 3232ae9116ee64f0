"""Worlds drawn by their weight: a Metropolis chain over where the hidden cards lie.

One step exchanges two hidden cards of different places (or draws anew which two cards the declarer found) and is taken
with probability min(1, new weight / old weight), so in the long run each world comes up as often as it weighs.  A step
costs one weighing; throwing away whole worlds until one fits costs fifty to a hundred.  The first world is drawn by
`draw_world`; after `burn` steps every `thin`-th is kept.

Places that exchange: the two hidden hands, and what lies away.  After a pick-up the declarer's hand and what he put
away are one place of twelve cards to the others (see `skatsim.bots.inference`).
"""

from typing import Final

from skatsim.bots import abi
from skatsim.bots.inference import FOUND, INFERENCE_SIZE, ONE, WORLD_SIZE, put_away, recall, weigh
from skatsim.bots.worlds import AWAY, PLACES, WORDS, draw_cards, draw_world, hidden
from skatsim.kernel import below, borrow, copy_words, kernel, nth_set_bit, popcount, random_word
from skatsim.kernel.types import Ints
from skatsim.rules.contracts import HAND_BIT

EPSILONS_AT: Final = INFERENCE_SIZE
"""Three factors in millionths: bid, contract, card."""
_NOW_AT: Final = EPSILONS_AT + 3
_NEXT_AT: Final = _NOW_AT + WORLD_SIZE
_FOLLOWS_AT: Final = _NEXT_AT + WORLD_SIZE
"""1 while the discard follows from the twelve cards."""
_POSITION_AT: Final = _FOLLOWS_AT + 1
"""Of the next random word."""
POOL_AT: Final = _POSITION_AT + 1
"""The worlds drawn, WORLD_SIZE words each."""
_TRIES: Final = 64
"""Draws for a first world whose discard can be."""
_FRACTION: Final = 1.0 / (1 << 53)


@kernel
def begin_chain(state: Ints, view: Ints, burn: int, key: int) -> None:
    """Start a chain for a view from the random words of `key`; `state` holds the table and all that is recalled."""
    recall(state, view)
    declarer = view[abi.DECLARER]
    follows = declarer != view[abi.SEAT] and view[abi.CONTRACT] & HAND_BIT == 0
    follows = follows and state[EPSILONS_AT + 1] < ONE
    at = first_world(state, view, borrow(state, _NOW_AT, WORLD_SIZE), follows, key)
    state[_FOLLOWS_AT] = 1 if follows and at > 0 else 0
    state[_POSITION_AT] = abs(at)
    walk(state, view, burn, key)


@kernel
def draw_worlds(state: Ints, view: Ints, first: int, end: int, thin: int, key: int) -> None:
    """Put the next worlds of the chain into places first ... end - 1 of the pool."""
    for world in range(first, end):
        walk(state, view, thin, key)
        copy_words(borrow(state, POOL_AT + WORLD_SIZE * world, WORLD_SIZE), borrow(state, _NOW_AT, WORLD_SIZE))


@kernel
def walk(state: Ints, view: Ints, steps: int, key: int) -> None:
    """Take so many steps of the chain."""
    world, trial = borrow(state, _NOW_AT, WORLD_SIZE), borrow(state, _NEXT_AT, WORLD_SIZE)
    epsilons = borrow(state, EPSILONS_AT, 3)
    follows, at = state[_FOLLOWS_AT] != 0, state[_POSITION_AT]
    weight = weigh(state, view, world, epsilons, 0.0)
    for _ in range(steps):
        copy_words(trial, world)
        if propose(view, trial, follows, key, at) and (not follows or put_away(state, view, trial)):
            least = weight * ((random_word(key, at + 3) >> 11 & ((1 << 53) - 1)) * _FRACTION)
            new = weigh(state, view, trial, epsilons, least)
            if new >= least:
                copy_words(world, trial)
                weight = new
        at += 4
    state[_POSITION_AT] = at


@kernel
def first_world(state: Ints, view: Ints, world: Ints, follows: bool, key: int) -> int:
    """A world with a discard that can be; the random words used, negative where none was found in time."""
    declarer = view[abi.DECLARER]
    at = 0
    for _ in range(_TRIES):
        draw_world(view, world, key, at)
        world[FOUND] = 0
        if declarer != view[abi.SEAT] and view[abi.CONTRACT] & HAND_BIT == 0 and declarer >= 0:
            twelve = world[declarer] | world[AWAY] | view[abi.PLAYED_BY + declarer]
            world[FOUND] = draw_cards(twelve, 2, key, at + WORDS - 2)
        at += WORDS
        if not follows or put_away(state, view, world):
            return at
    return -at


@kernel
def propose(view: Ints, world: Ints, follows: bool, key: int, at: int) -> bool:
    """Change the world by one exchange; False where it breaks what is certain.  Uses three random words."""
    declarer = view[abi.DECLARER]
    cards = hidden(view)
    number = popcount(cards)
    word = random_word(key, at)
    if world[FOUND] and word & 3 == 0:
        twelve = world[declarer] | world[AWAY] | view[abi.PLAYED_BY + declarer]
        world[FOUND] = draw_cards(twelve, 2, key, at + 1)
        return True
    card = nth_set_bit(cards, below(random_word(key, at + 1), number))
    place = place_of(world, card)
    mine = world[place]
    if follows and place in (AWAY, declarer):
        mine = world[declarer] | world[AWAY]
    others = cards & ~mine
    if others == 0:
        return False
    other = nth_set_bit(others, below(random_word(key, at + 2), popcount(others)))
    target = place_of(world, other)
    world[place] ^= card | other
    world[target] ^= card | other
    if popcount(world[FOUND] & (card | other)) == 1:
        world[FOUND] ^= card | other
    return fits(view, world, place, follows) and fits(view, world, target, follows)


@kernel
def place_of(world: Ints, card: int) -> int:
    """Where a card lies."""
    for place in range(PLACES):
        if world[place] & card:
            return place
    return AWAY


@kernel
def fits(view: Ints, world: Ints, place: int, follows: bool) -> bool:
    """Whether a place holds nothing its seat is known to lack."""
    if place == AWAY or (follows and place == view[abi.DECLARER]):
        return True
    return world[place] & view[abi.LACKS + place] == 0
