"""The requests of a page for tables on this device, answered with the same documents as by a server."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from sixes import coach
from sixes.local.bots import plain_levels
from sixes.local.creating import Person
from sixes.local.table import LocalTable, make
from sixes.play.creating import NewGame
from sixes.play.documents import Fault, NewTable, Paper, TableMade, TableSummary
from sixes.play.games import GAMES
from sixes.play.match import Refused
from sixes.play.pad.paper import score_paper
from sixes.play.takeover import Taken, take_over
from sixes.records import parse, replay
from sixes.text import UserError

Body = TypeVar("Body")
FindTable = Callable[[str], LocalTable | None]
TABLE = re.compile(r"/api/tables/([\w-]+)(/record|/review)?")
STUDY = re.compile(r"/api/study/([\w.~-]+)")


class Answer(NamedTuple):
    status: int
    body: bytes
    made: LocalTable | None = None
    """A new table, whose log is to be stored before the answer is given."""


class LocalApi:
    def __init__(self, person: Person, find: FindTable) -> None:
        """`find` gives the table with a code, if there is one on this device."""
        self._person = person
        self._find = find

    def handle(self, method: str, path: str, body: bytes, now: int) -> Answer:
        """Answer a request; what is refused gets the status and the code that a server would give."""
        try:
            return self._answer(method, path, body, now)
        except Refused as refused:
            return fault(404 if refused.code in ("table.unknown", "table.record_none") else 400, refused.code)
        except UserError as error:
            return fault(400, error.key)

    def _answer(self, method: str, path: str, body: bytes, now: int) -> Answer:
        parts = urlsplit(path)
        seat = parse_qs(parts.query).get("seat", [""])[0]
        match method, parts.path:
            case "POST", "/api/tables":
                return self._make_table(read(body, NewTable), now)
            case "GET", "/api/levels":
                return document({game: tuple(plain_levels(game)) for game in GAMES})
            case "POST", "/api/pad/paper":
                sheet = read(body, Paper)
                return document(score_paper(sheet.boxes, sheet.alone))
        if method == "GET" and (asked := TABLE.fullmatch(parts.path)):
            return self._about_table(asked[1], asked[2] or "", seat)
        if method == "GET" and (asked := STUDY.fullmatch(parts.path)):
            position = coach.read_link(asked[1])
            return document(coach.study_document(position, seat_number(seat) if seat else None))
        return fault(404, "http.not_found")

    def _make_table(self, wanted: NewTable, now: int) -> Answer:
        if wanted.options.game not in GAMES:
            raise Refused("http.body")
        game = NewGame(wanted.options, wanted.bots, taken=self._taken(wanted), pad=wanted.pad)
        table = make(game, self._person, now)
        code = table.table.code
        return document(TableMade(code, f"/table/{code}"), 201)._replace(made=table)

    def _taken(self, wanted: NewTable) -> Taken | None:
        """What a new table takes over from a finished game."""
        source = wanted.source
        if source is None:
            return None
        played = replay(parse(msgspec.json.encode(self._record(source.table))))
        return take_over(played, source, wanted.options, len(wanted.bots))

    def _about_table(self, code: str, what: str, seat: str) -> Answer:
        if what == "/record":
            return document(self._record(code))
        if what == "/review":
            played = replay(parse(msgspec.json.encode(self._record(code))))
            return document(coach.game_document(played, self._reviewed_seat(code, seat)))
        table = self._table(code).table
        about = (table.code, table.options, table.phase, table.seats, table.host, table.rematch)
        return document(TableSummary(*about))

    def _reviewed_seat(self, code: str, asked: str) -> int:
        """The seat that is asked for, or else one's own."""
        table = self._table(code).table
        return seat_number(asked) if asked else table.seat_of(table.host) or 0

    def _record(self, code: str) -> dict[str, Any]:
        record = self._table(code).record()
        if record is None:
            raise Refused("table.record_none")
        return record

    def _table(self, code: str) -> LocalTable:
        table = self._find(code)
        if table is None:
            raise Refused("table.unknown")
        return table


def seat_number(text: str) -> int:
    if len(text) != 1 or text not in "012345":
        raise Refused("coach.no_such_seat")
    return int(text)


def read(body: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Refused("http.body") from None


def document(content: Any, status: int = 200) -> Answer:
    return Answer(status, msgspec.json.encode(content))


def fault(status: int, code: str) -> Answer:
    """A refusal; the page has the sentence for its code."""
    return document(Fault(code, ""), status)
