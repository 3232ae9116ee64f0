"""Boards against XSkat: each deal in the six seatings of a bot and XSkat at three seats.

Two processes play a block of boards: in one the bot has chair 0 and XSkat the others, in the other the bot has chairs 0
and 1, as two bots that know nothing of each other.  Every deal lies three times on the table; the dealer moves on, so
each chair has each hand once.  XSkat's own chances come from a seed that is fixed for the boards of a block, whatever
is played before and how the boards are cut.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from skatsim.arena.cards import places
from skatsim.arena.log import Logged, check, judged
from skatsim.arena.outsider import Outsider
from skatsim.arena.program import run
from skatsim.arena.screen import QUIT, Screen
from skatsim.bots.bot import Player
from skatsim.errors import SkatsimError
from skatsim.kernel import random_word, stream_key
from skatsim.rules.contracts import Contract
from skatsim.rules.deals import Deal, deal
from skatsim.table.referee.played import PlayedGame

BLOCK: Final = 50
"""Boards with one seed of XSkat: 150 deals of a process, whose list keeps 360."""
SEATINGS: Final = 6
_STREAM: Final = 4
"""Of the run's seed: the deals have stream 0, the seats 1 to 3."""
_NAMES: Final = {1: ("out", "Computer left", "Computer right"), 2: ("out", "out2", "Computer")}


def play_boards(player: Player, seed: int, first: int, boards: int) -> list[PlayedGame]:
    """Games of boards [first, first + boards), board after board, seatings in the order AAB ABA BAA ABB BAB BBA.

    A is the bot, B is XSkat; player p of a seating sits at seat s where (board + s) % 3 == p.

    Raises
    ------
    SkatsimError
        Where XSkat is missing, a bot answers illegally, or XSkat and the rules differ about a game.
    """
    rows: dict[tuple[int, int], PlayedGame] = {}
    for block, numbers in groupby(range(first, first + boards), key=lambda board: board // BLOCK):
        whole = list(numbers)
        for chairs in (1, 2):
            rows |= _play(player, seed, block, whole, chairs)
    return [rows[board, seating] for board in range(first, first + boards) for seating in range(SEATINGS)]


def _play(
    player: Player, seed: int, block: int, boards: Sequence[int], chairs: int
) -> dict[tuple[int, int], PlayedGame]:
    """The games of one process, by board and number of the seating."""
    dealt = [deal(seed, board) for board in boards for _ in range(3)]
    table = _Table(player, seed, [board for board in boards for _ in range(3)], chairs)
    written = [places(cards[:3], cards.skat) for cards in dealt]
    theirs = 1 + random_word(stream_key(seed, _STREAM), block) % (2**31 - 2)
    log, listed = run(written, chairs, theirs, table.answer)
    if not len(log) == len(listed) == len(dealt):
        raise SkatsimError(f"xskat: wrote down {len(log)} of {len(dealt)} deals")
    found = {}
    for number, cards in enumerate(dealt):
        board, forehand = boards[number // 3], (number + 1) % 3
        row = _row(table, number, Logged.read(log[number], _NAMES[chairs]), cards)
        fault = check(row, listed[number], forehand)
        if fault:
            raise SkatsimError(f"xskat: board {board} of seed {seed}, seating {number % 3 + 1}: {fault}")
        found[board, _seating(board, number % 3, chairs)] = row
    return found


def _row(table: "_Table", number: int, logged: Logged, cards: Deal) -> PlayedGame:
    forehand = (number + 1) % 3
    said = [((player - forehand) % 3, word) for player, word in table.said[number]]
    if logged.contract is not None and table.contracts[number] != logged.contract:
        raise SkatsimError(f"xskat: the screen shows {table.contracts[number]}, the log {logged.contract}")
    return judged(logged, cards[:3], cards.skat, forehand, said)


def _seating(board: int, rotation: int, chairs: int) -> int:
    """The seating in which the deal lies on the table the first, second or third time."""
    chair = 0 if chairs == 1 else 2
    lone = (chair - rotation - 1) % 3
    place = (board + lone) % 3
    return 3 + place if chairs == 1 else 2 - place


class _Table:
    """The outsiders of one process, and what chair 0 heard and saw of each deal."""

    def __init__(self, player: Player, seed: int, boards: Sequence[int], chairs: int) -> None:
        self.boards = boards
        self.outsiders = [Outsider(player, seed) for _ in range(chairs)]
        self.dealt = [0] * chairs
        self.said: list[list[tuple[int, str]]] = []
        self.contracts: list[Contract | None] = []

    def answer(self, chair: int, lines: Sequence[str]) -> str:
        """What the outsider in a chair does, after all have seen what was drawn."""
        for line in lines:
            self._show(int(line[2]), line)
        return QUIT if self.dealt[0] > len(self.boards) else self.outsiders[chair].answer()

    def _show(self, chair: int, line: str) -> None:
        outsider = self.outsiders[chair]
        if not Screen.is_new_deal(line):
            outsider.screen.read(line)
            return
        if chair == 0 and self.dealt[0]:
            outsider.listen()
            self.said.append(outsider.said)
            self.contracts.append(outsider.contract)
        outsider.screen.read(line)
        if self.dealt[chair] < len(self.boards):
            outsider.new_deal(self.boards[self.dealt[chair]])
        self.dealt[chair] += 1
