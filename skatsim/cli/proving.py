"""The question solve --unlosable: can the declarer lose this game at all?"""

from typing import TYPE_CHECKING, Any

from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.solver.unlosable import Unlosable


def prove(question: dict[str, Any], played: str, ending: dict[str, Any]) -> None:
    """Ask and print; `ending` are the options that belong to --unseen."""
    from skatsim.rules.notation import card_names
    from skatsim.solver.unlosable import unlosable, unlosable_ending

    if ending["unseen"] and played:
        raise SkatsimError("--played and --unseen: give the cards played from the beginning, or an ending, not both")
    if ending["unseen"]:
        known = {
            "leader": "forehand" if ending["leader"] is None else ending["leader"],
            "voids": _voids(ending["voids"]),
        }
        found = unlosable_ending(**question, **{**ending, **known})
    else:
        for option in ("leader", "trick", "voids", "taken"):
            if ending[option]:
                raise SkatsimError(f"--{option} belongs to an ending: give --unseen too, or --played alone")
        found = unlosable(**question, played=played)
    for line in _answer(found, question["contract"], 1 + len(card_names(played)) // 3):
        print(line)


def _voids(text: str) -> dict[str, str]:
    """Voids by seat, from "forehand: C trump; rearhand: S"."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    if not all(suits.strip() for _, _, suits in parts):
        raise SkatsimError(f'--voids {text!r}: write seats with suits, such as "forehand: C trump; rearhand: S"')
    voids: dict[str, str] = {}
    for seat, _, suits in parts:
        voids[seat.strip()] = f"{voids.get(seat.strip(), '')} {suits}"
    return voids


def _answer(found: "Unlosable", contract: str, trick: int) -> list[str]:
    """The answer in words, then the plan from this trick on, or the lost deal."""
    nodes = f"  ({found.nodes:,} nodes)"
    makes = "no trick" if found.at_least is None else f"{found.at_least} card points"
    if found.verdict == "undecided":
        return [f"not decided within the limit of nodes{nodes}"]
    if found.verdict == "no":
        sure = "no plan" if found.discards is None else "none of the 66 discards"
        return [f"can be lost: {sure} is sure of {makes}{nodes}", _lost(found, contract)]
    lines = [f"unlosable: {_sure(found.guaranteed)} against every distribution and every defence{nodes}"]
    if found.discards is not None:
        lines[0] = f"unlosable after {len(found.discards)} of 66 discards{nodes}"
        lines += [f"    {pair}: {_sure(guaranteed)}" for pair, guaranteed in found.discards.items()]
        lines.append(f"the plan after {found.skat}, against a defence that allows no more:")
    else:
        lines += _worth(found)
        lines.append("the plan, against a defence that allows no more:")
    return [*lines, *(f"{number:2}. {step}" for number, step in enumerate(found.plan, trick))]


def _sure(guaranteed: int | None) -> str:
    return "no trick" if guaranteed is None else f"{guaranteed} card points"


def _worth(found: "Unlosable") -> list[str]:
    """What an unseen skat may do to the value."""
    if found.least_value is None or found.at_least is None or found.skat:
        return []
    return [f"with any skat worth at least {found.least_value}: not overbid up to there"]


def _lost(found: "Unlosable", contract: str) -> str:
    from skatsim.rules.cards import format_cards
    from skatsim.rules.contracts import Contract
    from skatsim.rules.seats import SEAT_NAMES

    is_of_twelve = found.discards is not None
    if found.lost is None:
        plan = "discard and a plan" if is_of_twelve else "plan"
        return f"each deal drawn has a {plan} of its own, with open cards; no single plan wins them all"
    after = f" after {found.skat}" if found.skat else ", whatever is put away"
    game, places = Contract.parse(contract).game_type, zip((*SEAT_NAMES, "skat"), found.lost, strict=True)
    held = [f"{name} {format_cards(cards, game)}" for name, cards in places if cards]
    return f"lost even with open cards{after if is_of_twelve else ''}: " + " | ".join(held)
