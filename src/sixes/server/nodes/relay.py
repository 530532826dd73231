"""The two ends of a visit to a table of another node: `RemoteVisitor` at the owner, `Relay` at the socket.

Whenever either is not sure that the other got every message, the socket is closed: its client reconnects in a
moment, to whichever node, gets the table as it is, and sends again what was not answered.
"""

from collections.abc import Callable
from functools import partial

from sixes.play import events
from sixes.play.commands import Command
from sixes.play.match import Refused
from sixes.server.close_codes import RESTARTING
from sixes.server.nodes.messages import ELSEWHERE, ForwardCommand, JoinTable, LeaveTable
from sixes.server.nodes.outbox import Outbox
from sixes.server.tables.ownership import OwnedElsewhere
from sixes.server.tables.visitor import Visitor


class RemoteVisitor(Visitor):
    """A visitor at a table of ours whose socket is at another node."""

    is_local = False

    def __init__(self, outbox: Outbox, joining: JoinTable) -> None:
        send = partial(outbox.send_frames, joining.node, joining.visit)
        super().__init__(joining.player, joining.name, send, partial(send, b""))
        self.measured_lag = 0.0

    @property
    def lag(self) -> float:
        return self.measured_lag


class Relay:
    """A table of another node, for one socket of ours."""

    def __init__(
        self,
        outbox: Outbox,
        table: OwnedElsewhere,
        visit: int,
        visitor: Visitor,
        forget: "Callable[[Relay], None]",
    ) -> None:
        """`forget` is called when the visit is over."""
        self.owner = table.node
        self.visit = visit
        self.visitor = visitor
        self._code = table.code
        self._outbox = outbox
        self._forget = forget
        self._joined = False

    @property
    def lag(self) -> float | None:
        """The lag of the socket, once it has joined the table."""
        return self.visitor.lag if self._joined else None

    async def join(self, since: int, boot: str) -> bool:
        visitor, node = self.visitor, self._outbox.node
        visitor.joined(lambda _: self.close(), measure_lag=True)
        request = JoinTable(node, self._code, self.visit, visitor.player, visitor.name, since, boot)
        answer = await self._outbox.request(self.owner, request)
        self._joined = not answer
        if answer:
            self._forget(self)
        if answer not in ("", ELSEWHERE):
            raise Refused(answer)
        return self._joined

    def handle(self, visitor: Visitor, command: Command) -> None:
        forwarded = ForwardCommand(self._outbox.node, self.visit, events.encode(command), visitor.lag)
        self._outbox.runtime.spawn(self._forward(forwarded))

    async def _forward(self, message: ForwardCommand) -> None:
        if await self._outbox.request(self.owner, message):
            self.close()

    def leave(self, visitor: Visitor) -> None:
        del visitor  # it is ours
        self._forget(self)
        self._outbox.send(self.owner, LeaveTable(self._outbox.node, self.visit))

    def close(self) -> None:
        """Close the socket; its client reconnects."""
        self._forget(self)
        self.visitor.close(RESTARTING)
