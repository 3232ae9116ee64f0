"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import skatsim

MODULES = sorted(module.name for module in pkgutil.walk_packages(skatsim.__path__, "skatsim."))
FINDER = doctest.DocTestFinder(exclude_empty=True)


def examples(name: str) -> list[doctest.DocTest]:
    """A module's doctests, those of its kernels included (doctest does not know compiled functions)."""
    module = importlib.import_module(name)
    tests = FINDER.find(module)
    for attribute, value in vars(module).items():
        function = getattr(value, "py_func", None)
        if function is not None and function.__module__ == name:
            tests += FINDER.find(function, f"{name}.{attribute}", module=module)
    return [test for test in tests if test.examples]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name, capsys):
    for test in examples(name):
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=print)
        assert result.failed == 0, capsys.readouterr().out


def test_examples_are_found():
    """Functions, classes with methods, and kernels."""
    found = {test.name for name in ("skatsim.rules.cards", "skatsim.kernel.bits") for test in examples(name)}
    assert {"skatsim.rules.cards.CardSet", "skatsim.rules.cards.format_cards"} <= found
    assert {"skatsim.kernel.bits.popcount", "skatsim.kernel.bits.nth_set_bit"} <= found
