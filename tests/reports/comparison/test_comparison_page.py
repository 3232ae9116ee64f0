"""The page of a comparison: what stands on it, and the swings card by card."""

import re
import shlex

import pytest

import skatsim
from skatsim.reports.comparison.page import comparison_page
from skatsim.reports.comparison.tables import swings_table
from skatsim.runs.again import sweep_of
from skatsim.runs.config import make_boards
from tests.conftest import COMPILED

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.skipif(not COMPILED, reason="pages are made from compiled games")


@pytest.fixture
def skatsim_cli(request):
    return request.getfixturevalue("skatsim")


@pytest.fixture(scope="module")
def result():
    return skatsim.compare("heuristic", "random:top_bid=18", boards=30, seed=4)


def test_the_page_tells_the_verdict_first_and_loads_nothing(result):
    text = comparison_page(result)
    assert text.index("A is better") < text.index("Where it comes from") < text.index("The largest swings")
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert comparison_page(result) == text, "the same comparison gives the same bytes"
    assert result.config.digest in text
    answer = re.search(r'<p class="answer">(.*?)</p>', text)[1]
    assert re.fullmatch(
        r"A is better: .* a deal and seat\.<small>95 % interval [^()]*; [^()]* list points</small>", answer
    )
    assert "goes_round 1" in text, "every parameter of every bot stands at the foot"


def test_the_largest_swing_is_shown_in_all_seatings_with_its_score(result):
    text = comparison_page(result)
    board = int(result.swings.loc[0, "board"])
    shown = text.split(f"<h3>Board {board:,}:")[1].split("<h3>")[0]
    rows = result.run.to_pandas(where=f"board == {board}")
    assert shown.count("<details>") == 6
    for row, game in zip(rows.itertuples(), shown.split("<details>")[1:], strict=True):
        at_seats = "".join(row.seating[(board + seat) % 3] for seat in range(3))
        assert f"<summary>{at_seats} at forehand" in game
        assert f"books {row.score:+d}" in game or row.declarer < 0


def test_a_sweep_is_plotted_against_its_parameter():
    sweep = make_boards(["heuristic", "heuristic:boldness=0", "heuristic:boldness=5"], boards=4, opponents="first")
    assert sweep_of(sweep) == ("heuristic.boldness", [0, 5])
    assert sweep_of(make_boards(["heuristic", "heuristic:boldness=0", "random"], opponents="first")) is None
    assert sweep_of(make_boards(["heuristic", "heuristic:boldness=0"])) is None


def test_a_page_that_cannot_be_written_leaves_nothing(result, tmp_path):
    with pytest.raises(skatsim.SkatsimError, match="cannot write the page"):
        skatsim.report(result.run).write_page(tmp_path / "no folder" / "page.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("bots", "keys", "made"),
    [
        (
            ["heuristic", "random:top_bid=18,hand_share=0.1"],
            {"boards": 60, "seed": 3, "rules": "web-99"},
            "skatsim compare heuristic random:top_bid=18,hand_share=0.1 --boards 60 --seed 3 --rules web-99",
        ),
        (
            ["heuristic", "heuristic:boldness=0", "heuristic:boldness=10"],
            {"boards": 60, "opponents": "first"},
            "skatsim compare heuristic --sweep heuristic.boldness=0:10:10 --boards 60 --seed 1",
        ),
        (
            ["heuristic", "heuristic:null=0"],
            {"boards": 600, "sequential": {"low": 0, "high": 1}},
            "skatsim compare heuristic heuristic:null=0 --boards 600 --seed 1 --sprt 0 1 --alpha 0.05 --beta 0.05",
        ),
    ],
)
def test_the_foot_holds_the_command_that_makes_the_page_again(bots, keys, made):
    assert make_boards(bots, **keys).page_made_by() == f"{made} --html PAGE.html"


def test_the_command_of_a_swing_names_the_rules(skatsim_cli):
    """Typed as it stands it shows the games of that board, bid and scored by the rules of the comparison."""
    found = skatsim.compare("heuristic", "random:top_bid=18", "random", boards=30, seed=4, rules="web-99")
    line = swings_table(found).note.split("See one: ")[1]
    row = found.swings.iloc[0]
    a, b = (found.names.index(row[side]) for side in "ab")
    seating = "ABC"[a] * 2 + "ABC"[b]
    assert line.endswith(" --rules web-99")
    code, out, _ = skatsim_cli(*shlex.split(line)[1:])
    assert code == 0
    (played,) = found.run.to_pandas(where=f"board == {row['board']} and seating == '{seating}'").itertuples()
    assert f"books {played.score:+d}" in out or played.declarer < 0
    isko = skatsim.compare("heuristic", "random:top_bid=18", boards=30, seed=4)
    assert "--rules" not in swings_table(isko).note
    single = skatsim.compare(
        "heuristic", "random:top_bid=18", boards=30, seed=4, rules={"lost_hand": "single", "ladder_top": 99}
    )
    assert "See one" not in swings_table(single).note


def test_what_no_command_says_is_told_in_python():
    config = make_boards(["heuristic", "random"], boards=60, rules={"lost_hand": "single", "ladder_top": 99})
    line, _ = config.page_made_by().splitlines()
    bots, keys = eval(line.replace("result = skatsim.compare", "(lambda *bots, **keys: (bots, keys))"))
    assert make_boards(list(bots), **keys) == config
