"""A long way to the server: whatever goes through here arrives later, in both directions, in order."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import cast

from tests.server.serving import Server


class End(asyncio.Protocol):
    """One end of a line: what it hears comes out at the other end a moment later."""

    def __init__(self, delay: float, ends: set["End"]) -> None:
        self.delay = delay
        self.ends = ends
        self.other: End | None = None
        self.transport: asyncio.Transport | None = None
        self.early: list[bytes] = []
        """What came before there was another end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.ends.add(self)

    def join(self, other: "End") -> None:
        self.other, other.other = other, self
        for piece in self.early:
            self.data_received(piece)

    def data_received(self, piece: bytes) -> None:
        if self.other is None:
            self.early.append(piece)
        else:
            asyncio.get_running_loop().call_later(self.delay, self.other.write, piece)

    def write(self, piece: bytes) -> None:
        if self.transport and not self.transport.is_closing():
            self.transport.write(piece)

    def connection_lost(self, _: Exception | None) -> None:
        self.ends.discard(self)
        if self.other and self.other.transport:
            asyncio.get_running_loop().call_later(self.delay, self.other.transport.close)


class Line:
    """A way to the server, in a thread of its own: a test's own thread may be busy with a browser."""

    def __init__(self, server: Server, delay: float) -> None:
        self._port = server.port
        self._delay = delay
        self._ends: set[End] = set()
        self._found: Queue[str] = Queue()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    def open(self) -> str:
        self._thread.start()
        return self._found.get()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._closed = asyncio.get_running_loop(), asyncio.Event()
        listening = await self._loop.create_server(self._near, "127.0.0.1", 0)
        self._found.put(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
        await self._closed.wait()
        listening.close()
        while self._ends:
            for end in list(self._ends):
                if end.transport:
                    end.transport.abort()
            await asyncio.sleep(0)

    def _near(self) -> End:
        near, far = End(self._delay, self._ends), End(self._delay, self._ends)
        connecting = self._loop.create_task(
            self._loop.create_connection(lambda: far, "127.0.0.1", self._port)
        )
        connecting.add_done_callback(lambda _: near.join(far))
        return near


@contextmanager
def far_away(server: Server, delay: float) -> Iterator[str]:
    """The server's address, but farther away: a message takes so many seconds longer, each way."""
    line = Line(server, delay)
    address = line.open()
    try:
        yield address
    finally:
        line.close()
