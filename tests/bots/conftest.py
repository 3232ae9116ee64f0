"""What tests of bots share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def compiled_only(scaled: Callable[[int], int]) -> None:
    if scaled(1000) < 1000:
        pytest.skip("forty thousand games take a compiled bot")
