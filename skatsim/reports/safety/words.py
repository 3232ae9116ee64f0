"""The answer in sentences, the same on the terminal and on the page, and the whole of it as text.

"Points" are tournament points (Seeger-Fabian, table of three), list points are called so.  ± is half of the 95 %
interval.
"""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from skatsim.reports.safety.answer import Answer, Safety
from skatsim.reports.safety.curve import BID_OF_STEP, RARE, Curve
from skatsim.reports.safety.question import Question
from skatsim.reports.safety.tables import contract_name, records, tables
from skatsim.reports.safety.twelve import TwelveCards
from skatsim.reports.safety.worlds import LOOK
from skatsim.reports.text import fill, table_text
from skatsim.reports.wording import count, counted, mean, percent, signed
from skatsim.rules.contracts import BIDS
from skatsim.rules.seats import SEAT_NAMES

LOW_ACCEPTANCE: Final = 0.001
SELDOM_PLAYED: Final = 0.5
"""A contract that the bot plays in a smaller share of the deals is not what its limits are about."""
_PER_CENT: Final = "\u00a0%"


def answer_text(answer: Answer) -> str:
    """All of an answer for the terminal, ends with a line break."""
    lines = [fill(line) for line in (f"{title(answer.question)}.", *headline(answer))]
    return (
        "\n\n".join(["\n".join(lines), *(table_text(table) for table in tables(answer)), fill(method(answer))]) + "\n"
    )


def title(question: Question) -> str:
    """What was asked, in one line."""
    heard = question.heard.words(question.seat)
    at = f", heard: {heard}" if heard else ""
    bid = f" at {question.bid}" if question.bid else ""
    return f"{question.cards} at {SEAT_NAMES[question.seat]}{bid}{at}"


def headline(answer: Answer) -> list[str]:
    """The answer in sentences, the first of them the answer itself."""
    if isinstance(answer, TwelveCards):
        if answer.choices is not None:
            return [_twelve(answer.choices)]
        return [] if answer.screening is None else [_screened(answer.screening)]
    if answer.curve is None:
        return []
    if answer.question.is_over:
        return [_over(answer, answer.curve), *_fitting(answer, answer.curve)]
    return [
        _limit(answer.curve),
        *_other_games(answer, answer.curve),
        _other_limits(answer.curve),
        *_fitting(answer, answer.curve),
        *_of_skats(answer),
        *_unlosable(answer),
    ]


def _limit(curve: Curve) -> str:
    """Up to where to bid, and what it brings."""
    best = curve.best()
    row = _row(curve, best)
    if best == curve.first:
        first = _row(curve, curve.played_limit())
        stop = "Pass" if curve.first == 0 else "Stop bidding"
        if not first["declared"]:
            return f"{stop}: no bid gets you the game."
        return (
            f"{stop}: holding up to {first['limit']} would win {_pm(first, 'won')} of the games you get and bring "
            f"{_mean(first, 'tournament_gain', first['deals'])} tournament points a deal against passing."
        )
    at_once = "passing at once" if curve.first == 0 else f"stopping at {BID_OF_STEP[curve.first]}"
    sentence = (
        f"Bid up to {row['limit']}: then you play in {percent(row['declares'])}{_PER_CENT} of the deals, win "
        f"{_pm(row, 'won')} of them and gain {_gain(row)} a deal against {at_once}"
    )
    turn, beyond = curve.turns(), curve.beyond()
    if not beyond:
        return f"{sentence}; higher bids hardly come up."
    above = _row(curve, turn or beyond[0])
    loss = _mean(above, "tournament_of_bid", above["asked"])
    if not turn:
        return f"{sentence}; beyond it brings nothing that shows ({loss} where {above['limit']} comes up)."
    return f"{sentence}; at {above['limit']} it turns ({loss} where it comes up)."


def _other_games(answer: Safety, curve: Curve) -> list[str]:
    """The best contract that pays and covers more than the limit, where higher bids lose; one the bot seldom plays."""
    frame = answer.contracts
    if not curve.turns() or frame is None:
        return []
    beyond = BID_OF_STEP[curve.beyond()[0]]
    pays = (frame["tournament_covered_low"] > 0) & (frame["tournament_gain_low"] > 0)
    better = frame[pays & (frame["least_value"] >= beyond) & (frame["of_bot"] < SELDOM_PLAYED)]
    if better.empty:
        return []
    row = records(better)[0]
    covered = max(bid for bid in BIDS if bid <= row["least_value"])
    made = f"made {percent(row['won_covered'])}{_PER_CENT}, {signed(row['tournament_covered'])} points"
    return [
        f"The limit is that of the bot's own choice of game: {contract_name(row['contract'])} would carry the bid up "
        f"to {covered} ({made} in the deals played at up to {BID_OF_STEP[curve.played_limit()]})."
    ]


def _other_limits(curve: Curve) -> str:
    """The limit in list points, and the sure ones."""
    confidence = f"{100 * curve.confidence:g}{_PER_CENT}"
    told = {kind: (_bid(curve, curve.best(kind)), _bid(curve, curve.sure(kind))) for kind in ("tournament", "list")}
    return (
        f"By list points: {told['list'][0]}. Sure with {confidence}: {told['tournament'][1]}; "
        f"by list points {told['list'][1]}."
    )


def _bid(curve: Curve, step: int) -> str:
    return "no bid" if step == curve.first else f"up to {BID_OF_STEP[step]}"


def _over(answer: Safety, curve: Curve) -> str:
    row = _row(curve, curve.first)
    points = _mean(row, "tournament", row["deals"])
    return (
        f"You play at {answer.question.heard.now.bid}: you win {_pm(row, 'won')} of the games, {points} points and "
        f"{_mean(row, 'list', row['deals'])} list points each."
    )


