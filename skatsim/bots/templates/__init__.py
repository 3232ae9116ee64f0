"""Bots to begin with: `skatsim bots new` writes them out under the user's name; they play as they stand here."""

from pathlib import Path
from typing import Final

NAME_HERE: Final = {"compiled": "first-steps", "plain": "plain-steps"}
"""The templates, and what their bots are called here."""


def written(template: str, name: str, file: str) -> str:
    """The text of a template as the bot `name` in `file`.

    >>> "skatsim bots check mine.py:BOT" in written("plain", "mine", "mine.py")
    True
    """
    text = Path(__file__).with_name(f"{template}.py").read_text(encoding="utf-8")
    return text.replace(NAME_HERE[template], name).replace("FILE.py", file)
