"""The compiled table: shuffle -> auction -> pick-up or hand -> declaration -> discard -> ten tricks -> score.

A game is a pure function of (seed, game, line-up, rules): the deal comes from the seed's deal stream, the k-th question
to a seat gets word k of the seat's own stream at that game.  Player p of the line-up sits at seat s where
(game + s) % 3 == p, so the deal moves on; the seat's stream does not depend on who sits there.

State and questions lie in `skatsim.bots.state`, card play in `skatsim.bots.card_play`.  An illegal answer stops the run
at once and is reported.
"""

from typing import Final, NamedTuple

from skatsim.bots import abi
from skatsim.bots.bot import Lineup
from skatsim.bots.card_play import play_tricks
from skatsim.bots.failures import raise_failure
from skatsim.bots.mover import clear_view, name_contract
from skatsim.bots.state import (
    ASKED,
    CARDS_PLAYED,
    DEALT_SKAT,
    DECK,
    FAULT,
    FOUND,
    HANDS,
    PLAYERS,
    PUT_AWAY,
    SEAT_KEYS,
    VIEW,
    ask,
    fault,
    new_state,
)
from skatsim.errors import SkatsimError
from skatsim.kernel import borrow, kernel, lowest_index, popcount, stream_key, words_at
from skatsim.kernel.types import Bytes, Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, contest, step_of_reserve
from skatsim.rules.cards import card_points
from skatsim.rules.contracts import BIDS, HAND_BIT, TYPE_BITS
from skatsim.rules.deals import DEAL_STREAM, DECK_SIZE, WORDS_PER_GAME, check_game_name, deal_masks
from skatsim.rules.declaring import may_declare
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import (
    matador_count,
    reached_levels,
    seeger_fabian,
    settle_game,
)
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND, SEAT_NAMES
from skatsim.rules.tricks import NULL
from skatsim.table.columns import DealColumns, OutcomeColumns, empty_deals, empty_outcomes, empty_plays

_OTHERS_AT_THREE: Final = 40
_DECIDED: Final = 1


@kernel
def _stage(state: Ints, bidder: int, holder: int, steps: int) -> int:
    """One stage of the auction; returns the survivor."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    most = step_of_reserve(ask(state, bidder, abi.RESERVE), steps)
    held_most = step_of_reserve(ask(state, holder, abi.RESERVE), steps)
    bidder_wins, said, held = contest(most, held_most, STEP_OF_BID[view[abi.BID]])
    if said:
        view[abi.REACHED + bidder] = BID_OF_STEP[said]
        view[abi.BID] = BID_OF_STEP[said]
    if held:
        view[abi.REACHED + holder] = BID_OF_STEP[held]
    view[abi.PASSED + (holder if bidder_wins else bidder)] = 1
    return bidder if bidder_wins else holder


@kernel
def hold_auction(state: Ints, steps: int) -> int:
    """The declarer's seat, or -1 when all pass; the bid is left in the view."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    view[abi.STAGE] = 0
    survivor = _stage(state, MIDDLEHAND, FOREHAND, steps)
    view[abi.STAGE] = 1
    survivor = _stage(state, REARHAND, survivor, steps)
    if view[abi.BID] == 0:
        view[abi.STAGE] = 2
        reserve = ask(state, FOREHAND, abi.RESERVE)
        if step_of_reserve(reserve, steps) == 0:
            view[abi.PASSED + FOREHAND] = 1
            return -1
        view[abi.BID] = BIDS[0]
        view[abi.REACHED + FOREHAND] = BIDS[0]
    view[abi.STAGE] = 3
    return survivor


@kernel
def declare(state: Ints, declarer: int) -> None:
    """Hand or pick-up, contract and discard, as the declarer's bot decides; the bid lies in the view."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    view[abi.DECLARER] = declarer
    contract = ask(state, declarer, abi.DECLARE)
    picked_up = 1 if contract & HAND_BIT == 0 else 0
    if picked_up:
        pick_up(state, declarer)
        contract = ask(state, declarer, abi.DECLARE)
    if not may_declare(contract, picked_up, view[abi.BID], view[abi.NULL_BELOW_BID]):
        fault(state, declarer, abi.DECLARE, contract)
        return
    name_contract(view, contract)
    if picked_up:
        ask_discard(state, declarer)


@kernel
def ask_discard(state: Ints, declarer: int) -> None:
    """The two cards the declarer's bot puts away, the contract named."""
    discard = ask(state, declarer, abi.DISCARD_TWO)
    hand = state[HANDS + declarer]
    if popcount(discard & hand) != 2 or discard & ~hand:
        fault(state, declarer, abi.DISCARD_TWO, discard)
        return
    put_away(state, declarer, discard)


