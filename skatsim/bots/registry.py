"""Bots by name.  A name may carry a version, ``heuristic@2``, which then must be the one installed."""

from importlib import import_module
from typing import Final

from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError

NAMES: Final = ("random", "heuristic")
"""Each is a module of this package with a `BOT`."""


def get(name: str) -> Bot:
    """The bot called `name` or `name@version`.

    Raises
    ------
    SkatsimError
        For an unknown bot, with the known ones, or a version that is not installed.

    Examples
    --------
    >>> get("random").label
    'random@1'
    """
    base, at, version = name.partition("@")
    if base not in NAMES:
        raise SkatsimError(f"unknown bot {name!r}; choose one of {', '.join(NAMES)}")
    bot: Bot = import_module(f"skatsim.bots.{base}").BOT
    if at and version != str(bot.version):
        raise SkatsimError(f"bot {name!r} is not installed; this skatsim has {bot.label}")
    return bot
