"""The store on SQLAlchemy: one thread writes, a few others read."""

import asyncio
import hmac
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

from sqlalchemy import Connection, Select, UpdateBase, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from sixes.server.storage import pruning
from sixes.server.storage.connect import connect_postgres
from sixes.server.storage.engines import Engines
from sixes.server.storage.migrations import check_usable, migrate
from sixes.server.storage.schema import codes, events, players, seated, secrets, tables
from sixes.server.storage.sqlite import NAME, READERS, File, lock, usable
from sixes.server.storage.store import (
    CannotOpen,
    Change,
    Entry,
    InUse,
    LogLine,
    PlayerRow,
    Pruned,
    Store,
    TableRow,
    Unavailable,
)
from sixes.server.storage.writer import Done, Writer

MOST_TRIES = 5
PATIENCE = 3.0
"""Seconds in which the last answers come when a server stops."""
T = TypeVar("T")

_columns = [tables.c[name] for name in TableRow._fields if name != "finished"]
_rows = select(*_columns, tables.c.record.is_not(None))
_last = (
    select(events.c.at).where(events.c.table == tables.c.id).order_by(events.c.version.desc()).limit(1)
).scalar_subquery()


def default_data() -> Path:
    """Where data lie if nobody says so."""
    if chosen := os.environ.get("SIXES_DATA"):
        return Path(chosen)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "sixes"


def opened(directory: Path) -> tuple[TextIO, File]:
    """The lock on a data directory and its database, made or migrated if need be; or `CannotOpen`."""
    path = directory / NAME
    with ExitStack() as failed:
        with usable(directory):
            # Seeds of games under way lie here: for nobody else's eyes.
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            held = failed.enter_context(lock(directory))
        with usable(path):
            path.touch(mode=0o600)
            file = failed.enter_context(closing(File(path)))
            migrate(file)
        failed.pop_all()
    return held, file


def connected(url: str) -> Engines:
    """A PostgreSQL database whose schema suits this release; or `CannotOpen`."""
    with ExitStack() as failed:
        postgres = connect_postgres(url)
        failed.callback(postgres.close)
        with postgres.usable():
            check_usable(postgres)
        failed.pop_all()
    return postgres


def migrated(url: str) -> bool:
    """Bring a PostgreSQL database to the newest schema; whether there was anything to do."""
    with closing(connect_postgres(url)) as postgres, postgres.usable():
        return postgres.patiently(lambda: migrate(postgres))


