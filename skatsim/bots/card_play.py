"""Card play at a table: seats are asked, cards laid, tricks booked, until the game is over.

It goes on from wherever the view stands: the engine begins with the first trick, a rollout in the middle of one.
"""

from skatsim.bots import abi
from skatsim.bots.mover import close_trick, lay_card, open_trick, show_turn
from skatsim.bots.state import CARDS_PLAYED, FAULT, FOUND, HANDS, PUT_AWAY, VIEW, ask, fault
from skatsim.kernel import kernel, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.contracts import OUVERT_BIT
from skatsim.rules.ruleset import RuleNumbers
from skatsim.rules.scoring import is_decided
from skatsim.rules.seats import FOREHAND


@kernel(inline=True)
def take_turn(state: Ints, seat: int, size: int) -> int:
    """One seat plays one card to the trick that has `size` cards."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    hand = state[HANDS + seat]
    legal = show_turn(view, seat, hand, state[FOUND], state[PUT_AWAY])
    card = ask(state, seat, abi.PLAY)
    if card & legal == 0 or card & (card - 1):
        fault(state, seat, abi.PLAY, card)
        card = legal & -legal
    put_down(state, seat, card, size)
    return card


@kernel(inline=True)
def put_down(state: Ints, seat: int, card: int, size: int) -> None:
    """The card leaves the hand for the trick that has `size` cards."""
    state[HANDS + seat] &= ~card
    state[CARDS_PLAYED] += 1
    lay_card(words_at(state[VIEW], abi.VIEW_SIZE), seat, card, size)


@kernel
def play_trick(state: Ints, trick: int, leader: int) -> int:
    """Play one trick and book it; returns the winner's seat."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    open_trick(view, trick, leader)
    seat_2 = leader + 1 if leader < 2 else 0
    seat_3 = seat_2 + 1 if seat_2 < 2 else 0
    take_turn(state, leader, 0)
    take_turn(state, seat_2, 1)
    third = take_turn(state, seat_3, 2)
    return close_trick(view, third)


@kernel
def play_tricks(state: Ints, rules: RuleNumbers) -> None:
    """Card play until the tenth trick or until the game is decided."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    leader = FOREHAND
    if view[abi.CONTRACT] & OUVERT_BIT:
        view[abi.OPEN_HAND] = state[HANDS + view[abi.DECLARER]]
    for trick in range(10):
        leader = play_trick(state, trick, leader)
        if state[FAULT]:
            return
        if is_decided(
            view[abi.CONTRACT],
            view[abi.DECLARER_TRICKS],
            view[abi.DEFENDER_TRICKS],
            view[abi.DEFENDER_POINTS],
            rules.schwarz_no_points,
        ):
            return
