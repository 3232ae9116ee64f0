"""What makes a page about a run again, for its foot: the run's own commands, the report's, the parameters in full."""

from collections.abc import Mapping

from skatsim.runs.again import MADE_BY
from skatsim.runs.run import Run

PARAMETERS = "Parameters of the bots, defaults included"


def made_by(run: Run, line: str) -> dict[str, str]:
    """Headings and texts: the commands, the last of them `line`, the files they read, each bot's parameters."""
    parts = run.config.making()
    commands = "\n".join([*filter(None, [parts.pop(MADE_BY, "")]), line])
    players = {player.label: player.params for player in run.manifest.players}
    told = "\n".join(f"{label}: {params_text(params) or 'none'}" for label, params in players.items())
    return {MADE_BY: commands, **parts, **({PARAMETERS: told} if told else {})}


def params_text(params: Mapping[str, float]) -> str:
    """Parameters with their values."""
    return ", ".join(f"{name} {value:g}" for name, value in params.items())
