"""The compiled table: shuffle -> auction -> pick-up or hand -> declaration -> discard -> ten tricks -> score.

A game is a pure function of (seed, game, line-up, rules): the deal comes from the seed's deal stream, the k-th question
to a seat gets word k of the seat's own stream at that game.  Player p of the line-up sits at seat s where
(game + s) % 3 == p, so the deal moves on; the seat's stream does not depend on who sits there.

One `view` array holds what is public and is completed with the private slots of whoever is asked; everything hidden
lives in the `table` array, which no bot is handed.  An illegal answer stops the run at once and is reported.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from skatsim.bots import abi
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
    compile_for_lineup,
)
from skatsim.errors import SkatsimError
from skatsim.kernel import borrow_row, kernel, lowest_index, popcount, random_word, stream_key
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, contest, step_of_reserve
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BIDS, HAND_BIT, OUVERT_BIT, TYPE_BITS
from skatsim.rules.deals import (
    DEAL_STREAM,
    FOREHAND,
    MIDDLEHAND,
    REARHAND,
    SEAT_NAMES,
    WORDS_PER_GAME,
    check_game_name,
    deal_masks,
)
from skatsim.rules.declaring import may_declare
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import (
    is_decided,
    matador_count,
    null_below_bid,
    null_value,
    reached_levels,
    seeger_fabian,
    settle_game,
)
from skatsim.rules.tricks import NULL, led_mask, legal_cards, trick_winner, trump_mask
from skatsim.table.columns import DealColumns, OutcomeColumns, empty_deals, empty_outcomes, empty_plays

_HANDS: Final = 0
"""Three slots by seat: cards in hand."""
_SKAT: Final = 3
_DISCARD: Final = 4
_FOUND: Final = 5
"""The skat as the declarer found it; 0 in a hand game."""
_KEYS: Final = 6
"""Three slots by seat: key of the seat's random stream."""
_ASKED: Final = 9
"""Three slots by seat: questions put in this game."""
_PLAYERS: Final = 12
"""Three slots by seat: who sits there."""
_POSITION: Final = 15
_CARDS_PLAYED: Final = 16
_FAULT: Final = 17
"""After an illegal answer: 1 + question, seat, answer, game."""
_DECK: Final = 24
_TABLE_SIZE: Final = 56
_OTHERS_AT_THREE: Final = 40
_DECIDED: Final = 1


@kernel
def _ask(functions: Any, params: Any, workspace: Any, view: Any, table: Any, seat: int, question: int) -> int:
    """Put one question to the seat, with the next word of its stream."""
    view[SEAT] = seat
    view[HAND] = table[_HANDS + seat]
    word = random_word(table[_KEYS + seat], table[_POSITION] + table[_ASKED + seat])
    table[_ASKED + seat] += 1
    player = table[_PLAYERS + seat]
    decide = functions[4 * player + question]
    return decide(view, borrow_row(params, player), borrow_row(workspace, player), word)


@kernel
def _fault(table: Any, seat: int, question: int, answer: int) -> None:
    """Remember the first illegal answer."""
    if table[_FAULT] == 0:
        table[_FAULT] = 1 + question
        table[_FAULT + 1] = seat
        table[_FAULT + 2] = answer
        table[_FAULT + 3] = table[_POSITION] // WORDS_PER_GAME


@kernel
def _stage(
    functions: Any, params: Any, workspace: Any, view: Any, table: Any, bidder: int, holder: int, steps: int
) -> int:
    """One stage of the auction; returns the survivor."""
    most = step_of_reserve(_ask(functions, params, workspace, view, table, bidder, RESERVE), steps)
    held_most = step_of_reserve(_ask(functions, params, workspace, view, table, holder, RESERVE), steps)
    bidder_wins, said, held = contest(most, held_most, STEP_OF_BID[view[BID]])
    if said:
        view[REACHED + bidder] = BID_OF_STEP[said]
        view[BID] = BID_OF_STEP[said]
    if held:
        view[REACHED + holder] = BID_OF_STEP[held]
    view[PASSED + (holder if bidder_wins else bidder)] = 1
    return bidder if bidder_wins else holder


