"""Executors: results in order, a bounded window, a clean stop; and what the progress says."""

import threading
import time
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor

import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.executors import (
    GAMES_AHEAD,
    MAX_THREADS,
    READY_PER_WORKER,
    ProgressMeter,
    SerialExecutor,
    ThreadExecutor,
    chunk_within,
    executor_of,
    local_executor,
    usable_cores,
)

EXECUTORS = [SerialExecutor(), ThreadExecutor(1), ThreadExecutor(2), ThreadExecutor(5)]


@pytest.mark.parametrize("executor", EXECUTORS, ids=repr)
def test_results_come_in_the_order_of_the_tasks(executor):
    def work(task):
        time.sleep(0.002 * (task % 3 == 0))  # later tasks overtake
        return task * task

    assert list(executor.map(work, iter(range(40)))) == [task * task for task in range(40)]


@pytest.mark.parametrize("executor", EXECUTORS, ids=repr)
def test_a_slow_reader_is_not_flooded(executor):
    begun = []
    window = READY_PER_WORKER * getattr(executor, "workers", 1)
    for read, _ in enumerate(executor.map(begun.append, range(60)), 1):
        time.sleep(0.001)
        assert len(begun) <= read + window
    assert len(begun) == 60


@pytest.mark.parametrize("executor", EXECUTORS, ids=repr)
def test_an_error_in_a_task_comes_out_and_the_rest_is_not_begun(executor):
    begun = []

    def work(task):
        begun.append(task)
        if task == 5:
            raise SkatsimError("bot at fault")
        return task

    results = executor.map(work, range(10_000))
    with pytest.raises(SkatsimError, match="bot at fault"):
        list(results)
    assert len(begun) < 100


def test_closing_early_waits_for_what_runs_and_leaves_no_thread():
    before = threading.active_count()
    results = ThreadExecutor(3).map(lambda task: time.sleep(0.01), range(1000))
    next(results)
    results.close()
    assert threading.active_count() == before


def test_threads_work_side_by_side():
    meeting = threading.Barrier(3, timeout=10)
    list(ThreadExecutor(3).map(lambda task: meeting.wait(), range(3)))


def test_local_executor():
    assert isinstance(local_executor(1), SerialExecutor)
    assert local_executor(3) == ThreadExecutor(3)
    assert usable_cores() >= 1
    with pytest.raises(SkatsimError, match="threads: 0 is too few"):
        local_executor(0)
    with pytest.raises(SkatsimError, match=f"threads: {MAX_THREADS + 1} is too many; take at most {MAX_THREADS}"):
        local_executor(MAX_THREADS + 1)


@pytest.mark.parametrize("workers", [1, 2, 10, 11, 100, MAX_THREADS])
def test_the_games_in_the_window_do_not_grow_with_the_threads(workers):
    games = chunk_within(100_000, ThreadExecutor(workers))
    assert games * READY_PER_WORKER * workers <= GAMES_AHEAD
    assert games == 100_000 or games > GAMES_AHEAD / READY_PER_WORKER / (workers + 1)
    assert chunk_within(70, ThreadExecutor(workers)) == 70


def test_progress_counts_an_earlier_start_but_not_its_speed():
    seen = []
    meter = ProgressMeter(total=1000, done=600, callback=seen.append)
    meter._started -= 2.0  # as if two seconds had passed
    meter.add(100)
    meter.add(300)
    assert [(step.done, step.total) for step in seen] == [(700, 1000), (1000, 1000)]
    assert seen[0].games_per_second == pytest.approx(50, rel=0.2)
    assert seen[0].seconds_left == pytest.approx(6, rel=0.2)
    assert seen[1].seconds_left == 0


def test_any_pool_of_concurrent_futures_will_do_and_is_not_shut_down():
    with ThreadPoolExecutor(3) as pool:
        executor = executor_of(pool)
        assert executor.workers == 3
        begun = []
        results = executor.map(lambda task: begun.append(task) or -task, iter(range(100)))
        assert [next(results), next(results)] == [0, -1]
        results.close()
        assert len(begun) <= 2 + READY_PER_WORKER * 3
        assert pool.submit(abs, -7).result() == 7


def test_a_pool_that_does_not_say_how_many_it_has_gets_a_task_a_core():
    class Anyone(Executor):
        pass

    assert executor_of(Anyone()).workers == usable_cores()


def test_a_worker_that_dies_is_one_line():
    class Broken(Executor):
        def submit(self, work, /, *args):
            raise BrokenExecutor("a child process terminated abruptly")

    with pytest.raises(SkatsimError, match=r"executor: a worker died .*; run the same command again"):
        list(executor_of(Broken()).map(abs, [1]))


def test_executors_that_are_none():
    with pytest.raises(SkatsimError, match="threads: 0 is too few"):
        ThreadExecutor(0)
    with pytest.raises(SkatsimError, match="threads: the executor has workers of its own"):
        executor_of(SerialExecutor(), threads=2)
    assert executor_of(None, 1) == executor_of(SerialExecutor()) == SerialExecutor()
