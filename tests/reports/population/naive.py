"""Plain loops over referee games: what is counted, and what a moved limit changes."""

from skatsim.rules.contracts import BIDS
from skatsim.rules.ruleset import ISKO
from skatsim.table.referee.bots import BotTable
from skatsim.table.referee.scoring import seeger_fabian

LADDER = [0, *BIDS]


class MovedTable(BotTable):
    """A table at which one seat goes so many steps further than its bot says."""

    me, steps = -1, 0

    def reserve(self, seat):
        step = LADDER.index(super().reserve(seat)) + (self.steps if seat == self.me else 0)
        return LADDER[max(0, min(step, LADDER.index(self.rules.ladder_top)))]


def play(seed, game, lineup, me=-1, steps=0, rules=ISKO):
    """The finished referee of a game in which the limit of `me` is moved."""
    table = MovedTable(seed, game, lineup, rules, compiled=True)
    table.me, table.steps = me, steps
    table.bid()
    if not table.referee.passed_in:
        table.declare()
        table.play()
    return table.referee


def first_reserve(seed, game, lineup, seat, rules=ISKO):
    """What a seat would bid up to, asked first of all."""
    return BotTable(seed, game, lineup, rules, compiled=True).reserve(seat)


def points(referee, seat):
    """Tournament and list points of a seat, and how the game went."""
    result = referee.result()
    if result is None:
        return 0, 0, None
    declares = seat == referee.declarer
    course = (referee.declarer, str(result.contract), result.bid, result.card_points, result.score)
    return seeger_fabian(result.score, declarer=declares), result.score if declares else 0, course


def trumps_of(cards, letter):
    """Cards, by name, that are trumps; none in null."""
    if letter == "N":
        return []
    return [card for card in cards if card[1] == "J" or card[0] == letter]
