"""Proofs that a game cannot be lost, on one core: CPU milliseconds a question, the table cold for each.

The 1,000 games of `data/decks/declared.csv`, as the bot `heuristic` declares them.  Answers are compared with the
deck's, so that a figure of a wrong proof cannot be printed.
"""

import csv
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from skatsim.rules.cards import ALL, CardSet
from skatsim.rules.contracts import Contract, GameType
from skatsim.solver.unlosable import unlosable
from skatsim.solver.unlosable.prover import Prover
from skatsim.solver.unlosable.proving import NODE_LIMIT
from skatsim.solver.unlosable.view import View

DECK = Path(__file__).resolve().parents[1] / "data" / "decks" / "declared.csv"
Figures = Callable[[str], None]


def rows() -> list[dict[str, str]]:
    with DECK.open() as lines:
        return list(csv.DictReader(lines))


def view_of(row: dict[str, str]) -> View:
    hand, skat = CardSet.parse(row["hand"]).mask, CardSet.parse(row["skat"]).mask
    return View(hand, ALL & ~(hand | skat), skat, Contract.parse(row["game"]).game_type, int(row["seat"]), 0)


def need_of(view: View) -> int:
    return 1 if view.game == GameType.NULL else 61


def kind_of(row: dict[str, str]) -> str:
    kind = {"G": "grand", "N": "null"}.get(row["game"][0], "suit")
    return kind + (" hand" if "H" in row["game"][1:] else "")


def line(what: str, spent: np.ndarray) -> str:
    p50, p99 = np.percentile(spent, (50, 99))
    return f"{what:24} mean {spent.mean():7.2f}  p50 {p50:7.3f}  p99 {p99:7.1f}  worst {spent.max():7.1f} ms"


def test_declared_games(tell: Figures) -> None:
    """Can it be lost?  And after a yes: what is guaranteed?"""
    deck, asked = rows(), view_of(rows()[0])
    prover = Prover(asked.own, asked, NODE_LIMIT)
    prover.bound(asked, 61)  # compiles
    spent, exact, nodes = np.zeros(len(deck)), [], 0
    for i, row in enumerate(deck):
        view = view_of(row)
        need = need_of(view)
        prover.set(view.own, view)
        start = time.process_time()
        bound = prover.bound(view, need)
        spent[i] = 1e3 * (time.process_time() - start)
        nodes += prover.searched
        assert bound is not None
        assert (bound >= need) == (row["unlosable"] == "yes"), row
        if row["guaranteed"]:
            assert prover.exact(view, bound) == int(row["guaranteed"]), row
            exact.append(1e3 * (time.process_time() - start))
    kinds = np.array([kind_of(row) for row in deck])
    proved = np.array([row["unlosable"] == "yes" for row in deck])
    tell(line("declared games", spent) + f"  {nodes / spent.sum() / 1e3:.1f} million nodes/s")
    for kind in sorted(set(kinds)):
        mine = kinds == kind
        tell(f"{line('  ' + kind, spent[mine])}  unlosable {proved[mine].sum()} of {mine.sum()}")
    tell(line("guaranteed card points", np.array(exact)))


def test_twelve_cards(tell: Figures) -> None:
    """All 66 discards of the first hundred games after pick-up, with what the unlosable ones guarantee."""
    deck = [row for row in rows() if row["skat"]][:100]
    spent, found, own = [], 0, 0
    for row in [deck[0], *deck]:
        start = time.process_time()
        answer = unlosable(f"{row['hand']} {row['skat']}", contract=row["game"], seat=int(row["seat"]))
        spent.append(1e3 * (time.process_time() - start))
        found += answer.verdict == "yes"
        own += row["unlosable"] == "yes"
        assert answer.verdict != "no" or row["unlosable"] == "no"
    tell(f"{line('all 66 discards', np.array(spent[1:]))}  some unlosable {found}, the bot's own {own}")
