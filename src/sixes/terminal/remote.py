"""A table of a server: as a guest, or as who one was there before."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sixes.client import AtTable, Client, Refused, ServerProblem
from sixes.play.table import GATHERING
from sixes.terminal.kept import Identities
from sixes.text import UserError, catalogue


class CannotCome(UserError):
    """The table of the server cannot be reached."""


def cannot_come(code: str, server: str) -> CannotCome:
    """The sentence for a refusal of the server."""
    if code == "client.no_server" or code not in catalogue("en"):
        return CannotCome("bot.no_server", server=server)
    return CannotCome(code)


@asynccontextmanager
async def at_table(
    server: str, code: str, name: str | None, identities: Identities
) -> AsyncIterator[AtTable]:
    """Come to a table and sit down if a seat is free; otherwise one watches."""
    try:
        async with Client(server, identities.cookie(server)) as client:
            identities.remember(server, client.cookie)
            if name is not None and name != client.name:
                await client.rename(name)
            async with client.at(code) as table:
                if table.table.phase == GATHERING and table.seat is None and None in table.table.seats:
                    await table.sit()
                yield table
    except (ServerProblem, Refused) as error:
        raise cannot_come(error.code, server) from None
