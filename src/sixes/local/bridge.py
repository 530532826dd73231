"""The tables of a page's worker. Only text and numbers cross to JavaScript: no proxies to keep or lose."""

import msgspec

from sixes.local.api import LocalApi
from sixes.local.creating import Person
from sixes.local.table import LocalTable, Output
from sixes.play.match import Refused


class NewLog(msgspec.Struct):
    """A new table, as it is stored."""

    code: str
    seed: str
    at: int
    phase: str
    entries: list[str]


class Step(msgspec.Struct, omit_defaults=True):
    """What a table has done: entries to store, then frames to show."""

    version: int
    """Of the table before the entries."""
    at: int
    phase: str
    wake: int
    """When to wake it; 0: nothing is pending."""
    entries: list[str] = []
    frames: list[str] = []
    made: NewLog | None = None
    """The table of a rematch."""


class Reply(msgspec.Struct, omit_defaults=True):
    """The answer to a request."""

    status: int
    body: str
    made: NewLog | None = None


class Bridge:
    def __init__(self, player: str, name: str) -> None:
        self._person = Person(player, name)
        self._tables: dict[str, LocalTable] = {}
        self._api = LocalApi(self._person, self._tables.get)

    def open(self, code: str, seed: str, log: str, now: int) -> str:
        """Open a table from its log, a JSON list of texts; the code of the refusal, or empty."""
        entries = [entry.encode() for entry in msgspec.json.decode(log, type=list[str])]
        try:
            self._tables[code] = LocalTable(entries, bytes.fromhex(seed), self._person, now)
        except Refused as refused:
            return refused.code
        except (msgspec.MsgspecError, ValueError):
            return "offline.failed"
        return ""

    def close(self, code: str) -> None:
        """Forget a table: it is opened anew from its log."""
        self._tables.pop(code, None)

    def join(self, code: str, since: int, now: int) -> str:
        """The welcome of a page; wake the table afterwards."""
        table = self._tables[code]
        frames = [table.welcome(now, since), table.presence()]
        return self._step(table, Output([], frames))

    def receive(self, code: str, message: str, now: int) -> str:
        return self._step(self._tables[code], self._tables[code].receive(message, now))

    def wake(self, code: str, now: int) -> str:
        return self._step(self._tables[code], self._tables[code].wake(now))

    def request(self, method: str, path: str, body: str, now: int) -> str:
        status, answer, made = self._api.handle(method, path, body.encode(), now)
        return encode(Reply(status, answer.decode(), described(made) if made else None))

    def _step(self, table: LocalTable, output: Output) -> str:
        entries, frames = (list(map(bytes.decode, texts)) for texts in output[:2])
        made, now = output.rematch, table.table
        step = Step(now.version - len(entries), now.at, now.phase, table.next_wake(), entries, frames)
        step.made = described(made) if made else None
        return encode(step)


def described(table: LocalTable) -> NewLog:
    now = table.table
    return NewLog(now.code, table.seed.hex(), now.at, now.phase, list(map(bytes.decode, table.log)))


def encode(message: msgspec.Struct) -> str:
    return msgspec.json.encode(message).decode()
