"""Small pandas frames out of a `Tally`: win rates by game, bid, seat and matadors, and what they say about bidding.

A share `x` comes with the ends `x_low` and `x_high` of its 95 % Wilson interval, a mean with those of Student's, or of
two kinds where it is one over games lost and won (`score`, `declaring`).
Shares are 0-1, scores list points of the declarer, tournament points Seeger-Fabian per deal at a table of three.

Passing a deal in books 0, so by list points declaring *pays* where the whole interval of the mean list score lies above
0, does not where it lies below, and is open otherwise and wherever fewer than `FEW` games were played, too few for the
interval to hold what it promises.  As a game of value v books +v or -2v, games of one value break even at a win rate of
2/3.
By tournament points a win brings the declarer 50 more and a loss costs him 50 more: `declaring` is the mean of that,
what declaring is worth to him against passing in.  The 40 points each defender gets for a loss are left out.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
import pandas as pd

from skatsim.kernel.types import Bools, Floats, Ints
from skatsim.reports.tally import CODES, MOST_MATADORS, MOST_SCORE, Tally
from skatsim.rules.contracts import BIDS, GAME_LETTERS, HAND_BIT, TYPE_BITS, Contract, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.stats.intervals import (
    CONFIDENCE,
    Estimate,
    cluster_mean,
    mean_interval,
    simultaneous,
    spread,
    two_kinds_mean,
    wilson,
)
from skatsim.table.columns import ENDINGS

GAME_ORDER: Final = (GameType.GRAND, GameType.CLUBS, GameType.SPADES, GameType.HEARTS, GameType.DIAMONDS, GameType.NULL)
"""The order in which reports list the games."""
TRUMP_GAMES: Final = GAME_ORDER[:-1]
BREAK_EVEN: Final = 2 / 3
"""Win rate from which declaring beats a passed-in deal by list points, where all games are worth the same."""
FEW: Final = 10
"""With fewer games than this no verdict is given."""
WON_OR_LOST: Final = 50
"""Tournament points the declarer books for a win beside the list score, and loses with a loss (Seeger-Fabian)."""
LOST_OF_WON: Final = (-2.0, 0.0)
"""What a lost game is taken to cost where none was lost, by the mean of those won: factor and addend."""
PAYS, PAYS_NOT, OPEN = "yes", "no", "open"
BID_BANDS: Final = ((18, 18), (20, 20), (22, 22), (23, 23), (24, 24), (27, 27), (30, 30), (33, 33), (35, 36), (40, 46),
                    (48, 59), (60, 264))  # fmt: skip
"""Bids taken together where they are crossed with matadors: first and last of each band."""
MATADOR_BANDS: Final = ((5, 11), (4, 4), (3, 3), (2, 2), (1, 1), (-1, -1), (-2, -2), (-3, -3), (-4, -4), (-11, -5))

SCORE_ENDS: Final = (-MOST_SCORE, MOST_SCORE + 1)
"""Outer ends of the first and the last band of list scores."""

TYPE_AXIS, SEAT_AXIS, BID_AXIS, MATADOR_AXIS = range(4)

_ALL: Final = tuple(range(len(GAME_LETTERS)))


def overall(tally: Tally) -> pd.DataFrame:
    """The run in a few figures: columns figure, value, low, high, n (what it is a share or mean of), unit.

    `figure` is one of passed_in, won, overbid, hand, schneider, schwarz, score; schneider and schwarz are counted for
    either side.  Of one player's tally `passed_in` is of all deals, and the rest of the games he declared.
    """
    won, schneider, schwarz, overbid = (_with_flag(tally.contracts, axis) for axis in (1, 2, 3, 4))
    n = tally.declared
    shares = {
        "passed_in": (tally.passed_in, tally.deals),
        "won": (won.sum(), n),
        "overbid": (overbid.sum(), n),
        "hand": (tally.contracts[_hand_codes()].sum(), n),
        "schneider": (schneider.sum(), n),
        "schwarz": (schwarz.sum(), n),
    }
    rows = [(name, *map(float, wilson(*counts)), counts[1], "share") for name, counts in shares.items()]
    score = two_kinds_mean(*(cells.sum(axis=(0, 1, 2, 3)) for cells in _score_cells(tally)), other=LOST_OF_WON)
    rows.append(("score", *map(float, score), n, "list points"))
    return pd.DataFrame(rows, columns=["figure", "value", "low", "high", "n", "unit"]).set_index("figure")


def by_game_type(tally: Tally) -> pd.DataFrame:
    """By game letter, played ones only: games, share (of declared games), won, score, card_points, and the shares
    schneider, schwarz (either side), hand, overbid, each with its interval.

    In null, which knows neither, card_points, schneider and schwarz are NaN.
    """
    kinds = np.arange(CODES) & TYPE_BITS
    frame = _outcomes(tally, TYPE_AXIS)
    for name, axis in (("schneider", 2), ("schwarz", 3), ("overbid", 4)):
        _put(frame, name, wilson(_by_kind(_with_flag(tally.contracts, axis), kinds), frame["games"]))
    hand = np.where(_hand_codes(), tally.contracts.sum(axis=(1, 2, 3, 4)), 0)
    _put(frame, "hand", wilson(_by_kind(hand, kinds), frame["games"]))
    points = np.arange(tally.card_points.shape[1], dtype=np.float64)
    _put(frame, "card_points", mean_interval(frame["games"], tally.card_points @ points, tally.card_points @ points**2))
    trumpless = [f"{name}{end}" for name in ("card_points", "schneider", "schwarz") for end in ("", "_low", "_high")]
    frame.loc[GameType.NULL, trumpless] = np.nan
    frame.index = pd.Index(list(GAME_LETTERS), name="game_type")
    return _played(frame.loc[[kind.letter for kind in GAME_ORDER]])


def by_contract(tally: Tally) -> pd.DataFrame:
    """By contract in ISS letters (CH: clubs hand), most frequent first: games, share, won, score."""
    games = tally.contracts.sum(axis=(1, 2, 3, 4))
    frame = pd.DataFrame({"games": games})
    _put(frame, "share", wilson(games, tally.declared))
    _put(frame, "won", wilson(_with_flag(tally.contracts, 1), games))
    by_result = tally.contracts.sum(axis=(2, 3, 4))
    _put(
        frame, "score", two_kinds_mean(by_result, tally.contract_score, tally.contract_score_squares, other=LOST_OF_WON)
    )
    frame = _played(frame)
    frame.index = pd.Index([_contract_letters(code) for code in frame.index], name="contract")
    return frame.sort_values("games", ascending=False, kind="stable")


def by_bid(tally: Tally, game_types: Sequence[int] = _ALL, *, fold: bool = False) -> pd.DataFrame:
    """By the bid at which the declarer plays, in these game types: games, share, won, score, declaring (tournament
    points against passing in), pays (yes, no, open).

    With `fold` the bids above the last one played `FEW` times are taken together, under the lowest of them.
    """
    starts = _fold_starts(tally.games[list(game_types)].sum(axis=(0, 1, 3, 4))) if fold else None
    frame = _outcomes(tally, BID_AXIS, game_types, starts)
    _put(frame, "declaring", _declaring(tally, list(game_types), starts))
    frame.index = pd.Index(np.array([0, *BIDS])[starts if starts is not None else slice(None)], name="bid")
    frame = _played(frame)
    enough = frame["games"] >= FEW
    above, below = enough & (frame["score_low"] > 0), enough & (frame["score_high"] < 0)
    frame["pays"] = np.select([above, below], [PAYS, PAYS_NOT], OPEN)
    return frame


def by_game_type_and_bid(tally: Tally) -> pd.DataFrame:
    """`by_bid` of each game type one below the other; column game_type is the game letter, share is of that type."""
    frames = [by_bid(tally, (kind,)).reset_index().assign(game_type=kind.letter) for kind in GAME_ORDER]
    return pd.concat(frames, ignore_index=True)


def by_seat(tally: Tally) -> pd.DataFrame:
    """By the declarer's seat: games, share, won, score; and of that seat over all deals its tournament points a deal
    (points) with their standard deviation (points_sd).
    """
    frame = _outcomes(tally, SEAT_AXIS)
    n = np.full(len(SEAT_NAMES), tally.deals)
    _put(frame, "points", mean_interval(n, tally.seat_points, tally.seat_points_squares))
    frame["points_sd"] = spread(n, tally.seat_points, tally.seat_points_squares)[1]
    frame.index = pd.Index(SEAT_NAMES, name="seat")
    return frame


def by_matadors(tally: Tally, game_types: Sequence[int] = TRUMP_GAMES) -> pd.DataFrame:
    """By matadors (+n with, -n without), null apart: games, share, won, score."""
    frame = _outcomes(tally, MATADOR_AXIS, game_types)
    frame.index = pd.Index(range(-MOST_MATADORS, MOST_MATADORS + 1), name="matadors")
    return _played(frame)


def by_bid_and_matadors(tally: Tally) -> pd.DataFrame:
    """Suit games and grand in bands of bids and matadors: bid_from, bid_to, matadors_from, matadors_to, games, won."""
    cells = tally.games[list(TRUMP_GAMES)].sum(axis=(0, 1))
    ladder, matadors = np.array((0, *BIDS)), np.arange(-MOST_MATADORS, MOST_MATADORS + 1)
    rows = []
    for bids in BID_BANDS:
        for run in MATADOR_BANDS:
            cell = cells[_within(ladder, bids)][:, _within(matadors, run)].sum(axis=(0, 1))
            rows.append((*bids, *run, int(cell.sum()), *map(float, wilson(cell[1], cell.sum()))))
    columns = ["bid_from", "bid_to", "matadors_from", "matadors_to", "games", "won", "won_low", "won_high"]
    return pd.DataFrame(rows, columns=columns)


def scores(tally: Tally) -> pd.DataFrame:
    """By the declarer's list score, each value that occurred: games, share (of declared games)."""
    games = tally.scores.sum(axis=0)
    frame = pd.DataFrame({"games": games}, index=pd.Index(np.arange(-MOST_SCORE, MOST_SCORE + 1), name="score"))
    _put(frame, "share", wilson(games, tally.declared))
    return _played(frame)


