"""Generate the TypeScript of the browser client: the message types, and the sheets, points and spinner.

The server leaves out fields that have their default, so they are optional in TypeScript. For the parts of a
table the defaults are generated, too.
"""

import ast
import re
import typing

import msgspec

from docs.describing.forms import Source
from sixes.play import beginning, commands, documents, events, head_starts, options, seats, snapshots
from sixes.play.pad import paper, setup
from sixes.rules.rows import CLOSING_CROSSES, DICE_THAT_END, POINTS, SOLO_NEEDS, TARGET_NEEDS
from sixes.rules.sheets import SHEETS, rows_of
from sixes.rules.spinner import SPINNER
from sixes.server.http import api, lobby, pad, requests
from sixes.server.http import daily_documents as daily
from sixes.server.tables import summary

HEAD = "// Made by `python3 dev.py describe` from the types and constants of src/sixes; edit those.\n"
PLAIN = {"int": "number", "str": "string", "bool": "boolean", "Any": "unknown", "None": "null"}
PARTS: tuple[type[msgspec.Struct], ...] = (
    *(
        options.Options,
        seats.Seat,
        beginning.Source,
        beginning.SharedDice,
        beginning.Beginning,
        head_starts.HeadStart,
        snapshots.Choice,
        snapshots.SixtoSnapshot,
        snapshots.SixemSnapshot,
        snapshots.SixtoPadBoard,
        snapshots.PadCells,
        snapshots.SixemPadBoard,
        snapshots.SixtoPadSnapshot,
        snapshots.SixemPadSnapshot,
        snapshots.TableSnapshot,
    ),
    *(events.TurnEnd, events.RoundEnd, events.Writer),
)
OVER_HTTP: tuple[type[msgspec.Struct], ...] = (
    *(
        documents.TableSummary,
        api.Me,
        api.NewName,
        api.CarryCode,
        api.NewCarryCode,
        setup.PadSetup,
        documents.NewTable,
        documents.TableMade,
    ),
    *(lobby.Lobby, api.Device, api.Devices, api.Levels, api.Addresses, documents.Fault),
    *(
        daily.DailyStreak,
        daily.DailyTry,
        daily.DailyToday,
        daily.NewTry,
        daily.TryTable,
        daily.Spread,
        daily.BotScore,
    ),
    *(daily.FriendSheet, daily.FriendSheets, daily.DailyResult, daily.Place, daily.Board, daily.ArchivedDay),
    *(daily.Archive, daily.Promise, daily.Promises),
    *(paper.PaperFault, paper.PaperScore, documents.Paper),
)
OTHERS: tuple[type[msgspec.Struct], ...] = (events.Welcome, events.Refusal, events.Here)
UNIONS = (
    ("TableCommand", commands.TABLE, "Command"),
    ("SixtoCommand", commands.SIXTO, "Command"),
    ("SixemCommand", commands.SIXEM, "Command"),
    ("SixtoPadCommand", commands.SIXTO_PAD, "Command"),
    ("SixemPadCommand", commands.SIXEM_PAD, "Command"),
    ("PadCommand", commands.PAD, "Command"),
    ("TableEvent", events.TABLE_EVENTS, "Event"),
    ("SixtoEvent", events.SIXTO_EVENTS, "Event"),
    ("SixemEvent", events.SIXEM_EVENTS, "Event"),
    ("SixtoPadEvent", events.SIXTO_PAD_EVENTS, "Event"),
    ("SixemPadEvent", events.SIXEM_PAD_EVENTS, "Event"),
    ("PadEvent", events.PAD_EVENTS, "Event"),
)
SOURCE = Source(
    *(commands, beginning, head_starts, options, seats, snapshots, events, summary),
    *(setup, paper, documents, api, lobby, requests, daily, pad),
)


def messages() -> str:
    """messages.ts: every message in both directions, and the types of their parts."""
    words = [alias(name, *known) for name, known in SOURCE.aliases.items() if is_word(name, known[1])]
    parts = [block for kind in PARTS for block in (interface(kind, kind.__name__), defaults(kind)) if block]
    made = [
        interface(kind, kind.__name__ + end) for _, kinds, end in UNIONS for kind in typing.get_args(kinds)
    ]
    unions = [
        union(name, [kind.__name__ + end for kind in typing.get_args(kinds)]) for name, kinds, end in UNIONS
    ]
    unions += [
        union("AnyCommand", [name for name, _, end in UNIONS if end == "Command"]),
        union("AnyEvent", [name for name, _, end in UNIONS if end == "Event"]),
        union("AnyMessage", ["AnyEvent", *(kind.__name__ for kind in OTHERS)]),
    ]
    others = [interface(kind, kind.__name__) for kind in OTHERS + OVER_HTTP]
    return "\n".join([HEAD, *words, *parts, *made, *others, *unions])


