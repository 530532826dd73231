"""Group commit: one thread stores everything that has queued up in one transaction, then looks again.

There is no fixed delay: while one group is committed, the next one gathers. So groups grow with the load.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from sixes.server.storage.backend import Backend
from sixes.server.storage.statements import Statements
from sixes.server.storage.store import Change, Conflict, Entry, Unavailable

Done = Callable[[Exception | None], None]
T = TypeVar("T")
STOPPING = "the server is stopping"
GATHER_TURNS = 3
"""Iterations of the event loop in which a group gathers: a busy server then commits less often."""


@dataclass(slots=True)
class Append:
    entries: list[Entry]
    change: Change | None
    done: Done
    epoch: int
    error: Exception | None = None

    @property
    def table(self) -> str:
        return self.entries[0][0] if self.entries else self.change.table if self.change else ""

    def report(self) -> None:
        self.done(self.error)


@dataclass(slots=True)
class Job:
    """Any other write; it gets its own transaction."""

    work: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def report(self) -> None:
        if self.future.done():  # it was cancelled
            return
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """Called on the event loop, where it also reports results; the database is written in its own thread."""

    def __init__(self, backend: Backend) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Sequence[Append | Job | None]] = SimpleQueue()
        self._gathered: list[Append] = []
        self._connection = WriterConnection(backend)
        self._ended = self._loop.create_future()
        self._closing = False
        self.failing = False
        """The last write failed."""
        # A daemon thread: a server that ends without `close` must not hang. Nobody has seen what it loses.
        Thread(target=self._run, name="writer", daemon=True).start()

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        if self._closing:
            self._loop.call_soon(done, Unavailable(STOPPING))
        else:
            if not self._gathered:
                self._gather(GATHER_TURNS)
            self._gathered.append(Append(entries, change, done, epoch))

    def _gather(self, iterations: int) -> None:
        """Let the appends of the next iterations of the event loop join; on an idle one they take no time."""
        if iterations:
            self._loop.call_soon(self._gather, iterations - 1)
        else:
            self._enqueue()

    def _enqueue(self) -> None:
        """Hand all gathered appends to the thread."""
        if self._gathered:
            gathered, self._gathered = self._gathered, []
            self._queue.put(gathered)

    async def job(self, work: Callable[[Connection], T]) -> T:
        if self._closing:
            raise Unavailable(STOPPING)
        future: asyncio.Future[T] = self._loop.create_future()
        self._enqueue()
        self._queue.put([Job(work, future)])
        return await future

    async def close(self) -> None:
        """Store what is queued, then end the thread."""
        if not self._closing:
            self._closing = True
            self._enqueue()
            self._queue.put([None])
        await asyncio.shield(self._ended)

    def _report(self, group: Sequence[Append | Job]) -> None:
        for item in group:
            try:
                item.report()
            except Exception as error:  # noqa: BLE001 - the others must be reported too
                self._loop.call_exception_handler({"message": "after a commit", "exception": error})

    def _run(self) -> None:
        ended = False
        while not ended:
            queued: list[Append | Job | None] = list(self._queue.get())
            for _ in range(self._queue.qsize()):
                queued += self._queue.get()
            ended = self._write(queued)
        self._connection.disconnect()
        self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _write(self, queued: list[Append | Job | None]) -> bool:
        """Write everything in the order of arrival; True at the end of the queue, which is None."""
        group: list[Append] = []
        for item in queued:
            if isinstance(item, Append):
                group.append(item)
            else:
                if group:
                    self._write_group(group)
                    group = []
                if item:
                    self._run_job(item)
        if group:
            self._write_group(group)
        return queued[-1] is None

    def _write_group(self, group: list[Append]) -> None:
        self._store(group)
        self._loop.call_soon_threadsafe(self._report, group)

    def _store(self, group: list[Append]) -> None:
        """Store a group in one transaction; on a conflict one by one, so that the others are stored."""
        try:
            self._connection.store(group)
            self.failing = False
        except Exception as error:  # noqa: BLE001 - it is reported
            self.failing |= isinstance(error, Unavailable)
            if isinstance(error, Conflict) and len(group) > 1:
                for append in group:
                    self._store([append])
            else:
                for append in group:
                    append.error = error

    def _run_job(self, job: Job) -> None:
        try:
            job.result = self._connection.run(job.work)
            self.failing = False
        except Exception as error:  # noqa: BLE001 - it is reported
            self.failing |= isinstance(error, Unavailable)
            job.error = error
        self._loop.call_soon_threadsafe(self._report, [job])


class WriterConnection:
    """The connection that writes; closed when it fails, and opened again at the next use."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._statements = Statements(backend.writing.dialect)
        self._driver = backend.writing.dialect.loaded_dbapi
        self._open: Connection | None = None
        self._cursor: Any = None
        """The driver's: with SQLAlchemy, storing a small group would cost twice as much."""

    def store(self, appends: list[Append]) -> None:
        entries = [entry for append in appends for entry in append.entries]
        changes = [append.change for append in appends if append.change]
        if not entries and not changes:
            return
        with self._connected():
            if len(entries) == 1 and not changes and self._backend.is_single:
                self._backend.check_identity()
                self._statements.store_one(self._cursor, entries[0])
            else:
                self._store_together(appends, entries, changes)

    def _store_together(self, appends: list[Append], entries: list[Entry], changes: list[Change]) -> None:
        cursor = self._cursor
        try:
            self._backend.begin(cursor, [(append.table, append.epoch) for append in appends])
            self._statements.store(cursor, entries, changes)
            self._backend.check_identity()
            cursor.connection.commit()
        except BaseException:
            cursor.connection.rollback()
            raise

    def run(self, work: Callable[[Connection], T]) -> T:
        with self._connected() as connection, connection.begin():
            result = work(connection)
            self._backend.check_identity()
            return result

    def disconnect(self) -> None:
        connection, self._open, self._cursor = self._open, None, None
        if connection:
            with suppress(DBAPIError, self._driver.Error):
                connection.close()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection; its errors become Conflict or Unavailable."""
        try:
            if self._open is None:
                self._open = self._backend.writing.connect()
                self._cursor = self._open.connection.cursor()
            yield self._open
        except (IntegrityError, self._driver.IntegrityError) as error:
            raise Conflict(_driver_message(error)) from error
        except (DBAPIError, self._driver.Error) as error:
            self.disconnect()
            raise Unavailable(_driver_message(error)) from error


def _driver_message(error: Exception) -> str:
    """The message of the driver alone: SQLAlchemy adds the statement."""
    return str(error.orig if isinstance(error, DBAPIError) else error)
