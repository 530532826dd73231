"""The one error that a bad record gives: what is wrong, and where."""

import json
from enum import IntEnum

from sixes.text import UserError, say


class RecordError(UserError, ValueError):
    """A record breaks the format or a rule of its game."""

    LOCATION = ("turn", "round", "seat", "box", "die")

    def sentence(self, language: str = "en") -> str:
        """One line: where in the record, then what is wrong there."""
        where = [say(f"place.{key}", language, **self.values) for key in self.LOCATION if key in self.values]
        rule = super().sentence(language)
        return f"{', '.join(where)}: {rule}" if where else rule


def rule_key(game: str, refusal: IntEnum) -> str:
    """The key of the sentence for a rule of a game."""
    return f"{game}.{refusal.name.lower()}"


def rule_error(game: str, refusal: IntEnum, **where: object) -> RecordError:
    """The error for a move that breaks a rule of a game."""
    return RecordError(rule_key(game, refusal), **where)


def quoted(value: object) -> str:
    """A value of the record as it stands in a sentence: short, on one line, in ASCII."""
    if isinstance(value, list | dict):
        return "[...]" if isinstance(value, list) else "{...}"
    text = json.dumps(value)
    if isinstance(value, str):
        text = text[1:-1]
    return text if len(text) <= 40 else f"{text[:37]}..."
