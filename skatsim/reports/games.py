"""The report on games, simulated or converted: their counts, and what makes the same games again."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import pandas as pd

from skatsim.bots import registry
from skatsim.errors import SkatsimError
from skatsim.reports import frames
from skatsim.reports.headline import headline
from skatsim.reports.making import made_by, params_text
from skatsim.reports.page import page
from skatsim.reports.report import Report
from skatsim.reports.tally import COLUMNS, Rows, Tally, tally
from skatsim.reports.text import report_text
from skatsim.reports.wording import GAME_NAMES, contract_text, counted, rules_text
from skatsim.runs.again import RUN
from skatsim.runs.commands import page_command
from skatsim.runs.filters import Where
from skatsim.runs.manifest import Manifest, Player
from skatsim.runs.run import Run

_NUMBERS: Final = {1: "one", 2: "two"}


@dataclass(frozen=True)
class GamesReport(Report):
    """What is reported on.

    Attributes
    ----------
    tally
        The counts of all rows.
    title, facts
        See `Report`.
    made_by
        What it takes to make the same again, for the foot of the page: commands, run file, parameters in full.
    """

    tally: Tally
    title: str
    facts: Mapping[str, str] = field(default_factory=dict)
    made_by: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Headline and tables in columns."""
        return report_text(self)

    def headline(self) -> list[str]:
        """How often games are won and what they bring; who is stronger where several kinds of players sit."""
        return headline(self.tally)

    def page(self) -> str:
        """The page with its plots."""
        return page(self)

    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames of `skatsim.reports.frames`; games and contracts stand in letters and in words."""
        counts = self.tally
        return {
            "overall": frames.overall(counts),
            "game_types": _in_words(frames.by_game_type(counts), GAME_NAMES.__getitem__),
            "contracts": _in_words(frames.by_contract(counts), contract_text),
            "bids": frames.by_bid(counts),
            "game_types_and_bids": frames.by_game_type_and_bid(counts),
            "seats": frames.by_seat(counts),
            "matadors": frames.by_matadors(counts),
            "bids_and_matadors": frames.by_bid_and_matadors(counts),
            "scores": frames.scores(counts),
            "players": frames.bots(counts),
            "differences": frames.differences(counts),
            "endings": frames.endings(counts),
        }


def _in_words(frame: pd.DataFrame, words: Callable[[str], str]) -> pd.DataFrame:
    frame.insert(0, "name", [words(letters) for letters in frame.index])
    return frame


def make_report(rows: Rows, title: str, facts: Mapping[str, str] | None = None) -> GamesReport:
    """Read all rows (see `skatsim.reports.tally.tally`) and put title and facts to them."""
    return GamesReport(tally(rows), title, dict(facts or {}))


def games_report(run: Run, where: Where = None, player: str | None = None) -> GamesReport:
    """Count the rows of a run, simulated or converted.

    Raises
    ------
    SkatsimError
        For damaged parts, a filter that is not understood, or when no row is left.
    """
    with run.reading(where):
        rows = run.dataset if where is None else run.batches(list(COLUMNS), where)
        counts = tally(rows, player, chosen=where is not None)
    choice = {"where": where, "player": player}
    chosen = {key: str(value) for key, value in choice.items() if value is not None}
    title = _title(run) + f", where {where}" * (where is not None)
    if player is not None:
        title = f"{counted(counts.declared, 'game')} declared by {player}, of {title}"
    return GamesReport(counts, title, chosen | _facts(run), _made_by(run, chosen))


def _title(run: Run) -> str:
    games = counted(len(run), "game")
    part = "" if run.complete else " so far"
    if run.config.sources is not None:
        return f"{games}{part} from {', '.join(file.name for file in run.config.sources)}"
    return f"{games}{part}, {_lineup([player.label for player in run.manifest.players])}"


def _facts(run: Run) -> dict[str, str]:
    manifest, config = run.manifest, run.config
    facts: dict[str, str] = {}
    if config.sources is not None:
        facts["records"] = "; ".join(f"{file.name} (SHA-256 {file.sha256[:16]}…)" for file in config.sources)
    else:
        facts["seed"] = f"{config.seed}, {_game_numbers(len(run))}"
        facts["bots"] = _bots(manifest)
    return facts | {
        "rules": rules_text(manifest.rules),
        "configuration": f"SHA-256 {config.digest}",
        "skatsim": manifest.skatsim_version,
    }


def _game_numbers(games: int) -> str:
    return "game 0" if games == 1 else f"games 0 to {games - 1:,}"


def _made_by(run: Run, chosen: Mapping[str, str]) -> dict[str, str]:
    """What makes run and report again."""
    flags = " --partial" if not run.complete else ""
    return made_by(run, page_command("report", [RUN], chosen) + flags)


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
    params = params_text(shown)
    if not params and not player.params:
        return f"{player.bot}@{player.version}"
    return f"{player.bot}@{player.version} ({params or 'defaults'})"


def _defaults(player: Player) -> dict[str, float] | None:
    try:
        return dict(registry.get(f"{player.bot}@{player.version}").params)
    except SkatsimError:
        return None
