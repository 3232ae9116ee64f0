"""How well a world explains what was seen: the others' bids, the declarer's contract and discard, the cards played.

Each is asked of the modelled bot with the view that seat had then, in this world; what it would have done otherwise
counts a factor: `EPS_BID` for a bid, `EPS_CONTRACT` for a contract, `EPS_PLAY` for each card.  The product is the
world's weight; it only falls while factors come in, so `weigh` stops as soon as it is below what is asked for.

A seat that spoke at two stages is asked once, as it was asked last, and must allow all it said.

After a pick-up the declarer's discard follows from his twelve cards: a world is then his twelve and the other hand, and
the two cards away are what the modelled bot would put away.  Which two of the twelve were found is a part of the world
as well: his bids were made with the other ten.

What does not depend on the world is worked out once a decision by `recall`: the bounds of every reserve, and the public
views of the auction and of each card played.
"""

from typing import Final

from skatsim.bots import abi
from skatsim.bots.abi import decide
from skatsim.bots.mover import clear_view, name_contract, open_trick, play_card
from skatsim.bots.rollouts import TABLE_SIZE
from skatsim.bots.state import PARAMS, PLAYER, RECORD, WORKSPACE
from skatsim.bots.worlds import AWAY
from skatsim.kernel import borrow, copy_words, floats_at, kernel, popcount, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, step_of_reserve
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND
from skatsim.rules.tricks import legal_cards

FOUND: Final = 4
"""Behind the four places of a world: the two cards the declarer found in the skat, 0 where nobody picked it up."""
WORLD_SIZE: Final = 5
ONE: Final = 1_000_000
"""A factor of 1, in millionths."""

_LOW_AT: Final = TABLE_SIZE
"""Three slots by seat: the steps between which its last reserve lies."""
_HIGH_AT: Final = _LOW_AT + 3
_AUCTION_AT: Final = _HIGH_AT + 3
"""Three views by seat: as it was asked for that reserve."""
_DECLARE_AT: Final = _AUCTION_AT + 3 * abi.VIEW_SIZE
_PLAYS_AT: Final = _DECLARE_AT + abi.VIEW_SIZE
"""Thirty-one views: before each card played."""
INFERENCE_SIZE: Final = _PLAYS_AT + 31 * abi.VIEW_SIZE
"""Words of the table and of what is recalled."""


@kernel
def ask_seat(state: Ints, view: Ints, seat: int, question: int) -> int:
    """What the bot at `seat` of the rollouts' table answers to a view."""
    record = PLAYER + RECORD * seat
    return decide(
        state[record + question],
        view,
        floats_at(state[record + PARAMS], state[record + PARAMS + 1]),
        words_at(state[record + WORKSPACE], state[record + WORKSPACE + 1]),
        0,
    )


@kernel
def recall(state: Ints, view: Ints) -> None:
    """Work out what every world is weighed by; `view` is that of the seat that asks, after the auction."""
    _recall_auction(state, view)
    declaring = borrow(state, _DECLARE_AT, abi.VIEW_SIZE)
    _start_again(declaring, view)
    declaring[abi.STAGE] = 3
    declaring[abi.BID] = view[abi.BID]
    for seat in range(3):
        declaring[abi.REACHED + seat] = view[abi.REACHED + seat]
        declaring[abi.PASSED + seat] = view[abi.PASSED + seat]
    declaring[abi.DECLARER] = view[abi.DECLARER]
    declaring[abi.SEAT] = view[abi.DECLARER]
    if view[abi.LEADERS] >= 0:
        _recall_plays(state, view)


@kernel
def _start_again(then: Ints, view: Ints) -> None:
    clear_view(then, view[abi.NULL_BELOW_BID], view[abi.MUST_TRUMP], view[abi.LADDER_TOP])


