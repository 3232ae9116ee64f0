"""Each frame against the same figures computed naively with pandas and scipy from the rows themselves."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from skatsim.reports import frames
from skatsim.reports.tally import tally
from skatsim.rules.contracts import BIDS, GAME_LETTERS
from tests.reports.making import made_up_rows


@pytest.fixture(scope="module")
def counts(rows):
    return tally(rows)


@pytest.fixture(scope="module")
def played(frame):
    return frame[frame["declarer"] >= 0]


def naive(played, key):
    """Games, won and score by key, interval by interval."""
    rows = {}
    for value, group in played.groupby(key):
        won = stats.binomtest(int(group["won"].sum()), len(group)).proportion_ci(method="wilson")
        share = stats.binomtest(len(group), len(played)).proportion_ci(method="wilson")
        low, high = ends_of_mean(group["score"], group["won"], lambda worth: -2 * worth)
        rows[value] = {
            "games": len(group),
            "share": len(group) / len(played),
            "share_low": share.low,
            "share_high": share.high,
            "won": group["won"].mean(),
            "won_low": won.low,
            "won_high": won.high,
            "score": group["score"].mean(),
            "score_low": low,
            "score_high": high,
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def ends_of_mean(points, won, cost):
    """Ends of the interval of a mean over games lost and won (Zou and Donner 2008), by scipy's share and quantile."""
    if len(points) < 2:
        return np.nan, np.nan
    kinds = [points[~won], points[won]]
    lost, worth = (kind.mean() if len(kind) else np.nan for kind in kinds)
    gap = (worth - lost) if len(kinds[0]) * len(kinds[1]) else worth - cost(worth) if len(kinds[1]) else np.nan
    share = stats.binomtest(len(kinds[0]), len(points)).proportion_ci(method="wilson")
    rest = stats.t.ppf(0.975, len(points) - 1) ** 2 * sum(
        (len(kind) / len(points)) ** 2 * stats.sem(kind) ** 2 for kind in kinds if len(kind) > 1
    )
    mean, lost_share = points.mean(), len(kinds[0]) / len(points)
    below, above = gap * (share.high - lost_share), gap * (lost_share - share.low)
    return mean - np.hypot(below, np.sqrt(rest)), mean + np.hypot(above, np.sqrt(rest))


def agree(frame, oracle):
    assert set(frame.index) == set(oracle.index)
    oracle = oracle.loc[frame.index]
    several = frame["games"] > 4  # below, the approximation of Student's quantile is tested by itself
    for name in oracle:
        if name in ("score_low", "score_high"):
            told = several & oracle[name].notna()  # NaN: all lost, see tests/stats/test_intervals.py
            half = (oracle[name] - oracle["score"])[told]
            np.testing.assert_allclose((frame[name] - frame["score"])[told], half, rtol=1e-3)
            assert told.sum() >= 0.6 * several.sum() > 1
        else:
            np.testing.assert_allclose(frame[name], oracle[name], rtol=1e-9, atol=1e-9)


def test_by_game_type(counts, played):
    frame = frames.by_game_type(counts)
    assert "".join(frame.index) == "GCSHDN"
    agree(frame, naive(played, "game_type"))
    for name in ("hand", "overbid", "schneider", "schwarz"):
        oracle = played.groupby("game_type")[name].mean().reindex(frame.index)
        if name.startswith("sch"):
            assert oracle["N"] == 0
            oracle["N"] = np.nan
        np.testing.assert_allclose(frame[name], oracle)
    points = played[played["game_type"] != "N"].groupby("game_type")["card_points"].agg(["mean", "sem"])
    np.testing.assert_allclose(frame["card_points"][:-1], points["mean"].reindex(frame.index[:-1]))
    np.testing.assert_allclose(
        (frame["card_points_high"] - frame["card_points"])[:-1],
        1.96 * points["sem"].reindex(frame.index[:-1]),
        rtol=3e-3,
    )


def test_by_contract(counts, played):
    letters = (
        played["game_type"] + played["hand"].map({True: "H", False: ""}) + played["ouvert"].map({True: "O", False: ""})
    )
    frame = frames.by_contract(counts)
    agree(frame, naive(played.assign(letters=letters), "letters"))
    assert frame["games"].is_monotonic_decreasing


