"""The messages that a node sends to others, over NATS."""

from collections import deque

from nats.aio.client import Client as Nats
from nats.errors import Error as NatsError

from sixes.server.logs import log
from sixes.server.nodes import messages
from sixes.server.tables.runtime import Runtime

REQUEST_TIMEOUT = 2.0  # seconds


def subject(node: str) -> str:
    """The NATS subject at which a node receives messages."""
    return f"sixes.{node}"


class Outbox:
    def __init__(self, runtime: Runtime, nats: Nats, node: str) -> None:
        self.runtime = runtime
        self.node = node
        self.closed = False
        self._nats = nats
        self._queue: deque[tuple[str, messages.NodeMessage]] = deque()
        self._sending = False
        self._numbers: dict[str, int] = {}
        """The number of the last frames to each node."""

    def send(self, node: str, message: messages.NodeMessage) -> None:
        self._queue.append((node, message))
        if not self._sending and not self.closed:
            self._sending = True
            self.runtime.spawn(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._queue:
                node, message = self._queue.popleft()
                await self._nats.publish(subject(node), messages.encode(message))
        except NatsError as error:  # the receiver notices by the numbers
            log("letter_lost", why=str(error))
        finally:
            self._sending = False

    def send_frames(self, node: str, visit: int, frames: bytes, close: int = 0) -> None:
        """Send frames for a socket at another node; the same frames for several sockets are sent once."""
        if self._queue and not close:
            to, last = self._queue[-1]
            if to == node and isinstance(last, messages.Frames) and last.frames is frames:
                last.visits.append(visit)
                return
        number = self._numbers[node] = self._numbers.get(node, 0) + 1
        self.send(node, messages.Frames(self.node, number, [visit], frames, close))

    def send_heartbeat(self, node: str, visits: dict[int, float | None]) -> None:
        self.send(node, messages.Heartbeat(self.node, self._numbers.get(node, 0), visits))

    async def request(self, node: str, message: messages.NodeMessage) -> str:
        """The answer to a request; ELSEWHERE if there is none."""
        data = messages.encode(message)
        try:
            answer = await self._nats.request(subject(node), data, timeout=REQUEST_TIMEOUT)
        except (NatsError, TimeoutError):
            return messages.ELSEWHERE
        return bytes(answer.data).decode()
