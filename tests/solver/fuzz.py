"""Random positions against plain minimax: ``python -m tests.solver.fuzz 100000`` prints how many agree.

Every game, every seat declaring and leading, two to five cards a hand, none to two cards on the table.
"""

import random
import sys
from collections.abc import Iterator

import numpy as np

from skatsim.rules.cards import CARD_NAMES
from skatsim.solver import best_cards, new_workspace, solve
from tests.solver import naive

GAMES = "CSHDGN"


def positions(seed: int, count: int, most: int = 5) -> Iterator[dict[str, object]]:
    """Random positions as keyword arguments of `solve`, contract included."""
    rng = random.Random(seed)
    for _ in range(count):
        size = min(most, rng.choices((2, 3, 4, 5), (30, 35, 25, 10))[0])
        game = rng.choice(GAMES)
        # half of the positions from few suits, where following and ruffing matter most
        pack = list(CARD_NAMES) if rng.random() < 0.5 else [c for c in CARD_NAMES if c[0] in "CH" or c[1] == "J"]
        size = min(size, len(pack) // 3)
        cards = rng.sample(pack, 3 * size)
        hands = [cards[i::3] for i in range(3)]
        leader = rng.randrange(3)
        trick: list[str] = []
        for i in range(rng.choice((0, 0, 1, 2))):
            seat = (leader + i) % 3
            card = rng.choice(naive.legal(frozenset(hands[seat]), trick, game))
            hands[seat].remove(card)
            trick.append(card)
        yield {"hands": hands, "contract": game, "declarer": rng.randrange(3), "leader": leader, "trick": trick}


def disagreement(position: dict[str, object], workspace: np.ndarray[tuple[int], np.dtype[np.int64]]) -> str | None:
    """What the solver gets wrong about a position, if anything."""
    hands = [" ".join(hand) for hand in position["hands"]]
    rest = {key: position[key] for key in ("contract", "declarer", "leader", "trick")}
    game = {"game": position["contract"], "declarer": position["declarer"], "leader": position["leader"]}
    true = naive.value(position["hands"], position["trick"], **game)
    found = solve(hands, skat="", workspace=workspace, **rest).value
    if found != true:
        return f"{position}: {found}, not {true}"
    values = best_cards(hands, skat="", workspace=workspace, **rest)
    mover = (position["leader"] + len(position["trick"])) % 3
    best = max if mover == position["declarer"] else min
    if best(values.values()) != true:
        return f"{position}: best card {values}, not {true}"
    if position["contract"] != "N":
        for threshold in {1, max(true, 1), min(true + 1, 120), 61}:
            reached = solve(hands, skat="", at_least=threshold, workspace=workspace, **rest).reached
            if reached != (true >= threshold):
                return f"{position}: at least {threshold} is {reached}, value {true}"
    return None


def main(count: int, seed: int = 1) -> int:
    """Compare `count` positions and print the first disagreements."""
    workspace = new_workspace(12)
    wrong = [text for p in positions(seed, count) if (text := disagreement(p, workspace))]
    sys.stdout.write("\n".join([*wrong[:5], f"{count - len(wrong)} of {count} positions agree with minimax\n"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
