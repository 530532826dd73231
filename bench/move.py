"""What one move takes of Python alone: from a frame that comes in to four that go out.

    python3 dev.py bench move [--tables N]

Live tables of Sixto as a server has them, with sockets that lead nowhere and a store that stores nothing, so
neither the system nor the disk counts. Time is noisy even so: the best and the middle of many rounds. Where
valgrind is installed, also the instructions of a move, which are the same however busy the machine is; they
are what tells whether a change saves anything.
"""

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.load.printing import heading  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402
from sixes.play import commands  # noqa: E402
from sixes.play.context import Context  # noqa: E402
from sixes.play.creating import create  # noqa: E402
from sixes.play.match import Dealer  # noqa: E402
from sixes.play.options import Options  # noqa: E402
from sixes.play.sixto.sheets import legal_with_gains  # noqa: E402
from sixes.play.table import created  # noqa: E402
from sixes.server.limits import Bucket  # noqa: E402
from sixes.server.metrics import Metrics  # noqa: E402
from sixes.server.sockets.connection import Connection  # noqa: E402
from sixes.server.sockets.handler import LONGEST  # noqa: E402
from sixes.server.sockets.protocol import SocketProtocol  # noqa: E402
from sixes.server.sockets.session import Session  # noqa: E402
from sixes.server.tables.journal import StoredTable  # noqa: E402
from sixes.server.tables.registry import TableRegistry  # noqa: E402
from sixes.server.tables.runtime import Runtime  # noqa: E402

SEATS = 4
ROUNDS = 150
"""Fewer than what one turn allows to everybody."""
A_ROUND = 8
"""Moves at each table in a round: everybody crosses, then everybody takes it back."""
COUNTED = (2, 12)
"""Rounds of two runs; the difference is free of what starts and ends them. Both make the same frames."""
SEED = b"x" * 32
QUICK = 1e9
"""A rate limit, in messages a second, that is never reached."""


class NullTransport(asyncio.Transport):
    """Discards what is written to it."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...
    def is_closing(self) -> bool:
        return False

    def write(self, data: Any) -> None: ...


class NullStore:
    """Stores nothing; confirms all appends when it is flushed."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def append(self, *what: Any) -> None:
        self.waiting.append(what[2])

    def flush(self) -> None:
        waiting, self.waiting = self.waiting, []
        for done in waiting:
            done(None)


class SeatedTable:
    """Four players with a roll to cross, and their endless moves, as frames."""

    def __init__(self, registry: TableRegistry, number: int) -> None:
        context = Context(registry.now(), "0", "", Dealer("", SEED, ()), (), lambda *_: 0)
        first = create(f"table{number:06}", f"{number:06}", Options("sixto", seats=SEATS), (), context)
        self.live = registry.add(StoredTable(created(first), SEED))
        self._count = 0
        self._sockets: list[tuple[SocketProtocol, Connection]] = []
        for seat in range(SEATS):
            transport = NullTransport()
            connection = Connection(transport, str(seat), "", registry.runtime)
            connection.message_limit = Bucket(QUICK, QUICK)
            protocol = SocketProtocol(transport, LONGEST, connection)
            self.live.join(connection)
            session = Session(protocol, connection, self.live, Bucket(QUICK, QUICK), "")
            protocol.start(session.receive)
            self._sockets.append((protocol, connection))

    def begin(self, store: NullStore) -> None:
        """All sit down, and the first keeps a roll."""

        def send(seat: int, command: commands.Command) -> None:
            self.live.handle(self._sockets[seat][1], command)
            store.flush()

        for seat in range(SEATS):
            send(seat, commands.Sit(f"sit-{seat}", add="ab" * 16))
        send(0, commands.Start("start"))
        order = [int(who.player) for who in self.live.shown.seats if who]
        send(order[0], commands.Roll("roll", turn=1))
        send(order[0], commands.Keep("keep", turn=1))
        match: Any = self.live.shown.match
        boxes = [next(iter(legal)) for legal in legal_with_gains(match.state)]
        protocols = [self._sockets[player][0] for player in order]
        crosses = [(protocol, "cross", box) for protocol, box in zip(protocols, boxes, strict=True)]
        uncrosses = [(protocol, "uncross", box) for protocol, _, box in crosses]
        self._moves = cycle(crosses + uncrosses)

    def moves(self) -> list[tuple[SocketProtocol, bytes]]:
        return [(protocol, self._frame(kind, box)) for protocol, kind, box in islice(self._moves, A_ROUND)]

    def _frame(self, kind: str, box: str) -> bytes:
        self._count += 1
        text = b'{"t":"%s","n":"%010d","turn":1,"box":"%s"}' % (kind.encode(), self._count, box.encode())
        return bytes((0x81, 0x80 | len(text))) + bytes(4) + text


async def measure(tables: int, rounds: int, prepared: int = 0) -> list[float]:
    """Microseconds a move, for each round; frames are made for more rounds, if so many are to be prepared."""
    store: Any = NullStore()
    metrics = Metrics()
    registry = TableRegistry(Runtime(store, metrics), metrics)
    seated = [SeatedTable(registry, number) for number in range(tables)]
    for table in seated:
        table.begin(store)
    frames = [[table.moves() for table in seated] for _ in range(max(rounds, prepared))]
    taken = []
    for coming in frames[:rounds]:
        before = sum(table.live.shown.version for table in seated)
        begin = time.thread_time()
        for at in range(A_ROUND):
            for moves in coming:
                protocol, frame = moves[at]
                protocol.data_received(frame)
            store.flush()
        taken.append(1e6 * (time.thread_time() - begin) / (tables * A_ROUND))
        after = sum(table.live.shown.version for table in seated)
        assert after - before == tables * A_ROUND, "a move was refused"
    registry.runtime.bot_thread.shutdown()
    return taken


def instructions(tables: int) -> int:
    """Of a move, as callgrind counts them."""
    counts = []
    for rounds in COUNTED:
        call = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, __file__]
        words = [*call, "--tables", str(tables), "--only", str(rounds)]
        done = subprocess.run(
            words, check=True, capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": "0"}
        )
        found = re.search(r"Collected : (\d+)", done.stderr)
        assert found, done.stderr
        counts.append(int(found[1]))
    return (counts[1] - counts[0]) // ((COUNTED[1] - COUNTED[0]) * A_ROUND * tables)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench move", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--tables", type=whole_number(1, 1000), default=20, metavar="N", help="so many (default 20)"
    )
    parser.add_argument("--only", type=whole_number(1, 1000), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only:
        asyncio.run(measure(asked.tables, asked.only, max(COUNTED)))
        return
    print(heading(f"{asked.tables} tables"))
    taken = asyncio.run(measure(asked.tables, ROUNDS))
    print(f"- µs of Python a move: {min(taken):.1f} at best, {median(taken):.1f} in the middle")
    if shutil.which("valgrind"):
        print(f"- instructions a move: {instructions(asked.tables):,}")
    else:
        print("- instructions a move: not counted, since there is no valgrind here")


if __name__ == "__main__":
    main()
