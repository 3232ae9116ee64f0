"""Who does the work: an executor maps a function over tasks and hands back the results in the order of the tasks.

Results wait in a bounded window, so memory does not grow with the length of a run; leaving the loop early (ctrl-C, a
full disk) cancels what has not started and waits for what runs.  Tasks are plain tuples of numbers and results are
arrays, and the work is a plan that travels as its configuration, so processes and clusters will do as well as threads:
any `concurrent.futures.Executor`.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Future, wait
from concurrent.futures import Executor as Pool
from concurrent.futures import ThreadPoolExecutor as Threads
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from skatsim.errors import SkatsimError
from skatsim.runs.keys import whole_number

Task = TypeVar("Task")
Result = TypeVar("Result")

READY_PER_WORKER = 2
"""Tasks in the window for each worker: one that runs and one that keeps it busy while results are written."""

MAX_THREADS = 256
GAMES_AHEAD = 500_000
"""Games computed ahead of what is written, by all workers together; it bounds memory, whatever the threads."""


class Executor(Protocol):
    """What can map in order."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """Yield ``work(task)`` for each task, in order, with a bounded number begun ahead; closing it stops them."""
        ...


@dataclass(frozen=True)
class SerialExecutor:
    """One task after the other in the calling thread."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """Yield ``work(task)`` for each task."""
        return (work(task) for task in tasks)


@dataclass(frozen=True)
class ThreadExecutor:
    """Threads of this process; they run side by side as far as `work` releases the GIL.

    >>> list(ThreadExecutor(2).map(abs, [-3, 2, -1]))
    [3, 2, 1]
    """

    workers: int

    def __post_init__(self) -> None:
        whole_number("threads", self.workers, 1)

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """Yield ``work(task)`` for each task, in order."""
        with Threads(self.workers, thread_name_prefix="skatsim") as pool:
            yield from _mapped(pool, READY_PER_WORKER * self.workers, work, tasks)


@dataclass(frozen=True)
class PoolExecutor:
    """A pool of threads, processes or a cluster that someone else keeps: it is not shut down."""

    pool: Pool
    workers: int

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """Yield ``work(task)`` for each task, in order."""
        try:
            yield from _mapped(self.pool, READY_PER_WORKER * self.workers, work, tasks)
        except BrokenExecutor as error:
            raise SkatsimError(f"executor: a worker died ({error}); run the same command again") from error


def _mapped(
    pool: Pool, window: int, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Results in order, at most `window` tasks begun ahead; in the end none is waiting or running."""
    pending: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            pending.append(pool.submit(work, task))
            if len(pending) == window:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        wait([future for future in pending if not future.cancel()])


def executor_of(executor: Any, threads: int | None = None) -> Executor:
    """Who computes: an executor as `simulate` takes it, or threads.

    Raises
    ------
    SkatsimError
        For what is no executor, or for both at once.
    """
    if executor is None:
        return local_executor(threads)
    if threads is not None:
        raise SkatsimError("threads: the executor has workers of its own; leave threads out")
    if isinstance(executor, Pool):
        workers = getattr(executor, "_max_workers", None)  # the pools of concurrent.futures have it
        return PoolExecutor(executor, workers if isinstance(workers, int) and workers > 0 else usable_cores())
    if isinstance(executor, SerialExecutor | ThreadExecutor | PoolExecutor):
        return executor
    raise SkatsimError(f"executor: {executor!r} is none; give a concurrent.futures.Executor")


def local_executor(threads: int | None = None) -> Executor:
    """Threads on this machine; None: one for each core this process may use.

    Raises
    ------
    SkatsimError
        For less than one thread, or more than `MAX_THREADS`.
    """
    workers = min(usable_cores(), MAX_THREADS) if threads is None else whole_number("threads", threads, 1)
    if workers > MAX_THREADS:
        raise SkatsimError(f"threads: {workers} is too many; take at most {MAX_THREADS} (more than cores do not help)")
    return SerialExecutor() if workers == 1 else ThreadExecutor(workers)


def chunk_within(asked: int, executor: Executor) -> int:
    """Games in a chunk so that the window of `executor` stays within `GAMES_AHEAD`.

    >>> chunk_within(50_000, ThreadExecutor(2)), chunk_within(50_000, ThreadExecutor(100))
    (50000, 2500)
    """
    window = READY_PER_WORKER * getattr(executor, "workers", 1)
    return min(whole_number("chunk_games", asked, 1), GAMES_AHEAD // window)


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Progress:
    """How far a run is: games done (an earlier start's too), games in all, games/s and seconds of this start."""

    done: int
    total: int
    games_per_second: float
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """Seconds to go at the mean speed so far; None before the first game."""
        return max(self.total - self.done, 0) / self.games_per_second if self.games_per_second else None


ProgressCallback = Callable[[Progress], None]


@dataclass
class ProgressMeter:
    """Counts games and calls `callback` (if any) with a `Progress`."""

    total: int
    done: int = 0
    callback: ProgressCallback | None = None
    new: int = 0
    _started: float = field(default_factory=time.monotonic)

    def add(self, games: int) -> None:
        """Book `games` more and report."""
        self.done += games
        self.new += games
        if self.callback:
            seconds = time.monotonic() - self._started
            self.callback(Progress(self.done, self.total, self.new / seconds if seconds else 0.0, seconds))
