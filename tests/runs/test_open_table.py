"""The open table as a run: rows as `solve` says, the same bytes however it is cut, interrupted and resumed."""

from itertools import combinations

import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CardSet
from skatsim.rules.deals import deal, deal_range
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import OpenTableConfig
from skatsim.runs.run import open_run, resume, simulate
from skatsim.solver import solve
from tests.runs.making import contents, fake_engine, small_config, unfinished

SMALL = OpenTableConfig(games=70, seed=5, shard_games=30)
CONTRACTS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C", "grand": "G", "null": "N"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    return simulate(SMALL, tmp_path_factory.mktemp("open") / "run", threads=1)


def test_deals_are_those_of_the_simulation():
    assert deal_range(5, 40, 3).tolist() == [list(deal(5, game)) for game in (40, 41, 42)]
    with pytest.raises(SkatsimError, match="game -1 is out of range"):
        deal_range(5, -1, 3)


def test_rows_say_what_solve_says(finished):
    frame = finished.to_pandas(where="game >= 50")
    assert frame["game"].to_list() == list(range(50, 70))
    for row in frame.itertuples():
        *hands, skat = (CardSet(mask) for mask in deal(5, row.game))
        for name, letter in CONTRACTS.items():
            for seat, place in enumerate(SEAT_NAMES):
                need = {} if letter == "N" else {"at_least": 61}
                expected = solve(hands, skat=skat, contract=letter, declarer=seat, leader=0, **need).reached
                assert getattr(row, f"{name}_{place}") == expected


def test_after_pick_up_any_of_66_discards_will_do():
    frame = simulate(OpenTableConfig(games=4, seed=6, after_pick_up=True), threads=1).to_pandas()
    for row in frame.itertuples():
        for name, letter in CONTRACTS.items():
            for seat, place in enumerate(SEAT_NAMES):
                expected = any(made_with(deal(6, row.game), letter, seat, pair) for pair in combinations(range(12), 2))
                assert getattr(row, f"{name}_{place}") == expected, (row.game, name, place)


def made_with(dealt, letter, seat, pair):
    """Whether the declarer makes it when he puts away the cards at these two places of his twelve."""
    *hands, skat = (CardSet(mask) for mask in dealt)
    twelve = hands[seat] | skat
    away = CardSet.of(card for place, card in enumerate(twelve) if place in pair)
    hands[seat] = twelve - away
    need = {} if letter == "N" else {"at_least": 61}
    return solve(hands, skat=away, contract=letter, declarer=seat, leader=0, **need).reached


@pytest.mark.parametrize(("threads", "chunk_games"), [(2, None), (3, 7), (1, 1000)])
def test_threads_and_chunks_do_not_change_a_byte(tmp_path, finished, threads, chunk_games):
    simulate(SMALL, tmp_path / "other", threads=threads, chunk_games=chunk_games)
    assert contents(tmp_path / "other") == contents(finished.path)
    assert len(contents(finished.path)) == 5


def test_resumed_after_an_interruption_it_is_the_same(tmp_path, finished):
    def stop(progress):
        if progress.done > 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(SMALL, tmp_path / "run", threads=2, chunk_games=10, progress=stop)
    assert len(open_run(tmp_path / "run", partial=True)) == 30
    (tmp_path / "run" / "part-000002.parquet").write_bytes(b"half a par")
    assert resume(tmp_path / "run", threads=1).simulated == 40
    assert contents(tmp_path / "run") == contents(finished.path)


def test_a_part_with_a_damaged_column_name_is_computed_again(tmp_path, finished):
    for flip in (1, 255):
        part = unfinished(SMALL, tmp_path / f"{flip}") / "part-000001.parquet"
        whole = bytearray(part.read_bytes())
        damaged = bytearray(whole)
        for place in (i for i in range(len(whole)) if whole.startswith(b"null_forehand", i)):
            damaged[place] ^= flip
        part.write_bytes(damaged)
        assert resume(part.parent, threads=1).simulated == 30
        assert contents(part.parent) == contents(finished.path)


def test_folders_of_games_and_of_open_deals_are_not_mixed(tmp_path, finished):
    with pytest.raises(SkatsimError, match=r"holds another run \(an open table\)"):
        simulate(small_config(), finished.path, engine=fake_engine)
    simulate(small_config(), tmp_path / "games", engine=fake_engine)
    with pytest.raises(SkatsimError, match=r"holds another run \(a simulation\)"):
        simulate(SMALL, tmp_path / "games")
    with pytest.raises(SkatsimError, match=r"holds another run \(seed 5, not 6\)"):
        simulate(OpenTableConfig(games=70, seed=6, shard_games=30), finished.path)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"games": 0}, "games: 0 is too few; take at least 1"),
        ({"games": "many"}, "games: expected int, got str"),
        ({"seed": -1}, "seed: seed -1 is out of range"),
        ({"after_pick_up": 1}, "after_pick_up: expected bool, got int"),
        ({"shard_games": 10**9}, "shard_games: 1000000000 is out of range"),
    ],
)
def test_bad_values_are_named(keys, words):
    with pytest.raises(SkatsimError, match=words):
        OpenTableConfig(**keys)
