"""A process of the coach as the server sees it: started when it is needed, and again when it has failed.

So the coach never slows a table, and whatever happens to its process happens to nothing else.
"""

import asyncio
import sys
from typing import Any

import msgspec

from sixes.server.logs import log

LONGEST_ANSWER = 4 * 1024 * 1024
"""Bytes of a line."""


class CoachUnavailable(Exception):
    """The process failed or took too long."""


class TooManyWaiting(Exception):
    """So many requests are waiting that this one would come too late."""


class CoachRefusal(Exception):
    """The coach cannot answer that; `code` is the key of the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


NO_ANSWER = msgspec.Raw(b"")


class Answer(msgspec.Struct):
    """A line of the worker."""

    answer: msgspec.Raw = NO_ANSWER
    error: str = ""
    failed: str = ""
    """It could not answer, and goes on."""


class CoachProcess:
    """Answers requests one after the other."""

    def __init__(self, most_waiting: int, longest: float) -> None:
        """After `longest` seconds without an answer the process is killed."""
        self._most_waiting = most_waiting
        self._longest = longest
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, request: dict[str, Any]) -> bytes:
        """The answer to a request, as JSON."""
        if self._waiting >= self._most_waiting:
            raise TooManyWaiting
        self._waiting += 1
        try:
            async with self._turn:
                line = await self._answer(msgspec.json.encode(request) + b"\n")
        finally:
            self._waiting -= 1
        told = msgspec.json.decode(line, type=Answer)
        if told.failed:
            log("coach_failed", why=told.failed)
            raise CoachUnavailable
        if told.error:
            raise CoachRefusal(told.error)
        return bytes(told.answer)

    async def _answer(self, request: bytes) -> bytes:
        line, why = b"", "it ended"
        try:
            async with asyncio.timeout(self._longest):
                process = await self._open()
                assert process.stdin
                assert process.stdout
                process.stdin.write(request)
                await process.stdin.drain()
                line = await process.stdout.readline()
        except (TimeoutError, OSError, ValueError) as error:
            why = type(error).__name__
        finally:
            whole = line.endswith(b"\n")
            if not whole:
                await self.close()  # whatever it says later would answer another request
        if not whole:
            log("coach_failed", why=why)
            raise CoachUnavailable
        return line

    async def _open(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "sixes.server.coaching.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
            )
        return self._process

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process:
            if process.returncode is None:
                process.kill()
            await process.wait()
