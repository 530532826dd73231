"""The letters of one node in one of its lives: to and from the others, and the visits that go with them.

NATS may lose a letter. Requests are answered; frames are numbered, and every beat tells the number of the
last, so that a loss shows within half a second. Then the sockets concerned are closed, and their clients
come back.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from collections.abc import Set as Some
from typing import Any, Protocol

from nats.aio.client import Client as Line
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from sixes.play.commands import parse
from sixes.play.match import Refused
from sixes.server.logs import log
from sixes.server.nodes.messages import (
    ELSEWHERE,
    ForwardCommand,
    Frames,
    Heartbeat,
    JoinTable,
    LeaveTable,
    NodeMessage,
    decode,
    encode,
)
from sixes.server.nodes.relay import Relay, RemoteVisitor
from sixes.server.sockets.connection import RESTARTING, Connection
from sixes.server.storage.store import Unavailable
from sixes.server.tables.admission import admit
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere

ANSWER = 2.0
"""Seconds in which a request is answered."""
SILENCE = 1.5
"""Seconds without a beat of another node after which it is taken for gone."""


class Host(Protocol):
    """What letters need of the house."""

    boot: str

    async def live(self, code: str) -> LiveTable: ...

    def rename_here(self, player: str, name: str) -> None: ...

    def seconds(self) -> float: ...

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle: ...

    def spawn(self, task: Coroutine[Any, Any, None]) -> None: ...


def subject(node: str) -> str:
    return f"sixes.{node}"


class Messenger:
    def __init__(self, host: Host, line: Line, node: str) -> None:
        self.node = node
        self.relays: dict[int, Relay] = {}
        """Our sockets at tables of others."""
        self._host = host
        self._line = line
        self._fars: dict[tuple[str, int], tuple[RemoteVisitor, LiveTable]] = {}
        """Those at our tables whose sockets are elsewhere."""
        self._visits = 0
        self._sent: dict[str, int] = {}
        self._got: dict[str, int] = {}
        """The number of the last frames to, and from, each node."""
        self._heard = {node: host.seconds()}
        """When each node, and we ourselves, were heard last."""
        self._outbox: deque[tuple[str, NodeMessage]] = deque()
        self._sending = self._closed = False

    def close(self) -> None:
        """This life is over."""
        self._closed = True
        for relay in list(self.relays.values()):
            relay.hang_up()
        for node in {node for node, _ in self._fars}:
            self._forget_visits(node)

    # Out ------------------------------------------------------------------------------------------------

    def write_to(self, node: str, letter: NodeMessage) -> None:
        """In order, and without waiting."""
        self._outbox.append((node, letter))
        if not self._sending and not self._closed:
            self._sending = True
            self._host.spawn(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                node, letter = self._outbox.popleft()
                await self._line.publish(subject(node), encode(letter))
        except NatsError as error:  # numbers tell that something was lost
            log("letter_lost", why=str(error))
        finally:
            self._sending = False

    def send(self, node: str, visit: int, frames: bytes, close: int = 0) -> None:
        """What all at a table hear alike is sent to a node once."""
        if self._outbox and not close:
            to, last = self._outbox[-1]
            if to == node and isinstance(last, Frames) and last.frames is frames:
                last.visits.append(visit)
                return
        number = self._sent[node] = self._sent.get(node, 0) + 1
        self.write_to(node, Frames(self.node, number, [visit], frames, close))

    async def request(self, node: str, letter: JoinTable | ForwardCommand) -> str:
        try:
            answer = await self._line.request(subject(node), encode(letter), timeout=ANSWER)
        except (NatsError, TimeoutError):
            return ELSEWHERE
        return bytes(answer.data).decode()

    def ask(self, relay: Relay, letter: ForwardCommand) -> None:
        self._host.spawn(self._ask(relay, letter))

    async def _ask(self, relay: Relay, letter: ForwardCommand) -> None:
        if await self.request(relay.owner, letter):
            relay.hang_up()

    def beat(self, others: Iterable[str]) -> None:
        """To ourselves, too: what does not come back tells that NATS does not carry."""
        for node in (*others, self.node):
            visits = {v: relay.lag for v, relay in self.relays.items() if relay.owner == node}
            self.write_to(node, Heartbeat(self.node, self._sent.get(node, 0), visits))

    # In -------------------------------------------------------------------------------------------------

    async def hear(self, message: Msg) -> None:
        letter = decode(message.data)
        if isinstance(letter, Frames):
            self._write(letter)
        elif isinstance(letter, ForwardCommand):
            await self._answer(message, self._take(letter))
        elif isinstance(letter, JoinTable):
            self._host.spawn(self._let_in(letter, message))
        elif isinstance(letter, Heartbeat):
            self._take_beat(letter)
        elif isinstance(letter, LeaveTable):
            self._forget_visits(letter.node, {letter.visit})
        else:
            self._host.rename_here(letter.player, letter.name)

    async def _answer(self, message: Msg, code: str) -> None:
        try:
            await message.respond(code.encode())
        except NatsError as error:
            log("letter_lost", why=str(error))

    def _write(self, letter: Frames) -> None:
        self._check(letter.node, letter.number - 1)
        self._got[letter.node] = letter.number
        for visit in letter.visits:
            relay = self.relays.get(visit)
            if relay and letter.close:
                self.forget(relay)
                relay.connection.send_away(letter.close)
            elif relay:
                relay.connection.write(letter.frames)

    def _check(self, node: str, number: int) -> None:
        """Nothing was lost of what came from a node, up to a number."""
        if self._got.get(node, 0) != number:
            log("frames_lost", node=node)
            self._got[node] = number
            self._hang_up(node)

    async def _let_in(self, letter: JoinTable, message: Msg) -> None:
        try:
            live = await self._host.live(letter.code)
            admit(live.shown, live.presence, letter.player)
            if self._closed:
                raise OwnedElsewhere(letter.code, "")
            far = RemoteVisitor(self, letter)
            self._fars[letter.node, letter.visit] = (far, live)
            self._heard.setdefault(letter.node, self._host.seconds())  # it may die before its first beat
            live.join(far, letter.since if letter.boot == self._host.boot else 0)
            answer = ""
        except (OwnedElsewhere, Unavailable):
            answer = ELSEWHERE
        except Refused as refused:
            answer = refused.code
        await self._answer(message, answer)

    def _take(self, letter: ForwardCommand) -> str:
        far, live = self._fars.get((letter.node, letter.visit), (None, None))
        if far is None or live is None:
            return ELSEWHERE
        far.measured = letter.lag
        ask = parse(letter.ask)
        try:
            live.take(far, ask)
        except Exception as error:  # noqa: BLE001 - one bad message must not end a table
            log("message_failed", error=error, table=live.head.id)
            far.refuse("table.unavailable", ask.n)
        return ""

    def _take_beat(self, letter: Heartbeat) -> None:
        self._heard[letter.node] = self._host.seconds()
        if letter.node != self.node:
            self._check(letter.node, letter.number)
            here = {visit: far for (node, visit), (far, _) in self._fars.items() if node == letter.node}
            self._forget_visits(letter.node, here.keys() - letter.visits.keys())
            for visit, lag in letter.visits.items():
                if visit in here:
                    here[visit].measured = lag or 0.0
                elif lag is not None:  # we forgot it while its node was silent: it hears nothing any more
                    self.send(letter.node, visit, b"", RESTARTING)

    # Coming and going -----------------------------------------------------------------------------------

    def relay(self, elsewhere: OwnedElsewhere, connection: Connection) -> Relay:
        self._visits += 1
        self._heard.setdefault(elsewhere.node, self._host.seconds())
        made = Relay(self, elsewhere.node, elsewhere.code, self._visits, connection)
        self.relays[made.visit] = made
        return made

    def forget(self, relay: Relay) -> None:
        self.relays.pop(relay.visit, None)

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return self._host.later(seconds, call)

    def seconds(self) -> float:
        return self._host.seconds()

    @property
    def own_silence(self) -> float:
        """Seconds since a beat of ours came back."""
        return self._host.seconds() - self._heard[self.node]

    def look_for_silence(self) -> None:
        now = self._host.seconds()
        for node, heard in list(self._heard.items()):
            if node != self.node and now - heard > SILENCE:
                del self._heard[node]
                self._hang_up(node)
                self._forget_visits(node)

    def _hang_up(self, owner: str) -> None:
        for relay in [relay for relay in self.relays.values() if relay.owner == owner]:
            relay.hang_up()

    def _forget_visits(self, node: str, visits: Some[int] | None = None) -> None:
        """Those of a node, all or some, are not here any more. A node that thinks otherwise hears so at its
        next beat."""
        for key in [key for key in self._fars if key[0] == node and (visits is None or key[1] in visits)]:
            far, live = self._fars.pop(key)
            live.part(far)
