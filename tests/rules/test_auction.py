"""The auction between reserves against one that is bid out value by value."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skatsim.rules.auction import BID_OF_STEP, STEP_OF_BID, contest, step_of_reserve
from skatsim.rules.contracts import BIDS

STEPS = st.integers(0, 63)


def bid_out(bidder: int, holder: int, current: int) -> tuple[int, int, int]:
    """One stage at the table: the bidder names the next value, the holder says yes or passes, until one passes."""
    said = held = 0
    while True:
        offer = max(current, said) + 1
        if offer > bidder:
            return 0, said, held
        said = offer
        if offer > holder:
            return 1, said, held
        held = offer


def test_every_small_stage_and_the_top_of_the_ladder():
    for bidder, holder, current in itertools.product(range(9), repeat=3):
        assert contest(bidder, holder, current) == bid_out(bidder, holder, current)
    for bidder, holder, current in itertools.product((0, 1, 61, 62, 63), (0, 1, 62, 63), (0, 1, 61, 62, 63)):
        assert contest(bidder, holder, current) == bid_out(bidder, holder, current)


@given(bidder=STEPS, holder=STEPS, current=STEPS)
def test_any_stage(bidder, holder, current):
    assert contest(bidder, holder, current) == bid_out(bidder, holder, current)


def whole_auction(reserves: tuple[int, int, int]) -> tuple[int, int]:
    """(declarer or -1, step of the bid) with the stages joined as the engine joins them."""
    fore, middle, rear = reserves
    middle_survives, said, held = contest(middle, fore, 0)
    bid, survivor = max(said, held), 1 if middle_survives else 0
    rear_survives, said, held = contest(rear, reserves[survivor], bid)
    bid, survivor = max(bid, said, held), 2 if rear_survives else survivor
    if bid == 0:
        return (0, 1) if fore > 0 else (-1, 0)
    return survivor, bid


def rules_of_thumb(reserves: tuple[int, int, int]) -> tuple[int, int]:
    """The same from first principles: the highest reserve wins, ties go to the earlier seat ("yes" beats a bid).

    The price is the lowest bid that silences the others: a winner who bids must top every seat before him and match
    every seat behind him; forehand, who never bids against anyone, only matches.
    """
    if not any(reserves):
        return -1, 0
    winner = max(range(3), key=lambda seat: (reserves[seat], -seat))
    earlier = max((reserves[seat] for seat in range(winner)), default=-1)
    later = max((reserves[seat] for seat in range(winner + 1, 3)), default=0)
    return winner, max(earlier + 1, later, 1)


def test_three_seats_and_two_stages():
    for reserves in itertools.product(range(6), repeat=3):
        assert whole_auction(reserves) == rules_of_thumb(reserves), reserves


def test_examples_from_the_table():
    """Forehand holds 20 against middlehand's 20; rearhand needs 22; nobody bids: forehand may take 18."""
    steps = {bid: i for i, bid in enumerate((0, *BIDS))}
    assert contest(steps[20], steps[20], 0) == (0, steps[20], steps[20])
    assert contest(steps[22], steps[20], steps[20]) == (1, steps[22], 0)
    assert contest(steps[24], steps[20], 0) == (1, steps[22], steps[20])
    assert contest(steps[18], steps[264], steps[18]) == (0, 0, 0)
    assert whole_auction((steps[18], 0, 0)) == (0, steps[18])
    assert whole_auction((0, 0, 0)) == (-1, 0)
    assert whole_auction((0, 0, steps[60])) == (2, steps[18])
    assert whole_auction((steps[33], steps[27], steps[30])) == (0, steps[30])


# --- bids and steps


def test_steps_count_ladder_values():
    assert BID_OF_STEP.tolist() == [0, *BIDS]
    for value in range(265):
        assert STEP_OF_BID[value] == len([bid for bid in BIDS if bid <= value])


@pytest.mark.parametrize("top", [264, 99, 18])
@given(reserve=st.one_of(st.integers(-10, 300), st.integers(-(2**62), 2**62)))
def test_a_reserve_is_any_number_and_reaches_the_last_value_within_it(top, reserve):
    ladder = [bid for bid in BIDS if bid <= top]
    step = step_of_reserve(reserve, len(ladder))
    assert [0, *ladder][step] == max([bid for bid in ladder if bid <= reserve], default=0)
