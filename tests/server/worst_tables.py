"""The worst tables that limits allow, at which each command has something to do.

Such a table has six seats, 320 sockets (200, then 20 tabs for everybody seated) and a log of 2,500 events.
Where it makes a difference, a command is also sent at one with a person and five bots.
"""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from sixes.play import events
from sixes.play.commands import (
    AddBot,
    Agree,
    AskHint,
    Back,
    ChooseSheet,
    Command,
    Cover,
    Cross,
    First,
    HandOver,
    Keep,
    Leave,
    Mark,
    PadCross,
    PadDice,
    PadEnd,
    PadMark,
    PadName,
    PadNext,
    PadPattern,
    PadPlayOn,
    PadUncross,
    PadUndo,
    ProposeHeadStarts,
    React,
    Remove,
    RequestRematch,
    Roll,
    SayDone,
    Sit,
    Spin,
    Start,
    Stop,
    Throw,
    Uncross,
    WithdrawDone,
)
from sixes.play.encoding import codec
from sixes.play.head_starts import propose
from sixes.play.pad.match import PadMatch
from sixes.server.sockets.connection import Connection
from sixes.server.tables.runtime import Runtime
from tests.play import stories
from tests.play.pad.pads import PadStory
from tests.play.stories import Story, addition, crossing, gathered, playing, rolling
from tests.server.fake_time import FakeTimeRegistry, RecordingTransport
from tests.server.past_games import store_past_games
from tests.server.tables.stories import over

PEOPLE = "ann bob cleo dan eve fox"
TABS, SOCKETS, LENGTH = 20, 320, 2500


class Case(NamedTuple):
    """A command at a table: how it stands, who sends it, and its values."""

    story: Callable[[], Story]
    who: str
    values: dict[str, Any]
    away: tuple[str, ...] = ()
    """Players who left a minute ago."""
    has_past: bool = False
    """Everybody has finished more games than count for anything."""


class SilentTransport(RecordingTransport):
    """Takes what is written, as a transport written in C does."""

    def write(self, data: Any) -> None: ...


# How tables stand -----------------------------------------------------------------------------------------


def half_full() -> Story:
    return gathered("sixto", "ann bob", seats=6)


def proposed() -> Story:
    story = gathered("sixto", PEOPLE)
    story.take([events.Proposed(propose({who: [1, 2, 3] for who in story.people}), at=story.now)])
    return story


def crossed() -> Story:
    story = crossing(PEOPLE)
    story.ask("ann", "cross", box="a1")
    return story


def all_but_one_done() -> Story:
    story = crossing(PEOPLE)
    for who in story.people[1:]:
        story.ask(who, "done")
    return story


def deciding() -> Story:
    story = playing("sixto", PEOPLE)
    story.rolls("ann", "3 5 1 6 4 2")
    return story


def stood_in() -> Story:
    story = crossing(PEOPLE)
    story.ask("ann", "leave")
    return story


def spinning() -> Story:
    story = playing("sixem", PEOPLE)
    for who in story.people:
        story.chance(who, "first", 6 if who == "ann" else 3)
    return story


def last_roll() -> Story:
    story = playing("sixem", PEOPLE)
    for who in story.people[1:]:
        story.chance(who, "first", 3)
    return story


def throwing() -> Story:
    story = rolling(PEOPLE)
    story.now = story.sixem.go
    return story


def ready_to_stop() -> Story:
    story = throwing()
    for who in story.people:
        story.ask(who, "throw", dice="abcdef")
    story.land(**{who: "1 2 3 4 5 6" if who == "ann" else "1 1 1 1 1 1" for who in story.people})
    return story


def last_mark() -> Story:
    story = ready_to_stop()
    story.ask("ann", "stop")
    for who in story.people[1:]:
        story.ask(who, "mark", die="a")
    for die in "abcde":
        story.ask("ann", "mark", die=die)
    return story


def full_pad() -> PadStory:
    """Six sheets with a few crosses each, and many entries to take back."""
    story = PadStory("sixto_pad", " ".join(PEOPLE.title().split()))
    story.people = PEOPLE.split()
    for place in "123":
        for seat in range(6):
            for colour in "abcdef":
                story.ask("ann", "pad_cross", seat=seat, box=f"{colour}{place}")
        if place != "3":
            story.ask("ann", "pad_next")
    return story


def pad_to_end() -> PadStory:
    """By the rules the game is over."""
    story = full_pad()
    for place in ("10", "11"):
        for colour in "abc":
            story.ask("ann", "pad_cross", seat=0, box=f"{colour}{place}", force=True)
        story.ask("ann", "pad_next")
    return story


def pad_of_boards() -> PadStory:
    story = PadStory("sixem_pad", " ".join(PEOPLE.title().split()))
    story.people = PEOPLE.split()
    story.ask("ann", "pad_pattern", pattern={"any": 1})
    for seat in range(6):
        story.ask("ann", "pad_mark", seat=seat, cell="a1")
    story.ask("ann", "pad_next")
    return story


def with_bots(game: str) -> Callable[[], Story]:
    return partial(playing, game, "ann", bots=("nearest",) * 5)


