"""The costliest cards as positions one can read: hands, table, what was played, what was best."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from skatsim.kernel.types import Ints
from skatsim.reports.regret.games import Played
from skatsim.rules.cards import CARD_NAMES, format_cards
from skatsim.rules.contracts import Contract, GameType
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.tricks import led_mask, legal_cards
from skatsim.rules.words import contract_words
from skatsim.solver.course import courses
from skatsim.solver.layout import new_workspace
from skatsim.table.columns import NO_CARD

COSTLIEST: Final = 10


@dataclass(frozen=True)
class Decision:
    """A card that was not best.

    `hands` are those of the seats before the card, `table` seat and card of what lies there; `best` the cards that
    were, in the order of their suit; `before` and `after` the declarer's card points with perfect play from there (in
    null 1 or 0); `turned` whether the card lost the game for its side.
    """

    game: int
    contract: Contract
    bid: int
    declarer: int
    trick: int
    seat: int
    player: str
    hands: tuple[int, int, int]
    table: tuple[tuple[int, str], ...]
    played: str
    best: tuple[str, ...]
    before: int
    after: int
    turned: bool

    @property
    def role(self) -> str:
        """Of who played the card."""
        return "declarer" if self.seat == self.declarer else "defender"

    @property
    def loss(self) -> int | None:
        """Card points lost; None in null."""
        return None if self.contract.game_type == GameType.NULL else abs(self.before - self.after)

    def __str__(self) -> str:
        game = contract_words(self.contract)
        lines = [f"Game {self.game:,}, {game} at {self.bid} by {SEAT_NAMES[self.declarer]}, trick {self.trick}"]
        width = max(map(len, SEAT_NAMES))
        for seat, hand in enumerate(self.hands):
            turn = f"  to play: {self.role}, {self.player}" if seat == self.seat else ""
            cards = format_cards(hand, self.contract.game_type)
            lines.append(f"  {SEAT_NAMES[seat]:{width}}  {cards}{turn}")
        table = ", ".join(f"{SEAT_NAMES[seat]} {card}" for seat, card in self.table)
        lines.append(f"  on the table: {table or 'nothing, ' + SEAT_NAMES[self.seat] + ' leads'}")
        return "\n".join([*lines, f"  {self._verdict()}"])

    def _verdict(self) -> str:
        best = " or ".join(self.best)
        lost = "" if not self.turned else ", which loses the game for the declarer" if self.role == "declarer" else (
            ", which gives the declarer the game")  # fmt: skip
        if self.contract.game_type == GameType.NULL:
            return f"played {self.played}{lost}; best {best}"
        return f"played {self.played}: the declarer makes {self.after}{lost}; after {best} {self.before}"


def decisions(played: Played, places: Iterable[tuple[int, int]], worth: Ints, reached: Ints) -> Iterator[Decision]:
    """The decisions at `places`: row of a game, and number of the card in it."""
    workspace = new_workspace()
    for row, step in places:
        game, cards = played.games[row], played.plays[row]
        gone = sum(1 << int(card) for card in cards[:step])
        hands = tuple(int(hand) & ~gone for hand in game[:3])
        card = int(cards[step])
        seat = next(seat for seat in range(3) if hands[seat] >> card & 1)
        first = step - step % 3
        table = tuple(((seat - step + at) % 3, CARD_NAMES[cards[at]]) for at in range(first, step))
        yield Decision(
            game=int(played.rows["game"].iloc[row]),
            contract=played.contract(row),
            bid=int(played.rows["bid"].iloc[row]),
            declarer=int(game[5]),
            trick=step // 3 + 1,
            seat=seat,
            player=str(played.players[row, seat]),
            hands=(hands[0], hands[1], hands[2]),
            table=table,
            played=CARD_NAMES[card],
            best=_best(game, cards, step, hands[seat], seat == game[5], workspace),
            before=int(worth[row, step]),
            after=int(worth[row, step + 1]),
            turned=bool(reached[row, step] != reached[row, step + 1]),
        )


def _best(game: Ints, plays: Ints, step: int, hand: int, declares: bool, workspace: Ints) -> tuple[str, ...]:
    """The cards that keep most: first the game, then card points."""
    kind = int(game[4])
    led = led_mask(1 << int(plays[step - step % 3]), kind) if step % 3 else 0
    legal = format_cards(int(legal_cards(hand, led, 0, 0)), kind).split()
    tried = np.full((len(legal), len(plays)), NO_CARD, dtype=np.int64)
    tried[:, :step] = plays[:step]
    tried[:, step] = [CARD_NAMES.index(name) for name in legal]
    found = courses(np.repeat(game[None], len(legal), axis=0), tried, workspace)
    kept = np.column_stack([found.reached[:, step + 1], found.worth[:, step + 1]]) * (1 if declares else -1)
    most = max(map(tuple, kept.tolist()))
    return tuple(name for name, mine in zip(legal, kept.tolist(), strict=True) if tuple(mine) == most)
