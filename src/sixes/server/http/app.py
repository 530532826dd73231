"""The web application: routes, what every answer has in common, and what to say when something is wrong."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from aiohttp import HttpVersion11, web

from sixes.play.match import Refused
from sixes.server.addresses import Network, same_origin
from sixes.server.http.api import ROUTES, Api, Route, status_of
from sixes.server.http.headers import SECURITY
from sixes.server.http.openapi import document
from sixes.server.http.pages import Handler, page
from sixes.server.http.requests import ORIGIN, Problem, answer, origin_of, refusal
from sixes.server.limits import Limits
from sixes.server.logs import log
from sixes.server.metrics import CONTENT_TYPE, Metrics
from sixes.server.sockets.handler import SocketHandler
from sixes.server.sockets.handshake import BadHandshake
from sixes.server.storage.store import Unavailable
from sixes.server.tables.registry import TableRegistry

LONGEST_BODY = 16 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")


def application(
    house: TableRegistry, metrics: Metrics, trusted: Sequence[Network], host: str, secure: bool
) -> web.Application:
    """`host` is where it listens, `secure` whether with TLS of its own."""
    limits = Limits()
    app = web.Application(client_max_size=LONGEST_BODY, middlewares=[Doorman(house, limits, trusted).let_in])
    app.on_response_prepare.append(add_headers)
    api, sockets = Api(house, limits, host, secure), SocketHandler(house, limits)
    add = partial(app.router.add_route, expect_handler=go_ahead)
    for route in ROUTES:
        add(route.method, route.path, bound(api, route))

    async def play(request: web.Request) -> web.StreamResponse:
        # A node that is cut off would wait for its database; a proxy in front may know another one.
        if not house.ownership.is_ready:
            raise Unavailable
        caller = await api.identified(request, request[ORIGIN])
        try:
            return await sockets.serve(request, caller.player, caller.origin.address)
        except BadHandshake:
            raise Problem(400, "http.body") from None

    async def describe(_: web.Request) -> web.Response:
        return answer(document(ROUTES))

    async def health(_: web.Request) -> web.Response:
        well = house.ownership.is_ready
        return answer({"status": "ok" if well else "waiting"}, 200 if well else 503)

    async def measure(_: web.Request) -> web.Response:
        return web.Response(text=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    places = {
        "/api/tables/{code}/socket": play,
        "/api/openapi.json": describe,
        "/healthz": health,
        "/metrics": measure,
        "/{path:(?!api/)(?s:.*)}": page,
    }
    for path, handler in places.items():
        add("GET", path, handler)
        add("HEAD", path, handler)
    add("*", "/{path:(?s:.*)}", nowhere)
    return app


async def go_ahead(request: web.Request) -> None:
    """Whoever asks before they send a body may send it; other expectations are not met, nor worth a word.

    aiohttp itself fails, and logs it, where they have hung up by then or expect what is no text.
    """
    if request.version >= HttpVersion11 and request.headers["Expect"].lower() == "100-continue":
        with suppress(ConnectionResetError):
            await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            request.writer.output_size = 0  # the answer itself has not begun


async def nowhere(request: web.Request) -> web.StreamResponse:
    """There is no such place, or not for that; aiohttp's own answer does without our `go_ahead`."""
    found = [await resource.resolve(request) for resource in request.app.router.resources()]
    methods = {method for _, allowed in found for method in allowed} - {"*"}
    raise web.HTTPMethodNotAllowed(request.method, methods) if methods else web.HTTPNotFound


def bound(api: Api, route: Route) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        origin = request[ORIGIN]
        caller = await api.identified(request, origin) if route.identified else origin
        return await route.handler(api, request, caller)

    return handler


class Doorman:
    """Lets requests in, or says in one sentence why not. Nobody ever sees a traceback."""

    def __init__(self, house: TableRegistry, limits: Limits, trusted: Sequence[Network]) -> None:
        self._house = house
        self._trusted = trusted
        self._limits = limits.requests

    @web.middleware
    async def let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request[ORIGIN] = origin_of(request, self._trusted)
        try:
            if not self._limits.take(origin.address, self._house.seconds()):
                raise Problem(429, "http.slow_down")
            # A page elsewhere must neither change anything nor open a socket with a visitor's cookie.
            upgrade = "Upgrade" in request.headers
            own = same_origin(request.headers.get("Origin"), request.host, origin.secure)
            if (request.method not in SAFE or upgrade) and not own:
                raise Problem(403, "wire.origin")
            return await handler(request)
        except Problem as problem:
            return refusal(problem.status, problem.code, origin.language)
        except Refused as refused:
            return refusal(status_of(refused), refused.code, origin.language)
        except Unavailable:
            response = refusal(503, "table.unavailable", origin.language)
            response.force_close()  # who comes again may get to another node
            return response
        except web.HTTPException as error:
            response = refusal(error.status, CODES.get(error.status, "http.body"), origin.language)
            if isinstance(error, web.HTTPMethodNotAllowed):
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return response
        except ConnectionResetError:  # whoever asked has hung up: nobody hears an answer
            return web.Response(status=499)
        except Exception as error:  # noqa: BLE001 - the last place to hear of it
            log("request_failed", error=error, method=request.method)
            return refusal(500, "http.failed", origin.language)


CODES = {404: "http.not_found", 405: "http.method", 413: "http.body"}


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)
