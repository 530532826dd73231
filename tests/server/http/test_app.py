"""Requests to a running server: what operators and programs ask, and what is wrong."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from sixes.client import Client
from sixes.play.options import Options
from sixes.server.addresses import urls_to_open
from sixes.server.http.headers import SECURITY
from sixes.server.http.routes import ROUTES
from sixes.server.metrics import CONTENT_TYPE
from sixes.server.storage.sqlite import NAME
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import seated, visit, wire
from tests.server.serving import Server, running_server

SIXTO = Options("sixto", seats=2)


# For operators ------------------------------------------------------------------------------------------


@asynchronous
async def test_health(server: Server) -> None:
    assert (await visit(server.url, "/healthz")).body == {"status": "ok"}


@asynchronous
async def test_a_server_that_cannot_store_is_not_well_until_it_can(tmp_path: Path) -> None:
    file, away = tmp_path / NAME, tmp_path / "away"
    with running_server(tmp_path) as server:
        secret = (await visit(server.url, "/api/me")).secret
        file.rename(away)
        assert (await visit(server.url, "/api/me", "GET")).status == 503
        for _ in range(2):
            sick = await visit(server.url, "/healthz")
            assert (sick.status, sick.body) == (503, {"status": "not_storing"})
        away.rename(file)
        # Nobody needs to play for it to be found well again.
        well = await visit(server.url, "/healthz")
        assert (well.status, well.body) == (200, {"status": "ok"})
        assert (await visit(server.url, "/api/me", secret=secret)).status == 200


def samples(text: str) -> dict[str, float]:
    """The numbers of a page for Prometheus; every line is a comment or one of them."""
    found = {}
    for line in text.splitlines():
        if not re.fullmatch(r"# (HELP|TYPE) [a-z_]+ .+", line):
            name, value = re.fullmatch(r"([a-z_]+(?:\{.*\})?) (\S+)", line).groups()  # type: ignore[union-attr]
            found[name] = float(value)
    return found


@asynchronous
async def test_metrics_tell_what_goes_on(server: Server) -> None:
    before = samples((await visit(server.url, "/metrics")).text)
    async with (
        seated(server.url, 1, SIXTO) as ((ada,), (table,)),
        wire(ada, server.url, table.table.code) as hers,
    ):
        assert (await hers.ask("start", "s-1"))["t"] == "started"
        assert (await hers.ask("start", "s-2"))["t"] == "refused"
        page = await visit(server.url, "/metrics")
    assert page.headers["Content-Type"] == CONTENT_TYPE
    after = samples(page.text)
    grown = {name: after[name] - before[name] for name in after}
    assert grown["sixes_messages_total"] == 3
    assert grown["sixes_refused_total"] == 1
    assert grown["sixes_events_total"] == 2
    assert after["sixes_sockets"] >= 2
    assert after["sixes_tables"] >= 1


# For programs -------------------------------------------------------------------------------------------


def references(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(document.get("$ref"), str):
            yield document["$ref"]
        for value in document.values():
            yield from references(value)
    elif isinstance(document, list):
        for value in document:
            yield from references(value)


@asynchronous
async def test_the_description_has_every_route_and_nothing_that_is_missing(server: Server) -> None:
    document = (await visit(server.url, "/api/openapi.json")).body
    assert document["openapi"].startswith("3.1")
    described = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert described == {(route.method, route.path) for route in ROUTES}
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    assert operations
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        assert operation["summary"]
        assert {int(status) for status in operation["responses"]} <= set(map(int, HTTPStatus))
    schemas = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(references(document)) == schemas
    for path, item in document["paths"].items():
        for operation in item.values():
            named = [parameter["name"] for parameter in operation.get("parameters", ())]
            assert named == re.findall(r"{(\w+)}", path)


@asynchronous
async def test_every_route_answers_as_it_is_described(server: Server) -> None:
    document = (await visit(server.url, "/api/openapi.json")).body
    assert document["paths"]
    async with Client(server.url) as ada:
        code = await ada.make_table(SIXTO)
        bodies = {
            "rename": {"name": "Ada"},
            "make_table": {"options": {"game": "sixem"}},
            "carry": {"code": "x"},
            "import_games": {"games": []},
            "begin_daily": {"practice": False},
        }
        named = {
            "device": "x",
            "position": "1-AA",
            "decision": 0,
            "kind": "day",
            "level": "expert",
            "player": "x",
        }
        today = (await ada.request("GET", "/api/daily"))["day"]
        described = [(path, *one) for path, item in document["paths"].items() for one in item.items()]
        last = ("/api/me", "delete")  # nobody is left then
        for path, method, operation in sorted(described, key=lambda one: one[:2] == last):
            body = bodies.get(operation["operationId"])
            data = json.dumps(body).encode() if body else None
            address = path.format(code=code, day=today, **named)
            answer = await visit(server.url, address, method.upper(), ada.cookie, data)
            response = operation["responses"][str(answer.status)]
            if answer.status == 204:
                assert "content" not in response
                continue
            schema = response["content"]["application/json"]["schema"]
            check(json.loads(answer.text), schema, document)


def check(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> None:
    """The part of JSON Schema that our description uses for answers."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        assert any(fits(value, one, document) for one in schema["anyOf"]), (value, schema)
        return
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": float,
        "boolean": bool,
        "null": type(None),
    }
    if "type" in schema:
        assert isinstance(value, kinds[schema["type"]]), (value, schema)
    if "enum" in schema:
        assert value in schema["enum"]
    if isinstance(value, dict):
        assert set(schema.get("required", ())) <= set(value)
        for key, inner in value.items():
            if key in schema.get("properties", {}):
                check(inner, schema["properties"][key], document)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for inner in value:
            check(inner, schema["items"], document)


