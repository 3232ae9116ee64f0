"""Choices of contract and discard against the referee, game by game."""

import pytest

from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.state import new_state
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, SCHWARZ_BIT
from skatsim.rules.deals import deal
from skatsim.rules.ruleset import RuleSet
from skatsim.table import choices as at
from skatsim.table.referee import row_of
from skatsim.table.worlds import Asked
from tests.table.naive_limits import STEPS, choose, figures, play
from tests.table.test_limits import bots, candidate_deal

NULL = 5
NAMES = ("contract", "made", "value", "covered", "won", "list", "tournament")
ANNOUNCED = HAND_BIT | SCHNEIDER_BIT
CONTRACTS = (
    (at.AS_BOT, 0),
    (at.AFTER_PICK_UP, 0),
    *((game, 0) for game in range(6)),
    (NULL | OUVERT_BIT, 0),
    *((game | HAND_BIT, 0) for game in range(6)),
    (4 | ANNOUNCED, 0),
    (3 | ANNOUNCED | SCHWARZ_BIT, 0),
    (2 | ANNOUNCED | SCHWARZ_BIT | OUVERT_BIT, 0),
)


def expected(asked, candidate, cards, limit, code, discard):
    referee = choose(asked, candidate, cards, STEPS[limit], code, discard)
    row = row_of(referee)
    mine = (row.seeger_fabian_forehand, row.seeger_fabian_middlehand, row.seeger_fabian_rearhand)[asked.seat]
    return row, [row.contract, row.won, row.score, mine]


def check(asked, limit, count, choices=CONTRACTS, only_bid=0):
    rows = at.play_choices(asked, choices, range(count), limit=limit, only_bid=only_bid)
    state, question, place = new_state(asked.lineup), asked.question(range(1)), 0
    for world in range(count):
        candidate, cards = candidate_deal(question, state, world * 4096, asked.seed)
        natural = play(asked.seed, candidate, cards, asked.lineup, asked.rules, asked.seat, STEPS[limit])
        if natural.declarer != asked.seat or only_bid not in (0, natural.bid_value):
            continue
        assert rows.deals[place].tolist() == cards
        assert rows.bids[place] == natural.bid_value
        passing = figures(play(asked.seed, candidate, cards, asked.lineup, asked.rules, asked.seat, 0), asked.seat)[0]
        assert rows.passing[place] == passing[7]
        for number, (code, discard) in enumerate(choices):
            result = dict(
                zip(
                    ("contract", "made", "value", "covered", "won", "list", "tournament"),
                    rows.results[place, number],
                    strict=True,
                )
            )
            if result["won"] < 0:
                assert code & 7 == NULL
                continue
            row, told = expected(asked, candidate, cards, limit, code, discard)
            assert [result[name] for name in ("contract", "won", "list", "tournament")] == told
            if not row.overbid:
                found = (result["made"], result["value"], result["covered"])
                assert found == (row.won, row.game_value, row.score)
        place += 1
    assert place == len(rows.bids) == rows.counts[0]
    return rows


@pytest.mark.parametrize("me", range(3))
@pytest.mark.parametrize("kind", ["heuristic", "probing"])
def test_every_choice_as_the_referee_plays_it(kind, me, scaled):
    rows = check(Asked(me, int(deal(11, me)[me]), bots(kind), seed=5), at.NEVER_PASS, scaled(10) + 3)
    assert len(rows.bids)


def test_who_never_passes_stops_at_the_top_of_the_ladder(scaled):
    lineup = make_lineup([(registry.get("random"), {})] * 3)
    asked = Asked(2, int(deal(11, 2)[2]), lineup, RuleSet(ladder_top=22), 5)
    check(asked, 3, scaled(10) + 3, [(4, 0)])
    rows = at.play_choices(asked, [(4, 0)], range(40))
    assert rows.bids.max() == 22


def test_at_one_bid_only(scaled):
    rows = check(Asked(0, int(deal(11, 0)[0]), bots("heuristic"), seed=5), 2, scaled(20), only_bid=20)
    assert set(rows.bids) <= {20}


def test_the_cards_put_away_are_those_told():
    hand = int(deal(11, 1)[1])
    unseen = [1 << i for i in range(32) if not hand >> i & 1]
    skat = unseen[0] | unseen[5]
    asked = Asked(1, hand, bots("heuristic"), seed=5, skat=skat)
    twelve = [1 << i for i in range(32) if (hand | skat) >> i & 1]
    check_known(asked, [(3, twelve[0] | twelve[1]), (4, skat), (NULL, twelve[3] | twelve[9])])


def check_known(asked, choices):
    rows = at.play_choices(asked, choices, range(4), limit=63)
    assert (rows.deals[:, 3] == asked.skat).all()
    state, question = new_state(asked.lineup), asked.question(range(1))
    for world in range(len(rows.bids)):
        candidate, cards = candidate_deal(question, state, world * 4096, asked.seed)
        for number, (code, discard) in enumerate(choices):
            if rows.results[world, number, at.WON] >= 0:
                _, told = expected(asked, candidate, cards, 63, code, discard)
                found = rows.results[world, number]
                assert [found[at.CONTRACT], found[at.WON], found[at.LIST], found[at.TOURNAMENT]] == told


def test_a_null_that_may_not_be_declared_at_the_bid_is_marked():
    lineup = make_lineup([(registry.get("random"), {"top_bid": 264})] * 3)
    asked = Asked(0, int(deal(11, 0)[0]), lineup, seed=5)
    rows = at.play_choices(asked, [(NULL, 0)], range(40))
    below = rows.bids > 23
    assert below.any()
    assert (rows.results[below, 0, at.WON] == -1).all()
    assert (rows.results[~below, 0, at.WON] >= 0).all()
    booked = at.play_choices(
        Asked(0, asked.hand, lineup, RuleSet(null_below_bid="best_trump"), 5), [(NULL, 0)], range(40)
    )
    assert (booked.results[below, 0, at.WON] == 0).all()
    assert (booked.results[below, 0, at.LIST] < 0).all()
