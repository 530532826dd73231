"""Let a bot join a table, play to the end, and print the result."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from sixes.bots.custom import bot_factory, custom_factory
from sixes.bots.referee import Choose
from sixes.cli.output import complain
from sixes.client import AtTable, Client, Refused, ServerProblem
from sixes.client.playing import play
from sixes.play import commands, events
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING
from sixes.server.codes import read_table_code
from sixes.text import UserError, catalogue, say

LEAVE_TIMEOUT = 2.0
"""Seconds to wait until the server confirms that we left the seat."""
ChooseFactory = Callable[[str], Choose]
"""Makes a bot for a game."""
TOO_LATE = {PLAYING: "bot.begun", OVER: "bot.finished", CLOSED: "table.closed"}


class CannotPlay(UserError):
    """The bot cannot play at this table."""


def run_session(server: str, code: str, bot: str, name: str | None, language: str) -> int:
    """Play, and print one line: the result, or why there is none. Returns the exit status."""
    try:
        print(asyncio.run(play_there(server, code, choose_factory(bot), name, language)))
    except (ServerProblem, Refused) as error:
        complain(refusal_sentence(error.code, server, language))
        return 1
    except KeyboardInterrupt:
        complain(say("bot.interrupted", language))
        return 130
    return 0


def choose_factory(bot: str) -> ChooseFactory:
    """A custom bot is made at once, to fail early; a level is looked up when the game is known."""
    if ":" in bot:
        choose: Choose = custom_factory(bot)(secrets.randbits(64)).choose
        return lambda _: choose
    return lambda game: bot_factory(bot, game)(secrets.randbits(64)).choose


def refusal_sentence(code: str, server: str, language: str) -> str:
    """The sentence for a refusal of the server."""
    if code == "client.no_server" or code not in catalogue(language):
        return say("bot.no_server", language, server=server)
    return say("bot.no_seat" if code == "table.no_spectators" else code, language)


async def play_there(server: str, code: str, factory: ChooseFactory, name: str | None, language: str) -> str:
    """Join the table as a guest and play to the end. Returns the result to print."""
    known = read_table_code(code)
    if known is None:
        raise Refused("table.unknown")
    async with Client(server) as client:
        if name is not None:
            await client.rename(name)
        async with client.at(known) as table:
            if table.table.phase in TOO_LATE:
                raise CannotPlay(TOO_LATE[table.table.phase])
            choose = factory(table.table.options.game)
            await stay(table, choose, say("bot.sits", language, name=client.name, code=known))
            return result(table, language)


async def stay(table: AtTable, choose: Choose, hello: str) -> None:
    """Sit and play; leave the seat at the end, also after an error, so that nobody has to wait."""
    sitting = asyncio.create_task(table.sit())
    try:
        await asyncio.shield(sitting)
        complain(hello)
        await wait_for_start(table)
        await play(table, choose)
    finally:
        with suppress(Refused, TimeoutError):
            await asyncio.wait_for(leave_seat(table, sitting), LEAVE_TIMEOUT)


async def leave_seat(table: AtTable, sitting: asyncio.Task[events.Event]) -> None:
    """Leave the seat that we have, or are about to get."""
    await sitting
    if table.seat is not None and table.table.phase in (GATHERING, PLAYING):
        await table.ask(commands.Leave)


async def wait_for_start(table: AtTable) -> None:
    """Wait for the host. If the host left and we are host now, start when all seats are taken."""
    while table.seat is not None and table.table.phase == GATHERING:
        if table.table.host == table.player and None not in table.table.seats:
            with suppress(Refused):
                await table.ask(commands.Start)
        await anext(table)


def result(table: AtTable, language: str) -> str:
    end = table.table
    if end.phase == CLOSED:
        raise CannotPlay("table.closed")
    if end.phase != OVER or end.match is None:
        raise CannotPlay("bot.removed")
    names = [seat.name or say("name.guest", language) for seat in end.seats if seat]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, end.match.scores, strict=True))
    winners = ", ".join(names[seat] for seat in end.match.winners)
    return say("bot.result", language, points=points, names=winners)
