"""What a game is worth and who won it, level by level (ISkO 2, 3.6, 5; tournament order for Seeger and Fabian).

`card_points` are the declarer's 0-120 with the skat, `tricks` those of the declarer, values and `score` list points.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BASE_VALUES, NULL_VALUES, Contract, GameType
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.rules.words import contract_words, value_words
from skatsim.table.referee.cards import matadors as count_matadors


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for the declarer; `schneider` and `schwarz` reached by him or against him.

    `levels` are the steps of the multiplier with the count so far, such as ``("with 1", 1), ("game", 2)``; empty in
    null.
    """

    contract: Contract
    bid: int
    matadors: int
    card_points: int
    tricks: int
    schneider: bool
    schwarz: bool
    made: bool
    won: bool
    overbid: bool
    game_value: int
    score: int
    levels: tuple[tuple[str, int], ...] = ()

    @property
    def arithmetic(self) -> str:
        """The value in words: ``with 3, game 4, hand 5; 5 × 12 = 60``."""
        return value_words(self.contract, self.levels, bid=self.bid, game_value=self.game_value, made=self.made)

    def seeger_fabian(self, *, declarer: bool, players: int = 3) -> int:
        """Tournament points of the declarer or of another player, at a table of 3 or 4 (the dealer sits out)."""
        return seeger_fabian(self.score, declarer=declarer, players=players)


def seeger_fabian(score: int, *, declarer: bool, players: int = 3) -> int:
    """Tournament points of one player for a deal with this list score of the declarer (0: passed in).

    The declarer books 50 on top of his score, won or lost; when he loses, each other player books 40 at a table of
    three, 30 at a table of four.

    Raises
    ------
    SkatsimError
        For a table of another size.
    """
    if players not in (3, 4):
        raise SkatsimError(f"a table has 3 or 4 players, not {players}")
    if score == 0 or (score > 0 and not declarer):
        return 0
    if declarer:
        return score + 50 if score > 0 else score - 50
    return 40 if players == 3 else 30


def levels_reached(
    contract: Contract, card_points: int, tricks: int, rules: RuleSet, conceded_by: str = ""
) -> tuple[bool, bool]:
    """Whether Schneider and Schwarz were reached: by the declarer, or against him if he had announced nothing.

    A concession by the ``"declarer"`` reaches neither; one by a ``"defender"`` leaves the declarer what he has already.
    """
    if contract.game_type == GameType.NULL or conceded_by == "declarer":
        return False, False
    schneider = card_points >= 90
    schwarz = card_points == 120 if rules.schwarz == "no_points" else tricks == 10
    if not contract.schneider_announced and not conceded_by:
        schneider = schneider or card_points <= 30
        schwarz = schwarz or (card_points == 0 if rules.schwarz == "no_points" else tricks == 0)
    return schneider, schwarz


def announced_level_made(contract: Contract, card_points: int, tricks: int, rules: RuleSet) -> bool:
    """Whether the play reached what was declared: 61, the announced level, in null no trick."""
    if contract.game_type == GameType.NULL:
        return tricks == 0
    if contract.schwarz_announced:
        return card_points == 120 if rules.schwarz == "no_points" else tricks == 10
    return card_points >= (90 if contract.schneider_announced else 61)


def value_levels(
    contract: Contract, matadors: int, schneider: bool, schwarz: bool, rules: RuleSet
) -> tuple[tuple[str, int], ...]:
    """The steps of a trump game's multiplier, each with the count so far.

    >>> value_levels(Contract.parse("CHS"), -2, True, False, ISKO)[-2:]
    (('Schneider', 5), ('announced', 6))
    """
    count = abs(matadors)
    steps = [(f"with {count}" if matadors > 0 else f"without {count}", count)]
    count += 1
    steps.append(("game", count))
    if contract.hand:
        count += 1
        steps.append(("hand", count))
    if schneider or contract.schneider_announced:
        count += 1
        steps.append(("Schneider", count))
    if contract.schneider_announced:
        count += 1
        steps.append(("announced", count))
    if schwarz or contract.schwarz_announced:
        # The printed table of hand games puts Schwarz above "Schneider announced", announced or not.
        skips_a_line = contract.hand and not contract.schneider_announced and rules.hand_levels == "table"
        count += 2 if skips_a_line else 1
        steps.append(("Schwarz", count))
    if contract.schwarz_announced:
        count += 1
        steps.append(("announced", count))
    if contract.ouvert:
        count += 1
        steps.append(("ouvert", count))
    return tuple(steps)


