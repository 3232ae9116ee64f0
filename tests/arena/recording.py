"""What XSkat's screens showed in a few games, kept so that tests can look at them again without the program.

    python -m tests.arena.recording          # plays the games anew and writes the file; needs XSkat and gcc

The file has, for each process, its kind, the lines as they came, answers behind ``> ``, then XSkat's log and list.
"""

import gzip
from typing import NamedTuple

from skatsim.arena import match, program
from skatsim.bots import registry
from tests.conftest import DATA

FILE = DATA / "xskat_screens.txt.gz"
PLAYER = (registry.get("random"), {"top_bid": 20.0})
SEED, FIRST, BOARDS = 7, 0, 5
_SHEET, _RULE = "\x0c", "\x0b"


class Recorded(NamedTuple):
    """One process: outsiders, batches of lines and the answer to each, the log by deal and the rows of the list."""

    chairs: int
    batches: list[tuple[list[str], str]]
    log: list[str]
    listed: list[str]


def recordings():
    """The processes of the file, by the number of outsiders."""
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        sheets = file.read().split(_SHEET)
    found = {}
    for sheet in sheets:
        head, screens, log, listed = sheet.split(_RULE)
        batches, lines = [], []
        for line in screens.strip("\n").split("\n"):
            if line.startswith("> "):
                batches.append((lines, line[2:]))
                lines = []
            else:
                lines.append(line)
        found[int(head)] = Recorded(int(head), batches, log.split("\x1d"), listed.split("\x1d"))
    return found


def replayed(recorded):
    """Stands in for `skatsim.arena.program.run`: shows what was shown, and wants the answers that were given."""

    def run(deals, chairs, seed, answer):
        process = recorded[chairs]
        for number, (lines, given) in enumerate(process.batches):
            answered = answer(int(lines[-1].split()[1]), lines[:-1])
            assert answered == given, f"batch {number}: {answered} instead of {given}"
        return process.log, process.listed

    return run


def record():
    """Play the games and write the file."""
    sheets = []
    real = program.run

    def run(deals, chairs, seed, answer):
        shown = []

        def answering(chair, lines):
            done = answer(chair, lines)
            shown.extend([*lines, f"? {chair}", f"> {done}"])
            return done

        log, listed = real(deals, chairs, seed, answering)
        sheets.append(_RULE.join([str(chairs), "\n".join(shown), "\x1d".join(log), "\x1d".join(listed)]))
        return log, listed

    match.run = run
    rows = match.play_boards(PLAYER, SEED, FIRST, BOARDS)
    with open(FILE, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(_SHEET.join(sheets).encode())
    return rows


if __name__ == "__main__":
    record()
