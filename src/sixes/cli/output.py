"""Standard output and error of the command, also where they are closed or cannot show our characters."""

import os
import sys
from typing import TextIO


def prepare() -> None:
    """Replace closed streams by /dev/null, and escape characters that a terminal cannot show."""
    sys.stdout = sys.stdout or _devnull()
    sys.stderr = sys.stderr or _devnull()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _devnull() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open as long as the command runs


def complain(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def discard() -> None:
    """Send what is still to be flushed to /dev/null, since nobody reads our output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
