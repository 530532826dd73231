"""The store, implemented with SQLAlchemy: one thread writes, a few others read."""

import asyncio
import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

from sqlalchemy import Connection, Select, UpdateBase, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from sixes.server.storage import pruning
from sixes.server.storage.backend import READERS, Backend
from sixes.server.storage.opening import open_directory, open_postgres
from sixes.server.storage.schema import codes, events, players, seated, secrets, tables
from sixes.server.storage.store import (
    CannotOpen,
    Change,
    Entry,
    LogLine,
    PlayerRow,
    Pruned,
    Store,
    TableRow,
    Unavailable,
)
from sixes.server.storage.writer import Done, Writer

MOST_TRIES = 5
"""For typing the secret part of a code."""
CLOSE_TIMEOUT = 3.0
"""Seconds for pending reads and writes when a server stops."""
T = TypeVar("T")

_rows = select(*(tables.c[name] for name in TableRow._fields))
_last_event = (
    select(events.c.at).where(events.c.table == tables.c.id).order_by(events.c.version.desc()).limit(1)
).scalar_subquery()


class Database(Store):
    """Created on the event loop."""

    def __init__(self, lock: TextIO | None, backend: Backend) -> None:
        self._lock = lock
        self.backend = backend
        self._writer = Writer(backend)
        self._readers = ThreadPoolExecutor(READERS, "reader")

    @classmethod
    async def open(cls, location: Path | str) -> "Database":
        """Open a directory, or the URL of a PostgreSQL database."""
        if isinstance(location, str):
            return cls(None, await asyncio.to_thread(open_postgres, location))
        return cls(*await asyncio.to_thread(open_directory, location))

    async def use_exclusively(self) -> None:
        """Let no other server use these data; InUse if one does."""
        self.backend.use_exclusively()
        try:
            await self._writer.job(lambda _: None)
        except Unavailable as error:
            if isinstance(error, CannotOpen):  # another server uses them
                raise
            raise CannotOpen("store.unusable", file=self.backend.name, why=error) from error

    async def flush(self) -> None:
        """Wait until all appends so far are stored, or have failed."""
        with suppress(Unavailable):
            await self._writer.job(lambda _: None)

    async def close(self) -> None:
        # A database that does not respond must not keep the server from stopping.
        timeout = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.backend.abort_connections)
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        timeout.cancel()
        self.backend.close()
        if self._lock:
            self._lock.close()

    async def _read(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_in_thread, query)

    def _read_in_thread(self, query: Callable[[Connection], T]) -> T:
        self.backend.check_identity()
        try:
            with self.backend.reading.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            self.backend.reading.dispose()  # other connections may be broken too
            raise Unavailable(str(error.orig)) from error

    async def _table_rows(self, query: Select[Any]) -> list[TableRow]:
        return await self._read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def _execute(self, statement: UpdateBase) -> None:
        await self._writer.job(lambda connection: connection.execute(statement))

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        self._writer.append(entries, change, done, epoch)

    async def create_table(self, row: TableRow, first: Entry, players: tuple[str, ...] = ()) -> None:
        people = [{"table": row.id, "player": player} for player in players]

        def create(connection: Connection) -> None:
            connection.execute(insert(tables).values(row._asdict()))
            connection.execute(insert(events).values(first._asdict()))
            if people:
                connection.execute(insert(seated), people)

        await self._writer.job(create)

    async def table(self, code: str) -> TableRow | None:
        rows = await self._table_rows(_rows.where(tables.c.code == code))
        return rows[0] if rows else None

    async def lobby(self, limit: int) -> list[TableRow]:
        free = _rows.where(tables.c.phase == "gathering", tables.c.open, tables.c.taken < tables.c.seats)
        return await self._table_rows(free.order_by(tables.c.created.desc(), tables.c.id).limit(limit))

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        mine = _rows.join(seated, seated.c.table == tables.c.id).where(seated.c.player == player)
        live = mine.where(tables.c.phase != "closed")
        return await self._table_rows(live.order_by(tables.c.touched.desc(), tables.c.id).limit(limit))

    async def log(self, table: str, since: int = 0) -> list[LogLine]:
        query = (
            select(events.c.version, events.c.body, events.c.player, events.c.nonce)
            .where(events.c.table == table, events.c.version > since)
            .order_by(events.c.version)
        )
        return await self._read(lambda connection: [LogLine(*line) for line in connection.execute(query)])

    async def record(self, code: str) -> bytes | None:
        query = select(tables.c.record).where(tables.c.code == code)
        return await self._read(lambda connection: connection.scalar(query))

    async def abandoned(self, before: int) -> list[TableRow]:
        live = tables.c.phase.in_(("gathering", "playing"))
        # Most moves do not change the row, only the log.
        return await self._table_rows(_rows.where(live, tables.c.touched < before, _last_event < before))

    async def new_player(self, player: str, name: str, secret_hash: bytes, now: int) -> None:
        def create(connection: Connection) -> None:
            connection.execute(insert(players).values(id=player, name=name, created=now, seen=now))
            connection.execute(insert(secrets).values(hash=secret_hash, player=player, created=now))

        await self._writer.job(create)

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None:
        columns = (players.c.id, players.c.name, players.c.seen)
        query = select(*columns).join(secrets).where(secrets.c.hash == secret_hash)
        row = await self._read(lambda connection: connection.execute(query).first())
        return PlayerRow(*row) if row else None

    async def mark_seen(self, player: str, now: int) -> None:
        await self._execute(update(players).where(players.c.id == player).values(seen=now))

    async def rename(self, player: str, name: str) -> None:
        await self._execute(update(players).where(players.c.id == player).values(name=name))

    async def add_secret(self, player: str, secret_hash: bytes, now: int) -> None:
        await self._execute(insert(secrets).values(hash=secret_hash, player=player, created=now))

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        def put(connection: Connection) -> None:
            connection.execute(delete(codes).where(codes.c.player == player))
            row = {"lookup": lookup, "hash": code_hash, "player": player, "expires": expires, "tries": 0}
            connection.execute(insert(codes).values(row))

        await self._writer.job(put)

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        return await self._writer.job(lambda connection: _use_code(connection, lookup, code_hash, now))

    async def prune(self, now: int) -> Pruned:
        expired = await self._read(lambda connection: pruning.find_expired(connection, now))
        batches = pruning.deletions(expired, now)
        return pruning.total([await self._writer.job(batch) for batch in batches])


def _use_code(connection: Connection, lookup: str, code_hash: bytes, now: int) -> str | None:
    is_this = codes.c.lookup == lookup
    code = connection.execute(select(codes).where(is_this)).first()
    if code is None:
        return None
    right = hmac.compare_digest(code.hash, code_hash)
    tries = code.tries + 1
    if right or tries >= MOST_TRIES or code.expires <= now:
        connection.execute(delete(codes).where(is_this))
    else:
        connection.execute(update(codes).where(is_this).values(tries=tries))
    return str(code.player) if right and now < code.expires else None