@pytest.mark.parametrize("letters", ["G", "CS", GAME_LETTERS])
def test_by_bid(counts, played, letters):
    frame = frames.by_bid(counts, [GAME_LETTERS.index(letter) for letter in letters])
    agree(frame, naive(played[played["game_type"].isin(list(letters))], "bid"))
    assert list(frame.index) == [bid for bid in BIDS if bid in frame.index]
    sure = np.where(frame["score_low"] > 0, "yes", np.where(frame["score_high"] < 0, "no", "open"))
    verdict = np.where(frame["games"] >= 10, sure, "open")
    assert frame["pays"].tolist() == verdict.tolist()
    assert {"yes", "no", "open"} == set(verdict)


def test_declaring_is_what_the_declarer_books_in_tournament_points(counts, played):
    """Against the seats' own columns, which the rows carry."""
    seats = played[[f"seeger_fabian_{seat}" for seat in ("forehand", "middlehand", "rearhand")]].to_numpy()
    mine = played.assign(points=seats[np.arange(len(played)), played["declarer"]])
    grouped = mine.groupby("bid")["points"]
    oracle = grouped.mean()
    frame = frames.by_bid(counts)
    np.testing.assert_allclose(frame["declaring"], oracle.reindex(frame.index))
    compared = 0
    for bid, group in mine.groupby("bid"):
        ends = ends_of_mean(group["points"], group["won"], lambda points: -2 * (points - 50) - 50)
        if len(group) > 4 and not np.isnan(ends[0]):
            told = frame.loc[bid, ["declaring_low", "declaring_high"]].to_numpy(dtype=float)
            assert told - frame.loc[bid, "declaring"] == pytest.approx(np.array(ends) - oracle[bid], rel=1e-3)
            compared += 1
    assert compared > 5


def test_rare_bids_at_the_end_are_folded(counts, played):
    frame, folded = frames.by_bid(counts), frames.by_bid(counts, fold=True)
    last = frame.index[frame["games"] >= 10][-1]
    assert frame.index[-1] > folded.index[-1] > last
    pd.testing.assert_frame_equal(folded[:-1], frame.loc[:last])
    rest = played[played["bid"] >= folded.index[-1]]
    assert folded.iloc[-1][["games", "won", "score"]].tolist() == pytest.approx(
        [len(rest), rest["won"].mean(), rest["score"].mean()]
    )
    few = tally_of({18: (5, 1), 20: (2, 0)})
    assert frames.by_bid(few, fold=True).index.tolist() == [18, 20]


def test_by_game_type_and_bid(counts, played):
    frame = frames.by_game_type_and_bid(counts)
    pairs = played.groupby(["game_type", "bid"])["won"].agg(["size", "mean"])
    both = frame.set_index(["game_type", "bid"])
    assert len(both) == len(pairs)
    np.testing.assert_allclose(both["games"], pairs["size"].reindex(both.index))
    np.testing.assert_allclose(both["won"], pairs["mean"].reindex(both.index))


def test_by_seat(counts, frame, played):
    seats = frames.by_seat(counts)
    names = played["declarer"].map(dict(enumerate(("forehand", "middlehand", "rearhand"))))
    agree(seats, naive(played.assign(seat=names), "seat"))
    points = frame[[f"seeger_fabian_{seat}" for seat in seats.index]]
    np.testing.assert_allclose(seats["points"], points.mean())
    np.testing.assert_allclose(seats["points_sd"], points.std())
    np.testing.assert_allclose(seats["points_high"] - seats["points"], 1.96 * points.sem(), rtol=1e-3)


def test_by_matadors(counts, played):
    agree(frames.by_matadors(counts), naive(played[played["game_type"] != "N"], "matadors"))


def test_by_bid_and_matadors(counts, played):
    frame = frames.by_bid_and_matadors(counts)
    trumps = played[played["game_type"] != "N"]
    assert frame["games"].sum() == len(trumps)
    for row in frame.itertuples():
        inside = trumps["bid"].between(row.bid_from, row.bid_to)
        cell = trumps[inside & trumps["matadors"].between(row.matadors_from, row.matadors_to)]
        assert row.games == len(cell)
        assert row.won == pytest.approx(cell["won"].mean(), nan_ok=True)