@kernel
def take_contract(state: Ints, declarer: int, contract: int, discard: int) -> None:
    """Lay the table as `declare` leaves it for a contract and a discard that are known (0: a hand game).

    Before it the bid lies in the view and the cards as dealt in HANDS and DEALT_SKAT; what the auction told (REACHED,
    PASSED) stays as it is.
    """
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    view[abi.STAGE] = 3
    view[abi.DECLARER] = declarer
    if contract & HAND_BIT == 0:
        pick_up(state, declarer)
        put_away(state, declarer, discard)
    name_contract(view, contract)


@kernel
def pick_up(state: Ints, declarer: int) -> None:
    """The declarer takes the skat into his hand."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    state[FOUND] = view[abi.SKAT] = state[DEALT_SKAT]
    state[HANDS + declarer] |= state[DEALT_SKAT]


@kernel
def put_away(state: Ints, declarer: int, discard: int) -> None:
    """Lay the declarer's two cards aside."""
    state[PUT_AWAY] = discard
    state[HANDS + declarer] &= ~discard


@kernel
def book(outcomes: OutcomeColumns, row: int, state: Ints, rules: RuleNumbers) -> None:
    """Write the columns of the game that `play_deal` left in `state`."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    outcomes.bid_forehand[row] = view[abi.REACHED]
    outcomes.bid_middlehand[row] = view[abi.REACHED + 1]
    outcomes.bid_rearhand[row] = view[abi.REACHED + 2]
    outcomes.declarer[row] = view[abi.DECLARER]
    if view[abi.DECLARER] >= 0:
        _settle(outcomes, row, state, rules)


@kernel
def _settle(outcomes: OutcomeColumns, row: int, state: Ints, rules: RuleNumbers) -> None:
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    declarer = view[abi.DECLARER]
    contract = view[abi.CONTRACT]
    game_type = contract & TYPE_BITS
    bid = view[abi.BID]
    put_away = state[DEALT_SKAT] if contract & HAND_BIT else state[PUT_AWAY]
    points = view[abi.DECLARER_POINTS] + card_points(put_away)
    tricks = view[abi.DECLARER_TRICKS]
    twelve = view[abi.PLAYED_BY + declarer] | state[HANDS + declarer] | put_away
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
def clear_table(state: Ints, rules: RuleNumbers) -> None:
    """Before a deal: an empty view, nothing played, no fault."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    clear_view(view, rules.null_below_bid, rules.void_must_trump, BID_OF_STEP[rules.ladder_steps])
    state[CARDS_PLAYED] = 0
    state[PUT_AWAY] = 0
    state[FOUND] = 0
    state[FAULT] = 0


@kernel
def play_on(state: Ints, declarer: int, rules: RuleNumbers) -> None:
    """From the end of the auction to the end of the game."""
    if declarer >= 0:
        declare(state, declarer)
        if state[FAULT] == 0:
            play_tricks(state, rules)


@kernel
def play_deal(state: Ints, rules: RuleNumbers) -> None:
    """Auction to last trick of the cards that lie in HANDS and DEALT_SKAT; the result is left in `state`.

    Before it come the cards and `sit_down`; after it FAULT tells whether a bot answered illegally.  A game whose
    contract is known begins with `clear_table` and `take_contract` and goes on with `play_tricks`.
    """
    clear_table(state, rules)
    play_on(state, hold_auction(state, rules.ladder_steps), rules)


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
    view = words_at(state[VIEW], abi.VIEW_SIZE)
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
                plays[row, i] = lowest_index(view[abi.HISTORY + i])
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
        Three players, see `skatsim.bots.bot.make_lineup`.
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
    raise_failure(f" in game {game}")
    if answer == abi.FAILED:
        raise KeyboardInterrupt  # nothing else keeps plain Python from answering
    raise SkatsimError(
        f"player {player + 1} of the line-up, at {SEAT_NAMES[seat]} in game {game}, answered "
        f"{abi.QUESTIONS[question - 1]} illegally ({answer:#x}); the bot must be mended"
    )
