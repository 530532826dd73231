"""Whose a table is: a server alone owns every table; of several nodes (`nodes`) one owns each."""

from typing import Any, NamedTuple, Protocol

from sixes.play.commands import Command
from sixes.server.sockets.connection import Connection


class Claim(NamedTuple):
    node: str = ""
    """Who has it; empty: we do."""
    epoch: int = 0
    """Of our lease; 0: there is nobody else who could have it."""


class OwnedElsewhere(Exception):
    """A table is another node's."""

    def __init__(self, code: str, node: str) -> None:
        super().__init__(code, node)
        self.code = code
        self.node = node


class RemoteTable(Protocol):
    """How a socket here is at a table that another node owns."""

    async def join(self, since: int, boot: str) -> bool:
        """Come to the table, having seen a version in some life of its server; False if it is not there."""

    def take(self, connection: Connection, ask: Command) -> None:
        """A message for the table."""

    def part(self, connection: Connection) -> None: ...


class Ownership(Protocol):
    @property
    def does_chores(self) -> bool:
        """What one of several nodes does for all."""

    @property
    def is_well(self) -> bool:
        """Whether tables can be owned at all just now."""

    async def claim(self, table: str) -> Claim:
        """Own a table, unless another node does. Unavailable if that cannot be found out."""

    def release(self, table: str, epoch: int) -> None:
        """We have done with a table."""

    def way(self, elsewhere: OwnedElsewhere, connection: Connection) -> RemoteTable: ...

    def relayed(self) -> int:
        """How many sockets here are at tables of other nodes."""

    def ping(self, seconds: float) -> None:
        """Ask those sockets for a sign of life."""

    def rename(self, player: str, name: str) -> None:
        """Let the other nodes know."""

    def send_away(self, code: int) -> None:
        """Close those sockets: the server stops."""

    async def run(self, house: Any) -> None:
        """Until cancelled."""

    async def close(self) -> None: ...


class SingleNode:
    """The only server: nothing is asked, and nothing is waited for."""

    does_chores = is_well = True

    async def claim(self, table: str) -> Claim:
        del table
        return OURS

    def release(self, table: str, epoch: int) -> None:
        """Nobody else wants it."""

    def way(self, elsewhere: OwnedElsewhere, connection: Connection) -> RemoteTable:
        """No table is elsewhere."""
        raise NotImplementedError(elsewhere, connection)

    def relayed(self) -> int:
        return 0

    def ping(self, seconds: float) -> None:
        """There are none."""

    def rename(self, player: str, name: str) -> None:
        """There are none."""

    def send_away(self, code: int) -> None:
        """There are none."""

    async def run(self, house: Any) -> None:
        """There is nothing to do."""

    async def close(self) -> None:
        """There is nothing to close."""


OURS = Claim()
