"""What a declarer can guarantee, by brute force over explicit lists of distributions: the oracle for `unlosable`.

Written from the rules, sharing no code with the solver.  A *world* is one distribution of the unseen cards over the
two defenders (what is left is the skat).  The declarer's move is the same in all worlds he cannot tell apart; a card
of a defender divides them into those where he may play it, and the others.  No knowledge of voids or counts is kept:
the list says it all.

Arrays instead of lists only for speed: `worlds[depth, i]` are the two hands of world i after `depth` cards.
"""

from itertools import combinations

import numba
import numpy as np

from tests.solver import naive

GAMES = "CSHDGN"
PACK = [suit + rank for suit in "CSHD" for rank in "789TJQKA"]
LARGE = 1000


def worlds_of(unseen: list[str], count: list[int], void: tuple[set[str], set[str]], game: str) -> list[tuple[int, int]]:
    """Every distribution with `count` cards for each defender and none of a suit in which he is void."""
    fits = [[card for card in unseen if naive.belongs_to(card, game) not in suits] for suits in void]
    found = []
    for left in combinations(fits[0], count[0]):
        rest = [card for card in fits[1] if card not in left]
        found += [(mask(left), mask(right)) for right in combinations(rest, count[1])]
    return found


def mask(cards) -> int:
    return sum(1 << PACK.index(card) for card in cards)


def tables(game: str) -> np.ndarray:
    """For each card: group in which it follows, strength in the group, card points."""
    groups = ["C", "S", "H", "D", "trump"]
    rows = [
        (groups.index(naive.belongs_to(card, game)), naive.strength(card, game), naive.POINTS[card[1]]) for card in PACK
    ]
    return np.array(rows, dtype=np.int64)


@numba.njit
def taker(table, tricks, number) -> int:
    """Which card of a full trick wins (0-2)."""
    best = 0
    for i in range(1, 3):
        group, best_group = table[tricks[number, i], 0], table[tricks[number, best], 0]
        if group == best_group:
            if table[tricks[number, i], 1] > table[tricks[number, best], 1]:
                best = i
        elif group == 4:
            best = i
    return best


@numba.njit
def may_play(table, hand, tricks, number, played, card) -> bool:
    """Whether `hand` may play `card` on the `played` cards of a trick."""
    if hand >> card & 1 == 0:
        return False
    if played == 0 or table[card, 0] == table[tricks[number, 0], 0]:
        return True
    follows = 0
    for other in range(32):
        follows += hand >> other & 1 and table[other, 0] == table[tricks[number, 0], 0]
    return follows == 0


@numba.njit
def points_of(table, cards) -> int:
    points = 0
    for card in range(32):
        points += (cards >> card & 1) * table[card, 2]
    return points


@numba.njit
def guaranteed(table, null, worlds, tricks, depth, count, mine, left, leader, played, number, low, high) -> int:
    """What the declarer (seat 0) surely takes, between `low` and `high`; in null -1 for a trick, else 0.

    `worlds[depth, :count]` are those still possible, `tricks[number, :played]` lie on the table, `left` are the unseen
    cards not yet played: the skat, in the end.
    """
    if played == 3:
        winner = (leader + taker(table, tricks, number)) % 3
        points = table[tricks[number, 0], 2] + table[tricks[number, 1], 2] + table[tricks[number, 2], 2]
        if null:
            if winner == 0:
                return -1
            points = 0
        won = points if winner == 0 else 0
        return won + guaranteed(
            table, null, worlds, tricks, depth, count, mine, left, winner, 0, number + 1, low - won, high - won
        )
    if mine == 0 and played == 0:
        return 0 if null else points_of(table, left)
    seat = (leader + played) % 3
    if seat == 0:
        best = -LARGE
        for card in range(32):
            if may_play(table, mine, tricks, number, played, card):
                tricks[number, played] = card
                value = guaranteed(
                    table, null, worlds, tricks, depth, count, mine ^ 1 << card, left, leader, played + 1, number,
                    max(low, best), high,
                )  # fmt: skip
                best = max(best, value)
                if best >= high:
                    break
        return best
    worst = LARGE
    for card in range(32):
        kept = 0
        for i in range(count):
            if may_play(table, worlds[depth, i, seat - 1], tricks, number, played, card):
                worlds[depth + 1, kept, 0] = worlds[depth, i, 0]
                worlds[depth + 1, kept, 1] = worlds[depth, i, 1]
                worlds[depth + 1, kept, seat - 1] ^= 1 << card
                kept += 1
        if kept:
            tricks[number, played] = card
            value = guaranteed(
                table, null, worlds, tricks, depth + 1, kept, mine, left ^ 1 << card, leader, played + 1, number,
                low, min(high, worst),
            )  # fmt: skip
            worst = min(worst, value)
            if worst <= low:
                break
    return worst


def value(
    held: list[str],
    unseen: list[str],
    *,
    game: str,
    leader: int,
    trick: list[str] = (),
    void: tuple[set[str], set[str]] = (frozenset(), frozenset()),
) -> int | None:
    """Card points the declarer still surely takes, an unseen skat's among them; in null 1 for no trick, else 0.

    Seats are counted from the declarer.  `held` is what he has in hand, `unseen` what the defenders and the skat have
    there, `trick` what lies on the table, `void` the suits (``"trump"`` is one) that each defender cannot have.
    None if no distribution fits.
    """
    table, null = tables(game), game == "N"
    size = len(held) + sum((leader + i) % 3 == 0 for i in range(len(trick)))
    counts = [size - sum((leader + i) % 3 == seat for i in range(len(trick))) for seat in (1, 2)]
    shown = [set(suits) for suits in void]
    for i in range(1, len(trick)):
        seat = (leader + i) % 3
        if seat and naive.belongs_to(trick[i], game) != naive.belongs_to(trick[0], game):
            shown[seat - 1].add(naive.belongs_to(trick[0], game))
    found = worlds_of(unseen, counts, shown, game)
    if not found:
        return None
    worlds = np.zeros((2 * size + 1, len(found), 2), dtype=np.int64)
    worlds[0] = found
    tricks = np.zeros((size + 1, 3), dtype=np.int64)
    tricks[0, : len(trick)] = [PACK.index(card) for card in trick]
    start = (0, len(found), mask(held), mask(unseen), leader, len(trick), 0)
    result = guaranteed(table, null, worlds, tricks, *start, np.int64(-LARGE), np.int64(LARGE))
    return int(result == 0) if null else int(result)
