"""The page on the HTTP part: its commands are run at a real server, and answer as the page says."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from docs.describing.__main__ import DOCS
from sixes.server.http.routes import ROUTES
from tests.event_loop import asynchronous
from tests.server.clients import visit
from tests.server.serving import running_server

PAGE = (DOCS / "api.md").read_text(encoding="utf-8")
ON_PAGE = "localhost:8066"
EACH_TIME = ("hq7kd2mfx9wb", "Otter 42", "K7WM-2QXD-9RTB-C4HF", 1767226200000, "KM4T7X", "RT8WQ3", 4242)
"""What is another in each run."""
BESIDES = {
    "GET /api/tables/{code}/socket",
    "GET /api/openapi.json",
    "GET /healthz",
    "GET /metrics",
}
"""What the server has that is not in its OpenAPI document."""


class Command(NamedTuple):
    words: str
    answer: str


def commands() -> list[Command]:
    """Every `$ curl …` on the page with what stands below it."""
    found = []
    for block in re.findall(r"```\n(\$ .+?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            words, _, answer = part.partition("\n")
            found.append(Command(words, answer.strip()))
    return found


def alike(shown: Any, given: Any, names: dict[str, str]) -> bool:
    """Two answers are the same but for what is another each time; `names` learns what stands for what."""
    if isinstance(shown, dict):
        return list(shown) == list(given) and all(alike(shown[key], given[key], names) for key in shown)
    if isinstance(shown, list):
        return len(shown) == len(given) and all(
            alike(*pair, names) for pair in zip(shown, given, strict=True)
        )
    if shown in EACH_TIME and type(shown) is type(given):
        return bool(names.setdefault(str(shown), str(given)) == str(given))
    return bool((meant(shown, names) if isinstance(shown, str) else shown) == given)


def meant(text: str, names: dict[str, str]) -> str:
    for name, meaning in names.items():
        text = text.replace(name, meaning)
    return text


def test_every_request_is_on_the_page_and_no_other() -> None:
    listed = dict(re.findall(r"^\| `([A-Z]+ /\S+)` \| (.+) \|$", PAGE, re.MULTILINE))
    assert {f"{route.method} {route.path}": route.summary for route in ROUTES}.items() <= listed.items()
    assert set(listed) - {f"{route.method} {route.path}" for route in ROUTES} == BESIDES


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
def test_the_commands_on_the_page_answer_as_it_says(tmp_path: Path) -> None:
    names: dict[str, str] = {}
    with running_server(tmp_path / "data") as server:
        there = server.url.removeprefix("http://")
        for words, shown in commands():
            command = meant(words.replace(ON_PAGE, there), names)
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
            )
            if shown.startswith("{"):
                assert alike(json.loads(shown.replace(ON_PAGE, there)), json.loads(done.stdout), names), words
            else:
                assert shown in done.stdout
                assert bool(shown) == bool(done.stdout)
    assert set(names) == set(map(str, EACH_TIME))


@asynchronous
async def test_a_server_describes_itself_as_the_document_does(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        described = (await visit(server.url, "/api/openapi.json")).body
    assert described == json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
