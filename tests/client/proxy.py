"""A proxy in front of a server that a test can cut, or block in one direction."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from yarl import URL


class Proxy:
    """Carries bytes both ways until it is cut; then clients may connect again."""

    def __init__(self, server: str) -> None:
        self._server = URL(server)
        self._ends: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self.url = ""
        self.calls = 0
        """Connections so far."""

    def cut(self) -> None:
        """Close all connections at both ends; what was on its way is lost."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()
        self._open.set()

    def block(self) -> None:
        """Hold back what the server sends, until the proxy is cut."""
        self._open.clear()

    async def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        try:
            there, to_there = await asyncio.open_connection(self._server.host, self._server.port)
        except OSError:  # there is no server: refuse the client too
            writer.transport.abort()
            return
        self._ends |= {writer, to_there}
        await asyncio.gather(self._carry(reader, to_there), self._carry(there, writer, blockable=True))

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, blockable: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if blockable:
                    await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
        self._ends.discard(writer)


@asynccontextmanager
async def proxy_to(server: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(server)
    listening = await asyncio.start_server(proxy.called, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        listening.close()
        proxy.cut()
