"""Auctions word by word: who gets the game at what, and every way to speak out of order."""

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import AuctionMove
from skatsim.records.auction import follow_auction, ladder_bid, only_last_bid
from skatsim.rules.ruleset import PRESETS

WORDS = {"p": "pass", "y": "hold"}


def moves(text):
    pairs = zip(text.split()[::2], text.split()[1::2], strict=True)
    return [AuctionMove(int(seat), WORDS.get(w, "bid"), 0 if w in WORDS else int(w)) for seat, w in pairs]


@pytest.mark.parametrize(("text", "reached", "declarer", "bid", "over"), [
    ("1 p 2 p 0 p", (0, 0, 0), -1, 0, True),
    ("1 p 2 p 0 18", (18, 0, 0), 0, 18, True),
    ("1 18 0 p 2 p", (0, 18, 0), 1, 18, True),
    ("1 18 0 y 1 p 2 p", (18, 18, 0), 0, 18, True),
    ("1 p 2 18 0 p", (0, 0, 18), 2, 18, True),
    ("1 p 2 18 0 y 2 p", (18, 0, 18), 0, 18, True),
    ("1 22 0 y 1 p 2 46 0 p", (22, 22, 46), 2, 46, True),  # jumps
    ("1 18 0 p 2 20 1 y 2 22 1 p", (0, 20, 22), 2, 22, True),
    ("1 264 0 y 1 p 2 p", (264, 264, 0), 0, 264, True),
    ("", (0, 0, 0), -1, 0, False),
    ("1 18 0 p", (0, 18, 0), -1, 18, False),
    ("1 p 2 p", (0, 0, 0), -1, 0, False),
])  # fmt: skip
def test_auctions_by_hand(text, reached, declarer, bid, over):
    assert follow_auction(moves(text)) == (reached, declarer, bid, over, ())


@pytest.mark.parametrize(("text", "words"), [
    ("0 18", "forehand cannot speak now: it is middlehand's turn"),
    ("1 18 2 20", "rearhand cannot speak now: it is forehand's turn"),
    ("1 18 0 20", "forehand cannot bid 20: he holds 18 or passes"),
    ("1 y", "middlehand has no bid to hold"),
    ("1 0", "does not go beyond"),
    ("1 -18", "does not go beyond"),
    ("1 20 0 y 1 20", "does not go beyond the bid of 20"),
    ("1 20 0 y 1 18", "does not go beyond the bid of 20"),
    ("1 20 0 y 1 19", "does not go beyond the bid of 20"),
    ("1 18 0 p 2 18", "does not go beyond the bid of 18"),
    ("1 p 2 p 0 y", "forehand has no bid to hold"),
    ("1 p 2 p 0 18 1 20", "middlehand cannot speak: the auction is over"),
    ("1 p 2 p 0 p 1 18", "cannot speak: the auction is over"),
])  # fmt: skip
def test_words_out_of_order_are_refused(text, words):
    with pytest.raises(SkatsimError, match=f"^auction: .*{words}"):
        follow_auction(moves(text))


@pytest.mark.parametrize(("text", "reached", "declarer", "bid", "flaws"), [
    ("1 p 2 p 0 20", (20, 0, 0), 0, 20, ["forehand's bid 20: when nobody has bid, forehand takes 18"]),
    ("1 p 2 p 0 19", (19, 0, 0), 0, 19, ["forehand's bid 19 is not on the ladder"]),
    ("1 19 0 y 1 p 2 p", (19, 19, 0), 0, 19, ["middlehand's bid 19 is not on the ladder"]),
    ("1 17 0 p 2 p", (0, 17, 0), 1, 17, ["middlehand's bid 17 is not on the ladder"]),
    ("1 18 0 p 2 21 1 y 2 25 1 p", (0, 21, 25), 2, 25, ["rearhand's bid 21 is not", "rearhand's bid 25 is not"]),
])  # fmt: skip
def test_a_rising_number_that_the_rules_do_not_know_is_a_flaw(text, reached, declarer, bid, flaws):
    end = follow_auction(moves(text))
    assert end[:4] == (reached, declarer, bid, True)
    assert len(end.flaws) == len(flaws)
    for flaw, words in zip(end.flaws, flaws, strict=True):
        assert flaw.startswith(f"auction: {words}")


@pytest.mark.parametrize(("bid", "settled_at"), [(1, 18), (17, 18), (18, 18), (19, 20), (25, 27), (241, 264)])
def test_a_number_off_the_ladder_counts_as_the_next_bid_above(bid, settled_at):
    assert ladder_bid(bid) == settled_at


def test_above_the_ladder_there_is_no_bid():
    with pytest.raises(SkatsimError, match="no game is worth the bid of 265"):
        ladder_bid(265)


def test_of_a_declarers_bid_alone_the_rest_is_0():
    assert only_last_bid(1, 24) == ((0, 24, 0), 1, 24, True, ())
    assert only_last_bid(2, 19).flaws == (
        "auction: rearhand's bid 19 is not on the ladder of 18, 20, 22, 23, 24 ... 264",
    )
    with pytest.raises(SkatsimError, match="forehand plays at a bid of 0"):
        only_last_bid(0, 0)


def test_the_ladder_ends_where_the_rules_end_it():
    assert follow_auction(moves("1 100 0 p 2 p")).flaws == ()
    (flaw,) = follow_auction(moves("1 100 0 p 2 p"), PRESETS["web-99"]).flaws
    assert flaw == "auction: middlehand's bid 100 is above the highest bid of these rules, 99"
