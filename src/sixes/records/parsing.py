"""From bytes to a JSON document.

Repeated keys and NaN come through as values of their own: the checks refuse them where they stand, so that
the first fault of a record is the one that is reported.
"""

import json
from typing import Any

from sixes.records.errors import RecordError

MEGABYTES = 64
"""Longer than any game."""
MOST_BYTES = MEGABYTES * 1_000_000
LONGEST_INTEGER = 20
"""Digits; Python reads no integers of thousands of digits, and no record needs one of so many."""


class RepeatedKey(dict[str, Any]):
    """An object in which a key stands twice."""

    key: str


class NotJson(float):
    """NaN or an infinity, which JSON does not have."""


def parse(data: bytes) -> object:
    """The JSON document in these bytes."""
    if len(data) > MOST_BYTES:
        raise RecordError("record.too_long", limit=MEGABYTES)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError("record.not_utf8", byte=error.start + 1) from None
    if not text.strip(" \t\r\n"):
        raise RecordError("record.empty")
    try:
        return _document(text)
    except json.JSONDecodeError as error:
        raise RecordError("record.not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise RecordError("record.too_deep") from None


def _document(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=NotJson)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer is too long for Python
        return json.loads(text, object_pairs_hook=_object, parse_constant=NotJson, parse_int=_integer)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated, seen = RepeatedKey(found), set[str]()
    for key, _ in pairs:
        if key in seen:
            repeated.key = key
            break
        seen.add(key)
    return repeated


def _integer(digits: str) -> float:
    """A long integer as a float, which the checks refuse where it stands."""
    return int(digits) if len(digits) < LONGEST_INTEGER else float(digits)
