"""The kernel of the limits against the referee, world by world and limit by limit."""

import numpy as np
import pytest

from skatsim.bots import registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.state import new_state
from skatsim.rules.contracts import BIDS
from skatsim.rules.deals import deal
from skatsim.rules.ruleset import PRESETS, RuleSet
from skatsim.table import worlds as at
from skatsim.table.heard import hear
from skatsim.table.limits import limit_sums
from tests.table import probing
from tests.table.naive_limits import naive_sums, said
from tests.table.verify_engine import RULE_SETS

SEED = 5


def bots(kind):
    heuristic, random = registry.get("heuristic"), registry.get("random")
    players = {
        "heuristic": [(heuristic, {})] * 3,
        "random": [(random, {"top_bid": 27})] * 3,
        "probing": [(probing.BOT, {"top_bid": 36}), (probing.BOT, {"top_bid": 24}), (probing.BOT, {"top_bid": 30})],
        "mixed": [(heuristic, {}), (random, {"top_bid": 22}), (heuristic, {"boldness": 30})],
    }
    return make_lineup(players[kind])


def candidate_deal(question, state, candidate, seed=SEED):
    key = at.stream_key(seed, at.WORLD_STREAM)
    at.deal_world(question, key, candidate, state[at.DECK : at.DECK + at.DECK_SIZE])
    return candidate, [int(cards) for cards in question[at.WORLD : at.WORLD + 4]]


def worlds_heard(hand, heard, lineup, rules, me, count):
    """The first fitting candidate of each world: fits when the referee hears the same words if I never pass."""
    state, question = new_state(lineup), at.Asked(me, hand, lineup, rules, SEED, heard).question(range(1))
    found, tried = [], 0
    for world in range(count):
        for attempt in range(at.CANDIDATES):
            candidate, cards = candidate_deal(question, state, world * at.CANDIDATES + attempt)
            tried += 1
            words = said(SEED, candidate, cards, lineup, rules, me) if heard.said else []
            if words[: len(heard.said)] == heard.said:
                found.append((candidate, cards))
                break
    return found, tried


def check(kind, me, rules, text="", count=40):
    lineup, hand, heard = bots(kind), int(deal(11, me)[me]), hear(text, me, rules)
    sums = limit_sums(at.Asked(me, hand, lineup, rules, SEED, heard), range(count))
    found, tried = worlds_heard(hand, heard, lineup, rules, me, count)
    assert (sums.worlds, sums.candidates) == (len(found), tried)
    first = (0, *BIDS).index(heard.now.reached[me])
    totals, moments, at_bid = naive_sums(SEED, found, lineup, rules, me, first)
    np.testing.assert_array_equal(sums.totals, totals)
    np.testing.assert_array_equal(sums.moments, moments)
    np.testing.assert_array_equal(sums.at_bid, at_bid)
    return sums


@pytest.mark.parametrize("me", range(3))
@pytest.mark.parametrize("kind", ["heuristic", "random", "probing", "mixed"])
def test_every_limit_as_the_referee_plays_it(kind, me, scaled):
    sums = check(kind, me, PRESETS["isko"], count=scaled(24))
    assert sums.worlds == sums.candidates > 0


@pytest.mark.parametrize("rules", ["all-switches", "stargames-no", "web-99", "club"])
def test_under_other_rules(rules, scaled):
    check("random", 1, RULE_SETS[rules], count=scaled(12))


@pytest.mark.parametrize(
    ("me", "text"),
    [
        (0, "middlehand 18"),
        (0, "middlehand 18, I yes, middlehand 20"),
        (0, "middlehand pass"),
        (0, "middlehand pass, rearhand 18"),
        (0, "middlehand pass, rearhand pass"),
        (0, "middlehand 18, I yes, middlehand pass, rearhand pass"),
        (1, "I 18, forehand pass"),
        (1, "I 18, forehand yes"),
        (1, "I 18, forehand yes, I 20, forehand pass, rearhand 22, I yes, rearhand 23"),
        (2, "middlehand 18, forehand pass"),
        (2, "middlehand pass"),
        (2, "middlehand 18, forehand yes, middlehand 20, forehand yes, middlehand pass"),
        (2, "middlehand pass, I 18"),
        (2, "middlehand pass, I 18, forehand yes"),
    ],
)
@pytest.mark.parametrize("kind", ["heuristic", "random"])
def test_worlds_given_what_was_heard(kind, me, text, scaled):
    sums = check(kind, me, RuleSet(), text, count=scaled(10))
    assert sums.candidates >= sums.worlds > 0