def fits(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> bool:
    try:
        check(value, schema, document)
    except AssertionError:
        return False
    return True


# What is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "data", "refusal"),
    [
        ("GET", "/api/nothing", None, (404, "http.not_found")),
        ("POST", "/api/nothing", b"{}", (404, "http.not_found")),
        ("GET", "/api/tables/BCDFGH/", None, (404, "http.not_found")),
        ("POST", "/api/me", b"{}", (405, "http.method")),
        ("GET", "/api/me/name", None, (405, "http.method")),
        ("DELETE", "/api/tables", None, (405, "http.method")),
        ("POST", "/", b"{}", (405, "http.method")),
        ("PATCH", "/healthz", None, (405, "http.method")),
        ("PUT", "/api/me/name", None, (400, "http.body")),
        ("PUT", "/api/me/name", b"name=Ada", (400, "http.body")),
        ("PUT", "/api/me/name", b"\xff", (400, "http.body")),
        ("PUT", "/api/me/name", b'{"name":7}', (400, "http.body")),
        ("PUT", "/api/me/name", b'{"nom":"Ada"}', (400, "http.body")),
        ("PUT", "/api/me/name", b'{"name":"Ada","id":"x"}', (400, "http.body")),
        ("PUT", "/api/me/name", b"[" * 10_000, (400, "http.body")),
        ("PUT", "/api/me/name", b'{"name":"%s"}' % (b"x" * 20_000), (413, "http.body")),
        ("POST", "/api/me/carry", b"x" * 900_000, (413, "http.body")),
        ("GET", "/api/tables/BCDFGH/socket", None, (426, "http.body")),
    ],
)
@asynchronous
async def test_a_wrong_request_gets_its_code_and_a_sentence_in_the_language_asked_for(
    method: str, path: str, data: bytes | None, refusal: tuple[int, str], server: Server
) -> None:
    secret = (await visit(server.url, "/api/me")).secret
    for language in LANGUAGES:
        answer = await visit(server.url, path, method, secret, data, Accept_Language=language)
        assert (answer.status, answer.code) == refusal
        assert answer.body["message"] == catalogue(language)[answer.code]
        assert SECURITY.items() <= dict(answer.headers).items()
        assert ("Allow" in answer.headers) == (answer.status == 405)


@asynchronous
async def test_a_small_body_that_unfolds_to_a_large_one_is_too_large(server: Server) -> None:
    answer = await visit(
        server.url, "/api/me/carry", "POST", data=gzip.compress(bytes(50_000_000)), Content_Encoding="gzip"
    )
    assert (answer.status, answer.code) == (413, "http.body")


@asynchronous
async def test_every_answer_has_the_headers_that_protect(server: Server) -> None:
    for path in (
        "/",
        "/api/me",
        "/api/nothing",
        "/healthz",
        "/metrics",
        "/api/openapi.json",
        "/api/tables/BCDFGH",
    ):
        answer = await visit(server.url, path)
        assert SECURITY.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    "request_",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (b"x" * 20_000),
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/me/carry HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        bytes(1000),
    ],
    ids=range(9),
)
@asynchronous
async def test_what_is_no_http_is_a_bad_request_and_nothing_in_the_log(
    request_: bytes, server: Server
) -> None:
    """That the log is clean is checked when the server stops."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request_)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert re.match(rb"HTTP/1\.[01] 400 ", answer)
    assert b"Traceback" not in answer


@asynchronous
async def test_where_phones_find_this_server_is_told_on_its_own_machine(tmp_path: Path) -> None:
    for host, known in (("0.0.0.0", urls_to_open("0.0.0.0", 1, False)[1:]), ("127.0.0.1", [])):
        with running_server(tmp_path / host, "--host", host) as server:
            local = f"http://127.0.0.1:{server.port}"
            addresses = (await visit(local, "/api/addresses")).body["addresses"]
            assert addresses == [address.replace(":1", f":{server.port}") for address in known]
            elsewhere = await visit(local, "/api/addresses", Host="sixes.example")
            assert elsewhere.body == {"addresses": []}


@pytest.mark.parametrize("options", [(), ("--trusted-proxy", "127.0.0.1")])
@asynchronous
async def test_who_is_elsewhere_and_says_localhost_learns_no_address(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with running_server(tmp_path, "--host", "0.0.0.0", *options) as server:
        local = f"http://127.0.0.1:{server.port}"
        forwarded = await visit(local, "/api/addresses", Host="localhost", X_Forwarded_For="203.0.113.5")
        assert forwarded.body == {"addresses": []}
        for own in urls_to_open("0.0.0.0", server.port, False)[1:]:
            from_network = await visit(own, "/api/addresses", Host="localhost")
            assert from_network.body == {"addresses": []}