@kernel
def _auction(functions: Any, params: Any, workspace: Any, view: Any, table: Any, steps: int) -> int:
    """The declarer's seat, or -1 when all pass; the bid is left in the view."""
    view[STAGE] = 0
    survivor = _stage(functions, params, workspace, view, table, MIDDLEHAND, FOREHAND, steps)
    view[STAGE] = 1
    survivor = _stage(functions, params, workspace, view, table, REARHAND, survivor, steps)
    if view[BID] == 0:
        view[STAGE] = 2
        reserve = _ask(functions, params, workspace, view, table, FOREHAND, RESERVE)
        if step_of_reserve(reserve, steps) == 0:
            view[PASSED + FOREHAND] = 1
            return -1
        view[BID] = BIDS[0]
        view[REACHED + FOREHAND] = BIDS[0]
    view[STAGE] = 3
    return survivor


@kernel
def _declaration(functions: Any, params: Any, workspace: Any, view: Any, table: Any, declarer: int) -> None:
    """Hand or pick-up, contract and discard; leaves the contract in the view."""
    contract = _ask(functions, params, workspace, view, table, declarer, DECLARE)
    picked_up = 1 if contract & HAND_BIT == 0 else 0
    if picked_up:
        table[_FOUND] = view[SKAT] = table[_SKAT]
        table[_HANDS + declarer] |= table[_SKAT]
        contract = _ask(functions, params, workspace, view, table, declarer, DECLARE)
    if not may_declare(contract, picked_up, view[BID], view[NULL_BELOW_BID]):
        _fault(table, declarer, DECLARE, contract)
        return
    view[CONTRACT] = contract
    view[GAME_TYPE] = contract & TYPE_BITS
    view[TRUMPS] = trump_mask(contract & TYPE_BITS)
    if picked_up:
        _discard(functions, params, workspace, view, table, declarer)


@kernel
def _discard(functions: Any, params: Any, workspace: Any, view: Any, table: Any, declarer: int) -> None:
    discard = _ask(functions, params, workspace, view, table, declarer, DISCARD_TWO)
    hand = table[_HANDS + declarer]
    if popcount(discard & hand) != 2 or discard & ~hand:
        _fault(table, declarer, DISCARD_TWO, discard)
        return
    table[_DISCARD] = discard
    table[_HANDS + declarer] = hand & ~discard


@kernel
def _turn(functions: Any, params: Any, workspace: Any, view: Any, table: Any, seat: int, led: int) -> int:
    """One seat plays one card."""
    hand = table[_HANDS + seat]
    trumps = view[TRUMPS]
    legal = legal_cards(hand, led, trumps, view[MUST_TRUMP])
    is_declarer = seat == view[DECLARER]
    view[LEGAL] = legal
    view[SKAT] = table[_FOUND] if is_declarer else 0
    view[DISCARD] = table[_DISCARD] if is_declarer else 0
    card = _ask(functions, params, workspace, view, table, seat, PLAY)
    if card & legal == 0 or card & (card - 1):
        _fault(table, seat, PLAY, card)
        card = legal & -legal
    table[_HANDS + seat] = hand & ~card
    view[HISTORY + table[_CARDS_PLAYED]] = card
    table[_CARDS_PLAYED] += 1
    view[PLAYED] |= card
    view[PLAYED_BY + seat] |= card
    if led and card & led == 0:
        view[LACKS + seat] |= led
        if view[MUST_TRUMP] and card & trumps == 0:
            view[LACKS + seat] |= trumps
    if is_declarer and view[CONTRACT] & OUVERT_BIT:
        view[OPEN_HAND] = table[_HANDS + seat]
    return card


