"""Structured logs: events with fields, as JSON lines, or as plain text on a terminal.

No secret is ever logged, and no network address unless the operator enables it.
"""

import json
import logging
import re
from datetime import UTC, datetime
from ipaddress import IPv6Address
from typing import Any, TextIO

LOGGER = logging.getLogger("sixes")

SECRET_FIELDS = frozenset({"authorization", "carry", "cookie", "secret", "seed"})
"""Fields that are never logged, should one ever be given."""
ADDRESS_FIELD = "address"

_IPV4 = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_MAYBE_IPV6 = re.compile(r"(?<![\w:])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])")


def log(
    event: str, /, *, level: int = logging.INFO, error: BaseException | None = None, **fields: Any
) -> None:
    """Log an event; an error is logged with its traceback, at level error."""
    LOGGER.log(logging.ERROR if error else level, "%s", event, exc_info=error, extra={"fields": fields})


def log_to(stream: TextIO, addresses: bool = False) -> logging.Handler:
    """Send all logs of this process, those of libraries too, to a stream, in place of an earlier one.

    They are plain text if the stream is a terminal. `addresses` keeps network addresses.
    """
    formatter: JsonLines = TextLines(addresses) if stream.isatty() else JsonLines(addresses)
    root = logging.getLogger()
    for earlier in [handler for handler in root.handlers if isinstance(handler.formatter, JsonLines)]:
        root.removeHandler(earlier)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    # It would log every request, with its address and the code of its table.
    logging.getLogger("aiohttp.access").disabled = True
    return handler


class JsonLines(logging.Formatter):
    """A JSON object for each record: time, level, event, and the fields of the event."""

    def __init__(self, addresses: bool = False) -> None:
        super().__init__()
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.document(record), default=str)

    def document(self, record: logging.LogRecord) -> dict[str, Any]:
        time = datetime.fromtimestamp(record.created, UTC)
        head = {
            "time": time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": self._redact(record.getMessage()),
        }
        document = head | self._loggable(getattr(record, "fields", {}))
        if record.name != LOGGER.name:
            document["logger"] = record.name
        if record.exc_info and record.exc_info[0]:
            document["traceback"] = self._redact(self.formatException(record.exc_info))
        return document | head

    def _loggable(self, fields: dict[str, Any]) -> dict[str, Any]:
        dropped = SECRET_FIELDS if self._addresses else SECRET_FIELDS | {ADDRESS_FIELD}
        return {name: value for name, value in fields.items() if name not in dropped}

    def _redact(self, text: str) -> str:
        """Remove network addresses, which libraries and exceptions put into their messages."""
        if self._addresses:
            return text
        return _MAYBE_IPV6.sub(_hide_ipv6, _IPV4.sub("(address)", text))


class TextLines(JsonLines):
    """The same as plain text: time, event, fields, and the traceback on its own lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = self.document(record)
        time, level, event = fields.pop("time")[11:19], fields.pop("level"), _printable(fields.pop("event"))
        traceback = fields.pop("traceback", "").splitlines()
        words = [time, event] if level == "info" else [time, level, event]
        words += [f"{name}={_quoted(value)}" for name, value in fields.items()]
        return "\n".join([" ".join(words), *map(_printable, traceback)])


def _printable(text: str) -> str:
    """Escape control characters: what clients send must not control the terminal."""
    return text if text.isprintable() else json.dumps(text)


def _quoted(value: object) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text and text.isprintable() else _printable(text)


def _hide_ipv6(match: re.Match[str]) -> str:
    """Times of day and slices match the pattern too: only real addresses are replaced."""
    try:
        IPv6Address(match[0])
    except ValueError:
        return match[0]
    return "(address)"
