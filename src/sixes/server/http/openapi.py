"""The HTTP part as an OpenAPI document, made from the routes themselves."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from sixes import __version__
from sixes.server.http.api import Route
from sixes.server.http.headers import COOKIE
from sixes.server.http.requests import Fault

REF = "#/components/schemas/{name}"


def document(routes: Sequence[Route]) -> dict[str, Any]:
    types = [form for route in routes for form in (route.body, route.gives) if form is not None] + [Fault]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
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
    told: dict[str, Any] = {"summary": route.does, "operationId": route.handler.__name__}
    names = re.findall(r"{(\w+)}", route.path)
    if names:
        told["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if route.identified:
        told["security"] = [{"guest": []}]
    if route.body is not None:
        told["requestBody"] = {"required": True, "content": _json(schema_of[str(route.body)])}
    good: dict[str, Any] = {"description": HTTPStatus(route.status).phrase}
    if route.gives is not None:
        good["content"] = _json(schema_of[str(route.gives)])
    told["responses"] = {str(route.status): good} | _refusals(route, schema_of[str(Fault)])
    return told


def _refusals(route: Route, fault: dict[str, Any]) -> dict[str, Any]:
    """What may go wrong, by status; any request can also find the server short of time or of its database."""
    refuses = [*route.refuses, (429, "http.slow_down"), (503, "table.unavailable")]
    refuses += [(401, "identity.none")] if route.identified else []
    refuses += [(400, "http.body")] if route.body is not None else []
    codes: dict[int, list[str]] = {}
    for status, code in refuses:
        codes.setdefault(status, [])
        if code not in codes[status]:
            codes[status].append(code)
    return {
        str(status): {"description": ", ".join(codes[status]), "content": _json(fault)}
        for status in sorted(codes)
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
