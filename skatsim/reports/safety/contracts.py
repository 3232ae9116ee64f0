"""Every contract on the same deals: those in which the player declares when he holds up to the limit in question.

After a pick-up the bot puts away what it thinks best for that contract.  `won_covered` is the share of deals in which
the play makes the game (61 card points, the announced level, no trick), `list` and `tournament` the points at the bids
at which it is played there, and `tournament_covered` those of a bid that is covered.  Whether the value covers a bid
hangs on the matadors, and these on the skat: all 231 skats are counted, each the same, none sampled.  Schneider and
Schwarz reached come on top: `covers_played` counts them on the deals.
"""

from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Ints
from skatsim.reports.safety.curve import with_ends
from skatsim.rules.cards import ALL, CARD_NAMES
from skatsim.rules.contracts import (
    BASE_VALUES,
    BIDS,
    HAND_BIT,
    OUVERT_BIT,
    SCHNEIDER_BIT,
    SCHWARZ_BIT,
    Contract,
    GameType,
)
from skatsim.rules.scoring import matador_count
from skatsim.stats.intervals import sample_mean, wilson
from skatsim.table import choices as at

_ANNOUNCED: Final = (
    HAND_BIT,
    HAND_BIT | SCHNEIDER_BIT,
    HAND_BIT | SCHNEIDER_BIT | SCHWARZ_BIT,
    HAND_BIT | SCHNEIDER_BIT | SCHWARZ_BIT | OUVERT_BIT,
)
CONTRACTS: Final = (
    *range(6),
    GameType.NULL | OUVERT_BIT,
    *(game | flags for flags in _ANNOUNCED for game in range(5)),
    GameType.NULL | HAND_BIT,
    GameType.NULL | HAND_BIT | OUVERT_BIT,
)
"""Codes of all that can be declared."""
CHOICES: Final = ((at.AS_BOT, at.BOTS_DISCARD), *((int(code), at.BOTS_DISCARD) for code in CONTRACTS))
"""What the bot plays, then every contract."""


def skats(hand: int) -> Ints:
    """The 231 skats that ten cards leave, as masks."""
    unseen = [1 << index for index in range(len(CARD_NAMES)) if (ALL & ~hand) >> index & 1]
    return np.array([first | second for first, second in combinations(unseen, 2)], dtype=np.int64)


def matador_frame(hand: int) -> pd.DataFrame:
    """How many of the skats bring which matadors.

    Parameters
    ----------
    hand
        Mask of ten cards.

    Returns
    -------
    pandas.DataFrame
        `game` (letter), `matadors` (+ with, - without), `skats` (of 231), `share`.

    Examples
    --------
    >>> from skatsim.rules.cards import CardSet
    >>> frame = matador_frame(CardSet("CJ SJ HA HT HK CA CT S9 D8 D7").mask)
    >>> frame[frame["game"] == "G"][["matadors", "skats"]].to_numpy().tolist()
    [[2, 210], [3, 20], [4, 1]]
    """
    rows = []
    for game in range(5):
        counts: dict[int, int] = {}
        for skat in skats(hand):
            matadors = int(matador_count(hand | int(skat), game))
            counts[matadors] = counts.get(matadors, 0) + 1
        rows += [(GameType(game).letter, m, n, n / 231) for m, n in sorted(counts.items())]
    return pd.DataFrame(rows, columns=["game", "matadors", "skats", "share"])


def plain_values(hand: int, contract: Contract) -> Ints:
    """The value of a game that is just made, for each of the 231 skats."""
    if contract.game_type == GameType.NULL:
        return np.full(231, contract.null_value)
    levels = 1 + contract.hand + 2 * contract.schneider_announced + 2 * contract.schwarz_announced + contract.ouvert
    game = int(contract.game_type)
    matadors = np.array([abs(matador_count(hand | int(skat), game)) for skat in skats(hand)])
    return BASE_VALUES[game] * (matadors + levels)


def contract_frame(hand: int, rows: at.Choices) -> pd.DataFrame:
    """One row a contract, the best first; see `skatsim.reports.safety.answer.Safety.contracts`."""
    results, own = rows.results, rows.results[:, 0, at.CONTRACT]
    frame = []
    for place, code in enumerate(CONTRACTS, 1):
        contract, result = Contract.from_code(code), results[:, place]
        playable = result[:, at.WON] >= 0
        gain = (result[:, at.TOURNAMENT] - rows.passing)[playable]
        covered = result[:, at.COVERED]
        bonus = np.where(covered > 0, 50, -50)
        values = plain_values(hand, contract)
        frame.append(
            {
                "contract": str(contract),
                "deals": len(result),
                "of_bot": float((own == code).mean()) if len(own) else np.nan,
                **with_ends("won_covered", wilson(result[:, at.MADE].sum(), len(result))),
                **with_ends("won", wilson((result[playable, at.WON] == 1).sum(), playable.sum())),
                "playable": float(playable.mean()) if len(result) else np.nan,
                **with_ends("tournament", sample_mean(result[playable, at.TOURNAMENT])),
                **with_ends("tournament_gain", sample_mean(gain)),
                **with_ends("list", sample_mean(result[playable, at.LIST])),
                **with_ends("tournament_covered", sample_mean(covered + bonus)),
                "least_value": int(values.min()),
                "most_value": int(values.max()),
            }
        )
    return pd.DataFrame(frame).sort_values("tournament_covered", ascending=False, ignore_index=True)


def value_frame(rows: at.Choices) -> pd.DataFrame:
    """How the game value is distributed on the deals: `contract`, `value`, `made` and `deals` with it, `share`."""
    frame = []
    for place, code in enumerate(CONTRACTS, 1):
        result = rows.results[:, place]
        values, inverse = np.unique(result[:, at.VALUE], return_inverse=True)
        counts = np.bincount(inverse, minlength=len(values))
        made = np.bincount(inverse, weights=result[:, at.MADE], minlength=len(values)).astype(int)
        name = str(Contract.from_code(code))
        frame += [(name, int(v), int(m), int(n), n / len(result)) for v, m, n in zip(values, made, counts, strict=True)]
    return pd.DataFrame(frame, columns=["contract", "value", "made", "deals", "share"])


def cover_frame(hand: int, rows: at.Choices) -> pd.DataFrame:
    """Which bids a value covers: `contract`, `bid`, and exactly, for a game that is just made, `skats` and `covers`.

    `covers_played` is the share on the deals with whatever levels were reached.  Bids that no skat and no deal covers
    are left out.
    """
    frame = []
    for place, code in enumerate(CONTRACTS, 1):
        contract = Contract.from_code(code)
        plain, played = plain_values(hand, contract), rows.results[:, place, at.VALUE]
        for bid in BIDS:
            skats_enough, share = int((plain >= bid).sum()), float((played >= bid).mean()) if len(played) else np.nan
            if skats_enough or share > 0:
                frame.append((str(contract), bid, skats_enough, skats_enough / 231, share))
    return pd.DataFrame(frame, columns=["contract", "bid", "skats", "covers", "covers_played"])