CASES: dict[type[Command], list[Case]] = {
    Sit: [Case(half_full, "cleo", {"add": addition("cleo")})],
    Leave: [Case(half_full, "ann", {}), Case(partial(crossing, PEOPLE), "ann", {})],
    ChooseSheet: [Case(half_full, "ann", {"sheet": stories.SHEET_A})],
    AddBot: [Case(half_full, "ann", {"seat": 4, "level": "nearest"})],
    Remove: [Case(partial(crossing, PEOPLE), "ann", {"seat": 1}), Case(half_full, "ann", {"seat": 1})],
    ProposeHeadStarts: [
        Case(lambda: gathered("sixto", PEOPLE), "ann", {}, has_past=True),
        Case(proposed, "ann", {"on": False}),
    ],
    Agree: [Case(proposed, "ann", {})],
    Start: [
        Case(lambda: gathered("sixto", PEOPLE), "ann", {}),
        Case(lambda: gathered("sixem", PEOPLE), "ann", {}),
    ],
    HandOver: [Case(partial(crossing, PEOPLE), "ann", {"seat": 1}, away=("bob",))],
    Back: [Case(stood_in, "ann", {})],
    React: [Case(partial(crossing, PEOPLE), "ann", {"reaction": "wow"})],
    AskHint: [Case(partial(crossing, PEOPLE, hints=True), "ann", {})],
    RequestRematch: [Case(over, "ann", {})],
    Roll: [Case(partial(playing, "sixto", PEOPLE), "ann", {}), Case(with_bots("sixto"), "ann", {})],
    Keep: [Case(deciding, "ann", {})],
    Cross: [Case(partial(crossing, PEOPLE), "ann", {"box": "a1"})],
    Uncross: [Case(crossed, "ann", {"box": "a1"})],
    SayDone: [Case(all_but_one_done, "ann", {})],
    WithdrawDone: [Case(all_but_one_done, "bob", {})],
    Cover: [Case(deciding, "bob", {"on": True})],
    First: [Case(last_roll, "ann", {}), Case(with_bots("sixem"), "ann", {})],
    Spin: [Case(spinning, "ann", {})],
    Throw: [Case(throwing, "ann", {"dice": "abcdef"})],
    Stop: [Case(ready_to_stop, "ann", {}), Case(ready_to_stop, "bob", {})],
    Mark: [Case(last_mark, "ann", {"die": "f"})],
    PadDice: [Case(full_pad, "ann", {"dice": [1, 2, 3, 4, 5, 6]})],
    PadCross: [Case(full_pad, "watcher", {"seat": 5, "box": "a12", "force": True})],
    PadUncross: [Case(full_pad, "ann", {"seat": 5, "box": "a3"})],
    PadPattern: [Case(pad_of_boards, "ann", {"pattern": {"any": 2}})],
    PadMark: [Case(pad_of_boards, "ann", {"seat": 0, "cell": "a1", "erase": 5})],
    PadNext: [Case(full_pad, "ann", {}), Case(pad_of_boards, "ann", {})],
    PadPlayOn: [Case(pad_to_end, "ann", {})],
    PadEnd: [Case(full_pad, "ann", {}), Case(pad_of_boards, "ann", {})],
    PadUndo: [Case(full_pad, "ann", {}), Case(pad_to_end, "ann", {}), Case(pad_of_boards, "ann", {})],
    PadName: [Case(full_pad, "ann", {"seat": 5, "name": "Grandma"})],
}


# The table ------------------------------------------------------------------------------------------------


class WorstTable:
    """The table of a case, with everybody there, and watchers on all other sockets."""

    codes = itertools.count(1)

    def __init__(self, registry: FakeTimeRegistry, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
        number = next(self.codes)
        with monkeypatch.context() as other:
            other.setattr(stories, "ID", f"k3f9-{number}")
            other.setattr(stories, "CODE", f"SIXES{number}")
            self.story = case.story()
        self._registry = registry
        self._case = case
        names = [case.who, *(who for who in self.story.people if who != case.who)] * TABS
        names += [f"watcher {number}" for number in range(SOCKETS - len(names))]
        self._visitors = [silent(name, registry.runtime) for name in names]
        self.sender = self._visitors[0]

    def shorten(self) -> None:
        """Few sockets, to fill caches."""
        self._visitors = self._visitors[:10]

    def lengthen(self) -> None:
        """Give it a long past, of reactions, which change nothing."""
        story = self.story
        for version in range(len(story.log) + 1, LENGTH + 1):
            story.log.append(events.encode(events.Reacted(0, "wow", v=version, at=story.now)))
        story.table = replace(story.table, version=LENGTH)

    async def open(self) -> None:
        self.live = await self._registry.set_up(self.story)
        if self._case.has_past:
            await store_past_games(self._registry.store, dict.fromkeys(self.story.people, range(60, 85)))
        for visitor in self._visitors:
            self.live.join(visitor)
        for visitor in self._visitors:
            if visitor.player in self._case.away:
                self.live.leave(visitor)
        await self._registry.wait(61 if self._case.away else self._countdown())

    def _countdown(self) -> float:
        match = self.live.head.match
        return (max(match.go - self.live.now(), 0) / 1000) if match else 0

    def ask(self, kind: type[Command], nonce: str) -> None:
        match = self.live.head.match
        number = match.number if match else 0
        asked: dict[str, Any] = {"turn": number, "round": number, "step": number}
        asked["entries"] = match.written if isinstance(match, PadMatch) else 0
        asked = {name: value for name, value in asked.items() if name in kind.__struct_fields__}
        document = {"t": kind.__struct_config__.tag, "n": nonce} | asked | self._case.values
        self.live.handle(self.sender, codec.parse_command(msgspec.json.encode(document)))

    def close(self) -> None:
        self.live.retire()
        self._registry.tables.pop(self.live.head.code, None)


def silent(name: str, runtime: Runtime) -> Connection:
    connection = Connection(SilentTransport(), name, name.title(), runtime)
    connection.close = lambda _: None
    return connection
