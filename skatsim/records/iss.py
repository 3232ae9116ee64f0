"""Records of the International Skat Server: one SGF-like line a game.

    (;GM[Skat]PC[...]SE[1]ID[1]DT[...]P0[a]P1[b]P2[c]R0[]R1[]R2[]MV[w <32 cards> 1 18 0 p ...]R[d:1 win v:48 ...] ;)

Seat 0 is forehand, 1 middlehand, 2 rearhand; ``w`` is the server.  ``MV`` holds pairs of who and what: the deal
(forehand's ten cards, middlehand's, rearhand's, the skat), the auction (a number, ``y`` hold, ``p`` pass), ``s`` and
``w c1.c2`` when the skat is taken, the declaration with the discard (``G.c1.c2``, or two moves ``G`` and ``c1.c2``),
the cards.  ``SC`` lays cards open, ``RE`` resigns, ``w TI.n`` and ``w LE.n`` end by the clock or by leaving, ``??`` is
a move hidden from the recorder and skipped.  Left out: records seen from one seat, where cards of the deal are hidden.
"""

import re
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.records.lines import located, visible
from skatsim.records.record import AuctionMove, Event, GameRecord, Play, RecordedResult
from skatsim.rules.cards import CardSet, card_index
from skatsim.rules.contracts import Contract

_TAG_TEXT: Final = r"[A-Z][A-Z0-9]*\[(?:[^\]\\]|\\.)*\]\s*"
_RECORD: Final = re.compile(rf"\(;\s*((?:{_TAG_TEXT})+);?\s*\)")
_TAG: Final = re.compile(r"([A-Z][A-Z0-9]*)\[((?:[^\]\\]|\\.)*)\]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,5}")
_DECLARATION: Final = re.compile(r"[CSHDGN][OHSZ]*(?:\.[^.]+)*")
_SEATS: Final = {"0": 0, "1": 1, "2": 2}
_EVENTS: Final = {"TI": "time", "LE": "left"}


def parse_iss(text: str, source: str = "<text>", line: int = 1) -> GameRecord:
    """Read one line of an ISS archive.

    Parameters
    ----------
    text
        The line.
    source, line
        Where it stands, for messages.

    Raises
    ------
    SkatsimError
        For anything that is not a whole record, naming `source`, `line` and what is wrong.

    Examples
    --------
    >>> record = parse_iss(
    ...     "(;GM[Skat]P0[Ann]P1[Bob]P2[Cem]MV[w CJ.CA.CT.SA.ST.HA.HT.DA.DT.C7.SJ.CK.CQ.SK.SQ.HK.HQ.DK.DQ.C8"
    ...     ".HJ.DJ.C9.S9.S8.S7.H9.H8.H7.D9.D8.D7 1 18 0 p 2 p w LE.1 ]R[d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0"
    ...     " p0:0 p1:1 p2:0 l:1 to:-1 r:0] ;)"
    ... )
    >>> record.players, record.bid, record.events[0].kind, record.result.outcome
    (('Ann', 'Bob', 'Cem'), 18, 'left', 'penalty')
    """
    with located(source, line):
        tags = _tags(text)
        moves = _Moves(tags["MV"].split())
        return GameRecord(
            source=source,
            line=line,
            name=visible(tags.get("ID", "")),
            players=(visible(tags["P0"]), visible(tags["P1"]), visible(tags["P2"])),
            hands=moves.hands,
            skat=moves.skat,
            auction=tuple(moves.auction),
            bid=max((move.bid for move in moves.auction), default=0),
            declarer=moves.declarer,
            picked_up=moves.picked_up,
            skat_shown=moves.skat_shown,
            contract=moves.contract,
            discard=moves.discard,
            shown=moves.shown,
            plays=tuple(moves.plays),
            events=tuple(moves.events),
            result=_result(tags["R"].split()),
        )


def _tags(text: str) -> dict[str, str]:
    """The tags of a line by name; every one that a game needs is there.  Text before the record is ignored."""
    start = text.find("(;GM[")
    text = text[start if start >= 0 else max(0, text.find("(;")) :].strip()
    whole = _RECORD.fullmatch(text)
    if whole is None:
        raise SkatsimError(_why_no_record(text))
    tags: dict[str, str] = {}
    for name, value in _TAG.findall(whole[1]):
        if name in tags:
            raise SkatsimError(f"tag {name}[] stands twice")
        tags[name] = re.sub(r"\\(.)", r"\1", value)
    if tags.get("GM") != "Skat":
        raise SkatsimError("this is no record of a Skat game: GM[Skat] is missing")
    for name in ("P0", "P1", "P2", "MV", "R"):
        if name not in tags:
            raise SkatsimError(f"tag {name}[] is missing; the record is not whole")
    return tags


