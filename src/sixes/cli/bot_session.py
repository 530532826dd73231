"""A bot comes to a table, plays until the game is over, and tells what came of it."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from sixes.bots.custom import NoSuchBot, maker_of, own
from sixes.cli.output import complain
from sixes.client import AtTable, Client, Refused, ServerProblem
from sixes.client.playing import BadBot, Choose, play
from sixes.play import commands, events
from sixes.play.sixem.match import line_counts
from sixes.play.sixto.match import SixtoMatch, scores
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING
from sixes.server.codes import read_table_code
from sixes.text import UserError, catalogue, say

GETTING_UP = 2.0
"""Seconds that we wait for the server to hear that we leave."""
Maker = Callable[[str], Choose]
"""Makes a bot for a game."""
TOO_LATE = {PLAYING: "bot.begun", OVER: "bot.finished", CLOSED: "table.closed"}


class CannotPlay(UserError):
    """The bot cannot play at this table."""


def visit(server: str, code: str, bot: str, name: str | None, language: str) -> int:
    """One line tells what came of it, or why nothing did."""
    try:
        print(asyncio.run(play_there(server, code, maker(bot), name, language)))
    except (BadBot, CannotPlay, NoSuchBot) as error:
        complain(error.sentence(language))
    except (ServerProblem, Refused) as error:
        complain(spoken(error.code, server, language))
    except KeyboardInterrupt:
        complain(say("bot.interrupted", language))
        return 130
    else:
        return 0
    return 1


def maker(bot: str) -> Maker:
    """A bot of one's own is made before we go; a level is looked up when the game is known."""
    if ":" in bot:
        choose: Choose = own(bot)(secrets.randbits(64)).choose
        return lambda _: choose
    return lambda game: maker_of(bot, game)(secrets.randbits(64)).choose


def spoken(code: str, server: str, language: str) -> str:
    """What a server refuses, in a sentence."""
    if code == "client.no_server" or code not in catalogue(language):
        return say("bot.no_server", language, server=server)
    return say("bot.no_seat" if code == "table.no_spectators" else code, language)


# At the table -------------------------------------------------------------------------------------------


async def play_there(server: str, code: str, maker: Maker, name: str | None, language: str) -> str:
    """Come to the table as a guest and play to the end; what is to be told."""
    known = read_table_code(code)
    if known is None:
        raise Refused("table.unknown")
    async with Client(server) as client:
        if name is not None:
            await client.rename(name)
        async with client.at(known) as table:
            if table.table.phase in TOO_LATE:
                raise CannotPlay(TOO_LATE[table.table.phase])
            choose = maker(table.table.options.game)
            await stay(table, choose, say("bot.sits", language, name=client.name, code=known))
            return result(table, language)


async def stay(table: AtTable, choose: Choose, hello: str) -> None:
    """Sit and play; and whatever happens, nobody waits for somebody who has gone."""
    sitting = asyncio.create_task(table.sit())
    try:
        await asyncio.shield(sitting)
        complain(hello)
        await started(table)
        await play(table, choose)
    finally:
        with suppress(Refused, TimeoutError):
            await asyncio.wait_for(get_up(table, sitting), GETTING_UP)


async def get_up(table: AtTable, sitting: asyncio.Task[events.Event]) -> None:
    """Leave a seat that we have, or are just getting."""
    await sitting
    if table.seat is not None and table.table.phase in (GATHERING, PLAYING):
        await table.ask(commands.Leave)


async def started(table: AtTable) -> None:
    """Wait for the host; if they went away and the role came to us, start when all seats are taken."""
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
    names = [seat.name for seat in end.seats if seat]
    points = scores(end.match.state) if isinstance(end.match, SixtoMatch) else line_counts(end.match.state)
    told_points = ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))
    return say(
        "bot.result", language, points=told_points, names=", ".join(names[seat] for seat in end.match.winners)
    )
