"""The report of a run: its rows counted, its title and facts from its manifest."""

from collections import Counter
from typing import Any, Final

import msgspec

from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.reports.tables import GamesReport, make_report
from skatsim.reports.wording import counted
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.runs.config import OpenTableConfig, RecordsConfig, RunConfig
from skatsim.runs.manifest import Manifest, Player
from skatsim.runs.run import Run

_NUMBERS: Final = {1: "one", 2: "two"}


def run_report(run: Run) -> GamesReport:
    """Count all rows of a run, simulated or converted.

    Raises
    ------
    SkatsimError
        For an open table, which holds no games, or damaged parts.
    """
    if isinstance(run.config, OpenTableConfig):
        raise SkatsimError(
            f"{run.path or 'the run'}: holds an open table and no games: it has no page; leave out --html"
        )
    with run.reading():
        return make_report(run.dataset, _title(run), _facts(run))


def _title(run: Run) -> str:
    games = counted(len(run), "game")
    part = "" if run.complete else " so far"
    if isinstance(run.config, RecordsConfig):
        return f"{games}{part} from {', '.join(file.name for file in run.config.files)}"
    return f"{games}{part}, {_lineup([player.label for player in run.manifest.players])}"


def _facts(run: Run) -> dict[str, str]:
    manifest = run.manifest
    facts: dict[str, str] = {}
    if isinstance(run.config, RecordsConfig):
        facts["records"] = "; ".join(f"{file.name} (SHA-256 {file.sha256[:16]}…)" for file in run.config.files)
    elif isinstance(run.config, RunConfig):
        facts["seed"] = f"{run.config.seed}, games 0 to {len(run) - 1:,}"
        facts["bots"] = _bots(manifest)
    return facts | {"rules": rules_text(manifest.rules), "skatsim": manifest.skatsim_version}


def _bots(manifest: Manifest) -> str:
    return _lineup([_bot(player) for player in manifest.players])


def _lineup(names: list[str]) -> str:
    """Who sits at the table, in words.

    >>> _lineup(["a@1", "a@1", "a@1"]), _lineup(["a@1", "b@1", "a@1"]), _lineup(["a@1", "b@1", "c@1"])
    ('a@1 at all three seats', 'two of a@1 and one of b@1', 'one each of a@1, b@1 and c@1')
    """
    counts = Counter(names)
    if len(counts) == 1:
        return f"{names[0]} at all three seats"
    if len(counts) == len(names):
        return f"one each of {', '.join(names[:-1])} and {names[-1]}"
    return " and ".join(f"{_NUMBERS[count]} of {name}" for name, count in counts.most_common())


def _bot(player: Player) -> str:
    """Name, version, and the parameters that differ from that version's defaults; all where these are not known."""
    defaults = _defaults(player)
    shown = {name: value for name, value in player.params.items() if defaults is None or defaults.get(name) != value}
    params = ", ".join(f"{name} {value:g}" for name, value in shown.items())
    if not params and not player.params:
        return f"{player.bot}@{player.version}"
    return f"{player.bot}@{player.version} ({params or 'defaults'})"


def _defaults(player: Player) -> dict[str, float] | None:
    try:
        return dict(registry.get(f"{player.bot}@{player.version}").params)
    except SkatsimError:
        return None


def rules_text(rules: RuleSet) -> str:
    """The preset's name, or the switches that differ from ISkO.

    >>> from skatsim.rules.ruleset import RuleSet
    >>> rules_text(RuleSet()), rules_text(RuleSet(lost_hand="single", ladder_top=99))
    ('isko', 'isko with lost_hand single, ladder_top 99')
    """
    for name, known in PRESETS.items():
        if rules == known:
            return name
    defaults: dict[str, Any] = msgspec.structs.asdict(RuleSet())
    chosen = msgspec.structs.asdict(rules)
    changes = ", ".join(f"{key} {value}" for key, value in chosen.items() if value != defaults[key])
    return f"isko with {changes}"