@kernel
def _recall_plays(state: Ints, view: Ints) -> None:
    """The public views before each card: place i of them before card i."""
    played = popcount(view[abi.PLAYED])
    then = borrow(state, _PLAYS_AT, abi.VIEW_SIZE)
    copy_words(then, borrow(state, _DECLARE_AT, abi.VIEW_SIZE))
    name_contract(then, view[abi.CONTRACT])
    open_trick(then, 0, FOREHAND)
    if view[abi.CONTRACT] & OUVERT_BIT:
        then[abi.OPEN_HAND] = view[abi.OPEN_HAND] | view[abi.PLAYED_BY + view[abi.DECLARER]]
    for i in range(played):
        following = borrow(state, _PLAYS_AT + (i + 1) * abi.VIEW_SIZE, abi.VIEW_SIZE)
        copy_words(following, borrow(state, _PLAYS_AT + i * abi.VIEW_SIZE, abi.VIEW_SIZE))
        play_card(following, view[abi.HISTORY + i])


@kernel
def _recall_auction(state: Ints, view: Ints) -> None:
    """The bounds of each seat's last reserve, and its view when it was asked."""
    survivor = FOREHAND if view[abi.REACHED] >= view[abi.REACHED + MIDDLEHAND] else MIDDLEHAND
    behind = MIDDLEHAND - survivor
    steps = STEP_OF_BID[view[abi.LADDER_TOP]]
    lost = STEP_OF_BID[view[abi.REACHED + behind]]
    opened = lost if survivor == FOREHAND else lost + 1
    said = STEP_OF_BID[view[abi.REACHED + REARHAND]]
    held = STEP_OF_BID[view[abi.REACHED + survivor]]
    _bound(state, view, behind, 0, lost, lost)
    if view[abi.DECLARER] == REARHAND:
        _bound(state, view, REARHAND, 1, said, steps)
        _bound(state, view, survivor, 1, held, said - 1)
    else:
        _bound(state, view, REARHAND, 1, said, max(said, opened))
        _bound(state, view, survivor, 1 if opened or said else 2, max(said, opened, 1), steps)
    for seat in range(3):
        then = borrow(state, _AUCTION_AT + seat * abi.VIEW_SIZE, abi.VIEW_SIZE)
        if then[abi.STAGE] == 0:
            continue
        then[abi.BID] = then[abi.REACHED + survivor] = BID_OF_STEP[opened]
        then[abi.REACHED + behind] = view[abi.REACHED + behind]
        then[abi.PASSED + behind] = 1
        if then[abi.STAGE] == 2:
            then[abi.PASSED + REARHAND] = 1


@kernel
def _bound(state: Ints, view: Ints, seat: int, stage: int, low: int, high: int) -> None:
    state[_LOW_AT + seat] = low
    state[_HIGH_AT + seat] = high
    then = borrow(state, _AUCTION_AT + seat * abi.VIEW_SIZE, abi.VIEW_SIZE)
    _start_again(then, view)
    then[abi.SEAT] = seat
    then[abi.STAGE] = stage


@kernel
def bids_fit(state: Ints, view: Ints, seat: int, ten: int) -> bool:
    """Whether the modelled bot would have bid with these ten cards as `seat` did."""
    then = borrow(state, _AUCTION_AT + seat * abi.VIEW_SIZE, abi.VIEW_SIZE)
    then[abi.HAND] = ten
    step = step_of_reserve(ask_seat(state, then, seat, abi.RESERVE), STEP_OF_BID[view[abi.LADDER_TOP]])
    return bool(state[_LOW_AT + seat] <= step <= state[_HIGH_AT + seat])


@kernel
def would_put_away(state: Ints, view: Ints, twelve: int) -> int:
    """What the modelled declarer puts away of twelve cards in the contract that is played."""
    then = borrow(state, _DECLARE_AT, abi.VIEW_SIZE)
    name_contract(then, view[abi.CONTRACT])
    then[abi.HAND] = twelve
    away = ask_seat(state, then, view[abi.DECLARER], abi.DISCARD_TWO)
    then[abi.CONTRACT] = then[abi.GAME_TYPE] = then[abi.TRUMPS] = 0
    return away


