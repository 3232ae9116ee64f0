"""The command solve: perfect play with open cards."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from skatsim.cli.application import app
from skatsim.cli.progress import say_compiling
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.rules.contracts import Contract
    from skatsim.solver import Solution


@app.command()
def solve(
    hands: Annotated[str, typer.Argument(metavar='"F | M | R"', help="Forehand's | middlehand's | rearhand's cards.")],
    game: Annotated[str, typer.Option(help="C S H D G N.")],
    declarer: Annotated[str, typer.Option(help="forehand, middlehand or rearhand; also V, M, H or 0, 1, 2.")],
    skat: Annotated[str, typer.Option(help="The two cards put away; their points are the declarer's.")] = "",
    leader: Annotated[str, typer.Option(help="Who leads, or has led, the trick.")] = "forehand",
    at_least: Annotated[int | None, typer.Option(help="Ask only for this many card points: much faster.")] = None,
    trick: Annotated[str, typer.Option(help="Cards already on the table, in the order played.")] = "",
    taken: Annotated[int, typer.Option(help="Card points the declarer has taken before.")] = 0,
    line: Annotated[bool, typer.Option("--line", help="Show one line of perfect play.")] = False,
) -> None:
    """Solve a deal with open cards: what the declarer makes when all play perfectly.

    With thirty cards given and no skat, the skat is what is left.
    """
    import time

    from skatsim.rules.cards import ALL, CardSet
    from skatsim.rules.contracts import Contract
    from skatsim.rules.seats import seat_of
    from skatsim.solver import best_line, new_workspace
    from skatsim.solver import solve as solve_deal

    contract = Contract.parse(game)
    question: dict[str, Any] = {
        "skat": skat,
        "contract": contract,
        "declarer": seat_of(declarer, "--declarer"),
        "leader": seat_of(leader, "--leader"),
        "trick": trick,
        "taken": taken,
        "workspace": new_workspace(),
    }
    parts = _hands(hands)
    dealt = CardSet.parse(" ".join(parts))
    if len(dealt) == 30 and not skat:
        question["skat"] = CardSet(ALL & ~dealt.mask)
    with say_compiling("the solver", "play.value_of"):
        solve_deal(parts, **question, at_least=at_least)  # compiles on first use: the time below is the search's
    start = time.perf_counter()
    solution = solve_deal(parts, **{**question, "workspace": new_workspace()}, at_least=at_least)
    seconds = time.perf_counter() - start
    if question["skat"] != skat:
        print(f"skat: {question['skat']}")
    print(f"{_solved(contract, solution, at_least)}  ({solution.nodes:,} nodes, {seconds * 1e3:.2f} ms)")
    if line:
        steps = best_line(parts, **question)
        for number, step in enumerate(steps, 1):
            print(f"{number:2}. {step}")
        if steps[-1].card_points is None and steps[-1].winner == question["declarer"]:
            print("    the declarer has a trick: the null game is lost")


def _hands(text: str) -> list[str]:
    parts = text.split("|")
    if len(parts) != 3:
        raise SkatsimError(f"hands: {len(parts)} given; write three with | between them, forehand first")
    return parts


def _solved(contract: "Contract", solution: "Solution", at_least: int | None) -> str:
    if contract.game_type.name == "NULL":
        return "the declarer stays without a trick" if solution.reached else "the declarer takes a trick"
    if at_least is not None:
        return f"the declarer {'reaches' if solution.reached else 'does not reach'} {at_least} card points"
    return f"the declarer makes {solution.value} card points"
