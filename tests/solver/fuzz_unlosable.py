"""Random endings against brute force: ``python -m tests.solver.fuzz_unlosable 2000 SEED``, so many for each game.

Three to five cards a hand, every seat leading, none to two cards on the table, with and without two cards of an unseen
skat, with and without voids shown, from the whole pack and from parts of it (`KINDS`).
"""

import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from skatsim.rules.cards import CardSet, card_points
from skatsim.rules.contracts import GAME_LETTERS, GameType
from skatsim.solver import new_workspace
from skatsim.solver.unlosable.asking import guarantees, set_view
from skatsim.solver.unlosable.prover import void_bits
from skatsim.solver.unlosable.view import read_ending
from tests.solver import naive, naive_unlosable

Workspace = np.ndarray[tuple[int], np.dtype[np.int64]]
Ending = dict[str, Any]
SIZES = (3, 3, 3, 4, 4, 5)


def all_cards(_: random.Random, __: str) -> list[str]:
    """The whole pack."""
    return list(naive_unlosable.PACK)


def few_suits(rng: random.Random, game: str) -> list[str]:
    """Two suits and the jacks: following, ruffing and overtaking matter most."""
    suits = rng.sample("CSHD", 2)
    return [card for card in naive_unlosable.PACK if card[0] in suits or (card[1] == "J" and game != "N")]


def equal_points(rng: random.Random, _: str) -> list[str]:
    """Runs of equal points, jacks and blanks, beside the aces: who of the defenders leads next matters most."""
    suits = rng.sample("CSHD", rng.choice((2, 3)))
    return [card for card in naive_unlosable.PACK if card[1] in "J" or (card[0] in suits and card[1] in "789AT")]


KINDS = (all_cards, few_suits, equal_points)


def endings(seed: int, count: int, game: str, sizes: tuple[int, ...] = SIZES) -> Iterator[Ending]:
    """Random endings as keyword arguments of `naive_unlosable.value`: seats are counted from the declarer."""
    rng = random.Random(f"{seed} {game}")
    made = 0
    while made < count:
        size = rng.choice(sizes)
        skat = rng.choice((0, 0, 2)) if size < 5 else 0
        pack = rng.choice(KINDS)(rng, game)
        if 3 * size + skat > len(pack):
            continue
        made += 1
        cards = rng.sample(pack, 3 * size + skat)
        yield ending(rng, [cards[i * size : (i + 1) * size] for i in range(3)], cards[3 * size :], game)


def ending(rng: random.Random, hands: list[list[str]], skat: list[str], game: str) -> Ending:
    """An ending that agrees with one deal: some of the voids there are, some cards on the table."""
    suits = {naive.belongs_to(card, game) for card in naive_unlosable.PACK}
    void = []
    for hand in hands[1:]:
        absent = suits - {naive.belongs_to(card, game) for card in hand}
        void.append({suit for suit in sorted(absent) if rng.random() < 0.3})
    leader = rng.randrange(3)
    trick: list[str] = []
    for i in range(rng.choice((0, 0, 0, 1, 2))):
        seat = (leader + i) % 3
        card = rng.choice(naive.legal(frozenset(hands[seat]), trick, game))
        hands[seat].remove(card)
        trick.append(card)
    unseen = sorted(hands[1] + hands[2] + skat)
    return {"held": hands[0], "unseen": unseen, "game": game, "leader": leader, "trick": trick, "void": tuple(void)}


def bound(question: Ending, need: int, workspace: Workspace) -> int:
    """The solver's bound of what the declarer still takes."""
    view = read_ending(
        CardSet.of(question["held"]).mask,
        " ".join(question["unseen"]),
        skat=0,
        game=GameType(GAME_LETTERS.index(question["game"])),
        declarer=0,
        leader=question["leader"],
        trick=question["trick"],
        voids={str(1 + i): " ".join(sorted(suits)) for i, suits in enumerate(question["void"])},
    )
    set_view(workspace, view.own, view.cards & ~view.own, int(view.game), 0, 10**9)
    rest = 1 if view.game == GameType.NULL else int(card_points(view.cards))
    first, second = (*view.trick, 0, 0)[:2]
    return int(guarantees(workspace, view.cards, view.leader, void_bits(view), first, second, need, rest))


def disagreement(question: Ending, workspace: Workspace) -> str | None:
    """What the solver gets wrong about an ending, if anything: at the true value and one above it."""
    true = naive_unlosable.value(**question)
    in_play = [*question["held"], *question["unseen"], *question["trick"]]
    most = 1 if question["game"] == "N" else naive.points_in(in_play)
    for need in (true, true + 1):
        if 1 <= need <= most:
            found = bound(question, need, workspace)
            enough = true >= need
            if (found >= need) != enough or (found > true if enough else found < true):
                return f"{question}: {found} for {need}, not {true}"
    return None


def main(count: int, seed: int = 1) -> int:
    """Compare `count` endings of each game and print the first disagreements."""
    workspace = new_workspace(12)
    wrong: list[str] = []
    for game in naive_unlosable.GAMES:
        found = [text for question in endings(seed, count, game) if (text := disagreement(question, workspace))]
        sys.stdout.write(f"{game}: {count - len(found)} of {count} endings agree with brute force\n")
        sys.stdout.flush()
        wrong += found
    sys.stdout.write("".join(f"{text}\n" for text in wrong[:5]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