def score_bands(tally: Tally, width: int = 20, low: int = -200, high: int = 140) -> pd.DataFrame:
    """`scores` in bands of `width` list points from `low` to `high`, the first and last open: from, to, games, share.

    A band holds `from` <= score < `to`, so that 0 parts the lost games from the won.
    """
    frame = scores(tally)
    edges = np.arange(low, high + width, width)
    place = np.clip(np.searchsorted(edges, frame.index, side="right"), 0, len(edges))
    games = np.bincount(place, frame["games"], minlength=len(edges) + 1).astype(np.int64)
    bands = pd.DataFrame({"from": [SCORE_ENDS[0], *edges], "to": [*edges, SCORE_ENDS[1]], "games": games})
    _put(bands, "share", wilson(games, tally.declared))
    return bands


def bots(tally: Tally) -> pd.DataFrame:
    """By name, the most seats first: deals, seats, declared (share of its seats), won (of its games), points.

    `points` is the mean of its tournament points a deal and seat, with the interval that knows that seats of the same
    deal depend on each other, and `points_se` its standard error.
    """
    sums, declared, won = tally.bot_sums()
    frame = pd.DataFrame({"deals": sums.clusters, "seats": sums.sizes, "games": declared}).astype(np.int64)
    _put(frame, "declared", wilson(declared, sums.sizes))
    _put(frame, "won", wilson(won, declared))
    points, frame["points_se"] = cluster_mean(sums)
    _put(frame, "points", points)
    frame.index = pd.Index(tally.bot_names, name="bot")
    return frame.sort_values("seats", ascending=False, kind="stable")


