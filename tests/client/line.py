"""A line to a server that a test can cut, or make deaf in one direction."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from yarl import URL


class Line:
    """Carries bytes both ways, until it is cut; whoever calls again gets a new one."""

    def __init__(self, server: str) -> None:
        self._server = URL(server)
        self._ends: set[asyncio.StreamWriter] = set()
        self._hears = asyncio.Event()
        self._hears.set()
        self.url = ""
        self.calls = 0
        """How often somebody called."""

    def cut(self) -> None:
        """Both ends see the line drop; what was on its way is lost."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()
        self._hears.set()

    def deafen(self) -> None:
        """What the server says gets stuck from now on, until the line is cut."""
        self._hears.clear()

    async def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        try:
            there, to_there = await asyncio.open_connection(self._server.host, self._server.port)
        except OSError:  # the server is not there: neither are we
            writer.transport.abort()
            return
        self._ends |= {writer, to_there}
        await asyncio.gather(self._carry(reader, to_there), self._carry(there, writer, deaf=True))

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, deaf: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if deaf:
                    await self._hears.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
        self._ends.discard(writer)


@asynccontextmanager
async def line_to(server: str) -> AsyncIterator[Line]:
    line = Line(server)
    listening = await asyncio.start_server(line.called, "127.0.0.1", 0)
    line.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        listening.close()
        line.cut()
