"""The OpenAPI document of the HTTP API, made from its routes."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from sixes import __version__
from sixes.play.documents import Fault
from sixes.play.games import GAMES
from sixes.server.http.headers import COOKIE
from sixes.server.http.routes import Route

REF = "#/components/schemas/{name}"


def describe_routes(routes: Sequence[Route]) -> dict[str, Any]:
    bodies = [body for route in routes for body in (route.body, route.response) if body is not None]
    types = [*bodies, Fault]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    # Types do not know which games are registered.
    components["Options"]["properties"]["game"] |= {"enum": sorted(GAMES)}
    del components["Options"]["properties"]["game"]["type"]
    schema_of = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sixes", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def _operation(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": route.summary, "operationId": route.handler.__name__}
    names = re.findall(r"{(\w+)}", route.path)
    if names:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if route.authenticated:
        operation["security"] = [{"guest": []}]
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(schema_of[str(route.body)])}
    success: dict[str, Any] = {"description": HTTPStatus(route.status).phrase}
    if route.response is not None:
        success["content"] = _json(schema_of[str(route.response)])
    operation["responses"] = {str(route.status): success} | _errors(route, schema_of[str(Fault)])
    return operation


def _errors(route: Route, fault: dict[str, Any]) -> dict[str, Any]:
    """The errors of a route, by status; with those that every route can have."""
    errors = [*route.errors, (429, "http.slow_down"), (503, "table.unavailable")]
    errors += [(401, "identity.none")] if route.authenticated else []
    errors += [(400, "http.body")] if route.body is not None else []
    codes: dict[int, list[str]] = {}
    for status, code in errors:
        codes.setdefault(status, [])
        if code not in codes[status]:
            codes[status].append(code)
    return {
        str(status): {"description": ", ".join(codes[status]), "content": _json(fault)}
        for status in sorted(codes)
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
