"""Following suit and winning a trick against open_spiel's Skat, and against the rules read off card names.

A hundred thousand random tricks against open_spiel:  pytest tests/rules/test_tricks.py --scale 25 -k open_spiel
"""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.rules.cards import CARD_NAMES, CardSet
from skatsim.rules.contracts import GameType
from skatsim.rules.tricks import NULL_STRENGTH, led_mask, legal_cards, plain_suit, suit_of, trick_winner, trump_mask

GAMES = list(GameType)
NAMES = sorted(CARD_NAMES)
TRUMP_GAME_ORDER = "789QKTA"
NULL_ORDER = "789TJQKA"
JACK_ORDER = "DHSC"


def bit(name: str) -> int:
    return CardSet.of([name]).mask


def is_trump(name: str, game: GameType) -> bool:
    return game != GameType.NULL and (name[1] == "J" or name[0] == game.letter)


def colour(name: str, game: GameType) -> str:
    """What a card counts as when it is led or followed with."""
    return "trump" if is_trump(name, game) else name[0]


def strength(name: str, game: GameType) -> tuple[int, int]:
    if game == GameType.NULL:
        return 0, NULL_ORDER.index(name[1])
    if name[1] == "J":
        return 1, JACK_ORDER.index(name[0])
    return 0, TRUMP_GAME_ORDER.index(name[1])


def winner_by_name(trick: list[str], game: GameType) -> int:
    """The strongest trump, else the strongest card of the led suit."""
    runs = [i for i, name in enumerate(trick) if colour(name, game) == "trump"]
    runs = runs or [i for i, name in enumerate(trick) if name[0] == trick[0][0] and not is_trump(name, game)]
    return max(runs, key=lambda i: strength(trick[i], game))


def legal_by_name(hand: set[str], lead: str | None, game: GameType, must_trump: bool = False) -> set[str]:
    if lead is None:
        return hand
    following = {name for name in hand if colour(name, game) == colour(lead, game)}
    trumps = {name for name in hand if must_trump and is_trump(name, game)}
    return following or trumps or hand


@pytest.mark.parametrize("game", GAMES)
def test_trumps(game):
    trumps = CardSet(trump_mask(game))
    assert trumps == {name for name in NAMES if is_trump(name, game)}
    assert len(trumps) == {GameType.GRAND: 4, GameType.NULL: 0}.get(game, 11)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_what_follows_a_lead(name, game):
    assert CardSet(led_mask(bit(name), game)) == {other for other in NAMES if colour(other, game) == colour(name, game)}


def test_suits():
    for name in NAMES:
        assert "DHSC"[suit_of(bit(name))] == name[0]
    for suit, letter in enumerate("DHSC"):
        assert CardSet(plain_suit(suit, GameType.GRAND)) == {letter + rank for rank in "789QKTA"}
        assert CardSet(plain_suit(suit, GameType.NULL)) == {letter + rank for rank in "789QKTAJ"}


def test_null_strength():
    for suit in "DHSC":
        cards = sorted((name for name in NAMES if name[0] == suit), key=lambda n: NULL_STRENGTH[CARD_NAMES.index(n)])
        assert "".join(name[1] for name in cards) == "789TJQKA"


HANDS = st.sets(st.sampled_from(NAMES), min_size=1, max_size=10)


@given(hand=HANDS, lead=st.one_of(st.none(), st.sampled_from(NAMES)), game=st.sampled_from(GAMES), must=st.booleans())
def test_legal_cards(hand, lead, game, must):
    led = led_mask(bit(lead), game) if lead else 0
    legal = CardSet(legal_cards(CardSet.of(hand).mask, led, trump_mask(game), must))
    assert legal == legal_by_name(hand, lead, game, must)


def test_a_lone_club_jack_must_follow_a_jack():
    """Rules, "Deal, auction, play"."""
    hand = CardSet.parse("CJ CA CT HA").mask
    for game in (GameType.GRAND, GameType.HEARTS):
        led = led_mask(bit("DJ"), game)
        expected = {"CJ"} if game == GameType.GRAND else {"CJ", "HA"}
        assert CardSet(legal_cards(hand, led, trump_mask(game), False)) == expected
    led = led_mask(bit("CK"), GameType.GRAND)
    assert CardSet(legal_cards(hand, led, trump_mask(GameType.GRAND), False)) == {"CA", "CT"}
    led = led_mask(bit("CK"), GameType.NULL)
    assert CardSet(legal_cards(hand, led, 0, False)) == {"CJ", "CA", "CT"}


def test_who_cannot_follow_trumps_only_under_must_trump():
    hand, trumps = CardSet.parse("CJ D9 HA").mask, trump_mask(GameType.DIAMONDS)
    led = led_mask(bit("SA"), GameType.DIAMONDS)
    assert CardSet(legal_cards(hand, led, trumps, False)) == {"CJ", "D9", "HA"}
    assert CardSet(legal_cards(hand, led, trumps, True)) == {"CJ", "D9"}
    assert CardSet(legal_cards(hand, led_mask(bit("H7"), GameType.DIAMONDS), trumps, True)) == {"HA"}
    assert CardSet(legal_cards(bit("HA"), led, trumps, True)) == {"HA"}


