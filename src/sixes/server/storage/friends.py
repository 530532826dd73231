"""Friends in the database: who has marked whom, and who is invited to which table.

Two people are friends once each has marked the other. Whoever declines, or ends a friendship, does not hear
of the other's mark again, unless they mark the other themselves.
"""

from collections.abc import Collection

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from sixes.server.storage.queries import table_rows
from sixes.server.storage.schema import (
    declined,
    friends,
    invitations,
    meetings,
    players,
    results,
    seated,
    tables,
)
from sixes.server.storage.store import DAY, HOUR, InvitationRow, InvitedRow, PersonRow, TableRow

MOST_FRIENDS = 200
"""Marks of one player."""
MOST_PEOPLE = 100
"""People with whom a player has played that are listed, besides those with a mark."""
MOST_GAMES = 500
"""The latest, in which these are looked for: a page costs the same after any number of games."""
MOST_INVITATIONS = 10
"""Of one player that are listed."""
MOST_INVITED = 30
"""To one table."""
KEEP_INVITATIONS = DAY

Id = ColumnElement[str] | str

_mine, _theirs = results.alias("mine"), results.alias("theirs")
# Made once: to make a query takes longer than to execute it.
_latest = (
    select(_mine.c.table)
    .where(_mine.c.player == bindparam("player_"))
    .order_by(_mine.c.ended.desc(), _mine.c.table.desc())
    .limit(bindparam("most_"))
    .subquery()
)
_ended = func.max(_theirs.c.ended).label("ended")
_lately = (
    select(_theirs.c.player, _ended)
    .join(_latest, _latest.c.table == _theirs.c.table)
    .where(_theirs.c.player != bindparam("player_"))
    .group_by(_theirs.c.player)
    .order_by(_ended.desc(), _theirs.c.player)
    .limit(MOST_PEOPLE)
)
_met = and_(meetings.c.player == bindparam("player_"), meetings.c.other == players.c.id)
_known = (
    select(players.c.id, players.c.name, func.coalesce(meetings.c.games, 0).label("games"))
    .outerjoin(meetings, _met)
    .where(players.c.id.in_(bindparam("wanted_", expanding=True)))
)


def friends_of(player: Id) -> Select[tuple[str]]:
    """The ids of a player's friends."""
    return select(friends.c.friend).where(
        friends.c.player == player, _has_marked(friends.c.friend, friends.c.player)
    )


def _has_marked(player: Id, friend: Id) -> ColumnElement[bool]:
    mark = friends.alias()
    return exists().where(mark.c.player == player, mark.c.friend == friend)


def _are_friends(one: Id, other: Id) -> ColumnElement[bool]:
    return and_(_has_marked(one, other), _has_marked(other, one))


def _is_mark(player: str, friend: str) -> ColumnElement[bool]:
    return and_(friends.c.player == player, friends.c.friend == friend)


def _is_unheard(player: str, friend: Id) -> ColumnElement[bool]:
    return and_(declined.c.player == player, declined.c.friend == friend)


def list_people(connection: Connection, player: str) -> list[PersonRow]:
    """Those with a mark, and those with whom a player has played; who played with them last comes first."""
    states = _states(connection, player)
    lately = _played_lately(connection, player)
    wanted = list(states.keys() | lately.keys())
    found = connection.execute(_known, {"player_": player, "wanted_": wanted}).all()
    earlier = [row.id for row in found if row.games and row.id not in lately]
    last = lately | (_played_last(connection, player, earlier) if earlier else {})
    people = [PersonRow(*row, last=last.get(row.id, 0), state=states.get(row.id, "")) for row in found]
    return sorted(people, key=lambda person: (-person.last, person.player))


def _played_lately(connection: Connection, player: str) -> dict[str, int]:
    """Who was in the latest games of a player, and when last."""
    found = connection.execute(_lately, {"player_": player, "most_": MOST_GAMES})
    return {row.player: row.ended for row in found}


def _played_last(connection: Connection, player: str, people: Collection[str]) -> dict[str, int]:
    """When each of some people last finished a game with a player, which was long ago."""
    here = exists().where(_mine.c.player == player, _mine.c.table == _theirs.c.table)
    theirs = select(_theirs.c.ended).where(_theirs.c.player == players.c.id, here)
    ended = theirs.order_by(_theirs.c.ended.desc()).limit(1).scalar_subquery()
    query = select(players.c.id, ended).where(players.c.id.in_(people))
    return {person: last or 0 for person, last in connection.execute(query)}


def _states(connection: Connection, player: str) -> dict[str, str]:
    """What there is between a player and others: "asked", "asks" or "friends"."""
    marked = set(connection.scalars(select(friends.c.friend).where(friends.c.player == player)))
    heard = not_(exists().where(_is_unheard(player, friends.c.player)))
    asks = set(connection.scalars(select(friends.c.player).where(friends.c.friend == player, heard)))
    return (
        dict.fromkeys(marked - asks, "asked")
        | dict.fromkeys(asks - marked, "asks")
        | dict.fromkeys(marked & asks, "friends")
    )


