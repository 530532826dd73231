"""Checks of a record's form: closed keys, whole numbers, seats."""

from collections.abc import Iterable
from typing import Any, TypeGuard

from sixes.records.errors import RecordError, quoted
from sixes.records.parsing import NotJson, RepeatedKey
from sixes.rules.six import COLOURS


def is_int(value: object) -> TypeGuard[int]:
    """A JSON integer: neither 1.0 nor true."""
    return type(value) is int


def is_seat(value: object, seats: int) -> bool:
    return is_int(value) and 0 <= value < seats


def check_dice(faces: list[object], **where: object) -> None:
    """Dice show whole numbers; which ones they may show, the rules say."""
    if set(map(type, faces)) == {int}:
        return
    for colour, face in zip(COLOURS, faces, strict=True):
        if not is_int(face):
            raise RecordError("record.whole_number", die=colour, value=quoted(face), **where)


def check_keys(
    found: dict[str, Any], required: tuple[str, ...], optional: Iterable[str], **where: object
) -> None:
    """No key is unknown, missing or there twice."""
    if type(found) is dict and tuple(found) == required:
        return
    if type(found) is RepeatedKey:
        raise RecordError("record.repeated_key", key=quoted(found.key), **where)
    for key in found:
        if key not in required and key not in optional:
            raise RecordError("record.unknown_key", key=quoted(key), **where)
    for key in required:
        if key not in found:
            raise RecordError("record.missing_key", key=quoted(key), **where)


def check_match(match: object) -> None:
    """`match` may hold any JSON object: what is worth keeping of a game besides its moves."""
    if not isinstance(match, dict):
        raise RecordError("record.match_object")
    rest: list[object] = [match]
    while rest:
        value = rest.pop()
        if type(value) is RepeatedKey:
            raise RecordError("record.match_key", key=quoted(value.key))
        if isinstance(value, NotJson):
            raise RecordError("record.match_number")
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
