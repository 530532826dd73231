"""Which node owns a table: a single server owns all of them; of several nodes (`nodes`) one owns each."""

from typing import Any, NamedTuple, Protocol

from sixes.play.commands import Command
from sixes.server.tables.visitor import Visitor


class Claim(NamedTuple):
    node: str = ""
    """The owner; empty if that is this node."""
    epoch: int = 0
    """Of our lease; 0 if no other node could own the table."""


class OwnedElsewhere(Exception):
    """Another node owns a table."""

    def __init__(self, code: str, node: str) -> None:
        super().__init__(code, node)
        self.code = code
        self.node = node


class RemoteTable(Protocol):
    """A table of another node, for one socket at this node."""

    async def join(self, since: int, boot: str) -> bool:
        """Join, having seen a version since some start of its server; False if that node does not own it."""

    def handle(self, visitor: Visitor, command: Command) -> None: ...

    def leave(self, visitor: Visitor) -> None: ...


class Ownership:
    """That of a single server, which owns all tables; a node of a cluster overrides every method."""

    @property
    def runs_maintenance(self) -> bool:
        """True on the node that runs cluster-wide maintenance."""
        return True

    @property
    def is_ready(self) -> bool:
        """Whether this node can own tables now."""
        return True

    async def claim(self, table: str) -> Claim:
        """Own a table, unless another node does; Unavailable if the database does not answer."""
        del table
        return Claim()

    def release(self, table: str, epoch: int) -> None:
        """Let other nodes own a table."""

    def remote_table(self, elsewhere: OwnedElsewhere, visitor: Visitor) -> RemoteTable:
        raise NotImplementedError(elsewhere, visitor)

    async def erase_elsewhere(self, elsewhere: OwnedElsewhere, player: str) -> bool:
        """Erase a player at a table of another node; False if that node does not answer, or own it."""
        raise NotImplementedError(elsewhere, player)

    def relayed(self) -> int:
        """The number of sockets here at tables of other nodes."""
        return 0

    def ping_relayed(self, seconds: float, part: slice) -> None:
        """Ping a part of the sockets here at tables of other nodes."""

    def close_relayed(self, code: int) -> None: ...

    def rename(self, player: str, name: str) -> None:
        """Announce a player's new name to the other nodes."""

    async def run(self, registry: Any) -> None:
        """Hold a lease and serve the other nodes, until cancelled. `registry` is the TableRegistry."""

    async def close(self) -> None: ...
