"""Commands on one game: score, show."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skatsim.cli.application import Lineup, Rules, app
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.runs.rows import Run


@app.command()
def score(
    contract: Annotated[
        list[str],
        typer.Argument(help="Game C S H D G N, then H hand, S, Z announced, O ouvert: CHS; or words: clubs hand."),
    ],
    bid: Annotated[int, typer.Option(help="Bid at which the declarer plays.")],
    tricks: Annotated[int, typer.Option(help="Tricks of the declarer.")],
    card_points: Annotated[
        int | None, typer.Option(help="Declarer's card points, the skat included; not needed in null.")
    ] = None,
    matadors: Annotated[int, typer.Option(help="+n with, -n without, of hand and skat; 0 in null.")] = 0,
    rules: Rules = None,
) -> None:
    """Score one game and show the arithmetic."""
    from skatsim.rules.contracts import Contract, GameType
    from skatsim.rules.ruleset import preset
    from skatsim.rules.settlement import settle

    chosen = preset("isko" if rules is None else rules)
    declared = Contract.parse(" ".join(contract))
    if card_points is None and declared.game_type != GameType.NULL:
        raise SkatsimError("--card-points is missing: give the declarer's, the skat included; only null needs none")
    result = settle(declared, bid=bid, matadors=matadors, card_points=card_points or 0, tricks=tricks, rules=chosen)
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
    numbers: Annotated[
        list[int], typer.Argument(metavar="[SEED] GAME", help="Seed and number of the game; of a run the number alone.")
    ],
    lineup: Lineup = None,
    rules: Rules = None,
    run: Annotated[Path | None, typer.Option(help="A game of the run in this folder, simulated or converted.")] = None,
) -> None:
    """Show one game from the deal to the score, card by card."""
    from skatsim.bots.bot import make_lineup
    from skatsim.runs.config import load_config, player_label
    from skatsim.runs.run import open_run
    from skatsim.table.referee import transcript

    *seeds, game = numbers
    if run is not None and (lineup is not None or rules is not None):
        raise SkatsimError("--run takes line-up and rules from the run; leave out --lineup and --rules")
    if len(numbers) > 2 or (run is None and not seeds):
        raise SkatsimError("show: name a seed and a game, or the folder of a run and a game: skatsim show --run DIR 7")
    if run is None:
        config = load_config(lineup=lineup, rules=rules)
        seated = config.players()
    else:
        opened = open_run(run, partial=True)
        if opened.config.sources is not None:
            _show_record(opened, run, numbers)
            return
        if "board" in opened.dataset.schema.names and {"deals", "plays"} <= set(opened.config.store):
            _show_board(opened, run, numbers)
            return
        if opened.config.simulation is None:
            raise SkatsimError(f"{run}: holds {opened.config.title}; {opened.config.to_show(game)}")
        config = opened.config.simulation
        if seeds not in ([], [config.seed]) or not 0 <= game < config.games:
            asked = " ".join(map(str, numbers))
            raise SkatsimError(f"{run}: has games 0 to {config.games - 1:,} of seed {config.seed}, not {asked}")
        seeds, seated = [config.seed], opened.manifest.seated()
    names = [player_label(bot, params) for bot, params in seated]
    print(transcript(seeds[0], game, make_lineup(seated), config.rules, players=names))


def _show_board(run: "Run", folder: Path, numbers: list[int]) -> None:
    """All games of a board, as they lie in the rows."""
    from skatsim.table.referee.kept import told

    *seeds, board = numbers
    games = [row for batch in run.batches(where=f"board == {board}") for row in batch.to_pylist()] if board >= 0 else []
    if not games or seeds not in ([], [run.config.seed]):
        raise SkatsimError(f"{folder}: has no board {' '.join(map(str, numbers))} of seed {run.config.seed}")
    shown = [f"Board {board}, seating {row['seating']}\n{told(row, run.config.rules)}" for row in games]
    print("\n\n".join(shown))


def _show_record(run: "Run", folder: Path, numbers: list[int]) -> None:
    from skatsim.records.telling import told

    game = numbers[-1]
    if len(numbers) > 1 or not 0 <= game < len(run):
        asked = " ".join(map(str, numbers))
        raise SkatsimError(f"{folder}: has games 0 to {len(run) - 1:,} of records, without a seed, not {asked}")
    if "record_line" not in run.dataset.schema.names:
        raise SkatsimError(f"{folder}: was converted by an older skatsim; convert the records again")
    for batch in run.batches(where=f"game == {game}"):
        for row in batch.to_pylist():
            print("\n".join(told(row, run.config.rules)))
