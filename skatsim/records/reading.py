"""Record files game by game: either format, told line by line; lines that are no record can be told and passed over."""

import os
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from skatsim.errors import SkatsimError
from skatsim.records.iss import parse_iss
from skatsim.records.lines import DamagedError, Lines, located, source_name
from skatsim.records.record import GameRecord
from skatsim.records.xskat import parse_xskat

LONGEST_RECORD: Final = 1 << 16
"""Bytes; the longest seen has about 1,100."""
FOREIGN_LINES: Final = 1000
"""A file whose first lines, so many, hold no game is not read on."""


class BadLine(NamedTuple):
    """A line that is no game record: the whole message, which names file and line, and its bytes."""

    message: str
    raw: bytes


OnBad = Callable[[BadLine], None]


class RecordFile:
    """A file of game records; plain or gzip and either format, told by content.

    Parameters
    ----------
    path
        An ISS archive or XSkat JSON lines.  Text before a server's record in its line is ignored.

    Attributes
    ----------
    raw
        The bytes of the line last read.
    size, position
        Bytes of the file (packed ones if it is packed), and how many have been read.

    Raises
    ------
    SkatsimError
        If the file cannot be opened or is no regular file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._lines = Lines(source_name(path))
        self.raw = b""

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self._lines.size

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return self._lines.position

    def records(self, on_bad: OnBad | None = None) -> Iterator[GameRecord]:
        """The games in the order of the file; parameters and errors as of `read_records`."""
        source = self._lines.source
        refused = _Refused(source, on_bad)
        try:
            for number, line in self._lines:
                self.raw = line
                try:
                    record = _parse(line, source, number)
                except SkatsimError as error:
                    refused.add(error, line)
                    continue
                refused.found_a_game()
                yield record
        except DamagedError as error:
            if not refused.games:
                raise
            refused.add(error, b"")
        if not refused.games:
            raise refused.no_game()


class _Refused:
    """The bad lines of a file: an error at once without `on_bad`; told from the first game on."""

    def __init__(self, source: str, on_bad: OnBad | None) -> None:
        self.source = source
        self.on_bad = on_bad
        self.games = False
        self.waiting: list[BadLine] = []

    def add(self, error: SkatsimError, raw: bytes) -> None:
        if self.on_bad is None:
            raise error
        self.waiting.append(BadLine(str(error), raw))
        if self.games:
            self.found_a_game()
        elif len(self.waiting) == FOREIGN_LINES:
            raise self.no_game()

    def found_a_game(self) -> None:
        """Tell what waits, now that this is a file of games."""
        self.games = True
        for bad in self.waiting:
            assert self.on_bad is not None
            self.on_bad(bad)
        self.waiting.clear()

    def no_game(self) -> SkatsimError:
        if not self.waiting:
            return SkatsimError(f"{self.source}: the file is empty; it holds no game record")
        others = len(self.waiting) - 1
        return SkatsimError(f"{self.waiting[0].message}{f' (nor is any of {others:,} more lines)' if others else ''}")


def read_records(path: str | os.PathLike[str], on_bad: OnBad | None = None) -> Iterator[GameRecord]:
    """The games of a record file, one after the other.

    Parameters
    ----------
    path
        As for `RecordFile`.
    on_bad
        Called with each line that is no record, and with the place where a packed file breaks off, once the file has
        shown a game; reading goes on behind it.  Without it the first such line is an error.

    Yields
    ------
    GameRecord
        In the order of the file; memory does not grow with its length.

    Raises
    ------
    SkatsimError
        Naming path, line and fault: for a file that cannot be opened, is no regular file, is cut off, has lines without
        end or holds no game.  A damaged line is never read in part.
    """
    return RecordFile(path).records(on_bad)


def _parse(line: bytes, source: str, number: int) -> GameRecord:
    if len(line) > LONGEST_RECORD:
        with located(source, number):
            raise SkatsimError(f"longer than {LONGEST_RECORD:,} bytes; a game record has some 1,000")
    text = _decoded(line)
    if text.startswith("{"):
        return parse_xskat(text, source, number)
    if "(;" in text:
        return parse_iss(text, source, number)
    with located(source, number):
        raise SkatsimError(
            "neither a record of the Skat server, '(;GM[Skat]...', nor a game of XSkat, '{...}': it begins with "
            f"{text[:12]!r}"
        )


def _decoded(line: bytes) -> str:
    """Text of a line; what is not UTF-8 was written by an old client in Latin-1."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")
