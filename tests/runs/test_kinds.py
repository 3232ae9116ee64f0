"""Every kind of run answers for itself: unit, verb, schema, remedy, cut, plan, and JSON there and back."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import get_args

import msgspec
import pyarrow as pa
import pytest

from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.rules.deals import deal
from skatsim.runs.config import BoardsConfig, Config, OpenTableConfig, RecordsConfig, RunConfig, SourceFile, XskatConfig
from skatsim.runs.manifest import Claim, claim_of, decode, encode
from skatsim.runs.plans import plan_of
from skatsim.runs.run import simulate
from skatsim.runs.shards import ChunkTask, RowGroup
from skatsim.table.referee import Referee, row_of
from skatsim.table.referee.bots import card_names
from tests.runs.making import contents, small_config

EXAMPLES = [
    RunConfig(games=50, lineup="random,random,random", store="deals,plays"),
    OpenTableConfig(games=3, after_pick_up=False),
    BoardsConfig(bots="random,random:top_bid=18,random:game=4", boards=4, store="plays"),
    XskatConfig(bot="random:top_bid=18", boards=3),
    RecordsConfig((SourceFile("games.sgf", 12, "ab"),), store=("deals",)),
]
SAID = {
    RunConfig: ("a simulation", "games", "simulated", "run: skatsim resume DIR"),
    OpenTableConfig: ("an open table", "deals", "solved", "run: skatsim resume DIR"),
    BoardsConfig: ("a comparison", "games", "simulated", "run: skatsim resume DIR"),
    XskatConfig: ("a match against XSkat", "games", "played", "run: skatsim resume DIR"),
    RecordsConfig: (
        "converted records",
        "games",
        "converted",
        "run skatsim convert again with the same files and DIR",
    ),
}
each_kind = pytest.mark.parametrize("config", EXAMPLES, ids=lambda config: type(config).__name__)


@pytest.fixture(autouse=True)
def without_xskat(monkeypatch):
    """A match in which nobody bids, for machines without the program."""

    def passed_in(player, seed, first, boards):
        rows = []
        for board in range(first, first + boards):
            dealt = deal(seed, board)
            referee = Referee([card_names(hand) for hand in dealt[:3]], card_names(dealt.skat))
            for seat in (1, 2, 0):
                referee.pass_(seat)
            rows += [row_of(referee)] * 6
        return rows

    monkeypatch.setattr("skatsim.runs.plans.xskat.play_boards", passed_in)
    monkeypatch.setattr("skatsim.runs.plans.xskat.installed", lambda: None)


def test_there_is_an_example_of_every_kind():
    assert {type(config) for config in EXAMPLES} == set(get_args(Config)) == set(SAID)


@each_kind
def test_what_a_kind_says_of_itself(config):
    assert (config.title, config.unit, config.verb, config.remedy("DIR")) == SAID[type(config)]
    assert config.remedy("my runs").endswith(" 'my runs'")


@each_kind
def test_a_kind_reads_back_from_its_claim_and_its_canonical_form(config):
    claim = claim_of(config)
    assert decode(encode(claim), Claim, "_run.json") == claim
    assert msgspec.json.decode(config.canonical, type=Config) == config
    assert claim.schema.metadata[b"skatsim.config"] == config.canonical
    assert {"game", "seed"} <= set(claim.schema.names)


@each_kind
def test_a_plan_computes_the_rows_of_the_schema_also_after_a_journey(config):
    if config.shards is None:
        with pytest.raises(SkatsimError, match="converted records are not computed"):
            plan_of(config)
        return
    plan = plan_of(config)
    there = pickle.loads(pickle.dumps(plan))
    assert there.claim == plan.claim == claim_of(config)
    group = RowGroup(plan.shards[0], 0, config.games)
    tables = [each.table(group, [each.compute(ChunkTask(group, 0, config.games, True))]) for each in (plan, there)]
    assert tables[0].schema.equals(claim_of(config).schema, check_metadata=True)
    assert tables[0].equals(tables[1])
    games_a_deal = config.games // len(set(tables[0]["game"].to_pylist()))
    assert tables[0]["game"] == pa.chunked_array([[row // games_a_deal for row in range(config.games)]], pa.int64())


@each_kind
def test_what_travels_holds_no_address(config):
    """The pickle of a plan is the claim's text and names of functions, the same in every process."""
    if config.shards:
        plan = plan_of(config)
        plan.warm_up()
        assert len(pickle.dumps(plan)) < len(claim_of(config).compact) + 200


@pytest.mark.parametrize(
    "config",
    [
        small_config(seed=3),
        OpenTableConfig(games=9, seed=5, shard_games=4),
        BoardsConfig(bots="random,random:top_bid=18", boards=200, shard_boards=70),
    ],
)
def test_processes_write_the_bytes_of_threads(tmp_path, config):
    simulate(config, tmp_path / "threads", threads=2)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        simulate(config, tmp_path / "processes", executor=pool, chunk_games=300)
        assert pool.submit(abs, -1).result() == 1, "a pool that was lent is not shut down"
    assert contents(tmp_path / "processes") == contents(tmp_path / "threads")


@pytest.mark.parametrize(
    ("bot_pace", "shard_games", "chunk_games"), [(300_000, 1_000_000, 50_000), (145, 2_000, 290), (0.2, 4, 1)]
)
def test_parts_and_chunks_follow_the_pace_of_the_bots(monkeypatch, bot_pace, shard_games, chunk_games):
    """At most 20 seconds of one core's work in a part, two in a chunk, and never less than a game."""
    slow = replace(registry.get("random"), pace=bot_pace)
    monkeypatch.setattr("skatsim.bots.registry.get", lambda _: slow)
    config = small_config(shard_games=None)
    assert (config.shard_games, config.chunk_games) == (shard_games, chunk_games)
    assert small_config(shard_games=300).shard_games == 300
    assert small_config(shard_games=None, games=10**9).shard_games >= 10_000, "no more than 100,000 parts"


def test_no_kind_of_run_has_more_parts_than_a_folder_holds():
    most = 100_000
    assert RunConfig(games=most, shard_games=1).shards.count == most
    assert OpenTableConfig(games=10**9).shards.count == BoardsConfig(boards=most, shard_boards=1).shards.count == most
    for config, words in (
        (lambda: OpenTableConfig(games=most + 1, shard_games=1), "shard_games: 1 makes more than 100,000 parts"),
        (lambda: BoardsConfig(boards=most + 1, shard_boards=1), "shard_boards: 1 makes more than 100,000 parts"),
        (lambda: BoardsConfig(boards=10**17), "boards: 100000000000000000 is out of range; take at most"),
    ):
        with pytest.raises(SkatsimError, match=words):
            config()
