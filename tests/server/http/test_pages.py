"""The files of the browser client: nothing beside them, each with its type, and kept as long as it may be."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.typedefs import Handler

from sixes.server.http import pages
from sixes.server.http.origins import ORIGIN, Origin
from tests.event_loop import asynchronous
from tests.server.clients import visit
from tests.server.serving import Server

ELSEWHERE = (
    "/../secret",
    "/..%2fsecret",
    "/%2e%2e/secret",
    "/assets/..%2f..%2fsecret",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/..%5csecret",
    "/%00",
    "/secret%00.js",
    "/" + "x" * 4000,
    "/link",
    "/assets",
)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as it might be built, with a secret beside it."""
    (tmp_path / "secret").write_text("secret")
    client = tmp_path / "static"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("the page")
    (client / "icon.svg").write_text("<svg/>")
    (client / "print").mkdir()
    (client / "print" / "rules.pdf").write_text("the rules")
    (client / "assets" / "app.js").write_text("the script")
    (client / "assets" / "app.js.gz").write_bytes(gzip.compress(b"the script"))
    (client / "assets" / "look.css").write_text("the look")
    (client / "link").symlink_to(tmp_path / "secret")
    monkeypatch.setattr(pages, "CLIENT", client)
    return client


@asynccontextmanager
async def site() -> AsyncIterator[str]:
    """A server of these pages alone."""

    @web.middleware
    async def from_france(request: web.Request, handler: Handler) -> web.StreamResponse:
        request[ORIGIN] = Origin("127.0.0.1", False, "fr")
        return await handler(request)

    app = web.Application(middlewares=[from_france])
    app.router.add_get("/{path:.*}", pages.serve_page)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("path", ELSEWHERE)
@asynchronous
async def test_no_address_leads_out_of_the_client(path: str) -> None:
    async with site() as url:
        answer = await visit(url, path)
    assert (answer.status, answer.text) in ((200, "the page"), (404, "404: Not Found"))


@pytest.mark.parametrize("path", ELSEWHERE)
@asynchronous
async def test_nor_out_of_the_running_server(path: str, server: Server) -> None:
    answer = await visit(server.url, path)
    assert answer.status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND, HTTPStatus.NOT_IMPLEMENTED)
    assert "root:" not in answer.text


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    ("path", "content", "kind", "kept"),
    [
        ("/", "the page", "text/html; charset=utf-8", "no-cache"),
        ("/table/BCDFGH", "the page", "text/html; charset=utf-8", "no-cache"),
        ("/learn/sixto", "the page", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "the page", "text/html; charset=utf-8", "no-cache"),
        ("/icon.svg", "<svg/>", "image/svg+xml", "no-cache"),
        ("/print", "the page", "text/html; charset=utf-8", "no-cache"),
        ("/print/rules.pdf", "the rules", "application/pdf", "no-cache"),
        (
            "/assets/app.js",
            "the script",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
        ("/assets/look.css", "the look", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
    ],
)
@asynchronous
async def test_each_file_has_its_type_and_is_kept_as_long_as_it_may_be(
    path: str, content: str, kind: str, kept: str
) -> None:
    async with site() as url:
        answer = await visit(url, path)
    assert (answer.status, answer.text) == (200, content)
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (kind, kept)


@pytest.mark.usefixtures("client")
@asynchronous
async def test_a_smaller_file_is_given_to_who_can_read_it() -> None:
    async with site() as url, aiohttp.ClientSession(auto_decompress=False) as session:
        async with session.get(f"{url}/assets/app.js", headers={"Accept-Encoding": "gzip"}) as answer:
            assert gzip.decompress(await answer.read()) == b"the script"
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        async with session.get(f"{url}/assets/app.js", headers={"Accept-Encoding": "identity"}) as answer:
            assert await answer.read() == b"the script"


@asynchronous
async def test_the_page_comes_with_word_of_the_sentences_in_the_language_of_its_reader(client: Path) -> None:
    for language in ("de", "fr"):
        (client / "assets" / f"{language}-b2C_.js").write_text("sentences")
    async with site() as url:
        assert (await visit(url, "/")).headers["Link"] == "</assets/fr-b2C_.js>; rel=modulepreload"
        assert "Link" not in (await visit(url, "/icon.svg")).headers


@asynchronous
async def test_a_link_shows_a_picture_and_in_its_readers_language_what_it_leads_to(client: Path) -> None:
    (client / "index.html").write_text("<title>Sixes</title>")
    async with site() as url:
        home, table = (await visit(url, "/")).text, (await visit(url, "/table/BCDFGH")).text
        for page in (home, table):
            assert f'<meta property="og:image" content="{url}/share.png" />' in page
        assert '<meta property="og:title" content="Sixes" />' in home
        assert '<meta property="og:title" content="Viens jouer à Sixes !" />' in table
        answer = await visit(url, "/", Host='x"><script>')
        assert "<script>" not in answer.text


@pytest.mark.usefixtures("client")
@asynchronous
async def test_what_an_older_page_asks_for_is_gone_and_not_the_page() -> None:
    async with site() as url:
        assert (await visit(url, "/assets/app-of-yesterday.js")).status == 404
        assert (await visit(url, "/print/of-yesterday.pdf")).status == 404


@asynchronous
async def test_where_no_client_is_built_a_sentence_says_how_to_get_one(client: Path) -> None:
    (client / "index.html").unlink()
    async with site() as url:
        answer = await visit(url, "/table/BCDFGH")
    assert answer.status == 501
    assert "python3 dev.py serve" in answer.text


@asynchronous
async def test_python_for_the_browser_is_kept_for_good_and_its_manifest_is_not(client: Path) -> None:
    (client / "offline" / "0123").mkdir(parents=True)
    (client / "offline" / "manifest.json").write_text("{}")
    (client / "offline" / "0123" / "python.wasm").write_bytes(b"wasm")
    (client / "offline" / "0123" / "python.mjs").write_text("script")
    async with site() as url, aiohttp.ClientSession() as session:
        for name, content_type in (("python.wasm", "application/wasm"), ("python.mjs", "text/javascript")):
            async with session.get(f"{url}/offline/0123/{name}") as response:
                assert response.content_type == content_type
                assert "immutable" in response.headers["Cache-Control"]
        async with session.get(f"{url}/offline/manifest.json") as response:
            assert response.headers["Cache-Control"] == "no-cache"
        async with session.get(f"{url}/offline/4567/python.wasm") as response:
            assert response.status == HTTPStatus.NOT_FOUND


@asynchronous
async def test_only_the_worker_that_runs_python_may_compile_webassembly(server: Server) -> None:
    worker = next((pages.CLIENT / "assets").glob("worker-*.js")).name
    async with aiohttp.ClientSession() as session:
        policies = {}
        for path in ("/", f"/assets/{worker}", "/worker.js"):
            async with session.get(f"{server.url}{path}") as response:
                policies[path] = response.headers["Content-Security-Policy"]
    assert "script-src 'self' blob: 'wasm-unsafe-eval'" in policies.pop(f"/assets/{worker}")
    assert all("unsafe" not in policy and "blob:" not in policy for policy in policies.values())
