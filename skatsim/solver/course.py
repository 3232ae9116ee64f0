"""The course of played games: what each was worth before each of its cards, all cards open.

A position's value is the declarer's card points at the end if all play perfectly from there on, skat and earlier tricks
included; in null 1 if he stays without a trick, else 0.  Beside it stands whether he then *reaches* what he needs.  A
card costs its side what the value before it differs from the value after it.

**From the end to the beginning.**  The value after a card bounds the value before it: a declarer's card can only lower
it, a defender's only raise it.  So one question, "was there more to be had?", confirms a card that was right, a forced
card asks nothing, and only a mistake needs a search for the value.  All positions of a game share one transposition
table, and what was found for later positions answers much of the earlier ones.  Measured with games of the bot
`heuristic`, one core:

| way | games/s |
|---|---|
| each position alone, its exact value with an empty table | 240 |
| from the beginning, one table | 450 |
| from the end, one table | 540 |
"""

from typing import Final, NamedTuple

import numpy as np

from skatsim.errors import SkatsimError
from skatsim.kernel import kernel, popcount
from skatsim.kernel.memory import address, load
from skatsim.kernel.types import Address, Ints
from skatsim.rules.cards import card_points
from skatsim.rules.tricks import NULL
from skatsim.solver import layout
from skatsim.solver.layout import DEFAULT_BITS, NO_CARD, led_by, set_cards, to_layout, workspace_for
from skatsim.solver.play import answer, from_declarer, taker_of

PLAYS: Final = 30
NEVER: Final = 0
"""What a declarer needs who cannot win any more, however he plays."""
ALL_TRICKS: Final = 121
"""What a declarer needs who has to take all tricks; below it stand card points."""
_GUESS: Final = 61
_CARDS, _LEADER, _FIRST, _SECOND, _MADE, _FAILED = range(6)


class Courses(NamedTuple):
    """Of n games: int64[n, 31] each, the position before each card and the last one, -1 beyond; choices int64[n, 30].

    `worth` are the values of the module's heading, `reached` is 1 or 0, `choices` the number of legal cards where one
    was played.
    """

    worth: Ints
    reached: Ints
    choices: Ints


@kernel
def follow(ws: Address, away: int, plays: Ints, steps: Ints, choices: Ints) -> int:
    """Write the positions of a game to `steps` (int64[31, 6]); the number of cards played, -1 if one is not legal."""
    game = load(ws, layout.GAME)
    is_null = game == NULL
    cards = load(ws, layout.HANDS) | load(ws, layout.HANDS + 1) | load(ws, layout.HANDS + 2)
    leader, first, second, failed = from_declarer(ws, 0), 0, 0, 0
    made = 0 if is_null else card_points(away)
    for step in range(PLAYS + 1):
        steps[step, _CARDS], steps[step, _LEADER] = cards, leader
        steps[step, _FIRST], steps[step, _SECOND] = first, second
        steps[step, _MADE], steps[step, _FAILED] = made, failed
        if step == PLAYS or not 0 <= plays[step] < 32:
            return step
        card = to_layout(1 << plays[step], game)
        hand = cards & load(ws, layout.HANDS + (leader + step % 3) % 3)
        led = led_by(ws, first) if first else hand
        legal = hand & led if hand & led else hand
        if card & legal == 0:
            return -1
        choices[step] = popcount(legal)
        if step % 3 == 0:
            first = card
        elif step % 3 == 1:
            second = card
        else:
            leader = taker_of(ws, leader, first, second, card)
            trick = first | second | card
            cards ^= trick
            made += card_points(trick) if leader == 0 and not is_null else 0
            failed |= 1 if (leader == 0) == is_null else 0
            first, second = 0, 0
    return PLAYS


@kernel
def ask(ws: Address, steps: Ints, step: int, need: int, guess: int, by_tricks: int) -> int:
    """The solver's `answer` for a position of `steps`."""
    cards, leader = int(steps[step, _CARDS]), int(steps[step, _LEADER])
    first, second = int(steps[step, _FIRST]), int(steps[step, _SECOND])
    return answer(ws, cards, leader, first, second, need, guess, by_tricks)


@kernel
def by_declarer(steps: Ints, step: int) -> bool:
    """Whether the declarer plays the card of a step."""
    return (steps[step, _LEADER] + step % 3) % 3 == 0


