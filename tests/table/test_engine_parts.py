"""The parts of a game by themselves: cards dealt around what is known, the play from a contract that is known."""

import itertools

import numpy as np
import pytest
from scipy import stats

from skatsim.bots import abi, registry
from skatsim.bots.bot import make_lineup
from skatsim.bots.card_play import play_tricks
from skatsim.bots.state import DEALT_SKAT, FAULT, HANDS, VIEW, new_state
from skatsim.kernel import kernel, words_at
from skatsim.rules.cards import ALL
from skatsim.rules.contracts import HAND_BIT
from skatsim.rules.deals import DECK_SIZE, deal_around
from skatsim.rules.ruleset import ISKO
from skatsim.table.engine import clear_table, simulate_games, sit_down, take_contract


def known(*sizes: int) -> np.ndarray:
    """So many cards at each place, lowest first; the rest is not known."""
    cards = iter(range(32))
    return np.array([sum(1 << next(cards) for _ in range(size)) for size in sizes], dtype=np.int64)


def dealt(fixed: np.ndarray, first: int, game: int, key: int = 99) -> tuple[int, ...]:
    places = fixed.copy()
    deal_around(places, first, key, game, np.zeros(DECK_SIZE, dtype=np.int64))
    return tuple(int(cards) for cards in places)


@pytest.mark.parametrize(
    ("sizes", "ways"),
    [((10, 9, 8, 1), 12), ((9, 9, 10, 1), 6), ((8, 10, 8, 2), 6), ((10, 10, 10, 0), 1), ((9, 8, 10, 1), 12)],
)
@pytest.mark.parametrize("first", range(3))
def test_every_way_to_deal_the_rest_is_equally_likely(sizes, ways, first, scaled) -> None:
    fixed = known(*sizes)
    count = max(300, scaled(6_000))
    seen: dict[tuple[int, ...], int] = {}
    for game in range(count):
        places = dealt(fixed, first, game)
        assert [cards.bit_count() for cards in places] == [10, 10, 10, 2]
        assert sum(places) == ALL
        assert all(cards & was == was for cards, was in zip(places, fixed.tolist(), strict=True))
        seen[places] = seen.get(places, 0) + 1
    assert len(seen) == ways
    if ways > 1:
        assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_nothing_known_is_a_deal_like_any_other(scaled) -> None:
    """Each card is as often at each place as it must be (32/31: places are drawn without replacement)."""
    count = max(200, scaled(4_000))
    lies = np.zeros((32, 4))
    for game in range(count):
        for place, cards in enumerate(dealt(known(0, 0, 0, 0), 1, game)):
            lies[[card for card in range(32) if cards >> card & 1], place] += 1
    expected = count * np.array([10, 10, 10, 2]) / 32
    statistic = ((lies - expected) ** 2 / expected).sum() * 31 / 32
    assert 1e-4 < stats.chi2.sf(statistic, 31 * 3) < 1 - 1e-4


@kernel
def _play_from_contract(state, cards, auction, contract, discard, rules):  # type: ignore[no-untyped-def]
    """The play of one game whose deal, auction (declarer, bid, three said) and declaration are known."""
    clear_table(state, rules)
    for seat in range(3):
        state[HANDS + seat] = cards[seat]
    state[DEALT_SKAT] = cards[3]
    sit_down(state, 0, 0, 0)
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    view[abi.BID] = auction[1]
    for seat in range(3):
        view[abi.REACHED + seat] = auction[2 + seat]
        view[abi.PASSED + seat] = 1 if seat != auction[0] else 0
    take_contract(state, auction[0], contract, discard)
    play_tricks(state, rules)
    for place in range(30):
        cards[4 + place] = view[abi.HISTORY + place]
    return state[FAULT]


def test_a_game_goes_on_from_its_contract_as_it_was_played(scaled) -> None:
    """The heuristic bot asks for no random word: from the declaration on it plays the same cards again."""
    games = max(30, scaled(600))
    lineup = make_lineup([(registry.get("heuristic"), {})] * 3)
    chunk = simulate_games(3, 0, games, lineup, deals=True, plays=True)
    assert chunk.deals is not None
    assert chunk.plays is not None
    outcomes, state, kinds = chunk.outcomes, new_state(lineup), set()
    for game in range(games):
        declarer = int(outcomes.declarer[game])
        if declarer < 0:
            continue
        cards = np.zeros(34, dtype=np.int64)
        cards[:4] = [column[game] for column in list(chunk.deals)[:4]]
        said = (outcomes.bid_forehand[game], outcomes.bid_middlehand[game], outcomes.bid_rearhand[game])
        auction = np.array([declarer, outcomes.bid[game], *said], dtype=np.int64)
        contract, discard = int(outcomes.contract[game]), int(chunk.deals.discard[game])
        assert _play_from_contract(state, cards, auction, contract, discard, ISKO.numbers) == 0
        played = [1 << int(card) for card in itertools.takewhile(lambda card: card != 255, chunk.plays[game])]
        assert [card for card in cards[4:].tolist() if card] == played
        kinds.add(bool(contract & HAND_BIT))
    assert kinds == {True, False}
