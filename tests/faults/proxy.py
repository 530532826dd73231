"""A TCP proxy that can delay, swallow or reset what goes through it."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

Target = int | Path
"""A port of this machine, or a Unix socket."""
UP, DOWN = "up", "down"
"""From whoever called to the target, and back."""


class Connection:
    """One connection through the proxy."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter, target: Target) -> None:
        self.target = target
        self.torn = False
        """Data was swallowed, so the stream is of no use any more."""
        self._ends = (near, far)

    def reset(self) -> None:
        for end in self._ends:
            end.transport.abort()


class Proxy:
    """With several targets, connections go to one after the other; one that does not answer is skipped."""

    def __init__(self, *targets: Target, seed: int = 0) -> None:
        self.port = 0
        self.delay = 0.0
        """Seconds by which everything is late, at most."""
        self._targets = list(targets)
        self._swallows: set[str] = set()
        self._shut = False
        self._connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._chance = random.Random(seed)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._call, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What can go wrong ----------------------------------------------------------------------------------

    def cut(self, target: Target | None = None) -> None:
        """All connections, or those to a target, are reset."""
        for connection in list(self._connections):
            if target is None or connection.target == target:
                connection.reset()

    def shut(self) -> None:
        """Refuse connections, and reset those that are open."""
        self._shut = True
        self.cut()

    def swallow(self, *ways: str) -> None:
        """Drop all data, so that connections are half open."""
        self._swallows = set(ways)

    def heal(self) -> None:
        """Carry everything again; connections that lost data are reset."""
        self._shut, self.delay = False, 0.0
        self._swallows = set()
        for connection in list(self._connections):
            if connection.torn:
                connection.reset()

    # Connections ----------------------------------------------------------------------------------------

    def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found = None if self._shut else await self._reach()
        if found is None:
            writer.transport.abort()
            return
        target, back, forth = found
        connection = Connection(writer, forth, target)
        self._connections.add(connection)
        try:
            await asyncio.wait(
                [
                    asyncio.ensure_future(self._pump(connection, UP, reader, forth.write)),
                    asyncio.ensure_future(self._pump(connection, DOWN, back, writer.write)),
                ],
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            self._connections.discard(connection)
            self._end(connection, writer, forth)

    def _end(self, connection: Connection, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        """Close the other side too, unless nothing gets through."""
        if self._swallows:
            asyncio.get_running_loop().call_later(1.0, connection.reset)
        else:
            for writer in (near, far):
                writer.close()

    async def _reach(self) -> tuple[Target, asyncio.StreamReader, asyncio.StreamWriter] | None:
        self._targets.append(self._targets.pop(0))
        for target in list(self._targets):
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(0.5):
                    return target, *await _opened(target)
        return None

    async def _pump(
        self, connection: Connection, way: str, reader: asyncio.StreamReader, write: Callable[[bytes], None]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.delay:
                    await asyncio.sleep(self._chance.uniform(0, self.delay))
                if way in self._swallows:
                    connection.torn = True
                else:
                    write(data)


async def _opened(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(target, Path):
        return await asyncio.open_unix_connection(target)
    return await asyncio.open_connection("127.0.0.1", target)
