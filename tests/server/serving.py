"""A real server for a test: a process of its own on a free port, with its own data, stopped at the end."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Thread
from typing import TextIO

from tests.event_loop import LONGEST

SIXES = ("-m", "sixes")
"""What Python runs."""


class Server:
    """`start` after `kill` or `stop` is the same server again: same port, same data."""

    def __init__(self, data: Path, *options: str, program: Sequence[str] = SIXES) -> None:
        self.data = data
        self.program = program
        self.options = options
        self.url = ""
        self.port = 0
        self.log: list[str] = []
        """What it wrote to standard error, in all its lives."""
        self.expects_errors = False
        """The test means to break something; otherwise an error in the log fails it."""
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None
        self._log_grows = Condition()

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process, "not started"
        return self._process

    def start(self) -> None:
        """Start it, and wait until it tells where it is."""
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data))
        command = [sys.executable, "-W", "error", *self.program, "serve", *where, *self.options]
        self._process = subprocess.Popen(
            command,
            env=os.environ | {"LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        assert self._process.stderr
        self._reader = Thread(target=self._read, args=(self._process.stderr,), daemon=True)
        self._reader.start()
        address = re.search(r"https?://[^\s]+:(\d+)", self._process.stdout.readline())
        if address is None:
            self._gone()
            raise AssertionError("\n".join(["the server did not start:", *self.log]))
        self.url, self.port = address[0], int(address[1])

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def ends(self) -> bool:
        """Whether it stopped when it was asked to; it does not run any more in any case."""
        if not self.runs:
            return True
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(LONGEST / 2)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return self._gone() == 0

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def errors(self) -> list[str]:
        """Lines of the log that no operator should ever see."""
        return [line for line in self.log if not _is_fine(line)]

    def wait_for_log(self, words: str, since: int = 0) -> str:
        """Wait for a line of the log with these words, after so many lines; the first such line."""

        def found() -> list[str]:
            return [line for line in self.log[since:] if words in line]

        with self._log_grows:
            assert self._log_grows.wait_for(found, LONGEST), words
            return found()[0]

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            with self._log_grows:
                self.log.append(line.rstrip("\n"))
                self._log_grows.notify_all()

    def _gone(self) -> int:
        code = self.process.wait(LONGEST)
        if self._reader:
            self._reader.join(LONGEST)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        return code


def _is_fine(line: str) -> bool:
    try:
        return bool(json.loads(line)["level"] == "info")
    except ValueError:
        return False


@contextmanager
def running_server(data: Path, *options: str, program: Sequence[str] = SIXES) -> Iterator[Server]:
    """A server in its own process; bots hurry unless the options say otherwise."""
    server = Server(data, "--bot-pace", "0.01", *options, program=program)
    server.start()
    try:
        yield server
    finally:
        if server.runs:
            server.stop()
    assert server.expects_errors or not server.errors, "\n".join(server.errors)
