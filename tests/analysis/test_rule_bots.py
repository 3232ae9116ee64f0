"""Rules of thumb as bots: each bids what a count of card names says; what forbids nothing is the bot itself."""

from dataclasses import replace

import numpy as np
import pytest

from skatsim import deal
from skatsim.bots import abi
from skatsim.rules.cards import CardSet
from tests.conftest import COMPILED

SUITS, BASES = "DHSC", (9, 10, 11, 12, 24)
HANDS = [(number % 3, deal(9, number)[number % 3]) for number in range(400 if COMPILED else 60)]


@pytest.fixture(scope="module")
def bots():
    import rule_bots

    return rule_bots


def answer(bot, question, hand, seat, **slots):
    view = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
    view[[abi.SEAT, abi.HAND, abi.LADDER_TOP]] = seat, int(hand), 264
    for slot, value in slots.items():
        view[getattr(abi, slot)] = value
    params = np.array(bot.param_values({}))
    return int(getattr(bot, question)(view, params, bot.new_workspace(), 1))


def cards(hand):
    return str(CardSet(int(hand))).split()


def length_of_run(held, game):
    """With or without how many: the top trumps in a row that are all held or all missing."""
    order = ["CJ", "SJ", "HJ", "DJ", *(SUITS[game] + rank for rank in "ATKQ987" if game < 4)]
    first = order[0] in held
    return next((place for place, card in enumerate(order) if (card in held) != first), len(order)), first


def value(held, game):
    return (length_of_run(held, game)[0] + 1) * BASES[game]


def stegen(held, suit):
    """As in the literature: trumps, jacks, aces and tens; a half for two or more top jacks and for a void."""
    jacks = {card for card in held if card[1] == "J"}
    fat = [card for card in held if card[1] in "AT"]
    sides = {card[0] for card in held if card[1] != "J"} - {SUITS[suit]}
    extra = {"CJ SJ": 0.5, "CJ SJ DJ": 0.5, "HJ SJ DJ": 0.5, "CJ HJ SJ": 1.5, "CJ DJ HJ SJ": 2.0}
    top = next((worth for names, worth in extra.items() if set(names.split()) == jacks), 0.0)
    trumps = len(jacks) + sum(card[0] == SUITS[suit] and card[1] != "J" for card in held)
    return trumps + len(jacks) + len(fat) + top + 0.5 * (3 - len(sides))


def nulls_only(bots, hand, seat):
    return answer(replace(bots.BOT, params={**bots.BOT.params, "suit": -1000, "grand": -1000}), "reserve", hand, seat)


def test_von_stegens_bids_are_those_of_his_count(bots):
    bot = bots.bidder("x", bots.stegen_reserve, bots.TRUMP_GAMES, suit=10, grand=6)
    bids = 0
    for seat, hand in HANDS:
        held = cards(hand)
        grand = sum(card[1] in "JAT" for card in held) >= 6
        games = [suit for suit in range(4) if stegen(held, suit) >= 10] + [4] * grand
        expected = max([nulls_only(bots, hand, seat), *(value(held, game) for game in games)])
        assert answer(bot, "reserve", hand, seat) == expected, held
        bids += bool(games)
    assert 0.2 < bids / len(HANDS) < 0.4, "of all hands 29.2 %"


@pytest.mark.parametrize(("need", "forehand", "ten"), [(5, 0, 0), (4, 1, 0), (6, 1, 1)])
def test_grand_by_jacks_aces_and_tens(bots, need, forehand, ten):
    bot = bots.bidder("x", bots.power_reserve, bots.GRANDS, need=need, forehand=forehand, ten=ten)
    without = replace(bots.BOT, params={**bots.BOT.params, "grand": -1000})
    for seat, hand in HANDS:
        held = cards(hand)
        count = sum(card[1] in ("JAT" if ten else "JA") for card in held)
        own = answer(without, "reserve", hand, seat)
        plays = count >= need - forehand * (seat == 0)
        assert answer(bot, "reserve", hand, seat) == (max(own, value(held, 4)) if plays else own), held


def test_no_skat_makes_a_game_worth_less_than_is_bid(bots):
    """Each game, with every two cards of the others' in the skat."""
    for _, hand in HANDS[:20]:
        held = set(cards(hand))
        rest = [card for card in cards((1 << 32) - 1) if card not in held]
        for game in range(5):
            least = min(value(held | {a, b}, game) for a in rest for b in rest if a < b)
            assert bots.sure_value(int(hand), game) == least


@pytest.mark.parametrize(("name", "games"), [("jacks", ("suit",)), ("trumps", ("suit",))])
def test_a_rule_that_forbids_nothing_is_the_bot_itself(bots, name, games):
    result = bots.worth(bots.bidder("x", getattr(bots, f"{name}_reserve"), games, least=0), 50 if COMPILED else 3, 1)
    row = result.differences.iloc[0]
    assert (row["difference"], row["alike"]) == (0, 1)


def test_a_rule_that_forbids_suit_games_bids_as_a_bot_without_them(bots):
    without = replace(bots.BOT, params={**bots.BOT.params, "suit": -1000})
    for name, most in (("jacks", 5), ("trumps", 11)):
        bot = bots.bidder("x", getattr(bots, f"{name}_reserve"), ("suit",), least=most)
        for seat, hand in HANDS:
            assert answer(bot, "reserve", hand, seat) == answer(without, "reserve", hand, seat)


CLUBS = {"GAME_TYPE": 3, "DECLARER": 0, "CONTRACT": 3}


@pytest.mark.parametrize(
    ("question", "hand", "away"),
    [
        ("bare_ten_away", "CJ SJ CA CK C9 C8 HT SA SK S9 DA D8", {"HT"}),
        ("guarded_ten_away", "CJ SJ CA CK C9 C8 HT H7 SA SK DA D8", {"HT", "H7"}),
    ],
)
def test_tens_are_put_away(bots, question, hand, away):
    bot = replace(bots.BOT, discard=getattr(bots, question))
    two = cards(answer(bot, "discard", CardSet(hand).mask, 0, **CLUBS))
    assert len(two) == 2
    assert away <= set(two) <= set(hand.split())


@pytest.mark.parametrize("hand", ["CJ SJ CT CK C9 C8 HA HT SA SK S9 D8", "CJ SJ CT CK C9 C8 HA HT H9 SK S9 D8"])
def test_else_the_bot_decides(bots, hand):
    for question in ("bare_ten_away", "guarded_ten_away"):
        bot = replace(bots.BOT, discard=getattr(bots, question))
        assert answer(bot, "discard", CardSet(hand).mask, 0, **CLUBS) == answer(
            bots.BOT, "discard", CardSet(hand).mask, 0, **CLUBS
        )
