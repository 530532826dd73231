"""Generate protocol.md from its template: fill in tables of fields, and examples."""

import re
import typing
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from docs.describing.forms import SOURCE, Field, Form
from docs.describing.stories import Examples, tag_of
from docs.describing.tables import BEGIN, PEOPLE, Said
from sixes.play import beginning, commands, events, head_starts, options, seats, snapshots
from sixes.server.close_codes import (
    BAD_TEXT,
    FAULTY,
    FLOODED,
    NOT_NOW,
    PROTOCOL_ERROR,
    REFUSED,
    RESTARTING,
    TOO_LONG,
    UNSUPPORTED,
)
from sixes.server.quotas import SOCKETS_OF_ADDRESS, SOCKETS_OF_PLAYER
from sixes.server.sockets.connection import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, SILENCE
from sixes.server.sockets.handler import LONGEST
from sixes.server.sockets.protocol import MOST_BUFFERED, MOST_FRAGMENTS
from sixes.server.sockets.session import MOST_FAULTS
from sixes.server.tables.journal import RECENT
from sixes.server.tables.registry import HEARTBEAT
from sixes.text import catalogue

WIDE = 112
"""The most characters of a line of an example; it is broken only after commas."""
HEAD = (
    "<!-- Made by `python3 dev.py describe` from docs/describing and the message types; edit those. -->\n\n"
)
PARTS: tuple[type[msgspec.Struct], ...] = (
    *(
        options.Options,
        seats.Seat,
        snapshots.TableSnapshot,
        snapshots.SixtoSnapshot,
        snapshots.SixemSnapshot,
        snapshots.SixtoPadSnapshot,
        snapshots.SixtoPadBoard,
        snapshots.SixemPadSnapshot,
        snapshots.PadCells,
        snapshots.SixemPadBoard,
        events.Writer,
    ),
    *(snapshots.Choice, head_starts.HeadStart, events.TurnEnd, events.RoundEnd),
    *(beginning.Source, beginning.Beginning, beginning.SharedDice),
)
OTHERS = events.Welcome | events.Refusal | events.Here
EVERY: dict[str, type[msgspec.Struct]] = {"Ask": commands.Command, "Event": events.Event}
ON_A_SOCKET = (
    *("table.", "wire.", "sixto.", "sixem.", "identity.revoked", "http.slow_down"),
    *("daily.alone", "daily.late", "days.patience", "duel.late", "ahead.few_games", "ahead.not_agreed"),
    *("rating.unknown_bot", "pad.proposed", "pad.no", "pad.die_used", "pad.row_full", "name."),
)
"""Prefixes of the codes that a WebSocket can send."""


def page() -> str:
    template = (Path(__file__).parent / "protocol.md").read_text(encoding="utf-8")
    examples = Examples()
    return HEAD + re.sub(r"{{(.+?)}}", lambda found: filled(found[1], examples), template)


def filled(place: str, examples: Examples) -> str:
    """The text for a placeholder of the template: `asks SIXTO` gives every command of that union."""
    what, _, name = place.partition(" ")
    match what:
        case "asks":
            kinds = typing.get_args(getattr(commands, name))
            return "\n\n".join(one_ask(SOURCE.form(kind), examples) for kind in kinds)
        case "told":
            kinds = typing.get_args(getattr(events, name, OTHERS))
            return "\n\n".join(one_told(SOURCE.form(kind), examples) for kind in kinds)
        case "fields":
            return table_of(SOURCE.form(EVERY[name]).fields)
        case _:
            return PLAIN[what]()


# Messages -----------------------------------------------------------------------------------------------


def one_ask(form: Form, examples: Examples) -> str:
    shown = [f"```\n{example('→', said.ask)}\n```\n\n{outcome(said)}" for said in examples.of_ask(form.name)]
    return "\n\n".join([part(form, "####"), *shown])


def outcome(said: Said) -> str:
    first = msgspec.json.decode(said.answers[0])
    if first["t"] == "refused":
        return f"Refused here with `{first['code']}`."
    return f"Answered here with {', '.join(f'`{tag_of(answer)}`' for answer in said.answers)}."


