"""Run files: what is read, what names a run, and one clear line for each mistake."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.runs.config import BotSpec, RunConfig, load_config, make_config, player_label
from tests.runs.making import LINEUP

PRESET_FILES = sorted(Path(__file__).parents[2].joinpath("data", "runs").glob("*.toml"))

FULL = """
games = 5000
seed = 7
lineup = ["random", { bot = "random", params = { hand_share = 0.25, game = 4 } }, { bot = "random" }]
store = ["plays", "deals"]
shard_games = 1000

[rules]
preset = "stargames-no"
lost_hand = "single"
ladder_top = 99
"""


def write(tmp_path, text):
    path = tmp_path / "RUN.toml"
    path.write_text(text)
    return path


def test_every_key_of_a_file_is_read(tmp_path):
    assert load_config(write(tmp_path, FULL)) == RunConfig(
        games=5000,
        seed=7,
        lineup=(BotSpec("random"), BotSpec("random", {"hand_share": 0.25, "game": 4.0}), BotSpec("random")),
        rules=RuleSet(
            hand_levels="table",
            schwarz="no_points",
            void="must_trump",
            concede="stargames",
            lost_hand="single",
            ladder_top=99,
        ),
        store=("deals", "plays"),
        shard_games=1000,
    )


def test_without_a_file_the_default_run_is_a_million_heuristic_games():
    config = RunConfig()
    assert (config.games, config.seed, config.rules) == (1_000_000, 1, RuleSet())
    assert [spec.bot for spec in config.lineup] == ["heuristic"] * 3


def test_arguments_replace_keys_of_the_file_and_none_does_not(tmp_path):
    config = load_config(
        write(tmp_path, FULL), games=12, seed=None, lineup="random, random,random", rules="web-99", store="deals"
    )
    assert (config.games, config.seed, config.store) == (12, 7, ("deals",))
    assert config.lineup == (BotSpec("random"),) * 3
    assert config.rules == PRESETS["web-99"]


def test_the_digest_names_the_content_and_not_the_spelling(tmp_path):
    text = make_config(games=5, lineup="random,random,random")
    table = make_config(lineup=[{"bot": "random"}] * 3, games=5, rules={"preset": "isko"})
    assert text.digest == table.digest
    others = [
        make_config(**{"games": 5, "lineup": "random,random,random", **change})
        for change in ({"games": 6}, {"seed": 2}, {"rules": "web-99"}, {"store": "deals"}, {"shard_games": 9})
    ]
    changed = make_config(games=5, lineup=["random", "random", {"bot": "random", "params": {"hand_share": 0.4}}])
    assert len({text.digest, changed.digest, *(other.digest for other in others)}) == 7


def test_the_canonical_form_is_sorted_json():
    config = json.loads(RunConfig().canonical)
    assert list(config) == sorted(config)
    assert config["rules"]["lost_hand"] == "double"


def test_a_label_names_only_what_differs_from_the_defaults():
    bot = registry.get("random")
    assert player_label(bot, {"hand_share": bot.params["hand_share"]}) == bot.label
    assert player_label(bot, {"hand_share": 0.25, "game": 4.0}) == f"{bot.label}(game=4,hand_share=0.25)"


MISTAKES = {
    "game = 5": "game: unknown key; it has: games, seed, lineup, rules, store, shard_games",
    "threads = 2": "threads: unknown key; it has: games, seed, lineup, rules, store, shard_games",
    "games = 'many'": "games: expected int, got str",
    "games = 1.5": "games: expected int, got float",
    "games = true": "games: expected int, got bool",
    "games = 0": "games: 0 is too few; take at least 1",
    "seed = -1": "seed: seed -1 is out of range; take a number from 0 to 2**63 - 1",
    "games = 400000000001": "games: 400000000001 is out of range; take at most 400,000,000,000",
    "games = 100001\nshard_games = 1": "shard_games: 1 makes more than 100,000 parts; take at least 2",
    "shard_games = 0": "shard_games: 0 is out of range; take 1 to 4000000",
    "lineup = ['random']": "lineup: needs three bots, not 1; such as random,heuristic,heuristic",
    "lineup = 'random,random'": "lineup: needs three bots, not 2; such as random,heuristic,heuristic",
    "lineup = ['random', 'rondom', 'random']": "lineup[1]: unknown bot 'rondom'; choose one of random, heuristic",
    "lineup = ['random', 'random', { bt = 'random' }]": "lineup[2].bt: unknown key; it has: bot, params",
    "lineup = ['random', 'random', {}]": "lineup[2].bot: a bot's name is needed; choose one of random, heuristic",
    "lineup = ['random', { bot = 'random', params = { boldnes = 1 } }, 'random']": (
        "lineup[1].params.boldnes: unknown parameter; it has: top_bid, game, hand_share"
    ),
    "lineup = [{ bot = 'random', params = { game = '4' } }, 'random', 'random']": (
        "lineup[0].params.game: '4' is not a number"
    ),
    "lineup = [{ bot = 'random', params = { hand_share = nan } }, 'random', 'random']": (
        "lineup[0].params.hand_share: nan is not a number"
    ),
    "lineup = [{ bot = 'random', params = { hand_share = 2 } }, 'random', 'random']": (
        "lineup[0].params: random.hand_share = 2; take a probability from 0 to 1"
    ),
    "lineup = [{ bot = 'random', params = 3 }, 'random', 'random']": (
        "lineup[0].params: a table is needed, such as { boldness = 20 }"
    ),
    "lineup = [1, 'random', 'random']": "lineup[0]: expected str | table, got int",
    "rules = 'isko2'": (
        "rules: unknown rules 'isko2'; choose one of isko, stargames-no, stargames-cs, web-99, pre-1999"
    ),
    "rules = { preset = 'none' }": (
        "rules.preset: unknown rules 'none'; choose one of isko, stargames-no, stargames-cs, web-99, pre-1999"
    ),
    "rules = { lost_hand = 'triple' }": "rules.lost_hand: 'triple' is not known; choose one of double, single",
    "rules = { losthand = 'single' }": "rules.losthand: unknown rule; it has: preset, lost_hand, schwarz, hand_levels,",
    "rules = { ladder_top = 'high' }": "rules.ladder_top: 'high' is not a bid; write a number such as 99",
    "rules = { ladder_top = 19 }": "rules.ladder_top: bid 19 is not on the ladder",
    "store = ['deals', 'tricks']": "store[1]: 'tricks' is not known; choose deals or plays",
    "store = 3": "store: expected a list or text with commas, got int",
    "rules = 3": "rules: expected str | table, got int",
    "rules = { lost_hand = true }": "rules.lost_hand: True is not known; choose one of double, single",
    "rules = { ladder_top = true }": "rules.ladder_top: bid True is no whole number",
    "kind = 'records'": "kind: only a simulation can be described by a run file",
}


@pytest.mark.parametrize(("text", "problem"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_one_line_with_file_and_key(tmp_path, text, problem):
    path = write(tmp_path, "lineup = 'random,random,random'\n" * (not text.startswith("lineup")) + text)
    with pytest.raises(SkatsimError) as caught:
        load_config(path)
    line = str(caught.value)
    assert line.startswith(f"{path}: {problem}")
    assert "\n" not in line


def test_a_mistake_of_an_argument_does_not_blame_the_file(tmp_path):
    with pytest.raises(SkatsimError) as caught:
        load_config(write(tmp_path, FULL), lineup="random,random,rondom")
    assert str(caught.value).startswith("lineup[2]: unknown bot 'rondom'")


def test_files_that_are_no_run_files(tmp_path):
    for path, problem in (
        (tmp_path / "absent.toml", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (write(tmp_path, "games = \n"), "not valid TOML"),
    ):
        with pytest.raises(SkatsimError, match=problem) as caught:
            load_config(path)
        assert str(caught.value).startswith(f"{path}: ")
    (tmp_path / "RUN.toml").write_bytes(b"games = 5 # \xff\n")
    with pytest.raises(SkatsimError, match="not valid TOML"):
        load_config(tmp_path / "RUN.toml")


def test_a_byte_order_mark_is_no_part_of_a_key(tmp_path):
    (tmp_path / "RUN.toml").write_bytes(b"\xef\xbb\xbfgames = 7\r\nlineup = 'random,random,random'\r\n")
    assert load_config(tmp_path / "RUN.toml").games == 7


def test_absurd_nesting_is_one_line(tmp_path):
    with pytest.raises(SkatsimError, match=r"RUN\.toml: not valid TOML: ") as caught:
        load_config(write(tmp_path, f"games = {'[' * 100_000}"))
    assert len(str(caught.value)) < 300


def test_a_run_config_takes_what_a_run_file_may_say():
    written = RunConfig(
        games=np.int64(10), seed=np.uint32(3), lineup=["random", BotSpec("random"), {"bot": "random"}],
        rules={"preset": "web-99", "ladder_top": np.int16(48)}, store="plays, deals",
    )  # fmt: skip
    assert written == make_config(
        games=10, seed=3, lineup=LINEUP, rules=RuleSet(ladder_top=48), store=("plays", "deals")
    )
    assert [type(number) for number in (written.games, written.seed, written.rules.ladder_top)] == [int] * 3
    assert written.store == ("deals", "plays")
    assert msgspec.json.decode(written.canonical, type=RunConfig).digest == written.digest


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"games": 1.5}, "games: expected int, got float"),
        ({"games": True}, "games: expected int, got bool"),
        ({"games": "10"}, "games: expected int, got str"),
        ({"shard_games": float("nan")}, "shard_games: expected int, got float"),
        ({"games": 10**400}, "games: "),
        ({"rules": {"void": ["free"]}}, "rules.void: ['free'] is not known; choose one of free, must_trump"),
        ({"lineup": ("a", "b", {"bot": "c", "params": {"x": 10**400}})}, "lineup[2].params.x: has too many digits"),
        ({"rules": "web-98"}, "rules: unknown rules 'web-98'"),
        ({"rules": None}, "rules: expected str | table, got NoneType"),
        ({"lineup": 3}, "lineup: expected a list or text with commas, got int"),
        ({"lineup": ("random", "random", BotSpec(3))}, "lineup[2].bot: a bot's name is needed"),
        ({"lineup": ("a", "b", BotSpec("c", {"game": "x"}))}, "lineup[2].params.game: 'x' is not a number"),
        ({"store": ("x",)}, "store[0]: 'x' is not known; choose deals or plays"),
    ],
)  # fmt: skip
def test_nonsense_given_to_a_run_config_names_the_key(keys, problem):
    with pytest.raises(SkatsimError) as caught:
        RunConfig(**keys)
    assert str(caught.value).startswith(problem)


def test_unknown_bots_are_named_when_they_are_looked_up():
    with pytest.raises(SkatsimError, match=r"^lineup\[1\]: unknown bot 'b'"):
        RunConfig(lineup=("random", "b", "c")).players()
    with pytest.raises(SkatsimError, match=r"^lineup\[0\]\.params\.wit: unknown parameter"):
        RunConfig(lineup=(BotSpec("random", {"wit": 1.0}), "random", "random")).players()


def test_there_are_presets():
    assert PRESET_FILES


@pytest.mark.parametrize("path", PRESET_FILES, ids=lambda path: path.name)
def test_the_presets_of_the_repository_are_valid(path):
    assert load_config(path).games >= 100_000
