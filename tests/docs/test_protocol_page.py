"""The page on the protocol: made from the message types, and each example is what a table really says."""

import asyncio
import json
import re
import typing
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from aiohttp import WSMsgType

from docs.describing.__main__ import main, pages, stale
from docs.describing.forms import SOURCE, Form
from docs.describing.page import EVERY, PARTS, outcome
from docs.describing.stories import keys, others, stories
from sixes.client import Client
from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.options import Options
from sixes.server.close_codes import NOT_NOW
from sixes.text import catalogue
from tests.event_loop import asynchronous
from tests.server.clients import play_out, seated
from tests.server.serving import Server, running_server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
COMMANDS = [SOURCE.form(kind) for kind in typing.get_args(commands.AnyCommand)]
MESSAGES = [SOURCE.form(kind) for kind in typing.get_args(events.AnyMessage)]
EVENT = SOURCE.form(events.Event)
OTHERS = [*map(SOURCE.form, PARTS), *map(SOURCE.form, EVERY.values())]


class Example(NamedTuple):
    message: bytes
    below: str
    """The line below it."""

    @property
    def document(self) -> Any:
        return json.loads(self.message)


def examples(sign: str) -> list[Example]:
    """All of one direction, their lines put together again."""
    found = re.findall(rf"```\n{sign} ([^`]+)\n```\n\n(?=(.*))", PAGE)
    return [Example(text.replace("\n  ", "").encode(), below) for text, below in found]


SENT, RECEIVED = examples("→"), examples("←")


def name(form: Form) -> str:
    return form.name


# The page -----------------------------------------------------------------------------------------------


def test_the_pages_are_as_the_source_says() -> None:
    assert stale(pages()) == [], "run python3 dev.py describe"
    assert main(["--check"]) == 0


def test_a_page_that_is_missing_or_old_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("was", encoding="utf-8")
    made = {tmp_path / "old.md": "is", tmp_path / "missing.md": ""}
    assert stale(made) == ["old.md", "missing.md"]


@pytest.mark.parametrize("form", [*COMMANDS, *MESSAGES, *OTHERS], ids=name)
def test_every_message_and_each_of_its_fields_is_explained(form: Form) -> None:
    assert form.about
    assert [field.name for field in form.fields if not field.about] == []


@pytest.mark.parametrize(
    ("forms", "shown"), [(COMMANDS, SENT), (MESSAGES, RECEIVED)], ids=["commands", "messages"]
)
def test_every_message_has_examples_that_show_all_its_fields(forms: list[Form], shown: list[Example]) -> None:
    fields: dict[str, set[str]] = {}
    for example in shown:
        fields.setdefault(example.document["t"], set()).update(example.document)
    for form in forms:
        assert f"\n#### {form.name}\n" in PAGE
        assert {field.name for field in form.fields} <= fields[form.name], form.name


def test_every_part_is_explained_under_the_name_that_links_to_it() -> None:
    headings = {heading.lower() for heading in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)}
    places = set(re.findall(r'<a id="(\w+)">', PAGE)) | {heading.replace(" ", "-") for heading in headings}
    linked = set(re.findall(r"\]\(#([\w-]+)\)", PAGE))
    assert linked
    assert linked <= places


def test_every_code_that_a_socket_can_hear_has_its_sentence() -> None:
    listed = dict(re.findall(r"^\| `(\w+\.\w+)` \| (.+) \|$", PAGE, re.MULTILINE))
    sources = [path for part in ("play", "server") for path in (ROOT / "src" / "sixes" / part).rglob("*.py")]
    codes = {
        code
        for path in sources
        for code in re.findall(r'(?:Refused|refuse|_fault)\([^")]*"([a-z]+\.\w+)"', path.read_text("utf-8"))
    }
    assert {"table.full", "wire.flood", "wire.malformed", "table.crowded"} <= codes
    assert codes <= set(listed)
    assert listed == {code: catalogue("en")[code] for code in listed}


# Examples -----------------------------------------------------------------------------------------------


def test_each_example_of_a_client_is_taken_or_refused_at_a_table_as_the_page_says() -> None:
    said = {(one.ask, outcome(one)) for table in stories() for one in table.said if one.ask}
    assert len(SENT) >= len(COMMANDS)
    for example in SENT:
        assert events.encode(codec.parse_command(example.message)) == example.message
        assert (example.message, example.below) in said


