"""A table on this device as a source, with the clock, file and waiting that `sixes.local` leaves out."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Self

from sixes.local import LocalTable, Output
from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.play.table import Table
from sixes.terminal.kept import NotKept
from sixes.terminal.source import Clock

Keep = Callable[[Sequence[bytes]], None]
"""Stores entries of the log; NotKept if it cannot."""


class LocalSource:
    """Use it in `async with`: meanwhile dice land, and bots move."""

    here: events.Here | None = None

    def __init__(self, local: LocalTable, player: str, keep: Keep, clock: Clock) -> None:
        self.player = player
        self.on_connection: Callable[[bool], None] = lambda _: None
        self.on_not_kept: Callable[[NotKept], None] = lambda _: None
        """Called once, when the game can no longer be kept: it goes on all the same."""
        self._local = local
        self._keep: Keep | None = keep
        self._clock = clock
        self._messages: asyncio.Queue[events.Event | events.Here] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        return self._local.table

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.player)

    @property
    def now(self) -> int:
        return self._clock.now()

    async def __aenter__(self) -> Self:
        self._runner = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._runner is not None
        self._runner.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._runner

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> events.Event | events.Here:
        return await self._messages.get()

    async def sit(self) -> events.Event:
        return await self.ask(commands.Sit, add=secrets.token_hex(16))

    async def ask(self, kind: type[commands.Command], **values: Any) -> events.Event:
        nonce = secrets.token_hex(8)
        output = self._local.receive(events.encode(kind(n=nonce, **values)), self.now)
        self._changed.set()
        answer = None
        for message in self._take(output):
            if isinstance(message, events.Refusal) and message.n in (nonce, ""):
                raise Refused(message.code)
            if isinstance(message, events.Event) and message.n == nonce:
                answer = message
        if answer is None:
            raise Refused("table.not_now")
        return answer

    def _take(self, output: Output) -> list[events.AnyMessage]:
        """Store what happened, then show it."""
        self._store(output.entries)
        messages = [codec.read_message(frame) for frame in output.frames]
        for message in messages:
            if isinstance(message, events.Here):
                self.here = message
            if isinstance(message, events.Event | events.Here):
                self._messages.put_nowait(message)
        return messages

    def _store(self, entries: Sequence[bytes]) -> None:
        try:
            if self._keep:
                self._keep(entries)
        except NotKept as error:
            self._keep = None
            self.on_not_kept(error)

    async def _run(self) -> None:
        """Wake the table whenever something is due."""
        while True:
            self._changed.clear()
            self._take(self._local.wake(self.now))
            await self._clock.wait(self._changed, self._local.next_wake())
