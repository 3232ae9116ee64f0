"""Bots by name: ``heuristic`` is the newest version, ``heuristic@1`` a certain one; old runs keep their own.

A bot is a module of this package, named in `NAMES`, with the newest version as `BOT`; it may have `VERSIONS`, a tuple
of the older ones that can still be played.
"""

from importlib import import_module
from typing import Final

from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError

NAMES: Final = ("random", "heuristic", "rollout")
"""Each is a module of this package with a `BOT`."""


def get(name: str) -> Bot:
    """The newest bot called `name`, or the one called ``name@version``.

    Raises
    ------
    SkatsimError
        For an unknown bot, with the known ones, or a version that is not installed, with those that are.

    Examples
    --------
    >>> get("random").label
    'random@1'
    """
    base, at, version = name.partition("@")
    installed = versions(base)
    found = [bot for bot in installed if not at or version == str(bot.version)]
    if not found:
        labels = ", ".join(bot.label for bot in installed)
        raise SkatsimError(f"bot {name!r} is not installed; this skatsim has {labels}")
    return found[0]


def versions(name: str) -> tuple[Bot, ...]:
    """All installed versions of a bot, the newest first.

    Raises
    ------
    SkatsimError
        For an unknown bot, with the known ones.

    Examples
    --------
    >>> versions("random")[0] is get("random")
    True
    """
    if name not in NAMES:
        raise SkatsimError(f"unknown bot {name!r}; choose one of {', '.join(NAMES)}")
    module = import_module(f"skatsim.bots.{name}")
    return (module.BOT, *getattr(module, "VERSIONS", ()))
