"""What the program says to people, in four languages: one catalogue, a file a language."""

import json
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "fr", "it", "de")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    text = (files(__package__) / f"{language}.json").read_text(encoding="utf-8")
    sentences: dict[str, str] = json.loads(text)
    return sentences


def say(key: str, language: str = "en", /, **values: object) -> str:
    """The sentence for a key, with its values filled in."""
    return catalogue(language)[key].format(**values)
