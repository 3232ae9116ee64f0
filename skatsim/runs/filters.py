"""`where` in words: ``won and game_type in ("G", "N") and bid >= 24`` as a pyarrow dataset expression.

The text has Python's syntax: column names, numbers, strings in quotes, True, False and None; comparisons (chained too),
``in`` and ``not in`` a tuple, ``and``, ``or``, ``not`` and arithmetic ``+ - *``.  ``column == None`` asks for what is
not known, such as the game type of a passed-in deal.  Nothing in it is ever executed.
"""

import ast
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from skatsim.errors import SkatsimError

_COMPARE: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_CALCULATE: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
Where: TypeAlias = pc.Expression | str | None
"""Which rows: an expression of `pyarrow.compute`, the text above, or all."""
Columns: TypeAlias = Mapping[str, Collection[Any]]
"""Names, each with the values it can have; none: any."""
_HINT: Final = "combine with and, or, not and compare with ==, <, in, such as: won and bid >= 24"


def parse_where(
    where: Where, columns: Sequence[str], possible: Mapping[str, Collection[Any]] = MappingProxyType({})
) -> pc.Expression | None:
    """The dataset expression of `where`; expressions and None pass through.

    Parameters
    ----------
    where
        The text.
    columns
        Names it may use.
    possible
        All that can stand in a column, for some columns; a text that asks for anything else is a mistake.

    Raises
    ------
    SkatsimError
        Naming the unknown column, the value it cannot have or the words that are not understood.

    Examples
    --------
    >>> print(parse_where("won and bid >= 24", ["won", "bid"]))
    (won and (bid >= 24))
    >>> parse_where("game_type == 'clubs'", ["game_type"], {"game_type": "CSHDGN"})
    Traceback (most recent call last):
    skatsim.errors.SkatsimError: where: game_type is never 'clubs'; it can be 'C', 'S', 'H', 'D', 'G', 'N'
    """
    if where is None or isinstance(where, pc.Expression):
        return where
    if not isinstance(where, str):
        raise SkatsimError(f"where: {where!r} is neither text nor a dataset expression; such as: won and bid >= 24")
    try:
        known = {name: possible.get(name, ()) for name in columns}
        return _expression(ast.parse(where.strip(), mode="eval").body, known)
    except SkatsimError:
        raise
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError, pa.ArrowException) as error:
        problem = error.msg if isinstance(error, SyntaxError) else str(error) or "nested too deeply"
        raise SkatsimError(f"where: {shorten(repr(where))} is not understood: {problem}; {_HINT}") from None


def shorten(text: str, most: int = 200) -> str:
    """`text` for a message.

    >>> shorten("won and won", most=5)
    'won a...'
    """
    return text if len(text) <= most else f"{text[:most]}..."


def _expression(node: ast.expr, columns: Columns) -> pc.Expression:
    match node:
        case ast.Name(id=name):
            return _column(name, columns)
        case ast.Constant(value=bool() | int() | float() | str() as value):
            return pc.scalar(value)
        case ast.BoolOp(op=op, values=values):
            join = operator.and_ if isinstance(op, ast.And) else operator.or_
            first, *rest = [_expression(value, columns) for value in values]
            for value in rest:
                first = join(first, value)
            return first
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ~_expression(operand, columns)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return pc.scalar(-value)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _CALCULATE:
            return _CALCULATE[type(op)](_expression(left, columns), _expression(right, columns))
        case ast.Compare(left=left, ops=ops, comparators=rights):
            return _comparison([left, *rights], ops, columns)
    raise SkatsimError(f"where: {shorten(repr(ast.unparse(node)))} is not understood; {_HINT}")


def _comparison(sides: list[ast.expr], ops: list[ast.cmpop], columns: Columns) -> pc.Expression:
    links = [_link(sides[i], op, sides[i + 1], columns) for i, op in enumerate(ops)]
    first, *rest = links
    for link in rest:
        first = first & link
    return first


def _link(left: ast.expr, op: ast.cmpop, right: ast.expr, columns: Columns) -> pc.Expression:
    value = _expression(left, columns)
    if isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn):
        _refuse_impossible(left, right, columns)
        _refuse_impossible(right, left, columns)
    if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        found = value.isin([_literal(element) for element in right.elts])
        return found if isinstance(op, ast.In) else ~found
    if _is_none(right) and isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        unknown = value.is_null()
        return unknown if isinstance(op, ast.Eq | ast.Is) else ~unknown
    if type(op) not in _COMPARE:
        raise SkatsimError(f"where: {ast.unparse(right)!r} must be a tuple after in, such as (18, 20)")
    return _COMPARE[type(op)](value, _expression(right, columns))


def _refuse_impossible(column: ast.expr, value: ast.expr, columns: Columns) -> None:
    """A column that is compared with a value it never has is a mistake, not a question."""
    possible = columns.get(column.id, ()) if isinstance(column, ast.Name) else ()
    for element in getattr(value, "elts", [value]) if possible else ():
        try:
            literal = ast.literal_eval(element)
        except ValueError:  # another column
            continue
        if literal is not None and literal not in possible:
            have = ", ".join(map(repr, possible))
            raise SkatsimError(f"where: {ast.unparse(column)} is never {shorten(repr(literal))}; it can be {have}")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise SkatsimError(f"where: {ast.unparse(node)!r} is not a number or a text in quotes") from None


def _column(name: str, columns: Columns) -> pc.Expression:
    if name not in columns:
        raise SkatsimError(f"where: unknown column {name!r}; the run has: {', '.join(columns)}")
    return pc.field(name)
