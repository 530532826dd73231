"""PostgreSQL and NATS as processes that can be killed, paused and started again with the same data."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from tests.tools.servers import Account, Postgres, prepared_postgres, tool

LONGEST = 120.0


class Daemon:
    def __init__(self, command: Sequence[str | Path], ready: str, cwd: Path, account: Account) -> None:
        self.command = command
        self.log: list[str] = []
        self._ready = ready
        self._cwd = cwd
        self._account = account
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command,
            cwd=self._cwd,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **self._account,
        )
        up = Event()
        self._reader = Thread(target=self._read, args=(self._process, up), daemon=True)
        self._reader.start()
        assert up.wait(LONGEST), self.log
        assert self._process.poll() is None, self.log[-9:]

    def _read(self, process: "subprocess.Popen[str]", up: Event) -> None:
        for line in process.stderr or ():
            self.log.append(line)
            if self._ready in line:
                up.set()
        up.set()

    def kill(self) -> None:
        """With all its children."""
        self.signal(signal.SIGKILL)
        if self._process and self._reader:
            self._process.wait(LONGEST)
            self._reader.join(LONGEST)
            if self._process.stderr:
                self._process.stderr.close()

    def restart(self) -> None:
        self.kill()
        self.start()

    def signal(self, number: int) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)


@contextmanager
def postgres_daemon() -> Iterator[tuple[Daemon, Postgres]]:
    with prepared_postgres() as (postgres, command, account):
        daemon = Daemon(command, "ready to accept connections", postgres.directory, account)
        daemon.start()
        try:
            yield daemon, postgres
        finally:
            daemon.kill()


@contextmanager
def nats_daemon() -> Iterator[tuple[Daemon, int]]:
    """And the port where it listens, also when it is started again."""
    command = (tool("SIXES_NATS"), "--addr", "127.0.0.1", "--port")
    daemon = Daemon((*command, "-1"), "Server is ready", Path.cwd(), {})
    daemon.start()
    try:
        listening = re.search(r"client connections on [\d.]+:(\d+)", "".join(daemon.log))
        assert listening
        daemon.command = (*command, listening[1])
        yield daemon, int(listening[1])
    finally:
        daemon.kill()
