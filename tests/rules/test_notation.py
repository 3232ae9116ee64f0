"""What people write for cards and games; the right readings are written out by hand."""

import itertools
import unicodedata

import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.cards import CARD_NAMES, CardSet, card_index, mask_of_names
from skatsim.rules.contracts import Contract
from skatsim.rules.notation import card_names, contract_letters, suit_letter
from skatsim.rules.settlement import matadors, settle

# --- cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("CJ, cj, ♣J, ♣️J, ♣\ufe0eJ, J♣, JC, KrB, Krb, BKr, ♣B", "CJ"),
        ("EU, eu, UE, Eichel-Unter, EichelUnter", "CJ"),
        ("Kreuz Bube, Kreuz-Bube, kreuzbube, Bube Kreuz, jack of clubs, Eichel Unter, Jack of Clubs", "CJ"),
        ("C10, c10, CT, ct, 10C, T♣, ♣10, Kr10, E10", "CT"),
        ("PB, SJ, sj, GU, LU, ♠J", "SJ"),
        ("Grün Unter, Gruen Unter, Gras Unter, Laub Unter, Blatt Unter, GRÜN UNTER", "SJ"),
        ("HB, RU, HJ, HU, ♥B, Rot-Unter", "HJ"),
        ("DB, DJ, ♦U, KaB, karo-bube, SchellenUnter", "DJ"),
        ("Karo Dame, Schellen Ober, queen of diamonds, ♦Q", "DQ"),
        ("DQ, DD, KaD, ♦O, qd", "DQ"),
        ("Herz Dame, HD, DH, HO, RO, OR, HQ", "HQ"),
        ("Pik Ass, Pik As, PA, AS, SA, GA, Grün Daus, Laub As, ace of spades", "SA"),
        ("KrK, CK, KC, EK, ♣K", "CK"),
        ("KH, HK, RK, Herz König, Herz Koenig, king of hearts", "HK"),
        ("PK, KP, SK, KS, GK", "SK"),
        ("Karo 7, D7, 7D, d7, Ka7, Schellen 7, Karo Sieben, seven of diamonds", "D7"),
        ("KrA, AKr, CA, AC, ♣A, EA, Kreuz-As, KrAs", "CA"),
        ("S10, 10S, s10, P10, G10, Pik Zehn", "ST"),
        ("H9, 9H, R9, Herz neun, nine of hearts", "H9"),
        ("DK", "DK"),  # as records have it: a king, not the queen of Kreuz
    ],
)
def test_many_ways_to_write_one_card(text, card):
    for spelling in text.split(", "):
        assert card_names(spelling) == [card], spelling


def test_every_card_in_every_usual_way():
    suits = {"C": "Kreuz Eichel ♣ clubs", "S": "Pik Grün ♠ spades", "H": "Herz Rot ♥ hearts", "D": "Karo Schellen ♦"}
    ranks = {"A": "Ass A", "T": "10 Zehn", "K": "König K", "Q": "Dame Ober Q", "J": "Bube Unter J", "9": "9", "8": "8"}
    for (suit, many), (rank, words) in itertools.product(suits.items(), ranks.items()):
        for one, two in itertools.product(many.split(), words.split()):
            for text in (f"{one} {two}", f"{one}-{two}", f"{one}{two}", f"{two} {one}", f"{one} {two}".upper()):
                assert card_names(text) == [suit + rank], text


