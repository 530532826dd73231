"""A third game, made for this test: described once, and played with bots, through the log and a restart.

Highest: everybody throws one die, once, in any order. Most pips win.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import msgspec
import pytest

from sixes import bots
from sixes.bots import Level
from sixes.client import AtTable, Client
from sixes.play.commands import Command, Start
from sixes.play.encoding import codec, register
from sixes.play.events import Ended, Event, Started
from sixes.play.games import GAMES, DiceProof, Game
from sixes.play.match import Dealer, Decided, Match, Refused
from sixes.play.options import Options
from sixes.play.snapshots import MatchSnapshot
from tests.event_loop import asynchronous
from tests.server.database import open_database
from tests.server.in_process import serving
from tests.server.tables.shortcuts import check_shortcut

FINE, THROWN_ALREADY = range(2)


# The rules ----------------------------------------------------------------------------------------------


class HighestMove(NamedTuple):
    seat: int
    face: int = 0
    kind: int = 0


class HighestState(NamedTuple):
    faces: tuple[int, ...]


def refusal(state: HighestState, move: HighestMove) -> int:
    return THROWN_ALREADY if state.faces[move.seat] else FINE


def apply(state: HighestState, move: HighestMove) -> HighestState:
    return HighestState((*state.faces[: move.seat], move.face, *state.faces[move.seat + 1 :]))


def is_over(state: HighestState) -> bool:
    return all(state.faces)


def winners(state: HighestState) -> int:
    return sum(1 << seat for seat, face in enumerate(state.faces) if face == max(state.faces))


# At a table ---------------------------------------------------------------------------------------------


class ThrowHighest(Command, tag="throw_highest"):
    pass


class ThrewHighest(Event, tag="threw_highest"):
    seat: int
    face: int


class HighestSnapshot(msgspec.Struct, MatchSnapshot, frozen=True, tag_field="game", tag="highest"):
    faces: tuple[int, ...]


class HighestMatch(Match, frozen=True):
    RULES = sys.modules[__name__]
    CODES: ClassVar = {THROWN_ALREADY: "table.not_now"}
    MOVES: ClassVar = {ThrewHighest: lambda _, event: HighestMove(event.seat, event.face)}

    state: HighestState

    @classmethod
    def begin(cls, started: Started, _: Options, limit: int) -> Self:
        return cls(HighestState((0,) * len(started.seats)), limit)

    @classmethod
    def from_snapshot(cls, snapshot: HighestSnapshot, _: Options, limit: int) -> Self:
        return cls(HighestState(snapshot.faces), limit)

    def snapshot(self) -> HighestSnapshot:
        return HighestSnapshot(self.state.faces)

    @property
    def number(self) -> int:
        return 1

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.faces

    def seats_to_act(self) -> int:
        return sum(1 << seat for seat, face in enumerate(self.state.faces) if not face)

    def decide(self, seat: int, command: Command, now: int, deal: Dealer) -> Decided:
        if not isinstance(command, ThrowHighest):
            raise Refused("table.other_game")
        return self.decide_move(HighestMove(seat), now, deal)

    def _with_chance(self, move: HighestMove, _now: int, deal: Dealer) -> HighestMove:
        return HighestMove(move.seat, deal(move.seat, 1, "a", 1))

    def _event(self, move: HighestMove, _state: HighestState, now: int, _automatic: bool) -> Event:
        return ThrewHighest(move.seat, move.face, at=now)

    def record(self) -> dict[str, Any]:
        return {"game": "highest", "faces": list(self.state.faces)}

    def result(self) -> dict[str, Any]:
        return {"winners": self.winners}

    def command_for(self, _move: HighestMove) -> tuple[type[Command], dict[str, Any]]:
        return ThrowHighest, {}

    def bot_input(self, seat: int) -> int:
        return self.state.faces[seat]


class HighestBot:
    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, state: HighestState, seat: int) -> HighestMove | None:
        return None if state.faces[seat] else HighestMove(seat)


HIGHEST = Game(
    name="highest",
    fewest=2,
    most=6,
    rules=sys.modules[__name__],
    move=HighestMove,
    match=HighestMatch,
    snapshot=HighestSnapshot,
    commands=(ThrowHighest,),
    events=(ThrewHighest,),
    dice=DiceProof(lambda _, __: iter(())),
    stand_in="thrower",
)


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(bots.LEVELS, "thrower", Level({"highest": HighestBot}))
    register(HIGHEST)
    yield
    del GAMES["highest"]
    codec.load()


# Played -------------------------------------------------------------------------------------------------


async def until(table: AtTable, kind: type[Event]) -> Event:
    return await anext(event async for event in table if isinstance(event, kind))


@pytest.mark.usefixtures("highest")
@asynchronous
async def test_a_third_game_is_played_with_a_bot_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann:
        code = await ann.make_table(Options("highest", seats=3), bots=["thrower"])
        async with ann.at(code) as table:
            await table.sit()
            await table.ask(Start)
            threw = await until(table, ThrewHighest)
            cookie = ann.cookie
    assert isinstance(threw, ThrewHighest)
    async with serving(tmp_path) as server, Client(server.url, cookie) as ann, ann.at(code) as table:
        assert isinstance(table.table.match, HighestMatch)
        assert table.table.match.scores[threw.seat] == threw.face, "from the log"
        await table.ask(ThrowHighest)
        ended = await until(table, Ended)
        assert isinstance(ended, Ended)
        assert list(ended.winners) == table.table.match.winners
        record = await ann.record(code)
        assert record["faces"] == list(table.table.match.scores)
        assert [player.get("bot") for player in record["match"]["players"]] == [None, "thrower"]
    async with open_database(tmp_path) as database:
        row = await database.table(code)
        assert row
        log = [line.body for line in await database.log(row.id)]
    for version in range(1, len(log) + 1):
        check_shortcut(log, version)
