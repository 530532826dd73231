"""What each frame costs its sender: tokens of its socket and of its address, while the clock stands still."""

from collections.abc import Iterator
from typing import Any

import pytest

from sixes.play.context import Context
from sixes.play.creating import create
from sixes.play.match import Dealer
from sixes.play.options import Options
from sixes.play.table import created
from sixes.server.close_codes import FAULTY, FLOODED
from sixes.server.frames import PING, PONG, TEXT
from sixes.server.limits import Buckets, Limits
from sixes.server.metrics import Metrics
from sixes.server.sockets.connection import MESSAGES_AT_ONCE, REFUSED_AT_ONCE, Connection
from sixes.server.sockets.handler import LONGEST
from sixes.server.sockets.protocol import SocketProtocol
from sixes.server.sockets.session import Session
from sixes.server.tables.journal import StoredTable
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime
from tests.event_loop import asynchronous
from tests.server.sockets.recording import LAST, RecordingTransport, masked

ADDRESS = "192.0.2.1"
SEED = b"x" * 32
LEAVE = b'{"t":"leave","n":"a"}'
WHOLE = masked(LAST | TEXT, LEAVE)
IN_FIVE = masked(TEXT, LEAVE) + masked(0) * 3 + masked(LAST)


class Place:
    """Sockets at a table that is never stored; nothing is, since nobody sits down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of_address: int = 10_000) -> None:
        store: Any = None
        monkeypatch.setattr(Runtime, "seconds", staticmethod(lambda: 0.0))
        metrics, self.limits = Metrics(), Limits()
        self.limits.messages = Buckets(0, of_address)
        self._registry = TableRegistry(Runtime(store, metrics), metrics)
        context = Context(0, "0", "", Dealer("", SEED, ()), (), lambda *_: 0)
        first = create("table", "BCDFGH", Options("sixto", seats=2), (), context)
        self._live = self._registry.add(StoredTable(created(first), SEED))

    def socket(self) -> tuple[SocketProtocol, RecordingTransport]:
        transport = RecordingTransport()
        connection = Connection(transport, "ada", "Ada", self._registry.runtime)
        protocol = SocketProtocol(transport, LONGEST, connection)
        connection.close = protocol.close
        self._live.join(connection)
        limit = self.limits.messages.bucket(ADDRESS, 0.0)
        protocol.start(Session(protocol, connection, self._live, limit, ADDRESS).receive)
        return protocol, transport


def closed_with(transport: RecordingTransport) -> int:
    """The code of our close frame, 0 without one."""
    return int.from_bytes(transport.written[-2:]) if transport.written[-4:-2] == b"\x88\x02" else 0


def send_until_closed(protocol: SocketProtocol, transport: RecordingTransport, reads: Iterator[bytes]) -> int:
    """How many reads it takes until the server closes."""
    count = 0
    while not closed_with(transport):
        protocol.data_received(next(reads))
        count += 1
    return count


def repeated(*reads: bytes) -> Iterator[bytes]:
    while True:
        yield from reads


@pytest.mark.parametrize(
    ("reads", "most"),
    [
        ([WHOLE], MESSAGES_AT_ONCE + REFUSED_AT_ONCE),
        ([masked(LAST | PING)], MESSAGES_AT_ONCE + REFUSED_AT_ONCE),
        ([masked(LAST | PONG)], MESSAGES_AT_ONCE + REFUSED_AT_ONCE),
        ([masked(TEXT), *[masked(0)] * 40, masked(LAST, LEAVE)], MESSAGES_AT_ONCE + REFUSED_AT_ONCE),
        ([bytes((byte,)) for byte in masked(LAST | TEXT, b" " * 4000)], REFUSED_AT_ONCE),
    ],
    ids=["messages", "pings", "pongs", "fragments", "bytes"],
)
@asynchronous
async def test_so_many_of_any_kind_and_the_next_ends_the_connection(
    reads: list[bytes], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    protocol, transport = Place(monkeypatch).socket()
    assert send_until_closed(protocol, transport, repeated(*reads)) == most + 1
    assert closed_with(transport) == FLOODED


@pytest.mark.parametrize(("message", "cost"), [(WHOLE, 1), (IN_FIVE, 5)], ids=["whole", "in five frames"])
@asynchronous
async def test_a_message_costs_as_many_tokens_as_it_has_frames(
    message: bytes, cost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    protocol, transport = Place(monkeypatch).socket()
    for _ in range(MESSAGES_AT_ONCE // cost):
        protocol.data_received(message)
    assert transport.written.count(b"table.not_seated") == MESSAGES_AT_ONCE // cost
    assert b"wire.flood" not in transport.written
    protocol.data_received(message)
    assert transport.written.count(b"wire.flood") == 1


@pytest.mark.parametrize(
    "frame", [WHOLE, masked(LAST | PING), masked(LAST | PONG), masked(LAST | TEXT, b"?")]
)
@asynchronous
async def test_every_frame_costs_its_address(frame: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, of_address=2)
    protocol, transport = place.socket()
    for _ in range(2):
        protocol.data_received(frame)
    other, heard = place.socket()
    other.data_received(WHOLE)
    assert b"table.not_seated" not in heard.written
    assert b"wire.flood" in heard.written
    assert closed_with(transport) in (0, FAULTY)
