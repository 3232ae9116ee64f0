"""How people write cards and games, read into the letters of the Skat server's records (``CJ``, ``CHS``).

One table of spellings each for suits, ranks and announcements: English and German letters and words, the German deck,
the signs of the suits.  A card is a suit and a rank in either order, in one word or two.  Letters of records keep their
meaning: what is a card or a contract there is that here.  What has two readings is refused with both.

Left out: records, which are read by their letters alone.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from skatsim.errors import SkatsimError

FRENCH_SUITS: Final = {
    "C": "clubs club kreuz kr treff ♣ ♧ c k",
    "S": "spades spade pik ♠ ♤ s p",
    "H": "hearts heart herz ♥ ♡ h",
    "D": "diamonds diamond karo ka ♦ ♢ d",
}
GERMAN_SUITS: Final = {
    "C": "eichel eicheln e",
    "S": "grün gruen gras laub blatt g l",
    "H": "rot r",
    "D": "schellen schelle",
}
FRENCH_RANKS: Final = {
    "A": "ace ass as a",
    "T": "ten zehn 10 t",
    "K": "king könig koenig k",
    "Q": "queen dame q d",
    "J": "jack bube j b",
    "9": "nine neun 9",
    "8": "eight acht 8",
    "7": "seven sieben 7",
}
GERMAN_RANKS: Final = {"A": "daus", "Q": "ober o", "J": "unter u"}
ANNOUNCEMENTS: Final = {
    "H": "hand h",
    "S": "schneider s",
    "Z": "schwarz z",
    "O": "ouvert offen open o",
    "": "announced angesagt",
}


def _by_word(*tables: dict[str, str]) -> dict[str, str]:
    return {word: letter for table in tables for letter, words in table.items() for word in words.split()}


_SUITS: Final = _by_word(FRENCH_SUITS, GERMAN_SUITS)
_RANKS: Final = _by_word(FRENCH_RANKS, GERMAN_RANKS)
_ONLY_GERMAN: Final = _by_word(GERMAN_SUITS, GERMAN_RANKS)
_FLAGS: Final = _by_word(ANNOUNCEMENTS)
_GAMES: Final = _SUITS | {"grand": "G", "g": "G", "null": "N", "n": "N"}
_RECORD_CARDS: Final = frozenset(suit + rank for suit in "CSHD" for rank in "ATKQJ987")
_RECORD_CONTRACT: Final = re.compile("[CSHDGN][HSZO]{0,4}")
_TWO_GAMES: Final = {"k": "Kreuz (C) or Karo (D)", "nullo": "null (N) or null ouvert (NO)"}
_VARIATION: Final = str.maketrans("", "", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")


def _any_of(words: dict[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_CONTRACT: Final = re.compile(f"({_any_of(_GAMES)})((?:{_any_of(_FLAGS)})*)(.*)", re.IGNORECASE)
_FLAG: Final = re.compile(_any_of(_FLAGS), re.IGNORECASE)


def card_names(text: str) -> list[str]:
    """The cards of a text, in its order, as records write them.

    Between cards stand blanks, or commas, semicolons, dots; a card of two words needs these where its words could
    belong to others.

    Raises
    ------
    SkatsimError
        For what is no card, and for what can be two.

    Examples
    --------
    >>> card_names("cj ♠J KrB c10 AH EU")
    ['CJ', 'SJ', 'CJ', 'CT', 'HA', 'CJ']
    >>> card_names("Kreuz Bube, Pik 10, Herz-Dame, seven of diamonds")
    ['CJ', 'ST', 'HQ', 'D7']
    """
    names = text.replace(",", " ").replace(".", " ").split()
    if _RECORD_CARDS.issuperset(names):
        return names
    plain = unicodedata.normalize("NFC", text).translate(_VARIATION)
    groups = [[word for word in re.split(r"[\s–-]+", group) if word] for group in re.split("[,;.]", plain)]
    is_german = any(_is_german(word.casefold()) for words in groups for word in words)
    return [name for words in groups for name in _group(words, is_german)]


def _group(words: list[str], is_german: bool) -> Iterator[str]:
    """The cards of words between two commas: each card one word or two, where only one way to part them works."""
    words = [word for i, word in enumerate(words) if word.casefold() != "of" or i in (0, len(words) - 1)]
    ways: list[list[tuple[int, ...]]] = [[] for _ in words] + [[()]]
    for i in reversed(range(len(words))):
        for size in (1, 2):
            # beside cards of two words "As" is an ace, not the ace of spades: "Herz 10 As" has no second card
            alone = size == 1 and words[i].casefold() == "as"
            if not alone and i + size <= len(words) and _readings(words[i : i + size], is_german):
                ways[i] += [(size, *rest) for rest in ways[i + size]]
        ways[i] = ways[i][:2]  # the second tells enough
    sizes = ways[0]
    singles = (1,) * len(words)
    if singles not in sizes and all(_readings([word], is_german) for word in words):
        sizes = [*sizes, singles]
    if not sizes:
        _refuse_card(words, is_german)
    if len(sizes) > 1:
        raise SkatsimError(f"cards {' '.join(words)!r} can be parted in two ways: put commas between the cards")
    place = 0
    for size in sizes[0]:
        yield _only(words[place : place + size], is_german)
        place += size


def _only(words: Sequence[str], is_german: bool) -> str:
    """The one card that one or two words are."""
    names = sorted(_readings(words, is_german))
    if len(names) > 1:
        both = " or ".join(map(_in_words, names))
        raise SkatsimError(f"card {' '.join(words)!r} can be {both}: write it in these words, or with its suit's sign")
    return names[0]


def _readings(words: Sequence[str], is_german: bool) -> set[str]:
    """Every card that one or two words can be."""
    folded = [word.casefold() for word in words]
    if len(folded) == 2:
        return _card(folded[0], folded[1], is_german) | _card(folded[1], folded[0], is_german)
    (word,) = folded
    if word.upper() in _RECORD_CARDS:
        return _card(word[0], word[1], is_german)
    cuts = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    return {name for one, two in cuts for name in _card(one, two, is_german) | _card(two, one, is_german)}


def _card(suit: str, rank: str, is_german: bool) -> set[str]:
    """The card of a suit and a rank, none if they are not that; two in doubt: K is Kreuz or Karo, S Schellen too."""
    if suit not in _SUITS or rank not in _RANKS:
        return set()
    names = {_SUITS[suit] + _RANKS[rank]}
    if suit == "k":
        names.add("D" + _RANKS[rank])
    if suit == "s" and is_german:
        names.add("D" + _RANKS[rank])
    if rank == "d" and suit in _ONLY_GERMAN:
        names.add(_SUITS[suit] + "A")
    return names


def _is_german(word: str) -> bool:
    """Whether a word names a suit or rank of the German deck, alone or with the rest of its card."""
    cuts = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    cards = [(one, two) for one, two in cuts if _card(one, two, False) or _card(two, one, False)]
    return word in _ONLY_GERMAN or any(one in _ONLY_GERMAN or two in _ONLY_GERMAN for one, two in cards)


def _in_words(name: str) -> str:
    suit, rank = FRENCH_SUITS[name[0]].split()[0], FRENCH_RANKS[name[1]].split()[0]
    return f"{rank} of {suit}"


def _refuse_card(words: list[str], is_german: bool) -> NoReturn:
    """Name the first word that no card begins with."""
    reached = {0}
    for i in range(len(words)):
        if i in reached:
            reached |= {i + size for size in (1, 2) if _readings(words[i : i + size], is_german)}
    word = words[min(max(reached), len(words) - 1)]
    raise SkatsimError(f"unknown card {word!r}: write suit and rank, such as CJ, C10, ♣J or Kreuz Bube")


def suit_letter(word: str) -> str:
    """The letter of one suit as people write it.

    Raises
    ------
    SkatsimError
        For what is no suit, and for K, which can be Kreuz and Karo.

    Examples
    --------
    >>> [suit_letter(word) for word in ("C", "spades", "Herz", "Karo", "♦", "Ka")]
    ['C', 'S', 'H', 'D', 'D', 'D']
    """
    folded = unicodedata.normalize("NFC", word).translate(_VARIATION).casefold()
    if folded in _TWO_GAMES:
        raise SkatsimError(f"suit {word!r} can be {_TWO_GAMES[folded]}: write the letter of the one you mean")
    if folded not in _SUITS:
        raise SkatsimError(f"unknown suit {word!r}: write C S H D, clubs spades hearts diamonds or Kreuz Pik Herz Karo")
    return _SUITS[folded]


def contract_letters(text: str) -> str:
    """A contract as records write it: the game's letter, then its announcements'.

    Raises
    ------
    SkatsimError
        For an unknown game or word, an announcement that stands twice, a game that can be two.

    Examples
    --------
    >>> [contract_letters(text) for text in ("clubs hand Schneider", "Kreuz Hand", "null ouvert", "♥", "go")]
    ['CHS', 'CH', 'NO', 'H', 'GO']
    """
    if _RECORD_CONTRACT.fullmatch(text) and len(set(text[1:])) == len(text) - 1:
        return text
    plain = unicodedata.normalize("NFC", text).translate(_VARIATION)
    plain = re.sub(r"[\s,;.+–-]+", "", plain)
    found = _CONTRACT.fullmatch(plain)
    game, flags, rest = found.groups() if found else ("", "", "")
    letter = _GAMES.get(game.casefold(), "")
    if not letter or (rest and len(game) == 1 and game.upper() != letter):
        raise SkatsimError(
            f"unknown game in contract {text!r}: begin with C, S, H, D, G (grand) or N (null), or the game's name"
        )
    doubt = _TWO_GAMES.get(game.casefold()) or _TWO_GAMES.get(plain.casefold())
    if doubt:
        raise SkatsimError(f"contract {text!r} can be {doubt}: write the letter of the one you mean")
    words = _FLAG.findall(flags)
    letters = [_FLAGS[word.casefold()] for word in words]
    again = [word for word, flag in zip(words, letters, strict=True) if flag and letters.count(flag) > 1]
    if rest or again:
        raise SkatsimError(
            f"contract {text!r}: {(again or [rest])[0]!r} is not allowed here; after the game come H hand, "
            "S Schneider, Z Schwarz, O ouvert, each once"
        )
    return letter + "".join(letters)
