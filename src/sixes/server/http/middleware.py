"""What happens around every request: rate limit, protection from foreign pages, and errors as responses."""

from collections.abc import Callable, Sequence

from aiohttp import web
from aiohttp.typedefs import Handler

from sixes.play.match import Refused
from sixes.server.addresses import Network
from sixes.server.http.headers import SECURITY
from sixes.server.http.origins import ORIGIN, Origin, read_origin, same_origin
from sixes.server.http.requests import Problem, fault_response
from sixes.server.limits import Buckets
from sixes.server.logs import log
from sixes.server.storage.store import Unavailable

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CODES = {404: "http.not_found", 405: "http.method", 413: "http.body"}


class RequestMiddleware:
    """Checks requests before their handlers, and turns exceptions into responses of one sentence."""

    def __init__(self, limit: Buckets, seconds: Callable[[], float], trusted: Sequence[Network]) -> None:
        self._limit = limit
        self._seconds = seconds
        self._trusted = trusted

    @web.middleware
    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request[ORIGIN] = read_origin(request, self._trusted)
        try:
            self._check(request, origin)
            return await handler(request)
        except ConnectionResetError:  # the client is gone: nobody reads the response
            return web.Response(status=499)
        except Exception as error:  # noqa: BLE001 - no client ever gets a traceback
            return error_response(error, request.method, origin.language)

    def _check(self, request: web.Request, origin: Origin) -> None:
        if not self._limit.take(origin.address, self._seconds()):
            raise Problem(429, "http.slow_down")
        # A foreign page must neither change anything nor open a socket with a visitor's cookie.
        if (request.method not in SAFE_METHODS or "Upgrade" in request.headers) and not same_origin(
            request.headers.get("Origin"), request.host, origin.secure
        ):
            raise Problem(403, "wire.origin")


def error_response(error: Exception, method: str, language: str) -> web.Response:
    match error:
        case Problem():
            return fault_response(error.status, error.code, language)
        case Refused():
            return fault_response(404 if error.code == "table.unknown" else 400, error.code, language)
        case Unavailable():
            response = fault_response(503, "table.unavailable", language)
            response.force_close()  # the next connection may reach another node
            return response
        case web.HTTPException():
            response = fault_response(error.status, CODES.get(error.status, "http.body"), language)
            if isinstance(error, web.HTTPMethodNotAllowed):
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return response
    log("request_failed", error=error, method=method)
    return fault_response(500, "http.failed", language)


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)
