"""Whole games by random legal play, written on card names alone: the oracle for readers and replay.

Nothing of the package under test is used here: following, trick winners, matadors and values are written anew from the
rules, on strings.  A made game can be printed as an ISS line or an XSkat line.
"""

import json
import random
from dataclasses import dataclass, field, replace

SUITS, RANKS = "CSHD", "ATKQJ987"
DECK = [s + r for s in SUITS for r in RANKS]
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULLS = {"N": 23, "NH": 35, "NO": 46, "NHO": 59}
MULTIPLES = [b * m for b in BASE.values() for m in range(2, 12)]
LADDER = sorted({v for v in MULTIPLES if v <= 120} | set(NULLS.values()))


def group(card, game):
    """What a card counts as: T for trump, else its suit."""
    return "T" if game != "N" and (card[1] == "J" or card[0] == game) else card[0]


def strength(card, game):
    if game == "N":
        return "789TJQKA".index(card[1])
    if card[1] == "J":
        return 100 + "DHSC".index(card[0])
    return "789QKTA".index(card[1]) + (50 if card[0] == game else 0)


def winner(trick, game):
    """Index of the card that takes a full trick."""
    able = [i for i in range(3) if group(trick[i], game) in (group(trick[0], game), "T")]
    return max(able, key=lambda i: strength(trick[i], game))


def points(cards):
    return sum(WORTH[card[1]] for card in cards)


def matadors(twelve, game):
    if game == "N":
        return 0
    order = [s + "J" for s in "CSHD"] + ([game + r for r in "ATKQ987"] if game != "G" else [])
    first = order[0] in twelve
    run = 0
    while run < len(order) and (order[run] in twelve) == first:
        run += 1
    return run if first else -run


def flags_of(contract):
    """Hand, Schneider and Schwarz announced, ouvert, with what they include."""
    game, rest = contract[0], contract[1:]
    ouvert = "O" in rest
    schwarz = "Z" in rest or (ouvert and game != "N")
    return "H" in rest or (schwarz), "S" in rest or schwarz, schwarz, ouvert


@dataclass
class Made:
    """A made game; seats are forehand 0, middlehand 1, rearhand 2."""

    hands: list
    skat: list
    declarer: int
    contract: str
    bid: int
    discard: list
    plays: list = field(default_factory=list)
    won_tricks: list = field(default_factory=list)
    card_points: int = 0
    tricks: int = 0

    @property
    def hand_game(self):
        return flags_of(self.contract)[0]

    @property
    def twelve(self):
        return self.hands[self.declarer] + self.skat

    @property
    def matadors(self):
        return matadors(self.twelve, self.contract[0])

    def result(self):
        """(game value, won, overbid, list score, Schneider, Schwarz)."""
        hand, sch, swz, ouvert = flags_of(self.contract)
        if self.contract[0] == "N":
            won = self.tricks == 0
            value = NULLS["N" + "H" * hand + "O" * ouvert]
            return value, won, False, value if won else -2 * value, False, False
        schneider = self.card_points >= 90 or (self.card_points <= 30 and not sch)
        schwarz = self.tricks == 10 or (self.tricks == 0 and not sch)
        levels = abs(self.matadors) + 1 + hand + sch + swz + ouvert + (sch or schneider) + (swz or schwarz)
        base = BASE[self.contract[0]]
        value = base * levels
        overbid = value < self.bid
        while value < self.bid:
            value += base
        made = self.card_points >= 61
        if sch:
            made = self.card_points >= 90
        if swz:
            made = self.tricks == 10
        won = made and not overbid
        return value, won, overbid, value if won else -2 * value, schneider, schwarz


def deal(rng):
    deck = DECK[:]
    rng.shuffle(deck)
    return [deck[:10], deck[10:20], deck[20:30]], deck[30:]


def make(seed, contract="G", declarer=0, bid=18, hands=None, skat=None, discard=None):
    """A game on a random deal (or the given one), played at random by the rules until it is decided."""
    rng = random.Random(seed)
    if hands is None:
        hands, skat = deal(rng)
    game = Made(hands, skat, declarer, contract, bid, [])
    if not game.hand_game:
        game.discard = discard or rng.sample(game.twelve, 2)
    _play(game, rng)
    return game


def _play(game, rng):
    kind = game.contract[0]
    held = [list(hand) for hand in game.hands]
    if not game.hand_game:
        held[game.declarer] = [card for card in game.twelve if card not in game.discard]
    taken = {True: [], False: []}
    leader = 0
    while held[leader] and not _decided(game, taken):
        trick = []
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            follow = [card for card in held[seat] if trick and group(card, kind) == group(trick[0], kind)]
            card = rng.choice(follow or held[seat])
            held[seat].remove(card)
            trick.append(card)
            game.plays.append((seat, card))
        leader = (leader + winner(trick, kind)) % 3
        game.won_tricks.append(leader)
        taken[leader == game.declarer] += trick
    game.card_points = points(taken[True]) + points(game.discard or game.skat)
    game.tricks = game.won_tricks.count(game.declarer)


def _decided(game, taken):
    _, sch, swz, _ = flags_of(game.contract)
    if game.contract[0] == "N":
        return bool(taken[True])
    return (swz and bool(taken[False])) or (sch and points(taken[False]) > 30)


AUCTIONS = {0: "1 {bid} 0 y 1 p 2 p", 1: "1 {bid} 0 p 2 p", 2: "1 p 2 {bid} 0 p"}


