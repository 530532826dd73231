"""The Python client at a real server: it reconnects after a lost connection, and each message counts once."""

import asyncio
import random
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sixes.client
from sixes.bots.referee import BadBot
from sixes.client import AtTable, Client, Refused, ServerProblem
from sixes.client.connection import RETRY_DELAYS, retry_delay
from sixes.client.playing import next_move, play
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.rules import rounds, turns
from sixes.text import say
from tests.client.proxy import proxy_to
from tests.event_loop import asynchronous
from tests.play.stories import playing, rolling
from tests.server.clients import checked_record, guests, level, play_out, until
from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


async def reactions(table: AtTable, count: int) -> list[events.Reacted]:
    """So many that a table hears."""
    return [await until(table, events.Reacted) for _ in range(count)]


# A lost connection --------------------------------------------------------------------------------------


def test_those_whom_a_server_lost_come_back_at_moments_of_chance() -> None:
    random.seed(6)
    for tries, longest in enumerate((*RETRY_DELAYS, RETRY_DELAYS[-1])):
        delays = [retry_delay(tries) for _ in range(1000)]
        slices = Counter(int(40 * delay / longest) for delay in delays)
        assert slices.keys() == {*range(40)}
        assert max(slices.values()) < 60, "of a thousand, about 25 in each fortieth of the time"


@asynchronous
async def test_a_message_whose_answer_was_lost_is_sent_again_and_counts_once(server: Server) -> None:
    async with proxy_to(server.url) as proxy, Client(proxy.url) as client, Client(server.url) as other:
        code = await client.make_table(Options("sixto", seats=2))
        async with client.at(code) as table, other.at(code) as witness:
            await table.sit()
            proxy.block()
            asking = asyncio.create_task(table.ask(commands.React, reaction="wow"))
            # The server has taken it, and everybody else has heard it, when the connection is lost.
            (received,) = await reactions(witness, 1)
            proxy.cut()
            answer = await asking
            assert (answer.n, answer.v) == (received.n, received.v)
            await table.ask(commands.React, reaction="bravo")
            assert [event.reaction for event in await reactions(witness, 1)] == ["bravo"]
            assert table.table.version == received.v + 1


@asynchronous
async def test_whoever_comes_back_hears_what_was_missed_each_once_and_in_order(server: Server) -> None:
    async with proxy_to(server.url) as proxy, Client(proxy.url) as client, Client(server.url) as other:
        code = await client.make_table(Options("sixto", seats=2))
        async with client.at(code) as table, other.at(code) as second:
            await second.sit()
            await until(table, events.Sat)
            for _ in range(3):
                proxy.block()
                sent = [await second.ask(commands.React, reaction="wow") for _ in range(3)]
                proxy.cut()
                assert [event.v for event in await reactions(table, 3)] == [event.v for event in sent]
            assert proxy.calls > 3
            assert table.table == second.table


@asynchronous
async def test_a_game_goes_to_its_end_over_a_connection_that_is_lost_all_the_time(server: Server) -> None:
    async with proxy_to(server.url) as proxy, Client(proxy.url) as client, Client(server.url) as other:
        code = await client.make_table(Options("sixto", seats=2), ["nearest"])
        async with client.at(code) as table, other.at(code) as witness:
            await table.sit()
            await table.ask(commands.Start)
            game = asyncio.create_task(play(table, level("nearest", "sixto")))
            while not isinstance(event := await anext(witness), events.Ended):
                if isinstance(event, events.Rolled):
                    proxy.cut()
            await game
        await checked_record(other, code)
        assert proxy.calls > 5


@asynchronous
async def test_a_server_that_starts_again_finds_its_players_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with Client(server.url) as client:
            code = await client.make_table(Options("sixto", seats=1))
            async with client.at(code) as table:
                await table.sit()
                server.kill()
                asking = asyncio.create_task(table.ask(commands.Start))
                await asyncio.to_thread(server.start)
                assert isinstance(await asking, events.Started)


# Several tables -----------------------------------------------------------------------------------------


@asynchronous
async def test_one_client_plays_at_several_tables_at_once(server: Server) -> None:
    async with Client(server.url) as client:
        codes = [await client.make_table(Options("sixto", seats=2), ["random"]) for _ in range(4)]

        async def play_at(code: str) -> None:
            async with client.at(code) as table:
                await table.sit()
                await table.ask(commands.Start)
                await play_out(table)

        await asyncio.gather(*map(play_at, codes))
        games = {(await checked_record(client, code))["match"]["dice"]["game"] for code in codes}
        assert len(games) == 4


@asynchronous
async def test_who_keeps_the_cookie_or_carries_it_over_is_the_same_player(server: Server) -> None:
    async with Client(server.url) as client:
        await client.rename("Ada")
        async with Client(server.url, client.cookie) as again, Client(server.url) as phone:
            assert (again.player, again.name) == (client.player, "Ada")
            await phone.carry(await client.carry_code())
            assert (phone.player, phone.name) == (client.player, "Ada")


# What is refused ----------------------------------------------------------------------------------------


