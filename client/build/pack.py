"""Runs in Pyodide: packs Python files as bytecode, so that pages need not compile them at each start."""

import io
import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from zipfile import ZIP_STORED, ZipFile, ZipInfo

LEFT_OUT = (".pyi", ".typed", "/")
"""Endings of names that nobody needs."""

UNCHECKED = (1).to_bytes(4, "little")
"""The flags of bytecode that is found by a hash of its source, which nobody looks at again."""
UNUSED = frozenset(
    (
        *(
            "_pyrepl",
            "bdb",
            "cProfile",
            "cmd",
            "compileall",
            "curses",
            "dbm",
            "doctest",
            "ensurepip",
            "ftplib",
        ),
        *(
            "idlelib",
            "imaplib",
            "lib2to3",
            "mailbox",
            "multiprocessing",
            "netrc",
            "nturl2path",
            "optparse",
            "pdb",
            "pickletools",
        ),
        *(
            "poplib",
            "profile",
            "pstats",
            "pty",
            "pyclbr",
            "pydoc",
            "pydoc_data",
            "smtplib",
            "sqlite3",
            "tabnanny",
        ),
        *(
            "test",
            "tkinter",
            "trace",
            "turtle",
            "turtledemo",
            "unittest",
            "venv",
            "wave",
            "webbrowser",
            "wsgiref",
        ),
        *("xml", "xmlrpc", "zipapp"),
    )
)
"""Large parts of the standard library that no part of ours, and nothing that they import, can need."""


def library(archive: bytes) -> dict[str, bytes]:
    """The standard library without its tools, tests and clients of other services."""
    files = files_in(archive)
    return {name: file for name, file in files.items() if name.split("/")[0].split(".")[0] not in UNUSED}


def files_in(archive: bytes, prefix: str = "") -> dict[str, bytes]:
    """The files of a zip file whose names begin so."""
    with ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name.startswith(prefix)}


def packed(files: dict[str, bytes]) -> bytes:
    """A zip file that is the same each time; not compressed, since servers send it compressed."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            if name.endswith(".py"):
                archive.writestr(ZipInfo(f"{name}c"), bytecode(name, content))
            elif not name.endswith(LEFT_OUT):
                archive.writestr(ZipInfo(name), content)
    return made.getvalue()


def bytecode(name: str, source: bytes) -> bytes:
    """A .pyc file that is never compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
