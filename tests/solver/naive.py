"""Plain minimax over card names: the oracle for `skatsim.solver`, written from the rules and sharing no code with it.

A position is three hands (forehand, middlehand, rearhand) of card names such as ``"CJ"``, the cards on the table and
who led them.  `value` is the card points the declarer still takes in tricks (skat not counted), in null 1 if he takes
no trick; `tricks` is the number of tricks he still takes.  Feasible up to six cards a hand.
"""

from collections.abc import Callable, Sequence
from functools import cache

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_ORDER = "789QKTA"
NULL_ORDER = "789TJQKA"
JACK_ORDER = "DHSC"
SEATS = 3

Hands = tuple[frozenset[str], ...]
Worth = Callable[[Sequence[str]], int]


def belongs_to(card: str, game: str) -> str:
    """The suit a card must be followed in: a suit letter, or ``"trump"``."""
    if game != "N" and (card[1] == "J" or card[0] == game):
        return "trump"
    return card[0]


def strength(card: str, game: str) -> int:
    """Rank among the cards of the same `belongs_to`."""
    if game == "N":
        return NULL_ORDER.index(card[1])
    if card[1] == "J":
        return 10 + JACK_ORDER.index(card[0])
    return TRUMP_ORDER.index(card[1])


def trick_taker(trick: Sequence[str], game: str) -> int:
    """Position (0-2) in the order played of the card that wins."""
    best = 0
    for i in (1, 2):
        suit, best_suit = belongs_to(trick[i], game), belongs_to(trick[best], game)
        if suit == best_suit:
            if strength(trick[i], game) > strength(trick[best], game):
                best = i
        elif suit == "trump":
            best = i
    return best


def legal(hand: frozenset[str], trick: Sequence[str], game: str) -> list[str]:
    """The cards of `hand` that may be played."""
    if trick:
        following = [card for card in hand if belongs_to(card, game) == belongs_to(trick[0], game)]
        if following:
            return sorted(following)
    return sorted(hand)


def points_in(trick: Sequence[str]) -> int:
    """Card points of a trick."""
    return sum(POINTS[card[1]] for card in trick)


def best_total(
    hands: Sequence[Sequence[str]], trick: Sequence[str], *, game: str, declarer: int, leader: int, worth: Worth
) -> int:
    """The sum of `worth(trick)` over the tricks the declarer takes, both sides playing perfectly for or against it."""

    @cache
    def minimax(held: Hands, table: tuple[str, ...], led_by: int) -> int:
        if len(table) == SEATS:
            taker = (led_by + trick_taker(table, game)) % SEATS
            won = worth(table) if taker == declarer else 0
            return won + minimax(held, (), taker)
        seat = (led_by + len(table)) % SEATS
        if not held[seat]:
            return 0
        results = []
        for card in legal(held[seat], table, game):
            rest = (*held[:seat], held[seat] - {card}, *held[seat + 1 :])
            results.append(minimax(rest, (*table, card), led_by))
        return max(results) if seat == declarer else min(results)

    return minimax(tuple(frozenset(hand) for hand in hands), tuple(trick), leader)


def tricks(hands: Sequence[Sequence[str]], trick: Sequence[str] = (), *, game: str, declarer: int, leader: int) -> int:
    """Tricks the declarer still takes when he wants as many as possible."""
    return best_total(hands, trick, game=game, declarer=declarer, leader=leader, worth=lambda table: 1)


def value(hands: Sequence[Sequence[str]], trick: Sequence[str] = (), *, game: str, declarer: int, leader: int) -> int:
    """Card points still to be taken by the declarer; in null 1 if he stays without a trick, else 0."""
    if game == "N":
        lost = best_total(hands, trick, game=game, declarer=declarer, leader=leader, worth=lambda table: -1)
        return int(lost == 0)
    return best_total(hands, trick, game=game, declarer=declarer, leader=leader, worth=points_in)
