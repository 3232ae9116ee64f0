"""Perfect play of open deals on one core: CPU milliseconds a deal, the table cold for each, on the decks of data/decks.

Values are compared with the decks', so that a figure of a wrong solver cannot be printed.  Beside them the whole first
trick (every legal card, as a search bot asks) and all 66 discards; and, where the package endplay is installed, DDS,
the double-dummy solver of bridge, for scale.
"""

import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skatsim.rules.cards import CardSet, card_points
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.solver import new_workspace
from skatsim.solver.play import DISCARDS, set_deal, solve_deals, values_of_cards, values_of_discards

DECKS = Path(__file__).resolve().parents[1] / "data" / "decks"
KINDS = ("random-suit", "random-grand", "random-null", "low-null", "plausible-suit", "plausible-grand")
KINDS += ("plausible-null", "hardest-suit", "hardest-grand")
Figures = Callable[[str], None]


def deck(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Rows for `solve_deals` and the exact values."""
    with (DECKS / f"{name}.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    cards = [[CardSet.parse(row[column]).mask for column in ("hand0", "hand1", "hand2", "skat")] for row in rows]
    asks = [[GAME_LETTERS.index(row["game"]), int(row["declarer"]), int(row["leader"])] for row in rows]
    return np.hstack([cards, asks]).astype(np.int64), np.array([int(row["value"]) for row in rows])


def each(count: int, question: Callable[[int], Any]) -> tuple[np.ndarray, list[Any]]:
    """CPU milliseconds and answers of question(0) ... question(count - 1), after a call that compiles."""
    question(0)
    spent, answers = np.zeros(count), []
    for i in range(count):
        start = time.process_time()
        answers.append(question(i))
        spent[i] = 1e3 * (time.process_time() - start)
    return spent, answers


def line(what: str, spent: np.ndarray, nodes: np.ndarray | None = None) -> str:
    p50, p90, p99 = np.percentile(spent, (50, 90, 99))
    text = f"{what:28} mean {spent.mean():8.3f}  p50 {p50:7.3f}  p90 {p90:7.3f}  p99 {p99:7.3f} ms"
    if nodes is not None:
        text += f"  {nodes.mean():9,.0f} nodes, {nodes.sum() / spent.sum() / 1e3:5.1f} million/s"
    return text


@pytest.mark.parametrize("need", [61, 0], ids=["at-least-61", "exact"])
@pytest.mark.parametrize("kind", KINDS)
def test_deals(kind: str, need: int, tell: Figures) -> None:
    if kind.endswith("null") and need:
        pytest.skip("null has one question only")
    deals, truth = deck(kind)
    workspace, value, nodes = new_workspace(16 if need == 0 else 14), np.zeros(1, np.int64), np.zeros(1, np.int64)

    def question(i: int) -> tuple[int, int]:
        solve_deals(workspace, deals[i : i + 1], need, value, nodes)
        return int(value[0]), int(nodes[0])

    spent, answers = each(len(deals), question)
    values, counts = np.array(answers).T
    assert (values == (truth >= need if need else truth)).all()
    tell(line(f"{kind} {'61?' if need else 'exact'}", spent, counts))


@pytest.mark.parametrize("need", [61, 0], ids=["at-least-61", "exact"])
@pytest.mark.parametrize("kind", ["plausible-suit", "plausible-grand"])
def test_all_cards_of_the_first_trick(kind: str, need: int, tell: Figures) -> None:
    deals, truth = deck(kind)
    workspace, values = new_workspace(), np.zeros(32, np.int64)

    def question(i: int) -> int:
        first, second, third, skat, game, declarer, leader = (int(number) for number in deals[i])
        made = card_points(skat)
        set_deal(workspace, first, second, third, game, declarer)
        missing = need - made if need else 0
        legal = values_of_cards(workspace, first | second | third, leader, 0, 0, missing, 61 - made, values)
        found = [int(values[bit]) for bit in range(32) if legal >> bit & 1]
        best = max(found) if leader == declarer else min(found)
        return best if need else best + made

    spent, answers = each(200, question)
    assert (np.array(answers) == (truth[:200] >= need if need else truth[:200])).all()
    tell(f"{line(f'{kind} cards', spent)}  {1e3 / spent.mean():6.0f} worlds/s {'61?' if need else 'exact'}")


@pytest.mark.parametrize("only_best", [1, 0], ids=["best", "every-value"])
@pytest.mark.parametrize("need", [61, 0], ids=["at-least-61", "exact"])
@pytest.mark.parametrize("kind", ["plausible-suit", "plausible-grand"])
def test_discards(kind: str, need: int, only_best: int, tell: Figures) -> None:
    deals, truth = deck(kind)
    workspace, pairs, values = new_workspace(), np.zeros(DISCARDS, np.int64), np.zeros(DISCARDS, np.int64)

    def question(i: int) -> int:
        hands, skat, game, declarer, leader = [*map(int, deals[i, :3])], *map(int, deals[i, 3:])
        hands[declarer] |= skat
        twelve, others = hands[declarer], sum(hands) - hands[declarer]
        set_deal(workspace, *hands, game, declarer)
        return int(values[values_of_discards(workspace, twelve, others, leader, need, only_best, pairs, values)])

    spent, answers = each(40, question)
    # the best discard is at least as good as the one the bot made
    assert (np.array(answers) >= (truth[:40] >= need if need else truth[:40])).all()
    tell(line(f"{kind} 66 discards {'61?' if need else 'exact'} {'best' if only_best else 'all'}", spent))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # endplay's own
def test_bridge_for_scale(tell: Figures) -> None:
    """DDS on random boards, one contract each (spades, north declares): needs endplay."""
    dds = pytest.importorskip("endplay.dds")
    dealer = pytest.importorskip("endplay.dealer")
    types = pytest.importorskip("endplay.types")
    boards = list(dealer.generate_deals(produce=40, seed=1))
    for board in boards:
        board.trump, board.first = types.Denom.spades, types.Player.east
    spent, answers = each(len(boards), lambda i: max(tricks for _, tricks in dds.solve_board(boards[i])))
    assert all(0 <= tricks <= 13 for tricks in answers)
    tell(line("bridge board, DDS", spent))
