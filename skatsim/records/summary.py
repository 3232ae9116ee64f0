"""Counts over replayed records, added one by one: constant memory for an archive of any length."""

from dataclasses import dataclass

from skatsim.records.replay import Replay


@dataclass
class ReplaySummary:
    """What replaying found.

    `records` = `games` + `passed` + `penalties` + `faulty`; `games` = `complete` (all ten tricks) + `early`;
    `records` = `equal` + `quirks` + `differences`.  `cards` and `tricks` (played in full) are those found legal.
    `unread` counts lines that are no record; whoever reads counts them.

    Examples
    --------
    >>> print(ReplaySummary(records=2, games=1, passed=1, early=1, cards=3, tricks=1, equal=2))
    2 records: 1 game (0 with all ten tricks, 1 ended early), 1 passed in, 0 penalties
    3 cards and 1 trick, every card legal
    2 equal to the rules, 0 known server quirks, 0 with differences
    """

    records: int = 0
    games: int = 0
    passed: int = 0
    penalties: int = 0
    faulty: int = 0
    complete: int = 0
    early: int = 0
    cards: int = 0
    tricks: int = 0
    equal: int = 0
    quirks: int = 0
    differences: int = 0
    unread: int = 0

    def add(self, replayed: Replay) -> None:
        """Count one replayed record."""
        self.records += 1
        self._count_kind(replayed)
        self.equal += replayed.equal
        self.quirks += bool(replayed.quirk)
        self.differences += not replayed.known

    @property
    def clean(self) -> bool:
        """Whether every line was read and is right, or wrong by a known quirk."""
        return not (self.differences or self.unread)

    def _count_kind(self, replayed: Replay) -> None:
        self.passed += replayed.kind == "passed"
        self.penalties += replayed.kind == "penalty"
        self.faulty += replayed.kind == "faulty"
        if replayed.kind != "game":
            return
        complete = replayed.ending == "tricks"
        self.games += 1
        self.complete += complete
        self.early += not complete
        self.cards += len(replayed.record.plays)
        self.tricks += len(replayed.trick_winners)

    def __str__(self) -> str:
        legal = "every card legal" if not self.faulty else f"{_count(self.faulty, 'record')} against the rules of play"
        unread = f"; {_count(self.unread, 'line')} not read" if self.unread else ""
        return "\n".join(
            [
                f"{_count(self.records, 'record')}: {_count(self.games, 'game')} ({self.complete:,} with all ten "
                f"tricks, {self.early:,} ended early), {self.passed:,} passed in, "
                f"{_count(self.penalties, 'penalty', 'penalties')}{unread}",
                f"{_count(self.cards, 'card')} and {_count(self.tricks, 'trick')}, {legal}",
                f"{self.equal:,} equal to the rules, {_count(self.quirks, 'known server quirk')}, "
                f"{self.differences:,} with differences",
            ]
        )


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