class Database(Store):
    """Made on the event loop, by `await Database.open(directory)` or of a `postgresql://` address."""

    def __init__(self, held: TextIO | None, engines: Engines) -> None:
        self._lock = held
        self.engines = engines
        self._writer = Writer(engines)
        self._readers = ThreadPoolExecutor(READERS, "reader")

    @classmethod
    async def open(cls, where: Path | str) -> "Database":
        if isinstance(where, str):
            return cls(None, await asyncio.to_thread(connected, where))
        return cls(*await asyncio.to_thread(opened, where))

    async def keep_alone(self) -> None:
        """Let no other server use these data; InUse if one does."""
        self.engines.keep_alone()
        try:
            await self._writer.job(lambda _: None)
        except InUse:
            raise
        except Unavailable as error:
            raise CannotOpen("store.unusable", file=self.engines.name, why=error) from error

    async def flush(self) -> None:
        """Until all that was appended is stored, or could not be."""
        with suppress(Unavailable):
            await self._writer.job(lambda _: None)

    async def close(self) -> None:
        # A database that does not answer keeps no server from stopping.
        late = asyncio.get_running_loop().call_later(PATIENCE, self.engines.hang_up)
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        late.cancel()
        self.engines.close()
        if self._lock:
            self._lock.close()

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._reading, work)

    def _reading(self, work: Callable[[Connection], T]) -> T:
        self.engines.check()
        try:
            with self.engines.reading.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            self.engines.reading.dispose()  # a broken connection helps nobody
            raise Unavailable(str(error.orig)) from error

    async def _table_rows(self, asked: Select[Any]) -> list[TableRow]:
        return await self._read(lambda connection: [TableRow(*row) for row in connection.execute(asked)])

    async def _do(self, statement: UpdateBase) -> None:
        await self._writer.job(lambda connection: connection.execute(statement))

    # Tables ---------------------------------------------------------------------------------------------

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        self._writer.append(entries, change, done, epoch)

    async def create_table(self, row: TableRow, first: Entry, players: tuple[str, ...] = ()) -> None:
        values = row._asdict()
        del values["finished"]
        people = [{"table": row.id, "player": player} for player in players]

        def create(connection: Connection) -> None:
            connection.execute(insert(tables).values(values))
            connection.execute(insert(events).values(first._asdict()))
            if people:
                connection.execute(insert(seated), people)

        await self._writer.job(create)

    async def table(self, code: str) -> TableRow | None:
        found = await self._table_rows(_rows.where(tables.c.code == code))
        return found[0] if found else None

    async def lobby(self, limit: int) -> list[TableRow]:
        free = _rows.where(tables.c.phase == "gathering", tables.c.open, tables.c.taken < tables.c.seats)
        return await self._table_rows(free.order_by(tables.c.created.desc(), tables.c.id).limit(limit))

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        mine = _rows.join(seated, seated.c.table == tables.c.id).where(seated.c.player == player)
        live = mine.where(tables.c.phase != "closed")
        return await self._table_rows(live.order_by(tables.c.touched.desc(), tables.c.id).limit(limit))

    async def log(self, table: str, since: int = 0) -> list[LogLine]:
        lines = (
            select(events.c.version, events.c.body, events.c.player, events.c.nonce)
            .where(events.c.table == table, events.c.version > since)
            .order_by(events.c.version)
        )
        return await self._read(lambda connection: [LogLine(*line) for line in connection.execute(lines)])

    async def record(self, code: str) -> bytes | None:
        asked = select(tables.c.record).where(tables.c.code == code)
        return await self._read(lambda connection: connection.scalar(asked))

    async def abandoned(self, before: int) -> list[TableRow]:
        live = tables.c.phase.in_(("gathering", "playing"))
        # A row is only touched when it changes; moves are in the log.
        return await self._table_rows(_rows.where(live, tables.c.touched < before, _last < before))

    # Players --------------------------------------------------------------------------------------------

    async def new_player(self, player: str, name: str, secret_hash: bytes, now: int) -> None:
        def create(connection: Connection) -> None:
            connection.execute(insert(players).values(id=player, name=name, created=now, seen=now))
            connection.execute(insert(secrets).values(hash=secret_hash, player=player, created=now))

        await self._writer.job(create)

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None:
        columns = (players.c.id, players.c.name, players.c.seen)
        asked = select(*columns).join(secrets).where(secrets.c.hash == secret_hash)
        found = await self._read(lambda connection: connection.execute(asked).first())
        return PlayerRow(*found) if found else None

    async def seen(self, player: str, now: int) -> None:
        await self._do(update(players).where(players.c.id == player).values(seen=now))

    async def rename(self, player: str, name: str) -> None:
        await self._do(update(players).where(players.c.id == player).values(name=name))

    async def add_secret(self, player: str, secret_hash: bytes, now: int) -> None:
        await self._do(insert(secrets).values(hash=secret_hash, player=player, created=now))

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        def put(connection: Connection) -> None:
            connection.execute(delete(codes).where(codes.c.player == player))
            row = {"lookup": lookup, "hash": code_hash, "player": player, "expires": expires, "tries": 0}
            connection.execute(insert(codes).values(row))

        await self._writer.job(put)

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        return await self._writer.job(lambda connection: _use_code(connection, lookup, code_hash, now))

    # Long after -----------------------------------------------------------------------------------------

    async def prune(self, now: int) -> Pruned:
        found = await self._read(lambda connection: pruning.due(connection, now))
        return pruning.total([await self._writer.job(piece) for piece in pruning.pieces(found, now)])


def _use_code(connection: Connection, lookup: str, code_hash: bytes, now: int) -> str | None:
    this = codes.c.lookup == lookup
    found = connection.execute(select(codes).where(this)).first()
    if found is None:
        return None
    right = hmac.compare_digest(found.hash, code_hash)
    tries = found.tries + 1
    if right or tries >= MOST_TRIES or found.expires <= now:
        connection.execute(delete(codes).where(this))
    else:
        connection.execute(update(codes).where(this).values(tries=tries))
    return str(found.player) if right and now < found.expires else None
