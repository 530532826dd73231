"""What the program says to people, in four languages: one catalogue, a file a language."""

import json
from functools import cache
from pkgutil import get_data

LANGUAGES = ("en", "fr", "it", "de")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    sentences: dict[str, str] = json.loads(get_data(__package__, f"{language}.json") or "")
    return sentences


def say(key: str, language: str = "en", /, **values: object) -> str:
    """The sentence for a key, with its values filled in."""
    return catalogue(language)[key].format(**values)