def game_data() -> str:
    """gameData.ts: the numbers that every game of Sixto needs."""
    return constants_of(
        ("POINTS", POINTS, "What 0 to 11 crosses in a row or a column are worth, on every sheet."),
        ("SOLO_NEEDS", SOLO_NEEDS, "How many dice one must use in a turn alone, or the game ends."),
        ("TARGET_NEEDS", TARGET_NEEDS, "Crosses in the field of a row before its target opens."),
    )


def later_data() -> str:
    """laterData.ts: sheets, spinner, ends and reactions, which are loaded with what shows them."""
    sheets = {letter: ["".join(map(str, row)) for row in rows_of(sheet)] for letter, sheet in SHEETS.items()}
    spinner = [{kind: lines for kind, lines in place._asdict().items() if lines} for place in SPINNER]
    return constants_of(
        ("SHEETS", sheets, "The twelve sheets: six rows of twelve numbers each."),
        ("SPINNER", spinner, "The places of the spinner, in their order."),
        ("CLOSING_CROSSES", CLOSING_CROSSES, "Crosses in the target of a row that close its colour."),
        ("DICE_THAT_END", DICE_THAT_END, "How many dice leave a game of Sixto before it ends."),
        ("REACTIONS", typing.get_args(commands.Reaction), "All that can be said at a table."),
    )


def constants_of(*constants: tuple[str, object, str]) -> str:
    lines = [
        f"/** {about} */\nexport const {name} = {_pretty(value)} as const;\n"
        for name, value, about in constants
    ]
    return "\n".join([HEAD, *lines])


def is_word(name: str, about: str) -> bool:
    """Whether an alias is a type of the protocol: only those have a docstring."""
    return bool(about) and name[0].isupper() and not name.isupper()


def alias(name: str, node: ast.expr, about: str) -> str:
    return f"/** {about} */\nexport type {name} = {form_of(node)};\n"


def union(name: str, members: list[str]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n"


def interface(kind: type[msgspec.Struct], name: str) -> str:
    """A message or a part of one; a message also has the fields of its base classes."""
    about, config = SOURCE.about(kind), kind.__struct_config__
    lines = [f"  {config.tag_field}: {_json(config.tag)};"] if config.tag else []
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            lines += fields(base)
    head = [f"/** {about} */"] if about else []
    return "\n".join([*head, f"export interface {name} {{", *lines, "}\n"])


def fields(kind: type[msgspec.Struct]) -> list[str]:
    node = SOURCE.classes[kind.__module__][kind.__name__]
    lines = []
    for field in node.body:
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            name, left_out = field.target.id, "?" if field.value is not None else ""
            about = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", SOURCE.about(kind, name))
            lines += [f"  /** {about} */"] if about else []
            lines.append(f"  {name}{left_out}: {form_of(field.annotation)};")
    return lines


def defaults(kind: type[msgspec.Struct]) -> str:
    """The values of fields that were left out."""
    known = {}
    for field in SOURCE.classes[kind.__module__][kind.__name__].body:
        if isinstance(field, ast.AnnAssign) and field.value is not None:
            assert isinstance(field.target, ast.Name)
            known[field.target.id] = ast.literal_eval(field.value)
    if not known:
        return ""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).upper()
    return f"export const {name}_DEFAULTS = {_pretty(known)} as const satisfies Partial<{kind.__name__}>;\n"


def form_of(node: ast.expr) -> str:
    """A type in TypeScript."""
    if isinstance(node, ast.Constant):
        return PLAIN[str(node.value)]
    if isinstance(node, ast.BinOp):
        return f"{form_of(node.left)} | {form_of(node.right)}"
    if isinstance(node, ast.Subscript):
        return _subscript(node)
    assert isinstance(node, ast.Name)
    if node.id in PLAIN:
        return PLAIN[node.id]
    known = SOURCE.aliases.get(node.id)
    return form_of(known[0]) if known and not known[1] else node.id


def _subscript(node: ast.Subscript) -> str:
    assert isinstance(node.value, ast.Name)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    match node.value.id:
        case "Literal":
            return " | ".join(_json(ast.literal_eval(part)) for part in parts)
        case "dict":
            return f"Readonly<Record<{form_of(parts[0])}, {form_of(parts[1])}>>"
        case "list":
            return _list(parts[0])
        case "tuple" if isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return _list(parts[0])
        case "tuple":
            return f"readonly [{', '.join(map(form_of, parts))}]"
        case _:
            return form_of(parts[0])  # Annotated: the server checks the limits


def _list(item: ast.expr) -> str:
    form = form_of(item)
    return f"readonly ({form})[]" if " " in form else f"readonly {form}[]"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _pretty(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
