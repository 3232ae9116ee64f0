"""Floor 5: other people's game records in and out, beside `skatsim.runs`.

* `record` -- one game as recorded, the same for every format;
* `iss`, `xskat` -- the two formats, one line a game each; `reading` -- files of them, and their bad lines;
* `replay` -- a record played again by the rules and compared with what it says; `outcome` -- what comes of it;
* `convert` -- replayed records as rows of the run schema, and back.

Readers stream: one line is in memory at a time.  Writing records is left out.
"""

from skatsim.records.convert import records_table
from skatsim.records.iss import parse_iss
from skatsim.records.reading import BadLine, RecordFile, read_records
from skatsim.records.record import AuctionMove, Event, GameRecord, Play, RecordedResult
from skatsim.records.replay import Difference, Replay, replay
from skatsim.records.summary import ReplaySummary
from skatsim.records.xskat import parse_xskat

__all__ = [
    "AuctionMove",
    "BadLine",
    "Difference",
    "Event",
    "GameRecord",
    "Play",
    "RecordFile",
    "RecordedResult",
    "Replay",
    "ReplaySummary",
    "parse_iss",
    "parse_xskat",
    "read_records",
    "records_table",
    "replay",
]
