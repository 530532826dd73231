"""Names, dice, patterns and places in words."""

from collections.abc import Iterable, Sequence

from sixes.play.table import Table
from sixes.rules.six import COLOURS, Six
from sixes.rules.spinner import Pattern
from sixes.text import catalogue, say

LONGEST_WORD = 40
"""Characters of a typed word that are said back."""


def names_of(table: Table, language: str) -> list[str]:
    """The name of each seat, with numbers behind equal ones; empty for a free seat."""
    names = []
    if table.is_pad:
        return pad_names([seat.name if seat else "" for seat in table.seats], language)
    for at, seat in enumerate(table.seats):
        bot = say(f"name.bot_{COLOURS[at % 6]}", language)
        names.append(
            (seat.name or say("name.guest", language)) if seat and seat.player else bot if seat else ""
        )
    return numbered(names)


def pad_names(typed: Sequence[str], language: str) -> list[str]:
    """The names on the sheets of a score pad; who has none is a number."""
    return numbered([name or say("pad.player", language, number=at) for at, name in enumerate(typed, 1)])


def game_title(game: str, language: str) -> str:
    """What a game or a score pad is called."""
    kind = game.removesuffix("_pad")
    return f"{say('pad.title', language)}: {kind.title()}" if kind != game else game.title()


def as_sentence(words: str) -> str:
    """Words with a capital letter and a full stop.

    >>> as_sentence("the die is gone")
    'The die is gone.'
    """
    return f"{words[:1].upper()}{words[1:]}{'.' if words[-1:].isalnum() else ''}"


def numbered(names: Sequence[str]) -> list[str]:
    """Names, of which equal ones get numbers in order.

    >>> numbered(["Ann", "Bo", "Ann"])
    ['Ann 1', 'Bo', 'Ann 2']
    """
    return [
        f"{name} {names[: at + 1].count(name)}" if name and names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def level_of(level: str, language: str) -> str:
    """The level of a bot in words; one that a program brought has its own name."""
    key = f"level.{level}"
    return say(key, language) if key in catalogue(language) else level


def who_sits(table: Table, at: int, language: str) -> str:
    """A seat with who plays on it."""
    seat = table.seats[at]
    if seat is None:
        return say("lobby.free", language)
    level = f" ({level_of(seat.bot, language)})" if seat.bot else ""
    return names_of(table, language)[at] + level


def colour_word(letter: str, language: str) -> str:
    return say(f"colour.{letter}", language)


def dice_words(dice: Six, language: str) -> str:
    """Dice with letter, colour and number: what a screen reader needs to hear."""
    shown = zip(COLOURS, dice, strict=True)
    return ", ".join(f"{letter} {colour_word(letter, language)} {face}" for letter, face in shown if face)


def pattern_words(pattern: Pattern, language: str) -> str:
    kinds = zip(pattern._fields, pattern, strict=True)
    return ", ".join(say(f"pattern.{kind}", language, count=count) for kind, count in kinds if count)


def listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def quoted(typed: str) -> str:
    """What somebody typed, to say it back: of a long text, the beginning."""
    return typed if len(typed) <= LONGEST_WORD else f"{typed[:LONGEST_WORD]}…"
