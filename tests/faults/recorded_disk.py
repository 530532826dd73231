"""A server that records in which order it writes, syncs, creates, renames and deletes files.

    python -m tests.faults.recorded_disk FILE ROOT serve …

SQLite's own file functions are wrapped, in the library that Python uses, so that everything is recorded that
reaches the system; what Python does with files is recorded by an audit hook. Events that were shown to
players are recorded among it: at that moment they must be safe. The records go to a file, one pickle after
the other.
"""

import _sqlite3
import ctypes
import os
import pickle
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from sixes.cli import main
from sixes.server.storage.sqlite import NAME, Sqlite
from sixes.server.tables.journal import Journal
from tests.faults.disk_model import (
    BackedUp,
    Created,
    Deleted,
    FolderSynced,
    MadeFolder,
    Operation,
    Renamed,
    Shown,
    Synced,
    Truncated,
    Written,
)
from tests.server.fake_time import cut

PAGES = 100
"""In the WAL before it is copied into the database; 1000 are usual, which a short game does not reach."""
BACKUP_AFTER = (60, 150)
"""Numbers of events after which a backup is made, as docs/operations.md tells."""
POINTER, INT, LONG, TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p
XOpen = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)
XDelete = ctypes.CFUNCTYPE(INT, POINTER, TEXT, INT)
XWrite = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, LONG)
XTruncate = ctypes.CFUNCTYPE(INT, POINTER, LONG)
XSync = ctypes.CFUNCTYPE(INT, POINTER, INT)
OpenDirectory = ctypes.CFUNCTYPE(INT, TEXT, POINTER)
SetSystemCall = ctypes.CFUNCTYPE(INT, POINTER, TEXT, POINTER)
GetSystemCall = ctypes.CFUNCTYPE(POINTER, POINTER, TEXT)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, in version 3."""

    _fields_ = (
        *((name, INT) for name in ("version", "file_size", "longest_path")),
        *((name, POINTER) for name in ("next", "name", "data")),
        *(("open", XOpen), ("delete", XDelete)),
        *((f"other_{number}", POINTER) for number in range(11)),
        *(("set_system_call", SetSystemCall), ("get_system_call", GetSystemCall), ("next_call", POINTER)),
    )


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`, in version 3."""

    _fields_ = (
        *(("version", INT), ("close", POINTER), ("read", POINTER)),
        *(("write", XWrite), ("truncate", XTruncate), ("sync", XSync)),
        *((f"other_{number}", POINTER) for number in range(13)),
    )


class File(ctypes.Structure):
    """`sqlite3_file`."""

    _fields_ = (("methods", ctypes.POINTER(Methods)),)


