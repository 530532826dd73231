"""What clients received, and whether the log agrees.

Every client records each event and each answer. Afterwards these must hold: no acknowledged move is lost,
none is applied twice, nothing that was refused happened all the same, all clients and the log agree, every
game can be played to its end, and every record is valid; and whatever the clocks do, nothing is removed.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from sixes.client import AtTable, Refused
from sixes.play import events
from sixes.play.encoding import codec
from sixes.play.table import CLOSED, OVER, PLAYING, read_log
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.server.storage.database import Database
from sixes.server.storage.schema import players
from sixes.server.storage.store import LogLine, Store
from tests.server.fake_time import FakeTimeRegistry, Tab

UNAVAILABLE = "table.unavailable"
"""The one refusal after which a move may have been made all the same."""


class Violation(AssertionError):
    """A client received something that the log contradicts."""


LONGEST_WAIT = 120.0
"""Seconds without news after which a table does not go on."""


def require(holds: bool, *what: object) -> None:
    if not holds:
        raise Violation(" ".join(map(str, what)))


class MessageKey(NamedTuple):
    table: str
    player: str
    nonce: str


class Evidence:
    def __init__(self) -> None:
        self.received: dict[str, dict[int, bytes]] = defaultdict(dict)
        """For each table, its events by version, as they were shown."""
        self.acknowledged: dict[str, dict[MessageKey, bytes]] = defaultdict(dict)
        self.refused: dict[str, dict[MessageKey, str]] = defaultdict(dict)
        self.reactions: Counter[tuple[str, str]] = Counter()
        """For each table and player, how often they wanted to react."""
        self.codes: dict[str, str] = {}
        self.witnesses: dict[str, list[Witness]] = defaultdict(list)
        self._awaited: dict[str, asyncio.Future[float | None]] = {}
        """When there is news at a table; None if everybody has left it."""
        self._waits: tuple[type[events.Event], int] = (events.Event, 0)
        self._reached = asyncio.Event()

    def note(self, table: str, event: events.Event) -> None:
        body = events.encode(event)
        if event.v not in self.received[table]:
            self._end_wait(table, asyncio.get_running_loop().time())
        known = self.received[table].setdefault(event.v, body)
        require(known == body, "two clients heard different events", known, body)
        kind, count = self._waits
        if isinstance(event, kind):
            self._waits = (kind, count - 1)
            if count <= 1:
                self._reached.set()

    def leave(self, table: str) -> None:
        """Nobody is at the table any more."""
        self._end_wait(table, None)

    def _end_wait(self, table: str, at: float | None) -> None:
        awaited = self._awaited.pop(table, None)
        if awaited and not awaited.done():
            awaited.set_result(at)

    def is_left(self, table: str) -> bool:
        return all(witness.gone for witness in self.witnesses[table])

    async def next_at(self, tables: Sequence[str]) -> list[float]:
        """Wait until there is news at each of some tables, or they are left; when there was."""
        future = asyncio.get_running_loop().create_future
        self._awaited = {table: future() for table in tables if not self.is_left(table)}
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                news = await asyncio.gather(*self._awaited.values())
        except TimeoutError:
            raise Violation(f"nothing happens any more at {', '.join(self._awaited)}") from None
        return [at for at in news if at is not None]

    async def reach(self, kind: type[events.Event], count: int) -> None:
        """Wait until so many more events of a kind have come."""
        self._waits = (kind, count)
        self._reached.clear()
        await self._reached.wait()


class Witness(AtTable):
    """Somebody at a table who remembers every event and every answer."""

    evidence: Evidence
    gone = False
    """They have left for good."""

    def _apply(self, event: events.Event) -> None:
        self.evidence.note(self.table.id, event)
        super()._apply(event)

    async def _receive(self, message: events.AnyMessage) -> None:
        """A refusal counts even if the answer is known already: the first answer must be given again."""
        if isinstance(message, events.Refusal) and message.n and self._table is not None:
            asked = MessageKey(self.table.id, self.player, message.n)
            self.evidence.refused[asked.table].setdefault(asked, message.code)
        await super()._receive(message)

    def _answer(self, nonce: str, what: events.Event | Refused) -> None:
        if nonce in self._pending and isinstance(what, events.Event):
            asked = MessageKey(self.table.id, self.player, nonce)
            self.evidence.acknowledged[asked.table].setdefault(asked, events.encode(what))
        super()._answer(nonce, what)


# The log ------------------------------------------------------------------------------------------------


async def check_logs(store: Store, evidence: Evidence) -> None:
    """Compare all that was received with the logs."""
    for table in list(evidence.codes):
        await check_log(store, evidence, table)


async def check_live_logs(store: Store, evidence: Evidence) -> None:
    """The same for tables that somebody is at."""
    for table, witnesses in list(evidence.witnesses.items()):
        if not all(witness.gone for witness in witnesses):
            await check_log(store, evidence, table)


async def check_log(store: Store, evidence: Evidence, table: str) -> None:
    lines = await store.log(table)
    check_lines(lines)
    check_told(evidence, table, lines)
    check_seen(evidence.witnesses[table], lines)


def check_lines(lines: list[LogLine]) -> None:
    """No gap, and nothing twice."""
    require([line.version for line in lines] == list(range(1, len(lines) + 1)), "the log has a gap")
    nonces = Counter((line.player, line.nonce) for line in lines if line.nonce)
    require(max(nonces.values(), default=1) == 1, "applied twice:", nonces.most_common(1))


def check_told(evidence: Evidence, table: str, lines: list[LogLine]) -> None:
    stored = {line.version: line.body for line in lines}
    for version, body in evidence.received[table].items():
        require(stored.get(version) == body, "shown, and not in the log:", body, "but", stored.get(version))
    done = {MessageKey(table, line.player, line.nonce): line.body for line in lines if line.nonce}
    for asked, body in evidence.acknowledged[table].items():
        require(done.get(asked) == body, "acknowledged, and lost:", asked, body)
    for asked, code in evidence.refused[table].items():
        require(asked not in done or code == UNAVAILABLE, "refused, and done all the same:", asked, code)
    check_reactions(evidence, table, lines)


def check_reactions(evidence: Evidence, table: str, lines: list[LogLine]) -> None:
    """Nothing else shows that one was done twice, should the log not know of its nonce."""
    seen: Counter[str] = Counter()
    folded = read_log(line.body for line in lines)
    for line in lines:
        event = codec.read_event(line.body)
        if isinstance(event, events.Reacted):
            seat = folded.seats[event.seat]
            seen[seat.player if seat else ""] += 1
    for player, times in seen.items():
        most = evidence.reactions[table, player]
        require(times <= most, f"{player} reacted {times} times, and wanted {most} times")


def check_seen(witnesses: Iterable[Witness], lines: list[LogLine]) -> None:
    """Every client sees the table as the log has it, at the version it has got to."""
    for witness in witnesses:
        seen = witness.table
        require(seen.version <= len(lines), "a client has seen what is not in the log")
        folded = read_log(line.body for line in lines[: seen.version])
        require(seen.snapshot() == folded.snapshot(), "a client sees another table than the log has")


async def check_kept(store: Database, evidence: Evidence) -> None:
    """People came and went within minutes: no table was closed, and nobody is to be forgotten."""
    for table, code in evidence.codes.items():
        row = await store.table(code)
        require(row is not None and row.phase != CLOSED and row.expires is None, "closed, or expires:", row)
        bodies = [codec.read_event(line.body) for line in await store.log(table)]
        closed = [event for event in bodies if isinstance(event, events.Closed)]
        require(closed == [], "a table was closed, and its seed published", closed)
    with store.backend.reading.connect() as connection:
        rows = connection.execute(select(players.c.id, players.c.expires)).all()
    kept = {player for player, expires in rows if expires is None}
    people = {witness.player for witnesses in evidence.witnesses.values() for witness in witnesses}
    require(people <= kept, "guests were deleted, or expire:", people - kept)


# Afterwards ---------------------------------------------------------------------------------------------


async def wait_until_agreed(store: Store, evidence: Evidence) -> None:
    """Everybody who is still at a table gets to see all that is in its log."""
    for table, witnesses in list(evidence.witnesses.items()):
        head = len(await store.log(table))
        for witness in witnesses:
            while not witness.gone and witness.table.version < head:
                await asyncio.sleep(0.05)  # what it hears may be taken by whoever plays for it


async def finish_games(registry: FakeTimeRegistry, evidence: Evidence) -> Counter[str]:
    """Play every game to its end, by bots and in fake time, and verify every record."""
    games: Counter[str] = Counter()
    for table, code in evidence.codes.items():
        live = await registry.live(code)
        tabs = [Tab(registry.runtime, live, player) for player in live.shown.people]
        if live.shown.phase == PLAYING:
            for tab in tabs:
                await tab.asks("leave")
            while live.shown.phase != OVER:
                await registry.wait(30)
        if live.shown.phase == OVER:
            record = msgspec.json.decode(await registry.store.record(code) or b"null")
            require(verify_dice(replay(record)) > 20, "a record does not hold", code)
            games[record["game"]] += 1
        check_lines(await registry.store.log(table))
    return games
