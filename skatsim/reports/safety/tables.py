"""The tables of an answer, once for terminal and page.

"Points" are tournament points (Seeger-Fabian, table of three), list points are called so.  ± and brackets are 95 %
intervals.  Left out is what hardly comes up and contracts that are hopeless; the frames have all of it.
"""

from typing import Any, Final

import pandas as pd

from skatsim.reports.cells import Cell, Table, mean_cell, number, rate_cell
from skatsim.reports.safety.answer import Answer, Safety
from skatsim.reports.safety.contracts import plain_values
from skatsim.reports.safety.curve import BID_OF_STEP, KINDS, RARE, Curve
from skatsim.reports.safety.twelve import TwelveCards
from skatsim.reports.wording import NOTHING, count, counted, percent, rate, signed
from skatsim.rules.contracts import Contract
from skatsim.rules.words import contract_words
from skatsim.table import limits as at

HOPELESS: Final = 0.2
"""Contracts made in fewer deals are left out where people read, unless the bot plays them."""
SELDOM: Final = 0.01
"""Bids that come up in a smaller share of the deals have no line, unless they are recommended."""


def tables(answer: Answer) -> list[Table]:
    """The tables of an answer in the order of reading; those that are not there are missing."""
    if isinstance(answer, TwelveCards):
        if answer.choices is not None and answer.screening is not None:
            return [choice_table(answer, answer.choices, answer.screening)]
        return [] if answer.screening is None else [screening_table(answer.screening)]
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
    shown = {BID_OF_STEP[step] for step in _shown_limits(curve)}
    rows = []
    for row in records(curve.frame()):
        if row["limit"] not in shown:
            continue
        first = row["limit"] == BID_OF_STEP[curve.first]
        name = "pass" if row["limit"] == 0 else str(row["limit"])
        rows.append(
            (
                Cell(name, row["limit"]),
                _share(row["asked"] / row["deals"]),
                _share(row["declares"]),
                rate_cell(row, "won"),
                _share(row["overbid"]),
                Cell(NOTHING, "") if first else mean_cell(row, "tournament_gain", n=row["deals"]),
                Cell(NOTHING, "") if first else mean_cell(row, "tournament_of_bid", n=row["asked"]),
                Cell(NOTHING, "") if first else mean_cell(row, "list_gain", n=row["deals"]),
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


def _shown_limits(curve: Curve) -> set[int]:
    """The limits, as steps, that come up often enough; in any case those that are recommended and one beyond."""
    begins = curve.sums.sums[at.BEGINS]
    often = {step for step in curve.told if begins[step] >= SELDOM * curve.sums.worlds}
    named = {limit for kind in KINDS for limit in (curve.best(kind), curve.sure(kind))}
    beyond = [step for step in curve.steps if step > max(named)][:1]
    return {curve.first, *often, *named, *beyond}


def bid_table(curve: Curve) -> Table:
    """By the bid at which a player who never passes plays."""
    rows = tuple(
        (
            Cell(str(row["bid"]), row["bid"]),
            _share(row["share"]),
            rate_cell(row, "won"),
            _share(row["overbid"]),
            mean_cell(row, "tournament", n=row["declared"]),
            mean_cell(row, "list", n=row["declared"]),
        )
        for row in records(curve.bids())
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
    for row in records(shown_contracts(frame)):
        rows.append(
            (
                Cell(contract_name(row["contract"]), str(row["contract"])),
                _share(row["of_bot"]),
                Cell(rate(*(row[f"won_covered{end}"] for end in ("", "_low", "_high"))), row["won_covered"]),
                mean_cell(row, "tournament_covered", n=row["deals"]),
                mean_cell(row, "tournament", n=row["deals"]),
                mean_cell(row, "list", n=row["deals"]),
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
        f"The {counted(deals, 'deal')} {where}; the bot puts away what it thinks best. made: 61 card points, the "
        "announced level, no trick; points if covered: at a bid the value covers, points and list points at the bids "
        "reached there. value: of a game just made, with the share of the 231 skats that bring at least that, counted "
        "exactly. "
        f"Contracts made in fewer than {percent(HOPELESS)} % are left out."
        f"{_of_open_null(answer, shown_contracts(frame))}",
    )


def _of_open_null(answer: Answer, frame: pd.DataFrame) -> str:
    """A caution where null ouvert is among the contracts and the heuristic bot defends."""
    if "heuristic" not in answer.question.others or not {"NO", "NHO"} & set(frame["contract"]):
        return ""
    return (
        " null ouvert: the bot's defence against it is weak, for it hardly uses the open hand; so these rates are high."
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
            rate_cell(row, "won_with"),
            Cell(_points(row["worth"], row["worth_low"], row["worth_high"]), row["worth"]),
            Cell(signed(row["gain_with"]), row["gain_with"]),
        )
        for row in records(frame.dropna(subset=["worth"]))
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
            rate_cell(row, "makeable"),
            rate_cell(row, "won"),
        )
        for row in records(frame)
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
        (Cell(names[row["stronger"]], str(row["stronger"])), number(row["declared"]), rate_cell(row, "won"))
        for row in records(answer.strength)
    )
    note = "The same limit, with another bot that bids and plays in these places."
    return Table("strength", "Against and with a stronger bot", ("who plays", "games", "won %"), rows, note)


def choice_table(answer: TwelveCards, choices: pd.DataFrame, screening: pd.DataFrame) -> Table:
    """Contracts and discards with twelve cards."""
    rows = tuple(
        (
            Cell("the bot's choice" if row["bot"] else contract_name(row["contract"]), str(row["contract"])),
            Cell(row["discard"] or NOTHING, str(row["discard"])),
            rate_cell(row, "won"),
            mean_cell(row, "tournament", n=row["deals"]),
            mean_cell(row, "list", n=row["deals"]),
            mean_cell(row, "behind", n=row["deals"], sign=False),
        )
        for row in records(choices)
        if row["bot"] or row["won_high"] >= HOPELESS
    )
    shown = choices[choices["won_high"] >= HOPELESS]
    first, last = screening.iloc[0], screening.iloc[-1]
    return Table(
        "choices",
        "What to play and what to put away",
        ("contract", "put away", "won %", "points", "list points", "behind"),
        rows,
        f"{count(first['choices'])} choices were screened in {len(screening)} rounds: after each the better "
        f"half stayed and the deals were doubled, to {count(last['deals'])}. The best and the best of each contract "
        f"were then played on {counted(choices['deals'].max(), 'fresh deal')}, in which you play at "
        f"{answer.question.bid}. "
        "behind: points less than the best, paired; its intervals hold for all rows together. Choices that win fewer "
        f"than {percent(HOPELESS)} % are left out.{_of_open_null(answer, shown)}",
    )


def screening_table(screening: pd.DataFrame) -> Table:
    """The rounds of screening, where nothing else is known yet."""
    rows = tuple(
        (
            number(row["choices"]),
            number(row["deals"]),
            Cell(contract_name(row["best_contract"]), str(row["best_contract"])),
            Cell(row["best_discard"], str(row["best_discard"])),
        )
        for row in records(screening)
    )
    return Table(
        "screening",
        "The screening so far",
        ("choices", "deals", "best", "put away"),
        rows,
        "After each round the better half stays. Nothing is compared on fresh deals yet, and the best of so many is "
        "partly lucky.",
    )


# --- cells


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame by column name."""
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def contract_name(letters: str) -> str:
    """A contract of a frame in words."""
    return contract_words(Contract.parse(letters))


def _share(value: float) -> Cell:
    return Cell(NOTHING if pd.isna(value) else percent(value), value)


def _points(value: float, low: float, high: float) -> str:
    """A difference of shares in points of per cent."""
    return f"{signed(100 * value)} ±{50 * (high - low):.1f}"
