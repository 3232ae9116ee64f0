"""Scoring one game for people: checked input, the result with its arithmetic in words.

Numbers as in `skatsim.rules.scoring`; the rules stand there.
"""

from dataclasses import dataclass
from numbers import Integral

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CardSet
from skatsim.rules.contracts import Contract, GameType, check_bid, game_type_of
from skatsim.rules.ruleset import ISKO, RuleNumbers, RuleSet
from skatsim.rules.scoring import (
    OTHERS_POINTS,
    made,
    matador_count,
    multiplier,
    reached_levels,
    seeger_fabian,
    settle_game,
)
from skatsim.rules.words import contract_words, value_words


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of one game.

    `score` is the list score (+game value won, -2 x game value lost by default rules); `schneider` and `schwarz` tell
    whether the level was reached, by the declarer or against him; `explanation` is the arithmetic in words.
    """

    game_value: int
    won: bool
    overbid: bool
    score: int
    schneider: bool
    schwarz: bool
    explanation: str

    def seeger_fabian(self, *, declarer: bool = True, players: int = 3) -> int:
        """Tournament points for the declarer or another player, at a table of 3 or 4.

        Raises
        ------
        SkatsimError
            For a table of another size.
        """
        if players not in OTHERS_POINTS:
            raise SkatsimError(f"a table has 3 or 4 players, not {players}")
        return int(seeger_fabian(self.score, declarer, OTHERS_POINTS[players]))


def matadors(cards: CardSet | str, game_type: GameType | str) -> int:
    """Matadors (Spitzen) of the declarer's twelve cards: +n with, -n without, 0 in null (ISkO 2.2).

    Parameters
    ----------
    cards
        Hand and skat together, twelve cards, in a hand game and after a discard alike.
    game_type
        The declared game, also by its letter or name.

    Raises
    ------
    SkatsimError
        If there are not twelve cards, or for an unknown game.

    Examples
    --------
    >>> from skatsim.rules.contracts import GameType
    >>> matadors("HJ DJ SA ST SK S9 HA HT DA DT SJ C7", GameType.SPADES)
    -1
    """
    return int(matador_count(_twelve(cards), int(game_type_of(game_type))))


def _twelve(cards: CardSet | str) -> int:
    held = cards if isinstance(cards, CardSet) else CardSet.parse(cards)
    if len(held) != 12:
        raise SkatsimError(f"matadors are counted on twelve cards (hand and skat), not {len(held)}: {held}")
    return held.mask


def settle(
    contract: Contract | str,
    *,
    bid: int,
    matadors: int,
    card_points: int,
    tricks: int,
    rules: RuleSet = ISKO,
    cards: CardSet | str | None = None,
) -> Settlement:
    """Value and result of one played game (ISkO 2, 3.6, 5).

    Parameters
    ----------
    contract
        What was declared, such as ``"CHS"``.
    bid
        The bid at which the declarer plays.
    matadors
        +n with, -n without, of hand plus skat; 0 in null (see `cards`).
    card_points
        Card points of the declarer, 0-120, skat included.
    tricks
        Tricks of the declarer's side, 0-10.
    rules
        The rule set; ISkO by default.
    cards
        The declarer's twelve cards: only a null below the bid looks at them, under ``null_below_bid = best_trump``.
        Without them `matadors` is taken for every game.

    Raises
    ------
    SkatsimError
        For a number out of range, or a null below its bid where the rules refuse it.

    Examples
    --------
    >>> result = settle("CHS", bid=24, matadors=3, card_points=95, tricks=8)
    >>> result.game_value, result.won, result.score
    (84, True, 84)
    >>> print(result.explanation)
    with 3, game 4, hand 5, Schneider 6, announced 7; 7 × 12 = 84
    """
    declared = Contract.parse(contract) if isinstance(contract, str) else contract
    _check_kinds(declared, rules, bid=bid, matadors=matadors, card_points=card_points, tricks=tricks)
    _check(declared, bid, matadors, card_points, tricks, rules)
    numbers, is_null = rules.numbers, declared.game_type == GameType.NULL
    twelve = _cards_of(declared, bid, matadors, rules, cards)
    value, won, overbid, score = settle_game(declared.code, bid, twelve, card_points, tricks, numbers)
    if value == 0:
        raise SkatsimError(
            f"{contract_words(declared)} is worth {declared.null_value} and does not cover the bid of {bid}: these "
            "rules refuse it; declare another game or set rules.null_below_bid"
        )
    schneider, schwarz = (0, 0) if is_null else reached_levels(declared.code, card_points, tricks, numbers)
    levels = () if is_null else _levels(declared, matadors, card_points, tricks, numbers)
    success = bool(made(declared.code, card_points, tricks, numbers))
    words = value_words(declared, levels, bid=bid, game_value=int(value), made=success)
    return Settlement(int(value), bool(won), bool(overbid), int(score), bool(schneider), bool(schwarz), words)


def _check_kinds(contract: object, rules: object, **numbers: object) -> None:
    if not isinstance(contract, Contract):
        raise SkatsimError(f"contract {contract!r} is none; give a Contract or text such as CHS")
    if not isinstance(rules, RuleSet):
        raise SkatsimError(f"rules {rules!r} are no RuleSet; take one of skatsim.PRESETS or build a RuleSet")
    for name, number in numbers.items():
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise SkatsimError(f"{name} {number!r} is not a whole number")


def _check(contract: Contract, bid: int, matadors: int, card_points: int, tricks: int, rules: RuleSet) -> None:
    check_bid(bid, rules.ladder_top)
    if not 0 <= card_points <= 120:
        raise SkatsimError(f"card points {card_points} are out of range; the declarer has 0 to 120, the skat included")
    if not 0 <= tricks <= 10:
        raise SkatsimError(f"tricks {tricks} are out of range; the declarer's side takes 0 to 10")
    is_null = contract.game_type == GameType.NULL  # its tricks may end with the first, its points are not counted
    fewest, richest = 0 if is_null else 120 - _richest(3 * (10 - tricks)), _richest(3 * tricks + 2)
    if not fewest <= card_points <= richest:
        possible = f"{fewest} to {richest}" if fewest < richest else f"{richest}"
        raise SkatsimError(
            f"{card_points} card points do not go with {tricks} tricks and the skat; possible are {possible}"
        )
    if is_null:
        if matadors and not _by_cards(contract, bid, rules):
            raise SkatsimError(f"matadors {matadors} do not count in null; leave them out")
        return
    most = 4 if contract.game_type == GameType.GRAND else 11
    if not 1 <= abs(matadors) <= most:
        raise SkatsimError(f"matadors {matadors} are out of range; give 1 to {most}: + with, - without")


def _richest(cards: int) -> int:
    """Most card points that so many cards can have."""
    return sum(sorted((11, 10, 4, 3, 2, 0, 0, 0) * 4, reverse=True)[:cards])


def _by_cards(null: Contract, bid: int, rules: RuleSet) -> bool:
    """Whether the null's value is that of the best trump game of its cards."""
    return null.null_value < bid and rules.null_below_bid == "best_trump"


