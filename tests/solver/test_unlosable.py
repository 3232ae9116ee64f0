"""Games that cannot be lost: against brute force, printed cases, plans played out, and sampled deals."""

import csv
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from skatsim import unlosable, unlosable_ending
from skatsim.errors import SkatsimError
from skatsim.rules.cards import ALL, CardSet, card_points, format_cards
from skatsim.rules.contracts import Contract, GameType
from skatsim.rules.deals import Deal
from skatsim.solver import new_workspace
from skatsim.solver.unlosable.lost import draw_deal, loses, lost_deal
from skatsim.solver.unlosable.plan import chosen
from skatsim.solver.unlosable.prover import Prover
from skatsim.solver.unlosable.view import View, each, read_history
from tests.conftest import COMPILED, DATA, REPOSITORY
from tests.solver import naive_unlosable
from tests.solver.fuzz_unlosable import disagreement, endings

compiled_only = pytest.mark.skipif(not COMPILED, reason="sampling needs compiled kernels")
HAND = "CJ SJ HJ DJ CQ C9 C7 SA H7 DK"


def deck() -> list[dict[str, str]]:
    """Games that a bot declared, with the answers."""
    with (REPOSITORY / "data" / "decks" / "declared.csv").open() as lines:
        return list(csv.DictReader(lines))


def view_of(row: dict[str, str]) -> View:
    contract = Contract.parse(row["game"])
    hand, skat = CardSet.parse(row["hand"]).mask, CardSet.parse(row["skat"]).mask
    return View(hand, ALL & ~(hand | skat), skat, contract.game_type, int(row["seat"]), 0)


@pytest.mark.parametrize("game", naive_unlosable.GAMES)
def test_agrees_with_brute_force(game: str, scaled: Callable[[int], int]) -> None:
    workspace = new_workspace(12)
    drawn = [*endings(5, scaled(200), game, (3,))]
    if COMPILED:
        drawn += [*endings(6, scaled(6), game, (4,)), *endings(7, scaled(1), game, (5,))]
    assert not [text for question in drawn if (text := disagreement(question, workspace))]


@compiled_only
def test_neighbours_are_not_the_same_card() -> None:
    """The partner may hold the other one and overtake: with one card a run this hand seems to be worth 9."""
    question = {"unseen": "HJ CK SK HA HQ H7", "contract": "H", "seat": 0, "leader": 0}
    assert unlosable_ending("SJ DJ H9", at_least=6, **question).guaranteed == 6
    assert unlosable_ending("SJ DJ H9", at_least=7, **question).verdict == "no"


DEFENDERS_LEADS = [
    # the higher end of a run of equal points is no lead: it keeps the partner, who has the other, from getting in
    ("SJ DJ S7", "CJ H8 H9 HJ S8 S9", "C", 1, "", ""),
    ("SJ S7 ST", "D7 D8 D9 DJ DT S9", "C", 1, "H", ""),
    ("DJ SJ C7", "C8 C9 CJ D8 DT HJ", "C", 1, "D S", "H S"),
    ("HJ CJ D7", "D8 DJ S7 S8 S9 SJ", "H", 1, "D", ""),
    ("CT C9 DJ", "C7 C8 CJ D8 DT HJ", "H", 2, "", "D"),
    ("CQ CK HJ", "C7 C9 CJ D9 DA SJ", "H", 2, "S", "D S"),
    ("SJ DJ HT", "CJ H8 HJ S7 S9 ST", "G", 1, "H", "D"),
    ("C7 CJ DJ", "C8 C9 HJ S8 SJ ST", "G", 2, "D S", "H"),
    ("S8 S7 CJ", "D7 D8 D9 S9 SJ ST", "G", 1, "C", "trump"),
    # nor is the lower end, which the partner must overtake
    ("CJ C7 DJ", "C8 C9 D8 DT HJ SJ", "C", 2, "S H", "S H"),
    ("ST S9 HJ", "DJ H7 H8 H9 HT S7", "C", 1, "S trump", ""),
    ("H9 DJ HA", "CJ DA DK H7 H8 HQ HT SJ", "C", 1, "", "D S"),
    ("H7 DJ CJ", "C8 CT H8 H9 HJ SJ", "H", 2, "S", ""),
    ("SA ST DJ", "CJ D8 D9 HJ S8 S9", "H", 1, "C", "D C"),
    ("CA S7 DJ", "C7 C9 CJ H7 H8 SJ", "G", 1, "S", "S H"),
    ("C8 HJ CA", "CT DJ S7 S8 S9 SA", "G", 2, "D H", "D C trump"),
]


