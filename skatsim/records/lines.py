"""Record files as numbered lines: streamed, plain or gzip by content, with errors that name path and line.

One line is in memory at a time, however long the archive; a "line" beyond `LONGEST_LINE` is no game record and is not
read to its end.
"""

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from skatsim.errors import SkatsimError

LONGEST_LINE: Final = 1 << 16
"""Bytes; the longest record seen has about 1,100."""

_GZIP_MAGIC: Final = b"\x1f\x8b"


@contextmanager
def located(source: str, line: int) -> Iterator[None]:
    """Put path and line number before the message of any SkatsimError raised inside."""
    try:
        yield
    except SkatsimError as error:
        raise SkatsimError(f"{source}, line {line}: {error}") from None


def read_lines(source: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with their numbers from 1 and without line ends.

    Raises
    ------
    SkatsimError
        If the file cannot be opened or read, is a truncated or damaged gzip file, or has a line that is too long.
    """
    number = 0
    try:
        with open(source, "rb") as raw, _unpacked(raw) as stream:
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise SkatsimError(
                        f"{source}, line {number}: longer than {LONGEST_LINE:,} bytes; a game record is one line"
                    )
                if stripped := line.strip():
                    yield number, stripped
    except EOFError:
        raise SkatsimError(f"{source}: the gzip file is cut off after line {number}; fetch or copy it again") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise SkatsimError(
            f"{source}: the gzip file is damaged after line {number} ({error}); fetch it again"
        ) from None
    except OSError as error:
        raise SkatsimError(f"{source}: cannot be read ({error.strerror or error})") from None


@contextmanager
def _unpacked(raw: IO[bytes]) -> Iterator[IO[bytes]]:
    if raw.peek(2)[:2] != _GZIP_MAGIC:  # type: ignore[attr-defined]
        yield raw
        return
    with gzip.GzipFile(fileobj=raw) as stream:
        yield stream  # type: ignore[misc]


def source_name(path: str | os.PathLike[str]) -> str:
    """The path as it stands in messages and records."""
    return os.fspath(path)
