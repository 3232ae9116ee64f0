"""A comparison against a plain loop over boards played by the referee; verdicts, intervals, zero against oneself."""

import statistics
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import skatsim
from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.errors import SkatsimError
from skatsim.reports.comparison.result import comparison_of
from skatsim.reports.comparison.text import comparison_text
from skatsim.reports.wording import signed
from skatsim.runs.run import simulate
from skatsim.stats.sprt import SequentialTest
from skatsim.stats.stopped import Stop
from skatsim.table.referee import play_game
from tests.conftest import COMPILED

SEED = 11
BOARDS = 24
BOTS = {"A": ("heuristic", {}), "B": ("heuristic", {"boldness": -20.0}), "C": ("random", {"top_bid": 18.0})}
TEXTS = ["heuristic", "heuristic:boldness=-20", "random:top_bid=18"]
pytestmark = pytest.mark.skipif(not COMPILED, reason="frames are made from compiled games")


def seat_results(seating, board):
    """[(letter, role, game, tournament points, list points)] by seat, as the referee scores the game."""
    players = [(registry.get(BOTS[letter][0]), BOTS[letter][1]) for letter in seating]
    game = play_game(SEED, board, make_lineup(players))
    results = []
    for seat, name in enumerate(("forehand", "middlehand", "rearhand")):
        role = "passed in" if game.declarer < 0 else "declaring" if game.declarer == seat else "defending"
        letter = "DHSCGN"[game.contract & 7] if game.declarer >= 0 else ""
        score = game.score if role == "declaring" else 0
        results.append((seating[(board + seat) % 3], role, letter, getattr(game, f"seeger_fabian_{name}"), score))
    return results


def board_difference(a, b, board, value):
    """A's mean result at a seat less B's, the mean of the six games that are not AAA or BBB."""
    games = []
    for seating in product((a, b), repeat=3):
        if len(set(seating)) == 2:
            results = seat_results("".join(seating), board)
            mean = {letter: statistics.mean(value(r) for r in results if r[0] == letter) for letter in (a, b)}
            games.append(mean[a] - mean[b])
    return statistics.mean(games)


@pytest.fixture(scope="module")
def result():
    return skatsim.compare(*TEXTS, boards=BOARDS, seed=SEED)


VALUES = {
    "difference": lambda r: r[3],
    "score": lambda r: r[4],
    "declaring": lambda r: r[3] * (r[1] == "declaring"),
    "C": lambda r: r[3] * (r[2] == "C"),
}


@pytest.fixture(scope="module")
def naive():
    """By pair and value, the differences of the boards."""
    return {
        (a + b, name): [board_difference(a, b, board, value) for board in range(BOARDS)]
        for a, b in ("AB", "AC", "BC")
        for name, value in VALUES.items()
    }


@pytest.mark.parametrize("pair", ["AB", "AC", "BC"])
def test_differences_are_those_of_the_referees_boards(result, naive, pair):
    row = result.differences.iloc[["AB", "AC", "BC"].index(pair)]
    assert (row["a"][0], row["b"][0], row["boards"]) == (*pair, BOARDS)
    for name, prefix in (("difference", ""), ("score", "score_")):
        boards = naive[pair, name]
        single = 1 - 0.05 / 3  # three intervals that hold together
        low, high = stats.t.interval(single, BOARDS - 1, np.mean(boards), stats.sem(boards))
        assert row[name] == pytest.approx(np.mean(boards), abs=1e-9)
        assert (row[f"{prefix}low"], row[f"{prefix}high"]) == pytest.approx((low, high), rel=2e-3)
    assert row["p"] == pytest.approx(stats.ttest_1samp(naive[pair, "difference"], 0).pvalue, rel=0.05, abs=1e-6)
    assert row["effect"] == pytest.approx(
        np.mean(naive[pair, "difference"]) / np.std(naive[pair, "difference"], ddof=1)
    )


def test_roles_and_games_are_those_of_the_boards_and_add_up(result, naive):
    for number, pair in enumerate(("AB", "AC", "BC")):
        row = result.differences.iloc[number]
        for frame, column, name in ((result.roles, "role", "declaring"), (result.contracts, "game_type", "C")):
            mine = frame[(frame["a"] == row["a"]) & (frame["b"] == row["b"])]
            assert mine["difference"].sum() == pytest.approx(row["difference"])
            assert mine.set_index(column).loc[name, "difference"] == pytest.approx(np.mean(naive[pair, name]))


def test_a_rating_is_the_mean_difference_to_the_others(result, naive):
    rating = result.ratings.set_index("bot")["rating"]
    boards = {pair: np.array(naive[pair, "difference"]) for pair in ("AB", "AC", "BC")}
    assert rating[result.names[0]] == pytest.approx(np.mean((boards["AB"] + boards["AC"]) / 2))
    assert rating[result.names[2]] == pytest.approx(np.mean((-boards["AC"] - boards["BC"]) / 2))
    assert list(result.ratings["rating"]) == sorted(rating, reverse=True)


