"""The HTTP part as it describes itself, tried by schemathesis: what fits, and what does not."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from sixes.server.http.routes import ROUTES, Route
from tests.server.serving import Server, running_server

# Whether what fits is taken is not asked: names and options also have rules that a schema cannot tell.
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
EXAMPLES = 60
places = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It believes us where we come from: so no limit ends the attempts."""
    with running_server(tmp_path_factory.mktemp("data"), "--trusted-proxy", "127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    document: dict[str, Any] = requests.get(f"{server.url}/api/openapi.json", timeout=10).json()
    return document


def tried(server: Server, document: dict[str, Any], route: Route, mode: GenerationMode) -> Counter[int]:
    """Requests to a route, all of them answered as described; how often with which status."""
    operation = schemathesis.openapi.from_dict(document)[route.path][route.method]
    secret = requests.get(f"{server.url}/api/me", timeout=10).cookies["sixes"]
    statuses: Counter[int] = Counter()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), database=None)
    @given(operation.as_strategy(generation_mode=mode))
    def attempt(case: Any) -> None:
        headers = {"Cookie": f"sixes={secret}", "X-Forwarded-For": f"10.0.{next(places) % 250}.1"}
        response = case.call(base_url=server.url, headers=headers)
        case.validate_response(response, checks=CHECKS)
        statuses[response.status_code] += 1
        if route.body is not None and not fits(response.request.body, route.body):
            assert response.status_code in (400, 429)

    attempt()
    return statuses


def fits(body: Any, form: Any) -> bool:
    try:
        msgspec.json.decode(body or b"", type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return True


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_whatever_fits_its_description_is_answered_as_described(
    server: Server, described: dict[str, Any], route: Route
) -> None:
    assert tried(server, described, route, GenerationMode.POSITIVE)


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.body], ids=lambda route: f"{route.method} {route.path}"
)
def test_whatever_does_not_fit_is_refused_as_described(
    server: Server, described: dict[str, Any], route: Route
) -> None:
    assert tried(server, described, route, GenerationMode.NEGATIVE)[400] > 0


def test_every_route_is_described(described: dict[str, Any]) -> None:
    routes = {(route.path, route.method.lower()) for route in ROUTES}
    assert routes == {(path, method) for path, methods in described["paths"].items() for method in methods}
