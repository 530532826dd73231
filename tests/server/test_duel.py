"""A duel through a running server: the seed of the first game is told when the second is over, or is off."""

import json

import pytest

from sixes.client import AtTable, Client, ServerProblem
from sixes.play import commands, events
from sixes.play.beginning import Source
from sixes.play.options import Options
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from tests.event_loop import asynchronous
from tests.server.clients import play_out, seated
from tests.server.serving import Server

DUEL = Options("sixto", duel=True)


async def play_first(tables: list[AtTable]) -> None:
    await tables[0].ask(commands.Start)
    await play_out(*tables)


async def ask_for_second(ann: AtTable) -> str:
    made = await ann.ask(commands.RequestRematch)
    assert isinstance(made, events.Rematched)
    return made.code


async def seed_of(client: Client, code: str) -> str:
    return str((await client.record(code))["match"]["dice"].get("seed", ""))


def checked(record: dict[str, object]) -> int:
    return verify_dice(replay(parse(json.dumps(record).encode())))


@asynchronous
async def test_both_games_are_verified_once_the_second_is_over(server: Server) -> None:
    async with seated(server.url, 2, DUEL) as ((ann, bob), tables):
        first = tables[0].table.code
        await play_first(list(tables))
        assert await seed_of(ann, first) == ""
        with pytest.raises(ServerProblem) as problem:
            await ann.make_table(Options("sixto", 1), (), Source(first, same_dice=True))
        assert problem.value.code == "table.options", "nobody rolls dice that are still secret"
        second = await ask_for_second(tables[0])
        assert await seed_of(bob, first) == ""
        async with ann.at(second) as hers, bob.at(second) as his:
            await hers.sit()
            await his.sit()
            await play_out(hers, his)
        record = await ann.record(second)
        assert await seed_of(ann, first) == record["match"]["dice"]["seed"] != ""
        assert checked(record) > checked(await bob.record(first)) > 0


@asynchronous
async def test_whoever_declines_lets_the_first_game_be_checked(server: Server) -> None:
    async with seated(server.url, 2, DUEL) as ((ann, bob), tables):
        first = tables[0].table.code
        await play_first(list(tables))
        second = await ask_for_second(tables[0])
        async with bob.at(second) as his:
            await his.ask(commands.Leave)
        assert checked(await ann.record(first)) > 0