def test_bots_are_counted_by_seat(result):
    """Every deal of the rows, counted anew."""
    rows = result.run.to_pandas()
    for letter, name in zip("ABC", result.names, strict=True):
        seats = declared = won = 0
        defended = []
        for row in rows.itertuples():
            mine = [seat for seat in range(3) if row.seating[(row.board + seat) % 3] == letter]
            seats += len(mine)
            declared += row.declarer in mine
            won += row.declarer in mine and row.won
            defended += [(row.board, not row.won) for seat in mine if row.declarer >= 0 and seat != row.declarer]
        bot = result.bots.set_index("bot").loc[name]
        assert bot["declared"] == pytest.approx(declared / seats)
        assert bot["won"] == pytest.approx(won / declared)
        assert 0 <= bot["overbid_low"] <= bot["overbid"] <= bot["overbid_high"] <= 1
        boards = pd.DataFrame(defended, columns=["board", "lost"]).groupby("board")["lost"].agg(["size", "sum"])
        told = [bot[f"defence{end}"] / 40 for end in ("", "_low", "_high")]
        assert told == pytest.approx(share_over_boards(boards)), "40 points for each game the declarer loses"


def test_games_are_counted_by_board(result):
    """Won grands of a bot: the ratio of sums over boards, its standard error from the residuals of whole boards.

    How much more a board's games vary than single ones is drawn towards games that all go alike, by two of the rarer.
    """
    rows = result.run.to_pandas()
    for letter, name in zip("ABC", result.names, strict=True):
        mine = rows[[r.declarer >= 0 and r.seating[(r.board + r.declarer) % 3] == letter for r in rows.itertuples()]]
        frame = result.games[result.games["bot"] == name].set_index("game_type")
        assert frame["games"].sum() == len(mine)
        assert frame["share"].sum() == pytest.approx(1)
        grands = mine[mine["game_type"] == "G"]
        boards = grands.groupby("board")["won"].agg(["size", "sum"])
        told = [frame.loc["G", f"won{end}"] for end in ("", "_low", "_high")]
        assert told == pytest.approx(share_over_boards(boards))


def share_over_boards(boards):
    """A share and the ends of its interval, from how many trials (size) and successes (sum) each board has."""
    won, k = boards["sum"].sum() / boards["size"].sum(), len(boards)
    residuals = boards["sum"] - won * boards["size"]
    error = np.sqrt((residuals**2).sum() * k / (k - 1)) / boards["size"].sum()
    games, alike = boards["size"].sum(), (boards["size"] ** 2).sum() / boards["size"].sum()
    more = games / (won * (1 - won) / error**2 if error else k)
    rarer = min(boards["sum"].sum(), games - boards["sum"].sum())
    n = games / np.exp((rarer * np.log(more) + 2 * np.log(alike)) / (rarer + 2))
    return won, *wilson_by_formula(won, n)


def wilson_by_formula(share, n, z=1.959963984540054):
    """The shares p at which (share - p)^2 = z^2 p (1 - p) / n."""
    roots = np.roots([1 + z * z / n, -(2 * share + z * z / n), share * share])
    return min(roots), max(roots)


def test_swings_are_the_largest_differences(result, naive):
    swings = result.swings
    mine = swings[(swings["a"] == result.names[0]) & (swings["b"] == result.names[2])]
    largest = sorted(naive["AC", "difference"], key=abs, reverse=True)[:10]
    assert list(mine["difference"].abs()) == pytest.approx([abs(value) for value in largest])
    assert all(naive["AC", "difference"][row.board] == pytest.approx(row.difference) for row in mine.itertuples())


@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_a_bot_against_itself_is_exactly_zero(bot):
    same = skatsim.compare(bot, bot, boards=400, seed=2)
    row = same.differences.iloc[0]
    assert (row["difference"], row["low"], row["high"], row["score"], row["p"], row["alike"]) == (0, 0, 0, 0, 1, 1)
    assert row["verdict"] == "no difference found"
    assert same.swings.empty
    assert "No difference found" in comparison_text(same)


def test_the_better_bot_is_named():
    result = skatsim.compare("random:top_bid=18", "heuristic", boards=200)
    assert result.differences.loc[0, "verdict"] == "worse"
    assert "B is better" in comparison_text(result)
    assert result.boards_for(1.0) == pytest.approx(
        200 * ((result.differences.loc[0, "high"] - result.differences.loc[0, "low"]) / 2) ** 2, abs=1
    )


def test_a_sweep_plays_each_value_against_the_first():
    result = skatsim.compare("heuristic", "heuristic:boldness=0", "heuristic:boldness=20", boards=50, opponents="first")
    assert list(result.differences["b"].str[0]) == ["B", "C"]
    assert len(result.run) == 50 * 12


