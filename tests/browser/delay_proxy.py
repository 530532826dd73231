"""A TCP proxy that delays all data to and from a server, in order."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import cast

from tests.server.serving import Server


class ProxyEnd(asyncio.Protocol):
    """One end of a proxied connection: what it receives leaves by the other end after the delay."""

    def __init__(self, delay: float, ends: set["ProxyEnd"]) -> None:
        self.delay = delay
        self.ends = ends
        self.other: ProxyEnd | None = None
        self.transport: asyncio.Transport | None = None
        self.early: list[bytes] = []
        """Received before the other end was connected."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.ends.add(self)

    def connect(self, other: "ProxyEnd") -> None:
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


class DelayProxy:
    """The proxy, in a thread of its own, since the test's thread may be busy with a browser."""

    def __init__(self, server: Server, delay: float) -> None:
        self._port = server.port
        self._delay = delay
        self._ends: set[ProxyEnd] = set()
        self._address: Queue[str] = Queue()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    def open(self) -> str:
        self._thread.start()
        return self._address.get()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._closed = asyncio.get_running_loop(), asyncio.Event()
        listener = await self._loop.create_server(self._accept, "127.0.0.1", 0)
        self._address.put(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}")
        await self._closed.wait()
        listener.close()
        while self._ends:
            for end in list(self._ends):
                if end.transport:
                    end.transport.abort()
            await asyncio.sleep(0)

    def _accept(self) -> ProxyEnd:
        client, server = ProxyEnd(self._delay, self._ends), ProxyEnd(self._delay, self._ends)
        connecting = self._loop.create_task(
            self._loop.create_connection(lambda: server, "127.0.0.1", self._port)
        )
        connecting.add_done_callback(lambda _: client.connect(server))
        return client


@contextmanager
def delay_proxy(server: Server, delay: float) -> Iterator[str]:
    """An address of the server at which data takes so many seconds longer, each way."""
    proxy = DelayProxy(server, delay)
    address = proxy.open()
    try:
        yield address
    finally:
        proxy.close()
