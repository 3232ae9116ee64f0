"""Matadors, game value, overbidding, list score and tournament points (ISkO 2, 3.6 and 5).

`card_points` are the declarer's 0-120 including the skat, `tricks` the tricks of the declarer's side, `score` list
points (+value won, -2 x value lost), tournament points those of Seeger and Fabian.
"""

from typing import Final

import numpy as np

from skatsim.kernel import highest_index, kernel
from skatsim.rules.cards import SUIT_BITS
from skatsim.rules.contracts import (
    BASE_VALUES,
    HAND_BIT,
    NULL_VALUES,
    OUVERT_BIT,
    SCHNEIDER_BIT,
    SCHWARZ_BIT,
    TYPE_BITS,
)
from skatsim.rules.ruleset import NEXT_NULL, REFUSE, RuleNumbers
from skatsim.rules.tricks import GRAND, NULL

_BASE: Final = np.array(BASE_VALUES, dtype=np.int64)
_NULL_VALUE: Final = np.array(NULL_VALUES, dtype=np.int64)


@kernel
def matador_count(cards: int, game_type: int) -> int:
    """Matadors of the declarer's twelve cards: +n with, -n without, 0 in null."""
    if game_type == NULL:
        return 0
    length = 4
    run = cards >> 28
    if game_type != GRAND:
        length = 11
        run = run << 7 | (cards >> (7 * game_type)) & SUIT_BITS
    top = run >> (length - 1)
    if top:
        run ^= (1 << length) - 1
    count = length - 1 - highest_index(run) if run else length
    return count if top else -count


@kernel
def null_value(contract: int) -> int:
    """Fixed value of a null contract's code."""
    return _NULL_VALUE[(1 if contract & HAND_BIT else 0) + (2 if contract & OUVERT_BIT else 0)]


@kernel
def round_up(bid: int, base: int) -> int:
    """Smallest multiple of `base` that covers `bid`."""
    return (bid + base - 1) // base * base


@kernel
def null_below_bid(contract: int, bid: int, cards: int, rule: int) -> int:
    """Value at which a null that does not cover `bid` is lost, by the switch ``null_below_bid``; 0 if not playable.

    `cards` are the declarer's twelve; `rule` is REFUSE, BEST_TRUMP or NEXT_NULL.
    """
    if rule == NEXT_NULL:
        for value in NULL_VALUES:
            if value >= bid:
                return value
        return 0
    if rule == REFUSE:
        return 0
    best = 0
    for game_type in range(5):
        matadors = matador_count(cards, game_type)
        level = abs(matadors) + 1 + (1 if contract & HAND_BIT else 0)
        value = max(level * _BASE[game_type], round_up(bid, _BASE[game_type]))
        if best == 0 or value < best:
            best = value
    return best


@kernel
def multiplier(contract: int, matadors: int, card_points: int, tricks: int, rules: RuleNumbers) -> int:
    """Multiplier of a trump game: matadors, game and every level that counts, announced or reached."""
    announced = contract & SCHNEIDER_BIT
    schneider, schwarz = reached_levels(contract, card_points, tricks, rules)
    levels = abs(matadors) + 1
    if contract & HAND_BIT:
        levels += 1
        if schwarz and not announced and rules.hand_levels_table:
            levels += 1
    levels += 2 if announced else schneider
    levels += 2 if contract & SCHWARZ_BIT else schwarz
    if contract & OUVERT_BIT:
        levels += 1
    return levels


@kernel
def reached_levels(contract: int, card_points: int, tricks: int, rules: RuleNumbers) -> tuple[int, int]:
    """Whether Schneider and Schwarz were reached (1 or 0) in a trump game: by the declarer, or against him.

    Against him they count only where he had announced nothing (RULES: a missed announcement adds nothing extra).
    """
    against = 0 if contract & SCHNEIDER_BIT else 1
    schneider = 1 if card_points >= 90 or (card_points <= 30 and against) else 0
    if rules.schwarz_no_points:
        schwarz = 1 if card_points == 120 or (card_points == 0 and against) else 0
    else:
        schwarz = 1 if tricks == 10 or (tricks == 0 and against) else 0
    return schneider, schwarz


@kernel
def made(contract: int, card_points: int, tricks: int, rules: RuleNumbers) -> int:
    """1 if the play itself succeeded: 61, the announced level, or in null no trick.  The bid is not looked at."""
    if contract & TYPE_BITS == NULL:
        return 1 if tricks == 0 else 0
    if contract & SCHWARZ_BIT:
        return 1 if (card_points == 120 if rules.schwarz_no_points else tricks == 10) else 0
    return 1 if card_points >= (90 if contract & SCHNEIDER_BIT else 61) else 0


@kernel
def settle_game(
    contract: int, bid: int, twelve: int, card_points: int, tricks: int, rules: RuleNumbers
) -> tuple[int, int, int, int]:
    """(game value, won, overbid, list score) of a played game; all 0 but overbid for a null that `rules` refuse.

    `twelve` are the declarer's hand and skat.  A null below its bid is lost double, whatever the switches for lost
    games say.
    """
    success = made(contract, card_points, tricks, rules)
    game_type = contract & TYPE_BITS
    if game_type == NULL:
        value = null_value(contract)
        if value < bid:
            value = null_below_bid(contract, bid, twelve, rules.null_below_bid)
            return value, 0, 1, -2 * value
        overbid = 0
    else:
        base = _BASE[game_type]
        value = base * multiplier(contract, matador_count(twelve, game_type), card_points, tricks, rules)
        overbid = 1 if value < bid else 0
        value = max(value, round_up(bid, base)) if overbid else value
    if success and not overbid:
        return value, 1, 0, value
    single = contract & HAND_BIT and rules.lost_hand_single
    if contract & SCHNEIDER_BIT and not overbid and rules.missed_announcement_single:
        single = 1
    return value, 0, overbid, -value if single else -2 * value


@kernel
def is_decided(contract: int, declarer_tricks: int, defender_tricks: int, defender_points: int, no_points: int) -> bool:
    """Whether a game ends before the tenth trick (ISkO 4.1.4 f.): null taken, an announced level gone.

    Null ends at the declarer's first trick, announced Schneider when the defenders pass 30 card points, announced
    Schwarz (ouvert trump games too) at the defenders' first trick (`no_points`: their first card point).
    """
    if contract & TYPE_BITS == NULL:
        return declarer_tricks > 0
    if contract & SCHWARZ_BIT:
        return defender_points > 0 if no_points else defender_tricks > 0
    return bool(contract & SCHNEIDER_BIT) and defender_points > 30


@kernel
def seeger_fabian(score: int, is_declarer: int, others: int) -> int:
    """Tournament points of one player for one deal: `score` is the declarer's list score, 0 when passed in.

    `others` is what each opponent (and a dealer who sits out) gets when the declarer loses: 40 at a table of three,
    30 at a table of four.
    """
    if is_declarer:
        return score + (50 if score > 0 else -50)
    return others if score < 0 else 0


OTHERS_POINTS: Final = {3: 40, 4: 30}
"""Tournament points of every other player when the declarer loses, by players at the table."""
