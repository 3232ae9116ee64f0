"""skatsim: deal, bid, play, score and solve Skat by the million.

Everything users script against is importable from here; nothing heavy is loaded before it is used.

>>> import skatsim
>>> skatsim.settle("CHS", bid=24, matadors=3, card_points=95, tricks=8).game_value
84
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from skatsim.errors import SkatsimError
    from skatsim.records import read_records, replay
    from skatsim.reports.comparison.result import Comparison, compare
    from skatsim.reports.population.result import Population, safety_of
    from skatsim.reports.regret import Regret, regret
    from skatsim.reports.run_report import report
    from skatsim.reports.safety import Safety, TwelveCards, safety
    from skatsim.rules.cards import CardSet
    from skatsim.rules.contracts import BIDS, Contract, GameType
    from skatsim.rules.deals import Deal, deal
    from skatsim.rules.ruleset import ISKO, PRESETS, RuleSet
    from skatsim.rules.settlement import Settlement, matadors, settle
    from skatsim.runs.config import BoardsConfig, OpenTableConfig, RunConfig, XskatConfig
    from skatsim.runs.run import Run, open_run, resume, simulate
    from skatsim.solver import best_cards, best_discard, best_line, solve, solve_many
    from skatsim.solver.unlosable import Unlosable, unlosable, unlosable_ending

_HOMES = {
    "skatsim.errors": ("SkatsimError",),
    "skatsim.reports.run_report": ("report",),
    "skatsim.rules.cards": ("CardSet",),
    "skatsim.rules.contracts": ("BIDS", "Contract", "GameType"),
    "skatsim.rules.deals": ("Deal", "deal"),
    "skatsim.rules.ruleset": ("ISKO", "PRESETS", "RuleSet"),
    "skatsim.rules.settlement": ("Settlement", "matadors", "settle"),
    "skatsim.records": ("read_records", "replay"),
    "skatsim.reports.comparison.result": ("Comparison", "compare"),
    "skatsim.reports.population.result": ("Population", "safety_of"),
    "skatsim.reports.regret": ("Regret", "regret"),
    "skatsim.reports.safety": ("Safety", "TwelveCards", "safety"),
    "skatsim.runs.config": ("BoardsConfig", "OpenTableConfig", "RunConfig", "XskatConfig"),
    "skatsim.runs.run": ("Run", "open_run", "resume", "simulate"),
    "skatsim.solver.unlosable": ("Unlosable", "unlosable", "unlosable_ending"),
    "skatsim.solver": ("best_cards", "best_discard", "best_line", "solve", "solve_many"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BIDS",
    "ISKO",
    "PRESETS",
    "BoardsConfig",
    "CardSet",
    "Comparison",
    "Contract",
    "Deal",
    "GameType",
    "OpenTableConfig",
    "Population",
    "Regret",
    "RuleSet",
    "Run",
    "RunConfig",
    "Safety",
    "Settlement",
    "SkatsimError",
    "TwelveCards",
    "Unlosable",
    "XskatConfig",
    "best_cards",
    "best_discard",
    "best_line",
    "compare",
    "deal",
    "matadors",
    "open_run",
    "read_records",
    "regret",
    "replay",
    "report",
    "resume",
    "safety",
    "safety_of",
    "settle",
    "simulate",
    "solve",
    "solve_many",
    "unlosable",
    "unlosable_ending",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'skatsim' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
