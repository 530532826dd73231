"""Where the command's words go, whatever is at the other end."""

import os
import sys
from typing import TextIO


def prepare() -> None:
    """Speak to any terminal: one that was closed hears nothing, one without our letters gets escapes."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open as long as the command runs


def complain(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def give_up() -> None:
    """Nobody takes our output any more: what is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
