"""Many people finish the daily challenge within a minute, and look at what came of it.

    python3 dev.py bench daily [--people N] [--seconds N]

Everybody has played all but the last move: these games are written into the database before the server
starts, and then everybody opens a socket, which reads the game from its log. At a random moment of the minute
each makes the last move, waits for the end of the game, which is stored with its record, points and sums, and
asks for the result and for the board of the day. Time counts from when each of these was sent. What bots made
of the day is known already.
"""

import argparse
import asyncio
import hashlib
import random
import secrets
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import aiohttp  # noqa: E402
import uvloop  # noqa: E402
from sqlalchemy import Connection, insert  # noqa: E402

from bench.load.lines import Line, unharmed  # noqa: E402
from bench.load.printing import heading, say  # noqa: E402
from bench.load.servers import SERVE, Server, check_linux, running  # noqa: E402
from sixes import bots  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402
from sixes.play import daily, events  # noqa: E402
from sixes.play.context import Context  # noqa: E402
from sixes.play.creating import begin_daily, create  # noqa: E402
from sixes.play.match import Dealer  # noqa: E402
from sixes.play.seats import Seat  # noqa: E402
from sixes.play.table import created  # noqa: E402
from sixes.server.codes import ALPHABET, new_secret  # noqa: E402
from sixes.server.storage.creating import NewTable  # noqa: E402
from sixes.server.storage.daily import BotRow, DailyRows, DayRow, begin_try  # noqa: E402
from sixes.server.storage.database import Database  # noqa: E402
from sixes.server.storage.schema import players  # noqa: E402
from sixes.server.storage.schema import secrets as devices  # noqa: E402
from sixes.server.storage.store import TableRow  # noqa: E402
from sixes.server.tables.summary import encode_summary  # noqa: E402

clock = time.perf_counter
LEVEL = "steady"
PLAYER, TABLE, CODE = "p" * 12, "t" * 12, "CCCCCC"
"""Stand in the game that all have played."""
AT_ONCE = 50
"""Sockets that are opened at the same time."""
BATCH = 200
"""Games that are written at once."""


class Person(NamedTuple):
    number: int
    secret: str

    @property
    def id(self) -> str:
        return f"person{self.number:06}"

    @property
    def table(self) -> str:
        return f"table{self.number:07}"

    @property
    def code(self) -> str:
        left, letters = self.number, ""
        for _ in CODE:
            left, digit = divmod(left, len(ALPHABET))
            letters += ALPHABET[digit]
        return letters

    @property
    def headers(self) -> dict[str, str]:
        """Everybody seems to come from a place of their own: the server limits what one address may ask."""
        address = f"10.{self.number >> 16}.{self.number >> 8 & 255}.{self.number & 255}"
        return {"Cookie": f"sixes={self.secret}", "X-Forwarded-For": address}


class Game(NamedTuple):
    """A game up to its last move."""

    about: bytes
    log: list[bytes]


def play(day: DayRow, now: int) -> Game:
    """The game of a bot, without the move that ends it."""
    context = Context(now, PLAYER, "Ann", Dealer("", day.seed, ()), (), lambda *_: 0)
    first = create(TABLE, CODE, daily.options_of(day.day, practice=False), (), context)
    begun = begin_daily(first, Seat("Ann", PLAYER))
    table, log = created(begun[0]).after(begun[1]), [events.encode(event) for event in begun]
    bot = bots.make(LEVEL, "sixto", 1)
    while True:
        match = table.match
        assert match
        event, after = match.decide_move(bot.choose(match.state, 0), now, table.dealer(day.seed))
        if after and after.is_over:
            return Game(encode_summary(table), log)
        event.v = table.version + 1
        table = table.after(event)
        log.append(events.encode(event))


def new_table(person: Person, game: Game, day: DayRow, now: int) -> NewTable:
    def named(text: bytes) -> bytes:
        names = ((PLAYER, person.id), (TABLE, person.table), (CODE, person.code))
        for before, after in names:
            text = text.replace(before.encode(), after.encode())
        return text

    row = TableRow(
        id=person.table,
        code=person.code,
        phase="playing",
        open=False,
        seats=1,
        taken=1,
        host=person.id,
        about=named(game.about),
        created=now,
        touched=now,
        seed=day.seed,
    )
    entries = [(row.id, version, now, named(body), "", "") for version, body in enumerate(game.log, 1)]
    return NewTable(row, entries, (person.id,))


