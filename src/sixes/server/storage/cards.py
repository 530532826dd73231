"""The cards of a player in the database: costly decisions of their games, which come back to be solved."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from sixes.server.storage.schema import cards, tables
from sixes.server.storage.store import DAY, CardKey, CardRow

MOST_CARDS = 100
"""Of one player; of more, those that come back last are dropped."""
DAYS = (1, 3, 7, 21)
"""After how many days a card comes back: at first, and each time it was solved; then it is done."""


def list_cards(connection: Connection, player: str) -> list[CardRow]:
    """Those due first come first."""
    columns = (tables.c.code, cards.c.decision, cards.c.due, cards.c.solved, cards.c.body)
    mine = select(*columns).join(tables, tables.c.id == cards.c.table).where(cards.c.player == player)
    in_order = mine.order_by(cards.c.due, cards.c.table, cards.c.decision)
    return [CardRow(*row)._replace(body=bytes(row.body)) for row in connection.execute(in_order)]


def add_cards(
    connection: Connection, player: str, table: str, bodies: Sequence[tuple[int, bytes]], now: int
) -> None:
    """Add decisions of a game, unless any of it are there already."""
    mine = (cards.c.player == player, cards.c.table == table)
    if not bodies or connection.execute(select(cards.c.decision).where(*mine)).first():
        return
    first = now + DAYS[0] * DAY
    rows = [
        {"player": player, "table": table, "decision": decision, "due": first, "solved": 0, "body": body}
        for decision, body in bodies
    ]
    connection.execute(insert(cards), rows)
    known = select(cards.c.table, cards.c.decision).where(cards.c.player == player)
    for row in connection.execute(known.order_by(cards.c.due).offset(MOST_CARDS)).all():
        connection.execute(delete(cards).where(*_is(CardKey(player, *row))))


def answer_card(connection: Connection, card: CardKey, solved: bool, now: int) -> bool:
    """Note that a card was solved, or not: it comes back later, or is done. False if there is none."""
    this = _is(card)
    before = connection.scalar(select(cards.c.solved).where(*this))
    if before is None:
        return False
    times = before + 1 if solved else 0
    if times == len(DAYS):
        connection.execute(delete(cards).where(*this))
    else:
        connection.execute(update(cards).where(*this).values(due=now + DAYS[times] * DAY, solved=times))
    return True


def delete_cards(connection: Connection, player: str) -> None:
    connection.execute(delete(cards).where(cards.c.player == player))


def _is(card: CardKey) -> list[ColumnElement[bool]]:
    return [cards.c[name] == value for name, value in card._asdict().items()]
