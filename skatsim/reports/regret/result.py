"""What the cards of played games cost: losses against perfect play with open cards.

A card's loss is what it takes from its side: in card points the difference between the value of the position before
and after it (trump games), and beside it whether it *loses the game*: before it perfect play wins for its side, after
it for the other.  Winning means what the contract and the bid ask for, in null no trick.  Only cards with a choice
count; forced ones cost nothing.

Means and shares are over cards; cards of one game depend on each other, so every interval (95 %) is by whole games, or
by whole boards in a comparison's run: `skatsim.stats.intervals.cluster_mean` and `cluster_share`.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, Final

import numpy as np
import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.reports.regret.decisions import COSTLIEST, Decision, decisions
from skatsim.reports.regret.games import Played, read_played
from skatsim.reports.report import Answer
from skatsim.reports.safety.worlds import chunks, over
from skatsim.rules.cards import CardSet
from skatsim.rules.contracts import GAME_LETTERS, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.executors import Executor, ProgressCallback, ProgressMeter, local_executor
from skatsim.runs.filters import Where
from skatsim.runs.keys import whole_number
from skatsim.runs.run import Run, open_run
from skatsim.solver.course import Courses, courses
from skatsim.solver.layout import new_workspace
from skatsim.stats.intervals import ClusterSums, cluster_mean, cluster_share

GAMES: Final = 10_000
"""Some 20 seconds on one core."""
DECLARER, DEFENDER = "declarer", "defender"
_CHUNK: Final = 50


@dataclass(frozen=True, repr=False)
class Regret(Answer):
    """The losses of the cards of some games.

    Each frame has `games` with such cards, `cards` with a choice, `loss` (mean card points a card in trump games, NaN
    where only null was played), `turned` (share of cards that lose the game), with the ends of their intervals
    (`_low`, `_high`).

    Attributes
    ----------
    played
        The games.
    courses
        What they were worth before each card, and whether the declarer then reaches what he needs.

    Examples
    --------
    >>> import skatsim
    >>> run = skatsim.simulate({"games": 60, "seed": 2, "store": ["deals", "plays"]})
    >>> result = skatsim.regret(run)
    >>> result.roles["role"].to_list(), bool((result.cards["loss"].dropna() >= 0).all())
    (['declarer', 'defender'], True)
    """

    played: Played
    courses: Courses

    @cached_property
    def cards(self) -> pd.DataFrame:
        """One row a card with a choice: row, step (in arrays), game, trick, role, game_type, player, loss, turned."""
        worth, reached, choices = self.courses
        row, step = np.nonzero(choices > 1)
        games = self.played.games[row]
        seat = (games[:, :3] >> self.played.plays[row, step][:, None] & 1).argmax(axis=1)
        is_null = games[:, 4] == GameType.NULL
        loss = np.abs(worth[row, step] - worth[row, step + 1])
        return pd.DataFrame(
            {
                "row": row,
                "step": step,
                "game": self.played.rows["game"].to_numpy()[row],
                "trick": step // 3 + 1,
                "role": np.where(seat == games[:, 5], DECLARER, DEFENDER),
                "game_type": np.array(list(GAME_LETTERS))[games[:, 4]],
                "player": self.played.players[row, seat],
                "loss": np.where(is_null, np.nan, loss),
                "turned": reached[row, step] != reached[row, step + 1],
            }
        )

    @cached_property
    def roles(self) -> pd.DataFrame:
        """By role."""
        return losses(self.cards, ["role"])

    @cached_property
    def tricks(self) -> pd.DataFrame:
        """By role and trick."""
        return losses(self.cards, ["role", "trick"])

    @cached_property
    def contracts(self) -> pd.DataFrame:
        """By role and game letter."""
        return losses(self.cards, ["role", "game_type"])

    @cached_property
    def players(self) -> pd.DataFrame:
        """By player and role."""
        return losses(self.cards, ["player", "role"])

    @cached_property
    def cells(self) -> pd.DataFrame:
        """By role, trick, game letter and player."""
        return losses(self.cards, ["role", "trick", "game_type", "player"])

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a game: game, contract, declarer (seat), `needs` (card points, 1 in null, 121 all tricks, 0 what
        cannot be won any more), `start` and `end`, the value as the play began and ended, the losses of the declarer
        and of both defenders in card points, and how many of their cards lost the game.

        In trump games start - end = declarer_loss - defenders_loss.
        """
        last = (self.courses.choices > 0).sum(axis=1)
        frame = self.played.rows[["game", "declarer"]].reset_index(drop=True)
        frame.insert(1, "contract", [str(self.played.contract(row)) for row in range(len(self.played))])
        frame["needs"] = self.played.games[:, 6]
        frame["start"] = self.courses.worth[:, 0]
        frame["end"] = self.courses.worth[np.arange(len(last)), last]
        for name, role in ((DECLARER, DECLARER), ("defenders", DEFENDER)):
            mine = self.cards[self.cards["role"] == role].groupby("row")
            frame[f"{name}_loss"] = mine["loss"].sum().reindex(frame.index, fill_value=0).astype(np.int64)
            frame[f"{name}_turned"] = mine["turned"].sum().reindex(frame.index, fill_value=0).astype(np.int64)
        return frame

    @cached_property
    def costly(self) -> list[Decision]:
        """The costliest decisions: cards that lose the game first, of these the most card points first."""
        wrong = self.cards[(self.cards["loss"] > 0) | self.cards["turned"]]
        order = wrong.assign(points=wrong["loss"].fillna(0)).sort_values(
            ["turned", "points", "row", "step"], ascending=[False, False, True, True]
        )[:COSTLIEST]
        places = zip(order["row"].tolist(), order["step"].tolist(), strict=True)
        return list(decisions(self.played, places, self.courses.worth, self.courses.reached))

    @cached_property
    def costliest(self) -> pd.DataFrame:
        """As a frame; `before` and `after` are the declarer's card points with perfect play, in null 1 or 0."""
        rows = [
            {
                "game": each.game,
                "trick": each.trick,
                "seat": SEAT_NAMES[each.seat],
                "role": each.role,
                "player": each.player,
                "contract": str(each.contract),
                "bid": each.bid,
                "hand": str(CardSet(each.hands[each.seat])),
                "table": " ".join(card for _, card in each.table),
                "played": each.played,
                "best": " ".join(each.best),
                "before": each.before,
                "after": each.after,
                "turned": each.turned,
            }
            for each in self.costly
        ]
        return pd.DataFrame(rows)

    @cached_property
    def frames(self) -> dict[str, pd.DataFrame]:
        """All frames by name."""
        names = ("roles", "tricks", "contracts", "players", "cells", "costliest", "games")
        return {name: getattr(self, name) for name in names}

    def text(self) -> str:
        """The answer as the command prints it."""
        from skatsim.reports.regret.text import regret_text

        return regret_text(self)

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frames."""
        return self.frames

    def page(self) -> str:
        """The answer as one HTML page.

        Raises
        ------
        SkatsimError
            When matplotlib is not installed.
        """
        from skatsim.reports.regret.page import regret_page

        return regret_page(self)

    def __repr__(self) -> str:
        from skatsim.reports.regret.text import title

        return f"<{title(self)}>"

    def a_game(self, role: str) -> Any:
        """Card points a trump game that a side loses, with its interval."""
        frame = self.games[self.played.games[:, 4] != GameType.NULL]
        loss = frame["declarer_loss" if role == DECLARER else "defenders_loss"]
        per = pd.DataFrame({"game": frame["game"], "size": 1, "total": loss}).groupby("game").sum()
        return cluster_mean(_sums(per["size"], per["total"]))[0]


def losses(cards: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """The mean losses of `cards` by `keys`, with their intervals by whole games."""
    parts = cards.assign(cards=1, valued=cards["loss"].notna().astype(np.int64), points=cards["loss"].fillna(0))
    names = ["cards", "valued", "points", "turned"]
    a_game = parts.groupby([*keys, "game"], sort=True)[names].sum().astype(np.float64)
    groups = list(keys)
    frame = pd.DataFrame({"games": a_game.groupby(groups).size(), "cards": a_game.groupby(groups)["cards"].sum()})
    frame["cards"] = frame["cards"].astype(np.int64)
    loss, _ = cluster_mean(_group_sums(a_game, groups, "valued", "points"))
    turned = cluster_share(_group_sums(a_game, groups, "cards", "turned"))
    for name, estimate in (("loss", loss), ("turned", turned)):
        frame[name], frame[f"{name}_low"], frame[f"{name}_high"] = estimate
    return frame.reset_index()


def _group_sums(a_game: pd.DataFrame, keys: list[str], size: str, total: str) -> ClusterSums:
    """The sums over games of each group, of games with any `size`."""
    n, t = a_game[size], a_game[total]
    moments = pd.DataFrame({"k": n > 0, "n": n, "t": t, "nn": n * n, "tt": t * t, "nt": n * t})
    return ClusterSums(*moments.astype(np.float64).groupby(keys).sum().to_numpy().T)


def _sums(size: Any, total: Any) -> ClusterSums:
    products = (size * size).sum(), (total * total).sum(), (size * total).sum()
    return ClusterSums(len(size), size.sum(), total.sum(), *products)


def regret(
    run: Run | str | PathLike[str],
    *,
    games: int = GAMES,
    where: Where = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Regret:
    """What the cards of a run's games cost, measured with open cards.

    A card that was right given what the player could know may have regret: small figures are no errors.

    Parameters
    ----------
    run
        A run with deals and plays, simulated or converted, or its folder.
    games
        At most so many: the first that were played.
    where
        Which rows count, as in `Run.to_pandas`; None: all.
    threads
        None: one for each core.  It changes no result.
    progress
        Called as the games are solved.

    Raises
    ------
    SkatsimError
        For a number out of range, a run without deals and plays or with rules the solver does not know, a filter that
        is not understood, or when no game is left.
    """
    opened = run if isinstance(run, Run) else open_run(run)
    played = read_played(opened, whole_number("games", games, 1), where)
    done: list[Courses] = []
    measure(played, local_executor(threads), done, progress)
    return regret_of(played, done)


def measure(played: Played, executor: Executor, done: list[Courses], progress: ProgressCallback | None = None) -> None:
    """Solve the games, in order; what has been solved is in `done`, also after an interruption."""
    memory = threading.local()

    def work(part: range) -> Courses:
        if not hasattr(memory, "workspace"):
            memory.workspace = new_workspace()
        rows = slice(part.start, part.stop)
        return courses(played.games[rows], played.plays[rows], memory.workspace)

    work(range(0))  # compiles before the clock starts
    meter = ProgressMeter(len(played), callback=progress)
    for result in over(executor, work, chunks(len(played), _CHUNK), meter):
        done.append(result)


def regret_of(played: Played, done: list[Courses]) -> Regret:
    """The regret of the first games, as far as they are solved.

    Raises
    ------
    SkatsimError
        When they have no card with a choice.
    """
    joined = Courses(*(np.concatenate(arrays) for arrays in zip(*done, strict=True)))
    if not (joined.choices > 1).any():
        raise SkatsimError(f"{played.run.path or 'the run'}: nobody had a choice between cards in these games")
    return Regret(played.first(len(joined.worth)), joined)