@kernel
def value_points(ws: Address, steps: Ints, last: int, choices: Ints, values: Ints) -> None:
    """The card points of every position of a trump game, from the last back."""
    values[last] = steps[last, _MADE] + ask(ws, steps, last, NO_CARD, _GUESS - steps[last, _MADE], NO_CARD)
    for step in range(last - 1, -1, -1):
        values[step] = values[step + 1]
        if choices[step] == 1:
            continue
        made = steps[step, _MADE]
        then = values[step + 1] - made
        if by_declarer(steps, step):
            right = then == card_points(steps[step, _CARDS]) or ask(ws, steps, step, then + 1, then, NO_CARD) == 0
            guess = then + 2
        else:
            right = then == 0 or ask(ws, steps, step, then, then, NO_CARD) == 1
            guess = then - 1
        if not right:
            values[step] = made + ask(ws, steps, step, NO_CARD, guess, NO_CARD)


@kernel
def value_tricks(ws: Address, steps: Ints, last: int, choices: Ints, values: Ints) -> None:
    """1 or 0 for every position, from the last back: null, or all tricks of a trump game, is made."""
    for step in range(last, -1, -1):
        cards = steps[step, _CARDS]
        if steps[step, _FAILED] or cards == 0:
            values[step] = 0 if steps[step, _FAILED] else 1
            continue
        if step < last:
            values[step] = values[step + 1]
            if choices[step] == 1 or (values[step] == 1) == by_declarer(steps, step):
                continue
        values[step] = ask(ws, steps, step, popcount(cards) // 3, NO_CARD, 1)


@kernel
def value_games(
    workspace: Ints, games: Ints, plays: Ints, steps: Ints, values: Ints, reached: Ints, choices: Ints
) -> int:
    """Fill the arrays of `Courses` for `games` (int64[n, 7]) and their `plays` (int64[n, 30]), both as in `courses`.

    Returns the first game with a card that was not legal, or -1.  `steps` is int64[31, 6] of scratch memory.
    """
    ws = address(workspace)
    for row in range(games.shape[0]):
        set_cards(ws, games[row, 0], games[row, 1], games[row, 2], games[row, 4], games[row, 5])
        last = follow(ws, games[row, 3], plays[row], steps, choices[row])
        if last < 0:
            return row
        need = games[row, 6]
        if games[row, 4] == NULL:
            value_tricks(ws, steps, last, choices[row], values[row])
        else:
            value_points(ws, steps, last, choices[row], values[row])
        if need == ALL_TRICKS:
            value_tricks(ws, steps, last, choices[row], reached[row])
            continue
        for step in range(last + 1):
            reached[row, step] = 1 if need != NEVER and values[row, step] >= need else 0
    return -1


def courses(games: Ints, plays: Ints, workspace: Ints | None = None) -> Courses:
    """The courses of played games.

    Parameters
    ----------
    games
        int64[n, 7]: three hands of ten cards and the two cards put away (masks), game type, declarer's seat, and what
        he needs: card points, 1 in null, `ALL_TRICKS` or `NEVER`.
    plays
        int64[n, 30]: card indexes in the order played, forehand first; beyond an early end any number above 31.
    workspace
        From `new_workspace`, to be used by one thread at a time; a new one if missing.

    Raises
    ------
    SkatsimError
        Naming the first row whose cards are no deal, or whose plays are against the rules.

    Examples
    --------
    >>> from skatsim.rules.cards import CardSet, card_index
    >>> hands = ("CJ SJ HJ DJ CA CT CK CQ C9 C8", "SA ST SK SQ S9 HA HT HK HQ H9", "DA DT DK DQ D9 D8 D7 S8 S7 H8")
    >>> game = [*(CardSet(hand).mask for hand in hands), CardSet("C7 H7").mask, 3, 0, 61]
    >>> plays = [card_index(name) for name in ("CJ", "S9", "D7")] + [255] * 27
    >>> courses(np.array([game]), np.array([plays])).worth[0, :5].tolist()
    [120, 120, 120, 120, -1]
    """
    count = len(games)
    bad = _no_deal(games)
    if bad is not None:
        raise SkatsimError(f"row {bad}: the cards are no deal of ten a seat and two put away; give whole deals")
    shape = count, PLAYS + 1
    found = Courses(np.full(shape, -1), np.full(shape, -1), np.zeros((count, PLAYS), dtype=np.int64))
    bad = value_games(workspace_for(workspace, DEFAULT_BITS), games, plays, np.zeros((PLAYS + 1, 6), np.int64), *found)
    if bad >= 0:
        raise SkatsimError(f"row {bad}: a card was played that was not legal; give games played by the rules")
    return found


def _no_deal(games: Ints) -> int | None:
    """The first row whose cards are not 10, 10, 10 and 2."""
    cards = games[:, :4]
    whole = (np.bitwise_count(cards) == (10, 10, 10, 2)).all(axis=1)
    wrong = np.flatnonzero(~whole | (np.bitwise_or.reduce(cards, axis=1) != 0xFFFFFFFF))
    return int(wrong[0]) if len(wrong) else None
