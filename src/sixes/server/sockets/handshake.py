"""The handshake with which a request becomes a WebSocket."""

import base64
import hashlib

from aiohttp import web

from sixes.play.match import Refused

_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class BadHandshake(Refused):
    """A request for a WebSocket is not valid."""


def accept(request: web.Request) -> web.StreamResponse:
    """The response that accepts a WebSocket."""
    headers = request.headers
    key = headers.get("Sec-WebSocket-Key", "")
    try:
        valid_key = len(base64.b64decode(key, validate=True)) == 16
    except ValueError:  # no base64, or not even ASCII
        valid_key = False
    upgrade = headers.get("Upgrade", "").lower() == "websocket"
    upgrade = upgrade and "upgrade" in headers.get("Connection", "").lower()
    if not (valid_key and upgrade and headers.get("Sec-WebSocket-Version") == "13"):
        raise BadHandshake("http.body")
    digest = hashlib.sha1(key.encode() + _SALT, usedforsecurity=False).digest()
    response = web.StreamResponse(status=101, headers={"Upgrade": "websocket", "Connection": "Upgrade"})
    response.headers["Sec-WebSocket-Accept"] = base64.b64encode(digest).decode()
    response.force_close()
    return response
