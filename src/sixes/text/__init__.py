"""What the program says to people, in four languages: one catalogue, a file a language."""

import json
from functools import cache
from pkgutil import get_data

LANGUAGES = ("en", "fr", "it", "de")
SINGULAR = {"fr": (0, 1)}
"""Of what count a language speaks as of one; most do so of 1 alone."""


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
