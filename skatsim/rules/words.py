"""A contract, and the arithmetic of its value, in words: the same for one scored game, a transcript and a page.

Who counts the levels (the kernels' side or the referee, each on its own) hands them in as steps with the count so far,
such as ``("with 1", 1), ("game", 2), ("hand", 3)``; null has none.  Values are list points.
"""

from collections.abc import Sequence
from typing import Final

from skatsim.rules.contracts import BASE_VALUES, Contract, GameType

GAME_NAMES: Final = ("diamonds", "hearts", "spades", "clubs", "grand", "null")
"""Name by game type."""


def contract_words(contract: Contract) -> str:
    """A contract in words, with the highest of its announcements, which includes the others.

    >>> [contract_words(Contract.parse(letters)) for letters in ("GHS", "NHO", "CO")]
    ['grand hand, Schneider announced', 'null hand ouvert', 'clubs hand, ouvert']
    """
    words = GAME_NAMES[contract.game_type] + (" hand" if contract.hand else "")
    if contract.game_type == GameType.NULL:
        return words + (" ouvert" if contract.ouvert else "")
    if contract.ouvert:
        return words + ", ouvert"
    if contract.schwarz_announced:
        return words + ", Schwarz announced"
    return words + (", Schneider announced" if contract.schneider_announced else "")


def value_words(contract: Contract, levels: Sequence[tuple[str, int]], *, bid: int, game_value: int, made: bool) -> str:
    """How a game came to its value.

    Parameters
    ----------
    contract, bid
        What was played, and at which bid.
    levels
        The steps of the multiplier with the count so far; empty in null.
    game_value
        What is booked: rounded up where the bid is not covered.
    made
        Whether the play reached what was declared.

    Examples
    --------
    >>> levels = [("with 1", 1), ("game", 2), ("hand", 3), ("Schneider", 4), ("announced", 5)]
    >>> value_words(Contract.parse("GHS"), levels, bid=18, game_value=120, made=False)
    'with 1, game 2, hand 3, Schneider 4, announced 5; 5 × 24 = 120; the announced Schneider was missed'
    >>> value_words(Contract.parse("N"), [], bid=24, game_value=48, made=True)
    'null 23 < 24: overbid; lost at 48'
    """
    if contract.game_type == GameType.NULL:
        words = f"{contract_words(contract)} {contract.null_value}"
        return words + (f" < {bid}: overbid; lost at {game_value}" if contract.null_value < bid else "")
    base, count = BASE_VALUES[contract.game_type], levels[-1][1]
    steps = [levels[0][0], *(f"{name} {number}" for name, number in levels[1:])]
    words = f"{', '.join(steps)}; {count} × {base} = {count * base}"
    if count * base < bid:
        words += f" < {bid}: overbid; {game_value // base} × {base} = {game_value}"
    if contract.schneider_announced and not made:
        words += f"; the announced {'Schwarz' if contract.schwarz_announced else 'Schneider'} was missed"
    return words
