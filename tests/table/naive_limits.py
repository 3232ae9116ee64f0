"""Every limit the plain way: for each world and each limit the referee holds the auction and plays the game anew."""

import numpy as np

from skatsim.bots import abi
from skatsim.rules.contracts import BIDS, HAND_BIT
from skatsim.table import limits as at
from skatsim.table.choices import AFTER_PICK_UP, AS_BOT
from skatsim.table.referee import Referee, row_of
from skatsim.table.referee.bots import BotTable, card_names, contract_of

STEPS = (0, *BIDS)


class LimitTable(BotTable):
    """Bots at forehand, middlehand, rearhand with given cards, one of whom goes up to a bid that is told him."""

    def __init__(self, seed, candidate, cards, lineup, rules, me, limit):
        super().__init__(seed, candidate, lineup, rules, compiled=True)
        self.referee = Referee([card_names(hand) for hand in cards[:3]], card_names(cards[3]), rules)
        self.players = [0, 1, 2]
        self.me, self.limit = me, limit

    def reserve(self, seat):
        answer = super().reserve(seat)
        return self.limit if seat == self.me else answer


class ChoiceTable(LimitTable):
    """The same, and he declares a contract and puts away two cards that are told him (0: the bot's own)."""

    def declare_as(self, code, discard):
        if code == AS_BOT:
            self.declare()
            return
        seat, referee = self.referee.declarer, self.referee
        self.asked[seat] += 1
        if code == AFTER_PICK_UP or not code & HAND_BIT:
            referee.pick_up()
            if code == AFTER_PICK_UP:
                code = self.ask(seat, abi.DECLARE)
            else:
                self.asked[seat] += 1
        referee.declare(contract_of(code))
        self.contract_code = code
        if referee.phase == "discard":
            referee.discard(card_names(discard or self.ask(seat, abi.DISCARD_TWO)))


def choose(asked, candidate, cards, limit, code, discard):
    """The finished deal of a choice, and the points of the seat that asks; None where it does not declare."""
    table = ChoiceTable(asked.seed, candidate, cards, asked.lineup, asked.rules, asked.seat, limit)
    table.bid()
    if table.referee.declarer != asked.seat:
        return None
    table.declare_as(code, discard)
    table.play()
    return table.referee


def said(seed, candidate, cards, lineup, rules, me, limit=None):
    """The words of the auction when `me` goes up to `limit`, or never passes."""
    table = LimitTable(seed, candidate, cards, lineup, rules, me, rules.ladder_top if limit is None else limit)
    table.bid()
    return table.referee.auction.said


def play(seed, candidate, cards, lineup, rules, me, limit):
    """The finished deal and the bid."""
    table = LimitTable(seed, candidate, cards, lineup, rules, me, limit)
    table.bid()
    if not table.referee.passed_in:
        table.declare()
        table.play()
    return table.referee


def figures(referee, me):
    """The figures of one game, as in the rows of `sums`."""
    row = row_of(referee)
    found = np.zeros(at.FIGURES, dtype=np.int64)
    if row.declarer < 0:
        return found, row
    found[at.TOURNAMENT] = (row.seeger_fabian_forehand, row.seeger_fabian_middlehand, row.seeger_fabian_rearhand)[me]
    if row.declarer == me:
        hand = bool(row.contract & HAND_BIT)
        found[[at.DECLARED, at.WON, at.OVERBID, at.HAND_GAMES, at.LIST]] = 1, row.won, row.overbid, hand, row.score
    else:
        found[[at.OTHERS_DECLARED, at.OTHERS_LOST]] = 1, not row.won
    return found, row


def naive_sums(seed, worlds, lineup, rules, me, first_step=0):
    """Totals, second moments and figures by bid of `worlds`, pairs (candidate, cards)."""
    steps = STEPS[: STEPS.index(rules.ladder_top) + 1]
    totals = np.zeros((at.FIGURES, at.LIMITS), dtype=np.int64)
    moments = np.zeros((2, at.LIMITS, at.LIMITS), dtype=np.int64)
    at_bid = np.zeros((at.AT_FIGURES, at.LIMITS), dtype=np.int64)
    for candidate, cards in worlds:
        points = np.zeros((2, at.LIMITS), dtype=np.int64)
        before = None
        for step, limit in enumerate(steps):
            if step < first_step:
                continue
            referee = play(seed, candidate, cards, lineup, rules, me, limit)
            found, row = figures(referee, me)
            found[at.BEGINS] = before is not None and before != referee.auction.said
            before = referee.auction.said
            totals[:, step] += found
            points[:, step] = found[at.LIST], found[at.TOURNAMENT]
        for step in range(len(steps), at.LIMITS):  # above the ladder's top nothing changes
            totals[: at.BEGINS, step] += found[: at.BEGINS]
            points[:, step] = points[:, len(steps) - 1]
        moments += points[:, :, None] * points[:, None, :]
        if row.declarer == me:
            score, tournament = found[at.LIST], found[at.TOURNAMENT]
            column = (1, row.won, row.overbid, score, score**2, tournament, tournament**2)
            at_bid[:, STEPS.index(row.bid)] += np.array(column, dtype=np.int64)
    return totals, moments, at_bid
