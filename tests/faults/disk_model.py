"""What a disk may hold after a crash, given the order of operations on it.

What was synced is there. Everything since then may have reached the disk or not, each write by itself, or
only some of its sectors; and the same holds for names in a folder that was not synced. SQLite relies on no
more.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

SECTOR = 512


class MadeFolder(NamedTuple):
    path: str


class Created(NamedTuple):
    path: str


class Deleted(NamedTuple):
    path: str


class Renamed(NamedTuple):
    path: str
    to: str


class FolderSynced(NamedTuple):
    path: str


class Written(NamedTuple):
    path: str
    offset: int
    data: bytes


class Truncated(NamedTuple):
    path: str
    size: int


class Synced(NamedTuple):
    path: str


class Shown(NamedTuple):
    """Players have seen this event."""

    table: str
    version: int
    body: bytes


class BackedUp(NamedTuple):
    """The command that made this backup has ended; so many events were shown when it began."""

    path: str
    shown: int


Operation = (
    MadeFolder | Created | Deleted | Renamed | FolderSynced | Written | Truncated | Synced | Shown | BackedUp
)
Change = Written | Truncated
Naming = MadeFolder | Created | Deleted | Renamed


@dataclass(eq=False)
class Content:
    """Of a file: what is safe, and what is not yet."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.pending:
            apply(self.safe, change)
        self.pending.clear()

    def after_crash(self, crash: "Crash") -> bytes:
        found = bytearray(self.safe)
        for change in self.pending:
            for part in crash.parts(change):
                apply(found, part)
        return bytes(found)


def apply(content: bytearray, change: Change) -> None:
    if isinstance(change, Truncated):
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return
    content.extend(bytes(max(change.offset - len(content), 0)))
    content[change.offset : change.offset + len(change.data)] = change.data


class Crash:
    """Decides what of the unsynced reaches the disk."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._kept, self._kept_names = self._chance.choices((0.0, 0.2, 0.5, 0.8, 1.0), k=2)
        self._torn = self._chance.choice((0.0, 0.3))

    def keeps(self) -> bool:
        return self._chance.random() < self._kept

    def keeps_name(self) -> bool:
        return self._chance.random() < self._kept_names

    def parts(self, change: Change) -> Iterable[Change]:
        """What of a change is kept: all, nothing, or some sectors."""
        if isinstance(change, Written) and self._chance.random() < self._torn:
            for at in range(0, len(change.data), SECTOR):
                if self.keeps():
                    yield Written(change.path, change.offset + at, change.data[at : at + SECTOR])
        elif self.keeps():
            yield change


class Disk:
    """Files and folders under a root that exists."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._now: dict[str, Content] = {}
        """Files by name, as programs see them."""
        self._safe: dict[str, Content | None] = {}
        """Names that are safe; None: a folder."""
        self._pending: defaultdict[str, list[tuple[Naming, Content | None]]] = defaultdict(list)
        """Of each folder, what happened to its names since it was synced."""

    def run(self, operations: Iterable[Operation]) -> None:
        for operation in operations:
            self._run(operation)

    def _run(self, operation: Operation) -> None:
        match operation:
            case Written() | Truncated():
                self._now[operation.path].pending.append(operation)
            case Synced(path):
                self._now[path].sync()
            case FolderSynced(path):
                for naming, content in self._pending.pop(path, ()):
                    rename(self._safe, naming, content)
            case MadeFolder() | Created() | Deleted() | Renamed():
                self._name(operation)

    def _name(self, naming: Naming) -> None:
        content = None
        if isinstance(naming, Created):
            content = self._now[naming.path] = Content()
        elif isinstance(naming, Deleted):
            content = self._now.pop(naming.path)
        elif isinstance(naming, Renamed):
            content = self._now[naming.to] = self._now.pop(naming.path)
        self._pending[folder_of(naming.path)].append((naming, content))

    def after_crash(self, seed: int) -> dict[str, bytes]:
        """Files that a crash leaves; a file whose folder is lost is lost, too."""
        crash, names = Crash(seed), dict(self._safe)
        for pending in self._pending.values():
            for naming, content in pending:
                if crash.keeps_name():
                    rename(names, naming, content)
        return {
            path: content.after_crash(crash)
            for path, content in names.items()
            if content is not None and self._is_found(path, names)
        }

    def _is_found(self, path: str, names: dict[str, Content | None]) -> bool:
        folder = folder_of(path)
        return folder == self._root or (folder in names and self._is_found(folder, names))


def folder_of(path: str) -> str:
    return str(PurePath(path).parent)


def rename(names: dict[str, Content | None], naming: Naming, content: Content | None) -> None:
    if isinstance(naming, Deleted | Renamed):
        names.pop(naming.path, None)
    if not isinstance(naming, Deleted):
        names[naming.to if isinstance(naming, Renamed) else naming.path] = content
