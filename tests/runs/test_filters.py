"""`where` in words against the same question in Python."""

import itertools

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pytest

from skatsim.errors import SkatsimError
from skatsim.runs.filters import parse_where

ROWS = [
    {"won": won, "bid": bid, "game_type": letter, "matadors": matadors}
    for won, bid, letter, matadors in itertools.product([True, False], [0, 18, 23, 24], ["G", "N", "C", None], [-2, 1])
]
TABLE = ds.dataset(
    pa.Table.from_pylist(ROWS).cast(
        pa.schema(
            [
                ("won", pa.bool_()),
                ("bid", pa.int16()),
                ("game_type", pa.dictionary(pa.int8(), pa.string())),
                ("matadors", pa.int8()),
            ]
        )
    )
)

SAME_IN_PYTHON = [
    "won",
    "not won",
    "bid >= 23",
    "18 <= bid < 24",
    "won and bid == 18 or matadors < 0",
    "won and (bid == 18 or matadors < 0)",
    "game_type == 'G'",
    "game_type in ('G', 'N')",
    "bid in [18, 24] and not won",
    "bid not in (0, 18)",
    "matadors == -2",
    "bid + 1 == 24",
    "bid - 6 * matadors > 20",
    "won == True",
    "game_type is None",
    "game_type is not None and won",
]


@pytest.mark.parametrize("where", SAME_IN_PYTHON)
def test_the_words_select_what_python_selects(where):
    expected = [row for row in ROWS if eval(where, {}, row)]
    assert 0 < len(expected) < len(ROWS)
    assert TABLE.to_table(filter=parse_where(where, TABLE.schema.names)).to_pylist() == expected


def test_an_expression_and_none_pass():
    expression = pc.field("bid") > 18
    assert parse_where(expression, []) is expression
    assert parse_where(None, []) is None


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("bit > 18", "where: unknown column 'bit'; the run has: won, bid, game_type, matadors"),
        ("bid >", "where: 'bid >' is not understood: invalid syntax"),
        ("__import__('os')", "is not understood"),
        ("bid.real == 3", "where: 'bid.real' is not understood"),
        ("bid in (won, 18)", "where: 'won' is not a number or a text"),
        ("bid in game_type", "must be a tuple after in"),
        ("bid / 2 == 9", "where: 'bid / 2' is not understood"),
        ("", "is not understood"),
    ],
)
def test_what_is_not_understood_is_named(where, problem):
    with pytest.raises(SkatsimError) as caught:
        parse_where(where, TABLE.schema.names)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "where",
    [
        3,
        True,
        ["won"],
        f"bid > {10**30}",
        f"bid in ({10**30}, 18)",
        "bid > " + "9" * 5000,
        "(" * 1000 + "won" + ")" * 1000,
        "not " * 5000 + "won",
        "won" + " and won" * 100_000 + " or",
        "bid > -'a'",
        "won\0",
    ],
    ids=lambda where: str(where)[:20],
)
def test_absurd_filters_are_one_short_line(where):
    with pytest.raises(SkatsimError, match=r"^where: .* is (not understood|neither text nor a dataset expr)") as caught:
        TABLE.to_table(filter=parse_where(where, TABLE.schema.names))
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)


POSSIBLE = {"game_type": "CSHDGN", "declarer": (-1, 0, 1, 2)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("game_type == 'X'", "'X'"),
        ("game_type != 'clubs'", "'clubs'"),
        ("'g' == game_type", "'g'"),
        ("bid > 20 and not game_type in ('G', 'g')", "'g'"),
        ("game_type not in ['Grand']", "'Grand'"),
    ],
)
def test_a_value_that_cannot_occur_is_refused_with_those_that_can(text, value):
    with pytest.raises(SkatsimError) as caught:
        parse_where(text, ["game_type", "bid"], POSSIBLE)
    assert str(caught.value) == f"where: game_type is never {value}; it can be 'C', 'S', 'H', 'D', 'G', 'N'"


def test_seats_too_and_what_can_occur_passes():
    with pytest.raises(SkatsimError, match="where: declarer is never 3; it can be -1, 0, 1, 2"):
        parse_where("declarer == 3", ["declarer"], POSSIBLE)
    for text in (
        "declarer == -1",
        "declarer in (0, 2)",
        "declarer >= 3",
        "game_type == None",
        "game_type == game_type",
    ):
        assert parse_where(text, ["declarer", "game_type"], POSSIBLE) is not None
