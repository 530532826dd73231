"""A connection to a table that reconnects by itself; a command sent again still takes effect once."""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable
from typing import Any, Self

import aiohttp
import msgspec

from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.play.table import Table, from_snapshot

RETRY_DELAYS = (0.4, 0.4, 0.8, 1.5, 2.0)
"""The longest pauses before attempts to reconnect, in seconds; the last one repeats."""
HEARTBEAT, HANDSHAKE_TIMEOUT = 4.0, 8.0
"""Seconds without a message until a ping, whose answer is due in half of that; and for a handshake."""
FINAL = 4000
"""The first close code after which there is no reconnecting: the last refusal says why."""
NO_RETRY = {401: "identity.none", 403: "wire.origin", 404: "client.no_server"}
"""HTTP statuses of a handshake after which there is no reconnecting either, with their refusal codes."""


class ServerProblem(Exception):
    """The server refused an HTTP request: its code, and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def retry_delay(tries: int) -> float:
    """Seconds before the next attempt to reconnect: by chance, or all whom it lost would come at once."""
    return RETRY_DELAYS[min(tries, len(RETRY_DELAYS) - 1)] * random.random()


class AtTable:
    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._address = address
        self._count = 0
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._is_connected = False
        self._pending: dict[str, tuple[bytes, asyncio.Future[events.Event]]] = {}
        self._messages: asyncio.Queue[events.Event | events.Here | None] = asyncio.Queue()
        self._welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None
        self._refused_for_good: Refused | None = None
        """Why we stopped reconnecting, once we did."""
        self._table: Table | None = None
        self._boot = ""
        """The boot id of the server, from its welcome."""
        self._clock = (0, 0.0)
        """The time of the last message: by the server in milliseconds, by our monotonic clock in seconds."""
        self.player = ""
        self.here: events.Here | None = None
        self.on_connection: Callable[[bool], None] = lambda _: None
        """Called with False when the connection is lost, and with True when it is there again."""

    @property
    def table(self) -> Table:
        """The table after all events received."""
        assert self._table is not None
        return self._table

    @property
    def now(self) -> int:
        """An estimate of the server's time that is never ahead of it, in milliseconds since 1970."""
        then, received_at = self._clock
        return then + int(1000 * (time.monotonic() - received_at))

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.player)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self._welcomed
        except BaseException:
            await self._disconnect()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._disconnect()

    async def _disconnect(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._socket:
            await self._socket.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> events.Event | events.Here:
        """The next message; events from before we joined are not among them."""
        message = await self._messages.get()
        if message is None:
            self._messages.put_nowait(None)  # for the next call
            raise self._refused_for_good or StopAsyncIteration
        return message

    async def sit(self, seat: int | None = None) -> events.Event:
        """Take a seat, adding 16 random bytes to the seed of the dice."""
        return await self.ask(commands.Sit, add=secrets.token_hex(16), seat=seat)

    async def ask(self, kind: type[commands.Command], **values: Any) -> events.Event:
        """Send a command. Returns its event, or raises Refused. After a lost connection it is sent again."""
        if self._refused_for_good:
            raise self._refused_for_good
        self._count += 1
        # Answers show the nonce to everybody at the table, so nobody must be able to guess the next one.
        nonce = f"{secrets.token_hex(4)}-{self._count}"
        data = events.encode(kind(n=nonce, **values))
        answer: asyncio.Future[events.Event] = asyncio.get_running_loop().create_future()
        self._pending[nonce] = (data, answer)
        try:
            await self._send(data)
            return await answer
        finally:
            del self._pending[nonce]

    async def _send(self, data: bytes) -> None:
        if self._socket and not self._socket.closed:
            with contextlib.suppress(ConnectionError):
                await self._socket.send_str(data.decode())

    async def _stay_connected(self) -> None:
        tries = 0
        try:
            while True:
                version = self._table.version if self._table else -1
                with contextlib.suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                    await self._run_connection()
                if self._refused_for_good:
                    return
                if self._table and self._table.version > version:  # the connection worked for a while
                    tries = 0
                if self._is_connected:
                    self._is_connected = False
                    self.on_connection(False)
                await asyncio.sleep(retry_delay(tries))
                tries += 1
        except Exception:  # callers must not wait for an answer that cannot come
            self._fail_all(Refused("client.no_server"))
            raise
        finally:
            self._messages.put_nowait(None)

    async def _run_connection(self) -> None:
        """One connection, until it is lost."""
        since = self._table.version if self._table else 0
        address = f"{self._address}?since={since}&boot={self._boot}"
        last = ""
        try:
            async with asyncio.timeout(HANDSHAKE_TIMEOUT):
                opened = await self._session.ws_connect(address, max_msg_size=0, heartbeat=HEARTBEAT)
            async with opened as socket:
                self._socket = socket
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.ERROR:  # no answer to a ping: the connection is dead
                        break
                    received = codec.read_message(message.data)
                    if isinstance(received, events.Refusal) and not received.n:
                        last = received.code
                    await self._receive(received)
                final = socket.close_code is not None and FINAL <= socket.close_code < FINAL + 100
                if final or (last and not self._welcomed.done()):
                    self._fail_all(Refused(last or "client.no_server"))
        except aiohttp.WSServerHandshakeError as error:
            if error.status in NO_RETRY:
                self._fail_all(Refused(NO_RETRY[error.status]))
            raise
        except (msgspec.MsgspecError, TypeError):  # not a Sixes server
            self._fail_all(Refused("client.no_server"))

    async def _receive(self, message: events.AnyMessage) -> None:
        if isinstance(message, events.Welcome | events.Event):
            self._clock = (message.at, time.monotonic())
        if isinstance(message, events.Welcome):
            self.player, self._boot = message.player, message.boot
            if message.table:
                self._table = from_snapshot(message.table, message.v, message.at)
            if not self._welcomed.done():
                self._welcomed.set_result(None)
            self._is_connected = True
            self.on_connection(True)
            for data, _ in list(self._pending.values()):  # after a reconnect, unanswered commands go again
                await self._send(data)
        elif isinstance(message, events.Refusal):
            self._answer(message.n, Refused(message.code))
        elif isinstance(message, events.Here):
            self.here = message
            self._messages.put_nowait(message)
        else:
            self._apply(message)

    def _apply(self, event: events.Event) -> None:
        if event.v == self.table.version + 1:
            self._table = self.table.after(event)
            self._messages.put_nowait(event)
        self._answer(event.n, event)

    def _answer(self, nonce: str, what: events.Event | Refused) -> None:
        _, answer = self._pending.get(nonce, (b"", None))
        if answer is None or answer.done():
            return
        if isinstance(what, Refused):
            answer.set_exception(what)
        else:
            answer.set_result(what)

    def _fail_all(self, refused: Refused) -> None:
        self._refused_for_good = refused
        for nonce in list(self._pending):
            self._answer(nonce, refused)
        if not self._welcomed.done():
            self._welcomed.set_exception(refused)
