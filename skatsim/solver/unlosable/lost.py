"""A deal that loses, to show after a no: distributions drawn at random and solved with open cards.

Where one is lost even with open cards no plan can win.  The converse does not hold: a hand may have a plan for every
distribution and none for all.  Half of the draws are uniform, half push each suit to one of the defenders, because
what loses is often a suit in one hand.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from skatsim.kernel.types import Ints
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import GameType
from skatsim.rules.deals import Deal
from skatsim.solver.layout import new_workspace
from skatsim.solver.play import set_deal, value_of
from skatsim.solver.solving import GUESS
from skatsim.solver.unlosable.view import View, each

DRAWS = 2_000
_BITS = 14
_PUSH = 8
"""How much likelier a pushed card is where its suit goes."""


def lost_deal(view: View, need: int, draws: int = DRAWS) -> Deal | None:
    """A distribution in which the declarer does not make `need` card points (in null: takes a trick), or None.

    The draws are the same for the same question.
    """
    draw = random.Random(f"{view}")
    workspace = new_workspace(_BITS)
    for number in range(draws):
        deal = draw_deal(view, draw, pushed=number % 2 == 1)
        if loses(view, deal, need, workspace):
            return deal
    return None


def lost_whatever_discarded(views: Sequence[View], need: int, draws: int = DRAWS // 4) -> Deal | None:
    """A distribution in which every one of these discards of twelve cards loses, or None.

    The deal has the declarer's twelve cards in his hand and no skat.  The discard that won a deal is asked first about
    the next: most deals are won by the same few.
    """
    draw, workspace, order = random.Random(f"{views[0]}"), new_workspace(_BITS), list(views)
    for number in range(draws):
        deal = draw_deal(views[0], draw, pushed=number % 2 == 1)
        winner = next((view for view in order if not loses(view, _after(deal, view), need, workspace)), None)
        if winner is None:
            both = views[0].held | views[0].skat
            return _after(deal, replace(views[0], held=both, skat=0))
        order.remove(winner)
        order.insert(0, winner)
    return None


def _after(deal: Deal, view: View) -> Deal:
    """The same distribution with another discard."""
    hands = [view.held if seat == view.declarer else deal[seat] for seat in range(3)]
    return Deal(hands[0], hands[1], hands[2], view.skat)


def draw_deal(view: View, draw: random.Random, *, pushed: bool) -> Deal:
    """A distribution that agrees with the view, card by card."""
    left, right = view.defenders
    room = {left: view.holds(left), right: view.holds(right), 3: 0}
    void = {left: view.void_of(left), right: view.void_of(right), 3: 0}
    cards = list(each(view.unseen))
    room[3] = len(cards) - room[left] - room[right]
    hands = {left: 0, right: 0, 3: 0}
    favoured = [draw.choice((left, right)) for _ in range(5)]
    draw.shuffle(cards)
    for i, card in enumerate(cards):
        rest = sum(cards[i + 1 :])
        places = [seat for seat in (left, right, 3) if card & ~void[seat] and _fit(seat, room, void, rest, left, right)]
        suit = min((card.bit_length() - 1) // 7, 4)
        weights = [room[seat] * (_PUSH if pushed and seat == favoured[suit] else 1) for seat in places]
        seat = draw.choices(places, weights)[0]
        hands[seat] |= card
        room[seat] -= 1
    held = {**hands, view.declarer: view.held}
    return Deal(held[0], held[1], held[2], view.skat | hands[3])


def _fit(seat: int, room: dict[int, int], void: dict[int, int], rest: int, left: int, right: int) -> bool:
    """Whether the cards that `rest` can still be placed once one more is at `seat`."""
    if room[seat] == 0:
        return False
    first, second = room[left] - (seat == left), room[right] - (seat == right)
    return (
        first <= (rest & ~void[left]).bit_count()
        and second <= (rest & ~void[right]).bit_count()
        and first + second <= (rest & ~(void[left] & void[right])).bit_count()
    )


def loses(view: View, deal: Deal, need: int, workspace: Ints) -> bool:
    """Whether the declarer does not make `need` in a distribution, all cards open."""
    if view.game == GameType.NULL and view.tricks:
        return True
    owners = list(deal[:3])
    for i, card in enumerate(view.trick):
        owners[(view.leader + i) % 3] |= card
    in_hand = deal.forehand | deal.middlehand | deal.rearhand
    first, second = (*view.trick, 0, 0)[:2]
    set_deal(workspace, owners[0], owners[1], owners[2], int(view.game), view.declarer)
    missing = need
    if view.game != GameType.NULL:
        missing = need - view.taken - int(card_points(deal.skat))
        if missing <= 0:
            return False
    return int(value_of(workspace, in_hand, view.leader, first, second, missing, GUESS, 0)) == 0
