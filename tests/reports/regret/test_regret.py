"""Regret: every loss against `best_cards` position by position, the sum rule, frames counted again naively."""

import numpy as np
import pandas as pd
import pytest

import skatsim
from skatsim.reports.regret.games import needed
from skatsim.reports.regret.result import regret
from skatsim.reports.regret.tables import regret_tables
from skatsim.reports.regret.text import CAVEAT, regret_text
from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import Contract
from skatsim.rules.ruleset import ISKO, PRESETS
from skatsim.rules.seats import SEAT_NAMES
from tests.solver import naive


def decisions_of(row):
    """What each card of a game meant, from the row alone: trick, seat, hands, table, leader, taken, card."""
    dealt = [CardSet(row[f"hand_{seat}"]) for seat in SEAT_NAMES]
    skat, discard = CardSet(row["skat"]), CardSet(row["discard"])
    put_away = skat if row["hand"] else discard
    held = [{str(CardSet.of([card])) for card in hand} for hand in dealt]
    held[row["declarer"]] |= set(str(skat).split())
    held[row["declarer"]] -= set(str(put_away).split())
    leader, table, taken = 0, [], 0
    for number, index in enumerate(card for card in row["plays"] if card < 32):
        card, seat = CARD_NAMES[index], (leader + number % 3) % 3
        yield number, seat, [" ".join(hand) for hand in held], list(table), leader, taken, card, put_away
        held[seat].remove(card)
        table.append(card)
        if len(table) == 3:
            leader = (leader + naive.trick_taker(table, row["game_type"])) % 3
            taken += naive.points_in(table) if leader == row["declarer"] else 0
            table = []


@pytest.fixture(scope="module")
def solved(games_run):
    """The loss of every card with a choice in the first games of the run, each position solved by itself."""
    found = {}
    workspace = skatsim.solver.new_workspace()
    for row in games_run.to_pandas(where="declarer >= 0").head(30).to_dict("records"):
        lost = False
        for number, seat, hands, table, leader, taken, card, away in decisions_of(row):
            values = skatsim.best_cards(
                hands, skat=away, contract=row["game_type"], declarer=row["declarer"], leader=leader, trick=table,
                taken=taken, workspace=workspace,
            )  # fmt: skip
            best = (max if seat == row["declarer"] else min)(values.values())
            if row["game_type"] == "N":
                lost |= bool(number % 3 == 0 and number and leader == row["declarer"])
            if len(values) > 1:
                names = {name for name, value in values.items() if value == best}
                found[row["game"], number] = (seat, best, values[card], names)
            assert not lost, "a null ends with the declarer's first trick"
    return found


def test_every_loss_is_what_best_cards_says(result, solved):
    is_null = dict(zip(result.games["game"], result.games["contract"].str.startswith("N"), strict=True))
    needs = dict(zip(result.games["game"], result.games["needs"], strict=True))
    mine = result.cards[result.cards["game"].isin({game for game, _ in solved})]
    assert len(mine) == len(solved)
    for card in mine.itertuples():
        seat, best, value, _ = solved[card.game, card.step]
        assert card.player == result.played.players[card.row, seat]
        assert card.trick == card.step // 3 + 1
        need = needs[card.game]
        if is_null[card.game]:
            assert np.isnan(card.loss)
            assert card.turned == (best != value)
        else:
            assert card.loss == abs(best - value)
            assert need in (61, 90, 0)
            assert card.turned == (need > 0 and (best >= need) != (value >= need))
    assert mine["turned"].any()


def test_the_losses_add_up_to_what_perfect_play_would_change(result, games_run):
    """The value as the play begins, less the declarer's losses, plus the defenders', is what he made: exactly."""
    rows = games_run.to_pandas(where="declarer >= 0")
    games = result.games
    assert games["game"].to_list() == rows["game"].to_list()
    trump = (rows["game_type"] != "N").to_numpy()
    made = games["start"] - games["declarer_loss"] + games["defenders_loss"]
    assert (made == games["end"])[trump].all()
    played_out = trump & (rows["ending"] == "tricks").to_numpy()
    assert played_out.sum() > 90
    assert (made[played_out].to_numpy() == rows["card_points"].to_numpy()[played_out]).all()
    turned = games["declarer_turned"] + games["defenders_turned"]
    covered = (games["needs"] > 0) & (games["needs"] < 121)
    start_wins = games["start"] >= games["needs"]
    changed = start_wins.to_numpy() != rows["won"].to_numpy()
    ended = covered.to_numpy() & (rows["ending"] != "conceded").to_numpy()
    assert (turned.to_numpy()[ended] % 2 == changed[ended]).all(), "each card that loses the game turns it once"


def test_frames_are_means_and_shares_of_the_cards(result):
    cards = result.cards
    for frame, keys in (
        (result.roles, ["role"]),
        (result.tricks, ["role", "trick"]),
        (result.contracts, ["role", "game_type"]),
        (result.players, ["player", "role"]),
        (result.cells, ["role", "trick", "game_type", "player"]),
    ):
        assert frame["cards"].sum() == len(cards)
        for row in frame.to_dict("records"):
            mine = cards[np.logical_and.reduce([cards[key] == row[key] for key in keys])]
            assert (row["cards"], row["games"]) == (len(mine), mine["game"].nunique())
            np.testing.assert_allclose(row["loss"], mine["loss"].mean())
            np.testing.assert_allclose(row["turned"], mine["turned"].mean())
            assert not row["loss"] < row["loss_low"]
            assert row["turned_low"] <= row["turned"] <= row["turned_high"]


