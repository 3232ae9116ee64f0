"""The first 1,000 games that three `heuristic` bots declare: which of them cannot be lost, and what they guarantee.

Writes `data/decks/declared.csv`.  Run it again only to replace the deck: what the bot bids and puts away changes with
its version.

    python analysis/unlosable_deck.py
"""

# %%
import csv
from collections import Counter
from pathlib import Path

import skatsim
from skatsim.rules.cards import format_cards
from skatsim.rules.seats import SEAT_NAMES

SEED = 2026
ROWS = 1_000
DECK = Path(__file__).resolve().parents[1] / "data" / "decks" / "declared.csv"

# %% The games
run = skatsim.simulate({"seed": SEED, "games": 1_200, "store": ["deals"]})
games = run.to_pandas(where="declarer >= 0").head(ROWS)

# %% Ask
kinds: Counter[str] = Counter()
proved: Counter[str] = Counter()
with DECK.open("w", newline="") as lines:
    rows = csv.writer(lines, lineterminator="\n")
    rows.writerow(["game", "seat", "hand", "skat", "unlosable", "guaranteed"])
    for game in games.itertuples():
        dealt = int(getattr(game, f"hand_{SEAT_NAMES[game.declarer]}"))
        away = int(game.discard)
        hand = dealt if game.hand else (dealt | int(game.skat)) & ~away
        contract = game.game_type + ("H" if game.hand else "")
        found = skatsim.unlosable(hand, contract=contract, seat=int(game.declarer), skat=away, at_least=None)
        rows.writerow(
            [contract, game.declarer, format_cards(hand), format_cards(away), found.verdict, found.guaranteed or ""]
        )
        kind = {"G": "grand", "N": "null"}.get(game.game_type, "suit") + (" hand" if game.hand else "")
        kinds[kind] += 1
        proved[kind] += found.verdict == "yes"

# %% Unlosable, by kind
for kind, count in kinds.items():
    print(f"{kind}: {proved[kind]} of {count}")
