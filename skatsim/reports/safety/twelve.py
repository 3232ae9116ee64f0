"""With twelve cards: which contract, and which two cards to put away.

All 66 discards of the seven contracts that a pick-up leaves, 462 choices, are played on the same deals: those in which
the auction ends with this player at this bid.  Screening is successive halving: after each round the half with the
higher mean of tournament points over all deals so far stays, and the next round plays as many deals as all before.  The
best of all and the best of each contract, with the bot's own choice beside them, are then played on fresh deals, so
that being chosen does not flatter them.  `behind` is the paired difference to the best; its intervals hold for all
rows together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.kernel.types import Floats, Ints
from skatsim.reports import report
from skatsim.reports.safety.curve import with_ends
from skatsim.reports.safety.proofs import LIKELY, verdict
from skatsim.reports.safety.question import Question
from skatsim.rules.auction import STEP_OF_BID
from skatsim.rules.cards import CardSet, card_index, format_cards
from skatsim.rules.contracts import OUVERT_BIT, Contract, GameType
from skatsim.rules.declaring import may_declare
from skatsim.runs.executors import Executor, ProgressMeter
from skatsim.stats.intervals import sample_mean, simultaneous, wilson
from skatsim.table import choices as at

CONTRACTS: Final = (*range(6), GameType.NULL | OUVERT_BIT)
FIRST_ROUND: Final = 32
"""Deals of the first round of screening."""
SURVIVORS: Final = 8
"""Choices that screening leaves, beside the best of each contract."""
CHUNK: Final = 64
MOST_WORLDS: Final = 2_000_000
"""Deals looked at for one round."""
Choice = tuple[int, int]


def all_choices(question: Question) -> list[Choice]:
    """Every contract that may be declared at the bid, with every two of the twelve cards."""
    cards = [1 << card_index(name) for name in question.cards]
    null_rule = question.rules.numbers.null_below_bid
    allowed = [int(code) for code in CONTRACTS if may_declare(code, 1, question.bid, null_rule)]
    return [(code, a | b) for code in allowed for a, b in combinations(cards, 2)]


@dataclass
class Dealer:
    """Deals the worlds of a question one after the other, never one twice."""

    question: Question
    executor: Executor
    meter: ProgressMeter
    next_world: int = 0

    def play(self, choices: Sequence[Choice], deals: int) -> Iterator[Ints]:
        """The results of all choices on the next `deals` deals, bit by bit: int64[some deals, choices, FIGURES].

        Raises
        ------
        SkatsimError
            Where the game is never played at this bid.
        """
        question, missing = self.question, deals
        limit = int(STEP_OF_BID[question.bid])
        tasks = (range(first, first + CHUNK) for first in range(self.next_world, self.next_world + MOST_WORLDS, CHUNK))
        only = at.ANY_BID if question.is_over else question.bid

        def work(worlds: range) -> tuple[int, at.Choices]:
            return worlds.stop, at.play_choices(question.asked, choices, worlds, limit=limit, only_bid=only)

        results = self.executor.map(work, tasks)
        try:
            for stop, rows in results:
                self.next_world = stop
                self.meter.add(len(rows.bids))
                if len(rows.bids):
                    yield rows.results[:missing]
                missing -= len(rows.bids)
                if missing <= 0:
                    break
        finally:
            results.close()
        if missing == deals:
            raise SkatsimError(f"bid {question.bid}: {question.others} never let you play at it; give another bid")


@dataclass(repr=False)
class TwelveCards(report.Answer):
    """What to play and what to put away.  Parts that are not worked out (yet) are None.

    Attributes
    ----------
    question
        What was asked.
    choices
        One row a choice, the best first: `contract`, `discard`, `deals`, `won`, `tournament`, `list` and `behind`
        (tournament points less than the best), each with the ends of its interval; `made` is the share that makes the
        game, the bid aside; `bot` marks the bot's own, `unlosable` tells whether a likely choice is proved to be.
    screening
        One row a round: `choices` played, `deals` so far, `best_contract` and `best_discard` of them.
    """

    question: Question
    choices: pd.DataFrame | None = None
    screening: pd.DataFrame | None = None

    @property
    def parts(self) -> dict[str, pd.DataFrame]:
        """All frames that are there, by name."""
        found = {"choices": self.choices, "screening": self.screening}
        return {name: frame for name, frame in found.items() if frame is not None}

    @property
    def known(self) -> bool:
        """Whether there is anything to tell."""
        return self.screening is not None

    def text(self) -> str:
        """All of the answer as on the terminal."""
        from skatsim.reports.safety.words import answer_text

        return answer_text(self)

    def tables(self) -> dict[str, pd.DataFrame]:
        """The parts that are there."""
        return self.parts

    def page(self) -> str:
        """The answer as one HTML page.

        Raises
        ------
        SkatsimError
            When matplotlib is not installed.
        """
        from skatsim.reports.safety.page import page

        return page(self)

    def __repr__(self) -> str:
        """What was asked, and the frames that are there."""
        from skatsim.reports.safety.words import title

        return f"<{type(self).__name__} {title(self.question)}: {', '.join(self.parts) or 'nothing yet'}>"


def fill_twelve(answer: TwelveCards, deals: int, executor: Executor, meter: ProgressMeter) -> TwelveCards:
    """Screen all choices, compare the best on `deals` fresh deals, look for proofs.

    After an interruption the rounds that were screened are in the answer, and the choices on the deals played so far.
    """
    dealer, found, choices = Dealer(answer.question, executor, meter), [], all_choices(answer.question)
    meter.total += screening_deals(len(choices))
    left = screen(dealer, choices, answer)
    asked = [(at.AFTER_PICK_UP, at.BOTS_DISCARD), *left]
    try:
        for results in dealer.play(asked, deals):
            found.append(results)
    finally:
        if found:
            answer.choices = choice_frame(asked, np.concatenate(found))
    assert answer.choices is not None
    answer.choices["unlosable"] = [_proved(answer.question, *row) for row in _likely(answer.choices)]
    return answer


def screening_deals(choices: int) -> int:
    """How many deals it takes to halve so many choices until few are left.

    >>> screening_deals(462), screening_deals(8)
    (2048, 32)
    """
    deals = FIRST_ROUND
    while choices > SURVIVORS:
        choices, deals = max(SURVIVORS, -(-choices // 2)), 2 * deals
    return deals


def screen(dealer: Dealer, choices: list[Choice], answer: TwelveCards) -> list[Choice]:
    """Halve the choices until few are left; each round is put into the answer."""
    left, sums, deals, rounds = choices, np.zeros(len(choices)), 0, []
    best_of: dict[int, tuple[float, Choice]] = {}
    fresh = FIRST_ROUND
    while True:
        points = np.concatenate(list(dealer.play(left, fresh)))[:, :, at.TOURNAMENT]
        deals += len(points)
        sums = sums + points.sum(axis=0)
        means = sums / deals
        order = np.argsort(-means, kind="stable")
        best_of |= {left[i][0]: (means[i], left[i]) for i in order[::-1]}
        best = left[order[0]]
        rounds.append((len(left), deals, str(Contract.from_code(best[0])), format_cards(best[1])))
        answer.screening = pd.DataFrame(rounds, columns=["choices", "deals", "best_contract", "best_discard"])
        if len(left) <= SURVIVORS:
            break
        keep = order[: max(SURVIVORS, -(-len(left) // 2))]
        left, sums = [left[i] for i in keep], sums[keep]
        fresh = deals
    champions = [choice for _, choice in sorted(best_of.values(), reverse=True)]
    return list(dict.fromkeys([*left, *champions]))


def choice_frame(asked: Sequence[Choice], results: Ints) -> pd.DataFrame:
    """The figures of the choices, the first of them the bot's own: `TwelveCards.choices`, nothing proved yet."""
    points: Floats = results[:, :, at.TOURNAMENT].astype(np.float64)
    best = 1 + int(points[:, 1:].mean(axis=0).argmax())
    level = simultaneous(0.95, max(len(asked) - 1, 1))
    rows = []
    for place, (code, discard) in enumerate(asked):
        result = results[:, place]
        rows.append(
            {
                "contract": "bot" if code < 0 else str(Contract.from_code(code)),
                "discard": "" if code < 0 else format_cards(discard),
                "deals": len(result),
                **with_ends("won", wilson((result[:, at.WON] == 1).sum(), len(result))),
                **with_ends("tournament", sample_mean(points[:, place])),
                **with_ends("list", sample_mean(result[:, at.LIST])),
                **with_ends("behind", sample_mean(points[:, best] - points[:, place], level)),
                "made": float(result[:, at.MADE].mean()),
                "bot": code < 0,
                "unlosable": "",
            }
        )
    return pd.DataFrame(rows).sort_values(["tournament"], ascending=False, ignore_index=True)


def _likely(choices: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """Contract and discard of each row; no contract where a proof is not likely, and for the bot's own choice."""
    rows = zip(choices["contract"], choices["discard"], choices["made"], choices["bot"], strict=True)
    return (("" if bot or made < LIKELY else contract, discard) for contract, discard, made, bot in rows)


def _proved(question: Question, letters: str, discard: str) -> str:
    """Whether a choice is unlosable; empty where none is given."""
    if not letters:
        return ""
    away = CardSet(discard).mask
    return verdict(question.cards.mask & ~away, away, Contract.parse(letters), question.seat)
