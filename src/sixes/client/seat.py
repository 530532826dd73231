"""At a table: its events as they come, and messages that are answered once, however often the line drops."""

import asyncio
import contextlib
import secrets
import time
from types import TracebackType
from typing import Any, Self

import aiohttp
import msgspec

from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.play.table import Table, from_snapshot

PATIENCE = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to come back; the last one again and again."""
HEARTBEAT, OPENING = 4.0, 8.0
"""Seconds without a word after which we ask for a sign of life, due in half of that; and for a handshake."""
FINAL = 4000
"""The server closed for good: the last refusal says why."""
NEVER = {401: "identity.none", 403: "wire.origin", 404: "client.no_server"}
"""Answers to a handshake after which there is no coming back either."""


class ServerProblem(Exception):
    """A request that was refused: its code, and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class AtTable:
    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._address = address
        self._count = 0
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._asked: dict[str, tuple[bytes, asyncio.Future[events.Event]]] = {}
        self._messages: asyncio.Queue[events.Event | events.Here | None] = asyncio.Queue()
        self._welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None
        self._sent_away: Refused | None = None
        """Why there is no coming back, once there is none."""
        self._table: Table | None = None
        self._boot = ""
        """Which life of the server we have seen."""
        self._clock = (0, 0.0)
        """The server's time when we last heard it, in milliseconds, and ours then, in seconds."""
        self.player = ""
        self.here: events.Here | None = None

    @property
    def table(self) -> Table:
        """The table as far as we have seen it."""
        assert self._table is not None
        return self._table

    @property
    def now(self) -> int:
        """The server's time as far as we can tell, and never later than it is: in milliseconds since 1970."""
        then, heard = self._clock
        return then + int(1000 * (time.monotonic() - heard))

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.player)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._listen())
        try:
            await self._welcomed
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._leave()

    async def _leave(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._socket:
            await self._socket.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> events.Event | events.Here:
        """The next message; those that were there before we came are not among them."""
        message = await self._messages.get()
        if message is None:
            self._messages.put_nowait(None)  # for whoever asks again
            raise self._sent_away or StopAsyncIteration
        return message

    # Asking ---------------------------------------------------------------------------------------------

    async def sit(self, seat: int | None = None) -> events.Event:
        """Take a seat, adding 16 random bytes to the dice."""
        return await self.ask(commands.Sit, add=secrets.token_hex(16), seat=seat)

    async def ask(self, kind: type[commands.Command], **values: Any) -> events.Event:
        """Send a message; what came of it, or Refused. If the line drops it is sent again."""
        if self._sent_away:
            raise self._sent_away
        self._count += 1
        # All at the table see it once it was answered: who could guess the next one could answer it for us.
        nonce = f"{secrets.token_hex(4)}-{self._count}"
        data = events.encode(kind(n=nonce, **values))
        answer: asyncio.Future[events.Event] = asyncio.get_running_loop().create_future()
        self._asked[nonce] = (data, answer)
        try:
            await self._send(data)
            return await answer
        finally:
            del self._asked[nonce]

    async def _send(self, data: bytes) -> None:
        if self._socket and not self._socket.closed:
            with contextlib.suppress(ConnectionError):
                await self._socket.send_str(data.decode())

    # Listening ------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        tries = 0
        try:
            while True:
                version = self._table.version if self._table else -1
                with contextlib.suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                    await self._hear()
                if self._sent_away:
                    return
                if self._table and self._table.version > version:  # it went well for a while
                    tries = 0
                await asyncio.sleep(PATIENCE[min(tries, len(PATIENCE) - 1)])
                tries += 1
        except Exception:  # nobody must wait for an answer that cannot come
            self._give_up(Refused("client.no_server"))
            raise
        finally:
            self._messages.put_nowait(None)

    async def _hear(self) -> None:
        """One connection, until it drops."""
        since = self._table.version if self._table else 0
        address = f"{self._address}?since={since}&boot={self._boot}"
        last = ""
        try:
            async with asyncio.timeout(OPENING):
                opened = await self._session.ws_connect(address, max_msg_size=0, heartbeat=HEARTBEAT)
            async with opened as socket:
                self._socket = socket
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.ERROR:  # no answer to a ping: the line is dead
                        break
                    told_us = codec.read_message(message.data)
                    if isinstance(told_us, events.Refusal) and not told_us.n:
                        last = told_us.code
                    await self._take(told_us)
                final = socket.close_code is not None and FINAL <= socket.close_code < FINAL + 100
                if final or (last and not self._welcomed.done()):
                    self._give_up(Refused(last or "client.no_server"))
        except aiohttp.WSServerHandshakeError as error:
            if error.status in NEVER:
                self._give_up(Refused(NEVER[error.status]))
            raise
        except (msgspec.MsgspecError, TypeError):  # whoever that is, it does not speak our language
            self._give_up(Refused("client.no_server"))

    async def _take(self, message: events.AnyMessage) -> None:
        if isinstance(message, events.Welcome | events.Event):
            self._clock = (message.at, time.monotonic())
        if isinstance(message, events.Welcome):
            self.player, self._boot = message.player, message.boot
            if message.table:
                self._table = from_snapshot(message.table, message.v, message.at)
            if not self._welcomed.done():
                self._welcomed.set_result(None)
            for data, _ in list(self._asked.values()):  # the line dropped: what was not answered goes again
                await self._send(data)
        elif isinstance(message, events.Refusal):
            self._answer(message.n, Refused(message.code))
        elif isinstance(message, events.Here):
            self.here = message
            self._messages.put_nowait(message)
        else:
            self._happen(message)

    def _happen(self, event: events.Event) -> None:
        if event.v == self.table.version + 1:
            self._table = self.table.after(event)
            self._messages.put_nowait(event)
        self._answer(event.n, event)

    def _answer(self, nonce: str, what: events.Event | Refused) -> None:
        _, answer = self._asked.get(nonce, (b"", None))
        if answer is None or answer.done():
            return
        if isinstance(what, Refused):
            answer.set_exception(what)
        else:
            answer.set_result(what)

    def _give_up(self, refused: Refused) -> None:
        self._sent_away = refused
        for nonce in list(self._asked):
            self._answer(nonce, refused)
        if not self._welcomed.done():
            self._welcomed.set_exception(refused)
