"""The compiled table: shuffle -> auction -> pick-up or hand -> declaration -> discard -> ten tricks -> score.

A game is a pure function of (seed, game, line-up, rules): the deal comes from the seed's deal stream, the k-th question
to a seat gets word k of the seat's own stream at that game.  Player p of the line-up sits at seat s where
(game + s) % 3 == p, so the deal moves on; the seat's stream does not depend on who sits there.

All state is one int64 array.  Its first VIEW_SIZE words are the view: what is public, completed with the private slots
of whoever is asked; a bot is handed these, its own parameters and its own scratch memory, and nothing of the hidden
words behind them.  An illegal answer stops the run at once and is reported.
"""

from typing import Final, NamedTuple

import numpy as np

from skatsim.bots.abi import (
    BID,
    CONTRACT,
    DECLARE,
    DECLARER,
    DECLARER_POINTS,
    DECLARER_TRICKS,
    DEFENDER_POINTS,
    DEFENDER_TRICKS,
    DISCARD,
    DISCARD_TWO,
    GAME_TYPE,
    HAND,
    HISTORY,
    LACKS,
    LADDER_TOP,
    LEADER,
    LEADERS,
    LED,
    LEGAL,
    MUST_TRUMP,
    NULL_BELOW_BID,
    OPEN_HAND,
    PASSED,
    PLAY,
    PLAYED,
    PLAYED_BY,
    QUESTIONS,
    REACHED,
    RESERVE,
    SEAT,
    SKAT,
    STAGE,
    TABLE,
    TRICK,
    TRICK_SIZE,
    TRUMPS,
    VIEW_SIZE,
    Lineup,
    decide,
)
from skatsim.errors import SkatsimError
from skatsim.kernel import borrow, borrow_floats, kernel, lowest_index, popcount, random_word, stream_key
from skatsim.kernel.types import Bytes, Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, contest, step_of_reserve
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BIDS, HAND_BIT, OUVERT_BIT, TYPE_BITS
from skatsim.rules.deals import DEAL_STREAM, DECK_SIZE, WORDS_PER_GAME, check_game_name, deal_masks
from skatsim.rules.declaring import may_declare
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import (
    is_decided,
    matador_count,
    reached_levels,
    seeger_fabian,
    settle_game,
)
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES
from skatsim.rules.tricks import NULL, led_mask, legal_cards, trick_winner, trump_mask
from skatsim.table.columns import DealColumns, OutcomeColumns, empty_deals, empty_outcomes, empty_plays

HANDS: Final = VIEW_SIZE
"""Three slots by seat: cards in hand.  Here the hidden part of the state begins."""
DEALT_SKAT: Final = HANDS + 3
PUT_AWAY: Final = HANDS + 4
"""The declarer's two discards; 0 in a hand game."""
FOUND: Final = HANDS + 5
"""The skat as the declarer picked it up; 0 in a hand game."""
SEAT_KEYS: Final = HANDS + 6
"""Three slots by seat: key of the seat's random stream."""
ASKED: Final = HANDS + 9
"""Three slots by seat: position of the next word of its stream."""
PLAYERS: Final = HANDS + 12
"""Three slots by seat: who of the line-up sits there."""
CARDS_PLAYED: Final = HANDS + 15
FAULT: Final = HANDS + 16
"""After an illegal answer: 1 + question, seat, answer."""
PARAM_COUNT: Final = HANDS + 19
WORKSPACE_SIZE: Final = HANDS + 20
ADDRESSES: Final = HANDS + 21
"""Twelve slots: where the players' kernels are, player-major."""
DECK: Final = ADDRESSES + 12
"""DECK_SIZE slots: scratch for the shuffle."""
PARAMS: Final = DECK + DECK_SIZE
"""Three players' parameters (float64), then their workspaces."""

_OTHERS_AT_THREE: Final = 40
_DECIDED: Final = 1


def new_state(lineup: Lineup) -> Ints:
    """State for one thread: int64, the line-up's addresses and parameters laid in."""
    count = lineup.params.shape[1]
    state = np.zeros(PARAMS + 3 * count + 3 * lineup.workspace_size, dtype=np.int64)
    state[PARAM_COUNT] = count
    state[WORKSPACE_SIZE] = lineup.workspace_size
    state[ADDRESSES : ADDRESSES + 12] = lineup.addresses
    state[PARAMS : PARAMS + 3 * count] = lineup.params.reshape(-1).view(np.int64)
    return state


