"""The two ends of a visit to a table of another node: `Far` at the owner, `Relay` where the socket is.

Whenever either is not sure that the other heard all there was, the socket is closed: its client comes back
in a moment, to whichever node, sees the table as it is, and sends again what was not answered.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from sixes.play import events
from sixes.play.commands import Command
from sixes.play.match import Refused
from sixes.server.nodes.messages import ELSEWHERE, ForwardCommand, JoinTable, LeaveTable
from sixes.server.sockets.connection import CATCH_UP, RESTARTING, Connection, Visitor


class Post(Protocol):
    """What carries letters."""

    node: str

    def send(self, node: str, visit: int, frames: bytes, close: int = 0) -> None:
        """Frames for a socket at another node."""

    def write_to(self, node: str, letter: LeaveTable) -> None: ...

    async def request(self, node: str, letter: JoinTable | ForwardCommand) -> str:
        """The answer; `elsewhere` if there is none."""

    def ask(self, relay: "Relay", letter: ForwardCommand) -> None:
        """A message for a table, answered or not."""

    def forget(self, relay: "Relay") -> None: ...

    def later(self, seconds: float, call: Callable[[], object]) -> object: ...

    def seconds(self) -> float: ...


class RemoteVisitor(Visitor):
    """Somebody at a table of ours whose socket is at another node."""

    def __init__(self, post: Post, letter: JoinTable) -> None:
        send = partial(post.send, letter.node, letter.visit)
        super().__init__(letter.player, letter.name, partial(send, b""))
        self._send = send
        self.measured = 0.0

    @property
    def lag(self) -> float:
        return self.measured

    def write(self, frames: bytes) -> None:
        self._send(frames)


class Relay:
    """A socket of ours that is at a table of another node."""

    def __init__(self, post: Post, owner: str, code: str, visit: int, connection: Connection) -> None:
        self._post = post
        self.owner = owner
        self._code = code
        self.visit = visit
        self.connection = connection
        self._let_in = False

    @property
    def lag(self) -> float | None:
        """That of the socket, once it is at the table."""
        return self.connection.lag if self._let_in else None

    async def join(self, since: int, boot: str) -> bool:
        connection = self.connection
        connection.welcome(self._fell_behind, self._post.seconds())
        come = JoinTable(
            self._post.node, self._code, self.visit, connection.player, connection.name, since, boot
        )
        answer = await self._post.request(self.owner, come)
        self._let_in = not answer
        if answer:
            self._post.forget(self)
        if answer not in ("", ELSEWHERE):
            raise Refused(answer)
        return self._let_in

    def take(self, connection: Connection, ask: Command) -> None:
        self._post.ask(self, ForwardCommand(self._post.node, self.visit, events.encode(ask), connection.lag))

    def part(self, connection: Connection) -> None:
        del connection  # it is ours
        self._post.forget(self)
        self._post.write_to(self.owner, LeaveTable(self._post.node, self.visit))

    def hang_up(self) -> None:
        self._post.forget(self)
        self.connection.send_away(RESTARTING)

    def _fell_behind(self, connection: Connection) -> None:
        """Once all is read there was, the client comes back and sees the rest."""
        if connection.has_read_all:
            self.hang_up()
        elif not connection.transport.is_closing():
            self._post.later(CATCH_UP, partial(self._fell_behind, connection))