def test_each_example_of_a_server_was_said_at_a_table() -> None:
    said = {answer for table in stories() for one in table.said for answer in one.answers} | set(others())
    assert len(RECEIVED) >= len(MESSAGES)
    for example in RECEIVED:
        assert events.encode(codec.read_message(example.message)) == example.message
        # Who comes back is welcomed without the table; the server test below hears one.
        assert example.message in said or keys(example.document) == {"t", "player", "name", "v", "at", "boot"}


# A real server ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@asynccontextmanager
async def frames(client: Client, server: Server, code: str, since: int | str = 0) -> AsyncIterator[Any]:
    """A socket at a table, byte by byte."""
    address = f"{server.url}/api/tables/{code}/socket?since={since}"
    async with client.session.ws_connect(address, max_msg_size=0) as socket:
        yield socket


def check(frame: bytes) -> str:
    """A frame has the form that the page tells; its type."""
    assert events.encode(codec.read_message(frame)) == frame
    document = json.loads(frame)
    form = next(form for form in MESSAGES if form.name == document["t"])
    known = form.fields if form.name in ("welcome", "refused", "here") else form.fields + EVENT.fields
    assert set(document) <= {"t"} | {field.name for field in known}
    return form.name


@pytest.mark.parametrize(
    ("options", "last", "expected"),
    [
        (Options("sixto"), "ended", {"welcome", "here", "started", "rolled", "crossed", "done"}),
        (Options("sixem", throw_time=200), "marked", {"first", "spun", "thrown", "landed", "stopped"}),
    ],
    ids=["sixto", "sixem"],
)
@asynchronous
async def test_a_server_says_what_the_page_tells(
    server: Server, options: Options, last: str, expected: set[str]
) -> None:
    async with seated(server.url, 1, options, ["nearest"]) as (people, tables), Client(server.url) as other:
        received = set()
        async with frames(other, server, tables[0].table.code) as socket:
            await tables[0].ask(commands.Start)
            playing = asyncio.create_task(play_out(*tables))
            while last not in received:
                received.add(check((await socket.receive_str()).encode()))
            playing.cancel()
        assert expected <= received
        async with frames(people[0], server, tables[0].table.code) as socket:
            welcome = json.loads(await socket.receive_str())
        again = f"{welcome['v']}&boot={welcome['boot']}"
        async with frames(people[0], server, tables[0].table.code, since=again) as socket:
            assert "table" not in json.loads(await socket.receive_str())


@asynchronous
async def test_a_server_reads_every_example_of_a_client(server: Server) -> None:
    """Out of place, most are refused; but none as a message that it does not know."""
    async with Client(server.url) as client:
        code = await client.make_table(Options("sixto"))
        async with frames(client, server, code) as socket:
            for at, example in enumerate(SENT):
                nonce = f"here-{at}"
                await socket.send_str(json.dumps(example.document | {"n": nonce}))
                while (answer := json.loads(await socket.receive_str())).get("n") != nonce:
                    check(msgspec.json.encode(answer))
                assert not answer.get("code", "").startswith("wire.")


@asynchronous
async def test_sockets_are_closed_with_the_codes_on_the_page(tmp_path: Path) -> None:
    codes = set(map(int, re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)))
    seen = set[int | None]()
    with running_server(tmp_path) as own:
        async with Client(own.url) as client:
            code = await client.make_table(Options("sixto"))
            react = json.dumps({"t": "react", "n": "n", "reaction": "wow"})
            for kind, sent in (
                (WSMsgType.TEXT, [b"?"] * 3),
                (WSMsgType.TEXT, [react.encode()] * 500),
                (WSMsgType.TEXT, [b"x" * 5000]),
                (WSMsgType.TEXT, [b"\xff"]),
                (WSMsgType.BINARY, [b"{}"]),
                (WSMsgType.PING, [b"x" * 126]),
            ):
                async with frames(client, own, code) as socket:
                    with suppress(ConnectionError):  # the server may have closed before it has heard all
                        for message in sent:
                            await socket.send_frame(message, kind)
                    seen.add(await close_code(socket))
            while NOT_NOW not in seen:  # whoever guesses codes has to wait
                async with frames(client, own, "BCDFGH") as socket:
                    seen.add(await close_code(socket))
            async with frames(client, own, code) as socket:
                await socket.receive_str()
                own.stop()
                seen.add(await close_code(socket))
    assert seen == codes


async def close_code(socket: Any) -> int | None:
    async for _ in socket:
        pass
    code: int | None = socket.close_code
    return code
