"""Auctions word by word: who gets the game at what, and every way to speak out of order."""

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import AuctionMove
from skatsim.records.auction import follow_auction
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
    assert follow_auction(moves(text)) == (reached, declarer, bid, over)


@pytest.mark.parametrize(("text", "words"), [
    ("0 18", "forehand speaks, but it is middlehand's turn"),
    ("1 18 2 20", "rearhand speaks, but it is forehand's turn"),
    ("1 18 0 20", "instead of answering 18"),
    ("1 y", "middlehand holds, but nothing was bid"),
    ("1 19", "bid 19 is not on the ladder"),
    ("1 0", "bid 0 is not on the ladder"),
    ("1 -18", "not on the ladder"),
    ("1 265", "not on the ladder"),
    ("1 20 0 y 1 20", "not above 20"),
    ("1 20 0 y 1 18", "not above 20"),
    ("1 18 0 p 2 18", "not above 18"),
    ("1 p 2 p 0 20", "forehand alone may say 18, not 20"),
    ("1 p 2 p 0 y", "nothing was bid"),
    ("1 p 2 p 0 18 1 20", "middlehand speaks after it is over"),
    ("1 p 2 p 0 p 1 18", "speaks after it is over"),
])  # fmt: skip
def test_words_out_of_order_are_refused(text, words):
    with pytest.raises(SkatsimError, match=words):
        follow_auction(moves(text))


def test_the_ladder_ends_where_the_rules_end_it():
    assert follow_auction(moves("1 100 0 p 2 p")).bid == 100
    with pytest.raises(SkatsimError, match="bid 100 is not on the ladder"):
        follow_auction(moves("1 100 0 p 2 p"), PRESETS["web-99"])
