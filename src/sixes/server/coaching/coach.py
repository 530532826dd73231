"""What the server asks of the coach: reviews of games, each made once, and opinions of positions."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from sixes.server.coaching.process import CoachProcess

MOST_REVIEWS = 20
"""Reviews that may wait; each takes about two seconds."""
MOST_STUDIES = 50
"""Positions that may wait; each takes about a tenth of a second."""
LONGEST = 30.0
"""Seconds for a review or a position."""
MOST_GAMES, LONGEST_GAME = 50, 900.0
"""Games of bots that may wait, and seconds for one: a bot may first have to be compiled, for minutes."""
KEPT = 200
"""Answers in memory: some 10 KB each."""


class Coach:
    """Several processes, so that who asks for a hint does not wait for the review of somebody else."""

    def __init__(self) -> None:
        self._reviews = CoachProcess(MOST_REVIEWS, LONGEST)
        self._studies = CoachProcess(MOST_STUDIES, LONGEST)
        self._games = CoachProcess(MOST_GAMES, LONGEST_GAME)
        self._answers: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()
        """Those under way too; the latest that was asked for is the last."""

    async def review(self, game: str, record: bytes, seat: int = 0) -> bytes:
        """The review of a finished game as a seat played it; `game` names it."""
        request = {"review": record.decode(), "seat": seat}
        return await self._once("review", f"{game} {seat}", self._reviews.ask(request))

    async def study(self, link: str, seat: int | None = None) -> bytes:
        """What a position is worth to a seat, usually the active one, and what to do there."""
        return await self._once("study", f"{link} {seat}", self._studies.ask({"study": link, "seat": seat}))

    async def play_daily(self, day: int, seed: bytes, level: str) -> bytes:
        """The points and the record of a bot's game with the dice of a day."""
        return await self._games.ask({"daily": day, "seed": seed.hex(), "level": level})

    async def end_daily(self) -> None:
        """End the process in which bots play: it is needed once a day."""
        await self._games.close()

    async def _once(self, kind: str, name: str, asking: Coroutine[Any, Any, bytes]) -> bytes:
        """The answer, made once for all who ask; a failure is not kept."""
        task = self._answers.get((kind, name))
        if task is None:
            task = self._answers[kind, name] = asyncio.create_task(asking)
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        else:
            asking.close()
        self._answers.move_to_end((kind, name))
        try:
            return await asyncio.shield(task)  # who asked may go away: others wait for the same
        except Exception:
            self._answers.pop((kind, name), None)
            raise

    async def close(self) -> None:
        """End the processes, and what is under way."""
        tasks = [task for task in self._answers.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reviews.close()
        await self._studies.close()
        await self._games.close()
