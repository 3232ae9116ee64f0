"""`safety_of`: the bid safety of a run's games as one object.

Three questions, each answered by frames with intervals: how often games of each kind are won (`cells`), whether each
bot's reserve keeps what it promises (`reserves`), and what one step further or shorter would cost (`moves`).  The first
needs the cards dealt: they are those of the seed, or stored with converted records.  The second and the third ask the
bots of a simulated run.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from skatsim.bots.bot import Lineup, make_lineup
from skatsim.errors import SkatsimError
from skatsim.kernel.types import Ints
from skatsim.reports.making import made_by
from skatsim.reports.population.counts import COLUMNS, DISTANCES, KEYS, Cells, Games, rates, reserve_keys
from skatsim.reports.population.moves import Moves, Replayed
from skatsim.reports.report import Report
from skatsim.reports.wording import count, counted, rules_text
from skatsim.rules.deals import deal_range
from skatsim.rules.seats import SEAT_NAMES, seat_of
from skatsim.runs.again import RUN
from skatsim.runs.commands import page_command
from skatsim.runs.executors import ProgressCallback, ProgressMeter, local_executor
from skatsim.runs.filters import Where
from skatsim.runs.keys import whole_number
from skatsim.runs.manifest import claim_in
from skatsim.runs.run import Run, open_run
from skatsim.table.reserves import dealt_reserves

_HANDS = tuple(f"hand_{seat}" for seat in SEAT_NAMES)


@dataclass(frozen=True)
class Population(Report):
    """How safe the bids of a run were.

    Attributes
    ----------
    rows, passed_in
        Deals looked at, and those without a declarer.
    cells
        Declared games by bid, game_type, seat, matadors, jacks and trumps (of the declarer's ten dealt cards): `games`,
        `won`, `overbid` and sums of points; any crossing is a sum of them, see `by`.
    reserves
        Declared games by bot, by what it would bid up to on its ten cards (reserve, 0: it would pass) and by distance
        (reserve less bid, in steps of the ladder): the same figures; None without bots that can be asked.
    moves
        The deals played again with one seat's limit moved; None without.
    left_out
        What is not told, and why.
    made_by
        What makes run and page again, for its foot.
    """

    title: str
    facts: Mapping[str, str]
    rows: int
    passed_in: int
    cells: pd.DataFrame
    reserves: pd.DataFrame | None = None
    moves: Moves | None = None
    left_out: tuple[str, ...] = ()
    made_by: Mapping[str, str] = field(default_factory=dict)

    @property
    def declared(self) -> int:
        """Games declared."""
        return int(self.cells["games"].sum())

    def by(self, *keys: str) -> pd.DataFrame:
        """Declared games by any of the keys of `cells`: games, won, overbid, score, loss, tournament, with intervals.

        Raises
        ------
        SkatsimError
            For an unknown key.
        """
        for key in keys:
            if key not in KEYS:
                raise SkatsimError(f"by: unknown key {key!r}; games are counted by {', '.join(KEYS)}")
        return rates(self.cells, *keys)

    def frames(self) -> dict[str, pd.DataFrame]:
        """All frames by name: the cells, ready crossings of them, and what came of the reserves and the moves."""
        suit_games = self.cells[~self.cells["game_type"].isin(["G", "N"])]
        found = {
            "bids": self.by("bid"),
            "jacks_and_trumps": rates(suit_games, "jacks", "trumps"),
            "matadors": rates(self.cells[self.cells["game_type"] != "N"], "matadors"),
            "games_and_seats": self.by("game_type", "seat"),
        }
        if self.reserves is not None:
            found["reserves"] = rates(self.reserves, "bot", "reserve", "distance")
        if self.moves is not None:
            found |= {"moves": self.moves.frame, "moves_by_reserve": self.moves.by_reserve}
        return found | {"cells": self.cells}

    def headline(self) -> list[str]:
        """The answer in sentences."""
        from skatsim.reports.population.text import headline

        return headline(self)

    def text(self) -> str:
        """The answer in words, and the tables."""
        from skatsim.reports.population.text import population_text

        return population_text(self)

    def page(self) -> str:
        """The page with its plots."""
        from skatsim.reports.population.page import population_page

        return population_page(self)


def safety_of(
    run: Run | str | PathLike[str],
    *,
    where: Where = None,
    seat: int | str | None = None,
    deals: int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    known: Callable[[Population], None] | None = None,
) -> Population:
    """How safe the bids of a run were: win rates by bid and cards, the bots' reserves, one step further or shorter.

    Parameters
    ----------
    run
        A simulated run, or converted records with stored deals; or its folder.
    where
        Which rows count, as in `Run.to_pandas`; then no deals are played again.
    seat
        Only games declared from this seat, and only its limit is moved; None: all.
    deals
        How many are played again with limits moved, from the run's first on; 0: none; None: some seconds' worth.
    threads
        None: one for each core; never changes a result.
    progress
        Called with a `skatsim.runs.executors.Progress`.
    known
        Called with what is known once the rows are counted, before deals are played again.

    Raises
    ------
    SkatsimError
        For a run of another kind or without deals, a filter that is not understood, or when no game is left.

    Examples
    --------
    >>> import skatsim
    >>> run = skatsim.simulate({"games": 2000})
    >>> found = skatsim.safety_of(run, deals=100, threads=1)
    >>> found.rows == found.passed_in + found.declared, list(found.frames())[:3]
    (True, ['bids', 'jacks_and_trumps', 'matadors'])
    >>> found.moves.frame.query("steps == 0")["tournament"].tolist()
    [0.0, 0.0, 0.0]
    """
    source = _Source(run if isinstance(run, Run) else open_run(run), None if seat is None else seat_of(seat))
    if deals is not None:
        whole_number("deals", deals, 0, len(source.run))
    replayed = source.replayed if where is None else None
    again = 0 if replayed is None else replayed.usual_deals if deals is None else deals
    again = min(again, len(source.run))
    meter = ProgressMeter(len(source.run) + again, callback=progress)
    found = source.count(where, meter)
    if replayed is not None and again:
        if known is not None:
            known(source.told(where, 0, found, "no deals were played again yet"))
        found["moves"] = replayed.moves(again, local_executor(threads), meter)
    return source.told(where, again, found)


class _Source:
    """Where rows, cards and bots come from."""

    def __init__(self, run: Run, seat: int | None) -> None:
        config = run.config
        if config.simulation is None and config.sources is None:
            raise SkatsimError(f"{run.path or 'the run'}: holds {config.title}; give a simulation or converted records")
        if config.simulation is None and "deals" not in config.store:
            raise SkatsimError(
                f"{run.path or 'the run'}: holds no deals, which the cards need; {config.remedy(run.path)}"
            )
        self.run, self.seat, self.config, self.simulation = run, seat, config, config.simulation
        self.labels = tuple(player.label for player in run.manifest.players)
        self.lineup: Lineup | None = None
        self.left_out: tuple[str, ...] = ()
        if self.simulation is not None:
            try:
                self.lineup = make_lineup(run.manifest.seated())
            except SkatsimError as error:
                self.left_out = (f"reserves and moved limits: the bots cannot be asked: {error}",)
        else:
            self.left_out = ("reserves and moved limits: people cannot be asked again",)

    @property
    def replayed(self) -> Replayed | None:
        """What can be played again."""
        if self.lineup is None or self.simulation is None:
            return None
        return Replayed(claim_in(self.run.manifest), self.seat)

    @property
    def seat_name(self) -> str | None:
        """The one seat that is looked at."""
        return None if self.seat is None else SEAT_NAMES[self.seat]

    @property
    def title(self) -> str:
        """The run in a line."""
        who = ", ".join(dict.fromkeys(self.labels)) if self.simulation else self.config.title
        seat = f", declared from {self.seat_name}" if self.seat_name else ""
        return f"Bid safety in {counted(len(self.run), 'game')}{'' if self.run.complete else ' so far'}, {who}{seat}"

    def facts(self, again: int) -> dict[str, str]:
        """What makes the same again."""
        seed = {} if self.config.seed is None else {"seed": str(self.config.seed)}
        played = {"deals played again": f"{count(again)}, from game 0"} if again else {}
        return {
            **seed,
            "rules": rules_text(self.run.manifest.rules),
            **played,
            "configuration": f"SHA-256 {self.config.digest}",
            "skatsim": self.run.manifest.skatsim_version,
        }

    def told(self, where: Where, again: int, found: dict[str, Any], missing: str = "") -> Population:
        """What was `found`, and what makes it again; `missing` tells why the moved limits are not there yet."""
        is_moved = self.replayed is not None
        if where is not None and is_moved:
            missing = "not among rows chosen by what happened in them"
        left_out = (*found["left_out"], *([f"one step further or shorter: {missing}"] if missing else []))
        deals = again if is_moved and where is None else None
        options = {"run": RUN, "seat": self.seat_name, "where": where and str(where), "deals": deals}
        made = made_by(self.run, page_command("safety", [], options))
        title = self.title + f", where {where}" * (where is not None)
        return Population(title, self.facts(again), **{**found, "left_out": left_out}, made_by=made)

    def count(self, where: Where, meter: ProgressMeter) -> dict[str, Any]:
        """All rows in one pass; as `Population` takes it."""
        cells, rows, passed_in = Cells(KEYS), 0, 0
        bots = list(dict.fromkeys(self.labels))
        reserves = Cells(reserve_keys(bots)) if self.lineup is not None else None
        columns = COLUMNS if self.simulation else (*COLUMNS, *_HANDS)
        for batch in self.run.batches(list(columns), where):
            if not len(batch):
                continue
            hands = self._hands(batch)
            games = Games(batch, hands, self.seat)
            cells.add(games.places, games.figures)
            if reserves is not None:
                reserves.add(self._reserve_places(batch, hands, games), games.figures)
            rows += len(batch)
            passed_in += int((batch["declarer"].to_numpy() < 0).sum())
            meter.add(len(batch))
        frame = cells.frame()
        if not len(frame):
            raise SkatsimError("there are no declared games to count; simulate or convert some, or ask for others")
        asked = reserves.frame() if reserves is not None else None
        return {"rows": rows, "passed_in": passed_in, "cells": frame, "reserves": asked, "left_out": self.left_out}

    def _hands(self, batch: pa.RecordBatch) -> Ints:
        """Ten cards by seat, as dealt: int64[rows, 3]."""
        if self.simulation is None:
            return np.stack([batch[name].to_numpy().astype(np.int64) for name in _HANDS], axis=1)
        games = batch["game"].to_numpy()
        first = int(games.min())
        return deal_range(self.simulation.seed, first, int(games.max()) - first + 1)[games - first, :3]

    def _reserve_places(self, batch: pa.RecordBatch, hands: Ints, games: Games) -> tuple[Ints, ...]:
        """By `RESERVE_KEYS`, of the declared games."""
        assert self.lineup is not None
        assert self.simulation is not None
        numbers = batch["game"].to_numpy()[games.declared]
        steps = dealt_reserves(
            self.simulation.seed, numbers, np.ascontiguousarray(hands[games.declared]), self.lineup, self.config.rules
        )
        reserve = steps[np.arange(len(numbers)), games.seat]
        known = list(dict.fromkeys(self.labels))
        number = np.array([known.index(label) for label in self.labels])
        return (number[(numbers + games.seat) % 3], reserve, reserve - games.step + DISTANCES - 1)