async def prepare(data: Path, people: list[Person]) -> int:
    """Write everybody's game into a new database; the number of the day."""
    store = await Database.open(data)
    rows, now = DailyRows(store), time.time_ns() // 1_000_000
    today = daily.day_at(now)
    await rows.fill(today, today + daily.PROMISED, now, lambda: secrets.token_bytes(32))
    (day,) = await rows.days(today, today)
    game = play(day, now)
    for level in bots.levels("sixto"):  # they play once a day, when the first person has finished
        await rows.add_bot(today, BotRow(level, 200), b"{}")

    def write(connection: Connection, first: int) -> None:
        for person in people[first : first + BATCH]:
            known = {
                "id": person.id,
                "name": f"Ann {person.number}",
                "created": now,
                "seen": now,
                "active": 0,
            }
            connection.execute(insert(players).values(known))
            hashed = hashlib.sha256(person.secret.encode()).digest()
            device = {"hash": hashed, "player": person.id, "created": now, "seen": now}
            connection.execute(insert(devices).values(device))
            begin_try(connection, today, person.id, new_table(person, game, day, now))

    for first in range(0, len(people), BATCH):
        await store.write(partial(write, first=first))
    await store.close()
    return today


class Waits(NamedTuple):
    """Seconds that people waited."""

    ended: list[float]
    result: list[float]
    board: list[float]


class Seated(NamedTuple):
    """Somebody at their table, and the turn in which the game ends."""

    line: Line
    turn: int


async def come(server: Server, people: list[Person]) -> list[Seated]:
    """Let everybody open their game."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(person: Person) -> Seated:
        async with turn:
            line = Line(f"/api/tables/{person.code}/socket", f"127.0.0.1:{server.port}", person.headers)
            welcome = await line.connect(server.port)
            return Seated(line, welcome["table"]["match"]["turn"])

    return await asyncio.gather(*map(one, people))


async def finish(
    seat: Seated, session: aiohttp.ClientSession, person: Person, day: int, waits: Waits
) -> None:
    """Make the last move, and look at the result."""
    line, begun = seat.line, clock()
    done = await line.ask("done", turn=seat.turn)
    assert done["t"] == "done", done
    waits.ended.append(clock() - begun)
    line.close()
    for path, took in ((f"/api/daily/{day}", waits.result), (f"/api/daily/{day}/board/day", waits.board)):
        begun = clock()
        async with session.get(path, headers=person.headers) as response:
            told: Any = await response.json()
            assert response.status == 200, told
        took.append(clock() - begun)
        if took is waits.result:
            assert told["mine"]["state"] == "finished", told


async def measure(server: Server, people: list[Person], day: int, seconds: float) -> tuple[Waits, float]:
    waits, chance, seats = Waits([], [], []), random.Random(1), await come(server, people)
    address, jar = f"http://127.0.0.1:{server.port}", aiohttp.DummyCookieJar()
    connector, before = aiohttp.TCPConnector(limit=0), server.cpu()
    say("they finish")
    async with aiohttp.ClientSession(address, connector=connector, cookie_jar=jar) as session:

        async def one(person: Person, seat: Seated) -> None:
            await asyncio.sleep(chance.uniform(0, seconds))
            await finish(seat, session, person, day, waits)

        await asyncio.gather(*map(one, people, seats))
    return waits, server.cpu() - before


async def main(count: int, seconds: float) -> None:
    people = [Person(number, new_secret()) for number in range(1, count + 1)]
    with tempfile.TemporaryDirectory(prefix="sixes-bench-") as data:
        say(f"{count} people play up to the last move")
        day = await prepare(Path(data), people)
        say("they open their games")
        async with running("Sixes", (*SERVE, "--data", data)) as server, unharmed():
            waits, cpu = await measure(server, people, day, seconds)
            memory = server.memory()
    print(heading(f"{count:,} people within {seconds:.0f} seconds"))
    print("| | p50, ms | p99, ms | the slowest, ms |\n| --- | --- | --- | --- |")
    names = ("the last move", "the result of the day", "the board of the day")
    for name, took in zip(names, waits, strict=True):
        took.sort()
        cells = [f"{1e3 * took[int(share * (len(took) - 1))]:.1f}" for share in (0.5, 0.99, 1)]
        print(f"| {name} | {' | '.join(cells)} |")
    print(
        f"\n{cpu:.1f} seconds of CPU ({100 * cpu / seconds:.0f} % of a core), {memory // 1024} MB of memory"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Many people finish the daily challenge within a minute.")
    parser.add_argument("--people", type=whole_number(1, 100_000), default=10_000, metavar="N")
    parser.add_argument("--seconds", type=whole_number(1, 600), default=60, metavar="N")
    called = parser.parse_args()
    check_linux()
    uvloop.run(main(called.people, called.seconds))