def _why_no_record(text: str) -> str:
    if not text.startswith("(;"):
        return f"not a record of the Skat server: a line begins with '(;', this one with {text[:12]!r}"
    if text.endswith(")") and "GM[Skat]" not in text:
        return "this is no record of a Skat game: GM[Skat] is missing"
    if not text.endswith(")"):
        return f"the record is cut off: it ends with {text[-12:]!r} instead of ';)'"
    return "the record is damaged: it is not a row of tags NAME[text] between '(;' and ';)'"


def _cards(text: str) -> int:
    """Mask of cards written with dots between them, none of them hidden or twice."""
    if "??" in text:
        raise SkatsimError(f"hidden cards (??) in {text[:40]!r}: a view from one seat cannot be replayed")
    mask = 0
    for name in text.split("."):
        bit = 1 << card_index(name)
        if mask & bit:
            raise SkatsimError(f"card {name} stands twice in {text!r}")
        mask |= bit
    return mask


def _deal(text: str) -> tuple[tuple[int, int, int], int]:
    names = text.replace("|", ".").split(".")
    if len(names) != 32:
        raise SkatsimError(f"the deal has {len(names)} cards instead of 32")
    masks = [_cards(".".join(names[start : start + 10])) for start in (0, 10, 20, 30)]
    seen = 0
    for mask in masks:
        if mask & seen:
            raise SkatsimError(f"card {CardSet(mask & seen)} is dealt twice")
        seen |= mask
    return (masks[0], masks[1], masks[2]), masks[3]


class _Moves:
    """The tokens of ``MV`` taken in order: deal, auction, pick-up, declaration, discard, play."""

    def __init__(self, tokens: list[str]) -> None:
        if len(tokens) % 2:
            raise SkatsimError(f"MV[] has {len(tokens)} words, an odd number: a move is who and what")
        if not tokens or tokens[0] != "w":
            raise SkatsimError("MV[] does not begin with the deal, 'w' and 32 cards")
        self.hands, self.skat = _deal(tokens[1])
        self.auction: list[AuctionMove] = []
        self.declarer = -1
        self.picked_up = False
        self.skat_shown = 0
        self.contract: Contract | None = None
        self.discard = 0
        self.shown = 0
        self.plays: list[Play] = []
        self.events: list[Event] = []
        self._next = self._auction_or_declaration
        for who, what in zip(tokens[2::2], tokens[3::2], strict=True):
            self._take(who, what)

    def _take(self, who: str, what: str) -> None:
        if who == "w":
            self._server(what)
        elif who in _SEATS:
            self._next(_SEATS[who], what)
        else:
            raise SkatsimError(f"move {who} {what!r}: a move is made by w, 0, 1 or 2")

    def _server(self, what: str) -> None:
        kind, _, seat = what.partition(".")
        if kind in _EVENTS and seat in _SEATS:
            self.events.append(Event(_EVENTS[kind], _SEATS[seat], len(self.plays)))  # type: ignore[arg-type]
        elif self.picked_up and not self.skat_shown and self.contract is None:
            self.skat_shown = _two_cards(what)
        else:
            raise SkatsimError(f"move w {what!r} is not known here")

    def _auction_or_declaration(self, seat: int, what: str) -> None:
        if what == "y":
            self.auction.append(AuctionMove(seat, "hold"))
        elif what == "p":
            self.auction.append(AuctionMove(seat, "pass"))
        elif _NUMBER.fullmatch(what):
            self.auction.append(AuctionMove(seat, "bid", int(what)))
        elif what == "s":
            self.declarer, self.picked_up = seat, True
            self._next = self._declaration
        else:
            self._declaration(seat, what)

    def _declaration(self, seat: int, what: str) -> None:
        if not _DECLARATION.fullmatch(what):
            raise SkatsimError(f"move {seat} {what!r} comes before the declaration; a game such as G or CHS is missing")
        self._check_declarer(seat, what)
        if self.picked_up and not self.skat_shown:
            raise SkatsimError(f"declaration {what!r} comes before the skat is shown")
        letters, _, cards = what.partition(".")
        self.contract = Contract.parse(letters)
        self._next = self._play
        if cards:
            self._cards_put_down(cards)
        elif self.picked_up:
            self._next = self._late_discard

    def _late_discard(self, seat: int, what: str) -> None:
        if what == "RE":
            self.events.append(Event("resign", seat, 0))
            return
        self._check_declarer(seat, what)
        self._next = self._play
        self._cards_put_down(what)

    def _check_declarer(self, seat: int, what: str) -> None:
        if self.declarer not in (-1, seat):
            raise SkatsimError(f"move {seat} {what!r}: seat {self.declarer} took the skat and declares")
        self.declarer = seat

    def _cards_put_down(self, text: str) -> None:
        """The discard after a pick-up, then (ouvert) the ten open cards, once or echoed a second time."""
        names = text.split(".")
        if self.picked_up:
            self.discard = _two_cards(".".join(names[:2]))
            names = names[2:]
        if len(names) not in (0, 10, 20) or (not names and not self.picked_up):
            raise SkatsimError(f"declaration with {text!r}: two cards are put away and ten laid open, no other number")
        if names:
            self.shown = _cards(".".join(names[:10]))
            if len(names) == 20 and _cards(".".join(names[10:])) != self.shown:
                raise SkatsimError(f"declaration with {text!r} lays open two different hands")

    def _play(self, seat: int, what: str) -> None:
        head, _, cards = what.partition(".")
        if head == "SC":
            self.events.append(Event("claim", seat, len(self.plays), _cards(cards) if cards else 0))
        elif what == "RE":
            self.events.append(Event("resign", seat, len(self.plays)))
        elif what != "??":
            self.plays.append(Play(seat, card_index(what)))


