"""The web application: routes, what every answer has in common, and what to say when something is wrong."""

from collections.abc import Sequence

from aiohttp import web

from sixes.play.match import Refused
from sixes.server.addresses import Network, same_origin
from sixes.server.api import ROUTES, Api, Limits, Route, status_of
from sixes.server.headers import SECURITY
from sixes.server.house import House
from sixes.server.logs import log
from sixes.server.metrics import CONTENT_TYPE, Metrics
from sixes.server.openapi import document
from sixes.server.pages import Handler, page
from sixes.server.requests import ORIGIN, Problem, answer, origin_of, refusal
from sixes.server.sockets import Sockets
from sixes.server.store import Unavailable

LONGEST_BODY = 16 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")


def application(
    house: House, metrics: Metrics, trusted: Sequence[Network], host: str, secure: bool
) -> web.Application:
    """`host` is where it listens, `secure` whether with TLS of its own."""
    limits = Limits()
    app = web.Application(client_max_size=LONGEST_BODY, middlewares=[Doorman(house, limits, trusted).let_in])
    app.on_response_prepare.append(add_headers)
    api, sockets = Api(house, limits, host, secure), Sockets(house, limits)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, bound(api, route))

    async def play(request: web.Request) -> web.StreamResponse:
        return await sockets.play(request, await api.identified(request, request[ORIGIN]))

    async def describe(_: web.Request) -> web.Response:
        return answer(document(ROUTES))

    async def health(_: web.Request) -> web.Response:
        well = house.owners.is_well
        return answer({"status": "ok" if well else "waiting"}, 200 if well else 503)

    async def measure(_: web.Request) -> web.Response:
        return web.Response(text=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    app.router.add_get("/api/tables/{code}/socket", play)
    app.router.add_get("/api/openapi.json", describe)
    app.router.add_get("/healthz", health)
    app.router.add_get("/metrics", measure)
    app.router.add_get("/{path:(?!api/).*}", page)
    return app


def bound(api: Api, route: Route) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        origin = request[ORIGIN]
        caller = await api.identified(request, origin) if route.identified else origin
        return await route.handler(api, request, caller)

    return handler


class Doorman:
    """Lets requests in, or says in one sentence why not. Nobody ever sees a traceback."""

    def __init__(self, house: House, limits: Limits, trusted: Sequence[Network]) -> None:
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
            return refusal(503, "table.unavailable", origin.language)
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
