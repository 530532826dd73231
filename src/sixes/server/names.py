"""Names of players: what may be one, and a friendly one for somebody who has none yet."""

import unicodedata
from collections.abc import Callable

from sixes.text import LANGUAGES

LONGEST = 20
"""Characters of a name, counted as Unicode counts them: an emoji with a skin tone is two."""
MOST_MARKS = 3
"""Accents on top of each other: enough for every spelling, too few to cover the line above."""

EMOJI_FORM = "\N{VARIATION SELECTOR-16}"
"""Keyboards write it after a symbol such as a heart, to have it in colour."""

# Symbols, letters and marks that show nothing; characters for control and format are known by their kind.
BLANK = frozenset(
    "\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}"
    "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{COMBINING GRAPHEME JOINER}"
    "\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}\N{KHITAN SMALL SCRIPT FILLER}"
    "\N{MUSICAL SYMBOL NULL NOTEHEAD}\N{OBJECT REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
).union(
    map(chr, range(0x180B, 0x1810)),  # Mongolian variation selectors
    map(chr, range(0x13441, 0x13443)),  # blank hieroglyphs, which a newer Python knows as letters
    map(chr, range(0xFE00, 0xFE10)),  # variation selectors; after a symbol, one of them is fine
    map(chr, range(0xE0000, 0xE1000)),  # tags, and more variation selectors
)


class BadName(ValueError):
    """This cannot be a name; `code` is a key of the catalogue of sentences."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_name(text: str) -> str:
    """The name as it is kept and shown: composed, trimmed, with single spaces between its words."""
    words = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text).split(" ")
    name = " ".join(word for word in words if word)
    if not name:
        raise BadName("name.empty")
    # Composing makes one sign of at most four. It is slow for very long runs of marks, so none gets there.
    if len(name) > 4 * LONGEST or len(name := unicodedata.normalize("NFC", name)) > LONGEST:
        raise BadName("name.too_long")
    if not all(_is_seen(word) for word in name.split(" ")) or not any(map(_is_telling, name)):
        raise BadName("name.characters")
    return name


def _is_telling(sign: str) -> bool:
    """A letter, digit, symbol or emoji: dots alone are no name."""
    return unicodedata.category(sign)[0] in "LNS"


def _is_seen(word: str) -> bool:
    """Everything in this word can be seen, and stays in its place.

    Joiners (ZWJ, ZWNJ) are refused like all that is invisible; so are emoji that are joined of several.
    """
    marks = MOST_MARKS  # a mark at the beginning would sit on whatever stands before the name
    before = ""
    for sign in word:
        kind = unicodedata.category(sign)
        if sign == EMOJI_FORM and before[:1] == "S":
            before = ""
            continue
        if kind[0] in "CZ" or sign in BLANK:
            return False
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS:
            return False
        before = kind
    return True


# In each language of LANGUAGES. None is a bad word for a person in any of them, and none needs an article or
# an adjective, which would have to agree in gender.
ANIMALS = (
    ("Alpaca", "Alpaga", "Alpaca", "Alpaka"),
    ("Bison", "Bison", "Bisonte", "Bison"),
    ("Chameleon", "Caméléon", "Camaleonte", "Chamäleon"),
    ("Chamois", "Chamois", "Camoscio", "Gämse"),
    ("Cricket", "Grillon", "Grillo", "Grille"),
    ("Dolphin", "Dauphin", "Delfino", "Delfin"),
    ("Dragonfly", "Libellule", "Libellula", "Libelle"),
    ("Flamingo", "Flamant", "Fenicottero", "Flamingo"),
    ("Fox", "Renard", "Volpe", "Fuchs"),
    ("Gecko", "Gecko", "Geco", "Gecko"),
    ("Giraffe", "Girafe", "Giraffa", "Giraffe"),
    ("Hamster", "Hamster", "Criceto", "Hamster"),
    ("Hare", "Lièvre", "Lepre", "Hase"),
    ("Hedgehog", "Hérisson", "Riccio", "Igel"),
    ("Ibex", "Bouquetin", "Stambecco", "Steinbock"),
    ("Kangaroo", "Kangourou", "Canguro", "Känguru"),
    ("Koala", "Koala", "Koala", "Koala"),
    ("Ladybird", "Coccinelle", "Coccinella", "Marienkäfer"),
    ("Lion", "Lion", "Leone", "Löwe"),
    ("Lynx", "Lynx", "Lince", "Luchs"),
    ("Marmot", "Marmotte", "Marmotta", "Murmeltier"),
    ("Narwhal", "Narval", "Narvalo", "Narwal"),
    ("Octopus", "Poulpe", "Polpo", "Krake"),
    ("Otter", "Loutre", "Lontra", "Otter"),
    ("Owl", "Hibou", "Gufo", "Eule"),
    ("Panda", "Panda", "Panda", "Panda"),
    ("Robin", "Rouge-gorge", "Pettirosso", "Rotkehlchen"),
    ("Salamander", "Salamandre", "Salamandra", "Salamander"),
    ("Seahorse", "Hippocampe", "Ippocampo", "Seepferdchen"),
    ("Squirrel", "Écureuil", "Scoiattolo", "Eichhörnchen"),
    ("Stork", "Cigogne", "Cicogna", "Storch"),
    ("Swan", "Cygne", "Cigno", "Schwan"),
    ("Tiger", "Tigre", "Tigre", "Tiger"),
    ("Toucan", "Toucan", "Tucano", "Tukan"),
    ("Turtle", "Tortue", "Tartaruga", "Schildkröte"),
    ("Zebra", "Zèbre", "Zebra", "Zebra"),
)


def generated_name(chance: Callable[[int], int], language: str) -> str:
    """An animal and a number: "Otter 42". `chance(n)` gives a number from 0 to n - 1."""
    animal = ANIMALS[chance(len(ANIMALS))][LANGUAGES.index(language)]
    return f"{animal} {20 + chance(40)}"  # 18, 69 and 88 mean something else to some people
