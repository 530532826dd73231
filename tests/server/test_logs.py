"""What the operator reads: one line an event, no secrets, no addresses unless asked for."""

import json
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest

from sixes.server.logs import log, log_to
from sixes.server.run import is_server_error


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


Logs = Callable[..., StringIO]


@pytest.fixture
def logs() -> Iterator[Logs]:
    """Starts logging, and leaves the logging of this process as it was."""
    root, access = logging.getLogger(), logging.getLogger("aiohttp.access")
    before = root.level, list(root.handlers), access.disabled

    def start(stream: StringIO | None = None, addresses: bool = False) -> StringIO:
        stream = stream or StringIO()
        log_to(stream, addresses)
        return stream

    yield start
    root.level, root.handlers[:], access.disabled = before


def only(stream: StringIO) -> dict[str, Any]:
    (line,) = stream.getvalue().splitlines()
    document: dict[str, Any] = json.loads(line)
    return document


def fail(message: str) -> Exception:
    try:
        raise OSError(message)
    except OSError as problem:
        return problem


def test_an_event_is_an_object_on_a_line(logs: Logs) -> None:
    stream = logs()
    log("table created", table="BCD789", seats=2, name="Zoë\n100 %s")
    logged = only(stream)
    assert datetime.fromisoformat(logged.pop("time")).utcoffset() == timedelta(0)
    assert logged == {
        "level": "info",
        "event": "table created",
        "table": "BCD789",
        "seats": 2,
        "name": "Zoë\n100 %s",
    }


def test_a_field_cannot_pass_for_the_event(logs: Logs) -> None:
    stream = logs()
    log("odd", level=logging.WARNING, event="another", time="never")
    logged = only(stream)
    assert (logged["event"], logged["level"]) == ("odd", "warning")
    assert logged["time"] != "never"


def test_an_error_has_its_traceback_on_the_same_line(logs: Logs) -> None:
    stream = logs()
    log("commit failed", error=fail("disk full"), table="BCD789")
    logged = only(stream)
    assert (logged["level"], logged["table"]) == ("error", "BCD789")
    assert logged["traceback"].startswith("Traceback")
    assert logged["traceback"].endswith("OSError: disk full")


@pytest.mark.parametrize("addresses", [True, False])
def test_no_secret_is_ever_written(logs: Logs, addresses: bool) -> None:
    stream = logs(addresses=addresses)
    log("hello", secret="hush", cookie="hush", seed="hush", carry="hush", authorization="hush", player="p")
    assert "hush" not in stream.getvalue()
    assert only(stream)["player"] == "p"


def test_addresses_are_written_only_if_the_operator_wants_them(logs: Logs) -> None:
    stream = logs()
    log("flood", address="192.0.2.7", table="BCD789")
    assert "address" not in only(stream)
    stream = logs(addresses=True)
    log("flood", address="192.0.2.7", table="BCD789")
    assert only(stream)["address"] == "192.0.2.7"


@pytest.mark.parametrize(
    "address", ["192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7", "fd00:1:2:3:4:5:6:7", "::1"]
)
def test_libraries_do_not_write_them_either(logs: Logs, address: str) -> None:
    library = logging.getLogger("aiohttp.server")
    for addresses in (False, True):
        stream = logs(addresses=addresses)
        library.error(
            "Error handling request from %s", address, exc_info=fail(f"('{address}', 80) at 12:34:56")
        )
        logged = only(stream)
        assert logged["logger"] == "aiohttp.server"
        assert (address in stream.getvalue()) is addresses
        assert "12:34:56" in logged["traceback"]


def test_requests_are_not_logged_one_by_one(logs: Logs) -> None:
    stream = logs()
    logging.getLogger("aiohttp.access").info("GET /t/BCD789")
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("error", "ours"), [(ConnectionResetError(), False), (KeyError("x"), True)])
def test_that_somebody_hung_up_is_not_our_fault(error: Exception, ours: bool) -> None:
    record = logging.LogRecord("aiohttp.server", logging.ERROR, "", 0, "", None, (type(error), error, None))
    assert is_server_error(record) is ours


def test_logging_anew_replaces_what_was(logs: Logs) -> None:
    first, second = logs(), logs()
    log("once")
    assert first.getvalue() == ""
    assert only(second)["event"] == "once"


def test_people_at_a_terminal_get_lines_to_read(logs: Logs) -> None:
    stream = logs(Terminal())
    log("serving", port=8080, name="Zoë Lou", address="192.0.2.7")
    log("commit failed", error=fail("disk full"))
    first, second, *traceback = stream.getvalue().splitlines()
    assert first[8:] == ' serving port=8080 name="Zoë Lou"'
    assert second[8:] == " error commit failed"
    assert traceback[0].startswith("Traceback")
    assert traceback[-1] == "OSError: disk full"


def test_nothing_that_somebody_sent_steers_a_terminal(logs: Logs) -> None:
    stream = logs(Terminal())
    log("odd\x1b[2J", name="\x1b[2J\u202e", error=fail("\x1b[2J"))
    assert stream.getvalue().replace("\n", "").isprintable()
