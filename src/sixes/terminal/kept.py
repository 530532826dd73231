"""Games on this device, kept in files: a game that was cut short goes on where it was.

A file has a line for what is secret and whose game it is, then a line for each event of the table's log.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from sixes.play.match import Refused
from sixes.play.table import GATHERING, PLAYING, Table, read_log
from sixes.text import UserError

UNFINISHED = (GATHERING, PLAYING)


class Owner(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a file: the seed of the dice, and who plays."""

    seed: str
    player: str
    name: str = ""


class NotKept(UserError):
    """The game cannot be kept, or not be read again."""


class KeptGame(NamedTuple):
    """A game as its file has it."""

    file: Path
    owner: Owner
    log: list[bytes]
    table: Table


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where programs keep what outlives them, as the XDG specification says."""
    given = environment.get("XDG_STATE_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return base / "sixes"


class GameFile:
    """The file of a game under way; one terminal has it at a time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise NotKept("terminal.not_kept", file=file, why=error.strerror) from None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._handle)
            raise NotKept("terminal.open_elsewhere") from None

    @classmethod
    def create(cls, folder: Path, code: str, owner: Owner) -> Self:
        made = cls(folder / "games" / f"{code}.jsonl")
        made.append([msgspec.json.encode(owner)])
        return made

    def append(self, lines: Sequence[bytes]) -> None:
        """Write lines; NotKept if there is no room, for example."""
        data = b"".join(line + b"\n" for line in lines)
        try:
            written = os.write(self._handle, data) if data else 0
        except OSError as error:
            raise NotKept("terminal.not_kept", file=self.file, why=error.strerror) from None
        if written < len(data):
            raise NotKept("terminal.not_kept", file=self.file, why=os.strerror(28))

    def read(self) -> bytes:
        """What is kept; half a line at the end, of a game that was killed while it wrote, goes."""
        data = self.file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        os.ftruncate(self._handle, len(whole))
        return whole

    def finish(self, record: dict[str, Any] | None) -> Path | None:
        """Replace the log by the record of the finished game; None if there is none to write."""
        place = self.file.with_suffix(".json")
        try:
            if record is not None:
                place.write_text(json.dumps(record) + "\n", "utf-8")
            self.file.unlink(missing_ok=True)
        except OSError:
            return None
        return place if record is not None else None

    def close(self) -> None:
        os.close(self._handle)


def read_game(file: Path, data: bytes) -> KeptGame:
    """A game from what its file holds; NotKept if that is damaged."""
    first, *log = data.splitlines() or [b""]
    try:
        return KeptGame(file, msgspec.json.decode(first, type=Owner), log, read_log(log))
    except (msgspec.MsgspecError, Refused, AssertionError, LookupError, ValueError):
        raise NotKept("terminal.damaged", file=file) from None


def unfinished_games(folder: Path) -> Iterator[KeptGame]:
    """The games that can go on, the newest first; files that cannot be read are passed over."""
    for file in sorted((folder / "games").glob("*.jsonl"), key=_changed, reverse=True):
        try:
            game = read_game(file, _whole_lines(file))
        except (NotKept, OSError):
            continue
        if game.table.phase in UNFINISHED:
            yield game


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _whole_lines(file: Path) -> bytes:
    data = file.read_bytes()
    return data[: data.rfind(b"\n") + 1]


class Identities:
    """Who we are on each server: the secret with which a player comes back."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "identities.json"

    def cookie(self, server: str) -> str:
        cookie = self._all().get(server, "")
        return cookie if isinstance(cookie, str) else ""

    def remember(self, server: str, cookie: str) -> None:
        """Keep a cookie; without a place for it one is a new guest the next time."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file.touch(mode=0o600)
            self._file.write_text(json.dumps(self._all() | {server: cookie}), "utf-8")
        except OSError:
            return

    def _all(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}
