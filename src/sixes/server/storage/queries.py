"""What everybody asks who comes to a table, made once: to make a query takes longer than to execute it."""

from sqlalchemy import bindparam, select

from sixes.server.storage.schema import checkpoints, events, players, secrets, tables
from sixes.server.storage.store import TableRow

table_rows = select(*(tables.c[name] for name in TableRow._fields))
table_of_code = table_rows.where(tables.c.code == bindparam("code"))
log_since = (
    select(events.c.version, events.c.body, events.c.player, events.c.nonce)
    .where(events.c.table == bindparam("table"), events.c.version > bindparam("since"))
    .order_by(events.c.version)
)
log_page = log_since.limit(bindparam("most"))
checkpoint_of_table = select(checkpoints).where(checkpoints.c.table == bindparam("table"))
player_of_device = (
    select(players.c.id, players.c.name, players.c.active, players.c.expires, secrets.c.seen)
    .join(secrets)
    .where(secrets.c.hash == bindparam("device"))
)
