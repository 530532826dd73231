"""Bots that choose what a test wants, when it wants."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from sixes import bots
from sixes.bots import Bot, Level
from sixes.rules import turns
from tests.play.stories import Story, playing
from tests.server.fake_time import Tab

Choose = Callable[[Any, int], Any]
STRANGE = "random"
"""The level whose bots a test replaces."""


class Scripted:
    """A bot as a test wants it."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


def modest(state: Any, seat: int) -> turns.SixtoMove:
    """Rolls, keeps, crosses nothing."""
    kind = {turns.ROLLING: turns.ROLL, turns.DECIDING: turns.KEEP, turns.CROSSING: turns.DONE}
    return turns.SixtoMove(kind[state.turn.phase], seat)


class Thinker:
    """A bot that thinks until it may choose."""

    def __init__(self, then: Choose = modest) -> None:
        self.begun = Event()
        self.may = Event()
        self._then = then

    def choose(self, state: Any, seat: int) -> Any:
        self.begun.set()
        assert self.may.wait(30)
        return self._then(state, seat)

    async def begins(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, 30)


def replace(monkeypatch: pytest.MonkeyPatch, make: Callable[[int], Bot], level: str = STRANGE) -> None:
    monkeypatch.setitem(bots.LEVELS, level, Level({"sixto": make, "sixem": make}))


def with_bot(game: str = "sixto", people: str = "ann", **options: Any) -> Story:
    return playing(game, people, bots=(STRANGE,), **options)


async def until_crossing(ann: Tab) -> None:
    """Ann rolls and keeps: now everybody, her bot too, can cross."""
    await ann.asks("roll")
    await ann.asks("keep")
    ann.forget()
