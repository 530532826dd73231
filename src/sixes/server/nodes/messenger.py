"""Receives the messages of other nodes, and keeps the visits between their tables and ours.

NATS may lose a message. Requests are answered; frames are numbered, and every heartbeat has the number of the
last, so that a loss is noticed within half a second. Then the sockets concerned are closed, and their clients
reconnect.
"""

from collections.abc import Collection, Iterable

from nats.aio.client import Client as Nats
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.server.close_codes import RESTARTING
from sixes.server.logs import log
from sixes.server.nodes import messages
from sixes.server.nodes.outbox import Outbox
from sixes.server.nodes.relay import Relay, RemoteVisitor
from sixes.server.storage.store import Unavailable
from sixes.server.tables.admission import check_admission
from sixes.server.tables.erasure import erase_at
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.visitor import Visitor

NODE_TIMEOUT = 1.5
"""Seconds without a heartbeat after which another node is taken for gone."""


class Messenger:
    """Used from the time a node gets a lease until it loses it, under one name."""

    def __init__(self, registry: TableRegistry, nats: Nats, node: str) -> None:
        self.node = node
        self.relays: dict[int, Relay] = {}
        """Our sockets at tables of others, by visit."""
        self._registry = registry
        self._runtime = registry.runtime
        self._outbox = Outbox(registry.runtime, nats, node)
        self._visitors: dict[tuple[str, int], tuple[RemoteVisitor, LiveTable]] = {}
        """Visitors at our tables whose sockets are elsewhere, by node and visit."""
        self._visits = 0
        self._received: dict[str, int] = {}
        """The number of the last frames from each node."""
        self._heard_at = {node: self._runtime.seconds()}
        """When the last heartbeat of each node came, ours included."""

    def close(self) -> None:
        self._outbox.closed = True
        for relay in list(self.relays.values()):
            relay.close()
        for node in {node for node, _ in self._visitors}:
            self._remove_visitors(node)

    async def receive(self, message: Msg) -> None:
        content = messages.decode(message.data)
        if isinstance(content, messages.Frames):
            self._deliver(content)
        elif isinstance(content, messages.ForwardCommand):
            await self._answer(message, self._handle(content))
        elif isinstance(content, messages.JoinTable):
            self._runtime.spawn(self._join(content, message))
        elif isinstance(content, messages.ErasePlayer):
            self._runtime.spawn(self._erase(content, message))
        elif isinstance(content, messages.Heartbeat):
            self._on_heartbeat(content)
        elif isinstance(content, messages.LeaveTable):
            self._remove_visitors(content.node, {content.visit})
        else:
            self._registry.rename_here(content.player, content.name)

    async def _answer(self, message: Msg, code: str) -> None:
        try:
            await message.respond(code.encode())
        except NatsError as error:
            log("letter_lost", why=str(error))

    def _deliver(self, frames: messages.Frames) -> None:
        self._check_number(frames.node, frames.number - 1)
        self._received[frames.node] = frames.number
        for visit in frames.visits:
            relay = self.relays.get(visit)
            if relay and frames.close:
                self._forget(relay)
                relay.visitor.close(frames.close)
            elif relay:
                relay.visitor.write(frames.frames)

    def _check_number(self, node: str, number: int) -> None:
        """Close all relays to a node if the last frames from it do not have this number."""
        if self._received.get(node, 0) != number:
            log("frames_lost", node=node)
            self._received[node] = number
            self._close_relays(node)

    async def _join(self, joining: messages.JoinTable, message: Msg) -> None:
        try:
            live = await self._registry.live(joining.code)
            check_admission(live.shown, live.presence, joining.player)
            if self._outbox.closed:
                raise OwnedElsewhere(joining.code, "")
            visitor = RemoteVisitor(self._outbox, joining)
            self._visitors[joining.node, joining.visit] = (visitor, live)
            self._expect_heartbeat(joining.node)
            live.join(visitor, joining.since if joining.boot == self._runtime.boot else 0)
            answer = ""
        except (OwnedElsewhere, Unavailable):
            answer = messages.ELSEWHERE
        except Refused as refused:
            answer = refused.code
        await self._answer(message, answer)

    async def ask_to_erase(self, elsewhere: OwnedElsewhere, player: str) -> bool:
        """Ask the owner of a table to erase a player there; it can be asked again."""
        request = messages.ErasePlayer(self.node, elsewhere.code, player)
        return not await self._outbox.request(elsewhere.node, request)

    async def _erase(self, erasing: messages.ErasePlayer, message: Msg) -> None:
        try:
            await erase_at(self._registry, erasing.code, erasing.player)
            answer = ""
        except (OwnedElsewhere, Unavailable):
            answer = messages.ELSEWHERE
        await self._answer(message, answer)

    def _handle(self, forwarded: messages.ForwardCommand) -> str:
        visitor, live = self._visitors.get((forwarded.node, forwarded.visit), (None, None))
        if visitor is None or live is None:
            return messages.ELSEWHERE
        visitor.measured_lag = forwarded.lag
        command = codec.parse_command(forwarded.command)
        try:
            live.handle(visitor, command)
        except Exception as error:  # noqa: BLE001 - one bad message must not end a table
            log("message_failed", error=error, table=live.head.id)
            visitor.refuse("table.unavailable", command.n)
        return ""

    def send_heartbeats(self, others: Iterable[str]) -> None:
        """To this node, too: if its own heartbeat does not arrive, NATS does not work."""
        for node in (*others, self.node):
            visits = {visit: relay.lag for visit, relay in self.relays.items() if relay.owner == node}
            self._outbox.send_heartbeat(node, visits)

    def _on_heartbeat(self, heartbeat: messages.Heartbeat) -> None:
        node = heartbeat.node
        self._heard_at[node] = self._runtime.seconds()
        if node == self.node:
            return
        self._check_number(node, heartbeat.number)
        here = {visit: visitor for (at, visit), (visitor, _) in self._visitors.items() if at == node}
        self._remove_visitors(node, here.keys() - heartbeat.visits.keys())
        for visit, lag in heartbeat.visits.items():
            if visit in here:
                here[visit].measured_lag = lag or 0.0
            elif lag is not None:  # removed while that node was silent: close its socket
                self._outbox.send_frames(node, visit, b"", RESTARTING)

    def _expect_heartbeat(self, node: str) -> None:
        """Time a node out even if it is gone before its first heartbeat."""
        self._heard_at.setdefault(node, self._runtime.seconds())

    @property
    def own_silence(self) -> float:
        """Seconds since a heartbeat of this node arrived."""
        return self._runtime.seconds() - self._heard_at[self.node]

    def time_out_nodes(self) -> None:
        now = self._runtime.seconds()
        for node, heard_at in list(self._heard_at.items()):
            if node != self.node and now - heard_at > NODE_TIMEOUT:
                del self._heard_at[node]
                self._close_relays(node)
                self._remove_visitors(node)

    def relay(self, elsewhere: OwnedElsewhere, visitor: Visitor) -> Relay:
        """A new visit to a table of another node."""
        self._visits += 1
        self._expect_heartbeat(elsewhere.node)
        relay = Relay(self._outbox, elsewhere, self._visits, visitor, self._forget)
        self.relays[relay.visit] = relay
        return relay

    def _forget(self, relay: Relay) -> None:
        self.relays.pop(relay.visit, None)

    def announce_name(self, others: Iterable[str], player: str, name: str) -> None:
        # A node that has just started may not be among the others yet; owners of relayed tables are known.
        for node in {*others, *(relay.owner for relay in self.relays.values())}:
            self._outbox.send(node, messages.Renamed(self.node, player, name))

    def _close_relays(self, owner: str) -> None:
        for relay in [relay for relay in self.relays.values() if relay.owner == owner]:
            relay.close()

    def _remove_visitors(self, node: str, visits: Collection[int] | None = None) -> None:
        """Remove visitors from another node, all or some, from their tables.

        If one of them is still there, its socket is closed after the next heartbeat of that node.
        """
        for key in [key for key in self._visitors if key[0] == node and (visits is None or key[1] in visits)]:
            visitor, live = self._visitors.pop(key)
            live.leave(visitor)
