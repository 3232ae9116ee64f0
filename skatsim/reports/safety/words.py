"""The answer for people: sentences, then tables, the same on the terminal and on the page.

"Points" are tournament points (Seeger-Fabian, table of three), list points are called so.  ± is half of the 95 %
interval.  Tables leave out what hardly comes up and contracts that are hopeless; the frames have all of it.
"""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from skatsim.reports.cells import Cell, Table, number
from skatsim.reports.safety.answer import Answer, Safety
from skatsim.reports.safety.contracts import plain_values
from skatsim.reports.safety.curve import BID_OF_STEP, RARE, Curve
from skatsim.reports.safety.question import Question
from skatsim.reports.safety.twelve import TwelveCards
from skatsim.reports.safety.worlds import LOOK
from skatsim.reports.text import fill, table_text
from skatsim.reports.wording import MINUS, NOTHING, count, counted, mean, percent, rate, signed
from skatsim.rules.contracts import Contract
from skatsim.rules.seats import SEAT_NAMES
from skatsim.rules.words import contract_words

HOPELESS: Final = 0.2
"""Contracts made in fewer deals are left out where people read, unless the bot plays them."""
SELDOM: Final = 0.01
"""Bids that come up in a smaller share of the deals have no line."""
LOW_ACCEPTANCE: Final = 0.001
_PER_CENT: Final = "\u00a0%"


