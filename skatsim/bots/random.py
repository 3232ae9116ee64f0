"""The bot `random`: uniform among what is legal everywhere; the yardstick of chance and of the engine's speed.

Its bidding has parameters: by default the reserve is uniform over "pass" and the ladder, anew at each stage.
"""

from collections.abc import Mapping
from typing import Final

from skatsim.bots import abi
from skatsim.bots.bot import Bot, ParameterTable
from skatsim.errors import SkatsimError
from skatsim.kernel import below, kernel, mix, nth_set_bit, popcount
from skatsim.kernel.types import Floats, Ints
from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID
from skatsim.rules.contracts import BIDS, HAND_BIT, OUVERT_BIT, SCHNEIDER_BIT, SCHWARZ_BIT
from skatsim.rules.declaring import may_declare
from skatsim.rules.tricks import NULL


class At(ParameterTable):
    """Where each parameter lies."""

    TOP_BID = 264, "the highest bid it makes, a value of the ladder; 0 never bids"
    GAME = -1, "what it plays: 0 to 5 for D H S C G N, -1 any"
    HAND_SHARE = 0.5, "how often it plays a hand game, 0 to 1"


_ANNOUNCED: Final = (
    HAND_BIT,
    HAND_BIT | SCHNEIDER_BIT,
    HAND_BIT | SCHNEIDER_BIT | SCHWARZ_BIT,
    HAND_BIT | SCHNEIDER_BIT | SCHWARZ_BIT | OUVERT_BIT,
)


@kernel
def _number_below(word: int, n: int) -> int:
    """Uniform in [0, n) for n <= 64: one bit, then five."""
    return (((word >> 6) & ((1 << 57) - 1)) * n) >> 57


@kernel
def reserve(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Pass or any ladder value up to `top_bid`, each equally likely."""
    steps = STEP_OF_BID[min(int(params[At.TOP_BID]), view[abi.LADDER_TOP])]
    return BID_OF_STEP[_number_below(word, steps + 1)]


@kernel
def declare(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Hand with probability `hand_share`; a uniform game type and, in a hand game, uniform announcements."""
    picked_up = 1 if view[abi.SKAT] else 0
    if not picked_up:
        chance = (word & ((1 << 30) - 1)) / (1 << 30)
        if chance >= params[At.HAND_SHARE]:
            return 0
    word = mix(word)
    game_type = int(params[At.GAME])
    if game_type < 0:
        game_type = below(word, 6)
    contract = _with_flags(game_type, picked_up, mix(word))
    if may_declare(contract, picked_up, view[abi.BID], view[abi.NULL_BELOW_BID]):
        return contract
    return _with_flags(below(mix(mix(word)), 5), picked_up, mix(word))


@kernel
def _with_flags(game_type: int, picked_up: int, word: int) -> int:
    if game_type == NULL:
        hand = 0 if picked_up else HAND_BIT
        return NULL | hand | (OUVERT_BIT if below(word, 2) else 0)
    return game_type if picked_up else game_type | _ANNOUNCED[below(word, 4)]


@kernel
def discard(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Any two of the twelve cards."""
    first = nth_set_bit(view[abi.HAND], below(word, 12))
    return first | nth_set_bit(view[abi.HAND] & ~first, below(mix(word), 11))


@kernel
def play(view: Ints, params: Floats, workspace: Ints, word: int) -> int:
    """Any legal card."""
    legal = view[abi.LEGAL]
    return nth_set_bit(legal, below(word, popcount(legal)))


def _check(params: Mapping[str, float]) -> None:
    if params["top_bid"] not in (0, *BIDS):
        raise SkatsimError(f"random.top_bid = {params['top_bid']:g} is not on the ladder; take 0 (never bids) to 264")
    if params["game"] not in range(-1, 6):
        raise SkatsimError(f"random.game = {params['game']:g}; take -1 (any) or 0 to 5 for D H S C G N")
    if not 0 <= params["hand_share"] <= 1:
        raise SkatsimError(f"random.hand_share = {params['hand_share']:g}; take a probability from 0 to 1")


BOT: Final = Bot(
    name="random",
    version=1,
    reserve=reserve,
    declare=declare,
    discard=discard,
    play=play,
    params=At.defaults(),
    meanings=At.meanings(),
    pace=1_000_000,
    about="uniform among what is legal; top_bid, game (-1 any) and hand_share shape its bidding",
    check=_check,
)
