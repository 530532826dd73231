"""A line that can be bad: a TCP proxy that delays, swallows or resets what goes through it."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

Target = int | Path
"""A port of this machine, or a Unix socket."""
UP, DOWN = "up", "down"
"""From whoever called to the target, and back."""


class Line:
    """One connection through the proxy."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter, target: Target) -> None:
        self.target = target
        self.torn = False
        """Something of it was swallowed: as a stream it is of no use any more."""
        self._ends = (near, far)

    def reset(self) -> None:
        for end in self._ends:
            end.transport.abort()


class Proxy:
    """With several targets, callers are led to one after the other; one that does not answer is left out."""

    def __init__(self, *targets: Target, seed: int = 0) -> None:
        self.port = 0
        self.delay = 0.0
        """Seconds by which everything is late, at most."""
        self._targets = list(targets)
        self._swallows: set[str] = set()
        self._shut = False
        self._lines: set[Line] = set()
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
        for line in list(self._lines):
            if target is None or line.target == target:
                line.reset()

    def shut(self) -> None:
        """Nobody gets through, and everybody hears so."""
        self._shut = True
        self.cut()

    def swallow(self, *ways: str) -> None:
        """Nothing arrives, and nobody hears so: connections are half open."""
        self._swallows = set(ways)

    def heal(self) -> None:
        """As good as new; streams of which something is missing are reset."""
        self._shut, self.delay = False, 0.0
        self._swallows = set()
        for line in list(self._lines):
            if line.torn:
                line.reset()

    # Lines ----------------------------------------------------------------------------------------------

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
        line = Line(writer, forth, target)
        self._lines.add(line)
        try:
            await asyncio.wait(
                [
                    asyncio.ensure_future(self._pump(line, UP, reader, forth.write)),
                    asyncio.ensure_future(self._pump(line, DOWN, back, writer.write)),
                ],
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            self._lines.discard(line)
            self._end(line, writer, forth)

    def _end(self, line: Line, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        """Who hangs up is heard on the other side, unless nothing gets through."""
        if self._swallows:
            asyncio.get_running_loop().call_later(1.0, line.reset)
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
        self, line: Line, way: str, reader: asyncio.StreamReader, write: Callable[[bytes], None]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.delay:
                    await asyncio.sleep(self._chance.uniform(0, self.delay))
                if way in self._swallows:
                    line.torn = True
                else:
                    write(data)


async def _opened(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(target, Path):
        return await asyncio.open_unix_connection(target)
    return await asyncio.open_connection("127.0.0.1", target)
