"""What the server tells its operator: events with fields, as JSON lines; on a terminal, lines to read.

No secret is ever written, and no network address unless the operator asks for them.
"""

import json
import logging
import re
from datetime import UTC, datetime
from ipaddress import IPv6Address
from typing import Any, TextIO

LOGGER = logging.getLogger("sixes")

NEVER = frozenset({"authorization", "carry", "cookie", "secret", "seed"})
"""Fields that are dropped, should one ever be given."""
ADDRESS = "address"

_IPV4 = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_MAYBE_IPV6 = re.compile(r"(?<![\w:])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])")


def log(
    event: str, /, *, level: int = logging.INFO, error: BaseException | None = None, **fields: Any
) -> None:
    """Write an event; with an error, as an error with its traceback."""
    LOGGER.log(logging.ERROR if error else level, "%s", event, exc_info=error, extra={"fields": fields})


def log_to(stream: TextIO, addresses: bool = False) -> logging.Handler:
    """Write all that is logged in this process, by libraries too, to a stream, in place of an earlier one.

    Lines are for people if the stream is a terminal. `addresses` keeps network addresses.
    """
    lines: JsonLines = TextLines(addresses) if stream.isatty() else JsonLines(addresses)
    root = logging.getLogger()
    for earlier in [handler for handler in root.handlers if isinstance(handler.formatter, JsonLines)]:
        root.removeHandler(earlier)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(lines)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    # A line for every request, with its address and the code of its table, is more than an operator may know.
    logging.getLogger("aiohttp.access").disabled = True
    return handler


class JsonLines(logging.Formatter):
    """An object a line: time, level, event, and the fields of this event."""

    def __init__(self, addresses: bool = False) -> None:
        super().__init__()
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.document(record), default=str)

    def document(self, record: logging.LogRecord) -> dict[str, Any]:
        """What is told about a record."""
        time = datetime.fromtimestamp(record.created, UTC)
        head = {
            "time": time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": self._shown(record.getMessage()),
        }
        told = head | self._kept(getattr(record, "fields", {}))
        if record.name != LOGGER.name:
            told["logger"] = record.name
        if record.exc_info and record.exc_info[0]:
            told["traceback"] = self._shown(self.formatException(record.exc_info))
        return told | head

    def _kept(self, fields: dict[str, Any]) -> dict[str, Any]:
        dropped = NEVER if self._addresses else NEVER | {ADDRESS}
        return {name: value for name, value in fields.items() if name not in dropped}

    def _shown(self, text: str) -> str:
        """Libraries and exceptions write addresses into their sentences."""
        if self._addresses:
            return text
        return _MAYBE_IPV6.sub(_hide_ipv6, _IPV4.sub("(address)", text))


class TextLines(JsonLines):
    """The same to read: the time, the event, its fields; a traceback as people know it."""

    def format(self, record: logging.LogRecord) -> str:
        told = self.document(record)
        time, level, event = told.pop("time")[11:19], told.pop("level"), _harmless(told.pop("event"))
        traceback = told.pop("traceback", "").splitlines()
        words = [time, event] if level == "info" else [time, level, event]
        words += [f"{name}={_quoted(value)}" for name, value in told.items()]
        return "\n".join([" ".join(words), *map(_harmless, traceback)])


def _harmless(text: str) -> str:
    """Nothing that somebody sent may steer a terminal."""
    return text if text.isprintable() else json.dumps(text)


def _quoted(value: object) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text and text.isprintable() else _harmless(text)


def _hide_ipv6(match: re.Match[str]) -> str:
    """Times of day and slices look like addresses, too: only what is one is hidden."""
    try:
        IPv6Address(match[0])
    except ValueError:
        return match[0]
    return "(address)"
