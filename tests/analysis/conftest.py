"""Studies are scripts that import each other by name, as `python analysis/one_of_them.py` lets them."""

import sys

import pytest

from tests.conftest import REPOSITORY


@pytest.fixture(autouse=True, scope="package")
def _beside_the_studies():
    sys.path.insert(0, str(REPOSITORY / "analysis"))
    yield
    sys.path.remove(str(REPOSITORY / "analysis"))
