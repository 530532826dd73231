"""Messages between two nodes, some of them lost: the socket of anybody who may have missed one is closed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from sixes.play import commands, events
from sixes.server.close_codes import RESTARTING
from sixes.server.nodes.messages import Frames, Heartbeat, LeaveTable, NodeMessage, decode
from sixes.server.nodes.messenger import NODE_TIMEOUT, Messenger
from sixes.server.nodes.outbox import subject
from sixes.server.nodes.relay import Relay
from sixes.server.sockets.connection import Connection
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere
from tests.play.stories import gathered, playing
from tests.server.fake_time import FakeTimeRegistry, RecordingTransport, in_fake_time


class FakeNats:
    """Delivers at once, and loses what a test says."""

    def __init__(self) -> None:
        self.inboxes: dict[str, Callable[[Msg], Awaitable[None]]] = {}
        self.loses: Callable[[NodeMessage], bool] = lambda _: False
        self._answers: dict[str, asyncio.Future[Msg]] = {}

    async def publish(self, to: str, data: bytes, headers: object = None) -> None:
        del headers
        if to in self._answers:
            self._answers.pop(to).set_result(Msg(cast("Client", self), to, data=data))
        elif not self.loses(decode(data)):
            await self.inboxes[to](Msg(cast("Client", self), to, data=data))

    async def request(self, to: str, data: bytes, timeout: float) -> Msg:
        del timeout
        answer: asyncio.Future[Msg] = asyncio.get_running_loop().create_future()
        self._answers["answer"] = answer
        await self.inboxes[to](Msg(cast("Client", self), to, "answer", data))
        return await answer


class Pair:
    """Two nodes with one registry: one owns a table, at which somebody sits through the other."""

    def __init__(self, registry: FakeTimeRegistry) -> None:
        self.registry = registry
        self.nats = FakeNats()
        self.owner, self.other = self._messenger("a" * 16), self._messenger("b" * 16)

    def _messenger(self, node: str) -> Messenger:
        messenger = Messenger(self.registry, cast("Client", self.nats), node)
        self.nats.inboxes[subject(node)] = messenger.receive
        return messenger

    async def send_heartbeats(self) -> None:
        self.owner.send_heartbeats([self.other.node])
        self.other.send_heartbeats([self.owner.node])
        await self.registry.settled()

    async def visit(self, live: LiveTable, player: str) -> "Guest":
        guest = Guest(self, live.head.code, player)
        assert await guest.relay.join(0, "")
        return guest


class Guest:
    def __init__(self, pair: Pair, code: str, player: str) -> None:
        self.transport = RecordingTransport()
        self.closed: list[int] = []
        self.connection = Connection(self.transport, player, player.title(), pair.registry.runtime)
        self.connection.close = self.closed.append
        self.relay: Relay = pair.other.relay(OwnedElsewhere(code, pair.owner.node), self.connection)

    def of(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.transport.received if isinstance(one, kind)]


async def with_visit(registry: FakeTimeRegistry) -> tuple[Pair, LiveTable, Guest]:
    """A pair of nodes, and ann at a table of one of them through the other."""
    live, pair = await registry.set_up(gathered("sixto", "ann bob")), Pair(registry)
    guest = await pair.visit(live, "ann")
    await pair.send_heartbeats()
    assert guest.closed == []
    return pair, live, guest


@in_fake_time
async def test_frames_that_are_lost_are_noticed_at_the_next_heartbeat(registry: FakeTimeRegistry) -> None:
    pair, live, ann = await with_visit(registry)
    pair.nats.loses = lambda message: isinstance(message, Frames)
    ann.relay.handle(ann.connection, commands.React("n-1", "wow"))
    await pair.registry.settled()
    assert ann.of(events.Reacted) == ann.closed == []
    pair.nats.loses = lambda _: False
    await pair.send_heartbeats()
    assert ann.closed == [RESTARTING]
    await pair.send_heartbeats()
    assert not live.presence.is_here("ann")


@in_fake_time
async def test_frames_that_are_lost_are_noticed_at_the_next_frames(registry: FakeTimeRegistry) -> None:
    pair, live, ann = await with_visit(registry)
    lost: list[NodeMessage] = []

    def first_frames(message: NodeMessage) -> bool:
        if lost or not isinstance(message, Frames):
            return False
        lost.append(message)
        return True

    pair.nats.loses = first_frames
    for nonce in ("n-1", "n-2"):
        ann.relay.handle(ann.connection, commands.React(nonce, "wow"))
        await pair.registry.settled()
    assert (len(lost), ann.closed, live.shown.version) == (1, [RESTARTING], live.head.version)


@in_fake_time
async def test_whom_only_the_owner_has_forgotten_is_sent_away(registry: FakeTimeRegistry) -> None:
    """The owner did not hear the other node for long; that one heard the owner all the time."""

    pair, live, ann = await with_visit(registry)
    pair.nats.loses = lambda message: isinstance(message, Heartbeat) and message.node == pair.other.node
    for _ in range(2):
        await pair.registry.wait(NODE_TIMEOUT * 0.7)
        await pair.send_heartbeats()
        pair.owner.time_out_nodes()
        pair.other.time_out_nodes()
    assert not live.presence.is_here("ann")
    assert ann.closed == []
    pair.nats.loses = lambda _: False
    await pair.send_heartbeats()
    assert ann.closed == [RESTARTING]
    again = await pair.visit(live, "ann")
    await pair.send_heartbeats()
    assert live.presence.is_here("ann")
    assert again.closed == []


@in_fake_time
async def test_who_is_still_waiting_at_the_door_is_not_sent_away(registry: FakeTimeRegistry) -> None:
    pair, live, _ = await with_visit(registry)
    bob = Guest(pair, live.head.code, "bob")
    await pair.send_heartbeats()
    assert await bob.relay.join(0, "")
    await pair.send_heartbeats()
    assert bob.closed == []
    assert live.presence.is_here("bob")


@in_fake_time
async def test_who_left_is_away_even_if_that_message_is_lost(registry: FakeTimeRegistry) -> None:
    pair, live, ann = await with_visit(registry)
    pair.nats.loses = lambda message: isinstance(message, LeaveTable)
    ann.relay.leave(ann.connection)
    await pair.registry.settled()
    assert live.presence.is_here("ann")
    await pair.send_heartbeats()
    assert not live.presence.is_here("ann")


@in_fake_time
async def test_a_message_at_which_the_table_fails_is_refused(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its sender would come back and send it again, for ever."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    pair, live, ann = await with_visit(registry)
    monkeypatch.setattr(live, "handle", fail)
    ann.relay.handle(ann.connection, commands.React("n-1", "wow"))
    await pair.registry.settled()
    assert [(one.code, one.n) for one in ann.of(events.Refusal)] == [("table.unavailable", "n-1")]
    assert ann.closed == []


@in_fake_time
async def test_who_comes_to_a_table_that_was_just_given_up_is_sent_away(registry: FakeTimeRegistry) -> None:
    live, pair = await registry.set_up(playing("sixto")), Pair(registry)
    registry.drop(live)
    guest = Guest(pair, live.head.code, "ann")
    live.join(guest.connection)
    assert guest.closed == [RESTARTING]
    assert live.presence.visitors == guest.transport.received == []
    live.leave(guest.connection)


@in_fake_time
async def test_who_comes_while_a_node_stops_is_told_to_go_elsewhere(registry: FakeTimeRegistry) -> None:
    """In place of a seat at a table where nothing can be stored any more; what was under way is stored."""

    pair, live, ann = await with_visit(registry)
    version = live.shown.version
    ann.relay.handle(ann.connection, commands.React("n-1", "wow"))
    await asyncio.sleep(0)
    assert live.head.version == version + 1
    pair.registry.begin_stop()
    assert not await Guest(pair, live.head.code, "ann").relay.join(0, "")
    await pair.registry.store.flush()
    assert (await pair.registry.from_log(live)).version == version + 1
    await pair.send_heartbeats()
    assert ann.closed == [RESTARTING]
