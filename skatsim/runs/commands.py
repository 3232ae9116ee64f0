"""Commands to be typed, and calls in Python where no option says the same.

The path of a page is left open: PAGE.html.
"""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from skatsim.rules.ruleset import PRESETS, RuleSet

PAGE: Final = {"html": "PAGE.html"}


def page_command(name: str, words: Sequence[str], options: Mapping[str, Any]) -> str:
    """The command that writes PAGE.html."""
    return command_line(name, words, {**options, **PAGE})


def command_line(name: str, words: Sequence[str], options: Mapping[str, Any]) -> str:
    """A command of skatsim, ready to type; options that are None or empty are left out.

    >>> command_line("compare", ["random", "heuristic"], {"boards": 60, "rules": None, "sprt": (0.0, 1.5)})
    'skatsim compare random heuristic --boards 60 --sprt 0 1.5'
    """
    line = ["skatsim", name, *words]
    for key, value in options.items():
        if value is not None and value != "":
            line += [f"--{key}", *map(_text, value if isinstance(value, tuple) else (value,))]
    return shlex.join(line)


def call(name: str, words: Sequence[str], options: Mapping[str, Any]) -> str:
    """The same as a call in Python.

    >>> call("compare", ["random", "heuristic"], {"boards": 60, "rules": None})
    "skatsim.compare('random', 'heuristic', boards=60)"
    """
    given = [f"{key}={value!r}" for key, value in options.items() if value is not None and value != ""]
    return f"skatsim.{name}({', '.join([*map(repr, words), *given])})"


def preset_name(rules: RuleSet) -> str | None:
    """The name of these rules, None where single switches make them."""
    return next((name for name, known in PRESETS.items() if known == rules), None)


def rules_table(rules: RuleSet) -> dict[str, Any]:
    """The rules as a table of switches."""
    return dict(msgspec.structs.asdict(rules))


def _text(value: object) -> str:
    """A number with all its digits and no more."""
    short = f"{value:g}" if isinstance(value, float) else ""
    return short if short and float(short) == value else str(value)