def test_records_keep_their_letters():
    for name in CARD_NAMES:
        assert card_names(name) == card_names(name.lower()) == [name]
    assert card_names(" ".join(CARD_NAMES)) == list(CARD_NAMES)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Kreuz Bube Pik Ass Herz 10", "CJ SA HT"),
        ("Kreuz Bube, c10; SA.H7\nKrB", "CJ CT SA H7 CJ"),
        ("Herz As Pik As Kr7", "HA SA C7"),
        ("jack of clubs ten of hearts", "CJ HT"),
        ("Ka Bube, Karo As", "DJ DA"),
        ("EU GU RU Schellen-Unter E10", "CJ SJ HJ DJ CT"),
        (unicodedata.normalize("NFD", "Grün König, Pik König"), "SK SK"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_lists(text, cards):
    assert card_names(text) == cards.split()
    assert set(CardSet.of(card_names(text))) == set(cards.split())


@pytest.mark.parametrize(
    ("text", "word", "one", "other"),
    [
        ("KB", "KB", "jack of clubs", "jack of diamonds"),
        ("CJ 10k", "10k", "ten of clubs", "ten of diamonds"),
        ("K 7", "K 7", "seven of clubs", "seven of diamonds"),
        ("KK", "KK", "king of clubs", "king of diamonds"),
        ("SU", "SU", "jack of diamonds", "jack of spades"),
        ("SO", "SO", "queen of diamonds", "queen of spades"),
        ("EU GU S7", "S7", "seven of diamonds", "seven of spades"),
        ("Eichel Unter, SA", "SA", "ace of diamonds", "ace of spades"),
        ("ED", "ED", "ace of clubs", "queen of clubs"),
        ("Grün D", "Grün D", "ace of spades", "queen of spades"),
    ],
)
def test_what_has_two_readings_is_refused_with_both(text, word, one, other):
    with pytest.raises(SkatsimError) as error:
        CardSet.parse(text)
    assert str(error.value).startswith(f"card {word!r} can be {one} or {other}: ")
    for words in (one, other):  # the remedy works
        assert len(CardSet.parse(text.replace(word, f", {words}, "))) == len(card_names(text.replace(word, "♣9")))


def test_words_that_part_in_two_ways_are_refused():
    with pytest.raises(SkatsimError, match="cards 'AS KA' can be parted in two ways: put commas"):
        card_names("AS KA")  # ace of spades and ace of clubs or diamonds, or the ace of Karo
    assert card_names("AS, KrA") == ["SA", "CA"]


def test_k_and_d_together_have_three_readings():
    with pytest.raises(SkatsimError, match="'KD' can be queen of clubs or king of diamonds or queen of diamonds: "):
        card_names("KD")


@pytest.mark.parametrize(
    ("words", "letter"),
    [
        ("C c clubs Clubs Kreuz ♣ Kr Eichel", "C"),
        ("S spades Pik ♠ P Grün", "S"),
        ("H hearts Herz ♥ Rot", "H"),
        ("D diamonds Karo ♦ Ka Schellen", "D"),
    ],
)
def test_a_suit_by_itself(words, letter):
    assert [suit_letter(word) for word in words.split()] == [letter] * len(words.split())


@pytest.mark.parametrize("word", ["K", "k"])
def test_a_suit_of_two_readings_is_refused(word):
    with pytest.raises(SkatsimError, match=rf"suit '{word}' can be Kreuz \(C\) or Karo \(D\): write the letter"):
        suit_letter(word)


@pytest.mark.parametrize("word", ["X", "CJ", "grand", "", "trump"])
def test_what_is_no_suit(word):
    with pytest.raises(SkatsimError, match=f"unknown suit {word!r}: write C S H D, clubs"):
        suit_letter(word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Kreuz", "Kreuz"),
        ("CJ Pik", "Pik"),
        ("XA", "XA"),
        ("CJSJ", "CJSJ"),
        ("CJ C1 C7", "C1"),
        ("C-X", "C"),
        ("Herz 10 As", "As"),
        ("Kreuz Bube Dame", "Dame"),
        ("♣", "♣"),
        ("Joker", "Joker"),
        ("of", "of"),
    ],
)
def test_the_word_that_is_no_card_is_named(text, word):
    with pytest.raises(SkatsimError, match=f"^unknown card {word!r}: write suit and rank, such as CJ, C10, ♣J or Kr"):
        card_names(text)


