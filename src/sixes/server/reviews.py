"""Reviews of finished games, each made by `sixes review` in a process of its own, at low priority.

So a review never slows a table, and whatever happens to its process happens to nothing else. One is made at a
time; who asks for the same game gets the same answer.
"""

import asyncio
import os
import sys
from collections import OrderedDict
from contextlib import suppress

from sixes.server.logs import log

MOST_WAITING = 20
"""Reviews that may wait; each takes some two seconds."""
KEPT = 100
"""Finished reviews in memory: some 20 KB each."""
LONGEST = 60.0
"""Seconds after which the process of a review is killed."""
NICENESS = 10


class TooManyReviews(Exception):
    """So many are waiting that this one would come too late."""


class ReviewFailed(Exception):
    """The process failed, or took too long."""


class Reviews:
    def __init__(self) -> None:
        self._made: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()
        """By game, those under way too; the newest last."""
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def review(self, game: str, record: bytes) -> bytes:
        """The review of a game, as JSON; `game` names it."""
        task = self._made.get(game)
        if task is None:
            if self._waiting >= MOST_WAITING:
                raise TooManyReviews
            task = self._made[game] = asyncio.create_task(self._make(game, record))
            while len(self._made) > KEPT + MOST_WAITING:
                self._made.popitem(last=False)
        self._made.move_to_end(game)
        return await asyncio.shield(task)  # who asked may go away: others wait for the same

    async def _make(self, game: str, record: bytes) -> bytes:
        self._waiting += 1
        try:
            async with self._turn:
                return await run_review(record)
        except ReviewFailed:
            self._made.pop(game, None)  # the next who asks may have more luck
            raise
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End those under way."""
        tasks = [task for task in self._made.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run_review(record: bytes) -> bytes:
    """Run `sixes review` on a record."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sixes", "review", "-", "--json"), stdin=pipe, stdout=pipe, stderr=pipe
    )
    with suppress(OSError, AttributeError):  # gone already, or a system without priorities
        os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    try:
        async with asyncio.timeout(LONGEST):
            printed, complaint = await process.communicate(record)
    except TimeoutError as error:
        log("review_failed", why="it took too long")
        raise ReviewFailed from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        log("review_failed", why=complaint.decode(errors="replace").strip()[-200:])
        raise ReviewFailed
    return printed