@kernel(inline=True)
def _ask(state: Ints, seat: int, question: int) -> int:
    """Put one question to the seat, with the next word of its stream."""
    state[SEAT] = seat
    state[HAND] = state[HANDS + seat]
    word = random_word(state[SEAT_KEYS + seat], state[ASKED + seat])
    state[ASKED + seat] += 1
    player = state[PLAYERS + seat]
    count = state[PARAM_COUNT]
    size = state[WORKSPACE_SIZE]
    return decide(
        state[ADDRESSES + 4 * player + question],
        borrow(state, 0, VIEW_SIZE),
        borrow_floats(state, PARAMS + player * count, count),
        borrow(state, PARAMS + 3 * count + player * size, size),
        word,
    )


@kernel
def _fault(state: Ints, seat: int, question: int, answer: int) -> None:
    """Remember the first illegal answer."""
    if state[FAULT] == 0:
        state[FAULT] = 1 + question
        state[FAULT + 1] = seat
        state[FAULT + 2] = answer


@kernel
def _stage(state: Ints, bidder: int, holder: int, steps: int) -> int:
    """One stage of the auction; returns the survivor."""
    most = step_of_reserve(_ask(state, bidder, RESERVE), steps)
    held_most = step_of_reserve(_ask(state, holder, RESERVE), steps)
    bidder_wins, said, held = contest(most, held_most, STEP_OF_BID[state[BID]])
    if said:
        state[REACHED + bidder] = BID_OF_STEP[said]
        state[BID] = BID_OF_STEP[said]
    if held:
        state[REACHED + holder] = BID_OF_STEP[held]
    state[PASSED + (holder if bidder_wins else bidder)] = 1
    return bidder if bidder_wins else holder


@kernel
def _auction(state: Ints, steps: int) -> int:
    """The declarer's seat, or -1 when all pass; the bid is left in the view."""
    state[STAGE] = 0
    survivor = _stage(state, MIDDLEHAND, FOREHAND, steps)
    state[STAGE] = 1
    survivor = _stage(state, REARHAND, survivor, steps)
    if state[BID] == 0:
        state[STAGE] = 2
        reserve = _ask(state, FOREHAND, RESERVE)
        if step_of_reserve(reserve, steps) == 0:
            state[PASSED + FOREHAND] = 1
            return -1
        state[BID] = BIDS[0]
        state[REACHED + FOREHAND] = BIDS[0]
    state[STAGE] = 3
    return survivor


@kernel
def _declaration(state: Ints, declarer: int) -> None:
    """Hand or pick-up, contract and discard; leaves the contract in the view."""
    contract = _ask(state, declarer, DECLARE)
    picked_up = 1 if contract & HAND_BIT == 0 else 0
    if picked_up:
        state[FOUND] = state[SKAT] = state[DEALT_SKAT]
        state[HANDS + declarer] |= state[DEALT_SKAT]
        contract = _ask(state, declarer, DECLARE)
    if not may_declare(contract, picked_up, state[BID], state[NULL_BELOW_BID]):
        _fault(state, declarer, DECLARE, contract)
        return
    state[CONTRACT] = contract
    state[GAME_TYPE] = contract & TYPE_BITS
    state[TRUMPS] = trump_mask(contract & TYPE_BITS)
    if picked_up:
        _discard(state, declarer)


@kernel
def _discard(state: Ints, declarer: int) -> None:
    discard = _ask(state, declarer, DISCARD_TWO)
    hand = state[HANDS + declarer]
    if popcount(discard & hand) != 2 or discard & ~hand:
        _fault(state, declarer, DISCARD_TWO, discard)
        return
    state[PUT_AWAY] = discard
    state[HANDS + declarer] = hand & ~discard


@kernel(inline=True)
def _turn(state: Ints, seat: int, led: int) -> int:
    """One seat plays one card."""
    hand = state[HANDS + seat]
    trumps = state[TRUMPS]
    legal = legal_cards(hand, led, trumps, state[MUST_TRUMP])
    own = -1 if seat == state[DECLARER] else 0  # a mask: branches on chance cost the engine a tenth of its time
    state[LEGAL] = legal
    state[SKAT] = state[FOUND] & own
    state[DISCARD] = state[PUT_AWAY] & own
    card = _ask(state, seat, PLAY)
    if card & legal == 0 or card & (card - 1):
        _fault(state, seat, PLAY, card)
        card = legal & -legal
    state[HANDS + seat] = hand & ~card
    state[HISTORY + state[CARDS_PLAYED]] = card
    state[CARDS_PLAYED] += 1
    state[PLAYED] |= card
    state[PLAYED_BY + seat] |= card
    lacks = 0 if card & led else led
    if state[MUST_TRUMP] and lacks and card & trumps == 0:
        lacks |= trumps
    state[LACKS + seat] |= lacks
    if state[CONTRACT] & OUVERT_BIT and own:
        state[OPEN_HAND] = state[HANDS + seat]
    return card


