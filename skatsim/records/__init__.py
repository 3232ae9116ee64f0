"""Floor 5: other people's game records in and out, beside `skatsim.runs`.

* `record` -- one game as recorded, the same for every format;
* `iss`, `xskat` -- the two formats, one line a game each;
* `replay` -- a record played again by the rules and compared with what it says;
* `convert` -- replayed records as rows of the run schema.

Readers stream: one line is in memory at a time.  Writing records is left out.
"""

import os
from collections.abc import Callable, Iterator

from skatsim.errors import SkatsimError
from skatsim.records.convert import records_table
from skatsim.records.iss import parse_iss
from skatsim.records.lines import read_lines, source_name
from skatsim.records.record import AuctionMove, Event, GameRecord, Play, RecordedResult
from skatsim.records.replay import Difference, Replay, replay
from skatsim.records.summary import ReplaySummary
from skatsim.records.xskat import parse_xskat

__all__ = [
    "AuctionMove",
    "Difference",
    "Event",
    "GameRecord",
    "Play",
    "RecordedResult",
    "Replay",
    "ReplaySummary",
    "parse_iss",
    "parse_xskat",
    "read_records",
    "records_table",
    "replay",
]

_FORMATS: dict[bytes, Callable[[str, str, int], GameRecord]] = {b"(": parse_iss, b"{": parse_xskat}
"""Parser by the first character of a file."""


def read_records(path: str | os.PathLike[str]) -> Iterator[GameRecord]:
    """The games of a record file, one after the other; plain or gzip and either format, told by content.

    Parameters
    ----------
    path
        An ISS archive or XSkat JSON lines.  It is opened when the first game is asked for.

    Yields
    ------
    GameRecord
        In the order of the file; memory does not grow with its length.

    Raises
    ------
    SkatsimError
        Naming path, line and fault: for a file that cannot be read, is cut off, is neither format or holds no game,
        and for the first damaged line.  A damaged line is never read in part.
    """
    source = source_name(path)
    parse = None
    for number, line in read_lines(source):
        parse = parse or _FORMATS.get(line.removeprefix(b"\xef\xbb\xbf")[:1])
        if parse is None:
            raise SkatsimError(
                f"{source}, line {number}: neither a record of the Skat server, '(;GM[Skat]...', nor a game of XSkat, "
                f"'{{...}}': it begins with {_decoded(line[:12])!r}"
            )
        yield parse(_decoded(line), source, number)
    if parse is None:
        raise SkatsimError(f"{source}: the file is empty; it holds no game record")


def _decoded(line: bytes) -> str:
    """Text of a line; what is not UTF-8 was written by an old client in Latin-1."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")
