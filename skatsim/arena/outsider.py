"""A bot behind one screen: asked as at skatsim's own table, from a view made of nothing but what the screen shows.

The view is kept by the kernels that keep it everywhere (`skatsim.bots.mover`).  A bot names its reserve once in each
stage of the auction, as the stage began; then its words follow from it.  XSkat's ladder has bids that no game is worth,
such as 171: there the bot passes.  The k-th question to a seat at board b has
word 64 * b + k of the seat's stream: the same that it has at skatsim's own table.
"""

from typing import Final

import numpy as np

from skatsim.arena.screen import DONE, GAME_BUTTONS, ME, NOTHING, PASS, SAY, Screen
from skatsim.bots import abi
from skatsim.bots.bot import Player, make_lineup
from skatsim.bots.failures import raise_failure
from skatsim.bots.mover import clear_view, name_contract, open_trick, play_card, show_turn
from skatsim.bots.state import ASKED, HANDS, PLAYERS, SEAT_KEYS, VIEW, ask, new_state
from skatsim.errors import SkatsimError
from skatsim.kernel import kernel, stream_key, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.contracts import BIDS, HAND_BIT, Contract
from skatsim.rules.deals import WORDS_PER_GAME
from skatsim.rules.declaring import may_declare
from skatsim.rules.ruleset import ISKO
from skatsim.table.referee.auction import Auction

_BEFORE: Final = -1
"""Stage of the auction before the first word."""


@kernel
def question(state: Ints, view: Ints, seat: int, hand: int, number: int) -> int:
    """Put question `number` to the bot in `state`, with this view and hand."""
    shown = words_at(state[VIEW], abi.VIEW_SIZE)
    for slot in range(abi.VIEW_SIZE):
        shown[slot] = view[slot]
    state[HANDS + seat] = hand
    return ask(state, seat, number)