@kernel
def _trick(state: Ints, leader: int) -> int:
    """Play one trick and book it; returns the winner's seat."""
    state[LED] = 0
    state[TRICK_SIZE] = 0
    state[TABLE] = 0
    state[TABLE + 1] = 0
    seat_2 = leader + 1 if leader < 2 else 0
    seat_3 = seat_2 + 1 if seat_2 < 2 else 0
    game_type = state[GAME_TYPE]
    first = _turn(state, leader, 0)
    led = led_mask(first, game_type)
    state[LED] = led
    state[TRICK_SIZE] = 1
    state[TABLE] = first
    second = _turn(state, seat_2, led)
    state[TRICK_SIZE] = 2
    state[TABLE + 1] = second
    third = _turn(state, seat_3, led)
    place = trick_winner(first, second, third, led, game_type)
    winner = leader + place
    winner = winner - 3 if winner > 2 else winner
    points = card_points(first | second | third)
    won = 1 if winner == state[DECLARER] else 0
    state[DECLARER_POINTS] += points & -won
    state[DECLARER_TRICKS] += won
    state[DEFENDER_POINTS] += points & (won - 1)
    state[DEFENDER_TRICKS] += 1 - won
    return winner


@kernel
def _tricks(state: Ints, rules: RuleNumbers) -> None:
    """Card play until the tenth trick or until the game is decided."""
    leader = FOREHAND
    if state[CONTRACT] & OUVERT_BIT:
        state[OPEN_HAND] = state[HANDS + state[DECLARER]]
    for trick in range(10):
        state[TRICK] = trick
        state[LEADER] = leader
        state[LEADERS + trick] = leader
        leader = _trick(state, leader)
        if state[FAULT]:
            return
        if is_decided(
            state[CONTRACT],
            state[DECLARER_TRICKS],
            state[DEFENDER_TRICKS],
            state[DEFENDER_POINTS],
            rules.schwarz_no_points,
        ):
            return


@kernel
def book(outcomes: OutcomeColumns, row: int, state: Ints, rules: RuleNumbers) -> None:
    """Write the columns of the game that `play_deal` left in `state`."""
    outcomes.bid_forehand[row] = state[REACHED]
    outcomes.bid_middlehand[row] = state[REACHED + 1]
    outcomes.bid_rearhand[row] = state[REACHED + 2]
    outcomes.declarer[row] = state[DECLARER]
    if state[DECLARER] >= 0:
        _settle(outcomes, row, state, rules)


@kernel
def _settle(outcomes: OutcomeColumns, row: int, state: Ints, rules: RuleNumbers) -> None:
    declarer = state[DECLARER]
    contract = state[CONTRACT]
    game_type = contract & TYPE_BITS
    bid = state[BID]
    put_away = state[DEALT_SKAT] if contract & HAND_BIT else state[PUT_AWAY]
    points = state[DECLARER_POINTS] + card_points(put_away)
    tricks = state[DECLARER_TRICKS]
    twelve = state[PLAYED_BY + declarer] | state[HANDS + declarer] | put_away
    value, won, overbid, score = settle_game(contract, bid, twelve, points, tricks, rules)
    if game_type != NULL:
        schneider, schwarz = reached_levels(contract, points, tricks, rules)
        outcomes.schneider[row] = schneider
        outcomes.schwarz[row] = schwarz
    outcomes.contract[row] = contract
    outcomes.bid[row] = bid
    outcomes.matadors[row] = matador_count(twelve, game_type)
    outcomes.card_points[row] = points
    outcomes.tricks[row] = tricks
    outcomes.won[row] = won
    outcomes.overbid[row] = overbid
    outcomes.game_value[row] = value
    outcomes.score[row] = score
    outcomes.seeger_fabian_forehand[row] = seeger_fabian(score, declarer == FOREHAND, _OTHERS_AT_THREE)
    outcomes.seeger_fabian_middlehand[row] = seeger_fabian(score, declarer == MIDDLEHAND, _OTHERS_AT_THREE)
    outcomes.seeger_fabian_rearhand[row] = seeger_fabian(score, declarer == REARHAND, _OTHERS_AT_THREE)
    outcomes.ending[row] = _DECIDED if state[CARDS_PLAYED] < 30 else 0


