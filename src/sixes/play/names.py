"""Names of people: which are allowed."""

import unicodedata

from sixes.play.match import Refused

LONGEST = 20
"""Code points of a name; an emoji with a skin tone has two."""
MOST_MARKS = 3
"""Combining marks on one character: enough for every language, too few to cover the line above."""

EMOJI_FORM = "\N{VARIATION SELECTOR-16}"
"""Keyboards add it to a symbol such as a heart, to show it in colour."""

# Symbols, letters and marks that are invisible; control and format characters have categories of their own.
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


class BadName(Refused):
    """The name is not allowed."""


def clean_name(text: str) -> str:
    """The name as it is stored: in normal form C, trimmed, with single spaces; BadName if not allowed."""
    spaced = "".join(" " if unicodedata.category(character) == "Zs" else character for character in text)
    name = " ".join(word for word in spaced.split(" ") if word)
    if not name:
        raise BadName("name.empty")
    # Normalizing joins at most four characters to one. It is slow for long runs of marks, so they end here.
    if len(name) > 4 * LONGEST or len(name := unicodedata.normalize("NFC", name)) > LONGEST:
        raise BadName("name.too_long")
    if not all(map(_is_visible, name.split(" "))) or not any(map(_is_significant, name)):
        raise BadName("name.characters")
    return name


def _is_significant(character: str) -> bool:
    """Whether it is a letter, digit, symbol or emoji: dots alone are no name."""
    return unicodedata.category(character)[0] in "LNS"


def _is_visible(word: str) -> bool:
    """Whether every character of a word is visible and does not cover others.

    Joiners (ZWJ, ZWNJ) are invisible too, so emoji that are joined of several are refused.
    """
    marks = MOST_MARKS  # a mark at the beginning would sit on the character before the name
    before = ""
    for character in word:
        category = unicodedata.category(character)
        if character == EMOJI_FORM and before[:1] == "S":
            before = ""
            continue
        if category[0] in "CZ" or character in BLANK:
            return False
        marks = marks + 1 if category[0] == "M" else 0
        if marks > MOST_MARKS:
            return False
        before = category
    return True