def mark_friend(connection: Connection, player: str, friend: str, now: int) -> str:
    """Mark somebody as a friend, who has played or is asking; the code of a refusal, or empty."""
    played = exists().where(
        _mine.c.player == player, _theirs.c.player == friend, _theirs.c.table == _mine.c.table
    )
    count = select(func.count()).select_from(friends).where(friends.c.player == player)
    known, allowed, marks = connection.execute(
        select(_has_marked(player, friend), or_(played, _has_marked(friend, player)), count.scalar_subquery())
    ).one()
    if player == friend or not (known or allowed):
        return "friends.never_played"
    if not known and marks >= MOST_FRIENDS:
        return "friends.too_many"
    if not known:
        connection.execute(insert(friends).values(player=player, friend=friend, since=now))
    connection.execute(delete(declined).where(_is_unheard(player, friend)))
    return ""


def unmark_friend(connection: Connection, player: str, friend: str) -> None:
    """Be no friend any more, or decline to be one; the other's mark is not heard again."""
    connection.execute(delete(friends).where(_is_mark(player, friend)))
    asks, unheard = _has_marked(friend, player), exists().where(_is_unheard(player, friend))
    if connection.scalar(select(and_(asks, not_(unheard)))):
        connection.execute(insert(declined).values(player=player, friend=friend))


def invite(connection: Connection, invitation: InvitationRow) -> str:
    """Invite a friend to a table, unless they have declined; the code of a refusal, or empty."""
    table, player, by = invitation.table, invitation.player, invitation.by
    this = and_(invitations.c.table == table, invitations.c.player == player)
    count = select(func.count()).select_from(invitations).where(invitations.c.table == table)
    friendly, known, invited = connection.execute(
        select(_are_friends(by, player), exists().where(this), count.scalar_subquery())
    ).one()
    if not friendly:
        return "friends.not_friends"
    if known:
        renewed = update(invitations).where(this, not_(invitations.c.declined))
        connection.execute(renewed.values(by=by, at=invitation.at))
    elif invited >= MOST_INVITED:
        return "friends.too_many_invited"
    else:
        connection.execute(insert(invitations).values(invitation._asdict()))
    return ""


def decline_invitation(connection: Connection, player: str, table: str) -> None:
    """Come to a table no more by an invitation, nor hear of another one to it."""
    this = and_(invitations.c.table == table, invitations.c.player == player)
    connection.execute(update(invitations).where(this).values(declined=True))


def list_invitations(connection: Connection, player: str, now: int) -> list[tuple[InvitedRow, TableRow]]:
    """The tables to which friends invite a player, newest first: they wait there, and a seat is free."""
    by = invitations.c.by
    sits = seated.alias("sits")
    waits = or_(tables.c.host == by, exists().where(sits.c.table == tables.c.id, sits.c.player == by))
    query = (
        table_rows.add_columns(by, players.c.name, invitations.c.at)
        .join(invitations, invitations.c.table == tables.c.id)
        .join(players, players.c.id == by)
        .where(
            invitations.c.player == player,
            not_(invitations.c.declined),
            # One from the future was sent before the clock was set back.
            invitations.c.at.between(now - KEEP_INVITATIONS, now + HOUR),
            tables.c.phase == "gathering",
            tables.c.taken < tables.c.seats,
            waits,
            not_(exists().where(seated.c.table == tables.c.id, seated.c.player == player)),
            _are_friends(player, by),
        )
        .order_by(invitations.c.at.desc(), tables.c.id)
        .limit(MOST_INVITATIONS)
    )
    width = len(TableRow._fields)
    return [(InvitedRow(*row[width:]), TableRow(*row[:width])) for row in connection.execute(query)]


def list_invited(connection: Connection, player: str, table: str) -> list[PersonRow]:
    """The friends of a player, by name: who is "invited" to a table, or has "declined" to come there."""
    asked = select(invitations.c.player, invitations.c.declined).where(invitations.c.table == table)
    states = {row.player: "declined" if row.declined else "invited" for row in connection.execute(asked)}
    named = select(players.c.id, players.c.name).where(players.c.id.in_(friends_of(player)))
    found = [PersonRow(*row, state=states.get(row.id, "")) for row in connection.execute(named)]
    return sorted(found, key=lambda person: (person.name.casefold(), person.player))


def delete_old_invitations(connection: Connection, now: int) -> None:
    old = or_(invitations.c.at < now - KEEP_INVITATIONS, invitations.c.at > now + HOUR)
    connection.execute(delete(invitations).where(old))
