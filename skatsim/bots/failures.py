"""What a bot's plain Python raised, kept until the table that asked it has stopped: machine code carries no exceptions.

It is kept for the thread that asked; until it has been told, this thread asks no plain Python any more.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skatsim.errors import SkatsimError


@dataclass(frozen=True)
class Failure:
    """An exception, and what is said of it, given words such as `` in game 7`` for where it came up."""

    error: BaseException
    tell: Callable[[str], str]


_kept: Final = threading.local()


def keep(failure: Failure) -> None:
    """Remember the first failure of this thread."""
    if not is_kept():
        _kept.failure = failure


def is_kept() -> bool:
    """Whether a failure of this thread has not been told yet."""
    return getattr(_kept, "failure", None) is not None


def raise_failure(where: str = "") -> None:
    """Raise what a bot's Python raised in this thread since the last call, if anything.

    Raises
    ------
    SkatsimError
        One line with the bot, its seat, the file and the line; ctrl-C comes as it was.
    """
    failure: Failure | None = getattr(_kept, "failure", None)
    if failure is None:
        return
    _kept.failure = None
    if not isinstance(failure.error, Exception):
        raise failure.error
    raise SkatsimError(failure.tell(where)) from failure.error