def null_booked_at(contract: Contract, bid: int, twelve: Iterable[str], rules: RuleSet) -> int | None:
    """Value at which a null that does not cover `bid` is booked as lost; None where it cannot be declared.

    Raises
    ------
    SkatsimError
        If the rules book the best trump game (ISkO 3.6.2) and there are not twelve cards to find it from.
    """
    if rules.null_below_bid == "refuse":
        return None
    if rules.null_below_bid == "next_null":
        return next((value for value in NULL_VALUES if value >= bid), None)
    cards = list(twelve)
    if len(cards) != 12:
        raise SkatsimError(f"a null below its bid is booked by the declarer's twelve cards; {len(cards)} were given")
    candidates = []
    for game_type in list(GameType)[:5]:
        base = BASE_VALUES[game_type]
        level = abs(count_matadors(cards, game_type)) + 1 + (1 if contract.hand else 0)
        candidates.append(next(n for n in range(level, 99) if n * base >= bid) * base)
    return min(candidates)


def settle(
    contract: Contract,
    *,
    bid: int,
    matadors: int,
    card_points: int,
    tricks: int,
    rules: RuleSet = ISKO,
    twelve: Iterable[str] = (),
    conceded_by: str = "",
) -> Result:
    """The result of a game.

    Parameters
    ----------
    contract, bid
        What is played and at which bid.
    matadors
        +n with, -n without, 0 in null.
    card_points, tricks
        The declarer's; after an early end or a concession what he has by then.
    rules
        The rule set.
    twelve
        The declarer's twelve cards: only a null below the bid looks at them.
    conceded_by
        ``"declarer"`` or ``"defender"`` if that side gave up: then it has lost the play, whatever the card points.

    Raises
    ------
    SkatsimError
        For a null below the bid where the rules refuse it.

    Examples
    --------
    >>> result = settle(Contract.parse("CHS"), bid=24, matadors=3, card_points=95, tricks=8)
    >>> result.score, result.arithmetic
    (84, 'with 3, game 4, hand 5, Schneider 6, announced 7; 7 × 12 = 84')
    """
    made = conceded_by == "defender" if conceded_by else announced_level_made(contract, card_points, tricks, rules)
    schneider, schwarz = levels_reached(contract, card_points, tricks, rules, conceded_by)
    levels: tuple[tuple[str, int], ...] = ()
    if contract.game_type == GameType.NULL:
        value, overbid = contract.null_value, contract.null_value < bid
        if overbid:
            value = refuse_null(contract, bid, null_booked_at(contract, bid, twelve, rules))
    else:
        base = BASE_VALUES[contract.game_type]
        levels = value_levels(contract, matadors, schneider, schwarz, rules)
        value = levels[-1][1] * base
        overbid = value < bid
        while value < bid:
            value += base
    won = made and not overbid
    score = value if won else -value * _lost_factor(contract, overbid, rules)
    return Result(
        contract, bid, matadors, card_points, tricks, schneider, schwarz, made, won, overbid, value, score, levels
    )


def refuse_null(contract: Contract, bid: int, booked_at: int | None) -> int:
    """Return `booked_at`, or raise SkatsimError if it is None: the null cannot be declared."""
    if booked_at is None:
        raise SkatsimError(
            f"{contract_words(contract)} is worth {contract.null_value} and does not cover the bid "
            f"of {bid}; declare another game (rule null_below_bid)"
        )
    return booked_at


def _lost_factor(contract: Contract, overbid: bool, rules: RuleSet) -> int:
    """How many times the value a lost game is booked: 2, or 1 by one of the rule switches.

    A null below its bid is booked double under every rule set.
    """
    if contract.game_type == GameType.NULL and overbid:
        return 2
    if contract.hand and rules.lost_hand == "single":
        return 1
    if contract.schneider_announced and not overbid and rules.missed_announcement == "single":
        return 1
    return 2
