"""What the program says to people, in four languages: one catalogue, a file a language."""

import json
from functools import cache
from pkgutil import get_data

LANGUAGES = ("en", "fr", "it", "de")
SINGULAR = {"fr": (0, 1)}
"""Counts that take the singular form; in most languages 1 alone."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    sentences: dict[str, str] = json.loads(get_data(__package__, f"{language}.json") or "")
    return sentences


def say(key: str, language: str = "en", /, **values: object) -> str:
    """The sentence for a key, with its values filled in.

    Where there is one for a single thing and one for several (`key.one`, `key.other`), `count` decides.
    """
    sentences = catalogue(language)
    if key not in sentences and "count" in values:
        key = f"{key}.{'one' if values['count'] in SINGULAR.get(language, (1,)) else 'other'}"
    return sentences[key].format(**values)


class UserError(Exception):
    """An error to show to a person: the key of a sentence, and its values.

    A value that is itself a UserError is shown as its own sentence, in the same language.
    """

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, language: str = "en") -> str:
        values = {
            name: value.sentence(language) if isinstance(value, UserError) else value
            for name, value in self.values.items()
        }
        return say(self.key, language, **values)
