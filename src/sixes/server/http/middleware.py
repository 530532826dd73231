"""What happens around every request: rate limit, protection from foreign pages, and errors as responses."""

from asyncio import sleep
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import cast

from aiohttp import web
from aiohttp.typedefs import Handler

from sixes.play.match import Refused
from sixes.server.addresses import Network
from sixes.server.http.connections import CountedConnection
from sixes.server.http.headers import HSTS, POLICY, SECURITY
from sixes.server.http.identity import PlayersAtTables
from sixes.server.http.origins import ORIGIN, Origin, is_host, names_this_machine, read_origin, same_origin
from sixes.server.http.requests import Problem, fault_response, longest_body
from sixes.server.limits import Limits
from sixes.server.logs import log
from sixes.server.quotas import TooManyOpen
from sixes.server.sockets import handshake
from sixes.server.storage.store import Unavailable

PIPELINE_PAUSE = 0.01
"""Seconds before a request is handled if the next one is there already: no browser sends them so, and a
thousand at once would keep everybody waiting."""
REFUSAL_PAUSE = 1.0
"""Seconds before an address with too many requests is told so: to refuse costs as much as to answer, and
while a connection waits, nothing that it sends is read."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CODES = {404: "http.not_found", 405: "http.method"}
REFUSED_STATUS = {"table.unknown": 404, "table.too_many_guesses": 429, "http.too_many_open": 429}
"""Statuses of refusals; those of all others are 400."""


class RequestMiddleware:
    """Checks requests before their handlers, and turns exceptions into responses of one sentence."""

    def __init__(
        self,
        limits: Limits,
        seconds: Callable[[], float],
        trusted: Sequence[Network],
        at_tables: PlayersAtTables,
    ) -> None:
        self._limits = limits
        self._seconds = seconds
        self._trusted = trusted
        self._at_tables = at_tables

    @web.middleware
    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request[ORIGIN] = read_origin(request, self._trusted)
        connection, refused = cast("CountedConnection", request.protocol), refused_body(request)
        if refused:
            connection.discard_rest()  # first of all: whatever the answer is, the body costs nothing
        try:
            if not self._is_within_limits(request, origin.address):
                await sleep(REFUSAL_PAUSE)
                raise Problem(429, "http.slow_down")
            if not is_host(request.host):
                raise Problem(400, "http.body")
            if refused:
                raise Problem(refused, "http.body")
            if connection.is_pipelined:
                await sleep(PIPELINE_PAUSE)
            check_page(request, origin)
            return await handler(request)
        except ConnectionResetError:  # the client is gone: nobody reads the response
            return web.Response(status=499)
        except Exception as error:  # noqa: BLE001 - no client ever gets a traceback
            response = error_response(error, request.method, origin.language)
            if refused:
                response.force_close()
            return response

    def _is_within_limits(self, request: web.Request, address: str) -> bool:
        return self._limits.requests.take(address, self._seconds()) or self._take_as_player(request, address)

    def _take_as_player(self, request: web.Request, address: str) -> bool:
        """Charge a player at some table: a flood from the same address must not keep them from it."""
        player, now = self._at_tables.find(request), self._seconds()
        return (
            player != ""
            and self._limits.requests_by_player.take(player, now)
            and self._limits.requests_of_players.take(address, now)
        )


def refused_body(request: web.Request) -> HTTPStatus | None:
    """Why a body is refused unread. No client of ours sends chunks, of which each could cost a request."""
    if "Transfer-Encoding" in request.headers:
        return HTTPStatus.LENGTH_REQUIRED
    too_long = (request.content_length or 0) > longest_body(request.path)
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_long else None


def check_page(request: web.Request, origin: Origin) -> None:
    """A foreign page must neither change anything nor open a socket with a visitor's cookie."""
    origins = request.headers.getall("Origin", ())
    page = ",".join(origins) if origins else None  # of several, none is ours
    if (request.method not in SAFE_METHODS or "Upgrade" in request.headers) and not same_origin(
        page, request.host, origin.secure
    ):
        raise Problem(403, "wire.origin")


def error_response(error: Exception, method: str, language: str) -> web.Response:
    match error:
        case Problem():
            return fault_response(error.status, error.code, language)
        case Refused():
            response = fault_response(REFUSED_STATUS.get(error.code, 400), error.code, language)
            if isinstance(error, TooManyOpen):
                response.force_close()  # its connection is open, too
            return response
        case Unavailable():
            response = fault_response(503, "table.unavailable", language)
            response.force_close()  # the next connection may reach another node
            return response
        case web.HTTPException():
            response = fault_response(error.status, CODES.get(error.status, "http.body"), language)
            if isinstance(error, web.HTTPMethodNotAllowed):
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            elif isinstance(error, web.HTTPUpgradeRequired):
                response.headers.update(handshake.OFFER)
            return response
    log("request_failed", error=error, method=method)
    return fault_response(500, "http.failed", language)


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    own = response.headers.get(POLICY)
    response.headers.update(SECURITY)
    if own:  # of a worker, which may do other things than a page
        response.headers[POLICY] = own
    # Not at localhost: it would hold for everything else that runs there, on any port.
    if request[ORIGIN].secure and not names_this_machine(request.host):
        response.headers.add(*HSTS)