class Outsider:
    """One seat: its screen, its bot, and what it did itself.

    Attributes
    ----------
    said
        Every word of the auction so far: player as counted from the seat, and word.
    contract
        What is played as far as the seat knows, None before.
    """

    def __init__(self, player: Player, seed: int) -> None:
        self.screen = Screen()
        self.seed = seed
        self._bot = player[0]
        self._state = new_state(make_lineup([player] * 3))
        self._view: Ints = np.zeros(abi.VIEW_SIZE, dtype=np.int64)
        self.new_deal(0)

    def new_deal(self, board: int) -> None:
        """The cards of a board lie on the table."""
        self.board = board
        numbers = ISKO.numbers
        clear_view(self._view, numbers.null_below_bid, numbers.void_must_trump, 264)
        for seat in range(3):
            self._state[SEAT_KEYS + seat] = stream_key(self.seed, 1 + seat)
            self._state[ASKED + seat] = board * WORDS_PER_GAME
            self._state[PLAYERS + seat] = 0
        self.auction = Auction()
        self.said: list[tuple[int, str]] = []
        self._heard, self._stage, self._reserve, self._limit_of = 0, _BEFORE, 0, _BEFORE
        self.contract: Contract | None = None
        self._found = self._away = 0
        self._played = 0
        self._pressed: list[str] = []

    @property
    def seat(self) -> int:
        """The position in this deal, from which the screen must have told the others'."""
        if self.screen.position is None:
            raise SkatsimError("XSkat asked before it showed who is forehand")
        return self.screen.position

    def answer(self) -> str:
        """What to do now, as a line for the stand-in library."""
        screen = self.screen
        if screen.buttons:
            done = self._dialog(screen.buttons)
            if done:
                return done
        if not screen.acts or screen.position is None:
            return NOTHING
        if screen.box == "Done":
            return self._exchange()
        if screen.box:
            return self._speak()
        return self._play() if screen.hand and self._is_turn() else NOTHING

    def _ask(self, number: int, hand: int) -> int:
        answer = int(question(self._state, self._view, self.seat, hand, number))
        raise_failure(f" at board {self.board} of seed {self.seed}")
        return answer

    def _hand(self) -> int:
        return sum(self.screen.hand.values())

    def _fault(self, number: int, answer: int) -> SkatsimError:
        return SkatsimError(
            f"bot {self._bot.name} answered {abi.QUESTIONS[number]} illegally ({answer:#x}) at board {self.board} of "
            f"seed {self.seed}; the bot must be mended"
        )

    # --- the auction

    def listen(self) -> None:
        """Follow the words that the screen has shown since."""
        for player, word in self.screen.words[self._heard :]:
            self._heard += 1
            self._say(player, word)

    def _say(self, player: int, word: str) -> None:
        self._note_stage()
        seat, auction = (self.seat + player) % 3, self.auction
        if word == "Pass":
            auction.pass_(seat)
        elif word == "Yes":
            auction.hold(seat)
        else:
            auction.raise_to(seat, int(word))
        self.said.append((player, word))
        self._note_stage()

    def _note_stage(self) -> None:
        """What is known as a stage begins: from that the bot names its reserve."""
        auction, view = self.auction, self._view
        if auction.stage == self._stage:
            return
        self._stage = auction.stage
        view[abi.STAGE], view[abi.BID] = auction.stage, auction.standing
        view[abi.REACHED : abi.REACHED + 3] = auction.reached
        view[abi.PASSED : abi.PASSED + 3] = auction.passed

    def _speak(self) -> str:
        self.listen()
        self._note_stage()
        auction = self.auction
        if auction.turn != self.seat:
            return NOTHING
        if self._limit_of != auction.stage:
            self._reserve, self._limit_of = self._ask(abi.RESERVE, self._hand()), auction.stage
        holds = auction.stage < 2 and auction.turn == auction.holder
        value = auction.standing if holds else int(self.screen.box)
        if value > self._reserve or value not in BIDS:
            self._say(ME, "Pass")
            return PASS
        self._say(ME, "Yes" if holds else str(value))
        return SAY

    # --- the declaration

    def _dialog(self, buttons: dict[str, int]) -> str:
        """The answer to a dialog, "" for one that asks nothing."""
        if "Play" in buttons:
            return self._name_game()
        if "Yes" in buttons and "Hand ?" in buttons:
            return self._ask_hand()
        if "Continue" in buttons:
            return self.screen.press("Continue")
        if "OK" in buttons:
            raise SkatsimError(f"XSkat refuses {self.contract} at board {self.board} of seed {self.seed}")
        return ""

    def _ask_hand(self) -> str:
        if self.contract is None and not self._pressed:
            self.listen()
            self._view[abi.DECLARER] = self.seat
            self._pressed = ["hand or not"]
            code = self._ask(abi.DECLARE, self._hand())
            if code & HAND_BIT:
                self._declare(code, picked_up=0)
        return self.screen.press("Yes" if self.contract else "No")

    def _declare(self, code: int, picked_up: int) -> None:
        if not may_declare(code, picked_up, self._view[abi.BID], self._view[abi.NULL_BELOW_BID]):
            raise self._fault(abi.DECLARE, code)
        name_contract(self._view, code)
        self.contract = Contract.from_code(code)
        self._pressed = []

    def _exchange(self) -> str:
        """Click the cards to be put away into the skat."""
        hand, skat = self._hand(), sum(self.screen.skat.values())
        if self.contract is None:
            self._found = self._view[abi.SKAT] = skat
            self._declare(self._ask(abi.DECLARE, hand | skat), picked_up=1)
            self._away = self._ask(abi.DISCARD_TWO, hand | skat)
            if self._away & ~(hand | skat) or self._away.bit_count() != 2:
                raise self._fault(abi.DISCARD_TWO, self._away)
        missing = self._away & hand
        return self.screen.click(missing & -missing) if missing else DONE

    def _name_game(self) -> str:
        """Press the game, the highest announcement, and then that it is played."""
        contract = self.contract
        if contract is None:
            raise SkatsimError("XSkat asks for a game before it asked for the discard")
        wanted = [GAME_BUTTONS[contract.game_type]]
        if contract.ouvert:
            wanted.append("Ouvert")
        elif contract.schwarz_announced:
            wanted.append("Schwarz")
        elif contract.schneider_announced:
            wanted.append("Schneider")
        button = [*wanted, "Play"][len(self._pressed)]
        self._pressed.append(button)
        return self.screen.press(button)

    # --- card play

    def _is_turn(self) -> bool:
        """Whether the next card is the seat's own; what the screen has shown meanwhile is played first."""
        self.listen()
        if not self.auction.over or self.auction.declarer < 0:
            return False
        if self._view[abi.LEADERS] < 0:
            self._lead_off()
        for player, card in self.screen.cards[self._played :]:
            self._played += 1
            if (self.seat + player) % 3 != self._next():
                raise SkatsimError(f"board {self.board} of seed {self.seed}: a card came out of turn")
            play_card(self._view, card)
        return self._played < 30 and self._next() == self.seat

    def _next(self) -> int:
        return int(self._view[abi.LEADER] + self._view[abi.TRICK_SIZE]) % 3

    def _lead_off(self) -> None:
        """The game is named: what is public of it, and the first trick."""
        if self.contract is None:
            if self.screen.playing is None or (self.seat + self.screen.playing) % 3 != self.auction.declarer:
                raise SkatsimError(f"board {self.board} of seed {self.seed}: the screen names another declarer")
            self.contract = self.screen.contract()
            self._view[abi.DECLARER] = self.auction.declarer
            name_contract(self._view, self.contract.code)
            self._view[abi.OPEN_HAND] = self.screen.open_hand if self.contract.ouvert else 0
        elif self.contract.ouvert:
            self._view[abi.OPEN_HAND] = self._hand()
        open_trick(self._view, 0, 0)

    def _play(self) -> str:
        hand = self._hand()
        legal = show_turn(self._view, self.seat, hand, self._found, self._away)
        card = self._ask(abi.PLAY, hand)
        if not card & legal or card & (card - 1):
            raise self._fault(abi.PLAY, card)
        return self.screen.click(card)
