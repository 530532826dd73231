"""Connections of clients, counted from the first byte to the last, whatever is said on them."""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from aiohttp import web

from sixes.server.http.headers import SECURITY
from sixes.server.http.requests import fault_response
from sixes.server.quotas import ConnectionQuotas

KEEPALIVE_TIMEOUT = 20.0
"""Seconds that a connection may be without a request."""
TLS_HANDSHAKE_TIMEOUT = 10.0
"""Seconds; a connection is counted only after its handshake."""
BYTES_A_TURN = 2048
"""Bytes of one connection that are parsed before all others have their turn. Most requests are shorter."""
BODY_BUFFER = 8192
"""Bytes of a body that may wait for its reader: no more is parsed after twice that, or after 512 chunks."""
LINGERING = 2.0
"""Seconds in which the rest of a refused body is read, so that the client gets to the answer."""
MOST_DISCARDED = 64 * 1024
"""Bytes of a connection that are read after its last request, and thrown away."""
QUOTAS = web.AppKey("quotas", ConnectionQuotas)


class CountedConnection(web.RequestHandler):
    """aiohttp's protocol for one connection; refuses it, without a word, if too many are open.

    Requests are parsed a little at a time: aiohttp itself parses all that came, and a body of 240 KB in
    chunks of one byte would keep the event loop for 200,000 calls. Meanwhile nothing more is read, and while
    nobody reads a body, nothing more of it is parsed: so what one connection holds in memory is bounded, and
    so is the work of whoever then reads all of it at once.
    """

    __slots__ = ("_address", "_connected", "_discarded", "_quotas", "_scheduled", "_unread")

    def __init__(self, server: web.Server, quotas: ConnectionQuotas) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]
            keepalive_timeout=KEEPALIVE_TIMEOUT,
            lingering_time=LINGERING,
            read_bufsize=BODY_BUFFER,
            auto_decompress=False,  # a few bytes could become many; no client of ours compresses
        )
        self._quotas = quotas
        self._connected = False
        self._unread = memoryview(b"")
        """What came and is not parsed yet."""
        self._scheduled = False
        """The next part is parsed soon."""
        self._discarded: int | None = None
        """How many bytes were thrown away, once nothing more is parsed."""

    @property
    def is_pipelined(self) -> bool:
        """Whether the next request came before this one was answered; browsers wait."""
        return bool(self._messages)

    def discard_rest(self) -> None:
        """Throw away, unparsed, whatever else comes: the answer to this request is the last one."""
        self._discarded = 0
        self._unread = memoryview(b"")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peername = transport.get_extra_info("peername")
        self._address = peername[0] if peername else ""
        self._connected = self._quotas.connect(self._address, transport.get_extra_info("socket").fileno())
        if self._connected:
            super().connection_made(transport)
        else:
            cast("asyncio.Transport", transport).abort()

    def data_received(self, data: bytes) -> None:
        """Parse what came. aiohttp calls this, too, with nothing, to go on with what it left unparsed."""
        if self._discarded is not None:
            self._discarded += len(data)
            if self._discarded > MOST_DISCARDED:
                self._pause_transport_reading()
            return
        if not (self._unread or self._scheduled) and 0 < len(data) <= BYTES_A_TURN:
            super().data_received(data)
            return
        self._unread = memoryview(bytes(self._unread) + data)
        if data:
            self._pause_transport_reading()  # at once: uvloop would go on, and read megabytes
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._parse_some)

    def _parse_some(self) -> None:
        """Parse the next part of what came, and the rest when the event loop has served the others."""
        self._scheduled = False
        if self._discarded is not None:
            return
        # After a handshake aiohttp only keeps what follows: that must be complete when the WebSocket begins.
        size = len(self._unread) if self._upgraded else BYTES_A_TURN
        part, self._unread = self._unread[:size], self._unread[size:]
        super().data_received(bytes(part))
        if self.transport is None or self.transport.is_closing():
            self._unread = memoryview(b"")
        elif self._reading_paused or self._buffer_paused:
            pass  # until aiohttp resumes
        elif self._unread:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._parse_some)
        else:
            self._resume_transport_reading()

    def resume_reading(self, resume_parser: bool = True) -> None:
        """Go on after a pause; aiohttp calls this for every chunk of a body that is read."""
        if self._reading_paused:
            super().resume_reading(resume_parser)

    def _resume_transport_reading(self) -> None:
        if not self._unread and (self._discarded or 0) <= MOST_DISCARDED:
            super()._resume_transport_reading()

    def handle_error(self, *args: Any, **details: Any) -> web.StreamResponse:
        """Answer in one sentence what cannot be parsed: aiohttp's own answer repeats what was sent."""
        status = super().handle_error(*args, **details).status
        response = fault_response(
            status, "http.body" if status == HTTPStatus.BAD_REQUEST else "http.failed", "en"
        )
        response.headers.update(SECURITY)
        response.force_close()
        return response

    def log_exception(self, *args: Any, **details: Any) -> None:
        """Log errors of aiohttp, but none of a client that has gone.

        Such as while the rest of its body was read, or when a socket is aborted just as a stop gives it up.
        """
        if self.connected:
            super().log_exception(*args, **details)

    def hand_over(self) -> tuple[bytes, Callable[[], object]]:
        """Let a WebSocket have the transport: what came after its handshake, and what to call in the end.

        Nothing of HTTP is kept for it: the parser and the request take more memory than the socket itself.
        """
        came = self._message_tail + bytes(self._unread)
        self._connected, self._unread = False, memoryview(b"")
        self.transport = None  # so that aiohttp does not close it
        super().connection_lost(None)
        return came, partial(self._quotas.disconnect, self._address)

    def connection_lost(self, error: BaseException | None) -> None:
        if self._connected:
            self._connected = False
            self._unread = memoryview(b"")
            self._quotas.disconnect(self._address)
            super().connection_lost(error)


class CountingSite(web.TCPSite):
    """Listens as aiohttp's own site does, but for connections that are counted."""

    async def start(self) -> None:
        await web.BaseSite.start(self)
        runner = cast("web.AppRunner", self._runner)
        server, quotas = cast("web.Server", runner.server), runner.app[QUOTAS]
        self._server = await asyncio.get_running_loop().create_server(
            lambda: CountedConnection(server, quotas),
            self._host,
            self._port,
            ssl=self._ssl_context,
            backlog=self._backlog,
            ssl_handshake_timeout=TLS_HANDSHAKE_TIMEOUT if self._ssl_context else None,
        )
