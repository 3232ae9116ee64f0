"""What could be made with open cards on the same deals, beside what the bots make of them.

The solver sees all cards and plays perfectly for both sides; after a pick-up it puts away what is best.  That is no
probability of winning: nobody at the table sees the cards, and defenders err more.
"""

from typing import Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Bools, Ints
from skatsim.reports.safety.contracts import CONTRACTS
from skatsim.reports.safety.curve import with_ends
from skatsim.rules.contracts import HAND_BIT, SCHNEIDER_BIT, TYPE_BITS, Contract
from skatsim.stats.intervals import wilson
from skatsim.table import choices as at

DEALS: Final = 300
ANY: Final = "any"
BOTS: Final = "of the bot"


def open_frame(rows: at.Choices, made: Bools) -> pd.DataFrame:
    """By contract: `makeable` with open cards and `won` by the bots on the same deals (the bid left aside).

    `made` is what `skatsim.solver.open_table.made_by` finds for the first of the rows.  The first lines: "of the bot",
    the contract it plays in each deal; "any", whatever can be made after a pick-up.
    Announcements and ouvert trump games are left out; null ouvert can be made where null can.
    """
    count = len(made)
    own = rows.results[:count, 0]
    in_hand = (own[:, at.CONTRACT] & HAND_BIT) != 0
    game = own[:, at.CONTRACT] & TYPE_BITS
    makeable = np.where(in_hand, made[np.arange(count), 0, game], made[np.arange(count), 1, game])
    frame = [_row(BOTS, makeable, own[:, at.MADE]), _row(ANY, made[:, 1].max(axis=1), own[:, at.MADE])]
    for place, code in enumerate(CONTRACTS, 1):
        contract = Contract.from_code(code)
        if code & SCHNEIDER_BIT:  # ouvert trump games announce it too
            continue
        of_contract = made[:, 0 if contract.hand else 1, int(contract.game_type)]
        frame.append(_row(str(contract), of_contract, rows.results[:count, place, at.MADE]))
    return pd.DataFrame(frame)


def _row(name: str, makeable: Bools, won: Ints) -> dict[str, object]:
    count = len(makeable)
    return {
        "contract": name,
        "deals": count,
        **with_ends("makeable", wilson(makeable.sum(), count)),
        **with_ends("won", wilson(won.sum(), count)),
    }
