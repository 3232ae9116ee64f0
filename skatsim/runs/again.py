"""What makes a run again: commands to be typed, the files they read, and calls in Python where no option says the same.

The folder of the run is called RUN.  A command says everything that fixes a byte, also what is a default now.
"""

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from skatsim.rules.ruleset import ISKO
from skatsim.runs.commands import PAGE, call, command_line, preset_name, rules_table
from skatsim.runs.keys import spec_text

if TYPE_CHECKING:
    from skatsim.runs.config import BoardsConfig, RecordsConfig, RunConfig, XskatConfig
    from skatsim.runs.duplicate_kind import DuplicateKind

RUN: Final = "RUN"
MADE_BY: Final = "Made by"


def simulation(config: "RunConfig") -> dict[str, str]:
    """A command and its run file."""
    return {MADE_BY: f"skatsim simulate run.toml --out {RUN}", "run.toml": run_file(config)}


def run_file(config: "RunConfig") -> str:
    """A run file of this configuration.

    >>> from skatsim.runs.config import RunConfig
    >>> print(run_file(RunConfig(games=500, lineup="random,random,random", rules="web-99")))
    games = 500
    seed = 1
    lineup = [{ bot = "random" }, { bot = "random" }, { bot = "random" }]
    rules = { preset = "web-99" }
    store = []
    shard_games = 1000000
    """
    lineup = ", ".join(
        _toml({"bot": spec.bot} | ({"params": spec.params} if spec.params else {})) for spec in config.lineup
    )
    preset = preset_name(config.rules)
    rules = {"preset": preset} if preset else rules_table(config.rules)
    return (
        f"games = {config.games}\nseed = {config.seed}\nlineup = [{lineup}]\nrules = {_toml(rules)}\n"
        f"store = {_toml(list(config.store))}\nshard_games = {config.shard_games}"
    )


def _toml(value: object) -> str:
    """A value in one line of TOML, whose texts and numbers are written as in JSON."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
    return msgspec.json.encode(value).decode()


def records(config: "RecordsConfig") -> dict[str, str]:
    """The conversion of the same files."""
    sources = " ".join(shlex.quote(file.name) for file in config.files)
    preset = preset_name(config.rules)
    rules = f" --rules {preset}" if preset and config.rules != ISKO else ""
    return {MADE_BY: f"skatsim convert {sources} {RUN}{rules}"}


def boards(config: "BoardsConfig") -> dict[str, str]:
    """A comparison kept in a folder."""
    line = None if config.store else boards_command(config, {"out": RUN})
    return {MADE_BY: line or boards_call(config, {"store": list(config.store), "folder": RUN})}


def boards_page(config: "BoardsConfig") -> str:
    """The command that writes the page of a comparison, or what does in Python."""
    in_python = f'result = {boards_call(config, {})}\nskatsim.report(result.run).write_page("PAGE.html")'
    return boards_command(config, PAGE) or in_python


def match_command(config: "XskatConfig", target: Mapping[str, str]) -> str:
    """The command of a match against XSkat with one more option.

    >>> from skatsim.runs.config import XskatConfig
    >>> match_command(XskatConfig(bot="heuristic:boldness=0", boards=60), {"out": "RUN"})
    'skatsim arena xskat --bot heuristic:boldness=0 --deals 60 --seed 1 --out RUN'
    """
    options = {"bot": spec_text(config.bot), "deals": config.boards, "seed": config.seed}
    return command_line("arena", ["xskat"], options | dict(target))


def boards_command(config: "BoardsConfig", target: Mapping[str, str]) -> str | None:
    """The command of a comparison with one more option, None where no option says the same.

    >>> from skatsim.runs.config import make_boards
    >>> boards_command(make_boards(["heuristic", "heuristic:boldness=0"], boards=500), {"html": "PAGE.html"})
    'skatsim compare heuristic heuristic:boldness=0 --boards 500 --seed 1 --html PAGE.html'
    """
    preset, sweep, test = preset_name(config.rules), _sweep_option(config), config.sequential
    if preset is None or (config.opponents == "first" and sweep is None):
        return None
    options: dict[str, Any] = {"sweep": sweep, "boards": config.boards, "seed": config.seed}
    options["rules"] = None if config.rules == ISKO else preset
    if test:
        options |= {"sprt": (test.low, test.high), "alpha": test.alpha, "beta": test.beta}
    players = [spec_text(spec) for spec in config.bots]
    return command_line("compare", players[:1] if sweep else players, options | dict(target))


def boards_call(config: "BoardsConfig", more: Mapping[str, Any]) -> str:
    """The same as a call in Python."""
    test = config.sequential
    options: dict[str, Any] = {"boards": config.boards, "seed": config.seed}
    options["rules"] = preset_name(config.rules) or rules_table(config.rules)
    options |= {"opponents": config.opponents, "sequential": test and msgspec.structs.asdict(test)}
    return call("compare", [spec_text(spec) for spec in config.bots], options | dict(more))


def _sweep_option(config: "BoardsConfig") -> str | None:
    """The variants of A as BOT.PARAM=FROM:TO:STEP; None where they are no such steps."""
    found = sweep_of(config)
    if found is None or any(len(spec.params) > 1 for spec in config.bots[1:]):
        return None
    key, values = found
    step = values[1] - values[0]
    steps = [values[0] + step * place for place in range(len(values))]
    return f"{key}={values[0]:g}:{values[-1]:g}:{step:g}" if step > 0 and steps == values else None


def sweep_of(config: "DuplicateKind") -> tuple[str, list[float]] | None:
    """The parameter in which the bots after the first differ, and its values; None where it is not just one."""
    variants = config.specs[1:]
    keys = {key for spec in variants for key in spec.params}
    varied = {key for key in keys if len({spec.params.get(key) for spec in variants}) > 1}
    if config.opponents != "first" or len({spec.bot for spec in variants}) > 1 or len(varied) != 1:
        return None
    (key,) = varied
    values = [spec.params.get(key) for spec in variants]
    return (
        None
        if None in values
        else (f"{variants[0].bot}.{key}", [float(value) for value in values if value is not None])
    )


def show_board(config: "BoardsConfig", board: int, pair: tuple[int, int] | None = None) -> str | None:
    """The command that shows a board in the first seating of a pair, by default the first; None under rules without a
    name.

    >>> from skatsim.runs.config import make_boards
    >>> show_board(make_boards(["heuristic", "random"], boards=500, rules="web-99"), 7)
    'skatsim show 1 7 --lineup heuristic,heuristic,random --rules web-99'
    """
    preset = preset_name(config.rules)
    if preset is None:
        return None
    seating = config.seatings[6 * config.pairs.index(pair or config.pairs[0])]
    lineup = ",".join(spec_text(config.bots[ord(letter) - ord("A")]) for letter in seating)
    options = {"lineup": lineup, "rules": None if config.rules == ISKO else preset}
    return command_line("show", [str(config.seed), str(board)], options)
