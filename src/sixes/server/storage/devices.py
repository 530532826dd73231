"""The devices of a player in the database: listed, added and revoked."""

from sqlalchemy import Connection, delete, insert, select

from sixes.server.storage.schema import codes, revoked, secrets
from sixes.server.storage.store import DeviceRow, PlayerRow

MOST_DEVICES = 20
"""Of one player."""
KEEP_REVOKED = 60 * 60 * 1000
"""Milliseconds that other servers have to notice a revocation; they look every second or two."""


def list_devices(connection: Connection, player: str) -> list[DeviceRow]:
    columns = (secrets.c.hash, secrets.c.kind, secrets.c.created, secrets.c.seen)
    query = select(*columns).where(secrets.c.player == player)
    newest_first = query.order_by(secrets.c.created.desc(), secrets.c.hash)
    return [DeviceRow(*row)._replace(hash=bytes(row.hash)) for row in connection.execute(newest_first)]


def add_device(connection: Connection, player: str, device: DeviceRow) -> None:
    known = sorted(list_devices(connection, player), key=lambda row: max(row.created, row.seen))
    unused = known[: max(len(known) - MOST_DEVICES + 1, 0)]
    _delete(connection, [row.hash for row in unused], device.created)
    connection.execute(insert(secrets).values(player=player, **device._asdict()))


def revoke_devices(connection: Connection, player: PlayerRow, device: bytes | None, now: int) -> bool:
    """Revoke one device of a player, or all but their own; False if there is none."""
    others = {row.hash for row in list_devices(connection, player.id)} - {player.device}
    chosen = others if device is None else others & {device}
    connection.execute(delete(codes).where(codes.c.player == player.id))
    _delete(connection, list(chosen), now)
    return bool(chosen)


def revoke_all(connection: Connection, player: str, now: int) -> None:
    """Revoke all devices of a player who is being deleted."""
    _delete(connection, [row.hash for row in list_devices(connection, player)], now)


def _delete(connection: Connection, hashes: list[bytes], now: int) -> None:
    if hashes:
        connection.execute(delete(revoked).where(revoked.c.at < now - KEEP_REVOKED))
        connection.execute(insert(revoked), [{"hash": one, "at": now} for one in hashes])
        connection.execute(delete(secrets).where(secrets.c.hash.in_(hashes)))