class Recorder:
    def __init__(self, log: Path, root: Path) -> None:
        self._root = f"{root}/"
        self._log = log.open("ab", buffering=0)
        self._lock = Lock()
        self._kept: list[Any] = []
        """What C has pointers to."""
        self._paths: dict[int, str] = {}
        """Of SQLite's open files, by their address."""
        self._shown = 0
        """Events shown so far."""

    def add(self, operation: Operation) -> None:
        data = pickle.dumps(operation)
        with self._lock:
            self._log.write(data)

    def is_ours(self, path: object) -> bool:
        """Whether it is a file that a crash must not lose; the shared memory of the WAL is none."""
        return isinstance(path, str) and path.startswith(self._root) and not path.endswith(("-shm", ".lock"))

    # What SQLite does ------------------------------------------------------------------------------------

    def record_sqlite(self) -> None:
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        vfs = library.sqlite3_vfs_find(None).contents
        assert vfs.version >= 3
        opens, deletes = XOpen(_address(vfs.open)), XDelete(_address(vfs.delete))
        vfs.open = self._keep(XOpen(lambda *asked: self._open(opens, *asked)))
        vfs.delete = self._keep(XDelete(lambda *asked: self._delete(deletes, *asked)))
        place = ctypes.addressof(vfs)
        opens_folder = OpenDirectory(vfs.get_system_call(place, b"openDirectory"))
        ours = self._keep(OpenDirectory(lambda *asked: self._sync_folder(opens_folder, *asked)))
        vfs.set_system_call(place, b"openDirectory", _address(ours))

    def _keep(self, function: Any) -> Any:
        self._kept.append(function)
        return function

    def _open(self, opens: Any, *asked: Any) -> int:
        _, name, file, *_ = asked
        path = ctypes.string_at(name).decode() if name else ""  # SQLite keeps the pointer, so it stays one
        if self.is_ours(path) and not Path(path).exists():
            self.add(Created(path))
        code = int(opens(*asked))
        if code == 0 and self.is_ours(path):
            self._paths[file] = path
            self._wrap(ctypes.cast(file, ctypes.POINTER(File)).contents)
        return code

    def _wrap(self, file: File) -> None:
        """Let a file use methods of ours, which call its own."""
        own = file.methods.contents
        wrapped = Methods.from_buffer_copy(own)
        writes, truncates, syncs = (
            XWrite(_address(own.write)),
            XTruncate(_address(own.truncate)),
            XSync(_address(own.sync)),
        )

        def write(file: int, data: int, size: int, offset: int) -> int:
            self.add(Written(self._paths[file], offset, ctypes.string_at(data, size)))
            return int(writes(file, data, size, offset))

        def truncate(file: int, size: int) -> int:
            self.add(Truncated(self._paths[file], size))
            return int(truncates(file, size))

        def sync(file: int, flags: int) -> int:
            code = int(syncs(file, flags))
            if code == 0:  # only now: what was not confirmed is not safe
                self.add(Synced(self._paths[file]))
            return code

        wrapped.write, wrapped.truncate, wrapped.sync = XWrite(write), XTruncate(truncate), XSync(sync)
        self._keep(wrapped)
        file.methods = ctypes.pointer(wrapped)

    def _delete(self, deletes: Any, vfs: int, name: bytes, sync_folder: int) -> int:
        path = name.decode()
        if self.is_ours(path) and Path(path).exists():
            self.add(Deleted(path))
        return int(deletes(vfs, name, sync_folder))

    def _sync_folder(self, opens_folder: Any, name: bytes, out: int) -> int:
        """SQLite opens a folder only to sync it."""
        if self.is_ours(path := name.decode()):
            self.add(FolderSynced(str(Path(path).parent)))
        return int(opens_folder(name, out))

    # What Python does ------------------------------------------------------------------------------------

    def record_python(self) -> None:
        sys.addaudithook(self._audit)
        fsync = os.fsync

        def sync(file: Any) -> None:
            fsync(file)
            number = file if isinstance(file, int) else file.fileno()
            path = os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115 - it is the name of an open file
            if self.is_ours(f"{path}/"):
                self.add(FolderSynced(path) if Path(path).is_dir() else Synced(path))

        os.fsync = sync  # type: ignore[assignment]

    def _audit(self, event: str, values: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(values[2], int) and values[2] & os.O_CREAT:
            path = os.fspath(values[0]) if not isinstance(values[0], int) else ""
            if self.is_ours(path) and not Path(path).exists():
                self.add(Created(path))
        elif event in ON_AUDIT:
            paths = [os.path.abspath(path) for path in values[: 2 if event == "os.rename" else 1]]  # noqa: PTH100
            if all(map(self.is_ours, paths)) and (event == "os.mkdir") != Path(paths[0]).exists():
                self.add(ON_AUDIT[event](*paths))

    # What players see ------------------------------------------------------------------------------------

    def record_shown(self, database: Path) -> None:
        show = Journal._show  # noqa: SLF001 - that is what is recorded

        def record(journal: Journal, table: Any, frames: Sequence[bytes]) -> None:
            for version, frame in enumerate(frames, table.version - len(frames) + 1):
                self.add(Shown(journal.head.id, version, cut(frame)[1]))
                self._shown += 1
                if self._shown in BACKUP_AFTER:
                    Thread(target=self._back_up, args=(database, self._shown), daemon=True).start()
            show(journal, table, frames)

        Journal._show = record  # type: ignore[method-assign,assignment] # noqa: SLF001

    def _back_up(self, database: Path, number: int) -> None:
        to = database.with_name(f"backup-{os.getpid()}-{number}")
        source, target = sqlite3.connect(database), sqlite3.connect(to)
        source.backup(target)
        source.close()
        target.close()
        self.add(BackedUp(str(to), number))


ON_AUDIT: dict[str, Callable[..., Operation]] = {
    "os.mkdir": MadeFolder,
    "os.rename": Renamed,
    "os.remove": Deleted,
}


def _address(function: Any) -> int:
    return ctypes.cast(function, POINTER).value or 0


def checkpoint_often() -> None:
    connect = Sqlite._connect  # noqa: SLF001

    def connect_then_set(sqlite: Sqlite, *, keys: bool) -> sqlite3.Connection:
        connection = connect(sqlite, keys=keys)
        connection.execute(f"PRAGMA wal_autocheckpoint={PAGES}")
        return connection

    Sqlite._connect = connect_then_set  # type: ignore[method-assign,assignment] # noqa: SLF001


if __name__ == "__main__":
    recorder, where = Recorder(Path(sys.argv[1]), Path(sys.argv[2])), sys.argv
    recorder.record_sqlite()
    recorder.record_python()
    recorder.record_shown(Path(where[where.index("--data") + 1]) / NAME)
    checkpoint_often()
    sys.exit(main(sys.argv[3:]))
