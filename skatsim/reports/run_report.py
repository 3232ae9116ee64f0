"""The report of a run: its rows counted, its title and facts from its manifest."""

from typing import Any

import msgspec

from skatsim.reports.tables import Report, make_report
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.runs.manifest import Manifest, Player, RecordsConfig
from skatsim.runs.run import Run


def run_report(run: Run) -> Report:
    """Count all rows of a run, simulated or converted."""
    return make_report(run.dataset, _title(run), _facts(run))


def _title(run: Run) -> str:
    games = f"{len(run):,} games"
    part = "" if run.complete else " so far"
    if isinstance(run.config, RecordsConfig):
        return f"{games}{part} from {', '.join(file.name for file in run.config.files)}"
    names = [player.label for player in run.manifest.players]
    lineup = f"{names[0]} × 3" if len(set(names)) == 1 else ", ".join(names)
    return f"{games}{part} of {lineup}"


def _facts(run: Run) -> dict[str, str]:
    manifest = run.manifest
    facts: dict[str, str] = {}
    if isinstance(run.config, RecordsConfig):
        facts["records"] = "; ".join(f"{file.name} (SHA-256 {file.sha256[:16]}…)" for file in run.config.files)
    else:
        facts["seed"] = f"{run.config.seed}, games 0 to {len(run) - 1:,}"
        facts["bots"] = _bots(manifest)
    return facts | {"rules": rules_text(manifest.rules), "skatsim": manifest.skatsim_version}


def _bots(manifest: Manifest) -> str:
    texts = [_bot(player) for player in manifest.players]
    return f"{texts[0]} at all seats" if len(set(texts)) == 1 else ", ".join(texts)


def _bot(player: Player) -> str:
    params = ", ".join(f"{name} {value:g}" for name, value in player.params.items())
    return f"{player.bot}@{player.version}" + (f" ({params})" if params else "")


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
