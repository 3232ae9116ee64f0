"""Contracts that cannot be lost, proved: one plan wins against every distribution of the unseen cards and any defence.

Asked only where the bots make nearly every game, and with a limit of positions: what is not proved in time stays
"undecided".  The bid is left aside.  Null ouvert is null here, for the proof grants the defenders all they could know.
Announced Schneider asks for 90 card points; Schwarz and ouvert trump games are not covered.
"""

from collections.abc import Iterable
from typing import Final

import pandas as pd

from skatsim.rules.cards import ALL
from skatsim.rules.contracts import Contract, GameType
from skatsim.solver.unlosable.prover import Prover
from skatsim.solver.unlosable.view import View

LIKELY: Final = 0.9
"""Below this share of games made by the bots no proof is looked for."""
NODES: Final = 400_000


def verdict(hand: int, skat: int, contract: Contract, seat: int) -> str:
    """Whether a game is unlosable: ``"yes"``, ``"no"`` or ``"undecided"``.

    Parameters
    ----------
    hand
        Mask of the ten cards with which play begins.
    skat
        Mask of the two cards put away, 0 where the skat is unseen.
    contract
        A game without Schwarz announced.
    seat
        The declarer's.

    Examples
    --------
    >>> from skatsim.rules.cards import CardSet
    >>> verdict(CardSet("CJ SJ HJ DJ CA CT CK CQ C9 C8").mask, 0, Contract.parse("CHS"), 1)
    'yes'
    """
    need = 1 if contract.game_type == GameType.NULL else 90 if contract.schneider_announced else 61
    view = View(hand, ALL & ~(hand | skat), skat, contract.game_type, seat, 0)
    bound = Prover(hand, view, NODES).bound(view, need)
    if bound is None:
        return "undecided"
    return "yes" if bound >= need else "no"


def hand_games(hand: int, seat: int, made: Iterable[tuple[str, float]]) -> pd.DataFrame:
    """The likely hand games of ten cards: `contract`, `unlosable`; `made` tells how often the bots make a contract."""
    rows = []
    for letters, share in made:
        contract = Contract.parse(letters)
        if contract.hand and not contract.schwarz_announced and share >= LIKELY:
            rows.append((letters, verdict(hand, 0, contract, seat)))
    return pd.DataFrame(rows, columns=["contract", "unlosable"])
