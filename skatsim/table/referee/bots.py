"""The referee's own run of a simulated game: it deals, asks the bots and rules on every answer.

Player p of the line-up sits in game g at the seat s with (g + s) % 3 == p.  Every question has its own random word:
number 64 * game + k of the seat's stream, k counting the questions put to that seat in this game.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.bot import Lineup
from skatsim.bots.failures import raise_failure
from skatsim.errors import SkatsimError
from skatsim.kernel import random_word, stream_key
from skatsim.rules.cards import CARD_NAMES
from skatsim.rules.contracts import BIDS, HAND_BIT, Contract, GameType
from skatsim.rules.deals import WORDS_PER_GAME, deal
from skatsim.rules.ruleset import SWITCHES, RuleSet
from skatsim.rules.seats import SEAT_NAMES
from skatsim.table.referee.auction import Auction
from skatsim.table.referee.cards import TRUMP, cards_of_suit, suits
from skatsim.table.referee.deal import DISCARD, PLAY, Referee

BIT: Final = {name: 1 << index for index, name in enumerate(CARD_NAMES)}
_bit_of: Final = BIT.__getitem__
_PACK_VIEW: Final = struct.Struct(f"{abi.VIEW_SIZE}q").pack_into
_BLANK: Final = [0] * abi.LEADERS + [-1] * 10
SEAT_STREAM: Final = 1


def mask(cards: Iterable[str]) -> int:
    """The cards as a mask, the form in which bots see and answer them."""
    return sum(map(_bit_of, cards))


def card_names(cards: int) -> list[str]:
    """The cards of a mask.

    Raises
    ------
    SkatsimError
        If it is not a mask of the 32 cards.
    """
    if not 0 <= cards < 1 << 32:
        raise SkatsimError(f"{cards} is not a mask of cards")
    return [name for name, bit in BIT.items() if cards & bit]


@cache
def _suit_mask(suit: str, game_type: GameType) -> int:
    return mask(cards_of_suit(suit, game_type))


@cache
def _keys(seed: int) -> tuple[int, ...]:
    return tuple(int(stream_key(seed, SEAT_STREAM + seat)) for seat in range(3))


class BotTable:
    """Three bots at the table: puts the questions, with the view each seat may have."""

    def __init__(self, seed: int, game: int, lineup: Lineup, rules: RuleSet, *, compiled: bool) -> None:
        self.game, self.seed, self.rules = game, seed, rules
        self.functions: list[Any] = list(lineup.functions)
        if not compiled:
            self.functions = [getattr(function, "py_func", function) for function in self.functions]
        self.params = list(lineup.params)
        self.workspaces = lineup.new_workspaces()
        hands = deal(seed, game)
        self.referee = Referee([card_names(hand) for hand in hands[:3]], card_names(hands.skat), rules)
        self.players = [(game + seat) % 3 for seat in range(3)]
        self.keys = _keys(seed)
        self.asked = [0, 0, 0]
        self.contract_code = 0
        self.view: Any = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
        self.view_buffer = self.view.data
        self.null_below_bid = SWITCHES["null_below_bid"].index(rules.null_below_bid)
        self.history: list[int] = []
        self.played_by = [0, 0, 0]
        self.lacks = [0, 0, 0]

    def ask(self, seat: int, question: int) -> int:
        """Put one question to a seat and return the answer as it comes."""
        _PACK_VIEW(self.view_buffer, 0, *self.see(seat))
        player = self.players[seat]
        function = self.functions[len(abi.QUESTIONS) * player + question]
        word = random_word(self.keys[seat], WORDS_PER_GAME * self.game + self.asked[seat])
        self.asked[seat] += 1
        answer = int(function(self.view, self.params[player], self.workspaces[player], word))
        raise_failure(f" in game {self.game}")
        return answer

    def illegal(self, seat: int, question: int, answer: int, reason: object) -> SkatsimError:
        """The error of a bot that broke the rules."""
        return SkatsimError(
            f"bot of player {self.players[seat]} at {SEAT_NAMES[seat]} in game {self.game} of seed {self.seed}: "
            f"illegal answer {answer} to {abi.QUESTIONS[question]!r}: {reason}"
        )

    # --- what a seat may see

    def see(self, seat: int) -> list[int]:
        """The slots of the view for this seat, now."""
        referee, auction = self.referee, self.referee.auction
        slots = _BLANK.copy()
        slots[abi.SEAT] = seat
        slots[abi.HAND] = mask(referee.hands[seat])
        slots[abi.STAGE] = auction.stage
        slots[abi.BID] = auction.standing
        slots[abi.REACHED : abi.REACHED + 3] = auction.reached
        slots[abi.PASSED : abi.PASSED + 3] = auction.passed
        slots[abi.NULL_BELOW_BID] = self.null_below_bid
        slots[abi.LADDER_TOP] = self.rules.ladder_top
        slots[abi.MUST_TRUMP] = 1 if self.rules.void == "must_trump" else 0
        slots[abi.DECLARER] = referee.declarer
        if seat == referee.declarer and referee.picked_up:
            slots[abi.SKAT] = mask(referee.skat)
            slots[abi.DISCARD] = mask(referee.discarded)
        if referee.contract is not None:
            slots[abi.CONTRACT] = self.contract_code
            slots[abi.GAME_TYPE] = int(referee.contract.game_type)
            slots[abi.TRUMPS] = _suit_mask(TRUMP, referee.contract.game_type)
            if referee.phase == PLAY:
                self.see_play(slots, seat, referee.contract)
        return slots

    def see_play(self, slots: list[int], seat: int, contract: Contract) -> None:
        """Fill what is open to all during the play, and what this seat may play."""
        referee = self.referee
        if contract.ouvert:
            slots[abi.OPEN_HAND] = mask(referee.hands[referee.declarer])
        slots[abi.LEGAL] = mask(referee.legal_cards(seat))
        slots[abi.TRICK] = len(referee.tricks)
        slots[abi.LEADER] = referee.leader
        on_table = [BIT[card] for card in referee.trick]
        slots[abi.TRICK_SIZE] = len(on_table)
        slots[abi.TABLE : abi.TABLE + len(on_table)] = on_table
        if on_table:
            slots[abi.LED] = _suit_mask(suits(contract.game_type)[referee.trick[0]], contract.game_type)
        slots[abi.PLAYED] = sum(self.played_by)
        slots[abi.PLAYED_BY : abi.PLAYED_BY + 3] = self.played_by
        slots[abi.LACKS : abi.LACKS + 3] = self.lacks
        slots[abi.DECLARER_POINTS] = referee.declarer_points
        slots[abi.DEFENDER_POINTS] = referee.defender_points
        slots[abi.DECLARER_TRICKS] = referee.declarer_tricks
        slots[abi.DEFENDER_TRICKS] = referee.defender_tricks
        slots[abi.HISTORY : abi.HISTORY + len(self.history)] = self.history
        leaders = [trick.leader for trick in referee.tricks]
        leaders.append(referee.leader)
        slots[abi.LEADERS : abi.LEADERS + len(leaders)] = leaders

    def remember(self, seat: int, card: str, trick: Sequence[str], game_type: GameType) -> None:
        """Note what a card played on `trick` (the cards before it) tells everybody about this seat."""
        self.history.append(BIT[card])
        self.played_by[seat] |= BIT[card]
        if not trick:
            return
        suit_of = suits(game_type)
        led = suit_of[trick[0]]
        if suit_of[card] != led:
            self.lacks[seat] |= _suit_mask(led, game_type)
            if self.rules.void == "must_trump" and suit_of[card] != TRUMP:
                self.lacks[seat] |= _suit_mask(TRUMP, game_type)

    # --- the game, question by question

    def bid(self) -> None:
        """The auction between the reserves the seats name at each stage; the steps of the ladder are taken singly."""
        auction = self.referee.auction
        while auction.stage < 2:
            stage, bidder, holder = auction.stage, auction.bidder, auction.holder
            limits = {bidder: self.reserve(bidder)}
            limits[holder] = self.reserve(holder)
            while auction.stage == stage:
                self.speak(auction, auction.turn, limits[auction.turn])
        if auction.stage == 2:
            self.speak(auction, auction.turn, min(self.reserve(auction.turn), BIDS[0]))

    def reserve(self, seat: int) -> int:
        """The highest bid the seat would go to, cut to the ladder; 0 if it would not bid."""
        answer = self.ask(seat, abi.RESERVE)
        within = [value for value in BIDS if value <= answer and value <= self.rules.ladder_top]
        return within[-1] if within else 0

    def speak(self, auction: Auction, seat: int, limit: int) -> None:
        """Say the next word in the auction for a seat that goes to `limit`, a bid of the ladder or 0."""
        answering = auction.stage < 2 and seat == auction.holder
        if limit <= auction.standing and not (answering and limit == auction.standing):
            self.referee.pass_(seat)
        elif answering:
            self.referee.hold(seat)
        else:
            self.referee.bid(seat, next(value for value in BIDS if value > auction.standing))

    def declare(self) -> None:
        """Hand game or pick-up, the contract, and after a pick-up the discard."""
        seat = self.referee.declarer
        answer = self.ask(seat, abi.DECLARE)
        if not answer & HAND_BIT:
            self.referee.pick_up()
            answer = self.ask(seat, abi.DECLARE)
        self.rule(seat, abi.DECLARE, answer, lambda: self.referee.declare(contract_of(answer)))
        self.contract_code = answer
        if self.referee.phase == DISCARD:
            two = self.ask(seat, abi.DISCARD_TWO)
            self.rule(seat, abi.DISCARD_TWO, two, lambda: self.referee.discard(card_names(two)))

    def play(self) -> None:
        """Ten tricks, or fewer where the game is decided before."""
        referee = self.referee
        assert referee.contract is not None
        game_type = referee.contract.game_type
        by_bit = _names_by_bit()
        while referee.phase == PLAY:
            seat, before = referee.turn, tuple(referee.trick)
            answer = self.ask(seat, abi.PLAY)
            card = by_bit.get(answer)
            if card is None:
                raise self.illegal(seat, abi.PLAY, answer, "it is not one card")
            try:
                referee.play(seat, card)
            except SkatsimError as reason:
                raise self.illegal(seat, abi.PLAY, answer, reason) from None
            self.remember(seat, card, before, game_type)

    def rule(self, seat: int, question: int, answer: int, action: Callable[[], None]) -> None:
        """Do what the bot answered, or say which bot broke the rules."""
        try:
            action()
        except SkatsimError as reason:
            raise self.illegal(seat, question, answer, reason) from None


@cache
def _names_by_bit() -> dict[int, str]:
    return {bit: name for name, bit in BIT.items()}


def contract_of(code: int) -> Contract:
    """The contract of a bot's answer; it must spell out every flag that another includes.

    Raises
    ------
    SkatsimError
        If the code is no contract.
    """
    if not 0 <= code < 128 or code & 7 > max(GameType):
        raise SkatsimError(f"{code} is no contract")
    contract = Contract.from_code(code)
    if contract.code != code:
        raise SkatsimError(f"{code} is no contract: {contract} is written {contract.code}")
    return contract
