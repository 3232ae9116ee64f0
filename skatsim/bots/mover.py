"""The public view in motion: what every seat sees when a contract is named and a card is laid.

One set of kernels for whoever lets a game run: the engine, rollouts inside bots, replays and tables elsewhere.  They
write public slots only; `show_turn` adds what the seat whose turn it is may know besides.
"""

from skatsim.bots import abi
from skatsim.kernel import kernel
from skatsim.kernel.types import Ints
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import TYPE_BITS
from skatsim.rules.tricks import led_mask, legal_cards, trick_winner, trump_mask


@kernel
def clear_view(view: Ints, null_below_bid: int, must_trump: int, ladder_top: int) -> None:
    """Before a deal: nothing said, nothing played; the rule switches as in the slots of the same names."""
    view[:] = 0
    view[abi.LEADERS : abi.LEADERS + 10] = -1
    view[abi.DECLARER] = -1
    view[abi.NULL_BELOW_BID] = null_below_bid
    view[abi.MUST_TRUMP] = must_trump
    view[abi.LADDER_TOP] = ladder_top


@kernel
def name_contract(view: Ints, contract: int) -> None:
    """Say to all what is played."""
    view[abi.CONTRACT] = contract
    view[abi.GAME_TYPE] = contract & TYPE_BITS
    view[abi.TRUMPS] = trump_mask(contract & TYPE_BITS)


@kernel(inline=True)
def open_trick(view: Ints, trick: int, leader: int) -> None:
    """Clear the table for trick 0-9 and say who leads it."""
    view[abi.TRICK] = trick
    view[abi.LEADER] = leader
    view[abi.LEADERS + trick] = leader
    view[abi.LED] = 0
    view[abi.TRICK_SIZE] = 0
    view[abi.TABLE] = 0
    view[abi.TABLE + 1] = 0


@kernel(inline=True)
def show_turn(view: Ints, seat: int, hand: int, found: int, away: int) -> int:
    """Show the seat whose turn it is what it may play, the declarer his skat and discard; returns the legal cards."""
    own = -1 if seat == view[abi.DECLARER] else 0  # a mask: branches on chance cost the engine a tenth of its time
    legal = legal_cards(hand, view[abi.LED], view[abi.TRUMPS], view[abi.MUST_TRUMP])
    view[abi.SEAT] = seat
    view[abi.HAND] = hand
    view[abi.LEGAL] = legal
    view[abi.SKAT] = found & own
    view[abi.DISCARD] = away & own
    return legal


@kernel(inline=True)
def lay_card(view: Ints, seat: int, card: int, size: int) -> None:
    """The seat lays a card on the trick that has `size` cards; the third stays off the table, its trick is over."""
    led = view[abi.LED]
    lacks = 0 if card & led else led
    if view[abi.MUST_TRUMP] and lacks and card & view[abi.TRUMPS] == 0:
        lacks |= view[abi.TRUMPS]
    view[abi.LACKS + seat] |= lacks
    view[abi.HISTORY + 3 * view[abi.TRICK] + size] = card
    view[abi.PLAYED] |= card
    view[abi.PLAYED_BY + seat] |= card
    view[abi.OPEN_HAND] &= ~card
    if size == 0:
        view[abi.LED] = led_mask(card, view[abi.GAME_TYPE])
    if size < 2:
        view[abi.TABLE + size] = card
        view[abi.TRICK_SIZE] = size + 1


@kernel(inline=True)
def close_trick(view: Ints, third: int) -> int:
    """Book the trick that `third` completes; returns the winner's seat."""
    first, second = view[abi.TABLE], view[abi.TABLE + 1]
    winner = view[abi.LEADER] + trick_winner(first, second, third, view[abi.LED], view[abi.GAME_TYPE])
    winner = winner - 3 if winner > 2 else winner
    points = card_points(first | second | third)
    won = 1 if winner == view[abi.DECLARER] else 0
    view[abi.DECLARER_POINTS] += points & -won
    view[abi.DECLARER_TRICKS] += won
    view[abi.DEFENDER_POINTS] += points & (won - 1)
    view[abi.DEFENDER_TRICKS] += 1 - won
    return winner


@kernel
def play_card(view: Ints, card: int) -> int:
    """The seat whose turn it is plays a card; the trick, when full, is booked and the next one opened.

    Returns the seat that plays next.
    """
    size = view[abi.TRICK_SIZE]
    seat = (view[abi.LEADER] + size) % 3
    lay_card(view, seat, card, size)
    if size < 2:
        return (seat + 1) % 3
    winner = close_trick(view, card)
    if view[abi.TRICK] < 9:
        open_trick(view, view[abi.TRICK] + 1, winner)
    return winner
