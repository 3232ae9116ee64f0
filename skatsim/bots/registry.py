"""Bots by name: ``heuristic`` is the newest version, ``heuristic@1`` a certain one; old runs keep their own.

A bot is a module of this package, named in `NAMES`, with the newest version as `BOT`; it may have `VERSIONS`, a tuple
of the older ones that can still be played.  A bot of the user's own is named by its file, ``mybot.py:BOT`` (`files`).
"""

from importlib import import_module
from typing import Final

from skatsim.bots import files
from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError

NAMES: Final = ("random", "heuristic", "expert", "rollout")
"""Each is a module of this package with a `BOT`."""


def get(name: str) -> Bot:
    """The newest bot called `name`, the one called ``name@version``, or that of a file, ``path.py:NAME``.

    Raises
    ------
    SkatsimError
        For an unknown bot, with the known ones, or a version that is not installed, with those that are; for a file
        that does not run or has no such bot.

    Examples
    --------
    >>> get("random").label
    'random@1'
    """
    if files.is_file(name):
        return _own_name(name, files.load(name))
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
        raise SkatsimError(f"unknown bot {name!r}; choose one of {', '.join(NAMES)}, or a file such as mybot.py:BOT")
    module = import_module(f"skatsim.bots.{name}")
    return (module.BOT, *getattr(module, "VERSIONS", ()))


def _own_name(file: str, bot: Bot) -> Bot:
    """Refuse a bot that would be taken for one of the package where only names are told."""
    if bot.name in NAMES:
        raise SkatsimError(f"{file}: a bot called {bot.name!r} comes with skatsim; give it a name of its own")
    return bot