def differences(tally: Tally) -> pd.DataFrame:
    """Pair by pair of at most `MOST_PAIRED` players, the better of each first and the best ones first: first, second,
    deals in which both sat, difference (tournament points a deal), low and high of its interval.

    The intervals of all pairs together hold with `CONFIDENCE`.  Without two players, with more, or among chosen rows,
    there are none.
    """
    sums, _, _ = tally.bot_sums()
    with np.errstate(invalid="ignore"):
        order = np.argsort(-np.asarray(sums.totals) / np.asarray(sums.sizes), kind="stable")
    pairs = [(a, b) for a, b in combinations(order, 2) if tally.paired(a, b)[0] and not tally.chosen]
    rows = []
    for a, b in pairs:
        estimate = mean_interval(*tally.paired(a, b), confidence=simultaneous(CONFIDENCE, len(pairs)))
        rows.append((tally.bot_names[a], tally.bot_names[b], int(tally.paired(a, b)[0]), *map(float, estimate)))
    return pd.DataFrame(rows, columns=["first", "second", "deals", "difference", "low", "high"])


def endings(tally: Tally) -> pd.DataFrame:
    """By how declared games ended, in the order of `ENDINGS`: games, share."""
    frame = pd.DataFrame({"games": tally.endings}, index=pd.Index(ENDINGS, name="ending"))
    _put(frame, "share", wilson(tally.endings, tally.declared))
    return _played(frame)


