"""The command safety: how safe is a bid on these cards, or what to play and put away with twelve."""

from pathlib import Path
from typing import Annotated

import typer

from skatsim.cli.application import Rules, Seed, Threads, app
from skatsim.cli.progress import show_progress
from skatsim.cli.telling import Targets, known_so_far, tell
from skatsim.errors import SkatsimError


@app.command()
def safety(
    cards: Annotated[str, typer.Argument(help="Ten cards, or twelve with the skat.")] = "",
    seat: Annotated[
        str | None, typer.Option(help="forehand (default), middlehand or rearhand; of a run: all three.")
    ] = None,
    heard: Annotated[str, typer.Option(help="The auction so far, such as: middlehand 20, rearhand pass.")] = "",
    bots: Annotated[
        str | None,
        typer.Option(help="Who plays: one bot (default heuristic), or three for forehand, middlehand, rearhand."),
    ] = None,
    skat: Annotated[str, typer.Option(help="The two cards found: asks what to play and put away.")] = "",
    bid: Annotated[int | None, typer.Option(help="With twelve cards: the bid at which you play (default 18).")] = None,
    stronger: Annotated[
        str | None,
        typer.Option(help="A bot with which the win rate is told once more (default expert; none: no bot)."),
    ] = None,
    run: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Instead of cards: how safe the bids in this run were.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(metavar="EXPR", help='Of a run, only rows like these: "hand and bid >= 24".')
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(help="How many (default 20,000; with twelve cards 4,000; of a run, played again: some seconds)."),
    ] = None,
    precision: Annotated[
        float | None, typer.Option(help="Instead: play until the win rate is known to ± this, such as 0.005.")
    ] = None,
    confidence: Annotated[float | None, typer.Option(help="With which a bid is called sure (default 0.9).")] = None,
    seed: Seed = None,
    rules: Rules = None,
    html: Annotated[Path | None, typer.Option(help="Write the answer as one self-contained page to this file.")] = None,
    out: Annotated[
        Path | None, typer.Option("--csv", "--out", help="Write all tables as CSV and Parquet into this folder.")
    ] = None,
    threads: Threads = None,
) -> None:
    """Say up to where a bid is safe, what each contract and each skat is worth; with twelve cards, what to put away.

    Bots play on from your cards in random deals that fit what was heard.  With --run instead of cards: win rates by bid
    and cards, each bot's limits, and what one step further or shorter costs on the same deals.
    """
    if run is not None:
        from skatsim.cli.population import tell_population

        of_one_hand: dict[str, object] = {"CARDS": cards, "--heard": heard, "--skat": skat, "--stronger": stronger}
        of_one_hand = {name: value or None for name, value in of_one_hand.items()}
        of_one_hand |= {"--bots": bots, "--bid": bid, "--precision": precision, "--confidence": confidence}
        of_one_hand |= {"--seed": seed, "--rules": rules}
        targets = Targets(html, out)
        tell_population(run, targets, of_one_hand, where=where, seat=seat, deals=deals, threads=threads)
        return
    if where is not None:
        raise SkatsimError("--where: chooses among the rows of a run; give --run and its folder, or leave it out")
    if not cards:
        raise SkatsimError("safety: give ten cards, or --run and the folder of a run")
    from skatsim.reports.safety.answer import CONFIDENCE, Work, prepare, stronger_than
    from skatsim.reports.safety.question import read_question
    from skatsim.runs.executors import local_executor

    targets = Targets(html, out, "--csv/--out").check()
    question = read_question(
        cards,
        seat="forehand" if seat is None else seat,
        heard=heard,
        bots="heuristic" if bots is None else bots,
        rules="isko" if rules is None else rules,
        seed=1 if seed is None else seed,
        skat=skat,
        bid=bid,
    )
    if question.asked.skat and confidence is not None:
        raise SkatsimError("--confidence: with twelve cards the bid is made; leave it out")
    sure = CONFIDENCE if confidence is None else confidence
    other = {None: stronger_than(question), "none": ""}.get(stronger, stronger) or ""
    begun = prepare(question, confidence=sure, precision=precision, deals=deals, stronger=other)
    executor = local_executor(threads)
    with known_so_far(lambda: begun if begun.known else None), show_progress("deals") as progress:
        answer = Work(executor, progress).answer(begun, deals)
    tell(answer, targets)
