"""A player at a table, through one socket: each frame is paid for, and a message becomes a command."""

import msgspec

from sixes.play.commands import Command, React
from sixes.play.encoding import codec
from sixes.server.close_codes import FAULTY, FLOODED
from sixes.server.frames import PING, PONG, TEXT, control_frame
from sixes.server.limits import Bucket
from sixes.server.logs import log
from sixes.server.sockets.connection import Connection
from sixes.server.sockets.protocol import INCOMPLETE, SocketProtocol
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import RemoteTable

MOST_FAULTS = 3
"""Malformed messages after which a socket is closed."""
REACTION_COST = 10
"""In messages: everybody sees a reaction, and it is stored."""


class Session:
    def __init__(
        self,
        protocol: SocketProtocol,
        connection: Connection,
        table: LiveTable | RemoteTable,
        address_limit: Bucket,
        address: str,
    ) -> None:
        """`address_limit` is the bucket of the address, which all its sockets share."""
        self._protocol = protocol
        self._connection = connection
        self._table = table
        self._address_limit = address_limit
        self._address = address
        self._seconds = connection.runtime.seconds
        self._messages = connection.runtime.messages

    def receive(self, kind: int, data: bytes) -> None:
        """Handle a frame; a client that sends too much is sent away."""
        connection = self._connection
        seconds = self._seconds
        connection.heard_at = now = seconds()
        if kind != TEXT:
            self._receive_other(kind, data, now)
            return
        self._messages.value += 1
        try:
            command = codec.parse_command(data)
        except msgspec.ValidationError:
            self._fault("wire.unknown", now)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._fault("wire.malformed", now)
        else:
            cost = REACTION_COST if type(command) is React else 1
            if not (connection.message_limit.take(now, cost) and self._address_limit.take(now)):
                connection.refuse("wire.flood", command.n)
                self._take_excess(now)
                return
            try:
                self._table.handle(connection, command)
            except Exception as error:  # noqa: BLE001 - one bad message must not end a table
                self._failed(command, error)

    def _failed(self, command: Command, error: Exception) -> None:
        table = self._table.head.id if isinstance(self._table, LiveTable) else ""
        log("message_failed", error=error, table=table)
        self._connection.refuse("table.unavailable", command.n)

    def _receive_other(self, kind: int, data: bytes, now: float) -> None:
        """Handle a ping, a pong or a part of a message."""
        connection = self._connection
        incomplete = kind == INCOMPLETE  # rare, unless somebody sends bytes
        if incomplete or not (connection.message_limit.take(now) and self._address_limit.take(now)):
            self._take_excess(now)
        elif kind == PING:
            connection.write(control_frame(PONG, data))
        elif kind == PONG:
            connection.pong(data, now)

    def _take_excess(self, now: float) -> None:
        if not self._connection.excess_limit.take(now):
            self._send_away("flooded", FLOODED)

    def _fault(self, code: str, now: float) -> None:
        """Refuse a message that is none."""
        connection = self._connection
        self._address_limit.take(now)
        connection.faults += 1
        last = connection.faults >= MOST_FAULTS
        connection.refuse("wire.closed" if last else code)
        if last:
            self._send_away("faulty", FAULTY)

    def _send_away(self, why: str, code: int) -> None:
        log("sent_away", why=why, address=self._address)
        self._protocol.close(code)
