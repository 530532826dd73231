"""Read the message types from the source: their fields, the types of these in words, and their docstrings."""

import ast
import inspect
from types import ModuleType
from typing import NamedTuple

import msgspec

from sixes.play import beginning, commands, events, head_starts, options, seats, snapshots
from sixes.play.games import GAMES

WORDS = {"int": "whole number", "str": "text", "bool": "true or false", "Any": "anything", "None": "null"}


class Field(NamedTuple):
    name: str
    form: str
    default: str
    """Empty for a required field."""
    about: str


class Form(NamedTuple):
    """A message, or a type that messages are made of."""

    name: str
    about: str
    fields: tuple[Field, ...]


class Source:
    """The parsed source of some modules: each alias and class by its name, with its docstring."""

    def __init__(self, *modules: ModuleType) -> None:
        self.aliases: dict[str, tuple[ast.expr, str]] = {}
        self.classes: dict[str, dict[str, ast.ClassDef]] = {}
        self._abouts: dict[tuple[str, str, str], str] = {}
        for module in modules:
            tree = ast.parse(inspect.getsource(module))
            for node, about in _with_docstrings(tree.body):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self.aliases[node.targets[0].id] = (node.value, about)
            found = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
            self.classes[module.__name__] = found
            self._read_abouts(module.__name__, found)
        # These depend on the games there are.
        self.aliases["GameName"] = (_expression(f"Literal{list(GAMES)}"), "")
        snapshots = " | ".join(game.snapshot.__name__ for game in GAMES.values())
        self.aliases["MatchSnapshot"] = (_expression(snapshots), "")

    def _read_abouts(self, module: str, classes: dict[str, ast.ClassDef]) -> None:
        """A field without a docstring takes that of the last field of this name before it in the module."""
        meant: dict[str, str] = {}
        for name, node in classes.items():
            for field, about in _with_docstrings(node.body):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    meant[field.target.id] = about or meant.get(field.target.id, "")
                    self._abouts[module, name, field.target.id] = meant[field.target.id]

    def form(self, kind: type[msgspec.Struct]) -> Form:
        """A class with its own fields; a message is named by its tag."""
        node, config = self.classes[kind.__module__][kind.__name__], kind.__struct_config__
        fields = tuple(self._field(kind, field) for field in node.body if isinstance(field, ast.AnnAssign))
        about = self.about(kind)
        if config.tag_field == "t" and config.tag:
            return Form(str(config.tag), about, fields)
        if config.tag:
            fields = (Field(str(config.tag_field), f'`"{config.tag}"`', "", "Which game it is."), *fields)
        return Form(kind.__name__, about, fields)

    def about(self, kind: type[msgspec.Struct], field: str = "") -> str:
        """The docstring of a class, or of one of its fields."""
        if field:
            return self._abouts[kind.__module__, kind.__name__, field]
        return " ".join((ast.get_docstring(self.classes[kind.__module__][kind.__name__]) or "").split())

    def _field(self, kind: type[msgspec.Struct], field: ast.AnnAssign) -> Field:
        assert isinstance(field.target, ast.Name)
        name = field.target.id
        default = "" if field.value is None else _json(field.value)
        return Field(name, self.shown(field.annotation), default, self.about(kind, name))

    def shown(self, node: ast.expr) -> str:
        """A type in words; types that the page describes become links."""
        if isinstance(node, ast.Constant):
            return WORDS[str(node.value)]
        if isinstance(node, ast.BinOp):
            return f"{self.shown(node.left)} or {self.shown(node.right)}"
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        assert isinstance(node, ast.Name)
        if node.id in WORDS:
            return WORDS[node.id]
        if node.id in self.aliases and not self.aliases[node.id][1]:
            return self.shown(self.aliases[node.id][0])
        return f"[{node.id}](#{node.id.lower()})"

    def _subscript(self, node: ast.Subscript) -> str:
        assert isinstance(node.value, ast.Name)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match node.value.id:
            case "Literal":
                return " or ".join(f"`{_json(part)}`" for part in parts)
            case "dict":
                return f"object: {self.shown(parts[1])} by {self.shown(parts[0])}"
            case "tuple" if isinstance(parts[1], ast.Constant) and parts[1].value is ...:
                return f"list: {self.shown(parts[0])}"
            case "tuple":
                return f"list of {len(parts)}: {self.shown(parts[0])}"
            case _:
                assert isinstance(parts[1], ast.Call)
                form, limits = self.shown(parts[0]), _limits(parts[1])
                return form.replace("list", f"list{limits}", 1) if form.startswith("list") else form + limits


def _expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def _with_docstrings(body: list[ast.stmt]) -> list[tuple[ast.stmt, str]]:
    """Each statement with the docstring below it, or an empty string."""
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        text = after.value if isinstance(after, ast.Expr) else None
        about = text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""
        found.append((node, " ".join(about.split())))
    return found


def _limits(meta: ast.Call) -> str:
    known = {word.arg: ast.literal_eval(word.value) for word in meta.keywords}
    if "pattern" in known and "min_length" not in known:
        return f" like `{known['pattern']}`"
    if "ge" in known:
        return f" from {known['ge']} to {known['le']}"
    least, most = known.get("min_length"), known.get("max_length")
    if least == most:
        return f" of {most}"
    return f" of {least} to {most} characters" if least else f" of at most {most} characters"


def _json(node: ast.expr) -> str:
    value = ast.literal_eval(node)
    return msgspec.json.encode(value).decode()


SOURCE = Source(commands, beginning, head_starts, options, seats, snapshots, events)
