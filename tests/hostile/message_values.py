"""Random messages, made from the types of their fields: valid ones and invalid ones."""

import random
from typing import Any

import msgspec
from msgspec import inspect

from sixes.play import commands
from sixes.play.encoding import codec
from sixes.rules.six import COLOURS

MESSAGES: dict[str, inspect.StructType] = {
    str(kind.tag): kind
    for kind in inspect.type_info(commands.AnyCommand).types  # type: ignore[attr-defined] # a union
}
"""Every message that there is, by its name."""
SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
ODD_TEXTS = (
    *("", " ", "a", "g1", "a0", "a13", "A1", "aa", "abcdefa", "é", "\N{ZERO WIDTH SPACE}", "null", "a-1\n"),
    *(
        "'; drop table tables; --",
        "../../etc/passwd",
        "<script>alert(1)</script>",
        "%s%n",
        "\0",
        "\ud7ff",
        "🎲",
    ),
)
ODD_NUMBERS = (-1, 0, 1, 5, 6, 7, 1_000_000, 1_000_001, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**30)
NOT_THAT: tuple[Any, ...] = (
    None,
    True,
    False,
    1.5,
    1e308,
    -0.0,
    "",
    "1",
    [],
    {},
    [[]],
    {"t": "start"},
    [1, 2, 3],
)


def fitting(chance: random.Random, kind: inspect.Type) -> Any:
    """A value that a field of this type takes; often one at its edges."""
    if isinstance(kind, inspect.IntType):
        low, high = kind.ge or 0, kind.le or 1 << 40
        return chance.choice((low, high, chance.randint(low, high), min(high, low + chance.randrange(8))))
    if isinstance(kind, inspect.StrType):
        return _text(chance, kind)
    if isinstance(kind, inspect.BoolType):
        return chance.random() < 0.5
    if isinstance(kind, inspect.LiteralType):
        return chance.choice(kind.values)
    if isinstance(kind, inspect.UnionType):
        return fitting(chance, chance.choice(kind.types))
    if isinstance(kind, inspect.VarTupleType):
        many = chance.randint(kind.min_length or 0, kind.max_length or 6)
        return [fitting(chance, kind.item_type) for _ in range(many)]
    if isinstance(kind, inspect.DictType):
        keys = [fitting(chance, kind.key_type) for _ in range(chance.randrange(4))]
        return {key: fitting(chance, kind.value_type) for key in keys}
    if isinstance(kind, inspect.Metadata):  # the nonce, whose characters are checked later
        pattern = (kind.extra_json_schema or {})["pattern"]
        return fitting(chance, msgspec.structs.replace(kind.type, pattern=pattern))
    assert isinstance(kind, inspect.NoneType), kind
    return None


def _text(chance: random.Random, kind: inspect.StrType) -> str:
    if kind.pattern and "0-9a-f" in kind.pattern:
        return chance.randbytes(chance.choice((16, 16, 32, 24))).hex()
    low, high = kind.min_length or 0, kind.max_length or 6
    many = chance.choice((low, high, chance.randint(low, high)))
    if kind.pattern:
        return "".join(chance.choices(SIGNS, k=many))
    return "".join(chance.choices(COLOURS + 'g123456789\N{SNOWMAN}"\\\0', k=many))


def misfitting(chance: random.Random, kind: inspect.Type) -> Any:
    """A value that a field of this type most likely does not take."""
    odd = chance.randrange(5)
    if odd == 0:
        return chance.choice(ODD_NUMBERS)
    if odd == 1:
        return chance.choice(ODD_TEXTS)
    if odd == 2:
        return chance.choice(NOT_THAT)
    value = fitting(chance, kind)
    if isinstance(value, str):
        return value * chance.randint(2, 60)
    return [value] * chance.randint(0, 40) if odd == 3 else {"": value}


def message(chance: random.Random, nonce: str, hints: dict[str, Any], kind: str = "") -> dict[str, Any]:
    """A message that can be read; for some fields there are hints, which are mostly taken."""
    kind = kind or chance.choice(tuple(MESSAGES))
    values: dict[str, Any] = {"t": kind, "n": nonce}
    for field in MESSAGES[kind].fields[1:]:
        if field.name in hints and chance.random() < 0.8:
            values[field.name] = hints[field.name]
        elif field.required or chance.random() < 0.7:
            values[field.name] = fitting(chance, field.type)
    return values


def spoilt(chance: random.Random, values: dict[str, Any]) -> dict[str, Any]:
    """A message in which a field is wrong, missing or too many."""
    fields = MESSAGES[values["t"]].fields
    field, how = chance.choice(fields), chance.randrange(5)
    if how == 0:
        return {key: value for key, value in values.items() if key != field.name}
    if how == 1:
        return values | {chance.choice(("seat", "player", "dice", "v", "at", "seed", "__class__", "")): 1}
    if how == 2:
        return values | {"t": chance.choice((None, 1, "win", "rolled", "Sit", "", ["sit"]))}
    return values | {field.name: misfitting(chance, field.type)}


def refusal_code(data: bytes) -> str:
    """The code with which the server refuses a message that it cannot read; "" if it can."""
    try:
        codec.parse_command(data)
    except msgspec.ValidationError:
        return "wire.unknown"
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "wire.malformed"
    return ""
