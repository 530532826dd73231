"""Reading what the user names: a file, or - for standard input."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from sixes.records.form import LIMIT
from sixes.text import say

MOST_BYTES = LIMIT * 1_000_000


class ReadError(Exception):
    """A file cannot be read; kept apart from output that cannot be written."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__(error)
        self.name = ascii(name)[1:-1]
        self.why = error.strerror

    def sentence(self, language: str) -> str:
        return say("record.unreadable", language, file=self.name, why=self.why)


@contextmanager
def reading(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ReadError(name, error) from None


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    with reading(name):
        file = _open(name)
    with file:
        yield file


def _open(name: str) -> BinaryIO:
    # Not Path(name): without a name that is the folder we are in.
    return open(0, "rb", closefd=False) if name == "-" else open(name, "rb")  # noqa: PTH123


def whole(name: str) -> bytes:
    """All of a file, or just enough to see that it is too long for a record."""
    with opened(name) as file, reading(name):
        return file.read(MOST_BYTES + 1)


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, just enough to see that it is."""
    complete = True
    while line := _piece(file, name):
        if complete:
            yield line
        complete = line.endswith(b"\n") or len(line) <= MOST_BYTES


def _piece(file: BinaryIO, name: str) -> bytes:
    with reading(name):
        return file.readline(MOST_BYTES + 1)