def test_after_a_sequential_test_the_estimate_knows_of_the_stop():
    """Against the plain mean of the same boards, and `Stop`, whose promises are tested beside it."""
    test = {"low": 0.0, "high": 1.0}
    bots, plan = ["heuristic", "heuristic:boldness=-10"], {"sequential": test, "shard_boards": 250, "seed": 4}
    stopped = skatsim.compare(*bots, boards=50_000, **plan)
    plain = skatsim.compare(*bots, boards=stopped.boards, seed=4)
    assert 500 <= stopped.boards < 50_000
    assert plain.differences["mean"].equals(plain.differences["difference"])
    row, same = stopped.differences.iloc[0], plain.differences.iloc[0]
    assert (row["mean"], row["deviation"], row["score"]) == (same["mean"], same["deviation"], same["score"])
    stop = Stop(SequentialTest(**test), stopped.boards, same["mean"], same["deviation"] ** 2, 250)
    assert tuple(row[["difference", "low", "high"]]) == stop.estimate(0.95)
    assert row["p"] == stop.p()
    assert row["difference"] != row["mean"]
    assert stopped.sequential[2] in ("low", "high")
    assert stopped.roles["difference"].sum() == pytest.approx(row["mean"])
    text = " ".join(str(stopped).split())
    assert f"the plain mean of the boards ({signed(row['mean'], 2)}) leans away from the middle; estimate" in text
    assert "They add up to the plain mean of the boards." in text
    assert "plain mean" not in str(plain)
    assert "The roles add up to the plain mean of the boards" in skatsim.report(stopped.run).page()


def test_any_cut_of_the_rows_counts_the_same(result):
    """Batches that end within a board, and an interrupted run whose last board is not whole."""
    table = result.run.table
    pieces = [table.slice(first, 7) for first in range(0, len(table), 7)]

    class Cut:
        config, manifest, path = result.run.config, result.run.manifest, None

        def config_of(self, kind):
            assert isinstance(self.config, kind)
            return self.config

        def batches(self, columns):
            return (batch for piece in pieces for batch in piece.select(columns).to_batches())

    assert comparison_of(Cut()).differences.equals(result.differences)
    pieces[-1:] = []
    assert comparison_of(Cut()).boards == BOARDS - 1


def test_other_runs_and_too_few_boards_are_refused():
    with pytest.raises(SkatsimError, match="holds a simulation; name the folder of a comparison"):
        comparison_of(simulate({"games": 10, "lineup": "random,random,random"}))
    with pytest.raises(SkatsimError, match="boards: 1 is too few; take at least 2"):
        skatsim.compare("random", "random", boards=1)


@pytest.mark.parametrize(
    ("bots", "keys", "words"),
    [
        (["heuristic"], {}, "needs 2 to 26 bots, not 1"),
        (["heuristic", "nobody"], {}, r"bots\[1\]: unknown bot 'nobody'"),
        (["heuristic", "heuristic:bold=1"], {}, r"bots\[1\].params.bold: unknown parameter"),
        (["heuristic", "heuristic:boldness=much"], {}, r"bots\[1\].params.boldness: 'much' is not a number"),
        (["heuristic", "heuristic:boldness"], {}, "is not a number"),
        (["heuristic", "heuristic:boldness=1,boldness=2"], {}, "is no parameter set once"),
        (["heuristic", "heuristic:"], {}, "names no parameter after the colon"),
        (["heuristic", "nofile.toml#bold"], {}, "nofile.toml: No such file or directory"),
        (["random", "random"], {"opponents": "some"}, "opponents: 'some' is not known"),
        (["random", "random"], {"sequential": {"low": 1, "high": 0}}, "sequential.high: 0 is not above low, 1"),
        (["random", "random"], {"sequential": {"low": 0, "high": 1, "alpha": 0.7}}, "sequential.alpha: 0.7"),
        (["random", "random"], {"board": 5}, "board: unknown key"),
    ],
)
def test_what_cannot_be_compared_is_one_line(bots, keys, words):
    with pytest.raises(SkatsimError, match=words) as error:
        skatsim.compare(*bots, **keys)
    assert "\n" not in str(error.value)


def test_players_of_a_file(tmp_path):
    file = tmp_path / "players.toml"
    file.write_text('[bold]\nbot = "heuristic"\nparams = { boldness = 30 }\n', encoding="utf-8")
    result = skatsim.compare("heuristic", f"{file}#bold", boards=5)
    assert result.names[1] == "B heuristic@1(boldness=30)"
    with pytest.raises(SkatsimError, match="has no player 'shy'; it has: bold"):
        skatsim.compare("heuristic", f"{file}#shy", boards=5)


def test_the_text_names_the_better_bot_of_a_field_and_how_to_see_a_swing(result):
    text = str(result)
    assert "B heuristic@1(boldness=-20) is better than C random@1(top_bid=18)" in " ".join(text.split())
    board = result.swings.loc[0, "board"]
    assert f"skatsim show {SEED} {board} --lineup " in " ".join(text.split())
    assert repr(result).startswith("<Comparison of A heuristic@1, B heuristic@1(boldness=-20)")
