"""Reading what the user names: a file, or - for standard input."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader

from sixes.records.parsing import MOST_BYTES
from sixes.text import UserError

PIECE = 16_000_000


class ReadError(UserError):
    """A file cannot be read; kept apart from output that cannot be written."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__("record.unreadable", file=ascii(name)[1:-1], why=error.strerror)


@contextmanager
def reading(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ReadError(name, error) from None


@contextmanager
def opened(name: str) -> Iterator[BufferedReader]:
    with reading(name):
        file = _open(name)
    with file:
        yield file


def _open(name: str) -> BufferedReader:
    # Not Path(name): without a name that is the folder we are in.
    return open(0, "rb", closefd=False) if name == "-" else open(name, "rb")  # noqa: PTH123


def whole(name: str) -> bytes:
    """All of a file, or just enough to see that it is too long for a record."""
    with opened(name) as file, reading(name):
        return file.read(MOST_BYTES + 1)


def batches(file: BufferedReader, name: str) -> Iterator[list[bytes]]:
    """The lines of a file, as many at a time as are there to be read.

    So a file comes in large pieces, and whoever writes a line into a pipe and waits gets an answer at once.
    Of a line that is too long just enough is kept to see that it is.
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
    with reading(name):
        return file.read1(PIECE)