def _fitting(answer: Safety, curve: Curve) -> list[str]:
    """How often deals fit what was heard, and what its brackets are."""
    question, sums = answer.question, curve.sums
    if not question.heard.said:
        return []
    share = sums.worlds / sums.candidates
    words = "In brackets: what must have been said. " if any(question.heard.implied) else ""
    words += f"What was heard fits {percent(share)}{_PER_CENT} of {count(sums.candidates)} deals"
    if share < LOW_ACCEPTANCE:
        words += f": {question.others} hardly ever speaks so; read the figures with care"
    return [f"{words}."]


def _of_skats(answer: Safety) -> list[str]:
    """How many skats pay, the best and the worst."""
    pairs = answer.skat_pairs
    if pairs is None:
        return []
    known = pairs.dropna(subset=["gain"])
    if known.empty:
        return []
    pays, surely = int((known["gain"] > 0).sum()), int((known["gain_low"] > 0).sum())
    best, worst = ", ".join(known["skat"].head(3)), ", ".join(known["skat"].tail(3).iloc[::-1])
    return [
        f"Picked up, {pays} of the 231 skats make a game that pays ({surely} beyond doubt); best {best}, worst {worst}."
    ]


def _unlosable(answer: Safety) -> list[str]:
    """Which hand games are proved to be unlosable."""
    if answer.unlosable is None:
        return []
    assert answer.contracts is not None
    proved = answer.unlosable.loc[answer.unlosable["unlosable"] == "yes", "contract"]
    values = answer.contracts.set_index("contract")["least_value"]
    names = ", ".join(f"{contract_name(letters)} (up to {values[letters]})" for letters in proved)
    told = "Proved to be unlosable, whatever lies where, so safe at any bid that it covers"
    return [f"{told}: {names}."] if names else []


def _screened(screening: pd.DataFrame) -> str:
    """What leads while the choices are still being screened."""
    row = records(screening)[-1]
    return (
        f"So far {contract_name(row['best_contract'])} without {row['best_discard']} leads {count(row['choices'])} "
        f"choices after {counted(row['deals'], 'deal')} of screening; no figures yet."
    )


def _twelve(choices: pd.DataFrame) -> str:
    """What to play and put away."""
    rows = records(choices)
    bot = next(row for row in rows if row["bot"])
    best, next_best, *rest = [row for row in rows if not row["bot"]]
    alike = sum(row["behind_low"] <= 0 for row in (next_best, *rest))
    also = f" {counted(alike, 'other choice')} cannot be told from it." if alike else ""
    return (
        f"Play {contract_name(best['contract'])} and put away {best['discard']}: won {_pm(best, 'won')}, "
        f"{_mean(best, 'tournament', best['deals'])} points; next {contract_name(next_best['contract'])} without "
        f"{next_best['discard']} ({_mean(next_best, 'behind', next_best['deals'], sign=False)} behind).{also} "
        f"The bot's own choice brings {_mean(bot, 'tournament', bot['deals'])}."
        f"{' Proved: the game cannot be lost, whatever lies where.' if best['unlosable'] == 'yes' else ''}"
    )


def method(answer: Answer) -> str:
    """How it is estimated, and what it does not say."""
    question = answer.question
    told = " that fit what was heard" if question.heard.said else ""
    words = (
        f"Estimated by play: {_who(question)} on from your cards in random deals{told}, each seeing only what its seat "
        f"may know (seed {question.asked.seed}). "
    )
    words += (
        "A number holds between equals: stronger defenders win more often, a stronger declarer too. Points are "
        "tournament points (Seeger-Fabian, table of three), yours alone; differences are paired, on the same deals; "
        "± and brackets: 95 % intervals."
    )
    if isinstance(answer, Safety) and answer.curve is not None:
        words += (
            f" Best limit: the highest mean over {count(answer.curve.sums.worlds)} deals; bids that come up in fewer "
            f"than {percent(RARE)} % of them are left out. Sure: going on is better than giving up at that bid and at "
            "each lower one, one-sided."
        )
        if answer.precision:
            words += (
                f" Looked at after every {count(LOOK)} deals, until the win rate is known to ± {answer.precision:g}."
            )
    return words


def _who(question: Question) -> str:
    if question.mine == question.others:
        return f"{question.mine} at all seats bids and plays"
    return f"{question.mine} plays for you, {question.others} bids and plays against you,"


# --- figures


def _row(curve: Curve, step: int) -> dict[str, Any]:
    return next(row for row in records(curve.frame()) if row["limit"] == BID_OF_STEP[step])


def _mean(row: Mapping[str, Any], name: str, n: float, sign: bool = True) -> str:
    return mean(row[name], row[f"{name}_low"], row[f"{name}_high"], n, sign)


def _pm(row: Mapping[str, Any], name: str) -> str:
    """A share with half of its interval: 81.2 % (±0.6)."""
    if pd.isna(row[name]):
        return f"0{_PER_CENT}"
    half = 50 * (row[f"{name}_high"] - row[f"{name}_low"])
    return f"{percent(row[name])}{_PER_CENT} (±{half:.1f})"


def _gain(row: Mapping[str, Any]) -> str:
    """Tournament points gained: 21.3 tournament points (±0.8)."""
    half = (row["tournament_gain_high"] - row["tournament_gain_low"]) / 2
    interval = "" if pd.isna(half) else f" (±{half:.1f})"
    return f"{row['tournament_gain']:.1f} tournament points{interval}"
