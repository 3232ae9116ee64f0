"""Worlds: deals around the cards of one seat that fit what was heard, and the auction in them when that seat holds up
to a limit.

World w of a seed is the first of its candidates w * CANDIDATES, w * CANDIDATES + 1, ... in which the others' bots,
asked at each stage with the view they then have, would have bid, held and passed as was heard.  A candidate is named
like a game: its cards come from a stream of their own, the k-th question to a seat gets word k of the seat's stream.
So a world is a pure function of (question, seed, w); accepted candidates are distributed as deals given what was heard.

The seat whose safety is asked never names a reserve of its own bot: its limit stands in, the same at every stage, and
the random word of the question is passed over.  Limits are steps of the ladder (0 passes, 1 = 18, ...).

What is asked is one int64 array to the kernels, slots below, made by `Asked.question`.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from skatsim.bots import abi
from skatsim.bots.bot import Lineup
from skatsim.bots.state import ASKED, DEALT_SKAT, DECK, HANDS, VIEW, ask
from skatsim.kernel import borrow, kernel, stream_key, words_at
from skatsim.kernel.types import Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, contest, step_of_reserve
from skatsim.rules.contracts import BIDS
from skatsim.rules.deals import DECK_SIZE, deal_around
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.seats import FOREHAND, MIDDLEHAND, REARHAND
from skatsim.table.engine import clear_table, sit_down
from skatsim.table.heard import Heard, Standing

WORLD_STREAM: Final = 4
"""Beside the streams of deals (0) and seats (1 to 3)."""
CANDIDATES: Final = 4_096
"""The most candidates of one world; a world without a fit is left out."""

ME: Final = 0
MINE: Final = 1
"""The ten cards of the seat that asks."""
KNOWN_SKAT: Final = 2
"""The two cards of the skat where they are known, else 0."""
STAGE_NOW: Final = 3
"""The stage that runs after what was heard, 3 once the auction is over."""
UNANSWERED: Final = 4
LAST_WORD: Final = 5
BEGUN: Final = 6
"""Two slots by stage: 1 if something was heard in it."""
SURVIVOR: Final = 8
"""Two slots by stage."""
_STANDING_SIZE: Final = 7
NOW: Final = 10
"""How the auction stands: bid, by seat reached, by seat passed, as in the view."""
START_1: Final = NOW + _STANDING_SIZE
"""The same when stage 1 began."""
LOW: Final = START_1 + _STANDING_SIZE
"""Six slots by stage and seat: the steps between which the reserve lies."""
HIGH: Final = LOW + 6
FIRST_LIMIT: Final = HIGH + 6
"""The lowest limit that is left: what the seat has said already."""
SEED: Final = FIRST_LIMIT + 1
FIRST_WORLD: Final = FIRST_LIMIT + 2
WORLDS: Final = FIRST_LIMIT + 3
"""Worlds from the first on."""
LIMIT: Final = FIRST_LIMIT + 4
"""The limit to hold up to, where one is asked about."""
ONLY_BID: Final = FIRST_LIMIT + 5
"""The bid at which the game must be played, 0 any."""
WORLD: Final = FIRST_LIMIT + 6
"""Scratch, four slots: the cards of the world, by seat and the skat."""
CANDIDATE: Final = WORLD + 4
"""Scratch: which candidate the world is."""
QUESTION_SIZE: Final = CANDIDATE + 1


@dataclass(frozen=True)
class Asked:
    """What is asked, and of whom.

    Parameters
    ----------
    seat, hand
        Who asks, and the mask of the ten cards he holds.
    lineup
        The bots at forehand, middlehand and rearhand.
    rules
        The table's rules.
    seed
        Of the worlds.
    heard
        The auction so far.
    skat
        The mask of the two cards of the skat where they are known, else 0.
    """

    seat: int
    hand: int
    lineup: Lineup
    rules: RuleSet = ISKO
    seed: int = 1
    heard: Heard = field(default_factory=Heard)
    skat: int = 0

    @property
    def first_limit(self) -> int:
        """The lowest limit that is left, a step: what the seat has said already."""
        return int(STEP_OF_BID[self.heard.now.reached[self.seat]])

    def with_skat(self, skat: int) -> "Asked":
        """The same where the skat is known."""
        return replace(self, skat=skat)

    def question(self, worlds: range, *, limit: int = 0, only_bid: int = 0) -> Ints:
        """The question as kernels take it; used by one thread, for they write the world into it."""
        heard = self.heard
        question = np.zeros(QUESTION_SIZE, dtype=np.int64)
        question[[ME, MINE, KNOWN_SKAT]] = self.seat, self.hand, self.skat
        question[[STAGE_NOW, UNANSWERED, LAST_WORD]] = heard.stage, heard.unanswered, heard.last_word
        question[SURVIVOR : SURVIVOR + 2] = heard.survivors
        question[NOW : NOW + _STANDING_SIZE] = _block(heard.now)
        if len(heard.starts) > 1:
            question[START_1 : START_1 + _STANDING_SIZE] = _block(heard.starts[1])
        question[BEGUN : BEGUN + 2] = heard.begun
        question[LOW : LOW + 6] = heard.low[0] + heard.low[1]
        question[HIGH : HIGH + 6] = heard.high[0] + heard.high[1]
        question[FIRST_LIMIT : FIRST_LIMIT + 4] = self.first_limit, self.seed, worlds.start, len(worlds)
        question[[LIMIT, ONLY_BID]] = limit, only_bid
        return question


def _block(standing: Standing) -> list[int]:
    return [standing.bid, *standing.reached, *standing.passed]


@kernel
def _stand(state: Ints, question: Ints, at: int) -> None:
    """Show the auction as it stood."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    for slot in range(_STANDING_SIZE):
        view[abi.BID + slot] = question[at + slot]


