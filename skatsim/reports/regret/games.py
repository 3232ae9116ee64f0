"""The games of a run as the solver takes them: hands as the play begins, what was put away, what the declarer needs.

Deals passed in, and games that ended before the first card, are left out.  What he needs is 61 card points, or the
level that was announced or that his bid asks for: 90, or all tricks; in null to stay without a trick.  Rules under
which a void seat must trump are refused, because the solver lets it play any card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Ints
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.contracts import (
    GAME_LETTERS,
    HAND_BIT,
    OUVERT_BIT,
    SCHNEIDER_BIT,
    SCHWARZ_BIT,
    TYPE_BITS,
    Contract,
    GameType,
)
from skatsim.rules.ruleset import RuleNumbers
from skatsim.rules.scoring import settle_game
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.filters import Where
from skatsim.runs.run import Run
from skatsim.solver.course import ALL_TRICKS, NEVER

_FLAGS: Final = {"hand": HAND_BIT, "schneider_announced": SCHNEIDER_BIT, "schwarz_announced": SCHWARZ_BIT,
                 "ouvert": OUVERT_BIT}  # fmt: skip
_CARDS: Final = (*(f"hand_{seat}" for seat in SEAT_NAMES), "skat", "discard", "plays")
_BOTS: Final = tuple(f"bot_{seat}" for seat in SEAT_NAMES)
_COLUMNS: Final = ("game", *_BOTS, "declarer", "game_type", *_FLAGS, "bid", "card_points", "won", *_CARDS)


@dataclass(frozen=True)
class Played:
    """Games one after the other.

    Attributes
    ----------
    run
        Where they come from.
    where
        Which of its rows were asked for; None: all.
    rows
        One row a game: `game`, `declarer`, `contract` (its code), `bid`, `card_points`, `won` of the run's columns.
    players
        By game and seat, who sat there.
    games, plays
        As `skatsim.solver.course.courses` takes them.
    complete
        Whether these are all that were asked for.
    """

    run: Run
    where: str | None
    rows: pd.DataFrame
    players: Any
    games: Ints
    plays: Ints
    complete: bool

    def __len__(self) -> int:
        return len(self.rows)

    def first(self, count: int) -> "Played":
        """The first games of these."""
        part = (self.rows.iloc[:count], self.players[:count], self.games[:count], self.plays[:count])
        return Played(self.run, self.where, *part, self.complete and count >= len(self))

    def contract(self, row: int) -> Contract:
        """What was declared."""
        return Contract.from_code(int(self.rows["contract"].iloc[row]))


def read_played(run: Run, count: int, where: Where = None) -> Played:
    """The first `count` games of a run's rows that are `where`.

    Raises
    ------
    SkatsimError
        For a run without deals and plays, rules the solver does not know, a filter that is not understood, or when no
        game is left.
    """
    _check_run(run)
    count = min(count, len(run))
    found = pa.Table.from_batches(_declared(run, count, where), _schema(run))
    table = found.slice(0, count)
    if not len(table):
        raise SkatsimError(f"{run.path or 'the run'}: no game was played in these rows; take another --where or run")
    frame = table.drop_columns(["plays"]).to_pandas()
    frame["contract"] = _contracts(frame)
    plays = pc.list_flatten(table["plays"]).to_numpy().reshape(len(table), -1).astype(np.int64)
    players = frame[list(_BOTS)].astype(object).to_numpy()
    kept = frame[["game", "declarer", "contract", "bid", "card_points", "won"]]
    words = None if where is None else str(where)
    return Played(run, words, kept, players, _games(frame, run), plays, len(found) <= count)


def _check_run(run: Run) -> None:
    name = str(run.path or "the run")
    missing = [column for column in _CARDS if column not in run.dataset.schema.names]
    if missing:
        raise SkatsimError(f"{name}: has no deals and plays; simulate it with --store deals,plays, or convert records")
    if run.manifest.rules.void != "free":
        raise SkatsimError(
            f"{name}: was played with rules.void = {run.manifest.rules.void}, which the solver does not know; take "
            "games in which a seat that cannot follow may play any card"
        )


def _declared(run: Run, count: int, where: Where) -> Iterator[pa.RecordBatch]:
    """Batches of games that were played, until there are more than `count`."""
    found = 0
    for batch in run.batches(list(_COLUMNS), where):
        begun = pc.less(pc.list_element(batch["plays"], 0), len(CARD_NAMES))
        played = batch.filter(pc.and_(begun, pc.greater_equal(batch["declarer"], 0)))
        yield played
        found += len(played)
        if found > count:
            return


def _schema(run: Run) -> pa.Schema:
    return pa.schema([run.dataset.schema.field(name) for name in _COLUMNS])


def _contracts(frame: pd.DataFrame) -> Ints:
    """The contracts' codes."""
    codes = np.array([GAME_LETTERS.index(letter) for letter in frame["game_type"]], dtype=np.int64)
    for name, bit in _FLAGS.items():
        codes |= np.where(frame[name], bit, 0)
    return codes


def _games(frame: pd.DataFrame, run: Run) -> Ints:
    """The rows of `courses`."""
    hands = frame[list(_CARDS[:3])].to_numpy().astype(np.int64)
    skat, discard, declarer = (frame[name].to_numpy().astype(np.int64) for name in ("skat", "discard", "declarer"))
    away = np.where(frame["hand"], skat, discard)
    mine = np.arange(len(frame)), declarer
    twelve = hands[mine] | skat
    hands[mine] = twelve & ~away
    numbers = run.manifest.rules.numbers
    asked = zip(frame["contract"].tolist(), frame["bid"].tolist(), twelve.tolist(), strict=True)
    needs = [needed(contract, bid, cards, numbers) for contract, bid, cards in asked]
    kinds = frame["contract"].to_numpy() & TYPE_BITS
    return np.column_stack([hands, away, kinds, declarer, needs]).astype(np.int64)


def needed(contract: int, bid: int, twelve: int, rules: RuleNumbers) -> int:
    """What the declarer needs to win, as `skatsim.solver.course` has it: card points, 1 in null, all tricks, or never.

    Examples
    --------
    >>> from skatsim.rules.cards import CardSet
    >>> from skatsim.rules.ruleset import ISKO
    >>> with_one = CardSet("CJ HJ CA CT CK CQ C9 C8 SA HA DA DT").mask
    >>> [needed(Contract.parse("C").code, bid, with_one, ISKO.numbers) for bid in (24, 36, 48, 60)]
    [61, 90, 121, 0]
    """
    if contract & TYPE_BITS == GameType.NULL:
        return 1 if settle_game(contract, bid, twelve, 0, 0, rules)[1] else NEVER
    schwarz = 120 if rules.schwarz_no_points else ALL_TRICKS
    for points, tricks, need in ((61, 9, 61), (90, 9, 90), (120, 10, schwarz)):
        if settle_game(contract, bid, twelve, points, tricks, rules)[1]:
            return need
    return NEVER
