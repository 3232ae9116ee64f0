"""Can this game be lost at all?  The answer for people: yes with a plan, no with a lost deal, or not decided.

A game is *unlosable* if one plan, which knows only what the declarer sees, wins against every distribution of the
unseen cards and every defence.  That is more than winning each distribution with open cards (`skatsim.solve`): there
each deal may have a plan of its own.

The proof is about card points, in null about tricks.  A game with enough card points is still lost if it is overbid:
in a hand game the skat may change the matadors.  `Unlosable.least_value` is what the game is worth at least, and so
the highest bid the proof covers.  Schwarz is not covered, and so no ouvert but null's (there the defenders' knowing
the declarer's cards changes nothing: the proof holds against every defence).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal

from skatsim.errors import SkatsimError
from skatsim.rules.cards import ALL, format_cards
from skatsim.rules.contracts import BASE_VALUES, Contract, GameType
from skatsim.rules.deals import Deal
from skatsim.rules.scoring import matador_count
from skatsim.rules.seats import seat_of
from skatsim.solver.line import Trick
from skatsim.solver.position import Cards, Game, check_threshold, contract_of
from skatsim.solver.unlosable.lost import lost_deal, lost_whatever_discarded
from skatsim.solver.unlosable.plan import main_line
from skatsim.solver.unlosable.prover import Prover
from skatsim.solver.unlosable.view import View, each, read_cards, read_ending, read_history

NODE_LIMIT: Final = 10_000_000
MOST_NODES: Final = 10**15
"""Some years of search."""
Verdict = Literal["yes", "no", "undecided"]


@dataclass(frozen=True, slots=True)
class Unlosable:
    """What `unlosable` found.

    Attributes
    ----------
    verdict
        ``"yes"``: the plan wins against every distribution and every defence.  ``"no"``: no plan does.
        ``"undecided"``: the limit of nodes was reached before either was proved.
    at_least
        The card points asked for; None in null.
    guaranteed
        After a yes the card points the plan makes at least, skat included (no plan guarantees more, unless the limit of
        nodes was reached on the way); None in null and otherwise.
    nodes
        Positions searched for these answers.
    plan
        After a yes the plan against a defence that holds it to `guaranteed`, trick by trick; ask again with the cards
        played for its answer to any other.
    lost
        After a no a distribution that loses even with open cards, if one was found: what the three seats hold and the
        skat.  Of twelve cards one that every discard loses, all twelve in the declarer's hand; else one that the
        discard `skat` loses.  None after a no means that no single plan wins them all.
    skat
        The two cards put away that the answer, or the lost deal, is about; empty where the skat is unseen.
    discards
        Of twelve cards: every unlosable discard with what it guarantees, best first.
    least_value
        The game value (list points) at least, whatever lies in an unseen skat: bids up to it are covered.  None in an
        ending, where the declarer's first cards are not known.
    """

    verdict: Verdict
    at_least: int | None
    guaranteed: int | None
    nodes: int
    plan: tuple[Trick, ...] = ()
    lost: Deal | None = None
    skat: str = ""
    discards: Mapping[str, int | None] | None = None
    least_value: int | None = None


def unlosable(
    hand: Cards,
    *,
    contract: Game,
    seat: int | str,
    skat: Cards = "",
    played: Sequence[str] | str = (),
    at_least: int | None = None,
    nodes: int = NODE_LIMIT,
) -> Unlosable:
    """Whether a declarer can lose a game that he plays with the best plan.

    Parameters
    ----------
    hand
        The ten cards with which play begins; or twelve, for the question which of the 66 discards are unlosable.
    contract
        The game, such as ``"C"`` or ``"GHS"``.  Schneider announced asks for 90 card points.
    seat
        The declarer's seat, 0-2 or its name; forehand leads to the first trick.
    skat
        The two cards put away; without them the skat is unseen, as in a hand game.
    played
        The cards played so far, in the order played: who leads, the points made, and the suits in which a defender has
        not followed are read off them.
    at_least
        The card points to ask for in place of 61 (or 90).
    nodes
        The question is left undecided after so many positions, for each discard anew.

    Returns
    -------
    Unlosable

    Raises
    ------
    SkatsimError
        For cards that cannot be, and for Schwarz and ouvert, which the proof does not cover.

    Examples
    --------
    >>> unlosable("CJ SJ HJ DJ CQ C9 C7 SA H7 DK", contract="CH", seat="forehand").guaranteed
    74
    >>> lost = unlosable("CJ SJ HJ DJ SA HA DQ D9 D8 D7", contract="D", skat="CQ SQ", seat=1).lost
    >>> lost is not None
    True
    """
    declared = _declared(contract)
    held, away = read_cards(hand, skat)
    need, declarer = _need(declared, at_least), seat_of(seat)
    if held.bit_count() == 12:
        if declared.hand:
            raise SkatsimError(f"contract {declared}: a hand game has no discard; give the ten cards dealt, or drop H")
        if away or played:
            raise SkatsimError("hand: twelve cards are asked about before the discard; leave out skat and played")
        return _of_twelve(held, declared, declarer, need, _check_limit(nodes))
    if away and declared.hand:
        raise SkatsimError(f"contract {declared}: in a hand game the skat is unseen; leave out skat, or the H")
    view = read_history(held, away, declared.game_type, declarer, played)
    found = _of_view(view, need, _check_limit(nodes))
    return replace(found, least_value=_least_value(held, away, declared, found))


def unlosable_ending(
    hand: Cards,
    unseen: Cards,
    *,
    contract: Game,
    seat: int | str,
    leader: int | str,
    skat: Cards = "",
    trick: Sequence[str] | str = (),
    voids: Mapping[str, str] | None = None,
    taken: int = 0,
    at_least: int | None = None,
    nodes: int = NODE_LIMIT,
) -> Unlosable:
    """`unlosable` for an ending whose beginning is not known.

    Parameters
    ----------
    hand
        The cards the declarer still holds.
    unseen
        The cards he does not see: the defenders' and, two more, those of a skat that is unseen.
    leader
        Who leads, or has led, the trick.
    trick
        Cards on the table in the order played, none, one or two.
    voids
        Suits that a defender cannot have: seats with letters or ``trump``, such as ``{"forehand": "C trump"}``.
    taken
        Card points of the tricks the declarer has taken.
    contract, seat, skat, at_least, nodes
        As in `unlosable`; a skat that does not count is left out.

    Examples
    --------
    >>> ending = {"unseen": "HJ CK SK HA HQ H7", "contract": "H", "seat": 0, "leader": 0}
    >>> unlosable_ending("SJ DJ H9", at_least=6, **ending).guaranteed
    6
    """
    declared = _declared(contract)
    held, away = read_cards(hand, skat)
    view = read_ending(
        held,
        unseen,
        skat=away,
        game=declared.game_type,
        declarer=seat_of(seat),
        leader=leader,
        trick=trick,
        voids=voids,
        taken=taken,
    )
    return _of_view(view, _need(declared, at_least), _check_limit(nodes))


def _declared(contract: Game) -> Contract:
    declared = contract_of(contract)
    if declared.schwarz_announced:
        raise SkatsimError(f"contract {declared}: the proof counts card points, Schwarz is not covered; drop Z and O")
    return declared


def _check_limit(nodes: int) -> int:
    if isinstance(nodes, bool) or not isinstance(nodes, int) or not 1 <= nodes <= MOST_NODES:
        raise SkatsimError(f"nodes={nodes!r}: give the number of positions after which to give up, 1 to {MOST_NODES:,}")
    return nodes


def _need(contract: Contract, at_least: int | None) -> int:
    """The card points asked for; 1 in null."""
    if contract.game_type == GameType.NULL:
        if at_least is not None:
            raise SkatsimError("null asks for no trick at all: leave at_least out")
        return 1
    if at_least is None:
        return 90 if contract.schneider_announced else 61
    return check_threshold(at_least)


def _of_view(view: View, need: int, nodes: int) -> Unlosable:
    return _verdict(view, need, Prover(view.own, view, nodes))


def _verdict(view: View, need: int, prover: Prover) -> Unlosable:
    is_null = view.game == GameType.NULL
    bound = prover.bound(view, need)
    asked, skat = None if is_null else need, format_cards(view.skat, view.game)
    if bound is not None and bound >= need:
        guaranteed = None if is_null else prover.exact(view, bound)
        searched = prover.searched
        plan = main_line(view, 1 if guaranteed is None else guaranteed, prover)
        return Unlosable("yes", asked, guaranteed, searched, plan, skat=skat)
    lost = lost_deal(view, need)
    verdict: Verdict = "undecided" if bound is None and lost is None else "no"
    return Unlosable(verdict, asked, None, prover.searched, lost=lost, skat=skat)


def _of_twelve(twelve: int, contract: Contract, declarer: int, need: int, nodes: int) -> Unlosable:
    """Every discard, with one table."""
    game = contract.game_type
    pairs = [one | two for one, two in combinations(each(twelve), 2)]
    views = [View(twelve ^ pair, ALL & ~twelve, pair, game, declarer, 0) for pair in pairs]
    prover = Prover(twelve, views[0], nodes)
    proved: dict[int, int] = {}
    bounds: list[int | None] = []
    for view in views:
        prover.more()
        bound = prover.bound(view, need)
        bounds.append(bound)
        if bound is not None and bound >= need:
            proved[view.skat] = 1 if game == GameType.NULL else prover.exact(view, bound)
    if not proved:
        return _none_proved(views, need, bounds, prover.searched)
    best = sorted(proved, key=lambda pair: -proved[pair])
    is_null, searched = game == GameType.NULL, prover.searched
    prover.more()
    chosen = next(view for view in views if view.skat == best[0])
    found = Unlosable(
        "yes",
        None if is_null else need,
        None if is_null else proved[best[0]],
        searched,
        main_line(chosen, proved[best[0]], prover),
        skat=format_cards(best[0], game),
        discards={format_cards(pair, game): None if is_null else proved[pair] for pair in best},
    )
    return replace(found, least_value=_least_value(chosen.held, chosen.skat, contract, found))


def _none_proved(views: list[View], need: int, bounds: list[int | None], nodes: int) -> Unlosable:
    """The answer where no discard is unlosable, with a lost deal: at best one that all lose, else the likeliest."""
    game = views[0].game
    ordered = [views[place] for place in sorted(range(len(views)), key=lambda place: -(bounds[place] or 0))]
    lost, skat = lost_whatever_discarded(ordered, need), ""
    verdict: Verdict = "undecided" if None in bounds and lost is None else "no"
    if lost is None and verdict == "no":
        lost = lost_deal(ordered[0], need)
        skat = format_cards(ordered[0].skat, game) if lost else ""
    asked = None if game == GameType.NULL else need
    return Unlosable(verdict, asked, None, nodes, lost=lost, skat=skat, discards={})


def _least_value(hand: int, skat: int, contract: Contract, found: Unlosable) -> int:
    """What the game is worth at least over all skats that may be; Schneider counts where it is guaranteed."""
    if contract.game_type == GameType.NULL:
        return contract.null_value
    game, is_hand = int(contract.game_type), contract.hand or not skat
    pairs = [skat] if skat else [one | two for one, two in combinations(each(ALL & ~hand), 2)]
    matadors = min(abs(int(matador_count(hand | pair, game))) for pair in pairs)
    levels = 1 + is_hand + contract.schneider_announced
    levels += contract.schneider_announced or (found.guaranteed or 0) >= 90
    return (matadors + levels) * BASE_VALUES[game]