def answer_text(answer: Answer) -> str:
    """All of an answer for the terminal, ends with a line break."""
    lines = [fill(line) for line in headline(answer)]
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
        return [_twelve(answer)]
    if answer.curve is None:
        return []
    if answer.question.is_over:
        return [_over(answer, answer.curve), *_fitting(answer, answer.curve)]
    return [
        _limit(answer.curve),
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
    turn = curve.turns()
    if not turn:
        return f"{sentence}; higher bids hardly come up."
    above = _row(curve, turn)
    loss = _mean(above, "tournament_of_bid", above["asked"])
    return f"{sentence}; at {above['limit']} it turns ({loss} where it comes up)."


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
    """How often deals fit what was heard."""
    question, sums = answer.question, curve.sums
    if not question.heard.said:
        return []
    share = sums.worlds / sums.candidates
    said = question.heard.words(question.seat)
    words = f"Heard: {said}. {percent(share)}{_PER_CENT} of {count(sums.candidates)} deals fit"
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
    proved = answer.unlosable.loc[answer.unlosable["unlosable"] == "yes", "contract"]
    names = ", ".join(contract_name(letters) for letters in proved)
    return [f"Proved to be unlosable, whatever lies where: {names}."] if names else []


def _twelve(answer: TwelveCards) -> str:
    """What to play and put away."""
    rows = _records(answer.choices)
    bot = next(row for row in rows if row["bot"])
    best, next_best, *rest = [row for row in rows if not row["bot"]]
    alike = sum(row["behind_low"] <= 0 for row in (next_best, *rest))
    also = f" {counted(alike, 'other choice')} cannot be told from it." if alike else ""
    return (
        f"Play {contract_name(best['contract'])} and put away {best['discard']}: won {_pm(best, 'won')}, "
        f"{_mean(best, 'tournament', best['deals'])} points; next {contract_name(next_best['contract'])} without "
        f"{next_best['discard']} ({_mean(next_best, 'behind', next_best['deals'], MINUS)}).{also} "
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


# --- tables


def tables(answer: Answer) -> list[Table]:
    """The tables of an answer in the order of reading; those that are not there are missing."""
    if isinstance(answer, TwelveCards):
        return [choice_table(answer)]
    made = []
    if answer.curve is not None:
        made += [limit_table(answer.curve), bid_table(answer.curve)] if not answer.question.is_over else []
    if answer.contracts is not None and len(answer.contracts):
        made.append(contract_table(answer))
    if answer.skat_cards is not None:
        made.append(skat_table(answer.skat_cards))
    if answer.open_cards is not None:
        made.append(open_table(answer.open_cards))
    if answer.strength is not None:
        made.append(strength_table(answer))
    return made


def limit_table(curve: Curve) -> Table:
    """The curve by limit."""
    told = [BID_OF_STEP[step] for step in curve.told]
    rows = []
    for row in _records(curve.frame()):
        if row["limit"] not in told or row["asked"] < SELDOM * row["deals"]:
            continue
        first = row["limit"] == told[0]
        name = "pass" if row["limit"] == 0 else str(row["limit"])
        rows.append(
            (
                Cell(name, row["limit"]),
                _share(row["asked"] / row["deals"]),
                _share(row["declares"]),
                _rate(row, "won"),
                _share(row["overbid"]),
                Cell(NOTHING, "") if first else _mean_cell(row, "tournament_gain", "deals"),
                Cell(NOTHING, "") if first else _mean_cell(row, "tournament_of_bid", "asked"),
                Cell(NOTHING, "") if first else _mean_cell(row, "list_gain", "deals"),
            )
        )
    return Table(
        "limits",
        "I hold up to",
        ("bid", "comes up %", "I play %", "won %", "overbid %", "over passing", "this bid", "list points"),
        tuple(rows),
        "comes up: in so many of the deals I am asked for this bid. won, overbid: of the games I play. over passing: "
        "points a deal more than passing at once, list points likewise. this bid: points more than giving up one bid "
        "earlier, in the deals where it comes up.",
    )


def bid_table(curve: Curve) -> Table:
    """By the bid at which a player who never passes plays."""
    rows = tuple(
        (
            Cell(str(row["bid"]), row["bid"]),
            _share(row["share"]),
            _rate(row, "won"),
            _share(row["overbid"]),
            _mean_cell(row, "tournament", "declared"),
            _mean_cell(row, "list", "declared"),
        )
        for row in _records(curve.bids())
        if row["share"] >= SELDOM
    )
    return Table(
        "bids",
        "Driven to just this bid",
        ("bid", "of deals %", "won %", "overbid %", "points", "list points"),
        rows,
        "The games of a player who never passes, by the bid at which he plays: who is driven higher meets stronger "
        "opponents.",
    )


def shown_contracts(frame: pd.DataFrame) -> pd.DataFrame:
    """The contracts that are not hopeless."""
    return frame[(frame["won_covered_high"] >= HOPELESS) | (frame["of_bot"] >= RARE)]


def contract_table(answer: Safety) -> Table:
    """The contracts that are not hopeless."""
    frame = answer.contracts
    assert frame is not None
    rows = []
    for row in _records(shown_contracts(frame)):
        rows.append(
            (
                Cell(contract_name(row["contract"]), str(row["contract"])),
                _share(row["of_bot"]),
                Cell(rate(*(row[f"won_covered{end}"] for end in ("", "_low", "_high"))), row["won_covered"]),
                _mean_cell(row, "tournament_covered", "deals"),
                _mean_cell(row, "tournament", "deals"),
                _mean_cell(row, "list", "deals"),
                Cell(_values(answer, row["contract"]), ""),
            )
        )
    curve, deals = answer.curve, int(frame["deals"].max())
    where = (
        "in which I play"
        if curve is None or answer.question.is_over
        else (f"in which I play when I hold up to {BID_OF_STEP[curve.played_limit()]}")
    )
    return Table(
        "contracts",
        "Every contract on the same deals",
        ("contract", "bot plays %", "made %", "points if covered", "points", "list points", "value (of skats)"),
        tuple(rows),
        f"The {count(deals)} deals {where}; the bot puts away what it thinks best. made: 61 card points, the announced "
        "level, no trick; points if covered: at a bid the value covers, points and list points at the bids reached "
        "there. value: of a game just made, with the share of the 231 skats that bring at least that, counted exactly. "
        f"Contracts made in fewer than {percent(HOPELESS)} % are left out.",
    )


def _values(answer: Safety, contract: str) -> str:
    """The values of a game just made and the shares of skats that reach them: 36, 48 (9 %)."""
    plain = plain_values(answer.question.asked.hand, Contract.parse(contract))
    parts = []
    for value in sorted({int(v) for v in plain})[:3]:
        share = float((plain >= value).mean())
        parts.append(str(value) if share == 1 else f"{value} ({percent(share)} %)")
    return ", ".join(parts)


def skat_table(frame: pd.DataFrame) -> Table:
    """What each card is worth in the skat."""
    rows = tuple(
        (
            Cell(row["card"], row["card"]),
            _rate(row, "won_with"),
            Cell(_points(row["worth"], row["worth_low"], row["worth_high"]), row["worth"]),
            Cell(signed(row["gain_with"]), row["gain_with"]),
        )
        for row in _records(frame.dropna(subset=["worth"]))
    )
    return Table(
        "skat_cards",
        "What a card is worth in the skat",
        ("card", "won with it %", "worth, points of %", "over passing"),
        rows,
        "The skat is picked up, all 231 skats are played equally often. worth: win rate with the card found less that "
        "without it. over passing: points a deal more than passing at once, with the card found.",
    )


def open_table(frame: pd.DataFrame) -> Table:
    """Open cards beside the bots."""
    names = {"of the bot": "the bot's contract", "any": "any contract"}
    rows = tuple(
        (
            Cell(names.get(row["contract"]) or contract_name(row["contract"]), str(row["contract"])),
            _rate(row, "makeable"),
            _rate(row, "won"),
        )
        for row in _records(frame)
        if row["makeable_high"] >= HOPELESS or row["won_high"] >= HOPELESS
    )
    deals = int(frame["deals"].max())
    return Table(
        "open_cards",
        "With open cards",
        ("contract", "can be made %", "bots make %"),
        rows,
        f"The first {count(deals)} of these deals. can be made: by perfect play of all with open cards and the best "
        "discard. That is no probability of winning: nobody at the table sees the cards.",
    )


def strength_table(answer: Safety) -> Table:
    """The win rate once more with a stronger bot."""
    assert answer.strength is not None
    names = {
        "nowhere": "as asked",
        "with you": f"{answer.stronger} for you",
        "against you": f"{answer.stronger} against you",
    }
    rows = tuple(
        (Cell(names[row["stronger"]], str(row["stronger"])), number(row["declared"]), _rate(row, "won"))
        for row in _records(answer.strength)
    )
    note = "The same limit, with another bot that bids and plays in these places."
    return Table("strength", "Against and with a stronger bot", ("who plays", "games", "won %"), rows, note)


def choice_table(answer: TwelveCards) -> Table:
    """Contracts and discards with twelve cards."""
    rows = tuple(
        (
            Cell("the bot's choice" if row["bot"] else contract_name(row["contract"]), str(row["contract"])),
            Cell(row["discard"] or NOTHING, str(row["discard"])),
            _rate(row, "won"),
            _mean_cell(row, "tournament", "deals"),
            _mean_cell(row, "list", "deals"),
            _mean_cell(row, "behind", "deals"),
        )
        for row in _records(answer.choices)
        if row["bot"] or row["won_high"] >= HOPELESS
    )
    first, last = answer.screening.iloc[0], answer.screening.iloc[-1]
    return Table(
        "choices",
        "What to play and what to put away",
        ("contract", "put away", "won %", "points", "list points", "behind"),
        rows,
        f"{count(first['choices'])} choices were screened in {len(answer.screening)} rounds: after each the better "
        f"half stayed and the deals were doubled, to {count(last['deals'])}. The best and the best of each contract "
        f"were then played on {count(answer.choices['deals'].max())} fresh deals, in which you play at "
        f"{answer.question.bid}. "
        "behind: points less than the best, paired; its intervals hold for all rows together. Choices that win fewer "
        f"than {percent(HOPELESS)} % are left out.",
    )


# --- cells


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _row(curve: Curve, step: int) -> dict[str, Any]:
    return next(row for row in _records(curve.frame()) if row["limit"] == BID_OF_STEP[step])


def contract_name(letters: str) -> str:
    """A contract of a frame in words."""
    return contract_words(Contract.parse(letters))


def _share(value: float) -> Cell:
    return Cell(NOTHING if pd.isna(value) else percent(value), value)


def _rate(row: Mapping[str, Any], name: str) -> Cell:
    return Cell(rate(row[name], row[f"{name}_low"], row[f"{name}_high"]), row[name])


def _mean_cell(row: Mapping[str, Any], name: str, n: str) -> Cell:
    return Cell(_mean(row, name, row[n]), row[name])


def _mean(row: Mapping[str, Any], name: str, n: float, sign: str = "") -> str:
    text = mean(row[name], row[f"{name}_low"], row[f"{name}_high"], n)
    return text.replace("+", sign) if sign else text


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


def _points(value: float, low: float, high: float) -> str:
    """A difference of shares in points of per cent."""
    return f"{signed(100 * value)} ±{50 * (high - low):.1f}"