def _two_cards(text: str) -> int:
    mask = _cards(text)
    if mask.bit_count() != 2:
        raise SkatsimError(f"{text!r} is not two cards")
    return mask


_WORDS: Final = {"win": "won", "loss": "lost", "penalty": "penalty"}
_BID_WORDS: Final = {"bidok": False, "overbid": True}
_SEAT_KEYS: Final = ("d", "l", "to")
_FLAG_KEYS: Final = ("s", "z", "p0", "p1", "p2", "r")
_NEEDED: Final = ("d", "v", "m", "p", "t", "s", "z", "p0", "p1", "p2", "l", "to")


def _result(words: list[str]) -> RecordedResult:
    """Read ``R[...]``; ``r:`` is missing in the oldest records."""
    if words == ["passed"]:
        return RecordedResult("passed")
    numbers, outcome, overbid = _result_words(words)
    for key in _NEEDED:
        if key not in numbers:
            raise SkatsimError(f"R[] lacks {key}:")
    return RecordedResult(
        outcome=outcome,  # type: ignore[arg-type]
        declarer=numbers["d"],
        matadors=numbers["m"],
        overbid=overbid,
        card_points=numbers["p"],
        tricks=numbers["t"],
        schneider=bool(numbers["s"]),
        schwarz=bool(numbers["z"]),
        score=numbers["v"],
        penalised=(bool(numbers["p0"]), bool(numbers["p1"]), bool(numbers["p2"])),
        left=numbers["l"],
        timed_out=numbers["to"],
        resigned=bool(numbers["r"]) if "r" in numbers else None,
    )


def _result_words(words: list[str]) -> tuple[dict[str, int], str, bool]:
    """Numbers by key, the outcome and whether it was overbid; each word known and said once."""
    numbers: dict[str, int] = {}
    outcomes = [_WORDS[word] for word in words if word in _WORDS]
    bids = [_BID_WORDS[word] for word in words if word in _BID_WORDS]
    if len(outcomes) != 1 or len(bids) != 1:
        raise SkatsimError("R[] needs one of win, loss, penalty and one of bidok, overbid (or is just 'passed')")
    for word in words:
        if word not in _WORDS and word not in _BID_WORDS:
            key, number = _key_and_number(word)
            if key in numbers:
                raise SkatsimError(f"R[] has {key}: twice")
            numbers[key] = number
    return numbers, outcomes[0], bids[0]


def _key_and_number(word: str) -> tuple[str, int]:
    key, _, number = word.partition(":")
    if key not in (*_NEEDED, "r") or not _NUMBER.fullmatch(number):
        raise SkatsimError(f"R[] has {word!r}, which is not known")
    value = int(number)
    if (key in _SEAT_KEYS and not -1 <= value <= 2) or (key in _FLAG_KEYS and value not in (0, 1)):
        raise SkatsimError(f"R[] has {word!r}, which is out of range")
    return key, value
