"""The web application: the API's routes, the socket, the operator's endpoints, and the client's pages."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from aiohttp import HttpVersion11, web
from aiohttp.typedefs import Handler

from sixes.server.addresses import Network
from sixes.server.http.api import Api
from sixes.server.http.connections import QUOTAS
from sixes.server.http.middleware import RequestMiddleware, add_headers
from sixes.server.http.openapi import describe_routes
from sixes.server.http.origins import ORIGIN, is_trusted
from sixes.server.http.pages import serve_page
from sixes.server.http.requests import LONGEST_GAMES, json_response
from sixes.server.http.routes import ROUTES, Route
from sixes.server.limits import Limits
from sixes.server.metrics import CONTENT_TYPE, Metrics
from sixes.server.quotas import ConnectionQuotas
from sixes.server.sockets.handler import SocketHandler
from sixes.server.storage.store import Unavailable
from sixes.server.tables.erasure import resume_erasures
from sixes.server.tables.registry import TableRegistry


def make_app(
    registry: TableRegistry, metrics: Metrics, trusted: Sequence[Network], host: str, secure: bool
) -> web.Application:
    """`host` is the address to listen on; `secure` is True if the server itself speaks TLS."""
    limits = Limits()
    quotas = ConnectionQuotas(metrics, registry.seconds, partial(is_trusted, trusted=trusted))
    api, sockets = Api(registry, limits, host, secure), SocketHandler(registry, limits, quotas)
    middleware = RequestMiddleware(limits, registry.seconds, trusted, api.identities.at_tables)
    app = web.Application(client_max_size=LONGEST_GAMES, middlewares=[middleware.handle])
    app.on_response_prepare.append(add_headers)
    app.on_startup.append(partial(close_revoked_sockets, registry, sockets))
    app.on_startup.append(partial(resume_deleting, registry))
    app.on_shutdown.append(partial(wait_for_sockets, sockets))
    app.on_cleanup.append(partial(end_coach, api))
    app[QUOTAS] = quotas
    add = partial(app.router.add_route, expect_handler=send_continue)
    for route in ROUTES:
        add(route.method, route.path, bind(api, route))
    for path, handler in other_handlers(registry, metrics, api, sockets).items():
        add("GET", path, handler)
        add("HEAD", path, handler)
    add("*", "/{path:(?s:.*)}", refuse_unknown)
    return app


def other_handlers(
    registry: TableRegistry, metrics: Metrics, api: Api, sockets: SocketHandler
) -> dict[str, Handler]:
    """What is not part of the described API, by path."""

    async def socket(request: web.Request) -> web.StreamResponse:
        # A node that is cut off would wait for its database; a proxy in front may know another one.
        if not registry.ownership.is_ready:
            raise Unavailable
        caller = await api.identities.authenticate(request, request[ORIGIN])
        return await sockets.serve(request, caller.player, caller.origin.address)

    async def openapi(_: web.Request) -> web.Response:
        return json_response(describe_routes(ROUTES))

    async def health(_: web.Request) -> web.Response:
        status = await health_status(registry)
        return json_response({"status": status}, 200 if status == "ok" else 503)

    async def show_metrics(_: web.Request) -> web.Response:
        return web.Response(text=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    return {
        "/api/tables/{code}/socket": socket,
        "/api/openapi.json": openapi,
        "/healthz": health,
        "/metrics": show_metrics,
        "/{path:(?!api/)(?s:.*)}": serve_page,
    }


async def close_revoked_sockets(registry: TableRegistry, sockets: SocketHandler, _: web.Application) -> None:
    """From the start of the server to its end, close the sockets of devices that are revoked."""
    registry.runtime.spawn(sockets.devices.run())


async def resume_deleting(registry: TableRegistry, _: web.Application) -> None:
    """From the start of the server to its end, go on with deletions that another one left behind."""
    registry.runtime.spawn(resume_erasures(registry))


async def wait_for_sockets(sockets: SocketHandler, _: web.Application) -> None:
    """When the server stops, let clients read that it restarts."""
    await sockets.wait_closed()


async def end_coach(api: Api, _: web.Application) -> None:
    await api.coach.close()


async def health_status(registry: TableRegistry) -> str:
    """What a load balancer should know: whether this server can own tables and store what happens there."""
    if not registry.ownership.is_ready:
        return "waiting"
    return "ok" if await registry.store.can_store() else "not_storing"


async def send_continue(request: web.Request) -> None:
    """Handle `Expect: 100-continue`; other expectations are ignored.

    aiohttp's own handler logs an error where the client is gone by then, or the header is not text.
    """
    if request.version >= HttpVersion11 and request.headers["Expect"].lower() == "100-continue":
        with suppress(ConnectionResetError):
            await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            request.writer.output_size = 0  # the response itself has not begun


async def refuse_unknown(request: web.Request) -> web.StreamResponse:
    """Respond with 404 or 405, as aiohttp would, but with our `send_continue`."""
    resolved = [await resource.resolve(request) for resource in request.app.router.resources()]
    methods = {method for _, allowed in resolved for method in allowed} - {"*"}
    raise web.HTTPMethodNotAllowed(request.method, methods) if methods else web.HTTPNotFound


def bind(api: Api, route: Route) -> Handler:
    """The handler of a route as aiohttp calls it."""

    async def handler(request: web.Request) -> web.StreamResponse:
        origin = request[ORIGIN]
        caller = await api.identities.authenticate(request, origin) if route.authenticated else origin
        return await route.handler(api, request, caller)

    return handler
