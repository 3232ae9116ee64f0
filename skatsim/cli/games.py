"""Commands on one game: score, show."""

from pathlib import Path
from typing import Annotated

import typer

from skatsim.cli.application import Lineup, Rules, app
from skatsim.errors import SkatsimError


@app.command()
def score(
    contract: Annotated[
        list[str],
        typer.Argument(help="Game C S H D G N, then H hand, S, Z announced, O ouvert: CHS; or words: clubs hand."),
    ],
    bid: Annotated[int, typer.Option(help="Bid at which the declarer plays.")],
    card_points: Annotated[int, typer.Option(help="Declarer's card points, the skat included.")],
    tricks: Annotated[int, typer.Option(help="Tricks of the declarer.")],
    matadors: Annotated[int, typer.Option(help="+n with, -n without, of hand and skat; 0 in null.")] = 0,
    rules: Rules = None,
) -> None:
    """Score one game and show the arithmetic."""
    from skatsim.rules.ruleset import preset
    from skatsim.rules.settlement import settle

    chosen = preset("isko" if rules is None else rules)
    result = settle(
        " ".join(contract), bid=bid, matadors=matadors, card_points=card_points, tricks=tricks, rules=chosen
    )
    others = "".join(
        f"; at a table of {players}: declarer {result.seeger_fabian(players=players):+d}, "
        f"each other {result.seeger_fabian(declarer=False, players=players):+d}"
        for players in (3, 4)
    )
    print(result.explanation)
    print(f"{'won' if result.won else 'lost'}{', overbid' if result.overbid else ''}: {result.score:+d} list points")
    print(f"tournament points{others.replace(';', '', 1)}")


@app.command()
def show(
    seed: Annotated[int, typer.Argument(help="Seed of the run.")],
    game: Annotated[int, typer.Argument(help="Number of the game.")],
    lineup: Lineup = None,
    rules: Rules = None,
    run: Annotated[Path | None, typer.Option(help="Take line-up and rules from the run in this folder.")] = None,
) -> None:
    """Show one game from the deal to the score, card by card."""
    from skatsim.bots.abi import make_lineup
    from skatsim.runs.config import RunConfig, load_config, player_label
    from skatsim.runs.run import open_run
    from skatsim.table.referee import transcript

    if run is not None and (lineup is not None or rules is not None):
        raise SkatsimError("--run takes line-up and rules from the run; leave out --lineup and --rules")
    if run is None:
        config = load_config(lineup=lineup, rules=rules)
    else:
        stored = open_run(run, partial=True).config
        if not isinstance(stored, RunConfig):
            raise SkatsimError(f"{run}: holds no simulated games; name the folder of a simulation")
        if seed != stored.seed or not 0 <= game < stored.games:
            raise SkatsimError(f"{run}: has games 0 to {stored.games - 1:,} of seed {stored.seed}, not {seed} {game}")
        config = stored
    seated = config.players()
    names = [player_label(bot, params) for bot, params in seated]
    print(transcript(seed, game, make_lineup(seated), config.rules, players=names))
