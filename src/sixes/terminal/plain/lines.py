"""Lines that somebody types, or that a pipe brings."""

import asyncio
import os
from threading import Thread

PIECE = 65_536
LONGEST = 1000
"""Bytes of a line that are read; the rest of it is dropped."""


class Lines:
    """Reads in a thread: files and pipes cannot all be waited for in another way."""

    def __init__(self, handle: int) -> None:
        self.is_typed = os.isatty(handle)
        """A person types, so a line is answered at once; lines of a pipe wait until their time comes."""
        self._handle = handle
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        Thread(target=self._read, daemon=True).start()

    async def next(self) -> str | None:
        """The next line; None at the end of input, again and again."""
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def _read(self) -> None:
        begun = b""
        try:
            while data := os.read(self._handle, PIECE):
                *ended, begun = (begun + data).split(b"\n")
                begun = begun[:LONGEST]
                for line in ended:
                    self._put(line[:LONGEST].decode("utf-8", "replace").strip())
            if begun.strip():
                self._put(begun.decode("utf-8", "replace").strip())
        except OSError:
            pass
        self._put(None)

    def _put(self, line: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
        except RuntimeError:  # the program has ended meanwhile
            return
