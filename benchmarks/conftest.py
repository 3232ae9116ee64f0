"""Figures per CPU-second: each benchmark tells how many things a round does, and the summary prints the rate."""

from collections.abc import Callable
from typing import Any

import pytest

ROUNDS = 7


@pytest.fixture
def timed(benchmark: Any) -> Callable[..., Any]:
    """timed(function, *arguments, count=n, unit="games"): run it in rounds after a warm-up, return its last result."""

    def run(function: Callable[..., Any], *arguments: Any, count: int, unit: str) -> Any:
        benchmark.extra_info.update(count=count, unit=unit)
        return benchmark.pedantic(function, arguments, rounds=ROUNDS, warmup_rounds=1)

    return run


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    """One line a benchmark: the median rate of its rounds, and the fastest and the slowest."""
    session = getattr(config, "_benchmarksession", None)
    for bench in session.benchmarks if session else ():
        count, unit = bench.extra_info.get("count"), bench.extra_info.get("unit")
        if count:
            rates = [count / seconds for seconds in (bench.stats.median, bench.stats.max, bench.stats.min)]
            terminalreporter.write_line(
                f"{bench.name}: {rates[0]:,.0f} {unit} per CPU-second ({rates[1]:,.0f} to {rates[2]:,.0f})"
            )
    for line in config.stash.get(LINES, []):
        terminalreporter.write_line(line)


LINES = pytest.StashKey[list[str]]()


@pytest.fixture
def tell(request: Any) -> Callable[[str], None]:
    """tell(line): print a figure in the summary."""

    def keep(line: str) -> None:
        request.config.stash.setdefault(LINES, []).append(line)

    return keep
