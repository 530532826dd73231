"""Read the file that the user names, or standard input for `-`."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader

from sixes.records.parsing import MOST_BYTES
from sixes.text import UserError

PIECE = 16_000_000
"""Bytes read at a time at most."""


class ReadError(UserError):
    """A file cannot be read. An OSError without this is about output that cannot be written."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__("record.unreadable", file=ascii(name)[1:-1], why=error.strerror)


@contextmanager
def _read_errors(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ReadError(name, error) from None


@contextmanager
def open_file(name: str) -> Iterator[BufferedReader]:
    with _read_errors(name):
        # Not Path(name): Path("") is the current folder.
        file = open(0, "rb", closefd=False) if name == "-" else open(name, "rb")  # noqa: PTH123, SIM115
    with file:
        yield file


def read_file(name: str) -> bytes:
    """All of a file, or just enough to see that it is too long for a record."""
    with open_file(name) as file, _read_errors(name):
        return file.read(MOST_BYTES + 1)


def line_batches(file: BufferedReader, name: str) -> Iterator[list[bytes]]:
    """The lines of a file, as many at a time as can be read without waiting.

    So a program that writes one line into a pipe gets its answer at once. Of a line that is too long, just
    enough is kept to see that it is.
    """
    begun: list[bytes] = []
    size = 0
    while data := _piece(file, name):
        *ended, rest = data.split(b"\n")
        if ended:
            ended[0] = b"".join([*begun, ended[0]])
            begun, size = [], 0
            yield ended
        if size <= MOST_BYTES:
            begun.append(rest)
            size += len(rest)
    if size:
        yield [b"".join(begun)]


def _piece(file: BufferedReader, name: str) -> bytes:
    with _read_errors(name):
        return file.read1(PIECE)
