"""What may be the name of a player: what people can read, in any language, and nothing that tricks them."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.play.names import LONGEST, BadName, clean_name
from sixes.server.names import ANIMALS, generated_name
from sixes.text import LANGUAGES, say


def refused(text: str) -> str:
    with pytest.raises(BadName) as bad:
        clean_name(text)
    assert say(bad.value.code)
    return bad.value.code


@pytest.mark.parametrize(
    "name",
    [
        "Mia",
        "Zoë",
        "O'Neill",
        "Jean-Luc 2",
        "Ленка",
        "ゆき",
        "שרה",
        "محمد",
        "नीति",
        "ที่รัก",
        "Nguyễn",
        "7",
        "🦦",
        "👍🏽",
        "❤️ Lou",
        "🇨🇭",
    ],
)
def test_names_of_all_languages_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_a_name_is_composed_trimmed_and_has_single_spaces() -> None:
    assert clean_name("  Zoe\u0308 \u00a0 \u3000Lou ") == "Zo\u00eb Lou"


@pytest.mark.parametrize("text", ["", " ", "\u00a0\u3000\u2003"])
def test_an_empty_name_is_refused(text: str) -> None:
    assert refused(text) == "name.empty"


def test_twenty_characters_are_the_most_counted_when_composed() -> None:
    assert clean_name("ab" * 10) == "ab" * 10
    assert clean_name("\u03b1\u0313\u0300\u0345" * 20) == "\u1f82" * 20
    assert refused("ab" * 10 + "c") == "name.too_long"
    assert refused("e\u0301" * 21) == "name.too_long"
    assert refused("a" + "\u0301" * 100_000) == "name.too_long"


@pytest.mark.parametrize(
    ("what", "sign"),
    [
        ("control", "\x00"),
        ("tab", "\t"),
        ("new line", "\n"),
        ("escape", "\x1b"),
        ("line separator", "\u2028"),
        ("paragraph separator", "\u2029"),
        ("right-to-left override", "\u202e"),
        ("right-to-left isolate", "\u2067"),
        ("right-to-left mark", "\u200f"),
        ("Arabic letter mark", "\u061c"),
        ("zero width space", "\u200b"),
        ("zero width non-joiner", "\u200c"),
        ("zero width joiner", "\u200d"),
        ("word joiner", "\u2060"),
        ("byte order mark", "\ufeff"),
        ("soft hyphen", "\u00ad"),
        ("grapheme joiner", "\u034f"),
        ("Hangul filler", "\u3164"),
        ("Hangul initial filler", "\u115f"),
        ("Hangul medial filler", "\u1160"),
        ("half-width Hangul filler", "\uffa0"),
        ("Khmer inherent vowel", "\u17b4"),
        ("Mongolian variation selector", "\u180b"),
        ("variation selector after a letter", "\ufe0f"),
        ("another variation selector", "\U000e0100"),
        ("tag", "\U000e0067"),
        ("braille blank", "\u2800"),
        ("null note head", "\U0001d159"),
        ("object replacement", "\ufffc"),
        ("surrogate", "\ud83e"),
        ("private use", "\ue000"),
        ("not assigned", "\u0378"),
        ("not a character", "\uffff"),
    ],
)
def test_what_cannot_be_seen_or_moves_other_text_is_refused(what: str, sign: str) -> None:
    assert refused(f"Mia{sign}Lou") == "name.characters", what
    assert refused(f"Mia{sign}") == "name.characters", what
    assert refused(f"{sign}Mia") == "name.characters", what
    assert refused(sign) == "name.characters", what


@pytest.mark.parametrize("text", ["...", "-", "!?", "« »"])
def test_a_name_has_a_letter_a_digit_or_a_symbol(text: str) -> None:
    assert refused(text) == "name.characters"


def test_marks_stand_on_a_letter_and_at_most_three_high() -> None:
    assert clean_name("x" + "\u0316" * 3)
    assert refused("x" + "\u0316" * 4) == "name.characters"
    assert refused("\u0316x") == "name.characters"
    assert refused("x \u0316x") == "name.characters"


def test_a_colour_selector_stands_once_after_a_symbol() -> None:
    assert clean_name("\u2764\ufe0f") == "\u2764\ufe0f"
    assert refused("\u2764\ufe0f\ufe0f") == "name.characters"
    assert refused("1\ufe0f\u20e3") == "name.characters"


def test_an_emoji_joined_of_several_is_refused() -> None:
    assert refused("👨\u200d👩\u200d👧") == "name.characters"


readable = st.characters(categories=("L", "N", "P", "S"))
troubling = st.sampled_from(" \u00a0\u2764\ufe0f\u0301\u0316\u200d\u3164\u1100\u1161")
texts = st.text(readable, max_size=LONGEST) | st.text(readable | troubling, max_size=LONGEST) | st.text()


def cleaned(text: str) -> str | None:
    try:
        return clean_name(text)
    except BadName:
        return None


@given(texts.map(cleaned).filter(bool))
def test_whatever_is_accepted_is_clean_short_and_can_be_seen(name: str) -> None:
    assert clean_name(name) == name
    assert 1 <= len(name) <= LONGEST
    assert name == " ".join(name.split()) == unicodedata.normalize("NFC", name)
    kinds = [unicodedata.category(sign) for sign in name if sign != " "]
    assert not any(kind[0] in "CZ" for kind in kinds)
    assert any(kind[0] in "LNS" for kind in kinds)


def counting(*numbers: int) -> Callable[[int], int]:
    """Chance that gives these numbers, and holds that they are possible."""
    left = list(numbers)

    def chance(sides: int) -> int:
        assert 0 <= left[0] < sides
        return left.pop(0)

    return chance


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Otter 42"), ("fr", "Loutre 42"), ("it", "Lontra 42"), ("de", "Otter 42")]
)
def test_a_generated_name_is_an_animal_and_a_number(language: str, name: str) -> None:
    otter = [animals[0] for animals in ANIMALS].index("Otter")
    assert generated_name(counting(otter, 22), language) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_generated_name_is_a_good_name_and_no_two_animals_are_the_same(language: str) -> None:
    names = [generated_name(counting(animal, 39), language) for animal in range(len(ANIMALS))]
    assert [clean_name(name) for name in names] == names
    assert len(set(names)) == len(ANIMALS)