def _outcomes(tally: Tally, kept: int, game_types: Sequence[int] = _ALL, starts: Ints | None = None) -> pd.DataFrame:
    """Games, share, won and score along one axis of `Tally.games`, all others summed up; `starts` are the places along
    it at which a band begins, None for one row a place.
    """
    kinds = list(game_types)
    sums = [_along(cells[kinds], kept, starts) for cells in _score_cells(tally)]
    games = sums[0].sum(axis=1)
    frame = pd.DataFrame({"games": games})
    _put(frame, "share", wilson(games, games.sum()))
    _put(frame, "won", wilson(sums[0][:, 1], games))
    _put(frame, "score", two_kinds_mean(*sums, other=LOST_OF_WON))
    return frame


def _score_cells(tally: Tally) -> tuple[Ints, Floats, Floats]:
    """Games, sums and sums of squares of their list scores, by all keys, the last whether they were won."""
    return tally.games, tally.score, tally.score_squares


def _along(cells: Ints | Floats, kept: int, starts: Ints | None = None) -> Ints | Floats:
    """Cells summed over all axes but one and the last, won: [place or band, won]."""
    sums = cells.sum(axis=tuple(axis for axis in range(4) if axis != kept))
    return sums if starts is None else np.add.reduceat(sums, starts, axis=0)


def _fold_starts(games: Ints) -> Ints | None:
    """Where the bands of bids begin: at each step, and one for all above the last step with `FEW` games, if any."""
    often = np.flatnonzero(games >= FEW)
    above = [step for step in np.flatnonzero(games) if len(often) and step > often[-1]]
    return np.arange(above[0] + 1) if above else None


def _declaring(tally: Tally, kinds: list[int], starts: Ints | None) -> Estimate:
    """By bid the declarer's tournament points: list score and `WON_OR_LOST`, squared by the binomial formula."""
    n, score, squares = (_along(cells[kinds], BID_AXIS, starts) for cells in _score_cells(tally))
    extra = np.array([-WON_OR_LOST, WON_OR_LOST])
    totals, total_squares = score + extra * n, squares + 2 * extra * score + extra**2 * n
    return two_kinds_mean(n, totals, total_squares, other=(-2.0, WON_OR_LOST))  # -2 v - 50 where v + 50 would be won


def _put(frame: pd.DataFrame, name: str, estimate: Estimate) -> None:
    for end, values in zip(("", "_low", "_high"), estimate, strict=True):
        frame[name + end] = np.asarray(values)


def _played(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["games"] > 0].copy()


def _with_flag(contracts: Ints, axis: int) -> Ints:
    """Games by contract code in which the flag on `axis` (1 won, 2 Schneider, 3 Schwarz, 4 overbid) is set."""
    return contracts.take(1, axis=axis).sum(axis=(1, 2, 3))


def _hand_codes() -> Bools:
    return (np.arange(CODES) & HAND_BIT) != 0


def _by_kind(games: Ints, kinds: Ints) -> Any:
    return np.bincount(kinds, games, minlength=TYPE_BITS + 1)[: len(GAME_LETTERS)]


def _contract_letters(code: int) -> str:
    return str(Contract.from_code(code))


def _within(values: Ints, band: tuple[int, int]) -> Bools:
    return (values >= band[0]) & (values <= band[1])
