"""The store, implemented with SQLAlchemy: one thread writes, a few others read."""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO, TypeVar

from sqlalchemy import (
    Connection,
    Select,
    UpdateBase,
    delete,
    exists,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from sixes.server.storage import (
    cards,
    devices,
    erasure,
    export,
    friends,
    games,
    imports,
    pruning,
    queries,
    results,
)
from sixes.server.storage.backend import READERS, Backend
from sixes.server.storage.creating import NewTable, insert_table
from sixes.server.storage.game_rows import GameFilter, GameRow, Numbers, TableRatings
from sixes.server.storage.opening import open_directory, open_postgres
from sixes.server.storage.queries import table_rows
from sixes.server.storage.schema import (
    checkpoints,
    clock,
    codes,
    compatible,
    players,
    revoked,
    seated,
    secrets,
    tables,
)
from sixes.server.storage.store import (
    CODE_LIFETIME,
    CannotOpen,
    CardKey,
    CardRow,
    Change,
    DeviceRow,
    Entry,
    ErasedTable,
    ExportedGame,
    ImportedGame,
    InvitationRow,
    InvitedRow,
    LogLine,
    PersonRow,
    PlayerRow,
    Pruned,
    Standing,
    Store,
    StoredCheckpoint,
    TableRow,
    TraceRow,
    Unavailable,
)
from sixes.server.storage.writer import Done, Writer

MOST_TRIES = 5
"""For typing the secret part of a code."""
CLOSE_TIMEOUT = 3.0
"""Seconds for pending reads and writes when a server stops."""
PROBE_TIMEOUT = 2.0
"""Seconds in which a database that works takes a small write."""
T = TypeVar("T")


class Database(Store):
    """Created on the event loop."""

    def __init__(self, lock: TextIO | None, backend: Backend) -> None:
        self._lock = lock
        self.backend = backend
        self._writer = Writer(backend)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._probing = False

    @classmethod
    async def open(cls, location: Path | str) -> "Database":
        """Open a directory, or the URL of a PostgreSQL database."""
        if isinstance(location, str):
            return cls(None, await asyncio.to_thread(open_postgres, location))
        return cls(*await asyncio.to_thread(open_directory, location))

    async def use_exclusively(self) -> None:
        """Let no other server use these data; InUse if one does."""
        self.backend.use_exclusively()
        await self.read_clock()

    async def read_clock(self) -> int:
        """The service clock as it was stored last; CannotOpen if nothing can be written."""
        try:
            return await self.advance_clock(0)
        except Unavailable as error:
            if isinstance(error, CannotOpen):  # another server uses them
                raise
            raise CannotOpen("store.unusable", file=self.backend.name, why=error) from error

    async def flush(self) -> None:
        with suppress(Unavailable):
            await self._writer.job(lambda _: None)

    async def close(self) -> None:
        # A database that does not respond must not keep the server from stopping.
        timeout = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.backend.abort_connections)
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        timeout.cancel()
        self.backend.close()
        if self._lock:
            self._lock.close()

    async def read(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_in_thread, query)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.job(work)

    def _read_in_thread(self, query: Callable[[Connection], T]) -> T:
        self.backend.check_identity()
        try:
            with self.backend.reading.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            self.backend.read_failed()
            raise Unavailable(str(error.orig)) from error

    async def _first_row(self, query: Select[Any], **values: Any) -> Any:
        return await self.read(lambda connection: connection.execute(query, values).first())

    async def _table_rows(self, query: Select[Any]) -> list[TableRow]:
        return await self.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def _execute(self, statement: UpdateBase) -> None:
        await self._writer.job(lambda connection: connection.execute(statement))

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        self._writer.append(entries, change, done, epoch)

    async def create_table(
        self, row: TableRow, first: Entry, players: tuple[str, ...] = (), more: Sequence[Entry] = ()
    ) -> None:
        table = NewTable(row, [first, *more], players)
        await self._writer.job(lambda connection: insert_table(connection, table))

    async def table(self, code: str) -> TableRow | None:
        row = await self._first_row(queries.table_of_code, code=code)
        return TableRow(*row) if row else None

    async def lobby(self, limit: int) -> list[TableRow]:
        # Not as a parameter: a plan that is made without its value cannot use the index of the lobby.
        gathering = tables.c.phase == literal_column("'gathering'")
        free = table_rows.where(gathering, tables.c.open, tables.c.taken < tables.c.seats)
        return await self._table_rows(free.order_by(tables.c.created.desc(), tables.c.id).limit(limit))

    async def standing(self, player: str, code: str) -> Standing:
        sits = exists().where(seated.c.table == tables.c.id, seated.c.player == player)
        here = exists().where(tables.c.code == code, or_(tables.c.host == player, sits))
        anywhere = or_(exists().where(tables.c.host == player), exists().where(seated.c.player == player))
        query = select(here, anywhere)
        return await self.read(lambda connection: Standing(*map(bool, connection.execute(query).one())))

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        mine = table_rows.join(seated, seated.c.table == tables.c.id).where(seated.c.player == player)
        live = mine.where(tables.c.phase != "closed")
        return await self._table_rows(live.order_by(tables.c.touched.desc(), tables.c.id).limit(limit))

    async def log(self, table: str, since: int = 0, limit: int | None = None) -> list[LogLine]:
        query = queries.log_since if limit is None else queries.log_page
        values = {"table": table, "since": since} | ({} if limit is None else {"most": limit})
        return await self.read(
            lambda connection: [LogLine(*line) for line in connection.execute(query, values)]
        )

    async def checkpoint(self, table: str) -> StoredCheckpoint | None:
        row = await self._first_row(queries.checkpoint_of_table, table=table)
        return StoredCheckpoint(*row) if row else None

    async def put_checkpoint(self, checkpoint: StoredCheckpoint) -> None:
        def put(connection: Connection) -> None:
            connection.execute(delete(checkpoints).where(checkpoints.c.table == checkpoint.table))
            connection.execute(insert(checkpoints).values(checkpoint._asdict()))

        await self._writer.job(put)

    async def record(self, code: str) -> bytes | None:
        query = select(tables.c.record).where(tables.c.code == code)
        return await self.read(lambda connection: connection.scalar(query))

    async def abandoned(
        self, before: int, most: int | None = None, over_days: int | None = None
    ) -> list[TableRow]:
        long_ago = before if over_days is None else over_days
        return await self._table_rows(
            table_rows.where(
                tables.c.expires.is_(None),
                tables.c.logged,
                tables.c.phase.in_(("gathering", "playing")),
                tables.c.active < before,
                or_(tables.c.due.is_(None), tables.c.active < long_ago),
            ).limit(most)
        )

    async def due_tables(self, now: int, most: int) -> list[str]:
        query = select(tables.c.code).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def past_points(self, players: Sequence[str], most: int) -> dict[str, list[int]]:
        return await self.read(lambda connection: results.past_points(connection, players, most))

    async def keep_table(self, table: str, active: int) -> None:
        await self._execute(update(tables).where(tables.c.id == table).values(active=active, expires=None))

    async def new_player(self, player: PlayerRow, now: int, kind: str = "") -> None:
        row = {"id": player.id, "name": player.name, "active": player.active, "sat": False}
        device = DeviceRow(player.device, kind, now, now)

        def create(connection: Connection) -> None:
            connection.execute(insert(players).values({**row, "created": now, "seen": now}))
            devices.add_device(connection, player.id, device)

        await self._writer.job(create)

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None:
        row = await self._first_row(queries.player_of_device, device=secret_hash)
        return PlayerRow(*row)._replace(device=secret_hash) if row else None

    async def record_visit(self, player: str, now: int, active: int, device: bytes = b"") -> None:
        def record(connection: Connection) -> None:
            visit = {"seen": now, "active": active, "expires": None}
            connection.execute(update(players).where(players.c.id == player).values(visit))
            connection.execute(update(secrets).where(secrets.c.hash == device).values(seen=now))

        await self._writer.job(record)

    async def rename(self, player: str, name: str) -> None:
        await self._execute(update(players).where(players.c.id == player).values(name=name))

    async def add_secret(self, player: str, secret_hash: bytes, now: int, kind: str = "") -> None:
        device = DeviceRow(secret_hash, kind, now, now)
        await self._writer.job(lambda connection: devices.add_device(connection, player, device))

    async def devices(self, player: str) -> list[DeviceRow]:
        return await self.read(lambda connection: devices.list_devices(connection, player))

    async def revoke(self, player: PlayerRow, device: bytes | None, now: int) -> bool:
        return await self._writer.job(
            lambda connection: devices.revoke_devices(connection, player, device, now)
        )

    async def revoked(self) -> set[bytes]:
        query = select(revoked.c.hash)
        return await self.read(lambda connection: set(map(bytes, connection.scalars(query))))

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        def put(connection: Connection) -> None:
            connection.execute(delete(codes).where(codes.c.player == player))
            row = {"lookup": lookup, "hash": code_hash, "player": player, "expires": expires, "tries": 0}
            connection.execute(insert(codes).values(row))

        await self._writer.job(put)

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        return await self._writer.job(lambda connection: _use_code(connection, lookup, code_hash, now))

    async def cards(self, player: str) -> list[CardRow]:
        return await self.read(lambda connection: cards.list_cards(connection, player))

    async def add_cards(self, player: str, table: str, bodies: Sequence[tuple[int, bytes]], now: int) -> None:
        await self._writer.job(lambda connection: cards.add_cards(connection, player, table, bodies, now))

    async def answer_card(self, card: CardKey, solved: bool, now: int) -> bool:
        return await self._writer.job(lambda connection: cards.answer_card(connection, card, solved, now))

    async def delete_cards(self, player: str) -> None:
        await self._writer.job(lambda connection: cards.delete_cards(connection, player))

    async def people(self, player: str) -> list[PersonRow]:
        return await self.read(lambda connection: friends.list_people(connection, player))

    async def mark_friend(self, player: str, friend: str, now: int) -> str:
        return await self._writer.job(lambda connection: friends.mark_friend(connection, player, friend, now))

    async def unmark_friend(self, player: str, friend: str) -> None:
        await self._writer.job(lambda connection: friends.unmark_friend(connection, player, friend))

    async def invite(self, invitation: InvitationRow) -> str:
        return await self._writer.job(lambda connection: friends.invite(connection, invitation))

    async def invitations(self, player: str, now: int) -> list[tuple[InvitedRow, TableRow]]:
        return await self.read(lambda connection: friends.list_invitations(connection, player, now))

    async def decline_invitation(self, player: str, table: str) -> None:
        await self._writer.job(lambda connection: friends.decline_invitation(connection, player, table))

    async def invited(self, player: str, table: str) -> list[PersonRow]:
        return await self.read(lambda connection: friends.list_invited(connection, player, table))

    async def export_player(self, player: str) -> dict[str, Any]:
        return await self.read(lambda connection: export.export_player(connection, player))

    async def export_games(self, player: str, after: tuple[int, str], most: int) -> list[ExportedGame]:
        return await self.read(lambda connection: export.export_games(connection, player, after, most))

    async def import_game(self, game: ImportedGame) -> str:
        return await self._writer.job(lambda connection: imports.import_game(connection, game))

    async def player_ids(self) -> list[str]:
        """All players, for maintenance while no server runs."""
        return await self.read(lambda connection: list(connection.scalars(select(players.c.id))))

    async def begin_erasure(self, player: str, now: int) -> bool:
        return await self._writer.job(lambda connection: erasure.begin_erasure(connection, player, now))

    async def erasures(self, before: int) -> list[str]:
        return await self.read(lambda connection: erasure.list_erasures(connection, before))

    async def traces(self, player: str) -> list[TraceRow]:
        found = set(await self.read(lambda connection: erasure.find_seats(connection, player)))
        after = ""
        while page := await self.read(partial(erasure.next_logs, after=after)):
            ids = [row.id for row in page]
            named = await self.read(partial(erasure.find_mentions, player=player, ids=ids))
            found |= {row for row in page if row.id in named}
            after = ids[-1]
        return sorted(found)

    async def erase_at_table(self, erased: ErasedTable) -> None:
        await self._writer.job(lambda connection: erasure.erase_at_table(connection, erased))

    async def delete_table(self, table: str) -> None:
        await self._writer.job(lambda connection: erasure.delete_table(connection, table))

    async def finish_erasure(self, player: str) -> None:
        await self._writer.job(lambda connection: erasure.finish_erasure(connection, player))
        await asyncio.get_running_loop().run_in_executor(self._readers, self.backend.forget_deleted)

    async def games(
        self, player: str, wanted: GameFilter, after: tuple[int, str] | None = None
    ) -> list[GameRow]:
        return await self.read(lambda connection: games.list_games(connection, player, wanted, after))

    async def numbers(self, player: str, seats: int = 0) -> Numbers:
        return await self.read(lambda connection: games.numbers(connection, player, seats))

    async def ratings_at(self, table: str, people: Sequence[str], game: str, seats: int) -> TableRatings:
        return await self.read(
            lambda connection: TableRatings(
                games.ratings_at(connection, people, game, seats), games.rating_changes(connection, table)
            )
        )

    async def prune(self, at: int, now: int) -> Pruned:
        found = await self.read(lambda connection: pruning.find_work(connection, at))
        return pruning.total([await self._writer.job(batch) for batch in pruning.batches(found, at, now)])

    async def advance_clock(self, at: int) -> int:
        def advance(connection: Connection) -> int:
            connection.execute(update(clock).where(clock.c.at < at).values(at=at))
            return connection.scalar(select(clock.c.at)) or 0

        return await self._writer.job(advance)

    async def can_store(self) -> bool:
        # While nothing else is written, only a write of our own can tell that it works again; one at a time.
        if self._writer.failing and not self._probing:
            self._probing = True
            try:
                async with asyncio.timeout(PROBE_TIMEOUT):
                    await self._execute(update(compatible).values(oldest=compatible.c.oldest))
            except (Unavailable, TimeoutError):
                pass
            finally:
                self._probing = False
        return not self._writer.failing


def _use_code(connection: Connection, lookup: str, code_hash: bytes, now: int) -> str | None:
    is_this = codes.c.lookup == lookup
    code = connection.execute(select(codes).where(is_this)).first()
    if code is None:
        return None
    right = hmac.compare_digest(code.hash, code_hash)
    tries = code.tries + 1
    # One that expires later than any made now was made before the clock was set back.
    fresh = now < code.expires <= now + CODE_LIFETIME
    if right or tries >= MOST_TRIES or not fresh:
        connection.execute(delete(codes).where(is_this))
    else:
        connection.execute(update(codes).where(is_this).values(tries=tries))
    return str(code.player) if right and fresh else None