@kernel
def sit_down(state: Ints, seed: int, game: int, first_player: int) -> None:
    """Give the seats their streams of (seed, game) and their players, `first_player` at forehand."""
    for seat in range(3):
        state[SEAT_KEYS + seat] = stream_key(seed, 1 + seat)
        state[ASKED + seat] = game * WORDS_PER_GAME
        state[PLAYERS + seat] = (first_player + seat) % 3


@kernel
def play_deal(state: Ints, rules: RuleNumbers) -> None:
    """Auction to last trick of the cards that lie in HANDS and DEALT_SKAT; the result is left in `state`.

    Before it come the cards and `sit_down`; after it FAULT tells whether a bot answered illegally.
    """
    state[:VIEW_SIZE] = 0
    state[LEADERS : LEADERS + 10] = -1
    state[DECLARER] = -1
    state[NULL_BELOW_BID] = rules.null_below_bid
    state[MUST_TRUMP] = rules.void_must_trump
    state[LADDER_TOP] = BID_OF_STEP[rules.ladder_steps]
    state[CARDS_PLAYED] = 0
    state[PUT_AWAY] = 0
    state[FOUND] = 0
    state[FAULT] = 0
    declarer = _auction(state, rules.ladder_steps)
    if declarer >= 0:
        state[DECLARER] = declarer
        _declaration(state, declarer)
        if state[FAULT] == 0:
            _tricks(state, rules)


@kernel
def _simulate(
    state: Ints,
    outcomes: OutcomeColumns,
    deals: DealColumns,
    plays: Bytes,
    seed: int,
    first_game: int,
    rules: RuleNumbers,
) -> int:
    """Play games [first_game, first_game + rows); returns the rows done: fewer after a fault, left in `state`."""
    key = stream_key(seed, DEAL_STREAM)
    state = borrow(state, 0, len(state))  # unowned: no reference counting in what follows
    deck = borrow(state, DECK, DECK_SIZE)
    for row in range(len(outcomes.declarer)):
        game = first_game + row
        forehand, middlehand, rearhand, skat = deal_masks(key, game, deck)
        state[HANDS] = forehand
        state[HANDS + 1] = middlehand
        state[HANDS + 2] = rearhand
        state[DEALT_SKAT] = skat
        sit_down(state, seed, game, game % 3)
        play_deal(state, rules)
        if state[FAULT]:
            return row
        book(outcomes, row, state, rules)
        if len(deals.skat):
            deals.hand_forehand[row] = forehand
            deals.hand_middlehand[row] = middlehand
            deals.hand_rearhand[row] = rearhand
            deals.skat[row] = skat
            deals.discard[row] = state[PUT_AWAY]
        if len(plays):
            for i in range(state[CARDS_PLAYED]):
                plays[row, i] = lowest_index(state[HISTORY + i])
    return len(outcomes.declarer)


class Chunk(NamedTuple):
    """Games in a row: outcomes, and deals and card play where they were asked for."""

    outcomes: OutcomeColumns
    deals: DealColumns | None
    plays: Bytes | None


def simulate_games(
    seed: int,
    first_game: int,
    games: int,
    lineup: Lineup,
    rules: RuleSet = ISKO,
    *,
    deals: bool = False,
    plays: bool = False,
) -> Chunk:
    """Play games [first_game, first_game + games) of `seed`; releases the GIL, safe from several threads at once.

    Parameters
    ----------
    seed, first_game, games
        Which games; 0 <= seed < 2**63.  A call has a fixed cost: ask for 50,000 games or more at a time.
    lineup
        Three players, see `skatsim.bots.abi.make_lineup`.
    rules
        The rule set.
    deals, plays
        Whether to return the cards and the card play too.

    Raises
    ------
    SkatsimError
        For a game out of range, or when a bot answered illegally: bot's place, game, question and answer.
    """
    check_game_name(seed, first_game)
    check_game_name(seed, first_game + games)
    state = new_state(lineup)
    outcomes = empty_outcomes(games)
    deal_columns = empty_deals(games if deals else 0)
    play_column = empty_plays(games if plays else 0)
    done = _simulate(state, outcomes, deal_columns, play_column, seed, first_game, rules.numbers)
    if done < games:
        raise_fault(state, first_game + done)
    return Chunk(outcomes, deal_columns if deals else None, play_column if plays else None)


def raise_fault(state: Ints, game: int) -> None:
    """Say which bot answered illegally in `game`."""
    question, seat, answer = (int(number) for number in state[FAULT : FAULT + 3])
    player = int(state[PLAYERS + seat])
    raise SkatsimError(
        f"player {player + 1} of the line-up, at {SEAT_NAMES[seat]} in game {game}, answered "
        f"{QUESTIONS[question - 1]} illegally ({answer:#x}); the bot must be mended"
    )
