"""Decks for the solver, by difficulty: open deals with their value under perfect play and the positions searched.

Writes `data/decks/*.csv`.  Run it again only to replace the decks: what the bot `heuristic` bids and puts away changes
with its version.

    python analysis/solver_decks.py
"""

# %%
import csv
from pathlib import Path

import numpy as np

from skatsim.bots.bot import make_lineup
from skatsim.bots.registry import get
from skatsim.kernel import popcount
from skatsim.rules.cards import format_cards
from skatsim.rules.contracts import GAME_LETTERS, TYPE_BITS, GameType
from skatsim.rules.deals import deal
from skatsim.solver import solve_many
from skatsim.table.engine import simulate_games

SEED = 2026
ROWS = 500
SOUGHT = 20_000
"""Plausible deals among which the hardest are found."""
FOLDER = Path(__file__).resolve().parents[1] / "data" / "decks"
COLUMNS = ["hand0", "hand1", "hand2", "skat", "game", "declarer", "leader", "value", "nodes_61", "nodes_exact"]

NULL_STRENGTHS = [sum(1 << i for i in range(28) if i % 7 == rank) for rank in range(7)]

# %% The deals: seven columns, as `skatsim.solver.play.solve_deals` wants them


def random_deals(kind: str, rows: int) -> np.ndarray:
    """Dealt at random; the declarer's seat and the suit go round, forehand leads; hand games."""
    fixed = {"grand": GameType.GRAND, "null": GameType.NULL}
    return np.array([[*deal(SEED, g), fixed.get(kind, g // 3 % 4), g % 3, 0] for g in range(rows)], dtype=np.int64)


def null_height(hand: int) -> int:
    """How high a hand is in null: the sum of its cards' strengths, 7 = 0 to ace = 7."""
    jacks = popcount(hand >> 28)
    plain = [0, 1, 2, 5, 6, 3, 7]
    return 4 * jacks + sum(
        strength * popcount(hand & cards) for strength, cards in zip(plain, NULL_STRENGTHS, strict=True)
    )


def low_deals(rows: int) -> np.ndarray:
    """The lowest hand of every thirty random deals plays null."""
    found = []
    for row in range(rows):
        deals = [deal(SEED + 1, 30 * row + i) for i in range(30)]
        _, cards, seat = min((null_height(d[s]), d, s) for d in deals for s in range(3))
        found.append([*cards, int(GameType.NULL), seat, row % 3])
    return np.array(found, dtype=np.int64)


def bid_deals(rows: int) -> dict[str, np.ndarray]:
    """What three `heuristic` bots play against each other, after the discard; forehand leads."""
    chunk = simulate_games(SEED, 0, 400_000, make_lineup([(get("heuristic"), {})] * 3), deals=True)
    outcomes, dealt = chunk.outcomes, chunk.deals
    hands = np.stack([dealt.hand_forehand, dealt.hand_middlehand, dealt.hand_rearhand], axis=1).astype(np.int64)
    skat, away = dealt.skat.astype(np.int64), dealt.discard.astype(np.int64)
    games = np.flatnonzero(outcomes.declarer >= 0)
    seats = outcomes.declarer[games].astype(np.int64)
    picked = away[games] != 0
    hands[games, seats] = np.where(picked, (hands[games, seats] | skat[games]) & ~away[games], hands[games, seats])
    skat[games] = np.where(picked, away[games], skat[games])
    types = outcomes.contract[games].astype(np.int64) & TYPE_BITS
    table = np.column_stack([hands[games], skat[games], types, seats, np.zeros_like(seats)])
    kinds = {"suit": types < GameType.GRAND, "grand": types == GameType.GRAND, "null": types == GameType.NULL}
    return {kind: table[chosen][:rows] for kind, chosen in kinds.items()}


# %% Solve and write


def solved(deals: np.ndarray) -> np.ndarray:
    """The deals with value, nodes for 61 and nodes for the exact value."""
    hands, columns = deals[:, :3], dict(zip(("skat", "game_type", "declarer", "leader"), deals[:, 3:].T, strict=True))
    nodes = np.zeros((2, len(deals)), dtype=np.int64)
    solve_many(hands, **columns, at_least=61, nodes=nodes[0])
    values = solve_many(hands, **columns, nodes=nodes[1])
    return np.column_stack([deals, values, nodes.T])


def write(name: str, table: np.ndarray) -> None:
    """One deck."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.csv").open("w", newline="") as lines:
        rows = csv.writer(lines, lineterminator="\n")
        rows.writerow(COLUMNS)
        for row in table.tolist():
            rows.writerow([*map(format_cards, row[:4]), GAME_LETTERS[row[4]], *row[5:]])
    print(f"{name}: {len(table)} deals, mean nodes {table[:, 8:].mean(axis=0).round().tolist()}")


def main() -> None:
    for kind in ("suit", "grand", "null"):
        write(f"random-{kind}", solved(random_deals(kind, ROWS)))
    write("low-null", solved(low_deals(ROWS)))
    for kind, deals in bid_deals(SOUGHT).items():
        table = solved(deals)
        write(f"plausible-{kind}", table[:ROWS])
        if kind != "null":
            write(f"hardest-{kind}", table[np.argsort(-table[:, 9], kind="stable")][:100])


if __name__ == "__main__":
    main()