def test_intervals_are_by_whole_games(result):
    """Cochran's ratio estimator, written out: the residuals of games, not of cards."""
    mine = result.cards[(result.cards["role"] == "defender") & result.cards["loss"].notna()]
    by_game = mine.groupby("game")["loss"].agg(["size", "sum"])
    mean = by_game["sum"].sum() / by_game["size"].sum()
    residuals = by_game["sum"] - mean * by_game["size"]
    k = len(by_game)
    error = np.sqrt((residuals**2).sum() * k / (k - 1)) / by_game["size"].sum()
    row = result.roles.set_index("role").loc["defender"]
    assert (row["loss_high"] - row["loss_low"]) / 2 == pytest.approx(error * 1.98, rel=0.01)


def test_the_costliest_come_first_with_the_cards_that_were_best(result, solved):
    places = [(result.games["game"][row], step // 3 + 1) for row, step in _places(result)]
    assert [(each.game, each.trick) for each in result.costly] == places
    some = regret(result.played.run, games=30)
    for each, (_, step) in zip(some.costly, _places(some), strict=True):
        seat, best, value, names = solved[each.game, step]
        assert (each.seat, each.before, each.after, set(each.best)) == (seat, best, value, names)
        assert each.played in str(CardSet(each.hands[seat])).split()
        assert f"trick {each.trick}" in str(each)
        assert f"played {each.played}" in str(each)


def _places(result):
    wrong = result.cards[(result.cards["loss"] > 0) | result.cards["turned"]]
    keys = [(not card.turned, -np.nan_to_num(card.loss), card.row, card.step) for card in wrong.itertuples()]
    return [(row, step) for _, _, row, step in sorted(keys)[:10]]


def test_neither_threads_nor_the_cut_change_a_byte(games_run, result):
    again = regret(games_run, threads=3)
    for name, frame in result.frames.items():
        pd.testing.assert_frame_equal(frame, again.frames[name], check_exact=True)
    first = regret(games_run, games=70)
    assert (first.courses.worth == result.courses.worth[:70]).all()
    assert not first.played.complete
    assert result.played.complete


def test_where_chooses_the_games(games_run, result):
    grand = regret(games_run, where="game_type == 'G'")
    assert set(grand.cards["game_type"]) == {"G"}
    assert len(grand.games) == (result.games["contract"].str[0] == "G").sum()
    assert "where game_type == 'G'" in regret_text(grand)


def test_the_text_says_first_what_is_measured(result):
    text = regret_text(result)
    assert text.index("Measured with open cards") < text.index("The declarer gives away") < text.index("By player")
    assert "compare players" in CAVEAT
    assert max(map(len, text.splitlines())) <= 118
    assert [table.name for table in regret_tables(result)] == ["players", "tricks", "contracts", "costliest"]


@pytest.mark.parametrize(
    ("contract", "bid", "need"),
    [
        ("C", 24, 61),  # with 1, game 2: 24
        ("C", 30, 90),  # Schneider 3: 36
        ("C", 36, 90),
        ("C", 40, 121),  # Schwarz 4: 48
        ("C", 50, 0),
        ("CH", 36, 61),
        ("CHS", 18, 90),
        ("CHSZ", 18, 121),
        ("N", 23, 1),
        ("N", 24, 0),
        ("NO", 46, 1),
    ],
)
def test_what_the_declarer_needs(contract, bid, need):
    with_one = CardSet("CJ HJ CA CT CK CQ C9 C8 SA HA DA DT").mask
    assert needed(Contract.parse(contract).code, bid, with_one, ISKO.numbers) == need
    if need == 121:
        no_points = PRESETS["stargames-no"].numbers
        assert needed(Contract.parse(contract).code, bid, with_one, no_points) == 120


def test_runs_without_cards_are_refused(games_run):
    outcomes = skatsim.simulate({"games": 5})
    with pytest.raises(skatsim.SkatsimError, match="no deals and plays; simulate it with --store deals,plays"):
        regret(outcomes)
    with pytest.raises(skatsim.SkatsimError, match="no game was played in these rows"):
        regret(games_run, where="declarer < 0")
    with pytest.raises(skatsim.SkatsimError, match="games: 0"):
        regret(games_run, games=0)
    forced = {"games": 5, "rules": "stargames-no", "store": ["deals", "plays"]}
    with pytest.raises(skatsim.SkatsimError, match="must_trump, which the solver does not know"):
        regret(skatsim.simulate(forced))


def test_boards_are_the_clusters_of_a_comparison(games_run):
    del games_run  # only for its skip
    run = skatsim.compare("heuristic", "heuristic:boldness=0", boards=3, store=["deals", "plays"]).run
    result = regret(run)
    assert result.roles["games"].max() <= 3 < len(result.games)
