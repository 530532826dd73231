"""A table without one of its people: a guest whom nobody knows stands for them, without a name."""

from collections.abc import Iterable
from typing import Any

import msgspec

from sixes.play.games import GAMES
from sixes.play.match import Refused
from sixes.play.table import Table, fold_body
from sixes.server.storage.store import LogLine

NAMED = b'"t":"named"'


def without_typed_names(document: Any) -> Any:
    """A document of a score pad without the names of seats that are nobody's: anybody typed them."""
    if isinstance(document, dict):
        kept = {key: without_typed_names(value) for key, value in document.items()}
        return kept | {"name": ""} if "name" in document and "player" not in document else kept
    return [without_typed_names(one) for one in document] if isinstance(document, list) else document


def replace_person(document: Any, player: str, guest: str) -> Any:
    """A document in which a guest stands for a player, wherever it names them."""
    if isinstance(document, dict):
        replaced = {key: replace_person(value, player, guest) for key, value in document.items()}
        is_theirs = document.get("player") == player and "name" in document
        return replaced | {"name": ""} if is_theirs else replaced
    if isinstance(document, list):
        return [replace_person(one, player, guest) for one in document]
    return guest if document == player else document


def rewrite_log(lines: Iterable[LogLine], player: str, guest: str) -> list[tuple[int, bytes]]:
    """The events of a log that name a player, by version, as they are without them."""
    changed, named = list[tuple[int, bytes]](), player.encode()
    table: Table | None = None
    readable = True
    for line in lines:
        is_pad = table is None or table.is_pad
        if named in line.body or NAMED in line.body or is_pad:
            document = msgspec.json.decode(line.body)
            rewritten = replace_person(document, player, guest)
            if document["t"] == "named" and (not readable or _sits(table, document["seat"], player)):
                rewritten["name"] = ""
            elif is_pad_event(table, document):
                rewritten = without_typed_names(rewritten)
            if rewritten != document:
                changed.append((line.version, msgspec.json.encode(rewritten)))
        try:
            table = fold_body(table, line.body) if readable else None
        except (Refused, msgspec.MsgspecError):  # then nobody can open it, and no names are needed
            readable = False
    return changed


def is_pad_event(table: Table | None, document: dict[str, Any]) -> bool:
    """Whether an event, as its log has it, was at a score pad."""
    return table.is_pad if table else is_pad(document)


def is_pad(about: dict[str, Any]) -> bool:
    """Whether a table is a score pad, by its summary or its first event."""
    game = GAMES.get(about.get("options", {}).get("game"))
    return game is not None and bool(game.pad_of)


def _sits(table: Table | None, seat: int, player: str) -> bool:
    return table is not None and table.seat_of(player) == seat


def rewrite_summary(about: bytes, player: str, guest: str) -> bytes:
    summary = msgspec.json.decode(about)
    replaced = replace_person(summary, player, guest)
    return msgspec.json.encode(without_typed_names(replaced) if is_pad(summary) else replaced)


def rewrite_record(record: bytes | None, about: bytes, player: str) -> bytes | None:
    """The record of a game without a player's name; None if it has none of them."""
    summary = msgspec.json.decode(about)
    nameless = (player, None) if is_pad(summary) else (player,)
    theirs = [
        at for at, seat in enumerate(summary.get("seats", [])) if seat and seat.get("player") in nameless
    ]
    if record is None or not theirs:
        return None
    document = msgspec.json.decode(record)
    for one in (document, document.get("record", {})):
        named = one.get("match", {}).get("players", [])
        for seat in theirs:
            if seat < len(named):
                named[seat]["name"] = ""
    return msgspec.json.encode(document)
