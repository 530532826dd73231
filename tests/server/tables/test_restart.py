"""A server that was killed in the middle of a turn or of a round goes on from there."""

import asyncio
from pathlib import Path

from sixes.client import AtTable, Refused
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.play.sixem.match import SixemMatch
from sixes.rules.rounds import in_the_air
from tests.event_loop import asynchronous
from tests.server.clients import pattern_of, seated, until
from tests.server.serving import Server, running_server


async def restart(server: Server) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def first_back(*tables: AtTable) -> tuple[AtTable, events.Resumed]:
    """Who comes back first, and so hears how the table resumes; others may find that in their snapshot."""
    waiting = {asyncio.create_task(until(table, events.Resumed)): table for table in tables}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    first = done.pop()
    return waiting[first], first.result()


@asynchronous
async def test_rolling_goes_on_with_a_new_countdown_from_the_dice_as_they_lay(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        options = Options("sixem", seats=2, throw_time=5000)
        async with seated(server.url, 2, options) as (_, (ann, bob)):
            await ann.ask(commands.Start)
            await until(bob, events.Started)
            await asyncio.gather(pattern_of(ann), pattern_of(bob))
            await throw(ann, "ab")
            await restart(server)
            back, resumed = await first_back(ann, bob)
            assert resumed.go == resumed.at + 3000
            match = back.table.match
            assert isinstance(match, SixemMatch)
            seat = ann.seat or 0
            landed = sum(1 << die for die, face in enumerate(match.state.round.dice[seat]) if face)
            assert in_the_air(match.state, seat) | landed == 0b11, "the throw was not forgotten"


async def throw(table: AtTable, dice: str) -> None:
    """As soon as the 3-2-1 is over."""
    while True:
        try:
            await table.ask(commands.Throw, round=1, dice=dice)
        except Refused as refused:
            if refused.code != "sixem.countdown":
                raise
            await asyncio.sleep(0.1)
        else:
            return


@asynchronous
async def test_a_running_deadline_gets_fifteen_seconds_of_grace(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 2, Options("sixto", seats=2, timer=10)) as (_, (ann, bob)):
            started = await ann.ask(commands.Start)
            active = ann if ann.seat == 0 else bob
            rolled = await active.ask(commands.Roll, turn=1)
            assert isinstance(rolled, events.Rolled)
            assert started.due <= rolled.due
            await restart(server)
            _, resumed = await first_back(ann, bob)
            assert resumed.due == resumed.at + 15_000
            kept = await active.ask(commands.Keep, turn=1)
            assert kept.v == resumed.v + 1, "in the middle of the turn, with the roll that all have seen"
