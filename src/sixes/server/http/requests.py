"""Read the JSON of requests, and make responses: a document, or the fault of a refused request."""

import asyncio
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from sixes.play.documents import Fault
from sixes.text import catalogue

Body = TypeVar("Body")
LONGEST_BODY = 16 * 1024
"""Bytes."""
GAMES_PATH, LONGEST_GAMES = "/api/me/games", 64 * 1024
"""Where games of another server are sent: a long game of Sixem has up to 20 KB."""
BODY_TIMEOUT = 10.0
"""Seconds in which the body of a request has to arrive."""


class Problem(Exception):
    """A request is refused: an HTTP status and a key of the catalogue of sentences."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


def longest_body(path: str) -> int:
    """Bytes of a request's body."""
    return LONGEST_GAMES if path == GAMES_PATH else LONGEST_BODY


async def read_body(request: web.Request, kind: type[Body]) -> Body:
    if request.transport is None:  # the client is gone: aiohttp would raise a RuntimeError
        raise ConnectionResetError
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            data = await request.read()
    except TimeoutError:
        raise Problem(408, "http.body") from None
    except web.RequestPayloadError:
        raise Problem(400, "http.body") from None
    if len(data) > longest_body(request.path):  # unpacked
        raise Problem(413, "http.body")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Problem(400, "http.body") from None


def json_response(document: Any, status: int = 200) -> web.Response:
    body = document if isinstance(document, bytes) else msgspec.json.encode(document)
    return web.Response(
        body=body, status=status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def fault_response(status: int, code: str, language: str) -> web.Response:
    return json_response(Fault(code, catalogue(language)[code]), status)
