"""Which contracts may be declared (ISkO 3.4-3.6), on contract codes; the null below its bid by its rule switch."""

from skatsim.kernel import kernel
from skatsim.rules.contracts import HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, SCHWARZ_BIT, TYPE_BITS
from skatsim.rules.ruleset import NEXT_NULL, REFUSE
from skatsim.rules.scoring import null_value
from skatsim.rules.tricks import NULL

_FLAGS = HAND_BIT | SCHNEIDER_BIT | SCHWARZ_BIT | OUVERT_BIT
_HIGHEST_NULL = 59


@kernel
def is_contract(code: int) -> bool:
    """Whether `code` is a complete contract: known game, announcements with what they include."""
    if code < 0 or code & TYPE_BITS > NULL or code & ~(TYPE_BITS | _FLAGS):
        return False
    if code & TYPE_BITS == NULL:
        return code & (SCHNEIDER_BIT | SCHWARZ_BIT) == 0
    if code & OUVERT_BIT:
        return code & _FLAGS == _FLAGS
    if code & SCHWARZ_BIT and not code & SCHNEIDER_BIT:
        return False
    return not (code & SCHNEIDER_BIT and not code & HAND_BIT)


@kernel
def may_declare(code: int, picked_up: int, bid: int, null_rule: int) -> bool:
    """Whether the declarer may declare `code` at `bid`, after a pick-up or not.

    A trump game below the bid may be declared (and is lost as overbid); for a null below it `null_rule` decides.
    """
    if not is_contract(code) or (code & HAND_BIT == 0) != (picked_up != 0):
        return False
    if code & TYPE_BITS != NULL or null_value(code) >= bid:
        return True
    if null_rule == NEXT_NULL:
        return bid <= _HIGHEST_NULL
    return null_rule != REFUSE
