"""Record files as numbered lines: streamed, plain or gzip by content, with errors that name path and line.

One line is in memory at a time, however long the archive.  What can have no end is not read to it: only regular files
are opened, a "line" beyond `MOST_OF_A_LINE` is no line of an archive, nor are so many blank ones.
"""

import gzip
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final

from skatsim.errors import SkatsimError

MOST_OF_A_LINE: Final = 1 << 20
"""Bytes; the longest record seen has about 1,100."""
MOST_BLANK: Final = 1 << 20
"""Bytes of blank lines one after another."""
_HALF_A_MESSAGE: Final = 200

_GZIP_MAGIC: Final = b"\x1f\x8b"


def visible(text: str) -> str:
    r"""The text with what cannot be seen written out: control characters, marks of direction, halves of characters.

    >>> visible("Eve\x1b[2J")
    'Eve\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


@contextmanager
def located(source: str, line: int) -> Iterator[None]:
    """Put path and line number before the message of any SkatsimError raised inside; one line that can be shown."""
    try:
        yield
    except SkatsimError as error:
        message = visible(str(error))
        if len(message) > 2 * _HALF_A_MESSAGE:
            message = f"{message[:_HALF_A_MESSAGE]} ... {message[-_HALF_A_MESSAGE:]}"
        raise SkatsimError(f"{source}, line {line}: {message}") from None


def check_file(path: str | os.PathLike[str]) -> int:
    """The length of a record file in bytes.

    Raises
    ------
    SkatsimError
        If it cannot be opened or is no regular file: a device or a pipe may have no end.
    """
    source = source_name(path)
    try:
        with open(source, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
    except OSError as error:
        raise _unreadable(source, error) from None
    if not stat.S_ISREG(status.st_mode):
        raise SkatsimError(f"{source}: is no regular file; name a file of game records")
    return status.st_size


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe that nobody writes would wait for ever


class Lines:
    """The lines of a file that are not blank, with their numbers from 1 and without line ends.

    Attributes
    ----------
    size
        Bytes of the file, packed ones if it is packed.
    position
        Bytes read so far.
    number
        The line last read.

    Raises
    ------
    SkatsimError
        If the file cannot be opened or is no regular file; while reading, if it is a truncated or damaged gzip file
        (`DamagedError`), has a line that is too long or blank lines without end.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.size = check_file(source)
        self.number = 0
        self._raw: IO[bytes] | None = None

    @property
    def position(self) -> int:
        """Bytes read so far; all of them at the end."""
        return self._raw.tell() if self._raw is not None and not self._raw.closed else self.size * bool(self._raw)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        try:
            with open(self.source, "rb") as self._raw, _unpacked(self._raw) as stream:
                yield from self._of(stream)
        except EOFError:
            raise DamagedError(
                f"{self.source}: the gzip file is cut off after line {self.number}; fetch or copy it again"
            ) from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise DamagedError(
                f"{self.source}: the gzip file is damaged after line {self.number} ({error}); fetch it again"
            ) from None
        except OSError as error:
            raise _unreadable(self.source, error) from None

    def _of(self, stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
        blank = 0
        while line := stream.readline(MOST_OF_A_LINE + 1):
            self.number += 1
            if len(line) > MOST_OF_A_LINE:
                raise SkatsimError(
                    f"{self.source}, line {self.number}: longer than {MOST_OF_A_LINE:,} bytes; "
                    "this is no file of game records"
                )
            if stripped := line.strip():
                blank = 0
                yield self.number, stripped
            elif (blank := blank + len(line)) > MOST_BLANK:
                raise SkatsimError(
                    f"{self.source}, line {self.number}: more than {MOST_BLANK:,} bytes of blank lines one after "
                    "another; this is no file of game records"
                )


class DamagedError(SkatsimError):
    """A packed file that ends or breaks before its end; what was read before is whole."""


def _unreadable(source: str, error: OSError) -> SkatsimError:
    return SkatsimError(f"{source}: cannot be read ({error.strerror or error})")


@contextmanager
def _unpacked(raw: Any) -> Iterator[IO[bytes]]:
    if raw.peek(2)[:2] != _GZIP_MAGIC:
        yield raw
        return
    with gzip.GzipFile(fileobj=raw) as stream:
        yield stream  # type: ignore[misc]


def source_name(path: str | os.PathLike[str]) -> str:
    """The path as it stands in messages and records."""
    return os.fspath(path)
