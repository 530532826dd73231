"""Letters between two nodes on a line that loses some: whoever may have missed one is sent away."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from sixes.play import commands, events
from sixes.server.nodes.messages import Frames, Heartbeat, LeaveTable, NodeMessage, decode
from sixes.server.nodes.messenger import SILENCE, Messenger, subject
from sixes.server.nodes.relay import Relay
from sixes.server.sockets.connection import RESTARTING, Connection
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere
from tests.play.tables import gathered, playing
from tests.server.clockwork import Clockwork, Wire, told_with


class Carrier:
    """In place of NATS: carries at once, and loses what a test says."""

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
    """Two nodes, here of one house: one owns a table, at which somebody sits through the other."""

    def __init__(self, house: Clockwork) -> None:
        self.house = house
        self.carrier = Carrier()
        self.owner, self.other = self._post("a" * 16), self._post("b" * 16)

    def _post(self, node: str) -> Messenger:
        post = Messenger(self.house, cast("Client", self.carrier), node)
        self.carrier.inboxes[subject(node)] = post.hear
        return post

    async def beat(self) -> None:
        self.owner.beat([self.other.node])
        self.other.beat([self.owner.node])
        await self.house.settled()

    async def visit(self, live: LiveTable, player: str) -> "Guest":
        guest = Guest(self, live.head.code, player)
        assert await guest.relay.join(0, "")
        return guest


class Guest:
    def __init__(self, pair: Pair, code: str, player: str) -> None:
        self.wire = Wire()
        self.closed: list[int] = []
        self.connection = Connection(self.wire, player, player.title(), pair.house.seconds())
        self.connection.send_away = self.closed.append
        self.relay: Relay = pair.other.relay(OwnedElsewhere(code, pair.owner.node), self.connection)

    def of(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.wire.heard if isinstance(one, kind)]


Tell = Callable[[Pair, LiveTable, Guest], Awaitable[None]]


def told_to_a_pair(directory: Path, tell: Tell) -> None:
    async def begun(house: Clockwork) -> None:
        live, pair = await house.set_up(gathered("sixto", "ann bob")), Pair(house)
        guest = await pair.visit(live, "ann")
        await pair.beat()
        assert guest.closed == []
        await tell(pair, live, guest)

    told_with(directory, begun)


def test_a_letter_with_frames_that_is_lost_shows_at_the_next_beat(tmp_path: Path) -> None:
    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        pair.carrier.loses = lambda letter: isinstance(letter, Frames)
        ann.relay.take(ann.connection, commands.React("n-1", "wow"))
        await pair.house.settled()
        assert ann.of(events.Reacted) == ann.closed == []
        pair.carrier.loses = lambda _: False
        await pair.beat()
        assert ann.closed == [RESTARTING]
        await pair.beat()
        assert not live.presence.is_here("ann")

    told_to_a_pair(tmp_path, tell)


def test_a_letter_with_frames_that_is_lost_shows_at_the_next_one(tmp_path: Path) -> None:
    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        lost: list[NodeMessage] = []

        def first_frames(letter: NodeMessage) -> bool:
            if lost or not isinstance(letter, Frames):
                return False
            lost.append(letter)
            return True

        pair.carrier.loses = first_frames
        for nonce in ("n-1", "n-2"):
            ann.relay.take(ann.connection, commands.React(nonce, "wow"))
            await pair.house.settled()
        assert (len(lost), ann.closed, live.shown.version) == (1, [RESTARTING], live.head.version)

    told_to_a_pair(tmp_path, tell)


def test_whom_only_the_owner_has_forgotten_is_sent_away(tmp_path: Path) -> None:
    """The owner did not hear the other node for long; that one heard the owner all the time."""

    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        pair.carrier.loses = lambda letter: isinstance(letter, Heartbeat) and letter.node == pair.other.node
        for _ in range(2):
            await pair.house.wait(SILENCE * 0.7)
            await pair.beat()
            pair.owner.look_for_silence()
            pair.other.look_for_silence()
        assert not live.presence.is_here("ann")
        assert ann.closed == []
        pair.carrier.loses = lambda _: False
        await pair.beat()
        assert ann.closed == [RESTARTING]
        again = await pair.visit(live, "ann")
        await pair.beat()
        assert live.presence.is_here("ann")
        assert again.closed == []

    told_to_a_pair(tmp_path, tell)


def test_who_is_still_waiting_at_the_door_is_not_sent_away(tmp_path: Path) -> None:
    async def tell(pair: Pair, live: LiveTable, _: Guest) -> None:
        bob = Guest(pair, live.head.code, "bob")
        await pair.beat()
        assert await bob.relay.join(0, "")
        await pair.beat()
        assert bob.closed == []
        assert live.presence.is_here("bob")

    told_to_a_pair(tmp_path, tell)


def test_who_left_is_away_even_if_that_letter_is_lost(tmp_path: Path) -> None:
    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        pair.carrier.loses = lambda letter: isinstance(letter, LeaveTable)
        ann.relay.part(ann.connection)
        await pair.house.settled()
        assert live.presence.is_here("ann")
        await pair.beat()
        assert not live.presence.is_here("ann")

    told_to_a_pair(tmp_path, tell)


def test_a_message_at_which_the_table_fails_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its sender would come back and send it again, for ever."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        monkeypatch.setattr(live, "take", fail)
        ann.relay.take(ann.connection, commands.React("n-1", "wow"))
        await pair.house.settled()
        assert [(one.code, one.n) for one in ann.of(events.Refusal)] == [("table.unavailable", "n-1")]
        assert ann.closed == []

    told_to_a_pair(tmp_path, tell)


def test_who_comes_to_a_table_that_was_just_given_up_is_sent_away(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, pair = await house.set_up(playing("sixto")), Pair(house)
        house.give_up(live)
        guest = Guest(pair, live.head.code, "ann")
        live.join(guest.connection)
        assert guest.closed == [RESTARTING]
        assert live.presence.connections == guest.wire.heard == []
        live.part(guest.connection)

    told_with(tmp_path, tell)


def test_who_comes_while_a_node_stops_is_told_to_go_elsewhere(tmp_path: Path) -> None:
    """In place of a seat at a table where nothing can be stored any more; what was under way is stored."""

    async def tell(pair: Pair, live: LiveTable, ann: Guest) -> None:
        version = live.shown.version
        ann.relay.take(ann.connection, commands.React("n-1", "wow"))
        await asyncio.sleep(0)
        assert live.head.version == version + 1
        pair.house.say_goodbye()
        assert not await Guest(pair, live.head.code, "ann").relay.join(0, "")
        await pair.house.store.flush()
        assert (await pair.house.from_log(live)).version == version + 1
        await pair.beat()
        assert ann.closed == [RESTARTING]

    told_to_a_pair(tmp_path, tell)
