"""The command solve: perfect play with open cards."""

from typing import TYPE_CHECKING, Annotated

import typer

from skatsim.cli.application import app
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.rules.contracts import Contract
    from skatsim.solver import Solution


@app.command()
def solve(
    hands: Annotated[
        str,
        typer.Argument(
            metavar='"F | M | R"',
            help="Forehand's | middlehand's | rearhand's cards; with --unlosable the declarer's ten or twelve.",
        ),
    ],
    game: Annotated[str, typer.Option(help='Game C S H D G N, with what is announced: C, CHS, "null ouvert".')],
    declarer: Annotated[
        str, typer.Option("--declarer", "--seat", help="forehand, middlehand or rearhand; also V, M, H or 0, 1, 2.")
    ],
    skat: Annotated[str, typer.Option(help="The two cards put away; their points are the declarer's.")] = "",
    leader: Annotated[str | None, typer.Option(help="Who leads, or has led, the trick (default forehand).")] = None,
    at_least: Annotated[int | None, typer.Option(help="Ask only for this many card points: much faster.")] = None,
    trick: Annotated[str, typer.Option(help="Cards already on the table, in the order played.")] = "",
    taken: Annotated[int, typer.Option(help="Card points the declarer has taken before.")] = 0,
    line: Annotated[bool, typer.Option("--line", help="Show one line of perfect play.")] = False,
    unlosable: Annotated[
        bool, typer.Option("--unlosable", help="Can the declarer, who sees his cards only, lose this game at all?")
    ] = False,
    played: Annotated[
        str, typer.Option(help="--unlosable: the cards played so far, in order, from forehand's first lead on.")
    ] = "",
    unseen: Annotated[
        str, typer.Option(help="--unlosable: an ending; all cards that the declarer, who holds the given ones, lacks.")
    ] = "",
    voids: Annotated[
        str, typer.Option(help='--unlosable with --unseen: suits not followed, as "forehand: C trump; rearhand: S".')
    ] = "",
    nodes: Annotated[
        int | None, typer.Option(help="--unlosable: positions after which to give up (10 million).")
    ] = None,
) -> None:
    """Solve a deal with open cards: what the declarer makes when all play perfectly.

    With thirty cards given and no skat, the skat is what is left.  With --unlosable the declarer's cards alone are
    given, and the question is whether one plan wins against every distribution of the others and every defence.
    """
    if unlosable:
        from skatsim.cli.proving import prove

        if line:
            raise SkatsimError("--line: with --unlosable the plan is shown in any case; leave it out")
        question = {"hand": hands, "contract": game, "seat": declarer, "skat": skat, "at_least": at_least}
        if nodes is not None:
            question["nodes"] = nodes
        prove(question, played, {"unseen": unseen, "leader": leader, "trick": trick, "voids": voids, "taken": taken})
        return
    for option, given in (("--played", played), ("--unseen", unseen), ("--voids", voids), ("--nodes", nodes)):
        if given not in ("", None):
            raise SkatsimError(f"{option} belongs to the question --unlosable")
    import time

    from skatsim.rules.contracts import Contract
    from skatsim.rules.seats import seat_of
    from skatsim.solver import new_workspace
    from skatsim.solver.line import line_of
    from skatsim.solver.position import read_position
    from skatsim.solver.solving import check_by_points, check_question, solve_position

    contract = Contract.parse(game)
    parts = _hands(hands)
    found = "" if skat else _left_over([*parts, trick], contract)
    position = read_position(
        parts,
        skat=skat or found,
        contract=contract,
        declarer=seat_of(declarer, "--declarer"),
        leader=seat_of("forehand" if leader is None else leader, "--leader"),
        trick=trick,
        taken=taken,
    )
    check_question(position, at_least)
    if line:
        check_by_points(position)
    solve_position(position, at_least)  # compiles on first use: the time below is the search's
    workspace = new_workspace()
    start = time.perf_counter()
    solution = solve_position(position, at_least, workspace)
    seconds = time.perf_counter() - start
    steps = line_of(position, workspace) if line else []
    if found:
        print(f"skat: {found}")
    print(f"{_solved(contract, solution, at_least)}  ({solution.nodes:,} nodes, {seconds * 1e3:.2f} ms)")
    for number, step in enumerate(steps, 1):
        print(f"{number:2}. {step}")
    if steps and steps[-1].card_points is None and steps[-1].winner == position.declarer:
        print("    the declarer has a trick: the null game is lost")


def _left_over(places: list[str], contract: "Contract") -> str:
    """The skat where the other thirty cards are given, else nothing."""
    from skatsim.rules.cards import ALL, CardSet, format_cards

    given = [CardSet.parse(cards) for cards in places]
    dealt = sum(cards.mask for cards in given)
    if sum(map(len, given)) != 30 or dealt.bit_count() != 30:
        return ""
    return format_cards(ALL & ~dealt, contract.game_type)


def _hands(text: str) -> list[str]:
    parts = text.split("|")
    if len(parts) != 3:
        raise SkatsimError(f"hands: {len(parts)} given; write three with | between them, forehand first")
    return parts


def _solved(contract: "Contract", solution: "Solution", at_least: int | None) -> str:
    """The answer in words; what was announced is what was asked for."""
    from skatsim.rules.contracts import GameType

    reached = "reached" if solution.reached else "missed"
    if contract.game_type == GameType.NULL:
        return "the declarer stays without a trick" if solution.reached else "the declarer takes a trick"
    if contract.schwarz_announced:
        makes = "makes" if solution.reached else "does not make"
        return f"the declarer {makes} all ten tricks: the announced Schwarz is {reached}"
    if at_least is not None:
        return f"the declarer {'reaches' if solution.reached else 'does not reach'} {at_least} card points"
    announced = f": the announced Schneider is {reached}" if contract.schneider_announced else ""
    return f"the declarer makes {solution.value} card points{announced}"