def iss_line(game, moves=None, result=None, names=("Ann", "Bob", "Cem")):
    """The game as an ISS line; `moves` replaces everything after the auction, `result` the result."""
    dealt = ".".join(card for cards in [*game.hands, game.skat] for card in cards)
    auction = AUCTIONS[game.declarer].format(bid=game.bid)
    moves = iss_moves(game) if moves is None else moves
    result = iss_result(game) if result is None else result
    seats = "".join(f"P{seat}[{name}]" for seat, name in enumerate(names))
    return (
        f"(;GM[Skat]PC[made]CO[]SE[1]ID[1]DT[1]{seats}R0[0.0]R1[]R2[null]MV[w {dealt} {auction} {moves} ]R[{result}] ;)"
    )


def declaration(game):
    d = game.declarer
    if game.hand_game:
        return f"{d} {game.contract}"
    return f"{d} s w {'.'.join(game.skat)} {d} {game.contract}.{'.'.join(game.discard)}"


def iss_moves(game, cards=30):
    return " ".join([declaration(game), *(f"{seat} {card}" for seat, card in game.plays[:cards])])


def taken(game, cards):
    """(points, tricks) of the declarer and (points, tricks) of the defenders in the full tricks among `cards`."""
    sides = {True: [0, 0], False: [0, 0]}
    for number, seat in enumerate(game.won_tricks[: cards // 3]):
        sides[seat == game.declarer][0] += points([card for _, card in game.plays[3 * number : 3 * number + 3]])
        sides[seat == game.declarer][1] += 1
    return tuple(sides[True]), tuple(sides[False])


def broken_off(game, cards, by_declarer):
    """The game as it stands when a side stops it after so many cards.

    What is left is the declarer's when the defenders stop.  When he does, he has what he has; then he has won if that
    is enough, and before the first trick nobody is Schneider.
    """
    (mine, my_tricks), (theirs, their_tricks) = taken(game, cards)
    put_away = points(game.discard or game.skat)
    if game.contract[0] == "N":
        figures = {"card_points": mine + put_away, "tricks": 0}
    elif by_declarer:
        figures = {"card_points": mine + put_away, "tricks": my_tricks}
    else:
        figures = {"card_points": 120 - theirs, "tricks": 10 - their_tricks}
    return replace(game, plays=game.plays[:cards], **figures)


def result_when_broken_off(game, by_declarer):
    """`Made.result` of a game from `broken_off`."""
    if by_declarer and game.contract[0] == "N":
        return replace(game, tricks=1).result()
    if by_declarer and len(game.plays) < 3:
        return replace(game, card_points=60, tricks=5).result()
    return game.result()


def iss_result(game, result=None, **changed):
    """The text of R[]; `result` as from `Made.result`; keyword arguments replace figures, outcome or overbid."""
    _, won, overbid, score, schneider, schwarz = result or game.result()
    _, _, announced_schwarz, _ = flags_of(game.contract)
    if announced_schwarz and game.tricks < 10:
        schneider = False  # the server tells no Schneider where Schwarz was announced and missed
    figures = {
        "d": game.declarer,
        "outcome": "win" if won else "loss",
        "v": score,
        "m": game.matadors,
        "overbid": "overbid" if overbid else "bidok",
        "p": game.card_points,
        "t": game.tricks,
        "s": int(schneider),
        "z": int(schwarz),
        **dict.fromkeys(("p0", "p1", "p2"), 0),
        **{"l": -1, "to": -1, "r": 0},
    }
    figures |= changed
    return " ".join(f"{v}" if k in ("outcome", "overbid") else f"{k}:{v}" for k, v in figures.items())


def xskat_fields(game, leader=0):
    """The game as XSkat's fields; `leader` is the player who is forehand."""
    value, won, overbid, score, *_ = game.result()
    held = [list(hand) for hand in game.hands]
    held[game.declarer] = [card for card in game.twelve if card not in (game.discard or game.skat)]
    return {
        "seed": [1, 2, leader or 3],
        "leader": leader,
        "declarer": (game.declarer + leader) % 3,
        "game": game.contract[0],
        "hand": int(game.hand_game),
        "ouvert": int("O" in game.contract),
        "bid": game.bid,
        "hands": [" ".join(held[(player - leader) % 3]) for player in range(3)],
        "skat": " ".join(game.discard or game.skat),
        "skat_dealt": " ".join(game.skat),
        "play": " ".join(card for _, card in game.plays),
        "tricks_played": len(game.plays) // 3,
        "declarer_points": None if game.contract[0] == "N" else game.card_points,
        "declarer_tricks": game.tricks,
        "matadors": game.matadors,
        "won": int(won),
        "overbid": int(overbid),
        "value": value,
        "list_score": score,
    }


def xskat_line(game, leader=0, **changed):
    return json.dumps({**xskat_fields(game, leader), **changed})


CONTRACTS = ["C", "S", "H", "D", "G", "N", "CH", "DHS", "SHSZ", "GH", "GHSZO", "NH", "NO", "NHO", "HHSZO"]


def many(count, contracts=CONTRACTS):
    """`count` games over all contracts, declarers and bids the contract may stand at."""
    games = []
    for seed in range(count):
        rng = random.Random(f"choice {seed}")
        contract = rng.choice(contracts)
        hand, _, _, ouvert = flags_of(contract)
        top = NULLS["N" + "H" * hand + "O" * ouvert] if contract[0] == "N" else 72
        bid = rng.choice([value for value in LADDER if value <= top])
        games.append(make(seed, contract, rng.randrange(3), bid))
    return games
