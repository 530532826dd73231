"""Who asks over HTTP, from where, in which language; and the one form in which a request is refused."""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from aiohttp import web

from sixes.server.addresses import Network, client_address, is_secure, is_trusted
from sixes.text import LANGUAGES, catalogue

Body = TypeVar("Body")
PATIENCE = 10.0
"""Seconds in which the body of a request has to arrive."""


class Problem(Exception):
    """A request is refused: an HTTP status and a key of the catalogue of sentences."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class Fault(msgspec.Struct):
    """What a refused request is answered with."""

    code: str
    message: str


class Origin(NamedTuple):
    """Where a request comes from; the doorman finds it out, once, and leaves it in the request."""

    address: str
    secure: bool
    language: str


ORIGIN = web.RequestKey("origin", Origin)


def origin_of(request: web.Request, trusted: Sequence[Network]) -> Origin:
    peer = request.transport.get_extra_info("peername") if request.transport else None
    here = peer[0] if peer else ""
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
    address = client_address(here, forwarded or None, trusted)
    proto = request.headers.get("X-Forwarded-Proto")
    secure = is_secure(request.scheme, proto, is_trusted(here, trusted))
    return Origin(address, secure, language_of(request.headers.get("Accept-Language", "")))


def language_of(accepted: str) -> str:
    """The first of our languages that a browser asks for."""
    for wish in accepted[:200].lower().split(","):
        language = wish.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


async def body_of(request: web.Request, form: type[Body]) -> Body:
    """The JSON of a request, in its form."""
    try:
        async with asyncio.timeout(PATIENCE):
            data = await request.read()
    except TimeoutError:
        raise Problem(408, "http.body") from None
    except web.RequestPayloadError:
        raise Problem(400, "http.body") from None
    try:
        return msgspec.json.decode(data, type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Problem(400, "http.body") from None


def answer(document: Any, status: int = 200) -> web.Response:
    body = document if isinstance(document, bytes) else msgspec.json.encode(document)
    return web.Response(
        body=body, status=status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def refusal(status: int, code: str, language: str) -> web.Response:
    return answer(Fault(code, catalogue(language)[code]), status)
