"""The bot first-steps, compiled: four kernels that answer the table's questions.

    skatsim bots check FILE.py:BOT
    skatsim compare FILE.py:BOT heuristic --boards 2000
    skatsim simulate --games 100000 --lineup FILE.py:BOT:boldness=2,heuristic,heuristic --out out/first-steps

A @kernel is Python that is compiled to machine code: numbers and arrays, loops and conditions, other kernels; no text,
lists, dicts, exceptions or closures, and no recursion that hands on parts of arrays.  Cards are masks: bit 0 is the
seven of diamonds, bits 28 to 31 are the jacks; `&`, `|` and `& ~` are "and", "or" and "without".  `view` has what the
seat may know: `skatsim bots view` lists its slots.  `params` are the parameters, `word` is a random number, the same
whenever the same game is played.  `workspace` is scratch memory: leave nothing in it that changes a later answer.

With NUMBA_DISABLE_JIT=1 in the environment everything runs as plain Python, to print and to debug.  To change only one
answer of another bot: BOT = dataclasses.replace(heuristic.BOT, name="first-steps", version=1, reserve=reserve).
"""

from typing import Any

from skatsim.bots import abi
from skatsim.bots.bot import Bot, ParameterTable
from skatsim.kernel import highest_index, kernel, lowest_index, popcount
from skatsim.rules.cards import ACES, TENS, card_points
from skatsim.rules.tricks import trump_mask


class At(ParameterTable):
    """The parameters: name, default and meaning; `params[At.BOLDNESS]` is the value."""

    BOLDNESS = 0.0, "trumps and aces fewer than seven that are enough for a bid"


@kernel
def longest_suit(cards: int, bid: int) -> int:
    """The suit game with the most trumps, of those that are worth the bid: 0 diamonds to 3 clubs."""
    best, most = 3, 0
    for suit in range(4):
        trumps = popcount(cards & trump_mask(suit))
        if 2 * (9 + suit) >= bid and trumps >= most:  # with or without one jack a suit game is worth twice its base
            best, most = suit, trumps
    return best


@kernel
def reserve(view: Any, params: Any, workspace: Any, word: int) -> int:
    """How far to bid: what the longest suit is worth at least; 0 passes."""
    cards = view[abi.HAND]
    suit = longest_suit(cards, 0)
    strength = popcount(cards & trump_mask(suit)) + popcount(cards & ACES & ~trump_mask(suit))
    return 2 * (9 + suit) if strength >= 7 - params[At.BOLDNESS] else 0


@kernel
def declare(view: Any, params: Any, workspace: Any, word: int) -> int:
    """Asked twice: with ten cards (0 picks up the skat), then with twelve for the contract."""
    if view[abi.SKAT] == 0:
        return 0
    return longest_suit(view[abi.HAND], view[abi.BID])


@kernel
def discard(view: Any, params: Any, workspace: Any, word: int) -> int:
    """Two of the twelve cards: no trumps and no aces if it can be, tens first."""
    away = 0
    while popcount(away) < 2:
        left = view[abi.HAND] & ~away
        plain = left & ~view[abi.TRUMPS] & ~ACES
        some = plain & TENS if plain & TENS else plain if plain else left
        away |= 1 << lowest_index(some)
    return away


@kernel
def play(view: Any, params: Any, workspace: Any, word: int) -> int:
    """One card of `view[abi.LEGAL]`: lead the highest; else win as cheaply as possible, or give the fewest points."""
    legal = view[abi.LEGAL]
    if view[abi.TRICK_SIZE] == 0:
        return 1 << highest_index(legal)
    best, least = 1 << lowest_index(legal), 1000
    table = view[abi.TABLE] | view[abi.TABLE + 1]
    while legal:
        card = legal & -legal
        legal &= legal - 1
        cost = card_points(card) + (0 if wins(card, table, view[abi.TRUMPS], view[abi.LED]) else 100)
        if cost < least:
            best, least = card, cost
    return best


@kernel
def wins(card: int, table: int, trumps: int, led: int) -> int:
    """Whether a card beats those on the table: the highest trump does, without one the highest card that follows."""
    if (card | table) & trumps:
        return 1 if card & trumps and card > (table & trumps) else 0
    return 1 if card & led and card > (table & led) else 0


BOT = Bot(
    name="first-steps",
    version=1,  # raise it whenever decisions change: runs record name and version
    reserve=reserve,
    declare=declare,
    discard=discard,
    play=play,
    params=At.defaults(),
    meanings=At.meanings(),
    about="bids on trumps and aces, plays high and wins cheaply",
)