@kernel
def _trick(functions: Any, params: Any, workspace: Any, view: Any, table: Any, leader: int) -> int:
    """Play one trick and book it; returns the winner's seat."""
    view[LED] = 0
    view[TRICK_SIZE] = 0
    view[TABLE] = 0
    view[TABLE + 1] = 0
    seat_2 = leader + 1 if leader < 2 else 0
    seat_3 = seat_2 + 1 if seat_2 < 2 else 0
    game_type = view[GAME_TYPE]
    first = _turn(functions, params, workspace, view, table, leader, 0)
    led = led_mask(first, game_type)
    view[LED] = led
    view[TRICK_SIZE] = 1
    view[TABLE] = first
    second = _turn(functions, params, workspace, view, table, seat_2, led)
    view[TRICK_SIZE] = 2
    view[TABLE + 1] = second
    third = _turn(functions, params, workspace, view, table, seat_3, led)
    place = trick_winner(first, second, third, led, game_type)
    winner = leader if place == 0 else (seat_2 if place == 1 else seat_3)
    points = card_points(first | second | third)
    if winner == view[DECLARER]:
        view[DECLARER_POINTS] += points
        view[DECLARER_TRICKS] += 1
    else:
        view[DEFENDER_POINTS] += points
        view[DEFENDER_TRICKS] += 1
    return winner


@kernel
def _tricks(functions: Any, params: Any, workspace: Any, view: Any, table: Any, rules: RuleNumbers) -> None:
    """Card play until the tenth trick or until the game is decided."""
    leader = FOREHAND
    if view[CONTRACT] & OUVERT_BIT:
        view[OPEN_HAND] = table[_HANDS + view[DECLARER]]
    for trick in range(10):
        view[TRICK] = trick
        view[LEADER] = leader
        view[LEADERS + trick] = leader
        leader = _trick(functions, params, workspace, view, table, leader)
        if table[_FAULT]:
            return
        if is_decided(
            view[CONTRACT],
            view[DECLARER_TRICKS],
            view[DEFENDER_TRICKS],
            view[DEFENDER_POINTS],
            rules.schwarz_no_points,
        ):
            return


@kernel
def _book(outcomes: OutcomeColumns, row: int, view: Any, table: Any, rules: RuleNumbers) -> None:
    """Settle a played game and write its columns."""
    declarer = view[DECLARER]
    contract = view[CONTRACT]
    game_type = contract & TYPE_BITS
    bid = view[BID]
    put_away = table[_SKAT] if contract & HAND_BIT else table[_DISCARD]
    points = view[DECLARER_POINTS] + card_points(put_away)
    tricks = view[DECLARER_TRICKS]
    twelve = view[PLAYED_BY + declarer] | table[_HANDS + declarer] | put_away
    matadors = matador_count(twelve, game_type)
    if game_type == NULL and null_value(contract) < bid:
        value = null_below_bid(contract, bid, twelve, rules.null_below_bid)
        won, overbid, score = 0, 1, -2 * value
    else:
        value, won, overbid, score = settle_game(contract, bid, matadors, points, tricks, rules)
    if game_type != NULL:
        schneider, schwarz = reached_levels(contract, points, tricks, rules)
        outcomes.schneider[row] = schneider
        outcomes.schwarz[row] = schwarz
    outcomes.contract[row] = contract
    outcomes.bid[row] = bid
    outcomes.matadors[row] = matadors
    outcomes.card_points[row] = points
    outcomes.tricks[row] = tricks
    outcomes.won[row] = won
    outcomes.overbid[row] = overbid
    outcomes.game_value[row] = value
    outcomes.score[row] = score
    outcomes.seeger_fabian_forehand[row] = seeger_fabian(score, declarer == FOREHAND, _OTHERS_AT_THREE)
    outcomes.seeger_fabian_middlehand[row] = seeger_fabian(score, declarer == MIDDLEHAND, _OTHERS_AT_THREE)
    outcomes.seeger_fabian_rearhand[row] = seeger_fabian(score, declarer == REARHAND, _OTHERS_AT_THREE)
    outcomes.ending[row] = _DECIDED if table[_CARDS_PLAYED] < 30 else 0