@kernel
def would_declare(state: Ints, view: Ints, cards: int, found: int) -> int:
    """What the modelled declarer declares with twelve cards, or with ten when `found` is 0."""
    then = borrow(state, _DECLARE_AT, abi.VIEW_SIZE)
    then[abi.HAND] = cards
    then[abi.SKAT] = found
    return ask_seat(state, then, view[abi.DECLARER], abi.DECLARE)


@kernel
def put_away(state: Ints, view: Ints, world: Ints) -> bool:
    """Lay away what the modelled declarer would; False where the cards played or lacked speak against it."""
    declarer = view[abi.DECLARER]
    mine = world[declarer] | world[AWAY]
    away = would_put_away(state, view, mine | view[abi.PLAYED_BY + declarer])
    if away & (~mine | view[abi.OPEN_HAND]) or mine & ~away & view[abi.LACKS + declarer]:
        return False
    world[declarer] = mine & ~away
    world[AWAY] = away
    return True


@kernel
def weigh(state: Ints, view: Ints, world: Ints, epsilons: Ints, least: float) -> float:
    """The world's weight, or any number below `least` once it cannot reach it.

    `epsilons` are the three factors in millionths (bid, contract, card), 1,000,000 for what is not to count.
    """
    me, declarer = view[abi.SEAT], view[abi.DECLARER]
    weight = 1.0
    if declarer >= 0 and declarer != me and epsilons[1] < ONE:
        weight *= _declared(state, view, world, epsilons[1] * 1e-6)
    for step in range(1, 3):
        seat = (me + step) % 3
        if weight < least:
            return weight
        if epsilons[0] < ONE:
            ten = world[seat] | view[abi.PLAYED_BY + seat]
            if seat == declarer and world[FOUND]:
                ten = (ten | world[AWAY]) & ~world[FOUND]
            if not bids_fit(state, view, seat, ten):
                weight *= epsilons[0] * 1e-6
    if epsilons[2] < ONE:
        weight = _played(state, view, world, epsilons[2] * 1e-6, weight, least)
    return weight


@kernel
def _declared(state: Ints, view: Ints, world: Ints, epsilon: float) -> float:
    declarer = view[abi.DECLARER]
    cards = world[declarer] | view[abi.PLAYED_BY + declarer]
    found = 0
    if view[abi.CONTRACT] & HAND_BIT == 0:
        cards |= world[AWAY]
        found = world[FOUND]
    return 1.0 if would_declare(state, view, cards, found) == view[abi.CONTRACT] else epsilon


@kernel
def _played(state: Ints, view: Ints, world: Ints, epsilon: float, weight: float, least: float) -> float:
    """The weight once every card of the others has been asked for again."""
    me, declarer = view[abi.SEAT], view[abi.DECLARER]
    picked_up = view[abi.CONTRACT] & HAND_BIT == 0
    played = popcount(view[abi.PLAYED])
    for i in range(played - 1, -1, -1):
        then = borrow(state, _PLAYS_AT + i * abi.VIEW_SIZE, abi.VIEW_SIZE)
        seat = (then[abi.LEADER] + then[abi.TRICK_SIZE]) % 3
        if seat == me:
            continue
        hand = world[seat] | (view[abi.PLAYED_BY + seat] & ~then[abi.PLAYED_BY + seat])
        legal = legal_cards(hand, then[abi.LED], then[abi.TRUMPS], then[abi.MUST_TRUMP])
        if legal & (legal - 1) == 0:
            continue
        knows = seat == declarer and picked_up
        then[abi.SEAT] = seat
        then[abi.HAND] = hand
        then[abi.LEGAL] = legal
        then[abi.SKAT] = world[FOUND] if knows else 0
        then[abi.DISCARD] = world[AWAY] if knows else 0
        if ask_seat(state, then, seat, abi.PLAY) != view[abi.HISTORY + i]:
            weight *= epsilon
            if weight < least:
                return weight
    return weight