def test_long_lists_of_doubtful_words_take_no_time():
    with pytest.raises(SkatsimError, match="unknown card 'x'"):
        card_names("ka as " * 400 + "x")
    for count in (1, 2, 20):  # ace of clubs and of spades again and again, or the ace of Karo
        with pytest.raises(SkatsimError, match="can be parted in two ways"):
            card_names("ka as " * count)


def test_records_are_read_by_letters_alone():
    for name in ("cj", "JC", "KrB", "C10", "♣J", "EU"):
        with pytest.raises(SkatsimError, match=f"unknown card '{name}'"):
            card_index(name)
        with pytest.raises(SkatsimError, match=f"unknown card '{name}'"):
            mask_of_names(["CJ", name], "a record")


# --- games


@pytest.mark.parametrize(
    ("texts", "contract"),
    [
        (("C", "c", "clubs", "Clubs", "Kreuz", "KREUZ", "Eichel", "♣", "♣️", "Treff"), "C"),
        (("S", "spades", "Pik", "Grün", "gruen", "Laub", "Gras", "Blatt", "♠", "P"), "S"),
        (("H", "hearts", "Herz", "Rot", "♥"), "H"),
        (("D", "diamonds", "Karo", "Schellen", "♦"), "D"),
        (("G", "grand", "GRAND"), "G"),
        (("N", "null", "Null"), "N"),
        (("CH", "clubs hand", "Kreuz Hand", "kreuz-hand", "Kreuzhand", "♣ H", "C H", "Eichel, Hand"), "CH"),
        (("CHS", "clubs hand Schneider", "Kreuz Hand Schneider angesagt", "clubs H S"), "CHS"),
        (("GHSZ", "Grand Hand Schneider Schwarz", "grand hand Schwarz announced", "GHZ"), "GHSZ"),
        (("GO", "grand ouvert", "Grand Hand ouvert", "grand open"), "GHSZO"),
        (("NO", "null ouvert", "Null-Ouvert", "Nullouvert", "null offen"), "NO"),
        (("NHO", "null hand ouvert", "null ouvert hand"), "NHO"),
        (("HH", "herz hand", "Hearts Hand"), "HH"),
        (("SHS", "spades hand Schneider", "Pik Hand Schneider"), "SHS"),
    ],
)
def test_games_in_words(texts, contract):
    for text in texts:
        assert str(Contract.parse(text)) == contract, text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("K", r"can be Kreuz \(C\) or Karo \(D\)"),
        ("k hand", r"can be Kreuz \(C\) or Karo \(D\)"),
        ("nullo", r"can be null \(N\) or null ouvert \(NO\)"),
        ("Ramsch", "unknown game in contract 'Ramsch'"),
        ("ouvert", "unknown game in contract 'ouvert'"),
        ("hand clubs", "'andclubs' is not allowed here"),
        ("grand 2", "'2' is not allowed here"),
        ("null hand Hand", "'hand' is not allowed here.*each once"),
        ("clubs Schneider", "contract CS: announcing is possible only in a hand game"),
        ("null hand schwarz", "contract NHSZ: null knows no Schneider or Schwarz"),
    ],
)
def test_games_that_cannot_be_read(text, message):
    with pytest.raises(SkatsimError, match=message):
        Contract.parse(text)


def test_letters_of_records_are_read_as_they_stand():
    for game, flags in itertools.product("CSHDGN", ("", "H", "O", "HS", "SH", "HSZO")):
        assert contract_letters(game + flags) == game + flags


def test_everywhere_a_contract_or_cards_are_taken():
    assert settle("Kreuz Hand Schneider", bid=24, matadors=3, card_points=95, tricks=8).score == 84
    held = "Herz Bube, Karo Bube, Pik Ass, S10 SK S9 HA H10 ♦A d10 JS 7C"
    assert matadors(held, "Pik") == -1
