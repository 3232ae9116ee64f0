"""`safety`: the whole answer as one object, part by part.

The parts are worked out in the order in which they are told; after an interruption those that are done are there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.reports import report
from skatsim.reports.safety import contracts, open_cards, proofs, skat
from skatsim.reports.safety.curve import BID_OF_STEP, Curve, with_ends
from skatsim.reports.safety.question import Bots, Cards, Question, read_question, the_bot
from skatsim.reports.safety.twelve import TwelveCards, fill_twelve
from skatsim.reports.safety.worlds import CHUNK, LOOK, MOST_CANDIDATES, chunks, nothing_fits, over
from skatsim.rules.ruleset import RuleSet
from skatsim.runs.executors import Executor, ProgressCallback, ProgressMeter, local_executor
from skatsim.runs.keys import whole_number
from skatsim.solver.open_table import made_by
from skatsim.stats.intervals import wilson
from skatsim.table import choices as at
from skatsim.table.limits import DECLARED, WON, LimitSums, limit_sums, no_sums

DEALS: Final = 20_000
MOST_DEALS: Final = 4_000_000
"""Where `precision` is not reached before."""
CONTRACT_DEALS: Final = 4_000
"""At most so many deals for the contracts."""
TWELVE_DEALS: Final = 4_000
"""Fresh deals for the choices that screening leaves."""
LEAST_OF_SKAT: Final = 20
"""Deals for each skat where deals that fit what was heard are hard to find."""
CONFIDENCE: Final = 0.9
_SOLVED_AT_ONCE: Final = 25
_FIRST_OF_SKATS: Final = 1 << 40
"""Worlds of the skats begin here, apart from those of the curve."""


@dataclass(repr=False)
class Safety(report.Answer):
    """How safe a bid is.  Parts that are not worked out (yet) are None.

    Attributes
    ----------
    question
        What was asked.
    curve
        The sums behind `limits`, and what follows from them: best and sure limits.
    limits
        One row a limit "I hold up to": `limit` (0: pass at once), `deals`, `asked` (deals in which this bid comes up),
        `declared`, and with the ends of their intervals (`_low`, `_high`): `declares` (share of deals), `won`,
        `overbid`, `hand` (shares of the declared), `others_lose` (share of what others declare), `tournament` and
        `list` (points a deal), `tournament_gain` and `list_gain` (over passing at once, paired), `tournament_of_bid`
        and `list_of_bid` (over giving up one bid earlier, in the deals where this bid comes up).
    bids
        One row a bid at which the game is played by a player who never passes.
    contracts
        One row a contract: `of_bot` (share of deals in which the bot plays it), `won_covered` (made, the bid aside),
        `won`, `tournament`, `tournament_gain` (over passing at once), `list` at the bids reached there, `playable`,
        `tournament_covered` (at a bid that is covered), `least_value` and `most_value` over the 231 skats.
    values, covers, matadors
        How the game value is distributed, which bids it covers, how the matadors hang on the skat.
    skat_cards, skat_pairs
        What each unseen card is worth in the skat, and each skat.
    open_cards
        What could be made with open cards, beside what the bots make.
    unlosable
        Likely hand games and whether they are proved to be unlosable.
    strength
        The win rate at the same limit once more with a stronger bot, where one was named: `stronger` tells where it
        sits.
    """

    question: Question
    confidence: float = CONFIDENCE
    precision: float | None = None
    deals: int | None = None
    curve: Curve | None = None
    contracts: pd.DataFrame | None = None
    values: pd.DataFrame | None = None
    covers: pd.DataFrame | None = None
    matadors: pd.DataFrame | None = None
    skat_cards: pd.DataFrame | None = None
    skat_pairs: pd.DataFrame | None = None
    open_cards: pd.DataFrame | None = None
    unlosable: pd.DataFrame | None = None
    strength: pd.DataFrame | None = None
    stronger: str = ""
    _rows: list[at.Choices] = field(default_factory=list, repr=False)

    @property
    def limits(self) -> pd.DataFrame | None:
        """The curve by limit."""
        return self.curve.frame() if self.curve else None

    @property
    def bids(self) -> pd.DataFrame | None:
        """The games by the bid at which they are played."""
        return self.curve.bids() if self.curve else None

    @property
    def limit(self) -> int:
        """Up to where to bid by tournament points; 0: pass."""
        return BID_OF_STEP[self.curve.best()] if self.curve else 0

    @property
    def figures(self) -> dict[str, Any]:
        """Matplotlib figures by the name of their frame: the curve by limit, contracts, cards in the skat.

        Raises
        ------
        SkatsimError
            When matplotlib is not installed.
        """
        from skatsim.reports.drawing import coloured
        from skatsim.reports.safety.plots import pictures

        return {name: coloured(drawing.figure) for name, drawing in pictures(self).items()}

    @property
    def known(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.parts)

    @property
    def parts(self) -> dict[str, pd.DataFrame]:
        """All frames that are there, by name."""
        names = (
            *("limits", "bids", "contracts", "values", "covers", "matadors"),
            *("skat_cards", "skat_pairs", "open_cards", "unlosable", "strength"),
        )
        found = {name: getattr(self, name) for name in names}
        return {name: frame for name, frame in found.items() if frame is not None}

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


Answer = Safety | TwelveCards


def safety(
    cards: Cards,
    *,
    seat: int | str = 0,
    heard: str = "",
    bots: Bots = "heuristic",
    skat: Cards = "",
    bid: int | None = None,
    stronger: str = "",
    deals: int | None = None,
    precision: float | None = None,
    confidence: float = CONFIDENCE,
    seed: int = 1,
    rules: RuleSet | str | Mapping[str, Any] = "isko",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Answer:
    """How safe a bid is on these ten cards; with twelve, what to play and what to put away.

    Bots play on from these cards in random deals that fit what was heard, each seeing what its seat may know.  So a
    number holds between equals: against stronger defenders fewer games are won, with a stronger declarer more.

    Parameters
    ----------
    cards
        Ten cards, or twelve with the skat: names, a `CardSet` or a mask.
    seat
        Forehand, middlehand or rearhand.
    heard
        The auction so far, such as ``"middlehand 20, rearhand pass"``; your own words may be left out.
    bots
        Who plays: one bot for all seats, or three for forehand, middlehand and rearhand.
    skat
        The two cards found.
    bid
        With twelve cards, the bid at which you play, where `heard` does not tell it (default 18).
    stronger
        A bot with which the win rate is told once more: in your place, and against you.
    deals
        How many; default 20,000, with twelve cards 4,000.
    precision
        Instead: half the width of the 95 % interval of the win rate at the best limit; looked at after every 10,000
        deals.
    confidence
        With which a bid is called sure.
    seed
        Of the deals.
    rules
        A preset's name, a table of switches, or a `RuleSet`.
    threads
        Default: one for each core; never changes a result.
    progress
        Called with a `skatsim.runs.executors.Progress`.

    Raises
    ------
    SkatsimError
        Naming the card, seat, word, bid, bot or number at fault, or where no deal fits what was heard.

    Examples
    --------
    >>> answer = safety("CJ SJ HA HT HK CA CT S9 D8 D7", deals=500, threads=1)
    >>> answer.limits[["limit", "deals", "declared"]].iloc[:3].to_numpy().tolist()
    [[0, 500, 0], [18, 500, 301], [20, 500, 317]]
    """
    answer = prepare(
        read_question(cards, seat=seat, heard=heard, bots=bots, rules=rules, seed=seed, skat=skat, bid=bid),
        confidence=confidence,
        precision=precision,
        deals=deals,
        stronger=stronger,
    )
    work = Work(local_executor(threads), progress)
    return work.answer(answer, deals)


def stronger_than(question: Question) -> str:
    """The bot of the ladder above those that play, where they do not search; none ("") with twelve cards.

    A number holds between equals: what it says against stronger players, and for one, is told beside it.
    """
    names = {bot.name for bot, _ in question.asked.lineup.players}
    return "expert" if names <= {"heuristic", "random"} and not question.asked.skat else ""


def prepare(
    question: Question,
    *,
    confidence: float = CONFIDENCE,
    precision: float | None = None,
    deals: int | None = None,
    stronger: str = "",
) -> Answer:
    """An empty answer.

    Raises
    ------
    SkatsimError
        For a number out of range.
    """
    if deals is not None:
        whole_number("deals", deals, 1, MOST_DEALS)
    if deals is not None and precision is not None:
        raise SkatsimError("give deals or precision, not both")
    if precision is not None and not 0.0001 <= precision < 0.5:
        raise SkatsimError(f"precision: {precision:g} is out of range; take half a width such as 0.005 (half a point)")
    if not 0.5 <= confidence < 1:
        raise SkatsimError(f"confidence: {confidence:g} is out of range; take a probability from 0.5, such as 0.9")
    if question.asked.skat and (precision is not None or stronger):
        raise SkatsimError(f"{'stronger' if stronger else 'precision'}: not with twelve cards; give deals")
    if stronger:
        the_bot(stronger, "stronger")
    if question.asked.skat:
        return TwelveCards(question)
    return Safety(question, confidence, precision, deals, stronger=stronger)


def _strength(place: str, sums: LimitSums, step: int) -> dict[str, Any]:
    declared, won = sums.totals[DECLARED, step], sums.totals[WON, step]
    return {"stronger": place, "deals": sums.worlds, "declared": declared, **with_ends("won", wilson(won, declared))}


@dataclass
class Work:
    """Works an answer out, part by part."""

    executor: Executor
    progress: ProgressCallback | None = None

    def answer(self, empty: Answer, deals: int | None = None) -> Answer:
        """Fill the answer.

        No deals are played first: kernels are compiled then, and the meter measures the play alone.
        """
        if isinstance(empty, Safety):
            return self.fill(empty, deals)
        count = deals or TWELVE_DEALS
        at.play_choices(empty.question.asked, contracts.CHOICES, range(0))
        meter = ProgressMeter(count, callback=self.progress)
        return fill_twelve(empty, count, self.executor, meter)

    def fill(self, answer: Safety, deals: int | None = None) -> Safety:
        """All parts of an answer for ten cards."""
        count = deals or (MOST_DEALS if answer.precision else DEALS)
        of_strength = min(DEALS, count) // 2 if answer.stronger else 0
        of_contracts, of_skat = min(CONTRACT_DEALS, count), min(skat.DEALS, max(count // 100, 1))
        solved = min(open_cards.DEALS, max(count // 16, 1))
        limit_sums(answer.question.asked, range(0))
        self._rest = of_contracts + 231 * of_skat + solved + 2 * of_strength
        self._meter = ProgressMeter(count + self._rest, callback=self.progress)
        self.curve(answer, count)
        if not answer.curve or not answer.curve.sums.totals[DECLARED].any():
            return answer
        affordable = self._affordable(answer.curve.sums)
        self.contracts(answer, min(of_contracts, affordable))
        self.skat(answer, min(of_skat, max(affordable // 231, LEAST_OF_SKAT)))
        self.open_cards(answer, solved)
        self.unlosable(answer)
        if answer.stronger:
            self.strength(answer, of_strength)
        return answer

    def curve(self, answer: Safety, deals: int) -> None:
        """The curve by limit, until there are enough deals."""
        asked, sums = answer.question.asked, no_sums()
        played = 0
        for result in over(self.executor, lambda worlds: limit_sums(asked, worlds), chunks(deals), self._meter):
            sums = sums + result
            played += CHUNK
            if sums.worlds:
                answer.curve = Curve(sums, asked.first_limit, answer.confidence)
            elif sums.candidates >= MOST_CANDIDATES // 10:
                break
            if played % LOOK == 0 and self._is_enough(answer, sums.candidates):
                break
        if not answer.curve:
            raise nothing_fits(asked.heard.words(asked.seat), answer.question.others, sums.candidates)

    @staticmethod
    def _affordable(sums: LimitSums) -> int:
        """Deals that fit what was heard among a quarter of the most that are looked at."""
        return max(MOST_CANDIDATES // 4 * sums.worlds // sums.candidates, 1)

    def _is_enough(self, answer: Safety, candidates: int) -> bool:
        """Whether no more deals are needed; if they are, the meter learns how many."""
        if candidates >= MOST_CANDIDATES:
            return True
        if answer.precision is None or answer.curve is None:
            return False
        ratio = answer.curve.half_width() / answer.precision
        self._meter.total = min(int(self._meter.done * ratio**2), MOST_DEALS) + self._rest
        return ratio <= 1

    def _limit(self, answer: Safety) -> int:
        assert answer.curve is not None
        return answer.curve.played_limit() if not answer.question.is_over else at.NEVER_PASS

    def unlosable(self, answer: Safety) -> None:
        """The hand games that the bots nearly always make."""
        frame = answer.contracts
        assert frame is not None
        made = zip(frame["contract"], frame["won_covered"], strict=True)
        answer.unlosable = proofs.hand_games(answer.question.asked.hand, answer.question.seat, made)

    def strength(self, answer: Safety, deals: int) -> None:
        """The win rate with the stronger bot in the player's place, and in the others'."""
        question, step = answer.question, -1 if answer.question.is_over else self._limit(answer)
        player, others = the_bot(answer.stronger, "stronger"), [s for s in range(3) if s != question.seat]
        assert answer.curve is not None
        found = {"nowhere": answer.curve.sums}
        for place, seats in (("with you", [question.seat]), ("against you", others)):
            asked, sums = question.with_others(player, seats), no_sums()
            work = partial(limit_sums, asked)
            for result in over(self.executor, work, chunks(deals), self._meter):
                sums = sums + result
            found[place] = sums
        answer.strength = pd.DataFrame([_strength(place, sums, step) for place, sums in found.items()])

    def contracts(self, answer: Safety, deals: int) -> None:
        """Every contract on the first deals of the curve."""
        asked, limit = answer.question.asked, self._limit(answer)

        def work(worlds: range) -> at.Choices:
            return at.play_choices(asked, contracts.CHOICES, worlds, limit=limit)

        answer._rows = list(over(self.executor, work, chunks(deals, 250), self._meter))
        rows = at.joined(answer._rows)
        answer.contracts = contracts.contract_frame(asked.hand, rows)
        answer.values = contracts.value_frame(rows)
        answer.covers = contracts.cover_frame(asked.hand, rows)
        answer.matadors = contracts.matador_frame(asked.hand)

    def skat(self, answer: Safety, deals: int) -> None:
        """Each of the 231 skats."""
        asked, limit = answer.question.asked, self._limit(answer)
        skats = contracts.skats(asked.hand)

        def work(worlds: range) -> skat.SkatSums:
            number = (worlds.start - _FIRST_OF_SKATS) // deals
            with_skat = asked.with_skat(int(skats[number]))
            return skat.skat_sums(at.play_choices(with_skat, skat.CHOICE, worlds, limit=limit))

        tasks = chunks(len(skats) * deals, deals, _FIRST_OF_SKATS)
        sums = list(over(self.executor, work, tasks, self._meter))
        answer.skat_pairs = skat.pair_frame(skats, sums)
        answer.skat_cards = skat.card_frame(asked.hand, skats, sums)

    def open_cards(self, answer: Safety, deals: int) -> None:
        """The first deals of the contracts, solved with open cards."""
        rows = at.joined(answer._rows)
        seat = answer.question.seat
        count = min(deals, len(rows.bids))

        def work(part: range) -> Any:
            return made_by(rows.deals[part.start : part.stop], seat)

        made = list(over(self.executor, work, chunks(count, _SOLVED_AT_ONCE), self._meter))
        if made:
            answer.open_cards = open_cards.open_frame(rows, np.concatenate(made))