@kernel
def _play_deal(functions: Any, params: Any, workspace: Any, view: Any, table: Any, rules: RuleNumbers) -> None:
    """Auction to last trick of the deal that lies in `table`; the result is left in `view` and `table`."""
    view[:] = 0
    view[LEADERS : LEADERS + 10] = -1
    view[DECLARER] = -1
    view[NULL_BELOW_BID] = rules.null_below_bid
    view[MUST_TRUMP] = rules.void_must_trump
    view[LADDER_TOP] = BID_OF_STEP[rules.ladder_steps]
    table[_ASKED : _ASKED + 3] = 0
    table[_CARDS_PLAYED] = 0
    table[_DISCARD] = 0
    table[_FOUND] = 0
    declarer = _auction(functions, params, workspace, view, table, rules.ladder_steps)
    if declarer >= 0:
        view[DECLARER] = declarer
        _declaration(functions, params, workspace, view, table, declarer)
        if table[_FAULT] == 0:
            _tricks(functions, params, workspace, view, table, rules)


@kernel
def _simulate(
    functions: Any,
    params: Any,
    workspace: Any,
    scratch: Any,
    outcomes: OutcomeColumns,
    deals: DealColumns,
    plays: Any,
    seed: int,
    first_game: int,
    rules: RuleNumbers,
) -> None:
    """Play games [first_game, first_game + rows); stops at a fault, which is left in `scratch`."""
    view = scratch[:VIEW_SIZE]
    table = scratch[VIEW_SIZE:]
    table[_FAULT] = 0
    key = stream_key(seed, DEAL_STREAM)
    for seat in range(3):
        table[_KEYS + seat] = stream_key(seed, 1 + seat)
    for row in range(len(outcomes.declarer)):
        game = first_game + row
        forehand, middlehand, rearhand, skat = deal_masks(key, game, table[_DECK:])
        table[_HANDS] = forehand
        table[_HANDS + 1] = middlehand
        table[_HANDS + 2] = rearhand
        table[_SKAT] = skat
        table[_POSITION] = game * WORDS_PER_GAME
        for seat in range(3):
            table[_PLAYERS + seat] = (game + seat) % 3
        _play_deal(functions, params, workspace, view, table, rules)
        if table[_FAULT]:
            return
        outcomes.bid_forehand[row] = view[REACHED]
        outcomes.bid_middlehand[row] = view[REACHED + 1]
        outcomes.bid_rearhand[row] = view[REACHED + 2]
        outcomes.declarer[row] = view[DECLARER]
        if view[DECLARER] >= 0:
            _book(outcomes, row, view, table, rules)
        if len(deals.skat):
            deals.hand_forehand[row] = forehand
            deals.hand_middlehand[row] = middlehand
            deals.hand_rearhand[row] = rearhand
            deals.skat[row] = skat
            deals.discard[row] = table[_DISCARD]
        if len(plays):
            for i in range(table[_CARDS_PLAYED]):
                plays[row, i] = lowest_index(view[HISTORY + i])


class Chunk(NamedTuple):
    """Games in a row: outcomes, and deals and card play where they were asked for."""

    outcomes: OutcomeColumns
    deals: DealColumns | None
    plays: Any


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
        Which games; 0 <= seed < 2**63.  A call costs about 0.5 ms: ask for 50,000 games or more at a time.
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
    outcomes = empty_outcomes(games)
    deal_columns = empty_deals(games if deals else 0)
    play_column = empty_plays(games if plays else 0)
    scratch = np.zeros(VIEW_SIZE + _TABLE_SIZE, dtype=np.int64)
    arguments = (
        lineup.params,
        lineup.fresh_workspace(),
        scratch,
        outcomes,
        deal_columns,
        play_column,
        seed,
        first_game,
        rules.numbers,
    )
    compile_for_lineup(_simulate, *arguments)
    _simulate(lineup.functions, *arguments)
    _raise_fault(scratch[VIEW_SIZE:])
    return Chunk(outcomes, deal_columns if deals else None, play_column if plays else None)


def _raise_fault(table: Any) -> None:
    if not table[_FAULT]:
        return
    question, seat, answer, game = (int(number) for number in table[_FAULT : _FAULT + 4])
    player = (game + seat) % 3
    raise SkatsimError(
        f"player {player + 1} of the line-up, at {SEAT_NAMES[seat]} in game {game}, answered "
        f"{abi.QUESTIONS[question - 1]} illegally ({answer:#x}); the bot must be mended"
    )
