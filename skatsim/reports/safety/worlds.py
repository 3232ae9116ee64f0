"""Many worlds for one question, in chunks side by side: the same figures on any number of threads.

Work is cut into chunks of consecutive worlds; results come back in their order.  Whether to go on is asked at fixed
numbers of deals only (`LOOK`), so that what is found does not depend on the machine.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from skatsim.errors import SkatsimError
from skatsim.runs.executors import Executor, ProgressMeter

CHUNK: Final = 500
LOOK: Final = 10_000
"""Deals between two looks at whether they are enough."""
MOST_CANDIDATES: Final = 20_000_000
"""Deals looked at for those that fit what was heard, before the search ends with what it has."""

Result = TypeVar("Result")


def chunks(worlds: int, size: int = CHUNK, first: int = 0) -> Iterator[range]:
    """Consecutive worlds in chunks.

    >>> list(chunks(5, 2))
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    return (range(start, min(start + size, first + worlds)) for start in range(first, first + worlds, size))


def over(
    executor: Executor, work: Callable[[range], Result], tasks: Iterator[range], meter: ProgressMeter
) -> Iterator[Result]:
    """The results of all tasks in order, each told to the meter."""
    results = executor.map(lambda task: (len(task), work(task)), tasks)
    try:
        for size, result in results:
            yield result
            meter.add(size)
    finally:
        results.close()


def nothing_fits(words: str, others: str, candidates: int) -> SkatsimError:
    """The error where no deal fits what was heard."""
    return SkatsimError(
        f"heard: {words}: {others} would not have spoken so in any of {candidates:,} deals; "
        "check the words, the seat and the bots"
    )