def one_told(form: Form, examples: Examples) -> str:
    shown = [f"```\n{example('←', message)}\n```" for message in examples.of_told(form.name)]
    return "\n\n".join([part(form, "####"), *shown])


def part(form: Form, heading: str) -> str:
    told = f"{heading} {form.name}\n\n{form.about}"
    return f"{told}\n\n{table_of(form.fields)}" if form.fields else told


def table_of(fields: tuple[Field, ...]) -> str:
    rows = [
        (f"`{name}`", form, f"`{default}`" if default else "must be there", about)
        for name, form, default, about in fields
    ]
    return table(("field", "form", "default", "what it is"), rows)


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def example(sign: str, message: bytes) -> str:
    """A message as it is sent, but broken into lines after commas."""
    lines = [""]
    for piece in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^",])+,?', message.decode()):
        if lines[-1] and len(lines[-1]) + len(piece) > WIDE - 2:
            lines.append("")
        lines[-1] += piece
    return f"{sign} " + "\n  ".join(lines)


# Tables of other things ---------------------------------------------------------------------------------


def limits() -> str:
    rows = [
        ("a message", f"{LONGEST} bytes, in {MOST_FRAGMENTS} frames"),
        ("frames on one socket", f"{MESSAGES_A_SECOND} a second, {MESSAGES_AT_ONCE} at once"),
        ("messages that cannot be read", f"{MOST_FAULTS}: with the last one the socket is closed"),
        ("open sockets of an address", f"{SOCKETS_OF_ADDRESS}; more are refused with the status 429"),
        ("open sockets of a player", f"{SOCKETS_OF_PLAYER}"),
        ("what waits for a slow reader", f"{MOST_BUFFERED // 1024} KB"),
        (f"silence, pinged every {HEARTBEAT:.0f} s", f"{SILENCE:.0f} s"),
    ]
    return table(("what", "at most"), rows)


def closes() -> str:
    rows = [
        (
            f"{REFUSED}",
            "You cannot come to this table: the last message, `refused`, says why. Do not come back.",
        ),
        (f"{FAULTY}", "Too many messages could not be read."),
        (f"{FLOODED}", "Far too many messages, though `wire.flood` was the answer."),
        (f"{PROTOCOL_ERROR}", "What was sent breaks the WebSocket protocol (RFC 6455)."),
        (f"{UNSUPPORTED}", "A message was binary: all messages are text."),
        (f"{BAD_TEXT}", "A text was not UTF-8."),
        (f"{TOO_LONG}", "A message was too long: the last message, `wire.too_long`, says so."),
        (f"{NOT_NOW}", "Not now, `refused` says why: come back in a moment."),
        (f"{RESTARTING}", "The server stops, perhaps to start again: come back in a moment."),
    ]
    return table(("code", "what it means"), rows)


def aliases() -> str:
    known = SOURCE.aliases.items()
    rows = [
        (f'<a id="{name.lower()}"></a>{name}', SOURCE.shown(node), about)
        for name, (node, about) in known
        if about and name[0].isupper() and not name.isupper()
    ]
    return table(("name", "form", "what it is"), rows)


def refusals() -> str:
    sentences = catalogue("en")
    rows = [(f"`{code}`", sentences[code]) for code in sentences if code.startswith(ON_A_SOCKET)]
    return table(("code", "sentence"), rows)


PLAIN: dict[str, Callable[[], str]] = {
    "refused": lambda: str(REFUSED),
    "recent": lambda: str(RECENT),
    "welcome-back": lambda: example(
        "←", events.encode(events.Welcome(PEOPLE["Ann"], "Ann", 12, BEGIN, boot="5f3a9c1e"))
    ),
    "limits": limits,
    "closes": closes,
    "parts": lambda: "\n\n".join(part(SOURCE.form(kind), "###") for kind in PARTS),
    "aliases": aliases,
    "refusals": refusals,
}
