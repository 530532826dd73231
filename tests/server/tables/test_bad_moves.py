"""Moves that the table or the rules refuse, by the code of the rule, and moves that come twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sixes.play import commands, events
from sixes.play.commands import SheetRows
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.server.clients import Wire, checked_record, pattern_of, play_out, seated, until, wire
from tests.server.serving import Server, running_server

# Refused by the rules ------------------------------------------------------------------------------------


async def refusals(hers: Wire, *expected: tuple[str, dict[str, Any], str]) -> None:
    for number, (kind, values, code) in enumerate(expected):
        answer = await hers.ask(kind, f"{kind}-{len(hers.received)}-{number}", **values)
        assert (answer["t"], answer.get("code")) == ("refused", code), (kind, values)


class Two(NamedTuple):
    """Two players of Sixto in the first turn."""

    active: Wire
    waiting: Wire
    sheet: SheetRows
    """Of the active player."""


@asynccontextmanager
async def two_at_sixto(url: str) -> AsyncIterator[Two]:
    """At the end they play their game out: whatever was refused, nothing of it is lost."""
    async with seated(url, 2, Options("sixto")) as (people, tables):
        code = tables[0].table.code
        started = await tables[0].ask(commands.Start)
        assert isinstance(started, events.Started)
        players = {person.player: person for person in people}
        first, second = (players[seat.player] for seat in started.seats)
        async with wire(first, url, code) as active, wire(second, url, code) as waiting:
            yield Two(active, waiting, started.sheets[0])
        await play_out(*tables)
        await checked_record(first, code)


@asynchronous
async def test_before_the_roll(server: Server) -> None:
    async with two_at_sixto(server.url) as (active, waiting, _):
        await refusals(
            waiting,
            ("roll", {"turn": 1}, "sixto.not_active"),
            ("cross", {"turn": 1, "box": "a1"}, "sixto.not_rolled"),
            ("start", {}, "table.not_now"),
        )
        await refusals(
            active,
            ("keep", {"turn": 1}, "sixto.not_rolled"),
            ("done", {"turn": 1}, "sixto.not_rolled"),
            ("roll", {"turn": 0}, "table.stale"),
            ("roll", {"turn": 2}, "table.stale"),
            ("roll", {"turn": 1, "second": True}, "table.stale"),
            ("throw", {"round": 1, "dice": "a"}, "table.other_game"),
            ("spin", {}, "table.other_game"),
        )


@asynchronous
async def test_while_the_active_player_decides(server: Server) -> None:
    async with two_at_sixto(server.url) as (active, waiting, _):
        await active.ask("roll", "r-1", turn=1)
        await refusals(
            waiting,
            ("keep", {"turn": 1}, "sixto.not_active"),
            ("roll", {"turn": 1, "second": True}, "sixto.not_active"),
            ("cross", {"turn": 1, "box": "a1"}, "sixto.not_fixed"),
        )
        await refusals(active, ("roll", {"turn": 1}, "table.stale"), ("done", {"turn": 1}, "sixto.not_fixed"))


@asynchronous
async def test_while_all_cross(server: Server) -> None:
    async with two_at_sixto(server.url) as (active, waiting, sheet):
        rolled = await active.ask("roll", "r-1", turn=1)
        await active.ask("keep", "k-1", turn=1)
        box = next(iter(rolled["legal"][0]))
        row, die = sheet["abcdef".index(box[0])], rolled["dice"]["abcdef".index(box[0])]
        other = f"{box[0]}{next(at for at, number in enumerate(row, 1) if number != die)}"
        here = {"turn": 1, "box": box}
        await refusals(
            active,
            ("roll", {"turn": 1, "second": True}, "sixto.rolled_twice"),
            ("cross", {"turn": 1, "box": "g1"}, "sixto.no_such_box"),
            ("cross", {"turn": 1, "box": "a13"}, "sixto.no_such_box"),
            ("cross", {"turn": 1, "box": other}, "sixto.other_number"),
            ("uncross", here, "sixto.not_crossed"),
            ("undone", {"turn": 1}, "sixto.not_done"),
        )
        await active.ask("cross", "c-1", **here)
        await refusals(active, ("cross", here, "sixto.crossed_already"))
        await active.ask("done", "d-1", turn=1)
        await refusals(active, ("cross", here, "sixto.said_done"), ("uncross", here, "sixto.said_done"))
        assert (await waiting.ask("done", "d-2", turn=1))["end"]["active"] == 1
        await refusals(waiting, ("done", {"turn": 1}, "table.stale"), ("undone", {"turn": 1}, "table.stale"))


@asynchronous
async def test_sixem_from_its_start_to_a_false_stop(server: Server) -> None:
    options = Options("sixem", seats=3, throw_time=5000)  # dice stay in the air until all is said
    async with seated(server.url, 2, options, ["nearest"]) as ((ada, _), tables):
        await tables[0].ask(commands.Start)
        async with wire(ada, server.url, tables[0].table.code) as hers:
            await before_rolling(hers)
            await asyncio.gather(*map(pattern_of, tables))
            await in_the_countdown(hers)
            await hers.receive(t="thrown")  # the bot threw: the 3-2-1 is over
            await while_rolling(hers)


async def before_rolling(hers: Wire) -> None:
    await refusals(
        hers,
        ("throw", {"round": 1, "dice": "a"}, "sixem.not_rolling"),
        ("stop", {"round": 1}, "sixem.not_rolling"),
        ("mark", {"round": 1, "die": "a"}, "sixem.not_marking"),
        ("spin", {}, "sixem.not_spinner"),
        ("first", {"again": 7}, "table.stale"),
        ("roll", {"turn": 1}, "table.other_game"),
        ("sheet", {"sheet": "A"}, "table.not_now"),
    )
    await hers.ask("first", "first-1")
    await refusals(hers, ("first", {}, "sixem.started_already"))


async def in_the_countdown(hers: Wire) -> None:
    await refusals(
        hers,
        ("first", {}, "sixem.not_starting"),
        ("spin", {}, "sixem.not_spinner"),
        ("throw", {"round": 1, "dice": "a"}, "sixem.countdown"),
        ("stop", {"round": 1}, "sixem.countdown"),
        ("throw", {"round": 0, "dice": "a"}, "table.stale"),
        ("stop", {"round": 2}, "table.stale"),
        ("mark", {"round": 1, "die": "a"}, "sixem.not_marking"),
    )


async def while_rolling(hers: Wire) -> None:
    await refusals(
        hers,
        ("throw", {"round": 1, "dice": "ag"}, "sixem.no_such_die"),
        ("throw", {"round": 1, "dice": "aa"}, "sixem.no_such_die"),
    )
    assert (await hers.ask("throw", "throw-1", round=1, dice="abc"))["dice"] == "abc"
    await refusals(hers, ("throw", {"round": 1, "dice": "cd"}, "sixem.in_the_air"))
    assert (await hers.ask("stop", "stop-1", round=1))["t"] == "falsestop"
    await refusals(
        hers, ("throw", {"round": 1, "dice": "d"}, "sixem.paused"), ("stop", {"round": 1}, "sixem.paused")
    )


# Once is enough -----------------------------------------------------------------------------------------


@asynchronous
async def test_a_message_that_comes_twice_is_applied_once_and_answered_twice(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)):
        code = table.table.code
        await table.ask(commands.Start)
        async with wire(ada, server.url, code) as hers:
            first = await hers.ask("roll", "same-1", turn=1)
            assert await hers.ask("roll", "same-1", turn=1) == first
            for _ in range(3):
                await hers.say({"t": "roll", "n": "same-1", "turn": 1})
            await hers.ask("keep", "same-2", turn=1)
            assert hers.versions == [4, 4, 4, 4, 4, 5]
        async with wire(ada, server.url, code) as again:  # after the line dropped, too
            assert await again.ask("roll", "same-1", turn=1) == first
            assert again.received[0]["table"]["match"]["dice"] == first["dice"]
        await until(table, events.Kept)
        await play_out(table)
        await checked_record(ada, code)


@asynchronous
async def test_a_message_of_before_a_crash_gets_its_first_answer(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)):
            code = table.table.code
            await table.ask(commands.Start)
            async with wire(ada, server.url, code) as hers:
                first = await hers.ask("roll", "same-1", turn=1)
                server.kill()
            server.start()
            async with wire(ada, server.url, code) as hers:
                assert await hers.ask("roll", "same-1", turn=1) == first
                assert hers.received[0]["v"] == first["v"]
            await play_out(table)
            await checked_record(ada, code)
