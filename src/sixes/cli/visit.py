"""A bot comes to a table, plays until the game is over, and tells what came of it."""

import asyncio
import importlib
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from sixes import bots
from sixes.cli.output import complain
from sixes.client import AtTable, Client, Problem, Refused
from sixes.client.playing import BadBot, Choose, in_a_line, play
from sixes.play import asks, told
from sixes.play.sixem import line_counts
from sixes.play.sixto import SixtoMatch, scores
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING
from sixes.server.codes import read_table_code
from sixes.text import catalogue, say

GETTING_UP = 2.0
"""Seconds that we wait for the server to hear that we leave."""
Maker = Callable[[str], Choose]
"""Makes a bot for a game."""
TOO_LATE = {PLAYING: "bot.begun", OVER: "bot.finished", CLOSED: "table.closed"}


class CannotPlay(Exception):  # noqa: N818 - mostly not ours
    """Something is not as it must be: a key of the catalogue of sentences, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def sentence(self, language: str) -> str:
        return say(self.key, language, **self.values)


def visit(server: str, code: str, bot: str, name: str | None, language: str) -> int:
    """One line tells what came of it, or why nothing did."""
    try:
        choose = own(bot) if ":" in bot else partial(of_level, bot)
        print(asyncio.run(play_there(server, code, choose, name, language)))
    except (BadBot, CannotPlay) as error:
        complain(error.sentence(language))
    except (Problem, Refused) as error:
        complain(spoken(error.code, server, language))
    except KeyboardInterrupt:
        complain(say("bot.interrupted", language))
        return 130
    else:
        return 0
    return 1


def spoken(code: str, server: str, language: str) -> str:
    """What a server refuses, in a sentence."""
    if code == "client.no_server" or code not in catalogue(language):
        return say("bot.no_server", language, server=server)
    return say("bot.no_seat" if code == "table.no_spectators" else code, language)


# The bot ------------------------------------------------------------------------------------------------


def own(bot: str) -> Maker:
    """`MODULE:NAME`, from the folder we are in, too: a function, or a class of bots, to make one of."""
    module_name, _, name = bot.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        why = in_a_line(error)
        raise CannotPlay("bot.no_module", module=module_name, why=why) from error
    found = getattr(module, name, None)
    if found is None:
        raise CannotPlay("bot.no_function", module=module_name, function=name)
    choose = getattr(made(found) if isinstance(found, type) else found, "choose", found)
    if not callable(choose) or isinstance(choose, type):
        raise CannotPlay("bot.not_callable", module=module_name, function=name)
    return lambda _: choose


def made(kind: type) -> object:
    """A bot of a class that is made like those in `LEVELS`."""
    try:
        return kind(secrets.randbits(64))
    except Exception as error:
        raise BadBot("bot.raised", why=in_a_line(error)) from error


def of_level(level: str, game: str) -> Choose:
    try:
        choose: Choose = bots.make(level, game, secrets.randbits(64)).choose
    except bots.UnknownLevel:
        raise CannotPlay("bot.no_level", level=level, levels=", ".join(bots.levels(game))) from None
    return choose


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


async def get_up(table: AtTable, sitting: asyncio.Task[told.Event]) -> None:
    """Leave a seat that we have, or are just getting."""
    await sitting
    if table.seat is not None and table.table.phase in (GATHERING, PLAYING):
        await table.ask(asks.Leave)


async def started(table: AtTable) -> None:
    """Wait for the host; if they went away and the role came to us, start when all seats are taken."""
    while table.seat is not None and table.table.phase == GATHERING:
        if table.table.host == table.player and None not in table.table.seats:
            with suppress(Refused):
                await table.ask(asks.Start)
        await anext(table)


def result(table: AtTable, language: str) -> str:
    end = table.table
    if end.phase == CLOSED:
        raise CannotPlay("table.closed")
    if end.phase != OVER or end.match is None:
        raise CannotPlay("bot.removed")
    names = [seat.name for seat in end.seats if seat]
    points = scores(end.match.state) if isinstance(end.match, SixtoMatch) else line_counts(end.match.state)
    told = ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))
    return say(
        "bot.result", language, points=told, names=", ".join(names[seat] for seat in end.match.winners)
    )
