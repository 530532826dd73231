"""The handshake with which a request becomes a WebSocket (RFC 6455, section 4.2)."""

import base64
import hashlib

from aiohttp import HttpVersion11, hdrs, web

VERSION = "13"
OFFER = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": VERSION}
"""Headers of the response to a request that should have been a handshake."""
_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def accept(request: web.Request) -> web.StreamResponse:
    """The response that accepts a WebSocket."""
    if request.method != hdrs.METH_GET:
        raise web.HTTPMethodNotAllowed(request.method, [hdrs.METH_GET])
    if not asks_for_websocket(request):
        raise web.HTTPUpgradeRequired
    keys = request.headers.getall("Sec-WebSocket-Key", ())
    if len(keys) != 1 or not is_key(keys[0]) or request.body_exists:
        raise web.HTTPBadRequest
    digest = hashlib.sha1(keys[0].encode() + _SALT, usedforsecurity=False).digest()
    response = web.StreamResponse(status=101, headers={"Upgrade": "websocket", "Connection": "Upgrade"})
    response.headers["Sec-WebSocket-Accept"] = base64.b64encode(digest).decode()
    response.force_close()
    return response


def asks_for_websocket(request: web.Request) -> bool:
    """Whether a request asks for a WebSocket of our version; an older HTTP has none."""
    return (
        request.version >= HttpVersion11
        and "websocket" in tokens(request, "Upgrade")
        and "upgrade" in tokens(request, "Connection")
        and list(request.headers.getall("Sec-WebSocket-Version", ())) == [VERSION]
    )


def tokens(request: web.Request, header: str) -> list[str]:
    """The items of a header that is a list, perhaps on several lines."""
    return [item.strip().lower() for line in request.headers.getall(header, ()) for item in line.split(",")]


def is_key(key: str) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except ValueError:  # no base64, or not even ASCII
        return False
