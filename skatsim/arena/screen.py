"""What one seat's screen shows, read from the lines of the stand-in library, and the clicks that answer.

    C chair card x y        a picture of a card (-1: the back)
    F chair x y w h         a rectangle cleared
    T chair x y text        a text on the table
    U chair 1/0             the cursor is a hand: the seat must act; or a watch
    W chair id parent w h   a dialog, or with a parent a field of it
    S chair id text         the text of a field
    D chair id              the dialog is gone
    ? chair                 XSkat waits for an answer: n, c X Y (a click on the table), b ID (on a field), q

Players are counted from the seat itself: 0 it, 1 its left neighbour, who plays after it, 2 its right neighbour.  XSkat
draws its cards 64 by 94 on a table of 640 by 400.
"""

from typing import Final

from skatsim.arena.cards import MASKS, SUITS
from skatsim.rules.contracts import Contract, GameType

ME, LEFT, RIGHT = range(3)

_CARD_WIDTH: Final = 64
_MIDDLE: Final = 320
_HAND_Y, _TRICK_Y = 304, 145
_TRICK_X: Final = {224: LEFT, 288: ME, 352: RIGHT}
_SKAT_X: Final = {256: 0, 320: 1}
_BID_Y, _BOX_Y = 121, 265
_BOX_CLEARED: Final = (("256", "247"), ("280", "247"))
_SEATS: Final = ("Forehand", "Middlehand", "Rearhand")
_GAMES: Final = {**{name: GameType(suit) for suit, name in enumerate(SUITS)}, "Null": GameType.NULL,
                 "Grand": GameType.GRAND}  # fmt: skip
_ANNOUNCED: Final = {
    "Hand": {"hand": True},
    "ouvert": {"ouvert": True},
    "ouvert Hand": {"hand": True, "ouvert": True},
    "Schneider announced": {"hand": True, "schneider_announced": True},
    "Schwarz announced": {"hand": True, "schwarz_announced": True},
}
GAME_BUTTONS: Final = {game: name for name, game in _GAMES.items()}
SAY, PASS, DONE = "c 276 260", "c 340 260", "c 316 260"
NOTHING, QUIT = "n", "q"


class Screen:
    """One seat's screen.

    Attributes
    ----------
    acts
        Whether the seat must act.
    hand, skat
        Cards shown, by place; the skat as it was picked up and, while cards are exchanged, as it lies there now.
    box
        The value the seat may say, ``"Yes"`` where it is asked to hold, ``"Done"`` while it discards; else "".
    buttons
        The fields of the dialog that is open, by their text.
    position
        The seat's position, None until it is known.
    words, cards
        In order, each with the player: what the neighbours said in the auction; what was played, as masks.
    playing
        Who plays, None unless a neighbour is named as the declarer.
    open_hand
        The declarer's cards laid open before the first trick, a mask.
    """

    def __init__(self) -> None:
        self.acts = False
        self.buttons: dict[str, int] = {}
        self._dialog, self._fields = 0, set[int]()
        self._clear()

    def _clear(self) -> None:
        self.hand: dict[int, int] = {}
        self.skat: dict[int, int] = {}
        self.box = ""
        self.position: int | None = None
        self.words: list[tuple[int, str]] = []
        self.cards: list[tuple[int, int]] = []
        self.playing: int | None = None
        self.open_hand = 0
        self._game, self._announced = "", ""

    @staticmethod
    def is_new_deal(line: str) -> bool:
        """Whether a line begins the next deal, and what was shown of the last one is forgotten."""
        return line.startswith("C") and line.endswith(f" -1 0 {_HAND_Y}")

    def read(self, line: str) -> None:
        """Take note of a line that is about this seat."""
        kind, _, *rest = line.split(" ", 4 if line.startswith("T") else 3 if line.startswith("S") else -1)
        match kind, rest:
            case "C", [card, x, y]:
                self._card(int(card), int(x), int(y))
            case "F", [x, y, *_]:
                self._cleared(x, y)
            case "T", [x, y, text]:
                self._text(int(x), int(y), text.strip())
            case "U", [acts]:
                self.acts = acts == "1"
            case "W", [number, parent, *_]:
                self._window(int(number), int(parent))
            case "S", [number, text] if int(number) in self._fields:
                self.buttons[text.strip()] = int(number)
            case "D", [number] if int(number) == self._dialog:
                self._window(0, 0)

    def contract(self) -> Contract:
        """What a neighbour plays; raises KeyError while it is not told."""
        return Contract(_GAMES[self._game], **_ANNOUNCED.get(self._announced, {}))

    def click(self, card: int) -> str:
        """The answer that clicks on a card of the hand."""
        place = next(place for place, held in self.hand.items() if held == card)
        return f"c {_CARD_WIDTH * place + 10} {_HAND_Y + 6}"

    def press(self, button: str) -> str:
        """The answer that clicks on a field of the dialog."""
        return f"b {self.buttons[button]}"

    def _card(self, card: int, x: int, y: int) -> None:
        if card < 0:
            if (x, y) == (0, _HAND_Y):
                self._clear()
        elif y == _HAND_Y:
            self.hand[x // _CARD_WIDTH] = MASKS[card]
        elif y == _TRICK_Y and x in _TRICK_X:
            self.cards.append((_TRICK_X[x], MASKS[card]))
        elif y == _TRICK_Y and x in _SKAT_X:
            self.skat[_SKAT_X[x]] = MASKS[card]
        elif y < _TRICK_Y and not self.cards:
            self.open_hand |= MASKS[card]

    def _cleared(self, x: str, y: str) -> None:
        if (x, y) in _BOX_CLEARED:
            self.box = ""
        elif int(y) == _HAND_Y:
            self.hand.pop(int(x) // _CARD_WIDTH, None)

    def _text(self, x: int, y: int, text: str) -> None:
        player = LEFT if x < _MIDDLE else RIGHT
        if y == _BOX_Y:
            self.box = self.box if text == "Pass" else text
        elif y == _BID_Y and text:
            self.words.append((player, text))
        elif text in _SEATS:
            self.position = (_SEATS.index(text) - player) % 3
        elif text.startswith("plays "):
            self.playing, self._game, self._announced = player, text.removeprefix("plays "), ""
        elif text in _ANNOUNCED:
            self._announced = text

    def _window(self, number: int, parent: int) -> None:
        if parent:
            self._fields.add(number)
        else:
            self._dialog, self._fields, self.buttons = number, set(), {}
