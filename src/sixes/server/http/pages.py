"""The pages of the browser client: its files as they were built, and its one page for every other address."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from sixes.server.http.requests import ORIGIN
from sixes.text import say

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
CLIENT = Path(__file__).parents[1] / "static"
"""The browser client, once it is built."""
HASHED = "assets"
"""The folder of files whose names change with their content."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What our files are; the lists of a machine may say otherwise, and then no browser runs a script."""
TEXTS = (".css", ".html", ".js")


async def page(request: web.Request) -> web.StreamResponse:
    """A file of the client, or its one page; but what an older page of ours asks for is gone."""
    path = request.match_info["path"]
    file = file_of(path)
    if file is None and path.startswith(f"{HASHED}/"):
        raise web.HTTPNotFound
    if file:
        return served(file)
    language, one_page = request[ORIGIN].language, CLIENT / "index.html"
    if not one_page.is_file():
        return web.Response(text=say("serve.client_missing", language) + "\n", status=501)
    response = served(one_page)
    for sentences in (CLIENT / HASHED).glob(f"{language}-*.js"):
        # Fetched with the script that will ask for them, not after it.
        response.headers["Link"] = f"</{HASHED}/{sentences.name}>; rel=modulepreload"
    return response


def served(file: Path) -> web.FileResponse:
    """A file, or the smaller one beside it for browsers that can read that."""
    hashed = file.is_relative_to((CLIENT / HASHED).resolve())
    kind = TYPES.get(file.suffix, "application/octet-stream")
    charset = "; charset=utf-8" if file.suffix in TEXTS else ""
    headers = (FOR_EVER if hashed else ASK_AGAIN) | {"Content-Type": kind + charset}
    return web.FileResponse(file, headers=headers)


def file_of(path: str) -> Path | None:
    """A file of the client, and none beside it, whatever the address says."""
    try:
        file = (CLIENT / path).resolve()
        return file if file.is_file() and file.is_relative_to(CLIENT.resolve()) else None
    except (OSError, ValueError):  # no file can have such a name
        return None