def _cards_of(contract: Contract, bid: int, matadors: int, rules: RuleSet, cards: CardSet | str | None) -> int:
    """The declarer's twelve cards as far as the value depends on them: some with these matadors, if none are given."""
    if contract.game_type != GameType.NULL:
        return _cards_with(matadors, contract.game_type)
    if cards is not None:
        return _twelve(cards)
    if not _by_cards(contract, bid, rules):
        return 0
    if not 1 <= abs(matadors) <= 3:
        raise SkatsimError(
            f"a null below its bid is settled by the declarer's twelve cards, not by matadors {matadors}; give cards"
        )
    return _cards_with(matadors, GameType.GRAND)  # they end within the four jacks: the same in every game


def _cards_with(matadors: int, game_type: GameType) -> int:
    """A card mask with these matadors, cards that do not count left out."""
    trumps = [1 << 31 - i for i in range(4)]
    if game_type != GameType.GRAND:
        trumps += [1 << 7 * game_type + 6 - i for i in range(7)]
    return sum(trumps[:matadors]) if matadors > 0 else sum(trumps[-matadors:][:1])


def _levels(
    contract: Contract, matadors: int, card_points: int, tricks: int, numbers: RuleNumbers
) -> tuple[tuple[str, int], ...]:
    """The steps of a trump game's multiplier, each with the count so far."""
    schneider, schwarz = reached_levels(contract.code, card_points, tricks, numbers)
    levels = [
        ("game", True),
        ("hand", contract.hand),
        ("Schneider", contract.schneider_announced or schneider),
        ("announced", contract.schneider_announced),
        ("Schwarz", contract.schwarz_announced or schwarz),
        ("announced", contract.schwarz_announced),
        ("ouvert", contract.ouvert),
    ]
    count = abs(matadors)
    total = int(multiplier(contract.code, matadors, card_points, tricks, numbers))
    skipped = total - count - sum(bool(on) for _, on in levels)
    steps = [(f"{'with' if matadors > 0 else 'without'} {count}", count)]
    for name, counts in levels:
        if counts:
            # the printed table puts Schwarz after "Schneider announced"
            count += 1 + (skipped if name == "Schwarz" else 0)
            steps.append((name, count))
    return tuple(steps)
