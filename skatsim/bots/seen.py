"""What a seat sees, slot by slot, as `abi` explains it: read from its text, so that there is one explanation."""

import ast
import inspect
import re
from typing import NamedTuple

from skatsim.bots import abi


class Slot(NamedTuple):
    """A slot of the view: its number, its name in kernels, and what it means."""

    place: int
    name: str
    meaning: str


def view_slots() -> list[Slot]:
    """All slots in order.

    >>> view_slots()[0]
    Slot(place=0, name='SEAT', meaning='The seat that is asked.')
    """
    body = ast.parse(inspect.getsource(abi)).body
    slots = []
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        name = statement.target.id
        if name == "VIEW_SIZE":
            break
        said = ast.unparse(after.value) if isinstance(after, ast.Expr) else ""
        meaning = str(ast.literal_eval(said)) if said else name.capitalize().replace("_", " ") + "."
        slots.append(Slot(getattr(abi, name), name, re.sub(r"\s+", " ", meaning).replace("`", "")))
    return slots
