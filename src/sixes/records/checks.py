"""The form of a record: strict JSON, closed keys, whole numbers; and the one error a bad record gives."""

import json
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, TypeGuard

from sixes.rules.six import COLOURS
from sixes.text import UserError, say

LIMIT = 64
"""Megabytes; longer than any game."""
MOST_BYTES = LIMIT * 1_000_000


class RecordError(UserError):
    """A record breaks the format or a rule: which one, and where."""

    PLACES = ("turn", "round", "seat", "box", "die")

    def sentence(self, language: str = "en") -> str:
        """One line: where in the record, then the rule."""
        places = [say(f"place.{key}", language, **self.values) for key in self.PLACES if key in self.values]
        rule = super().sentence(language)
        return f"{', '.join(places)}: {rule}" if places else rule


def rule_of(game: str, broken: IntEnum) -> str:
    """The key of the sentence for a rule of a game."""
    return f"{game}.{broken.name.lower()}"


def refused(game: str, broken: IntEnum, **where: object) -> RecordError:
    """The error for a move that breaks a rule of a game."""
    return RecordError(rule_of(game, broken), **where)


class Repeated(dict[str, Any]):
    """An object in which a key stands twice; remembered, so that faults are told in their order."""

    key: str


class NotJson(float):
    """NaN or an infinity, which JSON does not know; remembered too."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated, seen = Repeated(found), set[str]()
    for key, _ in pairs:
        if key in seen:
            repeated.key = key
            break
        seen.add(key)
    return repeated


def parse(data: bytes) -> object:
    """The JSON document in these bytes; what is wrong inside comes through, to be refused by its place."""
    if len(data) > MOST_BYTES:
        raise RecordError("record.too_long", limit=LIMIT)
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
    except ValueError:  # Python reads no integers of thousands of digits: as floats they are refused by place
        return json.loads(text, object_pairs_hook=_object, parse_constant=NotJson, parse_int=_integer)


def _integer(digits: str) -> float:
    return int(digits) if len(digits) < 20 else float(digits)


def shown(value: object) -> str:
    """A value of the record inside a sentence: short, on one line, in plain characters."""
    if isinstance(value, list | dict):
        return "[...]" if isinstance(value, list) else "{...}"
    text = json.dumps(value)
    if isinstance(value, str):
        text = text[1:-1]
    return text if len(text) <= 40 else f"{text[:37]}..."


def check_dice(faces: list[object], **where: object) -> None:
    """Dice show whole numbers; which ones, the rules say."""
    if set(map(type, faces)) == {int}:
        return
    for colour, face in zip(COLOURS, faces, strict=True):
        if not is_int(face):
            raise RecordError("record.whole_number", die=colour, value=shown(face), **where)


def is_int(value: object) -> TypeGuard[int]:
    """A JSON integer: neither 1.0 nor true."""
    return type(value) is int


def is_seat(value: object, seats: int) -> bool:
    return is_int(value) and 0 <= value < seats


def check_keys(
    found: dict[str, Any], required: tuple[str, ...], optional: Iterable[str], **where: object
) -> None:
    """Keys are closed: none is unknown, missing or there twice."""
    if type(found) is dict and tuple(found) == required:
        return
    if type(found) is Repeated:
        raise RecordError("record.repeated_key", key=shown(found.key), **where)
    for key in found:
        if key not in required and key not in optional:
            raise RecordError("record.unknown_key", key=shown(key), **where)
    for key in required:
        if key not in found:
            raise RecordError("record.missing_key", key=shown(key), **where)


def check_match(match: object) -> None:
    """`match` holds what the project wants to keep of a game besides: any JSON object."""
    if not isinstance(match, dict):
        raise RecordError("record.match_object")
    rest: list[object] = [match]
    while rest:
        value = rest.pop()
        if type(value) is Repeated:
            raise RecordError("record.match_key", key=shown(value.key))
        if isinstance(value, NotJson):
            raise RecordError("record.match_number")
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
