"""A process for bots that need more than Python, such as compiled code.

They would take too much memory in the server, and minutes to get ready after an installation. Until they are
ready, and if the process fails, the strongest of the other bots chooses in their place.
"""

import contextlib
import signal
import threading
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from sixes import bots
from sixes.bots import Bot
from sixes.play.games import GAMES

SUBSTITUTE = "expert"
TIMEOUT = 5.0
"""Seconds for a choice that usually takes some hundredths of one."""
MOST_BOTS = 1000
"""How many are cached; when there are more, all are made anew."""
READY = "ready"
BotKey = tuple[str, str, int]
"""The level of a bot, its game, and its seed."""

_lock = threading.Lock()
_process: "BotProcess | None" = None


def make(level: str, game: str, seed: int) -> Bot:
    """A bot that chooses in this process, or in the bot process if it needs that."""
    if bots.known(game)[level].needs:
        return ProcessBot((level, game, seed))
    return bots.make(level, game, seed)


class ProcessBot:
    def __init__(self, key: BotKey) -> None:
        self.key = key
        self.substitute = bots.make(SUBSTITUTE, key[1], key[2])

    def choose(self, state: Any, seat: int) -> Any:
        try:
            with _lock:
                process = _open()
                if process.is_ready():
                    return process.choose(self.key, state, seat)
        except (OSError, EOFError, TimeoutError):
            close()
        return self.substitute.choose(state, seat)


class BotProcess:
    """The process, as the server sees it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=work, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.ready = False

    def is_ready(self, timeout: float = 0) -> bool:
        if not self.ready and self.pipe.poll(timeout):
            self.ready = self.pipe.recv() == READY
        return self.ready

    def choose(self, key: BotKey, state: Any, seat: int) -> Any:
        self.pipe.send((key, state, seat))
        if not self.pipe.poll(TIMEOUT):
            raise TimeoutError
        ok, answer = self.pipe.recv()
        if not ok:
            raise RuntimeError(answer)
        return answer


def _open() -> BotProcess:
    global _process  # noqa: PLW0603 - there is one for all tables
    if _process is None:
        _process = BotProcess()
    return _process


def close() -> None:
    """End the process; the next bot that needs it starts another."""
    global _process  # noqa: PLW0603
    if _process is not None:
        _process.process.kill()
        _process.pipe.close()
        _process = None


def work(pipe: Connection) -> None:
    """In the process: choose moves until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; when that ends, so do we
    cached_bot = cache(bots.make)
    with contextlib.suppress(EOFError, OSError):
        _warm_up()
        pipe.send(READY)
        while True:
            key, state, seat = pipe.recv()
            try:
                pipe.send((True, cached_bot(*key).choose(state, seat)))
            except Exception as error:  # noqa: BLE001 - anybody may have written the bot
                pipe.send((False, f"{type(error).__name__}: {error}"))
            if cached_bot.cache_info().currsize > MOST_BOTS:
                cached_bot.cache_clear()


def _warm_up() -> None:
    """Let each bot that needs this process make one choice: that compiles what has to be compiled."""
    for game in GAMES.values():
        for level, about in game.levels().items():
            if about.needs and game.sample:
                bots.make(level, game.name, 0).choose(*game.sample())
