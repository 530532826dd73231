"""The files of the browser client as they were built, and its one page for every other path."""

import html
from pathlib import Path

from aiohttp import web

from sixes.server.http.headers import POLICY, WORKER_POLICY
from sixes.server.http.origins import ORIGIN
from sixes.text import say

CLIENT = Path(__file__).parents[1] / "static"
HASHED = "assets"
"""The folder of files whose names contain a hash of their content."""
RUNTIME = "offline"
"""The folder of Python for the browser; its files are in a folder named by a hash of their content."""
WORKER = "worker-"
"""How the name of the script begins that runs Python in the browser."""
PRINTS = "print"
"""The folder of PDFs to print; `/print` itself is a page of the client."""
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATE = {"Cache-Control": "no-cache"}
CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Our own list: with a wrong type from the system's list, browsers would run no script."""
UTF8 = (".css", ".html", ".js", ".txt")


async def serve_page(request: web.Request) -> web.StreamResponse:
    """A file of the client, or else its one page; but 404 for a hashed file of another build, or a PDF."""
    path = request.match_info["path"]
    file = find_file(path)
    if file is None and path.startswith((f"{HASHED}/", f"{PRINTS}/", f"{RUNTIME}/")):
        raise web.HTTPNotFound
    if file:
        return file_response(file)
    language, index = request[ORIGIN].language, CLIENT / "index.html"
    if not index.is_file():
        return web.Response(text=say("serve.client_missing", language) + "\n", status=501)
    response = page_response(index, path, request)
    for sentences in (CLIENT / HASHED).glob(f"{language}-*.js"):
        # Preload the sentences of this language, which the script would request only after it has loaded.
        response.headers["Link"] = f"</{HASHED}/{sentences.name}>; rel=modulepreload"
    return response


def page_response(index: Path, path: str, request: web.Request) -> web.Response:
    """The one page, with what other programs show of a link to it; a table's link names nobody."""
    origin = request[ORIGIN]
    scheme, invited = "https" if origin.secure else "http", path.startswith("table/")
    preview = {
        "og:site_name": "Sixes",
        "og:type": "website",
        "og:title": say("serve.invited", origin.language) if invited else "Sixes",
        "og:description": say("serve.tagline", origin.language),
        "og:image": f"{scheme}://{request.host}/share.png",  # must be absolute
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    tags = "".join(
        f'<meta property="{name}" content="{html.escape(text)}" />' for name, text in preview.items()
    )
    text = index.read_text("utf-8").replace("</title>", f"</title>{tags}", 1)
    return web.Response(text=text, content_type="text/html", charset="utf-8", headers=REVALIDATE)


def file_response(file: Path) -> web.FileResponse:
    """A file, or the compressed one beside it where the browser accepts that."""
    hashed = is_hashed(file.relative_to(CLIENT.resolve()))
    content_type = CONTENT_TYPES.get(file.suffix, "application/octet-stream")
    charset = "; charset=utf-8" if file.suffix in UTF8 else ""
    headers = (IMMUTABLE if hashed else REVALIDATE) | {"Content-Type": content_type + charset}
    if file.name.startswith(WORKER) and file.parent.name == HASHED:
        headers[POLICY] = WORKER_POLICY
    return web.FileResponse(file, headers=headers)


def is_hashed(path: Path) -> bool:
    """Whether a file of this name never changes."""
    return path.parts[0] == HASHED or (path.parts[0] == RUNTIME and len(path.parts) > 2)


def find_file(path: str) -> Path | None:
    """A file of the client; None for any path that leads out of its folder."""
    try:
        file = (CLIENT / path).resolve()
        return file if file.is_file() and file.is_relative_to(CLIENT.resolve()) else None
    except (OSError, ValueError):  # not a possible file name
        return None