@asynchronous
async def test_what_the_server_refuses_is_told_by_a_code_and_a_sentence(server: Server) -> None:
    async with guests(server.url, 2) as (host, guest):
        with pytest.raises(ServerProblem, match=re.escape(say("name.too_long"))) as problem:
            await host.rename("x" * 21)
        assert problem.value.code == "name.too_long"
        with pytest.raises(ServerProblem, match=re.escape(say("table.unknown"))):
            await host.record("BCDFGH")
        with pytest.raises(Refused, match=r"table\.unknown"):
            await host.at("BCDFGH").__aenter__()
        code = await host.make_table(Options("sixto", seats=1))
        async with host.at(code) as table, guest.at(code) as second:
            await table.sit()
            with pytest.raises(Refused, match=r"table\.full"):
                await second.sit()
            with pytest.raises(Refused, match=r"table\.not_host"):
                await second.ask(commands.Start)


@asynchronous
async def test_who_is_sent_away_hears_why_whatever_they_ask(server: Server) -> None:
    """Somebody who may not watch comes back after a lost connection, and the game has begun meanwhile."""
    options = Options("sixto", seats=2, spectators=False)
    async with proxy_to(server.url) as proxy, Client(server.url) as host, Client(proxy.url) as guest:
        code = await host.make_table(options)
        async with host.at(code) as table, guest.at(code) as second:
            await table.sit()
            await table.ask(commands.Start)
            proxy.cut()
            with pytest.raises(Refused, match=r"table\.no_spectators"):
                await until(second, events.Ended)
            with pytest.raises(Refused, match=r"table\.no_spectators"):
                await anext(second)
            with pytest.raises(Refused, match=r"table\.no_spectators"):
                await second.sit()


@asynchronous
async def test_a_server_that_is_not_there_or_is_another() -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        writer.close()

    other = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    for address in (f"http://127.0.0.1:{port}", "http://127.0.0.1:1", "nonsense://"):
        with pytest.raises(ServerProblem) as problem:
            await Client(address).__aenter__()
        assert problem.value.code == "client.no_server"
    other.close()


@asynchronous
async def test_without_an_identity_there_is_no_coming_to_a_table(server: Server) -> None:
    async with Client(server.url) as client:
        code = await client.make_table(Options("sixto"))
        client.session.cookie_jar.clear()
        with pytest.raises(Refused, match=r"identity\.none"):
            await client.at(code).__aenter__()


# Bots ---------------------------------------------------------------------------------------------------


def test_what_a_bot_may_not_do_is_told_by_the_rule() -> None:
    story = playing("sixto")
    roll, keep = turns.SixtoMove(turns.ROLL, 0), turns.SixtoMove(turns.KEEP, 0)
    assert next_move(story.table, 0, lambda *_: roll, story.now) == roll
    assert next_move(story.table, 0, lambda *_: None, story.now) is None
    with pytest.raises(BadBot) as bad:
        next_move(story.table, 0, lambda *_: keep, story.now)
    assert bad.value.sentence() == f"The bot broke a rule ({say('sixto.not_rolled')}) with {keep!r}"
    assert say("sixto.not_rolled", "de") in bad.value.sentence("de")
    with pytest.raises(BadBot, match="broke a rule"):
        next_move(story.table, 1, lambda *_: roll, story.now)


def test_a_bot_of_sixem_may_be_early_but_dice_land_by_themselves() -> None:
    story = rolling()
    throw = rounds.SixemMove(rounds.THROW, 0, dice=0b111)
    assert next_move(story.table, 0, lambda *_: throw, story.now) == throw, "the server counts down"
    for move in (
        rounds.SixemMove(rounds.LAND, 0),
        rounds.SixemMove(rounds.THROW, 0),
        rounds.SixemMove(rounds.MARK, 0),
    ):
        with pytest.raises(BadBot, match="broke a rule"):
            next_move(story.table, 0, lambda *_, move=move: move, story.now)


@pytest.mark.parametrize(
    "move",
    ["hello", 3, (1, 2), turns.SixtoMove(turns.CROSS, 0, None), rounds.SixemMove(0, 0)],  # type: ignore[arg-type]
)
def test_what_is_no_move_is_nonsense(move: Any) -> None:
    story = playing("sixto")
    story.ask("ann", "roll")
    story.ask("ann", "keep")
    with pytest.raises(BadBot, match="is no move"):
        next_move(story.table, 0, lambda *_: move, story.now)


# The documentation --------------------------------------------------------------------------------------


@asynchronous
async def test_the_example_in_the_docstring_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert sixes.client.__doc__
    (example,) = re.findall(r"\n\n((?:    .+\n)+)", sixes.client.__doc__)
    body = textwrap.indent(textwrap.dedent(example).replace("http://localhost:8066", server.url), "    ")
    imports = """
from sixes import bots
from sixes.client import Client
from sixes.client.playing import play
from sixes.play import commands
from sixes.play.options import Options
"""
    names: dict[str, Any] = {}
    exec(f"{imports}\nasync def example():\n{body}", names)
    await names["example"]()
    assert re.fullmatch(r"\[[01](, 1)?\]\n", capsys.readouterr().out)
