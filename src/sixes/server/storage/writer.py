"""The one writer: a thread that stores whatever has queued up, in one transaction, then looks again.

Nobody waits for a fixed time: while one group is committed the next one gathers, the larger the busier it is.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from sixes.server.storage.engines import Engines
from sixes.server.storage.statements import Statements
from sixes.server.storage.store import Change, Conflict, Entry, Unavailable

Done = Callable[[Exception | None], None]
T = TypeVar("T")
STOPPING = "the server is stopping"
TURNS = 3
"""Turns of the event loop in which a group gathers: a busy server then commits less often."""


class Append:
    __slots__ = ("change", "done", "entries", "epoch", "error")

    def __init__(self, entries: list[Entry], change: Change | None, done: Done, epoch: int) -> None:
        self.entries = entries
        self.change = change
        self.done = done
        self.epoch = epoch
        self.error: Exception | None = None

    @property
    def table(self) -> str:
        return self.entries[0].table if self.entries else self.change.table if self.change else ""

    def tell(self) -> None:
        self.done(self.error)


class Job:
    """Any other write, in a transaction of its own."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[Connection], Any], future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: Exception | None = None

    def tell(self) -> None:
        if self.future.done():  # whoever asked has gone
            return
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """Made and called on the event loop, and heard there; everything between happens in its thread."""

    def __init__(self, engines: Engines) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Sequence[Append | Job | None]] = SimpleQueue()
        self._gathered: list[Append] = []
        self._pen = Pen(engines)
        self._ended = self._loop.create_future()
        self._closing = False
        # A daemon: a server that ends without closing must not hang. What it had not stored nobody has seen.
        Thread(target=self._run, name="writer", daemon=True).start()

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        if self._closing:
            self._loop.call_soon(done, Unavailable(STOPPING))
        else:
            if not self._gathered:
                self._gather(TURNS)
            self._gathered.append(Append(entries, change, done, epoch))

    def _gather(self, turns: int) -> None:
        """Let what comes with the next turns of the event loop join; on a quiet one they pass at once."""
        if turns:
            self._loop.call_soon(self._gather, turns - 1)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """All that has gathered, at once."""
        if self._gathered:
            gathered, self._gathered = self._gathered, []
            self._queue.put(gathered)

    async def job(self, work: Callable[[Connection], T]) -> T:
        if self._closing:
            raise Unavailable(STOPPING)
        future: asyncio.Future[T] = self._loop.create_future()
        self._hand_over()
        self._queue.put([Job(work, future)])
        return await future

    async def close(self) -> None:
        """Store what is waiting, and end."""
        if not self._closing:
            self._closing = True
            self._hand_over()
            self._queue.put([None])
        await asyncio.shield(self._ended)

    # On the event loop ----------------------------------------------------------------------------------

    def _tell(self, group: Sequence[Append | Job]) -> None:
        for one in group:
            try:
                one.tell()
            except Exception as error:  # noqa: BLE001 - the others must hear too
                self._loop.call_exception_handler({"message": "after a commit", "exception": error})

    # In the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        ended = False
        while not ended:
            waiting: list[Append | Job | None] = list(self._queue.get())
            for _ in range(self._queue.qsize()):
                waiting += self._queue.get()
            ended = self._write(waiting)
        self._pen.drop()
        self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _write(self, waiting: list[Append | Job | None]) -> bool:
        """All in the order in which it came; whether the end was reached."""
        group: list[Append] = []
        for one in waiting:
            if isinstance(one, Append):
                group.append(one)
            else:
                self._appends(group)
                group = []
                if one:
                    self._job(one)
        self._appends(group)
        return waiting[-1] is None

    def _appends(self, group: list[Append]) -> None:
        if group:
            self._settle(group)
            self._loop.call_soon_threadsafe(self._tell, group)

    def _settle(self, group: list[Append]) -> None:
        """Store a group whole; where one is refused, one by one, so that the others do not suffer."""
        try:
            self._pen.store(group)
        except Exception as error:  # noqa: BLE001 - whoever appended hears it
            if isinstance(error, Conflict) and len(group) > 1:
                for append in group:
                    self._settle([append])
            else:
                for append in group:
                    append.error = error

    def _job(self, job: Job) -> None:
        try:
            job.result = self._pen.do(job.work)
        except Exception as error:  # noqa: BLE001 - whoever asked hears it
            job.error = error
        self._loop.call_soon_threadsafe(self._tell, [job])


class Pen:
    """The connection that writes; thrown away when it breaks, and opened again at the next try."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._statements = Statements(engines.writing.dialect)
        self._driver = engines.writing.dialect.loaded_dbapi
        self._held: Connection | None = None

    def store(self, appends: list[Append]) -> None:
        entries = [entry for append in appends for entry in append.entries]
        changes = [append.change for append in appends if append.change]
        if not entries and not changes:
            return
        with self._writing() as connection:
            # Past SQLAlchemy, which would double what a small group costs.
            driver = connection.connection
            cursor = driver.cursor()
            try:
                self._engines.begin(cursor, [(append.table, append.epoch) for append in appends])
                self._statements.store(cursor, entries, changes)
                self._engines.check()
                driver.commit()
            except BaseException:
                driver.rollback()
                raise

    def do(self, work: Callable[[Connection], T]) -> T:
        with self._writing() as connection, connection.begin():
            result = work(connection)
            self._engines.check()
            return result

    def drop(self) -> None:
        held, self._held = self._held, None
        if held:
            with suppress(DBAPIError, self._driver.Error):
                held.close()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            if self._held is None:
                self._held = self._engines.writing.connect()
            yield self._held
        except (IntegrityError, self._driver.IntegrityError) as error:
            raise Conflict(_why(error)) from error
        except (DBAPIError, self._driver.Error) as error:
            self.drop()
            raise Unavailable(_why(error)) from error


def _why(error: Exception) -> str:
    """In the driver's words alone: SQLAlchemy adds the statement."""
    return str(error.orig if isinstance(error, DBAPIError) else error)