@compiled_only
@pytest.mark.parametrize(("held", "unseen", "game", "leader", "left", "right"), DEFENDERS_LEADS)
def test_both_ends_of_a_run_may_be_the_defenders_lead(
    held: str, unseen: str, game: str, leader: int, left: str, right: str
) -> None:
    """Endings in which one card a run, always the highest or always the lowest, would be too few."""
    void = (set(left.split()), set(right.split()))
    cards = {"held": held.split(), "unseen": unseen.split(), "trick": []}
    assert disagreement({**cards, "game": game, "leader": leader, "void": void}, new_workspace(12)) is None


@compiled_only
def test_printed_cases() -> None:
    with (DATA / "unlosable.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 4
    for row in rows:
        question = {"contract": row["game"], "seat": row["seat"], "skat": row["discard"]}
        assert unlosable(row["hand"], **question).verdict == row["unlosable"], row
        assert unlosable(row["hand"], at_least=1, **question).guaranteed == int(row["guaranteed"]), row


@compiled_only
def test_deck_of_declared_games() -> None:
    """Bounds at the deck's values; every game is decided."""
    for row in deck():
        view = view_of(row)
        need = 1 if view.game == GameType.NULL else 61
        prover = Prover(view.own, view, 10_000_000)
        bound = prover.bound(view, need)
        assert bound is not None
        assert (bound >= need) == (row["unlosable"] == "yes"), row
        if row["guaranteed"]:
            assert prover.exact(view, bound) == int(row["guaranteed"]), row


@compiled_only
def test_what_is_proved_no_deal_refutes(scaled: Callable[[int], int]) -> None:
    rows = [row for row in deck() if row["unlosable"] == "yes"]
    assert len(rows) == 80
    for row in rows:
        view = view_of(row)
        need = 1 if view.game == GameType.NULL else int(row["guaranteed"])
        assert lost_deal(view, need, scaled(40)) is None, row


def play_out(view: View, need: int, deal: Deal, defence: Callable[[View, list[int]], int]) -> View:
    """The end of a game: the declarer by his plan, the defenders with the cards of `deal`."""
    prover = Prover(view.own, view, 10_000_000)
    hands = list(deal[:3])
    while view.held or view.trick:
        seat = view.to_play
        if seat == view.declarer:
            card = chosen(view, need, prover)
            assert card is not None, "the plan has no answer"
        else:
            card = defence(view, list(each(replace(view, held=hands[seat], declarer=seat).legal())))
            assert card & view.legal(), "a card that no distribution allows"
        hands[seat] &= ~card
        view = view.play(card)
    return view


def greedy(view: View, legal: list[int]) -> int:
    """Takes as cheaply as it can what the declarer would win, smears on the partner's trick, else throws the least."""
    by_points = sorted(legal, key=lambda card: (int(card_points(card)), card))
    if len(view.trick) < 2:
        return by_points[-1] if not view.trick else by_points[0]
    takes = [card for card in by_points if replace(view, trick=(*view.trick, card)).taker() != view.declarer]
    return takes[-1] if takes else by_points[0]


@compiled_only
def test_plans_played_out(scaled: Callable[[int], int]) -> None:
    rows = [row for row in deck() if row["unlosable"] == "yes"]
    draw = random.Random(8)
    for game in range(scaled(60)):
        view = view_of(rows[game % len(rows)])
        need = 1 if view.game == GameType.NULL else int(rows[game % len(rows)]["guaranteed"])
        deal = draw_deal(view, draw, pushed=game % 2 == 1)
        defence = greedy if game % 3 else lambda view, legal: draw.choice(legal)
        end = play_out(view, need, deal, defence)
        if view.game == GameType.NULL:
            assert end.tricks == 0
        else:
            assert end.made + int(card_points(end.unseen)) >= need, (view, deal)


@compiled_only
def test_twelve_cards_as_each_discard_alone() -> None:
    twelve = "CJ SJ HJ DJ SA HA DQ D9 D8 D7 CQ SQ"
    found = unlosable(twelve, contract="D", seat=1)
    assert found.verdict == "yes"
    assert found.discards is not None
    assert found.discards["CQ HA"] == 70  # the printed case
    assert found.guaranteed == max(found.discards.values()) == found.discards[found.skat]
    assert list(found.discards.values()) == sorted(found.discards.values(), reverse=True)
    proved = 0
    held = CardSet.parse(twelve)
    for one in held:
        for two in held:
            if one < two:
                alone = unlosable(held - {one, two}, contract="D", seat=1, skat=f"{one} {two}")
                pair = format_cards(CardSet.of([one, two]).mask)
                assert found.discards.get(pair) == alone.guaranteed, pair
                proved += alone.verdict == "yes"
    assert proved == len(found.discards)


@compiled_only
def test_the_plan_goes_on_in_the_middle_of_the_play() -> None:
    """The plan's own line, card by card, is asked about again: it keeps what it guarantees."""
    found = unlosable(HAND, contract="CH", seat=0)
    assert found.guaranteed == 74
    played = [card for trick in found.plan for card in trick.cards]
    assert len(played) == 30
    for count in (1, 2, 3, 7, 14, 21, 28, 29):
        later = unlosable(HAND, contract="CH", seat=0, played=played[:count])
        assert later.guaranteed == 74, count
        assert [card for trick in later.plan for card in trick.cards][count % 3] == played[count], count


@compiled_only
def test_lost_deals_are_lost() -> None:
    """A no shows a deal that fits what the declarer sees and that the open-card solver loses."""
    found = unlosable("CJ SJ HJ DJ SA HA DQ D9 D8 D7", contract="D", seat=1, skat="CQ SQ")
    assert found.verdict == "no"
    assert found.lost is not None
    assert sum(found.lost) == ALL
    assert found.lost.middlehand == CardSet.parse("CJ SJ HJ DJ SA HA DQ D9 D8 D7").mask
    assert found.lost.skat == CardSet.parse("CQ SQ").mask
    view = read_history(found.lost.middlehand, found.lost.skat, GameType.DIAMONDS, 1, ())
    assert loses(view, found.lost, 61, new_workspace(14))


@compiled_only
def test_levels_and_limits() -> None:
    assert unlosable(HAND, contract="CHS", seat=0).at_least == 90
    assert unlosable(HAND, contract="CHS", seat=0).verdict == "no"
    undecided = unlosable(HAND, contract="CH", seat=0, at_least=74, nodes=100)
    assert undecided.verdict == "undecided"
    assert undecided.nodes == 100
    # with 4, hand: 6 x 12; the skat cannot shorten the matadors
    assert unlosable(HAND, contract="CH", seat=0).least_value == 72
    # without 4 in the hand alone: the clubs jack may lie in the skat, then it is with 1, hand: 3 x 9
    low = unlosable("DA DT DK DQ D9 D8 D7 HA SA CA", contract="DH", seat=0)
    assert low.least_value == 27


@compiled_only
def test_voids_decide_an_ending() -> None:
    """Forehand leads HA; only who may be void in hearts can trump it."""
    question = {"unseen": "CJ H7 S7 S8", "contract": "C", "seat": 0, "leader": 0}
    free = unlosable_ending("HA HT", at_least=1, **question)
    held = unlosable_ending("HA HT", at_least=1, voids={"middlehand": "trump", "rearhand": "S"}, **question)
    assert free.verdict == "no"
    assert held.guaranteed is not None
    assert held.guaranteed >= 11


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ({"hand": "CJ SJ"}, "hand: 2 cards; give the ten cards"),
        ({"contract": "CHSZ"}, "Schwarz is not covered"),
        ({"contract": "CO"}, "Schwarz is not covered"),
        ({"at_least": 121}, "at_least=121 is out of range"),
        ({"contract": "N", "at_least": 61}, "null asks for no trick"),
        ({"skat": "CA"}, "the skat has 1 cards"),
        ({"skat": "CJ CA"}, "card CJ is there twice"),
        ({"contract": "CH", "skat": "CA CT"}, "in a hand game the skat is unseen"),
        ({"played": "CA"}, "forehand cannot play CA: the declarer does not have it"),
        ({"played": "CJ CJ"}, "middlehand cannot play CJ"),
        ({"played": "CJ C8 D7 DJ CA CT HJ D8 CK"}, "rearhand cannot play CT: it does not follow, or agrees"),
        ({"seat": "north"}, "'north' is no seat"),
    ],
)
def test_questions_that_are_none(question: dict[str, object], problem: str) -> None:
    with pytest.raises(SkatsimError, match=problem):
        unlosable(**{"hand": HAND, "contract": "C", "seat": 0, **question})


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ({"unseen": "CJ H7 S7"}, "3 cards unseen: the defenders hold 4 here, or 6 with an unseen skat"),
        ({"unseen": "HA H7 S7 S8"}, "card HA is there twice"),
        ({"voids": {"middlehand": "H S trump"}}, "no distribution of the unseen cards agrees"),
        ({"voids": {"middlehand": "X"}}, "unknown suit 'X'"),
        ({"taken": 110}, "taken=110"),
        ({"trick": "SA S9 ST"}, "3 cards on the table"),
    ],
)
def test_endings_that_are_none(question: dict[str, object], problem: str) -> None:
    ending = {"unseen": "CJ H7 S7 S8", "contract": "C", "seat": 0, "leader": 0}
    with pytest.raises(SkatsimError, match=problem):
        unlosable_ending("HA HT", **{**ending, **question})