def test_scores(counts, played):
    frame = frames.scores(counts)
    assert frame["games"].to_dict() == played["score"].value_counts().to_dict()
    bands = frames.score_bands(counts)
    assert bands["games"].sum() == len(played)
    for row in bands.itertuples():
        assert row.games == ((played["score"] >= row[1]) & (played["score"] < row.to)).sum()


def test_overall(counts, frame, played):
    figures = frames.overall(counts)
    assert figures.loc["passed_in", "value"] == (frame["declarer"] < 0).mean()
    assert figures.loc["passed_in", "n"] == len(frame)
    for name in ("won", "overbid", "hand", "schneider", "schwarz", "score"):
        assert figures.loc[name, "value"] == pytest.approx(played[name].mean())
        assert figures.loc[name, "n"] == len(played)


def test_endings(counts, played):
    assert frames.endings(counts)["games"].to_dict() == played["ending"].value_counts().to_dict()


def test_bots(counts, frame):
    """careful@1 sits in two seats of each deal: its error comes from whole deals."""
    table = frames.bots(counts)
    assert table.index.tolist() == ["careful@1", "bold@2"]
    seats = ("forehand", "middlehand", "rearhand")
    for bot, row in table.iterrows():
        mine = np.stack([frame[f"bot_{seat}"] == bot for seat in seats], axis=1)
        points = np.stack([frame[f"seeger_fabian_{seat}"] for seat in seats], axis=1) * mine
        assert row["deals"] == len(frame)
        assert row["seats"] == mine.sum()
        assert row["points"] == pytest.approx(points.sum() / mine.sum())
        assert row["points_se"] == pytest.approx(stats.sem(points.sum(axis=1)) / mine.sum() * len(frame))
        declares = np.stack([frame["declarer"] == seat for seat in range(3)], axis=1) & mine
        assert row["games"] == declares.sum()
        assert row["declared"] == pytest.approx(declares.sum() / mine.sum())
        assert row["won"] == pytest.approx(frame["won"].to_numpy()[declares.any(axis=1)].mean())


def test_three_games_counted_by_hand(three_games):
    counts = tally(three_games)
    figures = frames.overall(counts)["value"].to_dict()
    assert figures == {
        "passed_in": 1 / 3, "won": 0.5, "overbid": 0.0, "hand": 0.5, "schneider": 0.5, "schwarz": 0.0, "score": -84.0,
    }  # fmt: skip
    assert frames.by_contract(counts)["score"].to_dict() == {"C": 24.0, "GH": -192.0}
    assert frames.by_bid(counts)["won"].to_dict() == {18: 1.0, 24: 0.0}
    assert frames.by_matadors(counts)["games"].to_dict() == {-1: 1, 1: 1}
    seats = frames.by_seat(counts)
    assert seats["games"].tolist() == [1, 0, 1]
    assert seats["points"].tolist() == pytest.approx([38.0, 40 / 3, -242 / 3])
    assert frames.by_game_type(counts)["card_points"].to_dict() == {"G": 25.0, "C": 61.0}


def test_what_pays_is_told_by_the_list_score_and_not_by_the_win_rate():
    """won, lost by bid: all games worth 24 break even at two in three; 9 games are too few for a verdict."""
    by_bid = {18: (90, 10), 20: (66, 34), 22: (30, 70), 23: (9, 0), 24: (0, 100)}
    assert frames.by_bid(tally_of(by_bid))["pays"].tolist() == ["yes", "open", "no", "open", "no"]
    dear = tally_of({18: (90, 10)})
    dear.score[4, 0, 1, 12, 0] *= 20  # 90 % won and still a loss: those lost were worth 480
    dear.score_squares[4, 0, 1, 12, 0] *= 400
    assert frames.by_bid(dear)["pays"].tolist() == ["no"]


def tally_of(by_bid):
    counts = tally(made_up_rows(10))
    counts.games[:] = 0
    for bid, (won, lost) in by_bid.items():
        cell = 4, 0, 1 + BIDS.index(bid), 12
        counts.games[cell] = lost, won
        counts.score[cell] = -48 * lost, 24 * won
        counts.score_squares[cell] = 48**2 * lost, 24**2 * won
    return counts
