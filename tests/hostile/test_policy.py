"""What protects a visitor's browser: headers, the cookie, and that a browser keeps to them."""

import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from sixes.client import Client
from sixes.play.options import Options
from sixes.server.http.headers import SECURITY
from tests.browser.actions import phone, until
from tests.event_loop import asynchronous
from tests.server.clients import visit
from tests.server.serving import Server

CLIENT = Path(__file__).parents[2] / "client" / "src"
CALM = re.compile(r"Content Security Policy|Content-Security-Policy|Refused to|violates|frame")
"""What a browser says when it keeps to the policy."""


@asynchronous
async def test_every_kind_of_answer_protects(server: Server) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(Options("sixto"))
        page = await visit(server.url, "/")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script
        paths = ["/", script[1], "/api/me", f"/api/tables/{code}", f"/table/{code}", "/metrics", "/healthz"]
        paths += ["/api/nothing", "/assets/nothing.js", "/api/openapi.json", f"/api/tables/{code}/record"]
        answers = [await visit(server.url, path) for path in paths]
        answers += [await visit(server.url, path, method) for path in paths for method in ("POST", "HEAD")]
        for answer in answers:
            assert SECURITY.items() <= dict(answer.headers).items()
            assert not any(name.lower().startswith("access-control") for name in answer.headers)
        async with ada.session.ws_connect(f"{server.url}/api/tables/{code}/socket") as socket:
            assert socket.get_extra_info("peername")


@asynchronous
async def test_no_other_site_may_read_an_answer(server: Server) -> None:
    for method in ("GET", "OPTIONS", "HEAD"):
        for path in ("/api/me", "/api/tables", "/"):
            answer = await visit(
                server.url, path, method, Origin="https://evil.example", Access_Control_Request_Method="PUT"
            )
            assert not any(name.lower().startswith("access-control") for name in answer.headers)


@asynchronous
async def test_what_is_somebodys_own_is_kept_by_no_cache(server: Server) -> None:
    for path in ("/api/me", "/api/tables", "/api/levels", "/api/nothing"):
        assert (await visit(server.url, path)).headers["Cache-Control"] == "no-store"


@asynchronous
async def test_the_cookie_as_it_comes(server: Server) -> None:
    given = (await visit(server.url, "/api/me")).headers["Set-Cookie"]
    morsel = SimpleCookie(given)["sixes"]
    assert morsel["httponly"]
    assert morsel["samesite"] == "Lax"
    assert (morsel["path"], morsel["domain"]) == ("/", "")
    assert len(morsel.value) >= 43, "32 bytes"
    chosen = await visit(server.url, "/api/me", secret="chosen-by-somebody-else")
    assert "chosen-by-somebody-else" not in chosen.headers["Set-Cookie"]


# In a browser -------------------------------------------------------------------------------------------

ATTACKS = {
    "a script in the page": "document.body.append(Object.assign(document.createElement('script'),"
    " {textContent: 'window.owned = true'}))",
    "a handler in the page": "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=owned=1>')",
    "a link that is a script": "location.href = 'javascript:window.owned=true'",
    "a script of another site": "document.body.append(Object.assign(document.createElement('script'),"
    " {src: 'http://evil.example/owned.js'}))",
}
KEPT = "document.addEventListener('securitypolicyviolation', () => { window.kept = true })"
"""The browser says that it kept to the policy."""


def evil(page: Page) -> None:
    """Another site, which is there for whoever asks it."""
    anybody = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
    page.route(
        "http://evil.example/**",
        lambda route: route.fulfill(body="window.owned = true", headers=anybody),
    )


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))
def test_a_browser_runs_no_script_but_ours(chromium: Browser, server: Server, attack: str) -> None:
    with phone(chromium, forgiving=f"{CALM.pattern}|404|net::") as page:
        evil(page)
        page.goto(server.url)
        page.get_by_role("button").first.wait_for()
        page.evaluate(f"() => {{ {KEPT}; {attack} }}")
        until(page, "window.kept")
        assert page.evaluate("window.owned") is None


def test_a_browser_tells_no_other_site(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving=f"{CALM.pattern}|Failed to fetch") as page:
        evil(page)
        ask = "fetch('http://evil.example/').then(() => 'told', () => 'not told')"
        page.goto("http://evil.example/")
        assert page.evaluate(ask) == "told", "it is there"
        page.goto(server.url)
        assert page.evaluate(ask) == "not told"
        assert page.evaluate("document.cookie") == ""


def test_a_browser_shows_the_page_in_no_frame(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving=CALM.pattern) as page:
        page.route("http://evil.example/", lambda route: route.fulfill(body=f"<iframe src='{server.url}'>"))
        page.goto("http://evil.example/")
        assert page.frames[1].url.startswith("chrome-error:")


def test_what_people_are_called_is_text_wherever_it_is_shown() -> None:
    """Pages are made of text and of nothing that people could have written."""
    raw = re.compile(r"@html|innerHTML|insertAdjacentHTML|outerHTML|document\.write")
    found = {file.name for file in CLIENT.rglob("*.*") if raw.search(file.read_text("utf-8", "ignore"))}
    assert found <= {"RulesPage.svelte", "RulesText.svelte"}, (
        "the rules are ours, made into a page when the client is built"
    )
