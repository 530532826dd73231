"""Games as documents: one JSON object holds one whole game, enough to replay and check it.

`parse` reads the bytes, `replay` checks every step against the rules, `result` gives what came of it.
The first fault, by turn, then by form, then by seat, is raised as a `RecordError`. The module of each game
also writes its records: `document` a whole one, from its turns or rounds.
"""

from types import ModuleType
from typing import Any, NamedTuple

from sixes.records import sixem, sixto
from sixes.records.checks import check_keys, check_match
from sixes.records.errors import RecordError, quoted
from sixes.records.parsing import parse

__all__ = ["Played", "RecordError", "parse", "replay"]

FORMATS: dict[str, ModuleType] = {"sixto": sixto, "sixem": sixem}


class Played(NamedTuple):
    """A valid record, and the states of its game: at the start, and after each turn or round."""

    record: dict[str, Any]
    states: list[Any]

    @property
    def seats(self) -> int:
        return int(FORMATS[self.record["game"]].seats_of(self.record))

    def result(self) -> dict[str, Any]:
        answer: dict[str, Any] = FORMATS[self.record["game"]].result(self.states[-1])
        return answer


def replay(document: object) -> Played:
    """Play a parsed document through the rules."""
    if not isinstance(document, dict):
        raise RecordError("record.not_object")
    if "game" not in document:
        raise RecordError("record.missing_key", key=quoted("game"))
    game = document["game"]
    if not isinstance(game, str) or game not in FORMATS:
        raise RecordError("record.unknown_game", value=quoted(game))
    kind = FORMATS[game]
    check_keys(document, kind.KEYS, kind.OPTIONAL)
    if "match" in document:
        check_match(document["match"])
    return Played(document, list(kind.replay(document)))
