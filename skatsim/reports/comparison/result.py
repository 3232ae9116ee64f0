"""What a comparison says: differences with their intervals, who is better, by role and by game.

The unit is the board, the pairing is the cards: both bots hold each hand in each role equally often.  Intervals are
Student's over boards at 95 %.  With several comparisons at once they are widened so that all hold together with 95 %
(Bonferroni), and so is the verdict.  A sequential test stops when the difference looks large, so the plain mean of the
pair it tests leans away from the middle; what is told of this pair is the median-unbiased estimate and interval of
`skatsim.stats.stopped`, and `mean` is the plain mean.  All else (list points, roles, games, other pairs) are plain
means with the intervals of a fixed number of boards.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from os import PathLike
from string import ascii_uppercase
from typing import Any, Final

import numpy as np
import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Floats
from skatsim.reports.comparison.boards import COLUMNS, MEASURES, RATIOS, ROLES, SHARES, Counts, count_boards
from skatsim.rules.contracts import GAME_LETTERS
from skatsim.rules.scoring import OTHERS_POINTS
from skatsim.runs.config import make_boards
from skatsim.runs.duplicate import PARTS
from skatsim.runs.duplicate_kind import DuplicateKind
from skatsim.runs.executors import ProgressCallback
from skatsim.runs.run import Run, simulate
from skatsim.stats.intervals import (
    CONFIDENCE,
    ClusterSums,
    Estimate,
    cluster_mean,
    cluster_share,
    mean_interval,
    simultaneous,
    spread,
    two_sided_p,
)
from skatsim.stats.sprt import MIN_VALUES, SequentialTest
from skatsim.stats.stopped import Stop

BETTER, WORSE, OPEN = "better", "worse", "no difference found"
_POINTS: Final = MEASURES.index("seeger_fabian")
_LOST_TO: Final = OTHERS_POINTS[3]
"""What a defender gets for a game that is lost, and nothing else brings him points."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of `compare`; see `result` for what intervals and verdicts mean.

    Attributes
    ----------
    run
        The games, one row each.
    counts
        Sums over boards, from which the frames come.

    Examples
    --------
    >>> import skatsim
    >>> same = skatsim.compare("heuristic", "heuristic", boards=100)
    >>> float(same.differences.loc[0, "difference"]), same.differences.loc[0, "verdict"]
    (0.0, 'no difference found')
    """

    run: Run
    counts: Counts

    def __str__(self) -> str:
        """The answer as the command prints it."""
        from skatsim.reports.comparison.text import comparison_text

        return comparison_text(self)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.names)} on {self.boards:,} boards>"

    @property
    def config(self) -> DuplicateKind:
        """What was compared."""
        return self.run.config_of(DuplicateKind)

    @property
    def boards(self) -> int:
        """Boards played in full."""
        return self.counts.boards

    @property
    def confidence(self) -> float:
        """Of each single interval of a difference, so that all hold together with 95 %."""
        return simultaneous(CONFIDENCE, len(self.config.pairs))

    @cached_property
    def names(self) -> list[str]:
        """The bots by letter: ``A heuristic@1``."""
        labels = [player.label for player in self.run.manifest.players]
        return [f"{letter} {label}" for letter, label in zip(ascii_uppercase, labels, strict=False)]

    @cached_property
    def differences(self) -> pd.DataFrame:
        """One row a pair: a, b, boards; by how many tournament points a deal and seat a is better (difference, low,
        high), the plain mean of the boards (mean, another number only after a sequential test) and list points (score,
        ...); p, effect (difference in standard deviations of a board), alike (share of boards that went the same way)
        and the verdict on a.
        """
        frame = self._pairs()
        _put(frame, "difference", self._mean(_POINTS))
        _put(frame, "score", self._mean(MEASURES.index("score")))
        mean, deviation, error = spread(self.boards, *self._sums(_POINTS))
        frame["mean"], frame["deviation"] = mean, deviation
        frame["p"] = two_sided_p(mean, error, self.boards)
        self._put_stop(frame)
        with np.errstate(divide="ignore", invalid="ignore"):
            frame["effect"] = np.where(deviation > 0, frame["difference"] / deviation, 0.0)
        frame["alike"] = self.counts.alike / self.boards
        frame["verdict"] = np.select([frame["low"] > 0, frame["high"] < 0], [BETTER, WORSE], OPEN)
        return frame

    def _put_stop(self, frame: pd.DataFrame) -> None:
        """After a sequential test the estimate, interval and p of its pair that know of the stop."""
        first = frame.iloc[0]
        if self.test is None or self.boards < MIN_VALUES or not first["deviation"] > 0:
            return
        stop = Stop(self.test, self.boards, first["mean"], first["deviation"] ** 2, self.config.shard_boards)
        frame.loc[0, ["difference", "low", "high"]] = list(stop.estimate(self.confidence))
        frame.loc[0, "p"] = stop.p()

    @cached_property
    def roles(self) -> pd.DataFrame:
        """Where the difference comes from: one row a pair and role (declaring, defending, passed in): difference in
        tournament points a deal with its interval; the roles of a pair add up to its difference.
        """
        return self._split(ROLES, "role")

    @cached_property
    def contracts(self) -> pd.DataFrame:
        """The same by game letter: the games played, declaring and defending together, add up to the difference but
        for deals passed in, which count 0.
        """
        return self._split(tuple(GAME_LETTERS), "game_type")

    @cached_property
    def bots(self) -> pd.DataFrame:
        """One row a bot: declared (share of its seats), won and overbid (of games declared), value (list points) and
        points (tournament points) of a game declared, defence (tournament points of a game defended); each with the
        interval over boards.
        """
        frame = pd.DataFrame({"bot": self.names})
        for name in RATIOS:
            sums = self.counts.cluster_sums(name)
            if name == "defence":  # so many points for each game lost, so it goes with a share
                _put(frame, name, _scaled(cluster_share(_scaled_totals(sums, 1 / _LOST_TO)), _LOST_TO))
            else:
                _put(frame, name, cluster_share(sums) if name in SHARES else cluster_mean(sums)[0])
        return frame

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a bot and game letter: games declared, share of the bot's games, won; intervals over boards."""
        share, won = (ClusterSums(*self.counts.games[:, part]) for part in (0, 1))
        cells = {"share": cluster_share(share), "won": cluster_share(won)}
        frame = pd.DataFrame(
            {"bot": np.repeat(self.names, len(GAME_LETTERS)), "game_type": list(GAME_LETTERS) * len(self.names)}
        )
        frame["games"] = np.ravel(won.sizes).astype(np.int64)
        for name, estimate in cells.items():
            _put(frame, name, Estimate(*map(np.ravel, estimate)))
        return frame

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """One row a bot, best first: rating, its mean difference to the others in tournament points a deal."""
        frame = pd.DataFrame({"bot": self.names})
        opponents = np.bincount(np.ravel(self.config.pairs)) * PARTS
        sums, squares = self.counts.fields / opponents, self.counts.field_squares / opponents**2
        _put(frame, "rating", mean_interval(self.boards, sums, squares))
        return frame.sort_values("rating", ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def swings(self) -> pd.DataFrame:
        """The boards on which a pair differs most: a, b, board, difference in tournament points a deal."""
        rows = [
            (self.names[a], self.names[b], *swing)
            for (a, b), swings in zip(self.config.pairs, self.counts.swings, strict=True)
            for swing in swings
        ]
        return pd.DataFrame(rows, columns=["a", "b", "board", "difference"])

    @property
    def sequential(self) -> tuple[SequentialTest, float, str | None] | None:
        """The sequential test of the first pair, its log-likelihood ratio and its verdict; None without a test."""
        if self.test is None:
            return None
        row = self.differences.iloc[0]
        found = self.boards, float(row["mean"]), float(row["deviation"]) ** 2
        return self.test, self.test.ratio(*found), self.test.verdict(*found)

    @property
    def test(self) -> SequentialTest | None:
        """The test after which the first pair stops, if there is one."""
        plan = self.config.sequential
        return None if plan is None else SequentialTest(plan.low, plan.high, plan.alpha, plan.beta)

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """All frames by name."""
        names = ("differences", "roles", "contracts", "bots", "games", "ratings", "swings")
        return {name: getattr(self, name) for name in names}

    def boards_for(self, half_width: float, pair: int = 0) -> int:
        """Boards in all that the interval of a pair would need to be no wider than ± `half_width` tournament points.

        Raises
        ------
        SkatsimError
            For a width that is not above 0.
        """
        if not half_width > 0:
            raise SkatsimError(f"half_width: {half_width!r} is no width; give tournament points a deal above 0")
        row = self.differences.iloc[pair]
        half = float(row["high"] - row["low"]) / 2
        return max(2, ceil(self.boards * (half / half_width) ** 2))

    def _pairs(self) -> pd.DataFrame:
        pairs = self.config.pairs
        names = self.names
        return pd.DataFrame(
            {"a": [names[a] for a, _ in pairs], "b": [names[b] for _, b in pairs], "boards": self.boards}
        )

    def _mean(self, measure: int) -> Any:
        return mean_interval(self.boards, *self._sums(measure), self.confidence)

    def _sums(self, measure: int) -> tuple[Floats, Floats]:
        """Sums and sums of squares of a difference, by pair, in points."""
        return self.counts.sums[:, measure] / PARTS, self.counts.squares[:, measure] / PARTS**2

    def _split(self, measures: tuple[str, ...], column: str) -> pd.DataFrame:
        frames = []
        for name in measures:
            frame = self._pairs().drop(columns="boards").assign(**{column: name})
            _put(frame, "difference", self._mean(MEASURES.index(name)))
            frames.append(frame)
        return pd.concat(frames).sort_index(kind="stable").reset_index(drop=True)


def compare(
    *bots: Any,
    folder: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    **keys: Any,
) -> Comparison:
    """Compare bots in duplicate: the same deals in every seating, so that the luck of the deal cancels.

    Parameters
    ----------
    bots
        Two or more: names, text such as ``heuristic:boldness=5``, ``players.toml#bold``, tables or `BotSpec`.
    folder
        Where to keep the games, to be resumed if interrupted; None keeps them in memory.
    threads
        None: one for each core.  It changes no result.
    progress
        Called as the games are played.
    keys
        Further keys of `BoardsConfig`: boards, seed, rules, opponents, sequential, store.

    Raises
    ------
    SkatsimError
        For a bot, parameter or key that cannot be, and what `simulate` refuses.

    Examples
    --------
    >>> result = compare("random:top_bid=18", "random:top_bid=0", boards=500, seed=3)
    >>> result.differences.loc[0, "verdict"]  # random play loses what it bids for
    'worse'
    """
    config = make_boards(list(bots), **keys)
    return comparison_of(simulate(config, folder, threads=threads, progress=progress))


def comparison_of(run: Run) -> Comparison:
    """Read a comparison's games.

    Raises
    ------
    SkatsimError
        For a run that is none, or that holds fewer than two boards so far.
    """
    counts = count_boards(run.config_of(DuplicateKind), run.batches(list(COLUMNS)))
    if counts.boards < 2:
        raise SkatsimError(f"{run.path or 'the run'}: {counts.boards} boards have no interval; play 2 or more")
    return Comparison(run, counts)


def _scaled_totals(sums: ClusterSums, factor: float) -> ClusterSums:
    """The sums if every value were so many times as large."""
    totals, squares, products = (
        np.asarray(part, dtype=np.float64) for part in (sums.totals, sums.totals_squared, sums.products)
    )
    return sums._replace(totals=totals * factor, totals_squared=squares * factor**2, products=products * factor)


def _scaled(estimate: Estimate, factor: float) -> Estimate:
    return Estimate(*(factor * end for end in estimate))


def _put(frame: pd.DataFrame, name: str, estimate: Any) -> None:
    """The value and the ends of its interval as columns; of a difference the ends are called low and high."""
    prefix = "" if name == "difference" else f"{name}_"
    frame[name] = estimate[0]
    frame[f"{prefix}low"], frame[f"{prefix}high"] = estimate[1], estimate[2]
