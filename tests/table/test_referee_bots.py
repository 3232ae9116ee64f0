"""How the referee seats, asks and checks bots: the view against the docstrings of the bot interface, question by
question; and whole games against what holds in every game of Skat."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from skatsim.bots import abi, random
from skatsim.bots.bot import Lineup, make_lineup
from skatsim.errors import SkatsimError
from skatsim.kernel import random_word, stream_key
from skatsim.rules.contracts import Contract, GameType
from skatsim.rules.deals import deal
from skatsim.rules.ruleset import ISKO, PRESETS, RuleSet
from skatsim.table.referee import PlayedGame, Referee, play_game, playthrough, run_game, transcript
from skatsim.table.referee.bots import card_names, mask

Answer = Callable[[Any], int]
SEED = 7
HAND_CLUBS = Contract.parse("CH").code
OUVERT_GRAND = Contract.parse("GO").code


class Recorder:
    """Three players of plain Python who answer as told and keep every question.

    `reserves` are by seat; `contracts` the declarer's answers in turn.
    """

    def __init__(self, reserves: tuple[int, int, int], *contracts: int, play: Answer | None = None) -> None:
        self.reserves, self.contracts = reserves, list(contracts)
        self.play: Answer = play or (lambda view: view[abi.LEGAL] & -view[abi.LEGAL])
        self.asked: list[tuple[int, str, Any, int]] = []
        """Player, question, a copy of the view, the random word."""
        functions = [self._decide(player, question) for player in range(3) for question in abi.QUESTIONS]
        self.lineup = replace(make_lineup([(random.BOT, {})] * 3), functions=tuple(functions))

    def _decide(self, player: int, question: str) -> Any:
        def decide(view: Any, params: Any, workspace: Any, word: int) -> int:
            self.asked.append((player, question, view.copy(), word))
            return int(getattr(self, f"_{question}")(view))

        return decide

    def _reserve(self, view: Any) -> int:
        return self.reserves[view[abi.SEAT]]

    def _declare(self, view: Any) -> int:
        return self.contracts.pop(0)

    def _discard(self, view: Any) -> int:
        return mask(card_names(int(view[abi.HAND]))[:2])

    def _play(self, view: Any) -> int:
        return int(self.play(view))


def questions(recorder: Recorder) -> list[tuple[str, int]]:
    return [(question, int(view[abi.SEAT])) for _, question, view, _ in recorder.asked]


def seen(view: Any, slot: int, count: int) -> list[int]:
    return [int(word) for word in view[slot : slot + count]]


def test_order_of_questions_and_auction_views() -> None:
    recorder = Recorder((18, 21, 0), 0, GameType.CLUBS)
    game = run_game(SEED, 4, recorder.lineup)
    assert questions(recorder)[:7] == [
        ("reserve", 1),
        ("reserve", 0),
        ("reserve", 2),
        ("reserve", 1),
        ("declare", 1),
        ("declare", 1),
        ("discard", 1),
    ]
    assert [question for question, _ in questions(recorder)[7:]] == ["play"] * 30
    assert game.auction.said == [(1, "18"), (0, "yes"), (1, "20"), (0, "pass"), (2, "pass")]
    views = [view for _, _, view, _ in recorder.asked]
    assert [int(view[abi.STAGE]) for view in views[:7]] == [0, 0, 1, 1, 3, 3, 3]
    assert [int(view[abi.BID]) for view in views[:5]] == [0, 0, 20, 20, 20]
    assert [seen(view, abi.REACHED, 3) for view in views[:4]] == [[0, 0, 0]] * 2 + [[18, 20, 0]] * 2
    assert [seen(view, abi.PASSED, 3) for view in views[1:5]] == [[0, 0, 0]] + [[1, 0, 0]] * 2 + [[1, 0, 1]]
    assert [int(view[abi.DECLARER]) for view in views[3:5]] == [-1, 1]
    for view in views[:7]:
        assert seen(view, abi.LEGAL, 6) == [0] * 6
        assert seen(view, abi.LEADERS, 10) == [-1] * 10


@pytest.mark.parametrize("game", [0, 1, 2, 5])
def test_players_rotate_and_each_question_has_its_word(game: int) -> None:
    recorder = Recorder((0, 0, 18), HAND_CLUBS)
    run_game(SEED, game, recorder.lineup)
    asked = [0, 0, 0]
    for player, _, view, word in recorder.asked:
        seat = int(view[abi.SEAT])
        assert (game + seat) % 3 == player
        assert word == random_word(int(stream_key(SEED, 1 + seat)), 64 * game + asked[seat])
        asked[seat] += 1
    assert asked == [12, 11, 12]  # forehand at both stages of the auction, rearhand at one and to declare


@pytest.mark.parametrize(
    ("reserves", "rules", "declarer", "bid", "bids"),
    [
        ((0, 0, 0), ISKO, -1, 0, [0, 0, 0]),
        ((17, -5, 0), ISKO, -1, 0, [0, 0, 0]),
        ((19, 0, 0), ISKO, 0, 18, [18, 0, 0]),
        ((999, 0, 0), ISKO, 0, 18, [18, 0, 0]),
        ((20, 20, 0), ISKO, 0, 20, [20, 20, 0]),
        ((20, 0, 20), ISKO, 0, 20, [20, 0, 20]),
        ((18, 24, 23), ISKO, 1, 23, [18, 23, 23]),
        ((18, 24, 26), ISKO, 1, 24, [18, 24, 24]),
        ((18, 24, 27), ISKO, 2, 27, [18, 24, 27]),
        ((0, 18, 18), ISKO, 1, 18, [0, 18, 0]),
        ((300, 300, 300), ISKO, 0, 264, [264, 264, 0]),
        ((300, 300, 300), RuleSet(ladder_top=22), 0, 22, [22, 22, 0]),
        ((0, 22, 300), RuleSet(ladder_top=22), 1, 22, [0, 22, 22]),
    ],
)
def test_auction_of_reserves(
    reserves: tuple[int, int, int], rules: RuleSet, declarer: int, bid: int, bids: list[int]
) -> None:
    recorder = Recorder(reserves, HAND_CLUBS)
    row = play_game(SEED, 0, recorder.lineup, rules)
    assert [row.bid_forehand, row.bid_middlehand, row.bid_rearhand] == bids
    assert (row.declarer, row.bid) == (declarer, bid)
    last = ("reserve", 0) if max(bids) == 0 or bids == [18, 0, 0] else None
    if last:
        assert questions(recorder)[4] == last
        assert seen(recorder.asked[4][2], abi.PASSED, 3) == [0, 1, 1]
    if declarer < 0:
        assert len(recorder.asked) == 5


def test_pick_up_is_seen_by_the_declarer_alone() -> None:
    recorder = Recorder((0, 18, 0), 0, GameType.HEARTS)
    game = run_game(SEED, 0, recorder.lineup)
    cards = deal(SEED, 0)
    views = {"first": recorder.asked[4][2], "second": recorder.asked[5][2], "discard": recorder.asked[6][2]}
    assert int(views["first"][abi.HAND]) == cards.middlehand
    for name in ("second", "discard"):
        assert int(views[name][abi.HAND]) == cards.middlehand | cards.skat
        assert int(views[name][abi.SKAT]) == cards.skat
        assert int(views[name][abi.DISCARD]) == 0
    assert [int(view[abi.CONTRACT]) for view in views.values()] == [0, 0, GameType.HEARTS]
    assert [int(view[abi.GAME_TYPE]) for view in views.values()] == [0, 0, 1]
    assert int(views["discard"][abi.TRUMPS]) == mask(["CJ", "SJ", "HJ", "DJ", "HA", "HT", "HK", "HQ", "H9", "H8", "H7"])
    for _, question, view, _ in recorder.asked[7:]:
        own = view[abi.SEAT] == 1
        assert question == "play"
        assert int(view[abi.SKAT]) == (cards.skat if own else 0)
        assert int(view[abi.DISCARD]) == (mask(game.discarded) if own else 0)
        assert int(view[abi.OPEN_HAND]) == 0


def test_hand_and_ouvert() -> None:
    recorder = Recorder((0, 0, 18), OUVERT_GRAND)
    run_game(SEED, 0, recorder.lineup)
    hand = deal(SEED, 0).rearhand
    plays = [view for _, question, view, _ in recorder.asked if question == "play"]
    assert plays
    for view in plays:
        assert (int(view[abi.SKAT]), int(view[abi.DISCARD])) == (0, 0)
        assert int(view[abi.OPEN_HAND]) == hand & ~int(view[abi.PLAYED_BY + 2])


@pytest.mark.parametrize("rules", [ISKO, PRESETS["stargames-no"]], ids=["isko", "must-trump"])
def test_views_of_the_play(rules: RuleSet) -> None:
    """Rebuild every slot of the play from the list of cards played."""
    lacks_seen = 0
    for number in range(12):
        contract = (HAND_CLUBS, Contract.parse("GH").code, Contract.parse("DH").code)[number % 3]
        recorder = Recorder((18, 0, 0), contract, play=_last_legal)
        game = run_game(SEED, number, recorder.lineup, rules)
        views = [view for _, question, view, _ in recorder.asked if question == "play"]
        for played, view in enumerate(views):
            _check_play_view(game, played, view, rules)
            lacks_seen += sum(bool(word) for word in seen(view, abi.LACKS, 3))
    assert lacks_seen > 100


def _last_legal(view: Any) -> int:
    return 1 << (int(view[abi.LEGAL]).bit_length() - 1)


def _check_play_view(game: Referee, played: int, view: Any, rules: RuleSet) -> None:
    full = game.tricks[: played // 3]
    leaders = [trick.leader for trick in game.tricks]
    leader, place = leaders[played // 3], played % 3
    seat = (leader + place) % 3
    on_table = game.plays[played - place : played]
    points = [sum(t.points for t in full if (t.winner == 0) is own) for own in (True, False)]
    tricks = [sum((t.winner == 0) is own for t in full) for own in (True, False)]
    by_seat: list[list[str]] = [[], [], []]
    for index, card in enumerate(game.plays[:played]):
        by_seat[(leaders[index // 3] + index % 3) % 3].append(card)
    assert int(view[abi.SEAT]) == seat
    assert int(view[abi.HAND]) == mask(set(game.dealt[seat]) - set(by_seat[seat]))
    assert (int(view[abi.TRICK]), int(view[abi.LEADER]), int(view[abi.TRICK_SIZE])) == (len(full), leader, place)
    assert seen(view, abi.TABLE, 2) == [mask([card]) for card in on_table] + [0] * (2 - place)
    assert seen(view, abi.PLAYED_BY, 3) == [mask(cards) for cards in by_seat]
    assert int(view[abi.PLAYED]) == mask(game.plays[:played])
    assert seen(view, abi.DECLARER_POINTS, 4) == [*points, *tricks]
    assert seen(view, abi.HISTORY, 30) == [mask([card]) for card in game.plays[:played]] + [0] * (30 - played)
    known = leaders[: played // 3 + 1]
    assert seen(view, abi.LEADERS, 10) == known + [-1] * (10 - len(known))
    assert int(view[abi.MUST_TRUMP]) == (rules.void == "must_trump")
    trumps = int(view[abi.TRUMPS])
    led = _followers(on_table[0], trumps) if on_table else 0
    assert int(view[abi.LED]) == led
    assert int(view[abi.LEGAL]) == _legal(int(view[abi.HAND]), led, trumps, rules)
    _check_lacks(game, played, view, rules)


def _followers(card: str, trumps: int) -> int:
    if mask([card]) & trumps:
        return trumps
    return mask(card[0] + rank for rank in "789TQKA")


def _legal(hand: int, led: int, trumps: int, rules: RuleSet) -> int:
    choices = [hand & led, hand & trumps if led and rules.void == "must_trump" else 0, hand]
    return next(cards for cards in choices if cards)


def _check_lacks(game: Referee, played: int, view: Any, rules: RuleSet) -> None:
    trumps = int(view[abi.TRUMPS])
    expected = [0, 0, 0]
    for index, card in enumerate(game.plays[:played]):
        first = game.plays[index - index % 3]
        seat = (game.tricks[index // 3].leader + index % 3) % 3
        led = _followers(first, trumps)
        if not mask([card]) & led:
            expected[seat] |= led
            if rules.void == "must_trump" and not mask([card]) & trumps:
                expected[seat] |= trumps
    lacks = seen(view, abi.LACKS, 3)
    assert lacks == expected
    for seat in range(3):  # the seat does hold none of them
        later = set(game.dealt[seat]) - set(game.plays[:played])
        assert not mask(later) & lacks[seat]


@pytest.mark.parametrize(
    ("contracts", "play", "message"),
    [
        ((HAND_CLUBS, 0), lambda view: 0, "forehand in game 3 of seed 7: illegal answer 0 to 'play': it is not one"),
        ((HAND_CLUBS,), lambda view: 3, "illegal answer 3 to 'play': it is not one card"),
        ((HAND_CLUBS,), lambda view: ~view[abi.HAND] & -~view[abi.HAND], "to 'play': forehand cannot play"),
        ((0, HAND_CLUBS), None, "bot of player 1 at middlehand .* to 'declare': CH cannot be declared after"),
        ((0, 6), None, "to 'declare': 6 is no contract"),
        ((Contract.parse("GH").code | 1 << 6,), None, "is no contract: GHSZO is written 124"),
        ((0, int(GameType.NULL)), None, "to 'declare': null is worth 23 and does not cover the bid of 24"),
    ],
)
def test_illegal_answers(contracts: tuple[int, ...], play: Answer | None, message: str) -> None:
    recorder = Recorder((0, 27, 24), *contracts, play=play)
    with pytest.raises(SkatsimError, match=message):
        run_game(SEED, 3, recorder.lineup)


def test_illegal_discard() -> None:
    recorder = Recorder((0, 18, 0), 0, GameType.CLUBS)
    recorder._discard = lambda view: 7  # type: ignore[method-assign]
    with pytest.raises(SkatsimError, match="illegal answer 7 to 'discard'"):
        run_game(SEED, 3, recorder.lineup)


@pytest.fixture(scope="module")
def random_lineup() -> Lineup:
    return make_lineup([(random.BOT, {}), (random.BOT, {"top_bid": 24}), (random.BOT, {"hand_share": 0.1})])


def test_compiled_and_uncompiled_bots_play_the_same(random_lineup: Lineup) -> None:
    rows = [play_game(SEED, game, random_lineup) for game in range(40)]
    assert rows == [play_game(SEED, game, random_lineup, compiled=False) for game in range(40)]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_holds_in_every_game(random_lineup: Lineup, preset: str) -> None:
    for number in range(150):
        game = run_game(SEED, number, random_lineup, PRESETS[preset])
        if game.passed_in:
            continue
        assert [len(hand) for hand in game.dealt] == [10, 10, 10]
        assert len(set(game.plays)) == len(game.plays)
        in_hand = [card for hand in game.hands for card in hand]
        everything = [*game.plays, *in_hand, *(game.discarded or game.skat)]
        assert (len(everything), len(set(everything))) == (32, 32)
        if game.ending == "tricks":
            assert game.card_points + game.defender_points == 120
            assert game.declarer_tricks + game.defender_tricks == 10
        result = game.result()
        assert result is not None
        assert result.won is (result.score > 0)
        assert not (result.won and result.game_value < result.bid)


def test_rows_are_reproducible(random_lineup: Lineup) -> None:
    first: list[PlayedGame] = [play_game(SEED, game, random_lineup) for game in range(20)]
    assert first == [play_game(SEED, game, random_lineup) for game in reversed(range(20))][::-1]


def test_transcript() -> None:
    recorder = Recorder((18, 21, 0), 0, GameType.CLUBS)
    told = playthrough(run_game(SEED, 4, recorder.lineup), ("ann", "bob", "cem"))
    assert told.auction == ((1, "18"), (0, "yes"), (1, "20"), (0, "pass"), (2, "pass"))
    assert (told.declarer, told.bid, str(told.contract), len(told.discard)) == (1, 20, "C", 2)
    assert [trick.number for trick in told.tricks] == list(range(1, 11))
    last = told.tricks[-1]
    assert last.declarer_points + last.defender_points + told.discard.card_points == 120
    lines = list(told.lines())
    assert lines[0] == f"Forehand (ann): {told.hands[0]}"
    assert lines[4:8] == [
        "Auction: middlehand 18, forehand yes, middlehand 20, forehand pass",
        "Auction: rearhand pass",
        f"Middlehand picks up {told.skat} and discards {told.discard}",
        "Middlehand plays clubs (C) at 20",
    ]
    assert sum(line.startswith("Trick") for line in lines) == 10
    assert told.result is not None
    assert lines[-2] == f"Value: {told.result.arithmetic}"
    assert lines[-1] == f"{'Won' if told.result.won else 'Lost'}: middlehand books {told.result.score:+d}"


def test_a_null_is_told_in_its_own_order() -> None:
    told = playthrough(run_game(SEED, 4, Recorder((0, 18, 0), 0, int(GameType.NULL)).lineup))
    order = [suit + rank for suit in "CSHD" for rank in "AKQJT987"]
    lines = list(told.lines())
    for line, cards in zip(lines[:4], (*told.hands, told.skat), strict=True):
        assert line.split(": ")[1].split() == [card for card in order if card in cards]
    away = " ".join(card for card in order if card in told.discard)
    assert any(line.endswith(f" and discards {away}") for line in lines)


def test_transcript_names_players_by_seat() -> None:
    recorder = Recorder((0, 0, 0))
    told = transcript(SEED, 4, recorder.lineup, players=("a", "b", "c"))
    assert told.players == ("b", "c", "a")
    assert str(told).splitlines()[-1] == "Passed in: nobody plays, everybody books 0."


def test_an_unfinished_trick_is_told() -> None:
    recorder = Recorder((18, 0, 0), HAND_CLUBS)
    hands = run_game(SEED, 0, recorder.lineup).dealt
    cut = Referee(hands, run_game(SEED, 0, Recorder((0, 0, 0)).lineup).skat)
    cut.pass_(1), cut.pass_(2), cut.bid(0, 18)
    cut.declare(Contract.parse("CH"))
    lead = cut.legal_cards(0)[0]
    cut.play(0, lead)
    cut.concede(0)
    lines = list(playthrough(cut).lines())
    assert f"On the table: forehand {lead}" in lines
    assert any("given up" in line for line in lines)