@kernel
def _limit_of(state: Ints, question: Ints, seat: int, limit: int, steps: int) -> int:
    """The step up to which the seat goes: its bot's reserve, or the limit of the seat that asks."""
    if seat == question[ME]:
        state[ASKED + seat] += 1
        return min(limit, steps)
    return step_of_reserve(ask(state, seat, abi.RESERVE), steps)


@kernel
def deal_world(question: Ints, key: int, candidate: int, deck: Ints) -> None:
    """Deal the unseen cards of a candidate into the question; `deck` is scratch, int64[DECK_SIZE]."""
    me = question[ME]
    places = borrow(question, WORLD, 4)
    places[:] = 0
    places[me] = question[MINE]
    places[3] = question[KNOWN_SKAT]
    deal_around(places, me, key, candidate, deck)
    question[CANDIDATE] = candidate


@kernel
def lay_world(state: Ints, question: Ints, rules: RuleNumbers) -> None:
    """Lay the table with the cards of the world, the seats' streams at their beginning."""
    clear_table(state, rules)
    for place in range(3):
        state[HANDS + place] = question[WORLD + place]
    state[DEALT_SKAT] = question[WORLD + 3]
    sit_down(state, question[SEED], question[CANDIDATE], 0)


@kernel
def next_world(state: Ints, question: Ints, world: int, rules: RuleNumbers) -> int:
    """Deal world `world` into the question; returns the candidates tried, negative if none of them fits."""
    key = stream_key(question[SEED], WORLD_STREAM)
    deck = borrow(state, DECK, DECK_SIZE)
    for attempt in range(CANDIDATES):
        deal_world(question, key, world * CANDIDATES + attempt, deck)
        if question[BEGUN] == 0:
            return 1
        lay_world(state, question, rules)
        if _fits(state, question, rules.ladder_steps):
            return attempt + 1
    return -CANDIDATES


@kernel
def _fits(state: Ints, question: Ints, steps: int) -> bool:
    """Whether the others would have spoken as was heard, asked as the table asks them."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    for stage in range(2):
        if question[BEGUN + stage] == 0:
            return True
        view[abi.STAGE] = stage
        if stage == 1:
            _stand(state, question, START_1)
        for place in range(2):
            seat = _bidder(stage) if place == 0 else _holder(question, stage)
            step = _limit_of(state, question, seat, 0, steps)
            bound = 3 * stage + seat
            if seat != question[ME] and (step < question[LOW + bound] or step > question[HIGH + bound]):
                return False
    return True


@kernel
def _bidder(stage: int) -> int:
    return REARHAND if stage else MIDDLEHAND


@kernel
def _holder(question: Ints, stage: int) -> int:
    return question[SURVIVOR] if stage else FOREHAND


@kernel
def hold_up_to(state: Ints, question: Ints, limit: int, steps: int) -> tuple[int, int]:
    """The rest of the auction in the world on the table when the seat that asks holds up to `limit`.

    Returns the declarer's seat (-1: passed in) and the next higher limit that leads to another auction, 0 if none does.
    """
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    stage = question[STAGE_NOW]
    survivor, onward = FOREHAND, 0
    if stage == 0:
        survivor, onward = _contest(state, question, 0, FOREHAND, limit, steps)
    else:
        _over(state, question, 0)
        survivor = question[SURVIVOR]
        _stand(state, question, START_1)
    if stage <= 1:
        survivor, later = _contest(state, question, 1, survivor, limit, steps)
        onward = max(onward, later)
    else:
        _over(state, question, 1)
        survivor = question[SURVIVOR + 1]
        _stand(state, question, NOW)
    state[ASKED + FOREHAND] += question[LAST_WORD]
    if view[abi.BID] == 0:
        view[abi.STAGE] = 2
        if _limit_of(state, question, FOREHAND, limit, steps) == 0:
            view[abi.PASSED + FOREHAND] = 1
            return -1, 1 if question[ME] == FOREHAND else onward
        view[abi.BID] = BIDS[0]
        view[abi.REACHED + FOREHAND] = BIDS[0]
    view[abi.STAGE] = 3
    return survivor, onward


@kernel
def _over(state: Ints, question: Ints, stage: int) -> None:
    """Pass over the questions of a stage that was heard to its end."""
    state[ASKED + _bidder(stage)] += 1
    state[ASKED + _holder(question, stage)] += 1


@kernel
def _contest(state: Ints, question: Ints, stage: int, holder: int, limit: int, steps: int) -> tuple[int, int]:
    """One stage from where it stands; returns its survivor and the next limit that would change it, 0 if none."""
    view = words_at(state[VIEW], abi.VIEW_SIZE)
    bidder = _bidder(stage)
    view[abi.STAGE] = stage
    most = _limit_of(state, question, bidder, limit, steps)
    held_most = _limit_of(state, question, holder, limit, steps)
    heard = stage == question[STAGE_NOW]
    if heard:
        _stand(state, question, NOW)
    standing = STEP_OF_BID[view[abi.BID]]
    if heard and question[UNANSWERED]:
        if held_most < standing:
            view[abi.PASSED + holder] = 1
            return bidder, standing if holder == question[ME] else 0
        view[abi.REACHED + holder] = view[abi.BID]
    bidder_wins, said, held = contest(most, held_most, standing)
    if said:
        view[abi.REACHED + bidder] = BID_OF_STEP[said]
        view[abi.BID] = BID_OF_STEP[said]
    if held:
        view[abi.REACHED + holder] = BID_OF_STEP[held]
    loser = holder if bidder_wins else bidder
    view[abi.PASSED + loser] = 1
    onward = max(limit, standing) + 1 if loser == question[ME] else 0
    return bidder if bidder_wins else holder, onward if onward <= steps else 0