def winner(trick: list[str], game: GameType) -> int:
    first, second, third = (bit(name) for name in trick)
    return trick_winner(first, second, third, led_mask(first, game), game)


@pytest.mark.parametrize("game", GAMES)
def test_winner_of_random_triples(game, scaled):
    """Also of triples that no legal play produces: the winner does not ask why a card was played."""
    chance = random.Random(int(game))
    for _ in range(scaled(5000)):
        trick = chance.sample(NAMES, 3)
        assert winner(trick, game) == winner_by_name(trick, game), trick


@pytest.mark.parametrize("suit", "DHSC")
def test_every_null_trick_within_a_suit(suit):
    """Brute force: all 8 * 7 * 6 orders of three cards of one suit, and two with a discard."""
    cards = [suit + rank for rank in NULL_ORDER]
    for a in range(8):
        for b in set(range(8)) - {a}:
            for c in set(range(8)) - {a, b}:
                trick = [cards[a], cards[b], cards[c]]
                assert winner(trick, GameType.NULL) == max(range(3), key=lambda i, at=(a, b, c): at[i])
            other = "SA" if suit != "S" else "HA"
            assert winner([cards[a], other, cards[b]], GameType.NULL) == (0 if a > b else 2)
            assert winner([cards[a], cards[b], other], GameType.NULL) == (0 if a > b else 1)
            assert winner([other, cards[a], cards[b]], GameType.NULL) == 0


@pytest.mark.parametrize(
    ("game", "trick", "won_by"),
    [
        ("C", "HA HT H7", 0),
        ("C", "H7 HT HA", 2),
        ("C", "HA C7 DJ", 2),
        ("C", "DJ HJ SJ", 2),
        ("C", "CA C7 DJ", 2),
        ("G", "CA CJ CT", 1),
        ("G", "H7 DA SA", 0),
        ("H", "D7 HA HT", 1),
        ("N", "HT HJ HA", 2),
        ("N", "HT HJ H9", 1),
        ("N", "H7 CJ DJ", 0),
    ],
)
def test_tricks_from_the_rules(game, trick, won_by):
    assert winner(trick.split(), GameType("DHSCGN".index(game))) == won_by


# --- open_spiel, an independent engine

SPIEL_NAMES = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
SPIEL_PASS = 32
SPIEL_GAMES = {GameType.DIAMONDS: 33, GameType.HEARTS: 34, GameType.SPADES: 35, GameType.CLUBS: 36, GameType.GRAND: 37}
SPIEL_GAMES[GameType.NULL] = 38


def deal_and_declare(state, chance: random.Random, game: GameType) -> None:
    """Random cards; a random seat plays `game`, which open_spiel's one-step auction lets it choose; random discards."""
    while state.is_chance_node():
        state.apply_action(chance.choice(state.chance_outcomes())[0])
    while SPIEL_PASS in state.legal_actions():
        last = state.current_player() == 2
        state.apply_action(SPIEL_GAMES[game] if last or chance.random() < 0.3 else SPIEL_PASS)
    for _ in range(2):
        state.apply_action(chance.choice(state.legal_actions()))


def test_open_spiel_agrees_on_following_and_winners(scaled):
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game("skat")
    assert [spiel.new_initial_state().action_to_string(0, action) for action in range(32)] == SPIEL_NAMES
    chance = random.Random(2024)
    games, tricks = scaled(600), 0
    for number in range(games):
        game = GAMES[number % 6]
        state = spiel.new_initial_state()
        deal_and_declare(state, chance, game)
        tricks += compare_tricks(state, chance, game)
    assert tricks > 8 * games


def compare_tricks(state, chance: random.Random, game: GameType) -> int:
    """Play at random until open_spiel ends the game (a lost null at once); the number of tricks compared."""
    hands = printed_hands(state)
    tricks = 0
    while not state.is_terminal():
        seats, trick = [], []
        for _ in range(3):
            seat = state.current_player()
            led = led_mask(bit(trick[0]), game) if trick else 0
            theirs = [SPIEL_NAMES[action] for action in state.legal_actions()]
            ours = CardSet(legal_cards(hands[seat], led, trump_mask(game), False))
            assert ours == set(theirs), (game, trick, theirs)
            card = chance.choice(theirs)
            hands[seat] &= ~bit(card)
            seats.append(seat)
            trick.append(card)
            state.apply_action(SPIEL_NAMES.index(card))
        tricks += 1
        found = re.search(r"Last trick won by player (\d)", str(state))
        assert int(found[1]) == seats[winner(trick, game)], (game, trick)
    return tricks


def printed_hands(state) -> list[int]:
    """The ten cards of each seat at the first lead, as open_spiel prints them (Unicode playing cards)."""
    hands = [CardSet.of(map(card_name, line.split())).mask for line in re.findall(r"Player \d: (.*?) *\n", str(state))]
    assert [mask.bit_count() for mask in hands] == [10, 10, 10]
    return hands


def card_name(symbol: str) -> str:
    block, rank = divmod(ord(symbol) - 0x1F0A0, 16)
    return "SHDC"[block] + {1: "A", 7: "7", 8: "8", 9: "9", 10: "T", 11: "J", 13: "Q", 14: "K"}[rank]
